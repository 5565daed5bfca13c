/**
 * Run by spinner.test.ts in a process of its own with native modules. Steps the spinner scene and prints, as JSON, how many of its small bodies
 * were ever beyond the ring, how many became non-finite, and what the sweeps did. Arguments: bodies, steps, `off` for no continuous collision.
 */
import { argv } from 'node:process';
import { loadScene, X, Y } from '@otedama/rigid';
import { spinner } from '@otedama/scenes';
import { createSoftStep } from '../../src/index.js';

/** Radius of the ring, m: a body whose origin is farther out has escaped. */
const RING = 40;

const [count, steps] = argv.slice(2).map(Number);
const scene = spinner.create({ count });
const world = loadScene(scene, { solver: createSoftStep(), sleeping: false, continuous: argv[4] !== 'off' });
const small = world.bodies.slice(2).map((body) => body.id);
const escaped = new Set<number>();
let frozen = 0;
let stopped = 0;
let slowest = Number.POSITIVE_INFINITY;
for (let step = 0; step < steps; step++) {
  world.step(scene.timeStep);
  frozen += world.events.bodyFrozen.length;
  stopped += world.stats.stoppedBodies;
  if (step >= steps / 2) slowest = Math.min(slowest, world.bodies[1].angularVelocity);
  const { pose } = world.bodyStore;
  for (const id of small) {
    const x = pose[8 * id + X];
    const y = pose[8 * id + Y];
    // a body that is not a number counts too
    if (!(x * x + y * y <= RING * RING)) escaped.add(id);
  }
}
console.log(JSON.stringify({ bodies: small.length, escaped: escaped.size, frozen, stopped, slowest }));
