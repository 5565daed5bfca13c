/**
 * Tests of sensors through which a body passes within one or two steps. The sensor must report it once, for methods that detect collisions
 * once per step and for methods that detect them many times. The tests of every solver package call `testSensorPasses`.
 */
import type { Solver } from '@otedama/rigid';
import { describe, expect, test } from 'vitest';
import { box, circle, makeWorld, seeded } from './bodies.js';

const DT = 1 / 60;

/** Registers the tests. */
export function testSensorPasses(createSolver: () => Solver): void {
  describe('a thin sensor that a ball flies through', () => {
    test.each(['static', 'kinematic'] as const)('tells of it once: %s', (type) => {
      const next = seeded(9);
      for (let k = 0; k < 40; k++) {
        const { world } = makeWorld(createSolver(), 0, [
          { type, shapes: [{ ...box(0.1, 4), sensor: true }] },
          {
            position: { x: -3 - 2 * next(), y: 0 },
            linearVelocity: { x: 40 + 200 * next(), y: 0 },
            shapes: [circle(0.05)],
          },
        ]);
        let begun = 0;
        let ended = 0;
        for (let step = 0; step < 15; step++) {
          world.step(DT);
          begun += world.events.sensorBegin.length;
          ended += world.events.sensorEnd.length;
          expect(begun).toBeLessThan(2);
          expect(ended).toBeLessThanOrEqual(begun);
        }
        expect([begun, ended]).toEqual([1, 1]);
      }
    });
  });
}
