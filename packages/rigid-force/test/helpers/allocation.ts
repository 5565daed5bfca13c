/** Run by allocation.test.ts in its own process: prints the bytes that 1,000 steps of a settling pile allocate, per solver. */
import { loadScene, type Solver } from '@otedama/rigid';
import { findScene } from '@otedama/scenes';
import { allocatedBytes } from '@otedama/tooling/heap';
import { createForceSolver, createPenaltySolver } from '../../src/index.js';

const create: Record<string, () => Solver> = { force: createForceSolver, penalty: createPenaltySolver };
const results: Record<string, number> = {};
for (const [name, solver] of Object.entries(create)) {
  const world = loadScene(findScene('boxes-in-v').create({ count: 30 }), {
    solver: solver(),
    sleeping: false,
  });
  for (let k = 0; k < 300; k++) world.step(0.02);
  results[name] = allocatedBytes(() => world.step(0.02), 1000);
}
console.log(JSON.stringify(results));
