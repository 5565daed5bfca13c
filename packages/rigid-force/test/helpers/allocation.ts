/** Run by allocation.test.ts in a process of its own: prints the bytes that 500 steps of a settling pile allocate, per solver. */
import { loadScene, type Solver } from '@otedama/rigid';
import { findScene } from '@otedama/scenes';
import { allocatedBytes, steps } from '@otedama/solver-tests/heap';
import { createForceSolver, createPenaltySolver } from '../../src/index.js';

const create: Record<string, () => Solver> = { force: createForceSolver, penalty: createPenaltySolver };
const results: Record<string, number> = {};
for (const [name, solver] of Object.entries(create)) {
  const world = loadScene(findScene('boxes-in-v').create({ count: 60 }), {
    solver: solver(),
    sleeping: false,
  });
  steps(world, 1000, 0.02);
  results[name] = allocatedBytes(world, 500, 0.02);
}
console.log(JSON.stringify(results));
