/**
 * A mechanics test of an engine: a small scene with a known analytical outcome, and the error of the engine's result. Scenes and errors
 * have the same bits on every machine, like Otedama: they use only + - * /, square roots and the trigonometry of `math2d`.
 */

import { atan2 } from '@otedama/math2d';
import { SCENE_FORMAT, SCENE_VERSION, type Scene } from '@otedama/rigid';
import { type Engine, TIME_STEP, TRANSFORM_STRIDE } from '../engine.js';

export interface Examination {
  /** Key in results. */
  readonly id: string;
  /** The prediction of mechanics as text: `a body falls g t² / 2 in 2 s`. */
  readonly title: string;
  readonly unit: '%' | 'mm' | 'm';
  /** Largest error that passes, in the unit. Smaller errors would not be visible in a game. */
  readonly limit: number;
  scene(): Scene;
  /** The error of an engine, 0 or more, in the unit. @param play runs the scene from its start for this number of steps */
  error(play: (steps: number) => Trace, scene: Scene): number;
}

/** Pose of a body: x, y in metres, cosine and sine of its angle. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly c: number;
  readonly s: number;
}

/** The transforms of a run; step 0 is the initial state. */
export class Trace {
  readonly steps: number;
  private readonly bodies: number;
  private readonly transforms: Float64Array;

  /** @param transforms transforms of all bodies, step by step, `TRANSFORM_STRIDE` numbers each */
  constructor(transforms: Float64Array, bodies: number) {
    this.transforms = transforms;
    this.bodies = bodies;
    this.steps = transforms.length / (TRANSFORM_STRIDE * bodies) - 1;
  }

  at(step: number, body: number): Place {
    const o = TRANSFORM_STRIDE * (step * this.bodies + body);
    const [x, y, c, s] = this.transforms.subarray(o, o + TRANSFORM_STRIDE);
    return { x, y, c, s } as Place;
  }

  /** All transforms after a step. */
  all(step: number): Float64Array {
    const length = TRANSFORM_STRIDE * this.bodies;
    return this.transforms.subarray(step * length, (step + 1) * length);
  }

  end(body: number): Place {
    return this.at(this.steps, body);
  }

  /** Angle from one step to another, radians, including full turns. A body must turn by less than half a turn per step. */
  turn(body: number, from = 0, to: number = this.steps): number {
    let angle = 0;
    for (let step = from; step < to; step++) {
      const before = this.at(step, body);
      const after = this.at(step + 1, body);
      angle += atan2(before.c * after.s - before.s * after.c, before.c * after.c + before.s * after.s);
    }
    return angle;
  }

  /** Average velocities over the step that ends at `step`, m/s and rad/s. */
  velocity(body: number, step: number = this.steps): { x: number; y: number; w: number } {
    const before = this.at(step - 1, body);
    const after = this.at(step, body);
    return {
      x: (after.x - before.x) / TIME_STEP,
      y: (after.y - before.y) / TIME_STEP,
      w: this.turn(body, step - 1, step) / TIME_STEP,
    };
  }
}

function play(engine: Engine, scene: Scene, steps: number): Trace {
  const world = engine.createWorld(scene);
  const length = TRANSFORM_STRIDE * scene.bodies.length;
  const transforms = new Float64Array(length * (steps + 1));
  for (let step = 0; step <= steps; step++) {
    if (step > 0) world.step();
    world.readTransforms(transforms.subarray(step * length, (step + 1) * length));
  }
  world.destroy?.();
  return new Trace(transforms, scene.bodies.length);
}

/** Times, in steps, at which a body passes x = 0 to the right, interpolated linearly between two steps. */
export function passages(trace: Trace, body: number): number[] {
  const found: number[] = [];
  for (let step = 1; step <= trace.steps; step++) {
    const before = trace.at(step - 1, body).x;
    const after = trace.at(step, body).x;
    if (before < 0 && after >= 0) found.push(step - after / (after - before));
  }
  return found;
}

/** The error of an engine; null if it lacks a feature that the scene needs, or if the result is not finite. */
export function examine(engine: Engine, examination: Examination): number | null {
  const scene = examination.scene();
  if (!engine.supports(scene)) return null;
  const error = examination.error((steps) => play(engine, examination.scene(), steps), scene);
  return Number.isFinite(error) ? error : null;
}

export const length = (x: number, y: number): number => Math.sqrt(x * x + y * y);

/** |value / expected - 1| in percent. */
export const percentOff = (value: number, expected: number): number => 100 * Math.abs(value / expected - 1);

/** m/s²; 10 gives round numbers. */
export const GRAVITY = 10;

export const sceneOf = (
  name: string,
  gravity: Scene['gravity'],
  bodies: Scene['bodies'],
  joints: Scene['joints'] = [],
): Scene => ({
  format: SCENE_FORMAT,
  version: SCENE_VERSION,
  name,
  gravity,
  timeStep: TIME_STEP,
  bodies,
  ...(joints.length > 0 ? { joints } : {}),
});
