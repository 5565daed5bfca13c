/** The kernel alone: for one contact with random arms, masses and velocities, the result must satisfy the complementarity problem. */

import { createRandom } from '@otedama/math2d';
import { BODY_STRIDE, VX, VY, W } from '@otedama/rigid';
import { expect, test } from 'vitest';
import { INV_DET, K11, K12, K22, solveContactRows } from '../src/contact-kernel.js';
import {
  BELT,
  FrameRows,
  I_A,
  I_B,
  LAMBDA_N,
  LAMBDA_T,
  M_A,
  M_B,
  MASS_N,
  MASS_T,
  MU,
  N_X,
  N_Y,
  P1,
  P2,
  RD_A,
  RD_B,
  RN_A,
  RN_B,
  ROW_B,
  ROW_COUNT,
  TARGET,
} from '../src/frame-rows.js';

const random = createRandom(7);

/** One contact with two points on random bodies, in motion. */
function randomContact(mu: number): { rows: FrameRows; motion: Float64Array } {
  const rows = new FrameRows(2);
  rows.reset(1);
  const { data, index } = rows;
  const motion = new Float64Array(2 * BODY_STRIDE);
  for (const body of [0, BODY_STRIDE]) {
    for (const k of [VX, VY, W]) motion[body + k] = random.uniform(-3, 3);
  }
  index[ROW_B] = BODY_STRIDE;
  index[ROW_COUNT] = 2;
  const x = random.uniform(-1, 1);
  const y = random.uniform(-1, 1);
  const length = Math.hypot(x, y);
  data[N_X] = x / length;
  data[N_Y] = y / length;
  data[MU] = mu;
  data[BELT] = random.uniform(-1, 1);
  for (const k of [M_A, I_A, M_B, I_B]) data[k] = random.uniform(0.1, 5);
  const k = (a: number, b: number, i: number, j: number): number =>
    data[M_A] + data[M_B] + data[I_A] * data[i + a] * data[j + a] + data[I_B] * data[i + b] * data[j + b];
  for (const p of [P1, P2]) {
    // both points are on one line along the tangent, like those of a manifold
    data[p + RN_A] = random.uniform(-1, 1);
    data[p + RN_B] = random.uniform(-1, 1);
    data[p + RD_A] = p === P1 ? random.uniform(0, 1) : data[P1 + RD_A];
    data[p + RD_B] = p === P1 ? random.uniform(-1, 0) : data[P1 + RD_B];
    data[p + MASS_N] = 1 / k(RN_A, RN_B, p, p);
    data[p + MASS_T] = 1 / k(RD_A, RD_B, p, p);
    data[p + LAMBDA_N] = random.uniform(0, 2);
    data[p + LAMBDA_T] = mu * data[p + LAMBDA_N] * random.uniform(-1, 1);
    data[p + TARGET] = random.uniform(-1, 1);
  }
  data[K11] = k(RN_A, RN_B, P1, P1);
  data[K12] = k(RN_A, RN_B, P1, P2);
  data[K22] = k(RN_A, RN_B, P2, P2);
  data[INV_DET] = 1 / (data[K11] * data[K22] - data[K12] * data[K12]);
  return { rows, motion };
}

function normalVelocity({ data }: FrameRows, motion: Float64Array, p: number): number {
  const ux = motion[BODY_STRIDE + VX] - motion[VX];
  const uy = motion[BODY_STRIDE + VY] - motion[VY];
  return (
    ux * data[N_X] + uy * data[N_Y] + motion[BODY_STRIDE + W] * data[p + RN_B] - motion[W] * data[p + RN_A]
  );
}

test('two normal rows solved together leave each at its target with a push, or above it without one', () => {
  const cases = new Set<string>();
  for (let trial = 0; trial < 2000; trial++) {
    const { rows, motion } = randomContact(0);
    solveContactRows(rows.data, rows.index, motion, 0, 1);
    const pressed = [P1, P2].map((p) => {
      const lambda = rows.data[p + LAMBDA_N];
      const excess = normalVelocity(rows, motion, p) - rows.data[p + TARGET];
      expect(lambda).toBeGreaterThanOrEqual(0);
      expect(excess).toBeGreaterThan(-1e-9);
      expect(Math.abs(lambda * excess)).toBeLessThan(1e-8);
      return lambda > 0 ? '1' : '0';
    });
    cases.add(pressed.join(''));
  }
  expect([...cases].sort()).toEqual(['00', '01', '10', '11']);
});

test('a pass without the block reaches the same state when repeated', () => {
  for (let trial = 0; trial < 200; trial++) {
    const { rows, motion } = randomContact(0);
    const other = new FrameRows(2);
    other.data.set(rows.data);
    other.index.set(rows.index);
    other.data[INV_DET] = 0;
    const otherMotion = motion.slice();
    solveContactRows(rows.data, rows.index, motion, 0, 1);
    for (let k = 0; k < 3000; k++) solveContactRows(other.data, other.index, otherMotion, 0, 1);
    for (const p of [P1, P2]) {
      expect(normalVelocity(other, otherMotion, p)).toBeCloseTo(normalVelocity(rows, motion, p), 5);
    }
  }
});

test('the tangent impulse stays in the cone and reaches the belt speed inside it', () => {
  for (let trial = 0; trial < 500; trial++) {
    const { rows, motion } = randomContact(0.3);
    for (let k = 0; k < 3000; k++) solveContactRows(rows.data, rows.index, motion, 0, 1);
    const { data } = rows;
    const ux = motion[BODY_STRIDE + VX] - motion[VX];
    const uy = motion[BODY_STRIDE + VY] - motion[VY];
    for (const p of [P1, P2]) {
      const limit = data[MU] * data[p + LAMBDA_N];
      const slack = limit - Math.abs(data[p + LAMBDA_T]);
      expect(slack).toBeGreaterThan(-1e-6);
      const vt =
        ux * data[N_Y] -
        uy * data[N_X] -
        motion[BODY_STRIDE + W] * data[p + RD_B] +
        motion[W] * data[p + RD_A];
      if (slack > 1e-3) expect(vt).toBeCloseTo(data[BELT], 3);
      // sliding: friction acts against the sliding velocity
      else if (limit > 1e-3) expect((vt - data[BELT]) * data[p + LAMBDA_T]).toBeLessThan(1e-3);
    }
  }
});

test('momentum of the pair is kept to rounding', () => {
  for (let trial = 0; trial < 500; trial++) {
    const { rows, motion } = randomContact(0.5);
    const momentum = (k: number): number =>
      motion[k] / rows.data[M_A] + motion[BODY_STRIDE + k] / rows.data[M_B];
    const x = momentum(VX);
    const y = momentum(VY);
    solveContactRows(rows.data, rows.index, motion, 0, 1);
    expect(Math.abs(momentum(VX) - x)).toBeLessThan(1e-12);
    expect(Math.abs(momentum(VY) - y)).toBeLessThan(1e-12);
  }
});
