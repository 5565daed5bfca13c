/** Sliders and welds with long arms: one pass solves all rows of such a joint, where rows solved in turns would need some hundred. */

import { type Body, createWorld, type JointDefinition } from '@otedama/rigid';
import { expect, test } from 'vitest';
import { createSequentialImpulses, createSoftStep } from '../src/index.js';
import { boxShape } from './bodies.js';

/** So short that the turn within the step hardly changes the arms, s. */
const DT = 1 / 24_000;

const joints = {
  slider: { kind: 'prismatic', localAxisA: { x: 1, y: 0 } },
  weld: { kind: 'weld' },
};

test.each([
  ['slider', 'soft step'],
  ['slider', 'sequential impulses'],
  ['weld', 'soft step'],
  ['weld', 'sequential impulses'],
] as const)('%s under %s: after one pass the bodies move as the joint allows', (kind, method) => {
  const solver =
    method === 'soft step'
      ? createSoftStep({ jointPasses: 1 })
      : createSequentialImpulses({ velocityIterations: 1 });
  const world = createWorld({ solver, gravity: { x: 0, y: 0 }, sleeping: false });
  const reach = 12;
  const bodyA = world.createBody({ angularVelocity: 1, shapes: [boxShape(0.2, 0.1)] });
  const bodyB = world.createBody({
    position: { x: reach, y: 0 },
    linearVelocity: { x: 0, y: -2 },
    shapes: [boxShape(0.1, 0.2, { density: 5 })],
  });
  const worldAnchor = { x: 0.5, y: 0 };
  world.createJoint({ ...joints[kind], bodyA, bodyB, worldAnchor } as JointDefinition<Body>);
  const before = world.invariants();
  world.step(DT);
  // the velocity of B against the frame of A, in that frame: along the axis only, or none
  const { x: vx, y: vy } = bodyB.linearVelocity;
  const at = bodyA.getPointVelocity(bodyB.position);
  const relative = bodyA.getLocalVector({ x: vx - at.x, y: vy - at.y });
  expect(Math.abs(bodyB.angularVelocity - bodyA.angularVelocity)).toBeLessThan(1e-4);
  expect(Math.abs(relative.y)).toBeLessThan(1e-4);
  if (kind === 'weld') expect(Math.abs(relative.x)).toBeLessThan(1e-4);
  const after = world.invariants();
  expect(after.linearMomentum.y).toBeCloseTo(before.linearMomentum.y, 12);
  expect(after.kineticEnergy).toBeLessThan(before.kineticEnergy);
});
