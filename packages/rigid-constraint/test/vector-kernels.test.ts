/**
 * Two rows at a time in vector registers: the same bits as one after the other in JavaScript, for rows of every kind and for whole
 * scenes.
 */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRandom, InputError } from '@otedama/math2d';
import {
  ANGULAR_DAMPING,
  BODY_FAST_ROTATION,
  BODY_FROZEN,
  BODY_LOCK_X,
  BODY_LOCK_Y,
  BODY_STRIDE,
  BodyStore,
  createWorld,
  DAMPING_STRIDE,
  DYNAMIC,
  FX,
  FY,
  GRAVITY_SCALE,
  INV_INERTIA,
  INV_MASS,
  integratePositions,
  integrateVelocities,
  KINEMATIC,
  LINEAR_DAMPING,
  loadScene,
  type Solver,
  TORQUE,
  type World,
} from '@otedama/rigid';
import { findScene } from '@otedama/scenes';
import { describe, expect, test } from 'vitest';
import * as fields from '../src/frame-rows.js';
import { FrameRows, ROW_A, ROW_B, ROW_COUNT, ROW_INDEX_STRIDE, ROW_STRIDE } from '../src/frame-rows.js';
import { createSoftStep, makeSoft } from '../src/index.js';
import { KeptRows } from '../src/kept-rows.js';
import { createKernelMemory } from '../src/kernel-memory.js';
import { SharedVectorKernels } from '../src/shared-vector-kernels.js';
import { solveSoftRows, startSoftRows } from '../src/soft-contact.js';
import { relaxRows } from '../src/soft-contact-relax.js';
import { INVERSE_12, INVERSE_DIAGONAL, OPEN, RHO_A, RHO_B } from '../src/soft-row-fields.js';
import { MEASURES, MOVES, REPEATS } from '../src/vector-kernels.js';
import { VECTOR_KERNELS_SOURCE } from '../src/vector-kernels-wasm.js';
import { VelocityChange } from '../src/velocity-change.js';
import { sharedKernels, spoilMemory, worldOf } from './shared-kernels.js';
import { withoutKernels } from './without-kernels.js';

const ROWS = 4000;
const H = 1 / 240;
const CAP = 3;

/**
 * Bodies and rows of all kinds: zero, one or two points, open or overlapping, well or badly conditioned, against moving or fixed bodies.
 */
function fill(rows: FrameRows, motion: Float64Array, seed: number): void {
  const random = createRandom(seed);
  const { data, index } = rows;
  for (let body = 0; body < motion.length; body += BODY_STRIDE) {
    const angle = random.uniform(-0.01, 0.01);
    for (let k = 0; k < 3; k++) motion[body + k] = random.uniform(-3, 3);
    motion[body + 4] = random.uniform(-0.01, 0.01);
    motion[body + 5] = random.uniform(-0.01, 0.01);
    motion[body + 6] = Math.sqrt(1 - angle * angle);
    motion[body + 7] = angle;
  }
  const chance = (share: number): boolean => random.uniform(0, 1) < share;
  for (let k = 0; k < ROWS; k++) {
    const o = fields.rowStart(k);
    for (let n = 0; n < ROW_STRIDE; n++) data[o + 2 * n] = random.uniform(-1, 1);
    const angle = random.uniform(-Math.PI, Math.PI);
    data[o + fields.N_X] = Math.cos(angle);
    data[o + fields.N_Y] = Math.sin(angle);
    data[o + fields.MU] = chance(0.2) ? 0 : random.uniform(0, 1);
    data[o + RHO_A] = chance(0.5) ? 0 : random.uniform(0, 1);
    data[o + RHO_B] = chance(0.5) ? 0 : random.uniform(0, 1);
    data[o + OPEN] = chance(0.5) ? 0 : 1;
    for (const m of [fields.M_A, fields.I_A, fields.M_B, fields.I_B]) data[o + m] = random.uniform(0.1, 5);
    // some bodies are of infinite mass, and some rows carry so much that they are overloaded then
    const largest = chance(0.3) ? 200 : 2;
    if (chance(0.2)) data[o + fields.M_A] = data[o + fields.I_A] = 0;
    const points = chance(0.05) ? 0 : chance(0.3) ? 1 : 2;
    const { entry, det } = blockOf(data, o);
    const invDet = points === 2 && chance(0.9) && det > 1e-6 ? 1 / det : 0;
    data[o + INVERSE_12] = entry(0, 1) * invDet;
    for (const [j, p] of [fields.P1, fields.P2].entries()) {
      const spread = chance(0.3) ? 0.001 : 0.5;
      // the arms are part of the gap; subtracting them leaves a gap around zero
      const rd = data[o + p + fields.RD_B] - data[o + p + fields.RD_A] + data[o + RHO_A] + data[o + RHO_B];
      data[o + p + fields.GAP] = -rd + random.uniform(-spread, spread);
      data[o + p + fields.MASS_N] = 1 / entry(j, j);
      data[o + p + INVERSE_DIAGONAL] = entry(1 - j, 1 - j) * invDet;
      data[o + p + fields.LAMBDA_N] = chance(0.3) ? 0 : random.uniform(0, largest);
      data[o + p + fields.LAMBDA_T] = random.uniform(-0.5, 0.5);
    }
    const ri = k * ROW_INDEX_STRIDE;
    // no two rows share a body, except that some A are the same body of infinite mass
    index[ri + ROW_A] = (data[o + fields.M_A] === 0 ? 0 : 1 + 2 * k) * BODY_STRIDE;
    index[ri + ROW_B] = (2 + 2 * k) * BODY_STRIDE;
    index[ri + ROW_COUNT] = points;
    if (points === 0) {
      for (let n = 0; n < ROW_STRIDE; n++) data[o + 2 * n] = 0;
      index[ri + ROW_A] = index[ri + ROW_B] = motion.length;
    }
  }
}

