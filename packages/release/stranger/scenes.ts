import { loadScene } from '@otedama/rigid';
import { createSoftStep } from '@otedama/rigid-constraint';
import { findScene } from '@otedama/scenes';

const world = loadScene(findScene('pyramid').create({ base: 4 }), { solver: createSoftStep() });
world.step(1 / 60);
console.log(world.bodies.filter((body) => body.type === 'dynamic').length);
