/** One cell of the table: one engine on one scene, in a process of its own. */

import type { Scene } from '@otedama/rigid';
import { type Engine, type EngineWorld, TIME_STEP, TRANSFORM_STRIDE } from './engine.js';
import { QualityChecker } from './quality.js';
import { type BenchScene, benchScene } from './scenes.js';

/** What is not finite in a broken world is null, as in JSON. */
export type Measured = number | null;

/** What became of the scene after the cell's last step, and on the way there. */
export interface Quality {
  /** Deepest overlap over the whole run and at the end, mean of the touching pairs at the end, metres. */
  deepestOverlap: Measured;
  endDeepest: Measured;
  endMean: Measured;
  /** Pairs deeper than 5 cm at the end. */
  deepPairs: number;
  /** Bodies that left the scene. */
  lost: number;
  /** Joules, from the last two sets of transforms. */
  kineticEnergy: Measured;
  /** Change of the greatest height, and largest sideways shift of a dynamic body, metres. */
  topError: Measured;
  sideDrift: Measured;
  /** Largest error of a distance that mechanics gives in closed form, as a share of it; null where it gives none. */
  slideError: Measured;
}

export interface Cell {
  engine: string;
  version: string;
  kind: 'js' | 'wasm';
  scene: string;
  bodies: number;
  /** Milliseconds of every step done; there are fewer than the scene has when the cell was cut off. */
  times: number[];
  /** Milliseconds to read every transform through the public API, warm median. */
  read: number;
  /** Milliseconds to load the engine and to build the scene. */
  load: number;
  build: number;
  /** Milliseconds of the first second (60 steps) of the engine's life, on the pyramid of 210 boxes. */
  firstSecond: number;
  /** After the last step done. */
  quality: Quality;
}

/**
 * What an engine does before it is measured, so that what is compiled on demand is compiled: steps of two other scenes, the
 * first of which tells what a cold start costs, then the scene itself, over and over, for a game runs for minutes.
 */
const WARM_UP: readonly { scene: string; steps: number }[] = [
  { scene: 'pyramid-210', steps: 200 },
  { scene: 'rain-250', steps: 300 },
];

/** How long and how openly a cell is measured. */
export interface MeasureOptions {
  /** Milliseconds of stepping after which a cell may stop, above 0. */
  readonly budget: number;
  /** Longest time for one scene of the warm-up, milliseconds; 1000 unless given. */
  readonly warmUp?: number;
  /** Is shown the transforms at the start, at every look at the overlaps and at the end; not to be kept. Outside of what is timed. */
  readonly onLook?: (transforms: Float64Array, steps: number) => void;
}

const WARM_UP_BUDGET = 1000;

/** Most worlds of the scene itself that are run through in that time: some engines have room for a hundred or so, one for 32. */
const WARM_UP_WORLDS = 28;

/** Steps that a time must stand on to be compared. */
export const COMPARED_STEPS = 20;

/** Longest time for a cell that goes on to the end of its scene, in budgets. */
export const STRETCH = 6;

/**
 * Whether a cell steps on. Up to its budget it does. Beyond it, it goes on to the end of the scene, so that quality is of the same
 * moment for all, or else to `COMPARED_STEPS`, if at the pace so far it gets there within `STRETCH` budgets: what cannot get there
 * stops at once.
 *
 * @param steps steps done, the first among them
 * @param spent milliseconds of these without the first, in which engines set up what they keep
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

/** Runs the warm-up, `budget` milliseconds a scene at most. @returns milliseconds of its first 60 steps */
function warmUp(engine: Engine, own: BenchScene, budget: number): number {
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
  }
  const start = performance.now();
  for (let k = 0; k < WARM_UP_WORLDS; k++) {
    const world = engine.createWorld(own.create());
    for (let step = 1; step <= own.steps; step++) {
      if (performance.now() - start > budget) return firstSecond;
      world.step();
    }
  }
  return firstSecond;
}

/** Largest |end / expected - 1| over the bodies whose end is known. */
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

/** Distance from the scene's bodies at the start from which on a body counts as lost, metres. */
const LOST_DISTANCE = 200;

/** Steps between two looks at the overlaps. */
const QUALITY_INTERVAL = 30;

function medianReadTime(world: EngineWorld, out: Float64Array): number {
  const samples: number[] = [];
  for (let i = 0; i < 200; i++) {
    const start = performance.now();
    world.readTransforms(out);
    samples.push(performance.now() - start);
  }
  const warm = samples.slice(50).sort((a, b) => a - b);
  return warm[warm.length >> 1] as number;
}

const finite = (value: number): Measured => (Number.isFinite(value) ? value : null);

/**
 * @param engine loaded
 * @param loadTime milliseconds that took
 * @param entry supported by the engine
 */
export function measure(
  engine: Engine,
  loadTime: number,
  entry: BenchScene,
  { budget, warmUp: warmUpBudget = WARM_UP_BUDGET, onLook }: MeasureOptions,
): Cell {
  const firstSecond = warmUp(engine, entry, warmUpBudget);
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

  const times: number[] = [];
  let spent = 0;
  let deepestOverlap = 0;
  while (goesOn(times.length, spent, entry.steps, budget)) {
    const start = performance.now();
    world.step();
    const time = performance.now() - start;
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
  // one step more gives the velocities, which no engine is asked for
  world.step();
  world.readTransforms(after);

  let top = Number.NEGATIVE_INFINITY;
  let firstTop = Number.NEGATIVE_INFINITY;
  let sideDrift = 0;
  const masses = checker.masses();
  let kineticEnergy = 0;
  scene.bodies.forEach((body, i) => {
    if ((body.type ?? 'dynamic') !== 'dynamic') return;
    const o = TRANSFORM_STRIDE * i;
    const at = (array: Float64Array, k: number): number => array[o + k] as number;
    top = Math.max(top, at(last, 1));
    firstTop = Math.max(firstTop, at(first, 1));
    sideDrift = Math.max(sideDrift, Math.abs(at(last, 0) - at(first, 0)));
    const vx = (at(after, 0) - at(last, 0)) / TIME_STEP;
    const vy = (at(after, 1) - at(last, 1)) / TIME_STEP;
    const turn = Math.asin(
      Math.max(-1, Math.min(1, at(last, 2) * at(after, 3) - at(last, 3) * at(after, 2))),
    );
    const w = turn / TIME_STEP;
    const { mass, inertia } = masses[i] as { mass: number; inertia: number };
    kineticEnergy += 0.5 * mass * (vx * vx + vy * vy) + 0.5 * inertia * w * w;
  });
  const slideError = largestSlideError(entry, scene, first, last);

  return {
    engine: engine.name,
    version: engine.version,
    kind: engine.kind,
    scene: entry.id,
    bodies: bodyCount,
    times,
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
      topError: finite(top - firstTop),
      sideDrift: finite(sideDrift),
      slideError: slideError === null ? null : finite(slideError),
    },
  };
}
