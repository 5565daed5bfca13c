// One cell of the table: one engine on one scene, in a process of its own.

import type { Scene } from '@otedama/rigid';
import { type Engine, type EngineWorld, TIME_STEP, TRANSFORM_STRIDE } from './engine.js';
import { QualityChecker } from './quality.js';
import { type BenchScene, benchScenes } from './scenes.js';

export interface Cell {
  engine: string;
  version: string;
  kind: 'js' | 'wasm';
  scene: string;
  bodies: number;
  /** Steps done; fewer than asked for when the time budget ran out. */
  steps: number;
  /** Milliseconds a step: mean, median and 95th percentile over all steps but the first. */
  mean: number;
  median: number;
  p95: number;
  /** Milliseconds of every step. */
  times: number[];
  /** Milliseconds to read every transform through the public API, warm median. */
  read: number;
  /** Milliseconds to load the engine and to build the scene. */
  load: number;
  build: number;
  deepestOverlap: number;
  endDeepest: number;
  endMean: number;
  deepPairs: number;
  lost: number;
  /** Joules, from the last two sets of transforms. */
  kineticEnergy: number;
  /** Change of the greatest height, and largest sideways shift of a dynamic body, metres. */
  topError: number;
  sideDrift: number;
  /** Largest error of a distance that mechanics gives in closed form, as a share of it; null where it gives none. */
  slideError: number | null;
  /** Milliseconds of the first second (60 steps) of the engine's life, on the pyramid of 210 boxes. */
  firstSecond: number;
}

/**
 * What an engine does before it is measured, so that what is compiled on demand is compiled: steps of two other scenes, the
 * first of which tells what a cold start costs, then of the scene itself.
 */
const WARM_UP: readonly { scene: string; steps: number }[] = [
  { scene: 'pyramid-210', steps: 200 },
  { scene: 'rain-250', steps: 300 },
];

/** Longest time for one scene of the warm-up, milliseconds. */
const WARM_UP_BUDGET = 1000;

/** Runs the warm-up. @returns milliseconds of its first 60 steps */
function warmUp(engine: Engine, own: BenchScene): number {
  let firstSecond = 0;
  const scenes = [...WARM_UP, { scene: own.id, steps: own.steps }];
  for (const [k, { scene: id, steps }] of scenes.entries()) {
    const scene = benchScenes.find((entry) => entry.id === id)?.create();
    if (scene === undefined || !engine.supports(scene)) continue;
    const world = engine.createWorld(scene);
    const start = performance.now();
    for (let step = 1; step <= steps; step++) {
      if (step > 60 && performance.now() - start > WARM_UP_BUDGET) break;
      world.step();
      if (k === 0 && step === 60) firstSecond = performance.now() - start;
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

const percentile = (sorted: number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;

function medianReadTime(world: EngineWorld, out: Float64Array): number {
  const samples: number[] = [];
  for (let i = 0; i < 200; i++) {
    const start = performance.now();
    world.readTransforms(out);
    samples.push(performance.now() - start);
  }
  return percentile(
    samples.slice(50).sort((a, b) => a - b),
    0.5,
  );
}

export function measure(engine: Engine, loadTime: number, entry: BenchScene, budget: number): Cell {
  const firstSecond = warmUp(engine, entry);
  const scene = entry.create();
  const checker = new QualityChecker(scene);
  const buildStart = performance.now();
  const world = engine.createWorld(scene);
  const build = performance.now() - buildStart;

  const bodyCount = scene.bodies.length;
  const first = new Float64Array(TRANSFORM_STRIDE * bodyCount);
  const last = new Float64Array(TRANSFORM_STRIDE * bodyCount);
  const before = new Float64Array(TRANSFORM_STRIDE * bodyCount);
  world.readTransforms(first);

  const times: number[] = [];
  let spent = 0;
  let deepestOverlap = 0;
  for (let i = 0; i < entry.steps && spent < budget; i++) {
    const start = performance.now();
    world.step();
    const time = performance.now() - start;
    times.push(time);
    spent += time;
    if ((i + 1) % QUALITY_INTERVAL === 0) {
      world.readTransforms(last);
      deepestOverlap = Math.max(deepestOverlap, checker.overlap(last).deepest);
    }
  }
  world.readTransforms(last);
  const end = checker.overlap(last);
  deepestOverlap = Math.max(deepestOverlap, end.deepest);
  const lost = checker.lost(last, LOST_DISTANCE);
  const steps = times.length;
  before.set(last);
  world.step();
  const after = new Float64Array(last.length);
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
    const vx = (at(after, 0) - at(before, 0)) / TIME_STEP;
    const vy = (at(after, 1) - at(before, 1)) / TIME_STEP;
    const turn = Math.asin(
      Math.max(-1, Math.min(1, at(before, 2) * at(after, 3) - at(before, 3) * at(after, 2))),
    );
    const w = turn / TIME_STEP;
    const { mass, inertia } = masses[i] as { mass: number; inertia: number };
    kineticEnergy += 0.5 * mass * (vx * vx + vy * vy) + 0.5 * inertia * w * w;
  });

  const sorted = times.slice(1).sort((a, b) => a - b);
  return {
    engine: engine.name,
    version: engine.version,
    kind: engine.kind,
    scene: entry.id,
    bodies: bodyCount,
    steps,
    mean: times.slice(1).reduce((sum, time) => sum + time, 0) / Math.max(1, times.length - 1),
    median: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
    times,
    read: medianReadTime(world, last),
    load: loadTime,
    build,
    deepestOverlap,
    endDeepest: end.deepest,
    endMean: end.mean,
    deepPairs: end.deep,
    lost,
    kineticEnergy,
    topError: top - firstTop,
    sideDrift,
    slideError: largestSlideError(entry, scene, first, last),
    firstSecond,
  };
}