/** K of a row's two normals, and its determinant. */
function blockOf(data: Float64Array, o: number) {
  const at = (j: number, field: number): number => data[o + (j === 0 ? fields.P1 : fields.P2) + field];
  const entry = (i: number, j: number): number =>
    data[o + fields.M_A] +
    data[o + fields.M_B] +
    data[o + fields.I_A] * at(i, fields.RN_A) * at(j, fields.RN_A) +
    data[o + fields.I_B] * at(i, fields.RN_B) * at(j, fields.RN_B);
  return { entry, det: entry(0, 0) * entry(1, 1) - entry(0, 1) ** 2 };
}

/** A store with room for a number of bodies. */
function storeFor(count: number): BodyStore {
  const bodies = new BodyStore();
  bodies.reserve(count);
  return bodies;
}

/** A store with just enough awake bodies for the kernels to be used. */
function storeOf(capacity: number): BodyStore {
  const bodies = storeFor(capacity);
  for (let k = 0; 32 * k < bodies.capacity; k++) bodies.setAwake(bodies.allocate(), true);
  return bodies;
}

/** Positions at which two arrays differ in their bits. */
function differences(actual: Float64Array, expected: Float64Array): string[] {
  const places: string[] = [];
  for (let k = 0; k < expected.length; k++) {
    if (!Object.is(actual[k], expected[k])) places.push(`${k}: ${actual[k]} for ${expected[k]}`);
  }
  return places;
}

