/**
 * Hits on bodies that rest against something, e = 0: no body is thrown back, momentum is conserved, and how a step is solved changes no
 * bit.
 */

import {
  type Body,
  createWorld,
  restoreSnapshot,
  StepRecorder,
  takeSnapshot,
  type World,
} from '@otedama/rigid';
import { describe, expect, test } from 'vitest';
import { createSoftStep as createBareSoftStep, shocks } from '../src/bare.js';
import { createSoftStep } from '../src/index.js';
import { boxShape as box } from './bodies.js';
import { withoutKernels } from './without-kernels.js';

const DT = 1 / 60;
const SPEED = 5;

interface Situation {
  readonly world: World;
  readonly ball: Body;
  /** Direction from which the ball comes; it moves in the opposite direction. */
  readonly back: { readonly x: number; readonly y: number };
}

/** A ball about to hit the first of several boxes of 1 kg in a row. The last box touches a wall. */
function againstWall(mass: number, boxes = 1, aside = 0, solver = createSoftStep()): Situation {
  const world = createWorld({ gravity: { x: 0, y: 0 }, solver });
  world.createBody({ type: 'static', position: { x: 1, y: 0 }, shapes: [box(0.5, 3)] });
  for (let n = 0; n < boxes; n++) {
    world.createBody({ position: { x: -n, y: 0 }, mass: 1, shapes: [box(0.5, 0.5)] });
  }
  const ball = world.createBody({
    position: { x: -boxes - 0.7, y: aside },
    linearVelocity: { x: SPEED, y: 0 },
    mass,
    shapes: [{ kind: 'circle', radius: 0.5, hitEvents: true }],
  });
  return { world, ball, back: { x: -1, y: 0 } };
}

/** A ball about to fall on a box of 1 kg that is at rest on the ground. */
function onGround(mass: number): Situation {
  const world = createWorld({ gravity: { x: 0, y: -10 }, solver: createSoftStep(), sleeping: false });
  world.createBody({ type: 'static', shapes: [{ kind: 'halfSpace', normal: { x: 0, y: 1 } }] });
  world.createBody({ position: { x: 0, y: 0.5 }, mass: 1, shapes: [box(0.5, 0.5)] });
  for (let step = 0; step < 30; step++) world.step(DT);
  const ball = world.createBody({
    position: { x: 0, y: 1.8 },
    linearVelocity: { x: 0, y: -SPEED },
    mass,
    shapes: [{ kind: 'circle', radius: 0.5 }],
  });
  return { world, ball, back: { x: 0, y: 1 } };
}

/** A ball about to hit a box of 1 kg that is welded to the world, or hangs on three hinges. */
function onJoints(mass: number, kind: 'weld' | 'revolute'): Situation {
  const world = createWorld({ gravity: { x: 0, y: 0 }, solver: createSoftStep() });
  const ground = world.createBody({ type: 'static' });
  const target = world.createBody({ position: { x: 0, y: 0 }, mass: 1, shapes: [box(0.5, 0.5)] });
  const anchors = kind === 'weld' ? [0] : [-0.4, 0, 0.4];
  for (const y of anchors) {
    world.createJoint({ kind, bodyA: ground, bodyB: target, worldAnchor: { x: 0.5, y } });
  }
  const ball = world.createBody({
    position: { x: -1.7, y: 0 },
    linearVelocity: { x: SPEED, y: 0 },
    mass,
    shapes: [{ kind: 'circle', radius: 0.5 }],
  });
  return { world, ball, back: { x: -1, y: 0 } };
}

/** Maximum return speed of the ball within a second, as a fraction of its initial speed. */
function rebound({ world, ball, back }: Situation): number {
  let fastest = 0;
  for (let step = 0; step < 60; step++) {
    world.step(DT);
    fastest = Math.max(fastest, ball.linearVelocity.x * back.x + ball.linearVelocity.y * back.y);
  }
  return fastest / SPEED;
}

test.each([
  [0.1, 0.025, 0.001],
  [1, 0.264, 0.01],
  [10, 0.565, 0.04],
])(
  'shocks are a part: without it, a ball of %s times the mass of the box rebounds with %s of its speed',
  (mass, without, withPart) => {
    const bare = againstWall(mass, 1, 0, createBareSoftStep());
    expect(rebound(bare)).toBeCloseTo(without, 2);
    expect(rebound(againstWall(mass, 1, 0, createBareSoftStep({}, { shocks })))).toBeLessThan(withPart);
  },
);

describe.each([
  ['against a wall', againstWall],
  ['against a wall, struck beside its middle', (mass: number) => againstWall(mass, 1, 0.3)],
  ['on the ground', onGround],
  ['welded to the world', (mass: number) => onJoints(mass, 'weld')],
  ['on hinges', (mass: number) => onJoints(mass, 'revolute')],
])('a ball striking a box %s hardly rebounds', (_, situation) => {
  test.each([
    [0.1, 0.003],
    [1, 0.02],
    [10, 0.07],
  ])('of %s times its mass: the ball rebounds with at most %s of its speed', (mass, most) => {
    expect(rebound(situation(mass))).toBeLessThan(most);
  });
});

