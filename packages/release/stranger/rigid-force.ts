import { createWorld } from '@otedama/rigid';
import { createForceSolver } from '@otedama/rigid-force';

const world = createWorld({ solver: createForceSolver(), gravity: { x: 0, y: -10 } });
world.createBody({ type: 'static', shapes: [{ kind: 'halfSpace', normal: { x: 0, y: 1 } }] });
const half = 0.5;
const vertices = [
  { x: -half, y: -half },
  { x: half, y: -half },
  { x: half, y: half },
  { x: -half, y: half },
];
const box = world.createBody({ position: { x: 0, y: 1 }, shapes: [{ kind: 'polygon', vertices }] });
for (let step = 0; step < 120; step++) world.step(1 / 60);
console.log(box.position.y);
