import {
  type Body,
  type BodyType,
  createCharacter,
  createWorld,
  type Joint,
  type World,
} from '@otedama/rigid';
import { describe, expect, test } from 'vitest';
import { methods } from './harness.js';

const DT = 1 / 60;

/** A sleeping ball that hangs from a holder on a rod of 2 m. */
function hanging(create: (typeof methods)[number][1], type: BodyType) {
  const world = createWorld({ gravity: { x: 0, y: -10 }, solver: create() });
  const holder = world.createBody({
    type,
    position: { x: 0, y: 5 },
    shapes: [{ kind: 'circle', radius: 0.2 }],
  });
  const ball = world.createBody({ position: { x: 0, y: 3 }, shapes: [{ kind: 'circle', radius: 0.2 }] });
  if (type === 'dynamic') world.createJoint({ kind: 'weld', bodyB: holder });
  const joint = world.createJoint({ kind: 'distance', bodyA: holder, bodyB: ball });
  fallAsleep(world, ball);
  return { world, holder, ball, joint };
}

function fallAsleep(world: World, body: Body): void {
  for (let k = 0; k < 200 && body.isAwake; k++) world.step(DT);
  expect(body.isAwake).toBe(false);
}

/** Steps for a second and checks that the rod keeps its length. */
function holds(world: World, joint: Joint): void {
  for (let k = 0; k < 60; k++) {
    world.step(DT);
    expect(Math.abs(joint.length - 2)).toBeLessThan(0.01);
  }
}

describe.each(methods)('a motor slower than the sleep speed, %s', (_name, create) => {
  const shapes = [{ kind: 'circle', radius: 0.2 }] as const;
  const speed = 0.02;
  const seconds = 10;

  test.each([
    { kind: 'revolute' },
    { kind: 'wheel', hertz: 4 },
    { kind: 'prismatic' },
    { kind: 'distance', worldAnchorA: { x: -1, y: 0 } },
  ] as const)('keeps on moving its body, and what a gear couples to it: $kind', (definition) => {
    const world = createWorld({ gravity: { x: 0, y: 0 }, solver: create() });
    const body = world.createBody({ shapes });
    const geared = world.createBody({ position: { x: 2, y: 0 }, shapes });
    const motor = world.createJoint({ ...definition, bodyB: body, motorSpeed: speed });
    const hand = world.createJoint({ kind: 'revolute', bodyB: geared });
    world.createJoint({ kind: 'gear', bodyA: body, bodyB: geared, ratio: -12 });
    for (let k = 0; k < seconds / DT; k++) world.step(DT);
    const isTurning = definition.kind === 'revolute' || definition.kind === 'wheel';
    expect(body.isAwake).toBe(true);
    expect(isTurning ? motor.angle : body.position.x).toBeCloseTo(seconds * speed, 3);
    if (isTurning) expect(hand.angle).toBeCloseTo((seconds * speed) / 12, 4);
  });

  test('lets its body sleep when a limit stops it, and when it is switched off', () => {
    for (const stop of ['limit', 'switch']) {
      const world = createWorld({ gravity: { x: 0, y: 0 }, solver: create() });
      const body = world.createBody({ shapes });
      const motor = world.createJoint({
        kind: 'prismatic',
        bodyB: body,
        motorSpeed: speed,
        maximumMotorForce: 1,
        upper: stop === 'limit' ? 0.01 : 1,
      });
      for (let k = 0; k < 60; k++) world.step(DT);
      if (stop === 'switch') {
        expect(body.isAwake).toBe(true);
        motor.motorSpeed = 0;
      }
      fallAsleep(world, body);
    }
  });
});

