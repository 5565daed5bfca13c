/** One cell of the table: one engine on one scene, in its own process. */

import type { Scene } from '@otedama/rigid';
import { type Engine, type EngineWorld, TIME_STEP, TRANSFORM_STRIDE } from './engine.js';
import { QualityChecker } from './quality.js';
import { type BenchScene, benchScene } from './scenes.js';

/** A measured value; null if it is not finite in a broken world, as in JSON. */
export type Measured = number | null;

/** State of the scene after the cell's last step, and extremes during the run. */
export interface Quality {
  /** Deepest overlap over the whole run, deepest overlap at the end, and mean over the overlapping pairs at the end, metres. */
  deepestOverlap: Measured;
  endDeepest: Measured;
  endMean: Measured;
  /** Number of pairs that overlap by more than 5 cm at the end. */
  deepPairs: number;
  /** Number of bodies that left the scene. */
  lost: number;
  /** Joules, from the last transforms and those one step later. */
  kineticEnergy: Measured;
  /** Change of the greatest height of the dynamic bodies, and largest sideways shift of one of them, metres. */
  topError: Measured;
  sideDrift: Measured;
  /** Largest relative error of a distance with a closed-form solution; null if the scene has none. */
  slideError: Measured;
}

export interface Cell {
  engine: string;
  version: string;
  kind: 'js' | 'wasm';
  scene: string;
  bodies: number;
  /**
   * Milliseconds of each step done. There are fewer than the scene's steps if the cell was cut off. In a short scene each is the mean over
   * several worlds.
   */
  times: number[];
  /** Milliseconds to read every transform through the public API, median after warm-up. */
  read: number;
  /** Milliseconds to load the engine and to build the scene. */
  load: number;
  build: number;
  /** Milliseconds for the engine's first second (60 steps), on the pyramid of 210 boxes. */
  firstSecond: number;
  /** Quality after the last step done. */
  quality: Quality;
}

/**
 * Warm-up before the measurement, so that the JIT has compiled the engine. First come steps of two other scenes; the first one also
 * measures the cold start. Then the measured scene runs repeatedly, because a game runs for minutes.
 */
const WARM_UP: readonly { scene: string; steps: number }[] = [
  { scene: 'pyramid-210', steps: 200 },
  { scene: 'rain-250', steps: 300 },
];

/** Time limits of a measurement, and a callback to watch it. */
export interface MeasureOptions {
  /** Milliseconds of stepping after which a cell may stop, above 0. */
  readonly budget: number;
  /** Maximum time for one scene of the warm-up, milliseconds; default 1000. */
  readonly warmUp?: number;
  /** Receives the transforms at the start, at every overlap check and at the end. The array must not be kept. The call is not timed. */
  readonly onLook?: (transforms: Float64Array, steps: number) => void;
}

const WARM_UP_BUDGET = 1000;

/** Maximum number of worlds of the measured scene in the warm-up. */
const WARM_UP_WORLDS = 28;

/** Minimum number of steps for a time to be compared. */
export const COMPARED_STEPS = 20;

/** Maximum time of a cell that continues to the end of its scene, in budgets. */
export const STRETCH = 6;

/**
 * Whether a cell continues to step. Within its budget it always does. Beyond the budget it continues to the end of the scene, so that
 * quality is measured at the same time for all engines. If that is too far, it continues to `COMPARED_STEPS`. In both cases it must be
 * able to get there within `STRETCH` budgets at the current pace; otherwise it stops immediately.
 *
 * @param steps steps done, including the first
 * @param spent milliseconds of these steps without the first, in which engines set up persistent data
 * @param full steps of the scene
 * @param budget milliseconds, above 0
 */
export function goesOn(steps: number, spent: number, full: number, budget: number): boolean {
  if (steps >= full) return false;
  if (spent < budget) return true;
  const pace = spent / (steps - 1);
  const reaches = (goal: number): boolean =>
    steps < goal && spent + (goal - steps) * pace <= STRETCH * budget;
  return reaches(full) || reaches(COMPARED_STEPS);
}

