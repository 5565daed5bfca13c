/**
 * Tests of the loads that a world reports. At rest, the impulses of its contacts are forces times the step, for every method and every
 * number of substeps, and so a stack shows its weight. The tests of every solver package call `testLoads`.
 */
import type { ContactView, Solver, World } from '@otedama/rigid';
import { describe, expect, test } from 'vitest';
import { box, makeWorld, wall } from './bodies.js';

const DT = 1 / 60;
const GRAVITY = 10;
const STEPS = 180;
/** Largest relative error of a load: what is left of the settling after `STEPS`. */
const TOLERANCE = 0.01;

/** Force of the contacts between two bodies along their normal and their tangent (normalY, -normalX), N. */
function loadOf(world: World, isMeant: (contact: ContactView) => boolean): [number, number] {
  let [normal, tangent] = [0, 0];
  world.forEachContact((contact) => {
    if (!isMeant(contact)) return;
    for (let point = 0; point < contact.pointCount; point++) {
      normal += contact.normalImpulse(point) / DT;
      tangent += contact.tangentImpulse(point) / DT;
    }
  });
  return [normal, tangent];
}

/** Registers the tests. */
export function testLoads(createSolver: () => Solver): void {
  describe('the loads of bodies at rest', () => {
    test('the contacts of a stack carry the weight above them', () => {
      const boxes = [1, 2, 3].map((mass, k) => ({
        mass,
        position: { x: 0, y: 0.5 + k },
        shapes: [box(1, 1)],
      }));
      const { world, bodies } = makeWorld(createSolver(), GRAVITY, [wall(0), ...boxes]);
      for (let step = 0; step < STEPS; step++) world.step(DT);
      [6, 5, 3].forEach((mass, k) => {
        const [normal] = loadOf(world, ({ bodyA, bodyB }) => bodyA === bodies[k] && bodyB === bodies[k + 1]);
        expect(Math.abs(normal / (mass * GRAVITY) - 1)).toBeLessThan(TOLERANCE);
      });
    });

    test('friction holds a box on a slope with m g sin a', () => {
      const angle = 0.3;
      const [x, y] = [-0.5 * Math.sin(angle), 0.5 * Math.cos(angle)];
      const { world } = makeWorld(createSolver(), GRAVITY, [
        wall(angle, { friction: 0.6 }),
        { mass: 2, position: { x, y }, angle, shapes: [box(1, 1, { friction: 0.6 })] },
      ]);
      for (let step = 0; step < STEPS; step++) world.step(DT);
      const [normal, tangent] = loadOf(world, () => true);
      expect(Math.abs(normal / (2 * GRAVITY * Math.cos(angle)) - 1)).toBeLessThan(TOLERANCE);
      expect(Math.abs(Math.abs(tangent) / (2 * GRAVITY * Math.sin(angle)) - 1)).toBeLessThan(TOLERANCE);
    });

    test('a grab joint holds a body with its weight', () => {
      const { world, bodies } = makeWorld(createSolver(), GRAVITY, [{ mass: 2, shapes: [box(1, 1)] }]);
      const joint = world.createJoint({ kind: 'grab', body: bodies[0], target: { x: 0, y: 0 } });
      for (let step = 0; step < STEPS; step++) world.step(DT);
      expect(joint.reactionForce.x).toBe(0);
      expect(Math.abs(joint.reactionForce.y / (2 * GRAVITY) - 1)).toBeLessThan(TOLERANCE);
    });
  });
}