describe('rows of every kind', () => {
  const soft = { biasRate: 0, massScale: 0, impulseScale: 0, cap: CAP };
  makeSoft(soft, 60, 10, H);

  /** Rows and bodies in the memory of the kernels, and copies in plain arrays. */
  function pairOfRows(seed: number) {
    const bodies = storeOf(2 * ROWS + 1);
    fill(new FrameRows(ROWS), bodies.motion, seed);
    const plain = new FrameRows(ROWS);
    const motion = bodies.motion.slice();
    fill(plain, motion, seed);
    const kernels = sharedKernels();
    const rows = new FrameRows(2);
    kernels.hold(rows, new KeptRows(), ROWS, worldOf(bodies));
    rows.index.set(plain.index);
    rows.data.set(plain.data);
    return { kernels, bodies, rows, plain, motion };
  }

  test.each([-1, ROWS / 2 - 1, ROWS - 1])(
    'pass with bias, rows up to %i in reverse: bit-identical',
    (lastReversed) => {
      const { kernels, bodies, rows, plain, motion } = pairOfRows(1);
      const before = motion.slice();
      kernels.solve(0, ROWS, lastReversed, 1 / H, soft);
      kernels.release();
      solveSoftRows(plain.data, plain.index, motion, 0, ROWS, lastReversed, 1 / H, soft);
      expect(differences(bodies.motion, motion)).toEqual([]);
      expect(differences(rows.data.subarray(0, plain.data.length), plain.data)).toEqual([]);
      expect(differences(before, motion).length).toBeGreaterThan(2 * ROWS);
    },
  );

  test.each([-1, ROWS / 2 - 1, ROWS - 1])(
    'pass without bias, rows up to %i in reverse: bit-identical',
    (lastReversed) => {
      const { kernels, bodies, rows, plain, motion } = pairOfRows(2);
      const before = motion.slice();
      kernels.relax(0, ROWS, lastReversed, 1 / H);
      kernels.release();
      relaxRows(plain.data, plain.index, motion, 0, ROWS, lastReversed, 1 / H);
      expect(differences(bodies.motion, motion)).toEqual([]);
      expect(differences(rows.data.subarray(0, plain.data.length), plain.data)).toEqual([]);
      expect(differences(before, motion).length).toBeGreaterThan(2 * ROWS);
    },
  );

  test('warm start: bit-identical', () => {
    const { kernels, bodies, rows, plain, motion } = pairOfRows(4);
    const before = motion.slice();
    kernels.warmStart(0, ROWS);
    kernels.release();
    startSoftRows(plain.data, plain.index, motion, 0, ROWS);
    expect(differences(bodies.motion, motion)).toEqual([]);
    expect(differences(rows.data.subarray(0, plain.data.length), plain.data)).toEqual([]);
    expect(differences(before, motion).length).toBeGreaterThan(2 * ROWS);
  });

  test.each([-1, 1999])(
    'all substeps in one call, rows up to %i in reverse: bit-identical to separate passes',
    (lastReversed) => {
      const [substeps, interval] = [7, 3];
      const staticSoft = { biasRate: 0, massScale: 0, impulseScale: 0, cap: 2 };
      makeSoft(staticSoft, 120, 10, H);
      const moving = 2000;
      const make = () => {
        const bodies = storeFor(2 * ROWS + 1);
        for (let k = 0; k <= 2 * ROWS; k++) {
          const slot = bodies.allocate();
          bodies.type[slot] = DYNAMIC;
          bodies.mass[slot * BODY_STRIDE + INV_MASS] = 1;
          bodies.setAwake(slot, true);
        }
        const kernels = sharedKernels();
        const rows = new FrameRows(2);
        kernels.hold(rows, new KeptRows(), ROWS, worldOf(bodies));
        fill(rows, bodies.motion, 5);
        // not finite from the first substep on, in two neighbours and in a single body, and in one row from its relax pass on
        for (const body of [20, 21, 3001]) bodies.motion[body * BODY_STRIDE] = Number.NaN;
        rows.data[fields.rowStart(2500) + fields.P1 + fields.MASS_N] = Number.NaN;
        rows.data[fields.rowStart(2500) + fields.P1 + INVERSE_DIAGONAL] = 0;
        rows.index[2500 * ROW_INDEX_STRIDE + ROW_COUNT] = 1;
        kernels.prepareBodies(bodies, 0, -10, H);
        return { kernels, rows, bodies };
      };
      const whole = make();
      whole.kernels.run(
        whole.bodies,
        moving,
        ROWS,
        lastReversed,
        substeps,
        interval,
        1 / H,

        soft,
        staticSoft,
      );
      whole.kernels.release();
      const wholeData = whole.rows.data.slice();

      const { kernels, rows, bodies } = make();
      for (let substep = 0; substep < substeps; substep++) {
        const isAfterPush = (substep - 1) % interval === 0;
        kernels.drive(bodies, substep === 0 ? 0 : isAfterPush ? REPEATS : REPEATS + MOVES);
        if (substep === 0) kernels.warmStart(0, ROWS);
        if (substep % interval === 0) {
          kernels.solve(0, moving, lastReversed, 1 / H, soft);
          kernels.solve(moving, ROWS, lastReversed, 1 / H, staticSoft);
          kernels.move();
        }
        kernels.relax(0, ROWS, lastReversed, 1 / H);
      }
      if ((substeps - 1) % interval !== 0) kernels.move();
      kernels.release();
      expect(differences(whole.bodies.motion, bodies.motion)).toEqual([]);
      expect(differences(wholeData, rows.data)).toEqual([]);
      const frozen = (store: BodyStore): number[] =>
        [...store.flags.keys()].filter((slot) => (store.flags[slot] & BODY_FROZEN) !== 0);
      expect(frozen(whole.bodies)).toEqual(frozen(bodies));
      expect(frozen(bodies)).toEqual(expect.arrayContaining([20, 21, 3001, 5001, 5002]));
      // bodies that touch them are frozen too, but no others
      expect(frozen(bodies).length).toBeLessThan(12);
    },
  );

  test('solving part of the rows leaves the other rows and their bodies unchanged', () => {
    const { kernels, rows, plain } = pairOfRows(3);
    kernels.solve(100, 200, -1, 1 / H, soft);
    kernels.relax(100, 200, -1, 1 / H);
    kernels.release();
    const changed = differences(rows.data.subarray(0, plain.data.length), plain.data);
    const places = changed.map((text) => Number.parseInt(text, 10));
    expect(Math.min(...places)).toBeGreaterThanOrEqual(100 * ROW_STRIDE);
    expect(Math.max(...places)).toBeLessThan(200 * ROW_STRIDE);
  });
});

