/**
 * Run by allocation.test.ts in its own process: prints the bytes that 1,000 steps of a settling pile with a soft body allocate, and those of
 * a soft body and balls that float in wind.
 */
import { polygon } from '@otedama/math2d';
import { addBuoyancy, addWind, createWorld, loadScene } from '@otedama/rigid';
import { findScene } from '@otedama/scenes';
import { allocatedBytes } from '@otedama/tooling/heap';
import { createShapeMatching } from '../../src/index.js';

const world = loadScene(findScene('boxes-in-v').create({ count: 30 }), {
  solver: createShapeMatching(),
  sleeping: false,
});
world.createSoftBody({
  outline: polygon.rectangle(2, 2),
  position: { x: 0, y: 16 },
  keepArea: true,
  clusterSize: 1,
});
for (let k = 0; k < 300; k++) world.step(0.02);

const pond = createWorld({ solver: createShapeMatching(), sleeping: false });
pond.createSoftBody({ outline: polygon.rectangle(2, 2), density: 0.5 });
for (let k = 0; k < 20; k++) {
  pond.createBody({ position: { x: 3 + k, y: 0 }, shapes: [{ kind: 'circle', radius: 0.4, density: 0.5 }] });
}
addBuoyancy(pond, { kind: 'buoyancy', surface: { x: 0, y: 0 } });
addWind(pond, { kind: 'wind', velocity: { x: 1, y: 0 } });

console.log(
  JSON.stringify({
    shapeMatching: allocatedBytes(() => world.step(0.02), 1000),
    fields: allocatedBytes(() => pond.step(0.02), 1000),
  }),
);
