/**
 * Bodies that hit the floor, set up for the closed-form solutions of single hits. `testVertexHit` is for methods that solve a hit at the
 * poses at which it was found.
 */

import type { Body, Solver, World } from '@otedama/rigid';
import { expect, test } from 'vitest';
import { circle, makeWorld, square, wall } from './bodies.js';
import { totals } from './measure.js';

/** Angle of the articles' square in `vertexHit`, rad. */
export const TILT = 0.3;
/** Height of its centre above the touching vertex, m. The lever arm is R = (0.2955, -0.9553) m. */
export const VERTEX_HEIGHT = 0.95533649;

/** A square with circumradius 1 m that touches the floor with one vertex. */
export function vertexHit(
  solver: Solver,
  velocity: { x: number; y: number },
  spin: number,
  surface: object,
  gravity = 0,
): { world: World; body: Body } {
  const { world, bodies } = makeWorld(solver, gravity, [
    wall(0, surface),
    {
      mass: 1,
      position: { x: 0, y: VERTEX_HEIGHT },
      angle: TILT,
      linearVelocity: velocity,
      angularVelocity: spin,
      shapes: [square(1)],
    },
  ]);
  return { world, body: bodies[1] };
}

/** A body of mass 1 kg and inertia 1/3 kg m^2 that touches the floor 0.7 m below its centre. */
export function ballast(
  solver: Solver,
  velocity: { x: number; y: number },
  surface: object,
): { world: World; body: Body } {
  const arm = (1 / 3 - 0.245) / (0.81 + 0.00125 - 0.245);
  const { world, bodies } = makeWorld(solver, 0, [
    wall(0, surface),
    {
      position: { x: 0, y: 0.7 },
      linearVelocity: velocity,
      shapes: [
        { ...circle(0.7), density: (1 - arm) / (Math.PI * 0.49) },
        { ...circle(0.05, {}, 0.9), density: arm / 2 / (Math.PI * 0.0025) },
        { ...circle(0.05, {}, -0.9), density: arm / 2 / (Math.PI * 0.0025) },
      ],
    },
  ]);
  return { world, body: bodies[1] };
}

/** Registers the test of a square that hits the floor with a vertex, compared with its closed form to seven digits. */
export function testVertexHit(createSolver: () => Solver): void {
  test('10.2.2 10.2.3 D-F2 vertex hit without friction, at rest and spinning before', () => {
    const { world, body } = vertexHit(createSolver(), { x: 0, y: -5 }, 0, { restitution: 0.5 });
    world.step(0.02);
    expect(body.linearVelocity.x).toBeCloseTo(0, 9);
    expect(body.linearVelocity.y).toBeCloseTo(0.94296382, 7);
    expect(body.angularVelocity).toBeCloseTo(5.2687977, 6);
    expect(12.5 - totals(world).kinetic).toBeCloseTo(7.4287048, 6);
    const spinning = vertexHit(createSolver(), { x: 0, y: -5 }, 4, { restitution: 0.5 });
    spinning.world.step(0.02);
    expect(spinning.body.linearVelocity.y).toBeCloseTo(-0.4620489, 7);
    expect(spinning.body.angularVelocity).toBeCloseTo(8.0231687, 6);
  });
}
