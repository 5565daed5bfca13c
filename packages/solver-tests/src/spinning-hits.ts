/**
 * Balls that hit the floor obliquely and with spin, compared with the closed form by Newton's law of impact and Coulomb's law of friction.
 * With the mass m, the radius r, the inertia I = m r^2 / 2, the velocity v, the spin w and the slip s = v_x + r w at the lowest point,
 *
 *     N = (1 + e) m |v_y|,      T = clamp(-s / (1/m + r^2/I), -mu N, mu N) = clamp(-m s / 3, -mu N, mu N)
 *     v_x' = v_x + T/m,      v_y' = e |v_y|,      w' = w + r T / I
 */

import type { Solver } from '@otedama/rigid';
import { expect, test } from 'vitest';
import { circle, makeWorld, seeded, wall } from './bodies.js';

const DT = 1 / 60;
const RADIUS = 0.5;

/** Largest error, m/s; of the spin times 2 / r. */
const TOLERANCE = 1e-9;

/** Registers the test. */
export function testSpinningHits(createSolver: () => Solver): void {
  test('balls that hit the floor with spin leave it as by Newton and Coulomb, sliding and rolling', () => {
    const next = seeded(5);
    let sliding = 0;
    for (let n = 0; n < 200; n++) {
      const surface = { restitution: n % 4 === 0 ? 0 : next(), friction: 1.5 * next() };
      const v = { x: 16 * next() - 8, y: -2 - 6 * next() };
      const w = 40 * next() - 20;
      const { world, bodies } = makeWorld(createSolver(), 0, [
        wall(0, surface),
        // it touches the floor, so that the arm of its contact is r
        {
          position: { x: 0, y: RADIUS },
          linearVelocity: v,
          angularVelocity: w,
          mass: 1,
          shapes: [circle(RADIUS, surface)],
        },
      ]);
      for (let step = 0; step < 4; step++) world.step(DT);
      const limit = surface.friction * (1 + surface.restitution) * -v.y;
      const wanted = -(v.x + RADIUS * w) / 3;
      const impulse = Math.max(-limit, Math.min(limit, wanted));
      if (impulse !== wanted) sliding++;
      const { linearVelocity, angularVelocity } = bodies[1];
      expect(Math.abs(linearVelocity.x - (v.x + impulse))).toBeLessThan(TOLERANCE);
      expect(Math.abs(linearVelocity.y + surface.restitution * v.y)).toBeLessThan(TOLERANCE);
      expect(Math.abs(angularVelocity - (w + (2 * impulse) / RADIUS))).toBeLessThan((2 * TOLERANCE) / RADIUS);
    }
    expect(sliding).toBeGreaterThan(30);
    expect(sliding).toBeLessThan(150);
  });
}