describe.each(methods)('a body sleeping on a joint, %s', (_name, create) => {
  test.each([
    { x: 0, y: 1, spin: 0 },
    { x: -1, y: 0, spin: 0 },
    { x: 0, y: 0, spin: 1 },
  ])(
    'wakes when the kinematic body that holds it starts to move: $x, $y m/s, $spin rad/s',
    ({ x, y, spin }) => {
      const { world, holder, ball, joint } = hanging(create, 'kinematic');
      if (spin === 0) holder.linearVelocity = { x, y };
      else holder.angularVelocity = spin;
      expect(ball.isAwake).toBe(true);
      holds(world, joint);
    },
  );

  test('stays asleep while the kinematic body is set to its own place', () => {
    const { world, holder, ball } = hanging(create, 'kinematic');
    holder.linearVelocity = { x: 0, y: 0 };
    holder.angularVelocity = 0;
    world.step(DT);
    expect(ball.isAwake).toBe(false);
  });

  test('wakes when a setting of a joint changes, and sleeps on, or falls asleep, while settings are written again', () => {
    const world = createWorld({ gravity: { x: 0, y: -10 }, solver: create() });
    const make = (x: number) =>
      world.createBody({ position: { x, y: 0 }, shapes: [{ kind: 'circle', radius: 0.2 }] });
    const ball = make(0);
    const ends = { bodyB: ball, worldAnchor: { x: 0, y: 0 } } as const;
    const hinge = world.createJoint({ kind: 'revolute', ...ends, motorSpeed: 0, maximumMotorTorque: 5 });
    const rod = world.createJoint({ kind: 'distance', bodyB: ball, worldAnchorA: { x: 0, y: 1 } });
    const drive = world.createJoint({ kind: 'motor', ...ends });
    const hand = world.createJoint({ kind: 'grab', body: ball, target: { x: 0, y: 0 } });
    const writes: ((change: number) => void)[] = [
      (change) => (hinge.motorSpeed = change),
      (change) => (hinge.isMotorEnabled = change === 0),
      (change) => (hinge.maximumTorque = 5 + change),
      (change) => hinge.setLimits(-1 - change, 1),
      (change) => (hinge.areLimitsEnabled = change === 0),
      (change) => hinge.setSpring(change, 1),
      (change) => (rod.rest = 1 + change),
      (change) => (drive.linearOffset = { x: 0, y: change }),
      (change) => (hand.target = { x: change, y: 0 }),
      (change) => (hand.maximumForce = 100 + change),
      (change) => (rod.localAnchorA = { x: change, y: 1 }),
      (change) => (hand.localAnchorB = { x: 0, y: change }),
    ];
    const writeAll = () => {
      for (const write of writes) write(0);
    };
    for (const write of writes) {
      writeAll();
      for (let k = 0; k < 200 && ball.isAwake; k++) {
        world.step(DT);
        writeAll();
      }
      expect(ball.isAwake).toBe(false);
      write(0.5);
      expect(ball.isAwake).toBe(true);
    }
  });

  test('does not fall asleep while the body holding it moves', () => {
    const { world, holder, ball, joint } = hanging(create, 'kinematic');
    holder.linearVelocity = { x: 0, y: 1 };
    world.step(DT);
    ball.isAwake = false;
    holds(world, joint);
  });

  test('wakes when the character carrying it walks away', () => {
    const world = createWorld({ gravity: { x: 0, y: -10 }, solver: create() });
    const mover = createCharacter(world, {
      shape: { kind: 'circle', radius: 0.2 },
      position: { x: 0, y: 5 },
    });
    const ball = world.createBody({ position: { x: 0, y: 3 }, shapes: [{ kind: 'circle', radius: 0.2 }] });
    const joint = world.createJoint({ kind: 'rope', bodyA: mover.body, bodyB: ball });
    mover.move({ x: 0, y: 0 }, DT);
    fallAsleep(world, ball);
    for (let k = 0; k < 60; k++) {
      mover.move({ x: 1, y: 0 }, DT);
      world.step(DT);
      expect(joint.length).toBeLessThan(2.01);
    }
  });

  test.each<[BodyType, BodyType]>([
    ['static', 'dynamic'],
    ['static', 'kinematic'],
    ['kinematic', 'dynamic'],
    ['dynamic', 'kinematic'],
  ])('wakes when the body holding it, %s, becomes %s', (from, to) => {
    const { world, holder, ball, joint } = hanging(create, from);
    holder.type = to;
    if (to === 'kinematic') holder.linearVelocity = { x: 0, y: 1 };
    expect(ball.isAwake).toBe(true);
    holds(world, joint);
  });
});
