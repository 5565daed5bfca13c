/**
 * Tests of rebounds in gravity, for methods that find a hit at the start of a step: a ball that falls from h rises to e^2 h at each bounce,
 * wherever within a step it meets the floor.
 */

import type { Solver } from '@otedama/rigid';
import { expect, test } from 'vitest';
import { circle, makeWorld, wall } from './bodies.js';

const GRAVITY = 9.8;
/** m; they meet the floor at different times within a step. */
const HEIGHTS = [2, 1.93, 1.86, 1.79, 1.72, 1.65];
const BOUNCES = 5;

/** Registers the tests. */
export function testRebounds(createSolver: () => Solver): void {
  test.each([
    // with e = 1 only the top is not exact, which steps meet within g dt^2 / 2
    [1, 1, 8.3e-4],
    [1, 3, 2.5e-3],
    [0.7, 1, 4e-3],
  ])('with e = %d and %d times gravity a ball rises to e^2 h at each bounce', (e, gravityScale, error) => {
    let worst = 0;
    for (const height of HEIGHTS) {
      const { world, bodies } = makeWorld(createSolver(), GRAVITY, [
        wall(0, { restitution: e }),
        { position: { x: 0, y: height + 0.5 }, gravityScale, shapes: [circle(0.5)] },
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
        worst = Math.max(worst, Math.abs(top / height - e ** (2 * bounces)));
      }
      expect(bounces, `from ${height} m`).toBe(BOUNCES);
    }
    expect(worst).toBeLessThan(error);
  });
}
