/**
 * Tests of rolling balls. The normal force on a ball acts through its centre. On level ground the ball therefore keeps its speed forever,
 * and downhill it accelerates by 2/3 g sin(slope). If the contact point of a method turns with the ball, even only within a step, the
 * method accelerates or brakes the ball. The tests of every solver package call `testRolling`.
 */
import type { BodyDefinition, Solver } from '@otedama/rigid';
import { describe, expect, test } from 'vitest';
import { box, circle, makeWorld, wall } from './bodies.js';

const GRAVITY = 9.81;
const DT = 1 / 60;
const rough = { friction: 0.8 };

/** Radii (m) and speeds (m/s): up to 0.7 rad per step (the world limits rotation to 0.785 rad per step). */
const balls: [radius: number, speed: number][] = [
  [0.5, 1],
  [0.5, 5],
  [0.5, 20],
  [0.1, 0.3],
  [0.1, 1],
  [0.1, 4],
];

const floors: [name: string, floor: BodyDefinition][] = [
  ['a half-space', wall(0, rough)],
  ['a long box', { type: 'static', position: { x: 0, y: -0.5 }, shapes: [box(1000, 1, rough)] }],
];

/** Registers the tests. */
export function testRolling(createSolver: () => Solver): void {
  describe('balls that roll', () => {
    test.each(floors)('on %s keep speed, spin and height for ten seconds to 1/1,000', (_, floor) => {
      for (const [radius, speed] of balls) {
        const { world, bodies } = makeWorld(createSolver(), GRAVITY, [
          floor,
          {
            position: { x: 0, y: radius },
            linearVelocity: { x: speed, y: 0 },
            angularVelocity: -speed / radius,
            shapes: [circle(radius, rough)],
          },
        ]);
        const ball = bodies[1];
        for (let k = 0; k < 600; k++) world.step(DT);
        expect(Math.abs(ball.linearVelocity.x / speed - 1)).toBeLessThan(1e-3);
        expect(Math.abs((-ball.angularVelocity * radius) / speed - 1)).toBeLessThan(1e-3);
        // with penalty springs, the ball rests with some penetration
        expect(Math.abs(ball.position.y - radius)).toBeLessThan(0.0005);
      }
    });

    test('down a slope gain 2/3 g sin of it, to 1/200', () => {
      for (const radius of [0.1, 0.5]) {
        const slope = -0.3;
        const { world, bodies } = makeWorld(createSolver(), GRAVITY, [
          wall(slope, rough),
          {
            position: { x: -radius * Math.sin(slope), y: radius * Math.cos(slope) },
            shapes: [circle(radius, rough)],
          },
        ]);
        for (let k = 0; k < 120; k++) world.step(DT);
        const { x, y } = bodies[1].linearVelocity;
        expect(Math.hypot(x, y) / ((2 / 3) * GRAVITY * Math.sin(-slope) * 2)).toBeCloseTo(1, 2);
      }
    });
  });
}
