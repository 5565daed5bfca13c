/**
 * Tests of characters that stand on a crate off its centre. Neither must move. The character applies its weight again in every step, and a
 * method must not let this rock the crate. The tests of every solver package call `testStandingCharacters`.
 */
import { createCharacter, createWorld, type Solver } from '@otedama/rigid';
import { describe, expect, test } from 'vitest';
import { box, wall } from './bodies.js';

const SKIN = 0.01;

/** Registers the tests. */
export function testStandingCharacters(createSolver: () => Solver): void {
  describe('a character of 80 kg that stands on a crate', () => {
    test.each([20, 80, 800])('stays where it is, and so does the crate: %s kg', (mass) => {
      for (const dt of [1 / 30, 1 / 60, 1 / 240]) {
        const world = createWorld({ solver: createSolver(), gravity: { x: 0, y: -10 } });
        const surface = { friction: 0.6 };
        world.createBody(wall(0, surface));
        const crate = world.createBody({ position: { x: 0, y: 0.5 }, mass, shapes: [box(1.5, 1, surface)] });
        const mover = createCharacter(world, {
          shape: { kind: 'circle', radius: 0.4 },
          position: { x: 0.2, y: 1 + 0.4 + SKIN },
        });
        for (let time = 0; time < 3; time += dt) {
          mover.move({ x: 0, y: 0 }, dt);
          world.step(dt);
          expect(mover.isGrounded).toBe(true);
        }
        expect(Math.abs(crate.position.x)).toBeLessThan(0.005);
        expect(Math.abs(crate.position.y - 0.5)).toBeLessThan(0.005);
        expect(Math.abs(mover.body.position.x - 0.2)).toBeLessThan(0.005);
        expect(Math.abs(mover.body.position.y - crate.position.y - 0.9 - SKIN)).toBeLessThan(0.005);
      }
    });
  });
}