/**
 * Runs the warm-up for at most `budget` milliseconds per scene.
 * @returns milliseconds of its first 60 steps, and of each step in the later half of the worlds of the measured scene that were stepped
 * to the end. A run of a small scene takes a few milliseconds, too few for a mean that repeats.
 */
function warmUp(engine: Engine, own: BenchScene, budget: number): { firstSecond: number; runs: number[][] } {
  let firstSecond = 0;
  for (const [k, { scene: id, steps }] of WARM_UP.entries()) {
    const scene = benchScene(id)?.create();
    if (scene === undefined || !engine.supports(scene)) continue;
    const world = engine.createWorld(scene);
    const start = performance.now();
    for (let step = 1; step <= steps; step++) {
      if (performance.now() - start > budget && (k > 0 || step > 60)) break;
      world.step();
      if (k === 0 && step === 60) firstSecond = performance.now() - start;
    }
    world.destroy?.();
  }
  const runs: number[][] = [];
  const start = performance.now();
  for (let k = 0; k < WARM_UP_WORLDS; k++) {
    const world = engine.createWorld(own.create());
    const times: number[] = [];
    while (times.length < own.steps && performance.now() - start <= budget)
      times.push(timeOf(() => world.step()));
    world.destroy?.();
    if (times.length < own.steps) break;
    runs.push(times);
  }
  return { firstSecond, runs: runs.slice(runs.length >> 1) };
}

