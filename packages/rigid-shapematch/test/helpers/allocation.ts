/** Run by allocation.test.ts in a process of its own: prints the bytes that 500 steps of a settling pile allocate, per solver. */
import { memoryUsage } from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { loadScene, type Solver, type World } from '@otedama/rigid';
import { findScene } from '@otedama/scenes';
import { createShapeMatching } from '../../src/index.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/**
 * The fewest bytes of several rounds, since compiling takes memory and code that is not compiled yet allocates numbers. Increases only
 * are added up, so that a collection in between hides nothing.
 */
function allocatedBytes(world: World): number {
  for (let k = 0; k < 1000; k++) world.step(0.02);
  let fewest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 8; round++) {
    collectGarbage();
    let sum = 0;
    for (let sample = 0; sample < 5; sample++) {
      const before = memoryUsage().heapUsed;
      for (let k = 0; k < 100; k++) world.step(0.02);
      sum += Math.max(0, memoryUsage().heapUsed - before);
    }
    fewest = Math.min(fewest, sum);
  }
  return fewest;
}

const create: Record<string, () => Solver> = { shapeMatching: createShapeMatching };
const results: Record<string, number> = {};
for (const [name, solver] of Object.entries(create)) {
  const world = loadScene(findScene('boxes-in-v').create({ count: 60 }), {
    solver: solver(),
    sleeping: false,
  });
  world.createSoftBody({
    outline: [
      { x: -1, y: -1 },
      { x: 1, y: -1 },
      { x: 1, y: 1 },
      { x: -1, y: 1 },
    ],
    position: { x: 0, y: 16 },
    keepArea: true,
    clusterSize: 1,
  });
  results[name] = allocatedBytes(world);
}
console.log(JSON.stringify(results));