describe('bodies of every kind', () => {
  const COUNT = 500;
  const GRAVITY = -9.81;

  /** Two stores of the same bodies: static, kinematic and dynamic, damped, pushed, fast, locked, spinning freely. */
  function pairOfStores(seed: number): [BodyStore, BodyStore] {
    const stores = [0, 1].map(() => {
      const random = createRandom(seed);
      const chance = (share: number): boolean => random.uniform(0, 1) < share;
      const bodies = storeFor(COUNT);
      bodies.maximumLinearSpeed = 30;
      bodies.maximumAngularSpeed = seed % 2 === 0 ? 50 : Number.POSITIVE_INFINITY;
      for (let k = 0; k < COUNT; k++) {
        const slot = bodies.allocate();
        const o = slot * BODY_STRIDE;
        bodies.type[slot] = chance(0.1) ? KINEMATIC : DYNAMIC;
        bodies.mass[o + INV_MASS] = random.uniform(0.1, 3);
        bodies.mass[o + INV_INERTIA] = random.uniform(0.1, 3);
        if (chance(0.3)) bodies.mass[o + FX] = random.uniform(-50, 50);
        if (chance(0.3)) bodies.mass[o + FY] = random.uniform(-50, 50);
        if (chance(0.3)) bodies.mass[o + TORQUE] = random.uniform(-50, 50);
        if (chance(0.3)) bodies.mass[o + GRAVITY_SCALE] = random.uniform(-1, 1);
        if (chance(0.2)) bodies.damping[slot * DAMPING_STRIDE + LINEAR_DAMPING] = random.uniform(0, 5);
        if (chance(0.2)) bodies.damping[slot * DAMPING_STRIDE + ANGULAR_DAMPING] = random.uniform(0, 5);
        for (const flag of [BODY_LOCK_X, BODY_LOCK_Y, BODY_FAST_ROTATION]) {
          if (chance(0.05)) bodies.flags[slot] |= flag;
        }
        const speed = chance(0.1) ? 40 : 5;
        bodies.motion[o] = random.uniform(-speed, speed);
        bodies.motion[o + 1] = random.uniform(-speed, speed);
        bodies.motion[o + 2] = chance(0.1) ? 0 : random.uniform(-speed, speed) * (chance(0.1) ? 20 : 1);
        // more than a body can rotate in a substep
        if (chance(0.02)) bodies.motion[o + 2] = random.uniform(-1, 1) * 1e12;
        if (chance(0.9)) bodies.setAwake(slot, true);
      }
      return bodies;
    });
    return [stores[0], stores[1]];
  }

  test('three substeps, with velocities changed in between by other code: bit-identical', () => {
    const [bodies, plain] = pairOfStores(5);
    const h = 1 / 60;
    const kernels = sharedKernels();
    kernels.hold(new FrameRows(2), new KeptRows(), 2, worldOf(bodies));
    kernels.prepareBodies(bodies, 1, GRAVITY, h);
    const { others, otherCount } = kernels;
    expect(otherCount).toBeGreaterThan(20);
    expect(bodies.awakeCount - otherCount).toBeGreaterThan(200);
    const change = new VelocityChange();
    const plainChange = new VelocityChange();
    for (let substep = 0; substep < 3; substep++) {
      const repeats = substep > 0;
      if (repeats) change.measure(bodies, others, otherCount);
      kernels.drive(bodies, repeats ? MEASURES : 0);
      integrateVelocities(bodies, 1, GRAVITY, h, others, otherCount);
      if (repeats) plainChange.measure(plain, plain.awake, plain.awakeCount);
      integrateVelocities(plain, 1, GRAVITY, h);
      expect(differences(bodies.motion, plain.motion)).toEqual([]);
      if (repeats) {
        change.repeat(bodies, others, otherCount);
        kernels.repeat();
        plainChange.repeat(plain, plain.awake, plain.awakeCount);
      } else {
        change.begin(bodies, others, otherCount);
        plainChange.begin(plain, plain.awake, plain.awakeCount);
      }
      expect(differences(bodies.motion, plain.motion)).toEqual([]);
      for (const { motion } of [bodies, plain]) {
        for (let k = 0; k < COUNT; k++) {
          for (let n = 0; n < 3; n++) motion[k * BODY_STRIDE + n] += Math.sin(k + n + substep);
        }
      }
      const before = bodies.motion.slice();
      kernels.move();
      integratePositions(bodies, h, others, otherCount);
      integratePositions(plain, h);
      expect(differences(bodies.motion, plain.motion)).toEqual([]);
      expect(differences(before, plain.motion).length).toBeGreaterThan(1000);
    }
    kernels.release();
  });

  test('moved, driven and changed again in one call: bit-identical', () => {
    const [bodies, plain] = pairOfStores(7);
    const h = 1 / 60;
    const kernels = sharedKernels();
    kernels.hold(new FrameRows(2), new KeptRows(), 2, worldOf(bodies));
    kernels.prepareBodies(bodies, 1, GRAVITY, h);
    const { others, otherCount } = kernels;
    const change = new VelocityChange();
    const plainChange = new VelocityChange();
    for (let substep = 0; substep < 4; substep++) {
      const repeats = substep > 0;
      if (substep > 0) {
        integratePositions(bodies, h, others, otherCount);
        integratePositions(plain, h);
        change.measure(bodies, others, otherCount);
        plainChange.measure(plain, plain.awake, plain.awakeCount);
      }
      kernels.drive(bodies, repeats ? MOVES | REPEATS : 0);
      integrateVelocities(bodies, 1, GRAVITY, h, others, otherCount);
      integrateVelocities(plain, 1, GRAVITY, h);
      if (repeats) {
        change.repeat(bodies, others, otherCount);
        plainChange.repeat(plain, plain.awake, plain.awakeCount);
      } else {
        change.begin(bodies, others, otherCount);
        plainChange.begin(plain, plain.awake, plain.awakeCount);
      }
      const before = bodies.motion.slice();
      for (const { motion } of [bodies, plain]) {
        for (let k = 0; k < COUNT; k++) {
          for (let n = 0; n < 3; n++) motion[k * BODY_STRIDE + n] += 30 * Math.sin(k + n + substep);
        }
      }
      expect(differences(before, plain.motion).length).toBeGreaterThan(1000);
      expect(differences(bodies.motion, plain.motion)).toEqual([]);
    }
    kernels.release();
    expect(differences(bodies.motion, plain.motion)).toEqual([]);
  });

  test('a non-finite body is frozen, as without kernels, and the bodies after it continue', () => {
    const [bodies, plain] = pairOfStores(6);
    const h = 1 / 60;
    const kernels = sharedKernels();
    for (const store of [bodies, plain]) {
      for (const k of [3, 4, 200, COUNT - 1]) {
        store.type[k] = DYNAMIC;
        store.flags[k] &= ~(BODY_LOCK_X | BODY_LOCK_Y | BODY_FAST_ROTATION);
        store.setAwake(k, true);
        store.motion[k * BODY_STRIDE + (k & 1)] = k === 4 ? Number.NaN : Number.POSITIVE_INFINITY;
      }
    }
    kernels.hold(new FrameRows(2), new KeptRows(), 2, worldOf(bodies));
    kernels.prepareBodies(bodies, 0, GRAVITY, h);
    for (let substep = 0; substep < 2; substep++) {
      kernels.drive(bodies, substep > 0 ? MEASURES : 0);
      integrateVelocities(bodies, 0, GRAVITY, h, kernels.others, kernels.otherCount);
      integrateVelocities(plain, 0, GRAVITY, h);
      // an impulse that a neighbour applies to a frozen body in this substep remains in the next one
      for (const { motion } of [bodies, plain]) motion[200 * BODY_STRIDE] += 0.5;
      kernels.move();
      integratePositions(bodies, h, kernels.others, kernels.otherCount);
      integratePositions(plain, h);
    }
    kernels.release();
    expect(differences(bodies.motion, plain.motion)).toEqual([]);
    expect([...bodies.flags]).toEqual([...plain.flags]);
    expect(bodies.flags[200] & BODY_FROZEN).toBe(BODY_FROZEN);
  });
});