/** Milliseconds that a call takes. */
function timeOf(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/** The mean of each step over runs of the same scene; the last run may be shorter. */
function meanOf(runs: number[][]): number[] {
  const last = runs.at(-1) as number[];
  return last.map((_, step) => runs.reduce((sum, run) => sum + (run[step] as number), 0) / runs.length);
}

/** Largest |end / expected - 1| over the bodies with a known end position. */
function largestSlideError(
  entry: BenchScene,
  scene: Scene,
  first: Float64Array,
  last: Float64Array,
): number | null {
  if (entry.ends === undefined) return null;
  let worst = 0;
  entry.ends(scene).forEach((end, body) => {
    if (Number.isNaN(end)) return;
    const o = TRANSFORM_STRIDE * body;
    const from = first[o] as number;
    worst = Math.max(worst, Math.abs(((last[o] as number) - from) / (end - from) - 1));
  });
  return worst;
}

/** Change of the greatest height of the dynamic bodies, and largest sideways shift of one of them, m. */
function displacement(
  { bodies }: Scene,
  first: Float64Array,
  last: Float64Array,
): { topError: number; sideDrift: number } {
  let top = Number.NEGATIVE_INFINITY;
  let firstTop = Number.NEGATIVE_INFINITY;
  let sideDrift = 0;
  bodies.forEach(({ type = 'dynamic' }, body) => {
    if (type !== 'dynamic') return;
    const o = TRANSFORM_STRIDE * body;
    firstTop = Math.max(firstTop, first[o + 1] as number);
    top = Math.max(top, last[o + 1] as number);
    sideDrift = Math.max(sideDrift, Math.abs((last[o] as number) - (first[o] as number)));
  });
  return { topError: top - firstTop, sideDrift };
}

/**
 * Kinetic energy, J, from the transforms of two successive steps: not every engine reports velocities. The bodies of the scenes have their
 * centre of mass in their origin, whose velocity this is.
 */
function kineticEnergyOf(
  { bodies }: Scene,
  checker: QualityChecker,
  before: Float64Array,
  after: Float64Array,
): number {
  const masses = checker.masses();
  let energy = 0;
  bodies.forEach(({ type = 'dynamic' }, body) => {
    if (type !== 'dynamic') return;
    const o = TRANSFORM_STRIDE * body;
    const [x, y, c, s] = before.subarray(o, o + TRANSFORM_STRIDE);
    const [nextX, nextY, nextC, nextS] = after.subarray(o, o + TRANSFORM_STRIDE);
    const vx = (nextX - x) / TIME_STEP;
    const vy = (nextY - y) / TIME_STEP;
    const w = Math.asin(Math.max(-1, Math.min(1, c * nextS - s * nextC))) / TIME_STEP;
    const { mass, inertia } = masses[body] as { mass: number; inertia: number };
    energy += 0.5 * mass * (vx * vx + vy * vy) + 0.5 * inertia * w * w;
  });
  return energy;
}

/** Distance from the initial positions of the bodies beyond which a body counts as lost, metres. */
const LOST_DISTANCE = 200;

/** Number of steps between two overlap checks. */
const QUALITY_INTERVAL = 30;

/** Milliseconds and calls after which code counts as warm, whichever comes first. */
const READ_WARM_UP = { time: 100, calls: 20_000 };

/** Samples of the time to read, and the least time of one, milliseconds: short reads are timed several together. */
const READ_SAMPLES = 101;
const READ_SAMPLE_TIME = 0.05;

/** Median time of a call that is warm. */
function medianReadTime(world: EngineWorld, out: Float64Array): number {
  const read = (): void => world.readTransforms(out);
  let calls = 0;
  const start = performance.now();
  while (calls < READ_WARM_UP.calls && performance.now() - start < READ_WARM_UP.time) {
    read();
    calls++;
  }
  const pace = (performance.now() - start) / calls;
  const together = pace > 0 ? Math.ceil(READ_SAMPLE_TIME / pace) : 1;
  const readTogether = (): void => {
    for (let n = 0; n < together; n++) read();
  };
  const samples: number[] = [];
  for (let k = 0; k < READ_SAMPLES; k++) samples.push(timeOf(readTogether) / together);
  return samples.sort((a, b) => a - b)[READ_SAMPLES >> 1] as number;
}

const finite = (value: number): Measured => (Number.isFinite(value) ? value : null);

/**
 * @param engine loaded engine
 * @param loadTime milliseconds for loading it
 * @param entry scene that the engine supports
 */
export function measure(
  engine: Engine,
  loadTime: number,
  entry: BenchScene,
  { budget, warmUp: warmUpBudget = WARM_UP_BUDGET, onLook }: MeasureOptions,
): Cell {
  const { firstSecond, runs } = warmUp(engine, entry, warmUpBudget);
  const scene = entry.create();
  const checker = new QualityChecker(scene);
  const buildStart = performance.now();
  const world = engine.createWorld(scene);
  const build = performance.now() - buildStart;

  const bodyCount = scene.bodies.length;
  const first = new Float64Array(TRANSFORM_STRIDE * bodyCount);
  const last = new Float64Array(TRANSFORM_STRIDE * bodyCount);
  const after = new Float64Array(TRANSFORM_STRIDE * bodyCount);
  world.readTransforms(first);
  onLook?.(first, 0);

  const step = (): void => world.step();
  const times: number[] = [];
  let spent = 0;
  let deepestOverlap = 0;
  while (goesOn(times.length, spent, entry.steps, budget)) {
    const time = timeOf(step);
    if (times.length > 0) spent += time;
    times.push(time);
    if (times.length % QUALITY_INTERVAL === 0) {
      world.readTransforms(last);
      deepestOverlap = Math.max(deepestOverlap, checker.overlap(last).deepest);
      onLook?.(last, times.length);
    }
  }
  world.readTransforms(last);
  onLook?.(last, times.length);
  const end = checker.overlap(last);
  // one more step shows how fast the bodies are
  world.step();
  world.readTransforms(after);

  const { topError, sideDrift } = displacement(scene, first, last);
  const kineticEnergy = kineticEnergyOf(scene, checker, last, after);
  const slideError = largestSlideError(entry, scene, first, last);

  return {
    engine: engine.name,
    version: engine.version,
    kind: engine.kind,
    scene: entry.id,
    bodies: bodyCount,
    times: meanOf([...runs, times]),
    read: medianReadTime(world, after),
    load: loadTime,
    build,
    firstSecond,
    quality: {
      deepestOverlap: finite(Math.max(deepestOverlap, end.deepest)),
      endDeepest: finite(end.deepest),
      endMean: finite(end.mean),
      deepPairs: end.deep,
      lost: checker.lost(last, LOST_DISTANCE),
      kineticEnergy: finite(kineticEnergy),
      topError: finite(topError),
      sideDrift: finite(sideDrift),
      slideError: slideError === null ? null : finite(slideError),
    },
  };
}
