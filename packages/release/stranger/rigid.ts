import { createWorld, InputError, takeSnapshot } from '@otedama/rigid';
import { createSequentialImpulses } from '@otedama/rigid-constraint';

const world = createWorld({ solver: createSequentialImpulses(), gravity: { x: 0, y: 0 } });
const disc = world.createBody({ linearVelocity: { x: 3, y: 0 }, shapes: [{ kind: 'circle', radius: 1 }] });
for (let step = 0; step < 60; step++) world.step(1 / 60);
const file = new Blob([takeSnapshot(world)]);
if (file.size === 0) throw new Error('an empty file');
try {
  world.step(-1);
} catch (error) {
  if (!(error instanceof InputError)) throw error;
}
console.log(disc.position.x);