test.each([
  [3, 1, 0.05],
  [3, 10, 0.1],
  [5, 10, 0.15],
])(
  'a row of %s boxes against a wall, of %s times the mass of the ball, does not launch it either',
  (boxes, mass, most) => {
    expect(rebound(againstWall(mass, boxes))).toBeLessThan(most);
  },
);

test('momentum is conserved when a ball strikes a free row of boxes', () => {
  const world = createWorld({ gravity: { x: 0, y: 0 }, solver: createSoftStep() });
  const bodies = [0, 1, 2].map((x) =>
    world.createBody({ position: { x, y: 0 }, mass: 1, shapes: [box(0.5, 0.5)] }),
  );
  bodies.push(
    world.createBody({
      position: { x: -1.7, y: 0.2 },
      linearVelocity: { x: 8, y: 1 },
      mass: 3,
      shapes: [{ kind: 'circle', radius: 0.5 }],
    }),
  );
  for (let step = 0; step < 60; step++) {
    world.step(DT);
    const sum = (axis: 'x' | 'y'): number =>
      bodies.reduce((total, body) => total + body.mass * body.linearVelocity[axis], 0);
    expect(sum('x')).toBeCloseTo(24, 9);
    expect(sum('y')).toBeCloseTo(3, 9);
  }
  // all move on together, the ball last
  expect(bodies[3].linearVelocity.x).toBeLessThanOrEqual(bodies[0].linearVelocity.x + 1e-9);
});

test.each([0.1, 1, 10])('the hit event reports the momentum transferred by a ball of %s kg', (mass) => {
  const { world, ball } = againstWall(mass);
  let passedOn = 0;
  while (world.events.hit.length === 0) world.step(DT);
  passedOn += world.events.hit[0].normalImpulse;
  expect(passedOn).toBeCloseTo(mass * (SPEED - ball.linearVelocity.x), 9);
});

/** Hits of many kinds at once: bodies with locked axes, a kinematic pusher, and a row that is hit repeatedly. */
function quarrel(solver = createSoftStep()): World {
  const world = createWorld({ gravity: { x: 0, y: -10 }, solver });
  world.createBody({ type: 'static', shapes: [{ kind: 'halfSpace', normal: { x: 0, y: 1 } }] });
  world.createBody({ type: 'static', position: { x: 9, y: 2 }, shapes: [box(1, 3)] });
  world.createBody({
    type: 'kinematic',
    position: { x: -3, y: 0.5 },
    linearVelocity: { x: 3, y: 0 },
    shapes: [box(0.5, 0.4)],
  });
  for (let n = 0; n < 24; n++) {
    world.createBody({
      position: { x: (n % 6) + 0.1 * (n % 3), y: 0.5 + 1.2 * Math.floor(n / 6) },
      linearVelocity: { x: n % 5 === 0 ? 7 : 0, y: n % 4 === 0 ? -6 : 0 },
      lockX: n === 7,
      lockY: n === 13,
      fixedRotation: n === 11,
      shapes: [n % 2 === 0 ? box(0.5, 0.5) : { kind: 'circle', radius: 0.45, hitEvents: n % 3 === 0 }],
    });
  }
  return world;
}

test('kernels and a recorder change no bit, and the recorder sees the additional relax passes', () => {
  const worlds = [quarrel(), quarrel(withoutKernels()), quarrel()];
  const recorder = new StepRecorder(worlds[2]);
  let shocks = 0;
  for (let step = 0; step < 120; step++) {
    for (const world of worlds) world.step(DT);
    const [hash, ...others] = worlds.map((world) => world.stateHash());
    for (const other of others) expect(other).toBe(hash);
    for (const contact of recorder.last?.contacts ?? []) {
      shocks += contact.rows.filter(({ phase }) => phase === 'shock').length;
    }
  }
  expect(shocks).toBeGreaterThan(50);
});

test('a world restored during a hit continues bit-identically', () => {
  const world = quarrel();
  for (let step = 0; step < 60; step++) {
    const copy = quarrel();
    restoreSnapshot(copy, takeSnapshot(world));
    copy.step(DT);
    world.step(DT);
    expect(copy.stateHash()).toBe(world.stateHash());
  }
});

// 0.35 of it without both: a shock that goes on while any of its rows closes, and 512 visits down to 5 %; 0.25 without one of them. The rest
// is the push-out of the landing's overlap.
test('a column of eight boxes that falls by 2 m leaves the ground with less than a fifth of its speed', () => {
  let sum = 0;
  for (let k = 0; k < 10; k++) {
    const world = createWorld({ gravity: { x: 0, y: -10 }, solver: createSoftStep() });
    world.createBody({ type: 'static', shapes: [{ kind: 'halfSpace', normal: { x: 0, y: 1 } }] });
    const boxes = Array.from({ length: 8 }, (_, n) =>
      world.createBody({
        fixedRotation: true,
        position: { x: 0, y: 2.5 + 0.01 * k + n },
        shapes: [box(0.5, 0.5)],
      }),
    );
    let rebound = 0;
    for (let step = 0; step < 60; step++) {
      world.step(DT);
      rebound = Math.max(
        rebound,
        boxes.reduce((total, { linearVelocity }) => total + linearVelocity.y, 0) / 8,
      );
    }
    sum += rebound / Math.sqrt(2 * 10 * 2);
  }
  expect(sum / 10).toBeLessThan(0.2);
});
