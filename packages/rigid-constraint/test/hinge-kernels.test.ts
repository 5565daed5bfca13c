/** Free hinges, solved two at a time in vector registers: the same bits as one after the other in JavaScript. */

import { createRandom } from '@otedama/math2d';
import {
  BODY_STRIDE,
  type Body,
  BodyStore,
  createWorld,
  INV_INERTIA,
  INV_MASS,
  JOINT_BODY_A,
  JOINT_BODY_B,
  JOINT_INDEX_STRIDE,
  JOINT_STRIDE,
  type JointStore,
  type Solver,
  type World,
} from '@otedama/rigid';
import { describe, expect, test } from 'vitest';
import { FrameRows } from '../src/frame-rows.js';
import { createSoftStep } from '../src/index.js';
import {
  HINGE_STRIDE,
  HingeRows,
  prepareHinges,
  solveHinges,
  startHinges,
} from '../src/joints/hinge-rows.js';
import { createJointStep } from '../src/joints/joint-kind.js';
import { KeptRows } from '../src/kept-rows.js';
import type { VectorKernels } from '../src/vector-kernels.js';
import { mixedChain } from './mixed-chain.js';
import { sharedKernels, worldOf } from './shared-kernels.js';
import { withoutKernels } from './without-kernels.js';

const ROWS = 1000;
const STEP = { ...createJointStep(), impulseShare: 0.25 };
const SOFT = Float64Array.of(70, 0.9, 0.1);
const RELAX = Float64Array.of(0, 1, 0);

/**
 * Bodies and joints of all kinds. A is a body, a shared body of infinite mass, or the world. B has inertia or none. Some rows are empty.
 */
function fill(bodies: BodyStore, seed: number): { joints: JointStore; slots: Int32Array } {
  const random = createRandom(seed);
  const chance = (share: number): boolean => random.uniform(0, 1) < share;
  for (let k = 0; k <= 2 * ROWS; k++) {
    const o = bodies.allocate() * BODY_STRIDE;
    bodies.setAwake(k, true);
    for (let n = 0; n < BODY_STRIDE; n++) {
      bodies.pose[o + n] = random.uniform(-1, 1);
      bodies.motion[o + n] = random.uniform(-1, 1);
    }
    bodies.mass[o + INV_MASS] = k === 0 ? 0 : random.uniform(0.1, 3);
    bodies.mass[o + INV_INERTIA] = k === 0 || chance(0.1) ? 0 : random.uniform(0.1, 3);
  }
  const index = new Int32Array(ROWS * JOINT_INDEX_STRIDE);
  const data = Float64Array.from({ length: ROWS * JOINT_STRIDE }, () => random.uniform(-1, 1));
  const slots = Int32Array.from({ length: ROWS }, (_, k) => (chance(0.05) ? -1 : k));
  for (let k = 0; k < ROWS; k++) {
    index[k * JOINT_INDEX_STRIDE + JOINT_BODY_A] = chance(0.1) ? -1 : chance(0.1) ? 0 : 1 + 2 * k;
    index[k * JOINT_INDEX_STRIDE + JOINT_BODY_B] = 2 + 2 * k;
  }
  return { joints: { index, data } as JointStore, slots };
}

/** Rows in the memory of the kernels, which also holds the bodies. Growing that memory is part of the first call. */
function hold(kernels: VectorKernels, bodies: BodyStore, count: number): HingeRows {
  const rows = new HingeRows();
  kernels.hold(new FrameRows(2), new KeptRows(), 2, worldOf(bodies));
  if (!kernels.holdHinges(rows, count)) {
    kernels.hold(new FrameRows(2), new KeptRows(), 2, worldOf(bodies));
    expect(kernels.holdHinges(rows, count)).toBe(true);
  }
  // the memory may contain rows of a previous test, and unused fields of a row are not written
  rows.index.fill(0);
  rows.data.fill(0);
  return rows;
}

function differences(a: ArrayLike<number>, b: ArrayLike<number>): string[] {
  const found: string[] = [];
  for (let k = 0; k < b.length; k++) if (!Object.is(a[k], b[k])) found.push(`${k}: ${a[k]} ${b[k]}`);
  return found;
}

