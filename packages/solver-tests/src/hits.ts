/**
 * Tests of hit events. The reported impulse of a hit must equal the change of momentum, for every method and every number of substeps. The
 * tests of every solver package call `testHits`.
 */
import type { BodyDefinition, ShapeDefinition, Solver } from '@otedama/rigid';
import { describe, expect, test } from 'vitest';
import { box, circle, makeWorld, type Surface, wall } from './bodies.js';

const DT = 1 / 60;
const MASS = 2;
const SPEED = 5;

/** Bodies that hit a wall or each other without gravity. The observed body is the last one. */
const hits: [name: string, bodies: (surface: Surface, height: number) => BodyDefinition[]][] = [
  ['a ball on a wall', (surface, height) => [wall(0, surface), falling(circle(0.5, surface), 0.5 + height)]],
  [
    'a box flat on a wall',
    (surface, height) => [wall(0, surface), falling(box(2, 1, surface), 0.5 + height)],
  ],
  [
    'a box on its corner',
    (surface, height) => [wall(0, surface), { ...falling(box(2, 1, surface), 1.2 + height), angle: 0.5 }],
  ],
  [
    'a ball on a heavy box that is free',
    (surface, height) => [
      // fixed rotation, so that the normal stays the one that the hit reports
      { mass: 7, fixedRotation: true, shapes: [box(3, 1, surface)] },
      { ...falling(circle(0.4, surface), 0.9 + height), position: { x: 1, y: 0.9 + height } },
    ],
  ],
];

function falling(shape: ShapeDefinition, height: number): BodyDefinition {
  return {
    position: { x: 0, y: height },
    mass: MASS,
    linearVelocity: { x: 0, y: -SPEED },
    shapes: [{ ...shape, hitEvents: true }],
  };
}

/** Registers the tests. */
export function testHits(createSolver: () => Solver): void {
  describe('the impulse of a hit', () => {
    test.each(hits)('is the momentum that it passed on: %s', (_, make) => {
      for (const restitution of [0, 0.5, 1]) {
        for (const friction of [0, 0.6]) {
          // the hit happens early, in the middle and late in a step
          for (const share of [0.1, 0.5, 0.9]) {
            const { world, bodies } = makeWorld(
              createSolver(),
              0,
              make({ restitution, friction }, (1 + share) * SPEED * DT),
            );
            const body = bodies[1];
            let found = 0;
            for (let step = 0; step < 10; step++) {
              const before = body.linearVelocity;
              world.step(DT);
              const after = body.linearVelocity;
              for (const { normalImpulse, normalX, normalY } of world.events.hit) {
                found++;
                const passed = MASS * (normalX * (after.x - before.x) + normalY * (after.y - before.y));
                expect(Math.abs(normalImpulse - Math.abs(passed))).toBeLessThan(1e-9 * MASS * SPEED);
              }
            }
            expect(found).toBeGreaterThan(0);
          }
        }
      }
    });
  });
}
