import { createWorld, JOINT_ANGLE, JOINT_STRIDE, loadScene, type Scene, type World } from '@otedama/rigid';
import { findScene } from '@otedama/scenes';
import { describe, expect, test } from 'vitest';
import { createSoftStep } from '../src/index.js';
import { JointSolver } from '../src/joints/joint-solver.js';
import { joints } from '../src/joints/joints-part.js';
import { createBareSequentialImpulses } from '../src/sequential-impulses.js';
import { createBareSoftStep } from '../src/soft-step.js';
import { mixedChain } from './mixed-chain.js';

const DT = 1 / 60;

/** Free hinges in their own rows, or in general rows like any other joint. */
const parts = (separatesHinges: boolean) => ({
  joints: { ...joints, create: () => new JointSolver(separatesHinges) },
});

const methods = {
  'soft step': (own: boolean) => createBareSoftStep({}, parts(own)),
  'sequential impulses': (own: boolean) => createBareSequentialImpulses({}, parts(own)),
};

function expectSameBits(own: World, general: World): void {
  expect(own.bodyStore.pose).toEqual(general.bodyStore.pose);
  expect(own.bodyStore.motion).toEqual(general.bodyStore.motion);
  const withoutAngles = ({ jointStore }: World): number[] =>
    [...jointStore.data].map((value, k) => (k % JOINT_STRIDE === JOINT_ANGLE ? 0 : value + 0));
  expect(withoutAngles(own)).toEqual(withoutAngles(general));
  own.joints.forEach((joint, k) => {
    if (joint.kind !== 'filter') expect(joint.angle).toBeCloseTo(general.joints[k].angle, 9);
  });
}

describe.each(Object.entries(methods))(
  '%s: specialised hinge rows are bit-identical to general rows',
  (_, create) => {
    test('in a hanging net', () => {
      const scene: Scene = findScene('joint-grid').create({ side: 20 });
      const own = loadScene(scene, { solver: create(true), sleeping: false });
      const general = loadScene(scene, { solver: create(false), sleeping: false });
      for (let step = 0; step < 120; step++) {
        own.step(DT);
        general.step(DT);
      }
      expect(own.joints.some(({ reactionForce }) => reactionForce.y > 100)).toBe(true);
      expectSameBits(own, general);
    });

    test('with joints of other kinds, joints to the world and bodies of fixed rotation', () => {
      const own = createWorld({ solver: create(true), sleeping: false });
      const general = createWorld({ solver: create(false), sleeping: false });
      for (const world of [own, general]) mixedChain(world);
      for (let step = 0; step < 300; step++) {
        own.step(DT);
        general.step(DT);
      }
      expectSameBits(own, general);
    });
  },
);

test('the angle of a free hinge is tracked through full turns both ways, also at maximum spin', () => {
  const world = createWorld({ gravity: { x: 0, y: 0 }, solver: createSoftStep(), sleeping: false });
  const wheels = [3, -3, 40, -47].map((angularVelocity, k) => {
    const bodyB = world.createBody({
      position: { x: 10 * k, y: 0 },
      angularVelocity,
      shapes: [{ kind: 'circle', radius: 1 }],
    });
    return { joint: world.createJoint({ kind: 'revolute', bodyA: null, bodyB }), angularVelocity };
  });
  for (let step = 1; step <= 600; step++) {
    world.step(DT);
    for (const { joint, angularVelocity } of wheels) {
      expect(Math.abs(joint.angle - angularVelocity * step * DT)).toBeLessThan(1e-6);
    }
  }
  for (const { joint } of wheels) joint.bodyB.angularVelocity *= -1;
  for (let step = 1; step <= 1200; step++) world.step(DT);
  for (const { joint, angularVelocity } of wheels) {
    expect(Math.abs(joint.angle + angularVelocity * 10)).toBeLessThan(1e-6);
  }
});