/** The default solver with kernels, and without. */
const withKernels = (): Solver => createSoftStep();

describe('whole scenes', () => {
  const scenes: [string, Record<string, number>][] = [
    ['pyramid', { base: 14 }],
    ['mixed-rain', { count: 200 }],
    ['stack', { count: 12, error: 0.02 }],
    ['tumbler', { side: 10 }],
    ['washer', { side: 10 }],
    ['compounds', { columns: 5, rows: 8 }],
    ['joint-grid', { side: 6 }],
    ['card-house', {}],
    ['sliding-boxes', {}],
    ['smash', { columns: 6, rows: 6 }],
  ];
  test.each(scenes)(
    '%s: the same state with kernels, whatever was in their memory, and without',
    (name, values) => {
      spoilMemory();
      const worlds = [withKernels(), withoutKernels()].map((solver) =>
        loadScene(findScene(name).create(values), { solver, sleeping: false }),
      );
      let touching = 0;
      for (let step = 0; step < 200; step++) {
        for (const world of worlds) world.step(1 / 60);
        touching += worlds[0].stats.touchingContacts;
        if (step % 10 === 9) expect(worlds[0].stateHash()).toBe(worlds[1].stateHash());
      }
      if (name !== 'joint-grid') expect(touching).toBeGreaterThan(0);
    },
  );
});