describe('rows of every kind', () => {
  function pairOfRows(seed: number, spoil: (joints: JointStore) => void = () => {}) {
    const [bodies, plainBodies] = [new BodyStore(), new BodyStore()];
    bodies.reserve(2 * ROWS + 2);
    plainBodies.reserve(2 * ROWS + 2);
    const { joints, slots } = fill(bodies, seed);
    fill(plainBodies, seed);
    spoil(joints);
    const kernels = sharedKernels();
    const rows = hold(kernels, bodies, ROWS);
    const plain = new HingeRows();
    plain.reset(ROWS);
    prepareHinges(rows, bodies, joints, slots, 0, ROWS, STEP);
    prepareHinges(plain, plainBodies, joints, slots, 0, ROWS, STEP);
    return { kernels, rows, plain, bodies, plainBodies, joints, slots };
  }

  test('warm start, passes with bias and without: bodies and rows are bit-identical', () => {
    const { kernels, rows, plain, bodies, plainBodies } = pairOfRows(1);
    const before = plainBodies.motion.slice();
    for (let substep = 0; substep < 3; substep++) {
      kernels.startHinges(rows, 0, ROWS, 1);
      startHinges(plain, plainBodies, 0, ROWS, 1);
      expect(differences(bodies.motion, plainBodies.motion)).toEqual([]);
      const started = plainBodies.motion.slice();
      kernels.startHinges(rows, 0, ROWS, 0);
      startHinges(plain, plainBodies, 0, ROWS, 0);
      expect(differences(bodies.motion, started)).toEqual([]);
      expect(differences(plainBodies.motion, started)).toEqual([]);
      for (const soft of [SOFT, RELAX]) {
        kernels.solveHinges(rows, 0, ROWS, soft);
        solveHinges(plain, plainBodies.motion, 0, ROWS, soft);
        expect(differences(bodies.motion, plainBodies.motion)).toEqual([]);
      }
    }
    expect(differences(rows.data, plain.data.subarray(0, ROWS * HINGE_STRIDE))).toEqual([]);
    expect(differences(before, plainBodies.motion).length).toBeGreaterThan(4 * ROWS);
    kernels.release();
  });

  test('solving part of the rows leaves the other rows and their bodies unchanged', () => {
    const { kernels, rows } = pairOfRows(2);
    const before = rows.data.slice();
    kernels.startHinges(rows, 100, 200, 1);
    kernels.solveHinges(rows, 100, 200, SOFT);
    const places = differences(rows.data, before).map((text) => Number.parseInt(text, 10));
    expect(Math.min(...places)).toBeGreaterThanOrEqual(100 * HINGE_STRIDE);
    expect(Math.max(...places)).toBeLessThan(200 * HINGE_STRIDE);
    kernels.release();
  });

  test('a hinge to the world with non-finite numbers affects only its own body', () => {
    const { kernels, rows, bodies, joints, slots } = pairOfRows(3, ({ data, index }) => {
      for (let k = 0; k < 4; k++) index[k * JOINT_INDEX_STRIDE + JOINT_BODY_A] = -1;
      data[2] = Number.NaN;
    });
    slots.fill(-1, 4, ROWS);
    slots.set([0, 1, 2, 3]);
    prepareHinges(rows, bodies, joints, slots, 0, ROWS, STEP);
    for (let pass = 0; pass < 2; pass++) {
      kernels.startHinges(rows, 0, ROWS, 1);
      kernels.solveHinges(rows, 0, ROWS, SOFT);
    }
    kernels.release();
    const spoilt = [...bodies.motion.keys()].filter((k) => Number.isNaN(bodies.motion[k]));
    expect(new Set(spoilt.map((k) => Math.floor(k / BODY_STRIDE)))).toEqual(new Set([2]));
  });
});

test('hinges get memory from the second step on, and move behind the contacts when these need more', () => {
  const bodies = new BodyStore();
  for (let k = 0; k < 2; k++) bodies.setAwake(bodies.allocate(), true);
  const kernels = sharedKernels();
  const contacts = new FrameRows(2);
  const rows = new HingeRows();
  kernels.hold(contacts, new KeptRows(), 2, worldOf(bodies));
  expect(kernels.holdHinges(rows, 100)).toBe(false);
  for (const count of [2, 1000]) {
    expect(kernels.hold(contacts, new KeptRows(), count, worldOf(bodies))).toBe(true);
    expect(rows.data.buffer).toBe(contacts.data.buffer);
    expect(rows.data.length).toBeGreaterThanOrEqual(100 * HINGE_STRIDE);
    expect(rows.index.byteOffset).toBeGreaterThanOrEqual(contacts.data.byteOffset + contacts.data.byteLength);
    expect(rows.data.byteOffset).toBeGreaterThanOrEqual(rows.index.byteOffset + rows.index.byteLength);
    expect(kernels.holdHinges(rows, 100)).toBe(true);
  }
  kernels.release();
});

describe('worlds with hinges', () => {
  const withKernels = (): Solver => createSoftStep();

  test('a hinge chain among joints of every kind: the same state with kernels and without', () => {
    const worlds = [withKernels(), withoutKernels()].map((solver) =>
      createWorld({ solver, sleeping: false }),
    );
    for (const world of worlds) mixedChain(world);
    for (let step = 0; step < 200; step++) for (const world of worlds) world.step(1 / 60);
    expect(worlds[0].stateHash()).toBe(worlds[1].stateHash());
  });

  const disc = (x: number, y: number, radius: number) => ({
    position: { x, y },
    shapes: [{ kind: 'circle' as const, radius, filter: { mask: y < 0 ? 1 : 0 } }],
  });

  /** A chain of 40 links that hangs from the world. */
  function hang(world: World): void {
    let bodyA = null;
    for (let k = 0; k < 40; k++) {
      const bodyB = world.createBody(disc(k, 0, 0.3));
      world.createJoint({ kind: 'revolute', bodyA, bodyB, worldAnchor: { x: k - 0.5, y: 0 } });
      bodyA = bodyB;
    }
  }

  test('hinges added, removed while contacts outgrow the memory, and added again below the kernel threshold: the same state', () => {
    const worlds = [withKernels(), withoutKernels()].map((solver) =>
      createWorld({ solver, sleeping: false }),
    );
    for (const world of worlds) {
      const run = (steps: number): void => {
        for (let step = 0; step < steps; step++) world.step(1 / 60);
      };
      const pile = (count: number): Body[] =>
        Array.from({ length: count }, (_, k) =>
          world.createBody(disc(0.45 * (k % 30) - 6.5, -5 + Math.floor(k / 30), 0.2)),
        );
      world.createBody({ type: 'static', ...disc(0, -100, 94) });
      hang(world);
      run(20);
      for (const joint of [...world.joints]) world.destroyJoint(joint);
      const balls = pile(600);
      run(100);
      expect(world.stats.touchingContacts).toBeGreaterThan(200);
      for (const body of balls.slice(30)) world.destroyBody(body);
      for (let k = 0; k < 4000; k++) world.createBody({ type: 'static', position: { x: k, y: 50 } });
      hang(world);
      run(30);
      expect(world.stats.touchingContacts).toBeGreaterThan(10);
    }
    expect(worlds[0].stateHash()).toBe(worlds[1].stateHash());
  });
});
