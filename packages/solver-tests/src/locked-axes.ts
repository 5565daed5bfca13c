/**
 * Tests of bodies with a locked axis on slopes, where every contact also pushes along the locked axis. The locked coordinate must not
 * change in any bit, and the bodies must not sink. The tests of every solver package call `testLockedAxes`.
 */
import type { Solver } from '@otedama/rigid';
import { describe, expect, test } from 'vitest';
import { box, circle, makeWorld, wall } from './bodies.js';

const GRAVITY = 9.81;
const DT = 1 / 60;
const RADIUS = 0.5;

/** Registers the tests. */
export function testLockedAxes(createSolver: () => Solver): void {
  describe('bodies with a locked axis', () => {
    test.each([20, 45, 70])('rest on a slope of %s degrees, on their line and not sinking', (degrees) => {
      const angle = (degrees * Math.PI) / 180;
      const height = RADIUS / Math.cos(angle);
      for (const shape of [circle(RADIUS), box(2 * RADIUS, 2 * RADIUS)]) {
        for (const lock of [{ lockX: true }, { lockY: true }]) {
          const isX = 'lockX' in lock;
          // gravity acts along the free axis
          const { world, bodies } = makeWorld(createSolver(), 0, [
            isX ? wall(angle) : wall(angle - Math.PI / 2),
            {
              ...lock,
              position: isX ? { x: 0, y: height } : { x: height, y: 0 },
              angle,
              fixedRotation: true,
              shapes: [shape],
            },
          ]);
          world.gravity = isX ? { x: 0, y: -GRAVITY } : { x: -GRAVITY, y: 0 };
          const body = bodies[1];
          let free = height;
          for (let k = 0; k < 300; k++) {
            world.step(DT);
            const { x, y } = body.position;
            expect(isX ? x : y).toBe(0);
            free = isX ? y : x;
          }
          expect(Math.abs(free - height)).toBeLessThan(0.002);
        }
      }
    });
  });
}