describe('memory shared by all worlds', () => {
  const load = (count: number, solver: Solver, sleeping = false, seed = 1): World =>
    loadScene(findScene('mixed-rain').create({ count, seed }), { solver, sleeping });

  test('worlds of different sizes stepped in turn, one outgrowing the others: each equals itself stepped alone', () => {
    const together = [60, 700, 5].map((count) => load(count, withKernels()));
    const alone = [60, 700, 5].map((count) => load(count, withoutKernels()));
    for (const worlds of [together, alone]) {
      for (let step = 0; step < 60; step++) {
        for (const world of worlds) world.step(1 / 60);
        if (step === 20) {
          for (let k = 0; k < 900; k++) {
            const position = { x: -8 + (k % 30) * 0.5, y: 1 + Math.floor(k / 30) * 0.5 };
            worlds[0].createBody({ position, shapes: [{ kind: 'circle', radius: 0.24 }] });
          }
        }
      }
    }
    expect(together.map((world) => world.stateHash())).toEqual(alone.map((world) => world.stateHash()));
  });

  test('a solver taking over the memory returns the arrays of the other world', () => {
    const kernels = sharedKernels();
    const [first, second] = [storeOf(64), storeOf(128)];
    const rows = new FrameRows(2);
    const { contacts } = worldOf(first);
    const arrays = () => [first.motion, first.pose, first.placed, contacts.data, contacts.kept];
    const before = arrays();
    kernels.hold(rows, new KeptRows(), 2, worldOf(first));
    expect(first.motion).not.toBe(before[0]);
    // the others are lent if the world steps again
    for (const [k, array] of arrays().slice(1).entries()) expect(array).toBe(before[k + 1]);
    kernels.hold(rows, new KeptRows(), 2, worldOf(first));
    for (const [k, array] of arrays().entries()) {
      expect(array).not.toBe(before[k]);
      array[0] = 7 + k;
    }
    kernels.hold(rows, new KeptRows(), 2, worldOf(second));
    for (const [k, array] of arrays().entries()) expect(array).toBe(before[k]);
    expect(before.map((array) => array[0])).toEqual([7, 8, 9, 10, 11]);
    kernels.release();
    kernels.release();
  });

  test('if no more memory is available, rows and velocities stay where they are', () => {
    let isShort = false;
    class Memory extends WebAssembly.Memory {
      constructor(size: WebAssembly.MemoryDescriptor) {
        if (isShort) throw new RangeError('could not allocate memory');
        super(size);
      }
    }
    const memory = createKernelMemory({
      atob,
      WebAssembly: { Module: WebAssembly.Module, Instance: WebAssembly.Instance, Memory },
    })!;
    const kernels = new SharedVectorKernels(memory);
    const rows = new FrameRows(2);
    const bodies = storeOf(64);
    expect(kernels.hold(rows, new KeptRows(), 2, worldOf(bodies))).toBe(true);
    kernels.release();
    const { data } = rows;
    const { motion } = bodies;
    isShort = true;
    expect(kernels.hold(rows, new KeptRows(), 100_000, worldOf(bodies))).toBe(false);
    expect(rows.data).toBe(data);
    expect(bodies.motion).toBe(motion);
    // smaller sizes still work: rows 0 and 1 belong to no contact and change nothing
    expect(kernels.hold(rows, new KeptRows(), 2, worldOf(bodies))).toBe(true);
    rows.index.fill(motion.length, 0, 2 * ROW_INDEX_STRIDE);
    kernels.relax(0, 2, -1, 1 / H);
    kernels.release();
    expect([...motion]).toEqual([...storeOf(64).motion]);
    isShort = false;
    expect(kernels.hold(rows, new KeptRows(), 100_000, worldOf(bodies))).toBe(true);
    expect(rows.capacity).toBeGreaterThanOrEqual(100_000);
    kernels.release();
  });

  test('a store with few awake bodies is not moved into the memory', () => {
    const kernels = sharedKernels();
    const bodies = storeOf(512);
    expect(kernels.hold(new FrameRows(2), new KeptRows(), 2, worldOf(bodies))).toBe(true);
    kernels.release();
    bodies.setAwake(0, false);
    const { motion } = bodies;
    expect(kernels.hold(new FrameRows(2), new KeptRows(), 2, worldOf(bodies))).toBe(false);
    expect(bodies.motion).toBe(motion);
    kernels.release();
  });

  test('a world falling asleep body by body and woken: the same state with kernels and without', () => {
    // with this seed, bodies begin to fall asleep after 140 steps, and all are asleep after 450
    const worlds = [withKernels(), withoutKernels()].map((solver) => load(300, solver, true, 3));
    const counts = new Set<number>();
    for (let step = 0; step < 600; step++) {
      for (const world of worlds) {
        if (step === 350 || step === 550) world.bodies[5].isAwake = true;
        world.step(1 / 60);
      }
      counts.add(worlds[0].stats.awakeBodies);
      if (step % 50 === 49) expect(worlds[0].stateHash()).toBe(worlds[1].stateHash());
    }
    // all, some, none
    expect(counts.size).toBeGreaterThan(2);
    expect(counts).toContain(0);
  });

  test.each([8, 400])(
    'stepping another world from a recorder is rejected, and both worlds continue (%i slots)',
    (slots) => {
      const load = (): World => {
        const world = createWorld({ solver: createSoftStep() });
        world.createBody({ type: 'static', shapes: [{ kind: 'halfSpace', normal: { x: 0, y: 1 } }] });
        // with many slots only a few are awake: the kernels do not hold the velocities then, but they do hold the rows
        for (let k = 2; k < slots; k++) world.createBody({ type: 'static', position: { x: 3 * k, y: 9 } });
        for (let k = 0; k < 2; k++) {
          world.createBody({
            position: { x: 0.2 * k, y: 0.5 + k },
            shapes: [{ kind: 'circle', radius: 0.5 }],
          });
        }
        return world;
      };
      const [world, twin, other] = [load(), load(), load()];
      for (const each of [world, twin, other]) each.step(1 / 60);
      const before = other.bodies.map((body) => body.linearVelocity);
      const refusals: unknown[] = [];
      twin.trace = { row: () => {} };
      world.trace = {
        row: () => {
          try {
            other.step(1 / 60);
          } catch (error) {
            refusals.push(error);
          }
        },
      };
      for (const each of [world, twin]) each.step(1 / 60);
      expect(refusals.length).toBeGreaterThan(5);
      expect(refusals[0]).toBeInstanceOf(InputError);
      expect(String(refusals[0])).toContain('recorder of another world');
      expect(other.bodies.map((body) => body.linearVelocity)).toEqual(before);
      expect(world.stateHash()).toBe(twin.stateHash());
      other.step(1 / 60);
    },
  );

  test('velocities stay in the memory between steps, and are given back to bodies that were added to meanwhile', () => {
    const kernels = sharedKernels();
    const rows = new FrameRows(2);
    const [first, second] = [storeOf(64), storeOf(128)];
    const own = first.motion;
    kernels.hold(rows, new KeptRows(), 2, worldOf(first));
    kernels.release();
    const lent = first.motion;
    expect(lent).not.toBe(own);
    lent[0] = 7;
    // more rows than the memory has room for: it is replaced by a larger one
    kernels.hold(rows, new KeptRows(), 100_000, worldOf(first));
    kernels.release();
    expect(first.motion).not.toBe(lent);
    expect(first.motion[0]).toBe(7);
    first.motion[1] = 8;
    kernels.hold(rows, new KeptRows(), 2, worldOf(second));
    kernels.release();
    expect(first.motion).toBe(own);
    expect([...own.subarray(0, 2)]).toEqual([7, 8]);

    while (second.slots < second.capacity) second.allocate();
    second.motion[0] = 9;
    second.allocate();
    second.motion[1] = 10;
    const grown = second.motion;
    kernels.hold(rows, new KeptRows(), 2, worldOf(first));
    expect(second.motion).toBe(grown);
    expect([...grown.subarray(0, 2)]).toEqual([9, 10]);
    expect([...first.motion.subarray(0, 2)]).toEqual([7, 8]);
  });

  test('a step that fails keeps the velocities and leaves the memory to other worlds', () => {
    const solver = createSoftStep();
    const world = load(20, solver);
    for (let step = 0; step < 100; step++) world.step(1 / 60);
    const state = { ...world.bodies[3].linearVelocity };
    const step = solver.step;
    solver.step = (inner, dt) => {
      const { maximumLinearSpeed } = inner.bodies;
      // the integration of velocities reads this property
      Object.defineProperty(inner.bodies, 'maximumLinearSpeed', {
        configurable: true,
        get: () => {
          throw new Error('stopped');
        },
      });
      try {
        step.call(solver, inner, dt);
      } finally {
        Object.defineProperty(inner.bodies, 'maximumLinearSpeed', {
          configurable: true,
          writable: true,
          value: maximumLinearSpeed,
        });
      }
    };
    expect(() => world.step(1 / 60)).toThrow('stopped');
    const [other, alone] = [load(20, withKernels()), load(20, withoutKernels())];
    for (const each of [other, alone]) for (let step = 0; step < 5; step++) each.step(1 / 60);
    expect(other.stateHash()).toBe(alone.stateHash());
    expect(world.bodies[3].linearVelocity).toEqual(state);
  });
});

