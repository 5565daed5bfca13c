/** The five methods of Otedama on the same heap: 10 to 200 boxes that fall into a V. */

import { loadScene, type Solver, type World } from '@otedama/rigid';
import { createSequentialImpulses, createSoftStep } from '@otedama/rigid-constraint';
import { createForceSolver, createPenaltySolver } from '@otedama/rigid-force';
import { createShapeMatching } from '@otedama/rigid-shapematch';
import { findScene } from '@otedama/scenes';
import type { MethodRow } from './methods-report.js';

/** The default solvers by the names in the results. */
export const methods: Readonly<Record<string, () => Solver>> = {
  'soft step': createSoftStep,
  'sequential impulses': createSequentialImpulses,
  'impulses as forces': createForceSolver,
  'impulses as forces, without memory': () => createForceSolver({ memory: false }),
  'penalty springs': createPenaltySolver,
  'shape matching': createShapeMatching,
};
export const COUNTS: readonly number[] = [10, 50, 100, 200];

const STEPS = 500;
const TIME_STEP = 0.02;
/** Runs before those that are measured, for the compiler. */
const FIRST_RUNS = 2;
/** Fewest and most runs of which each step has its smallest time. */
const RUNS = { least: 4, most: 10 };
/** Time after which no further run begins, s. */
const LONG_ENOUGH = 2;

/** What a heap ends with. It has the same bits on every machine. */
type End = Pick<MethodRow, 'kineticEnergy' | 'deepestOverlap'>;

/** A heap after 10 s. Lowers the times in `least` to those of the steps, ms. */
function heapOf(name: string, count: number, least: Float64Array): World {
  const solver = methods[name]();
  const world = loadScene(findScene('boxes-in-v').create({ count }), { solver, sleeping: false });
  for (let k = 0; k < STEPS; k++) {
    const start = performance.now();
    world.step(TIME_STEP);
    least[k] = Math.min(least[k] as number, performance.now() - start);
  }
  return world;
}

function endOfWorld(world: World): End {
  const { kineticEnergy, deepestOverlap } = world.invariants();
  return { kineticEnergy, deepestOverlap };
}

/** What the heap of a method ends with. */
export function endOf(name: string, count: number): End {
  return endOfWorld(heapOf(name, count, new Float64Array(STEPS)));
}

/** Runs the heap of a method several times. */
export function measureMethod(name: string, count: number): MethodRow {
  const least = new Float64Array(STEPS);
  for (let run = 0; run < FIRST_RUNS; run++) heapOf(name, count, least);
  least.fill(Infinity);
  const start = performance.now();
  let world = heapOf(name, count, least);
  for (let run = 1; run < RUNS.most; run++) {
    if (run >= RUNS.least && performance.now() - start > 1000 * LONG_ENOUGH) break;
    world = heapOf(name, count, least);
  }
  const time = least.reduce((sum, value) => sum + value, 0) / STEPS;
  return { method: name, count, time, ...endOfWorld(world) };
}
