/**
 * Tests of rebounds in gravity, for methods that find a hit at the start of a step: a ball that falls from h rises to e^2 h at each bounce,
 * wherever within a step it meets the floor.
 */

import type { Solver } from '@otedama/rigid';
import { expect, test } from 'vitest';
import { circle, makeWorld, wall } from './bodies.js';

const GRAVITY = 9.8;
const HEIGHT = 2;
const BOUNCES = 5;

/** Registers the tests. */
export function testRebounds(createSolver: () => Solver): void {
  test.each([
    [1, 1, 5e-4],
    [1, 3, 2.5e-3],
    [0.7, 1, 4e-3],
  ])('with e = %d and %d times gravity a ball rises to e^2 h at each bounce', (e, gravityScale, error) => {
    const { world, bodies } = makeWorld(createSolver(), GRAVITY, [
      wall(0, { restitution: e }),
      { position: { x: 0, y: HEIGHT + 0.5 }, gravityScale, shapes: [circle(0.5)] },
    ]);
    let bounces = 0;
    for (let step = 0; bounces < BOUNCES && step < 1000; step++) {
      const { y } = bodies[1].linearVelocity;
      world.step(1 / 60);
      const { linearVelocity, position } = bodies[1];
      if (!(y > 0 && linearVelocity.y <= 0)) continue;
      bounces++;
      // the top lies between two steps
      const top = position.y - 0.5 + linearVelocity.y ** 2 / (2 * GRAVITY * gravityScale);
      expect(Math.abs(top - HEIGHT * e ** (2 * bounces))).toBeLessThan(HEIGHT * error);
    }
    expect(bounces).toBe(BOUNCES);
  });
}
