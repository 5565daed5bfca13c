/**
 * The common interface of all engines in the benchmark. An adapter does three things. It builds a scene, steps it by 1/60 s with the
 * engine's default iterations, and reads every transform in the fastest way that the engine's public interface offers.
 */

import type { BodyDefinition, Scene } from '@otedama/rigid';

/** Doubles per transform in the array of `readTransforms`: x, y (metres, body origin), cos and sin of the angle. */
export const TRANSFORM_STRIDE = 4;

/** Time step of every run, seconds. */
export const TIME_STEP = 1 / 60;

export interface EngineWorld {
  /** Advances by `TIME_STEP`. */
  step(): void;
  /** Writes the transforms of all bodies of the scene, in scene order, `TRANSFORM_STRIDE` doubles each. */
  readTransforms(out: Float64Array): void;
  /** Frees the world, in engines whose memory is not garbage collected. The world must not be used any more. */
  destroy?(): void;
}

export interface Engine {
  readonly name: string;
  readonly version: string;
  /** `wasm` engines ship compiled code; `js` engines consist of JavaScript only. */
  readonly kind: 'js' | 'wasm';
  /** npm package whose gzip size is reported, `undefined` for our own. */
  readonly packageName?: string;
  /** Returns false if the scene needs a feature that the engine lacks. */
  supports(scene: Scene): boolean;
  createWorld(scene: Scene): EngineWorld;
}

/** Half the length of the segment that replaces a half-space in engines without half-spaces, metres. */
const HALF_SPACE_REACH = 400;

export interface Point {
  x: number;
  y: number;
}

/** End points of the segment that replaces a half-space; the solid side is to the right of first → second. */
export function halfSpaceSegment(position: Point, normal: Point): [Point, Point] {
  const length = Math.hypot(normal.x, normal.y);
  const tx = normal.y / length;
  const ty = -normal.x / length;
  return [
    { x: position.x - tx * HALF_SPACE_REACH, y: position.y - ty * HALF_SPACE_REACH },
    { x: position.x + tx * HALF_SPACE_REACH, y: position.y + ty * HALF_SPACE_REACH },
  ];
}

/** The values of a shape that adapters read, with defaults filled in. */
export function materialOf(shape: NonNullable<BodyDefinition['shapes']>[number]): {
  density: number;
  friction: number;
  restitution: number;
  category: number;
  mask: number;
} {
  return {
    density: shape.density ?? 1,
    friction: shape.friction ?? 0.6,
    restitution: shape.restitution ?? 0,
    category: shape.filter?.category ?? 1,
    mask: shape.filter?.mask ?? 0xffffffff,
  };
}

/** The values of a body that adapters read, with defaults filled in. */
export function bodyBasics(body: BodyDefinition): {
  type: 'static' | 'kinematic' | 'dynamic';
  x: number;
  y: number;
  angle: number;
  vx: number;
  vy: number;
  w: number;
} {
  return {
    type: body.type ?? 'dynamic',
    x: body.position?.x ?? 0,
    y: body.position?.y ?? 0,
    angle: body.angle ?? 0,
    vx: body.linearVelocity?.x ?? 0,
    vy: body.linearVelocity?.y ?? 0,
    w: body.angularVelocity ?? 0,
  };
}
