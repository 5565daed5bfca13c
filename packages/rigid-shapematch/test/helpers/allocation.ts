/** Run by allocation.test.ts in its own process: prints the bytes that 500 steps of a settling pile with a soft body allocate. */
import { polygon } from '@otedama/math2d';
import { loadScene } from '@otedama/rigid';
import { findScene } from '@otedama/scenes';
import { allocatedBytes } from '@otedama/tooling/heap';
import { createShapeMatching } from '../../src/index.js';

const world = loadScene(findScene('boxes-in-v').create({ count: 60 }), {
  solver: createShapeMatching(),
  sleeping: false,
});
world.createSoftBody({
  outline: polygon.rectangle(2, 2),
  position: { x: 0, y: 16 },
  keepArea: true,
  clusterSize: 1,
});
for (let k = 0; k < 1000; k++) world.step(0.02);
console.log(JSON.stringify({ shapeMatching: allocatedBytes(() => world.step(0.02), 500) }));
