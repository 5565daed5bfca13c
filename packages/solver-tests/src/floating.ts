/**
 * Tests of bodies that float on a liquid. The buoyancy force is constant over a step, and a method must not let it increase the
 * oscillation. Small bodies oscillate fast and would be launched out of the water. The tests of every solver package call `testFloating`.
 */
import { addBuoyancy, type Body, createWorld, type Solver } from '@otedama/rigid';
import { describe, expect, test } from 'vitest';
import { box } from './bodies.js';

const GRAVITY = 10;

/**
 * Largest deviations of a body with half the density of the liquid from equilibrium, in the first and the last tenth of 30 seconds:
 * height, m, and angle, rad.
 */
function swings(solver: Solver, dt: number, height: number, drag: number, angle: number): [number, number][] {
  const world = createWorld({ solver, gravity: { x: 0, y: -GRAVITY }, sleeping: false });
  const field = { kind: 'buoyancy', surface: { x: 0, y: 0 }, density: 1 } as const;
  addBuoyancy(world, { ...field, linearDrag: drag, angularDrag: drag });
  const body: Body = world.createBody({
    position: { x: 0, y: angle === 0 ? 0.1 * height : 0 },
    angle,
    shapes: [{ ...box(4 * height, height), density: 0.5 }],
  });
  const steps = Math.round(30 / dt);
  const first: [number, number] = [0, 0];
  const last: [number, number] = [0, 0];
  for (let k = 0; k < steps; k++) {
    const most = k < steps / 10 ? first : last;
    if (k < steps / 10 || k >= 0.9 * steps) {
      most[0] = Math.max(most[0], Math.abs(body.position.y));
      most[1] = Math.max(most[1], Math.abs(body.angle));
    }
    world.step(dt);
  }
  return [first, last];
}

/** Registers the tests. */
export function testFloating(createSolver: () => Solver): void {
  describe('bodies that bob on a liquid', () => {
    test.each([0.5, 0.1, 0.02])(
      'come to rest with the drag that they have by default, %s m high',
      (height) => {
        for (const dt of [1 / 120, 1 / 60, 1 / 30]) {
          const [, last] = swings(createSolver(), dt, height, 1, 0);
          expect(last[0] / height).toBeLessThan(0.01);
        }
      },
    );

    test('swing no wider without any, upwards or from side to side', () => {
      for (const height of [2, 0.5, 0.1]) {
        const [first, last] = swings(createSolver(), 1 / 60, height, 0, 0);
        expect(first[0]).toBeLessThan(0.101 * height);
        expect(last[0]).toBeLessThan(first[0]);
        const [firstRock, lastRock] = swings(createSolver(), 1 / 60, height, 0, 0.1);
        expect(firstRock[1]).toBeLessThan(0.101);
        expect(lastRock[1]).toBeLessThan(firstRock[1]);
      }
    });
  });
}
