/** The spinner: thousands of small bodies stirred by a fast motor. `docs/soft-step.md` has the run of 3,000 steps. */

import { loadScene, X, Y } from '@otedama/rigid';
import { spinner } from '@otedama/scenes';
import { expect, test } from 'vitest';
import { createSoftStep } from '../src/index.js';

/** Radius of the ring, m: a body whose origin is farther out has escaped. */
const RING = 40;

/**
 * Steps the scene. Returns how many of its small bodies were ever outside the ring, how many became non-finite, how often a sweep stopped
 * a body, and the lowest speed of the arm in the second half, rad/s.
 */
function stir(count: number, steps: number, continuous = true): Record<string, number> {
  const scene = spinner.create({ count });
  const world = loadScene(scene, { solver: createSoftStep(), sleeping: false, continuous });
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
      // a body with a NaN position counts too
      if (!(x * x + y * y <= RING * RING)) escaped.add(id);
    }
  }
  return { bodies: small.length, escaped: escaped.size, frozen, stopped, slowest };
}

test('C9 none of the 6,076 bodies of the spinner leaves the ring in 75 steps or is lost to infinity', () => {
  const { bodies, escaped, frozen, stopped, slowest } = stir(6076, 75);
  expect(bodies).toBe(6076);
  expect(escaped).toBe(0);
  expect(frozen).toBe(0);
  // the arm does rotate, and bodies do hit the ring faster than contacts alone would detect
  expect(slowest).toBeGreaterThan(4);
  expect(stopped).toBeGreaterThan(1000);
});

test('without continuous collision some bodies leave the ring', () => {
  expect(stir(2000, 60, false).escaped).toBeGreaterThan(100);
});