describe('without WebAssembly there are no kernels, and no error', () => {
  test.each<[string, unknown]>([
    ['there is none', { atob }],
    [
      'a policy forbids it',
      {
        atob,
        WebAssembly: {
          ...WebAssembly,
          Module: class {
            constructor() {
              throw new Error("Refused to compile: 'wasm-unsafe-eval' is not an allowed source");
            }
          },
        },
      },
    ],
    [
      'there is no memory to be had',
      {
        atob,
        WebAssembly: {
          Module: WebAssembly.Module,
          Instance: WebAssembly.Instance,
          Memory: class {
            constructor() {
              throw new RangeError('could not allocate memory');
            }
          },
        },
      },
    ],
  ])('%s', (_, host) => {
    expect(createKernelMemory(host)).toBeNull();
    expect(createKernelMemory(globalThis)).not.toBeNull();
  });
});

test('rows grow from empty: adopted arrays may be empty, and odd row counts are allowed', () => {
  const rows = new FrameRows();
  rows.adopt(new Int32Array(0), new Float64Array(0));
  rows.reset(3);
  expect([rows.capacity, rows.index.length, rows.data.length]).toEqual([
    4,
    4 * ROW_INDEX_STRIDE,
    4 * ROW_STRIDE,
  ]);
});

test('a world that used kernels without contacts, then gets a contact with too few awake bodies for kernels', () => {
  const [world, plain] = [createSoftStep(), withoutKernels()].map((solver) => createWorld({ solver }));
  for (const each of [world, plain]) {
    each.createBody({ type: 'static', shapes: [{ kind: 'halfSpace', normal: { x: 0, y: 1 } }] });
    for (let k = 0; k < 70; k++) {
      each.createBody({
        allowSleep: k > 0,
        position: { x: 3 * k, y: 1.2 },
        shapes: [{ kind: 'circle', radius: 1 }],
      });
    }
    each.step(1 / 60);
    expect(each.stats.touchingContacts).toBe(0);
    for (const body of each.bodies.slice(2)) body.isAwake = false;
    for (let step = 0; step < 60; step++) each.step(1 / 60);
    expect(each.stats.touchingContacts).toBe(1);
  }
  expect(world.stateHash()).toBe(plain.stateHash());
});

test('the module was compiled from the source beside it: run `pnpm kernels` after a change', () => {
  const source = readFileSync(new URL('../assembly/vector-kernels.as', import.meta.url));
  expect(createHash('sha256').update(source).digest('hex')).toBe(VECTOR_KERNELS_SOURCE);
});
