/** Joints of bodies with a locked axis, compared with closed forms. */
import {
  type Body,
  type BodyDefinition,
  createWorld,
  type JointDefinition,
  type World,
} from '@otedama/rigid';
import { describe, expect, test } from 'vitest';
import { createSoftStep } from '../src/index.js';
import { methods } from './harness.js';

const DT = 1 / 60;
const circle = { kind: 'circle', radius: 0.1 } as const;

function makeWorld(
  solver = createSoftStep() as ReturnType<(typeof methods)[number][1]>,
  x = 0,
  y = -10,
): World {
  return createWorld({ gravity: { x, y }, solver, sleeping: false });
}

/** Energy per kilogram and metre of fall, for worlds of 2 kg that hang from a height of 1 m. */
function energy(world: World): number {
  const { kineticEnergy, potentialEnergy } = world.invariants();
  return (kineticEnergy + potentialEnergy) / 20;
}

test.each<[string, object]>([
  ['rod', { kind: 'distance' }],
  ['hinge', { kind: 'revolute', worldAnchor: { x: 0, y: 0 } }],
])('a pendulum on a cart that cannot fall keeps nine tenths of its height for 20 s: %s', (_kind, more) => {
  const world = makeWorld();
  const bodyA = world.createBody({ mass: 1, lockY: true, fixedRotation: true, shapes: [circle] });
  const bodyB = world.createBody({ mass: 2, position: { x: 1, y: 0 }, shapes: [circle] });
  const joint = world.createJoint({ ...more, bodyA, bodyB } as JointDefinition<Body>);
  const start = energy(world);
  for (let k = 0; k < 1200; k++) {
    world.step(DT);
    expect(bodyA.position.y).toBe(0);
    if (joint.kind === 'distance') expect(Math.abs(joint.length - 1)).toBeLessThan(0.004);
    else expect(joint.length).toBeLessThan(0.004);
  }
  expect(energy(world) - start).toBeLessThan(0);
  expect(energy(world) - start).toBeGreaterThan(-0.1);
});

test('a ladder whose ends slide along the axes keeps its energy', () => {
  const world = makeWorld();
  const end: BodyDefinition = { mass: 2, fixedRotation: true, shapes: [circle] };
  const bodyA = world.createBody({ ...end, position: { x: 0, y: 1 }, lockX: true });
  const bodyB = world.createBody({ ...end, position: { x: 0.3, y: 0 }, lockY: true });
  world.createJoint({ kind: 'distance', bodyA, bodyB });
  const start = energy(world);
  for (let k = 0; k < 600; k++) world.step(DT);
  expect(Math.abs(energy(world) - start)).toBeLessThan(0.01);
});

describe.each(methods)('%s', (_name, create) => {
  const kinds: [string, object][] = [
    ['rod', { kind: 'distance', worldAnchorA: { x: 0, y: 0 } }],
    ['rope', { kind: 'rope', worldAnchorA: { x: 0, y: 0 } }],
    ['slider', { kind: 'prismatic', localAxisA: { x: 1, y: 1 } }],
    ['wheel', { kind: 'wheel', localAxisA: { x: 1, y: 1 } }],
    ['groove', { kind: 'groove', grooveStart: { x: 0, y: -2 }, grooveEnd: { x: 2, y: 0 } }],
  ];

  test.each(kinds)(
    'what hangs at 45 degrees on its lock and a %s hangs still, and both bear its weight',
    (_kind, more) => {
      for (const breakForce of [undefined, 1e6]) {
        const world = makeWorld(create());
        const bodyB = world.createBody({
          mass: 3,
          position: { x: 1, y: -1 },
          lockX: true,
          shapes: [circle],
        });
        const joint = world.createJoint({ ...more, bodyB, breakForce } as JointDefinition<Body>);
        for (let k = 0; k < 300; k++) world.step(DT);
        expect(Math.abs(bodyB.position.y + 1)).toBeLessThan(0.0005);
        expect(Math.abs(bodyB.linearVelocity.y)).toBeLessThan(1e-6);
        expect(joint.reactionForce.x).toBeCloseTo(-30, 1);
        expect(joint.reactionForce.y).toBeCloseTo(30, 1);
      }
    },
  );

  test.each([0, 0.02, 0.1, 0.5])(
    'a hinge and a lock that hold a body twice over hold it still: %s m beside the line of the lock',
    (aside) => {
      const world = makeWorld(create(), -10, 0);
      const bodyB = world.createBody({
        mass: 3,
        lockY: true,
        shapes: [{ kind: 'circle', radius: 0.5 }],
      });
      world.createJoint({ kind: 'revolute', bodyB, worldAnchor: { x: aside, y: 0.5 } });
      for (let k = 0; k < 600; k++) world.step(DT);
      expect(Math.abs(bodyB.linearVelocity.x) + Math.abs(bodyB.angularVelocity)).toBeLessThan(1e-9);
      expect(Math.abs(bodyB.position.x)).toBeLessThan(0.02);
    },
  );

  test('a hinge between two bodies that can but turn stops them, and makes nothing of a gap that it cannot close', () => {
    const world = makeWorld(create());
    const locked: BodyDefinition = { lockX: true, lockY: true, shapes: [circle] };
    const bodyA = world.createBody(locked);
    const bodyB = world.createBody({ ...locked, position: { x: 1, y: 1 }, angularVelocity: 1 });
    world.createJoint({
      kind: 'revolute',
      bodyA,
      bodyB,
      localAnchorA: { x: 0, y: 0 },
      localAnchorB: { x: -0.75, y: -0.75 },
    });
    for (let k = 0; k < 300; k++) world.step(DT);
    expect(bodyA.position).toEqual({ x: 0, y: 0 });
    expect(bodyB.position).toEqual({ x: 1, y: 1 });
    expect(bodyB.isFrozen).toBe(false);
    expect(Math.abs(bodyB.angularVelocity)).toBeLessThan(1e-6);
  });
});

test('an axis that is locked while its joint works counts from the next step on', () => {
  const world = makeWorld();
  const bodyA = world.createBody({ mass: 1, fixedRotation: true, shapes: [circle] });
  const bodyB = world.createBody({ mass: 2, position: { x: 0, y: -1 }, shapes: [circle] });
  const joint = world.createJoint({ kind: 'revolute', bodyA, bodyB, worldAnchor: { x: 0, y: 0 } });
  for (let k = 0; k < 10; k++) world.step(DT);
  bodyA.lockY = true;
  for (let k = 0; k < 300; k++) {
    world.step(DT);
    expect(joint.length).toBeLessThan(0.002);
  }
  expect(joint.reactionForce.y).toBeCloseTo(20, 2);
});
