/**
 * Free hinges, the most common joints, in rows of their own: revolute joints without spring, motor or limit.
 *
 * They are solved like any revolute joint in `point.ts` and `joint-kernel.ts`, with bit for bit the same results. The zeros and ones of
 * their Jacobians are left out, and there is no function call per joint. With r the arms and d the vector from anchor A to anchor B:
 *
 *     e  = v_B + w_B x r_B - v_A - w_A x r_A + beta d                   w x r = (-w r.y, w r.x)
 *     K  = (m_A + m_B) 1 + i_A (r_A.y^2, -r_A.x r_A.y; ., r_A.x^2) + i_B (...)
 *     lambda' = lambda - s_i lambda - s_m K^-1 e
 *
 * The arms lead to the point where the bodies meet, as in `point.ts`.
 *
 * The two hinges of a pair share no moving body (`joint-order.ts`), so the kernels of `vector-kernels.ts` run `startHinges` and
 * `solveHinges` for both at once, with the same bits. If there are no kernels, these functions are used.
 *
 * If A is the world, its masses, arm and velocity are zero.
 */
import { followAngle } from '@otedama/math2d';
import {
  ANCHOR_AX,
  ANCHOR_AY,
  ANCHOR_BX,
  ANCHOR_BY,
  BODY_STRIDE,
  type BodyStore,
  C,
  CX,
  CY,
  DC,
  DS,
  DX,
  DY,
  IMPULSE_X,
  IMPULSE_Y,
  INV_INERTIA,
  INV_MASS,
  JOINT_ANGLE,
  JOINT_BODY_A,
  JOINT_BODY_B,
  JOINT_INDEX_STRIDE,
  JOINT_STRIDE,
  type JointStore,
  LX,
  LY,
  REACTION_TORQUE,
  REACTION_X,
  REACTION_Y,
  S,
  VY,
  W,
} from '@otedama/rigid';
import { LANES } from '../frame-rows.js';
import { FAR_TURN, MEETING_REACH, SHOCK_JOINT_SPEED, TAUT, TORN_GAP } from '../soft-constants.js';
import type { JointStep } from './joint-kind.js';

/**
 * Doubles per hinge in `HingeRows.data`: three cache lines, of which a velocity pass reads two. Hinges are interleaved in pairs, as
 * contacts are (`ROW_STRIDE` in `frame-rows.ts`): the numbers of a hinge are `LANES` apart, and `hingeStart` is the offset of the first.
 */
export const HINGE_STRIDE = 24;
/** Inverse masses and inertias. */
const M_A = 0;
const I_A: number = LANES;
const M_B: number = 2 * LANES;
const I_B: number = 3 * LANES;
/** Current arms, m. */
const RA_X: number = 4 * LANES;
const RA_Y: number = 5 * LANES;
const RB_X: number = 6 * LANES;
const RB_Y: number = 7 * LANES;
/** Current vector from anchor A to anchor B, m. */
const D_X: number = 8 * LANES;
const D_Y: number = 9 * LANES;
/** Inverse of K. */
const K_XX: number = 10 * LANES;
const K_XY: number = 11 * LANES;
const K_YY: number = 12 * LANES;
/** Accumulated impulse of a substep, N s. */
const LAMBDA_X: number = 13 * LANES;
const LAMBDA_Y: number = 14 * LANES;
/** Share of d from each anchor to the point where the bodies meet (`point.ts`). */
const SHARE: number = 15 * LANES;
/** At the start of the step: arms, and the vector from the centre of mass of A (if A is the world: from its anchor) to that of B, m. */
const RA_X0: number = 16 * LANES;
const RA_Y0: number = 17 * LANES;
const RB_X0: number = 18 * LANES;
const RB_Y0: number = 19 * LANES;
const C_X0: number = 20 * LANES;
const C_Y0: number = 21 * LANES;

const direction = new Float64Array(2);

/** Quarter turns in a radian. */
const QUARTER_TURNS = 2 / Math.PI;

/** Integers per hinge in `HingeRows.index`. */
export const HINGE_INDEX_STRIDE = 2;
/**
 * Offsets of A, which comes first, and of B in the body arrays. The length of `motion` stands for the world, and for both bodies of an
 * empty row.
 */
const B = 1;

/** Offset of hinge `k` in `HingeRows.data`. */
function hingeStart(k: number): number {
  return ((k >> 1) * (LANES * HINGE_STRIDE) + (k & 1)) | 0;
}

/** Rows of the free hinges of a step, in solver order. Their number is even. */
export class HingeRows {
  /** Stride 2: `A B`. */
  index: Int32Array = new Int32Array(0);
  /** Stride 24, interleaved in pairs: see `hingeStart`. */
  data: Float64Array = new Float64Array(0);
  /** beta, s_m, s_i of the pass with bias. */
  readonly bias: Float64Array = new Float64Array(3);

  /** Makes room for `count` rows. Earlier rows are lost if the arrays are replaced. */
  reset(count: number): void {
    if (count * HINGE_STRIDE <= this.data.length) return;
    this.index = new Int32Array(2 * count * HINGE_INDEX_STRIDE);
    this.data = new Float64Array(2 * count * HINGE_STRIDE);
  }

  /** Uses these arrays from now on. Earlier rows are lost. */
  adopt(index: Int32Array, data: Float64Array): void {
    this.index = index;
    this.data = data;
  }
}

/**
 * Makes rows `start` to `end` from their joints, and updates the angles in the joint store where needed. The stored angle must stay
 * within half a turn of the current one. Two bodies turn by a quarter turn at most against each other in a step, so it is enough to
 * update the angle if the step begins in another quarter of the circle. The quarters are centred on the axes; otherwise hinges that hang
 * straight would cross a boundary in every step. Returns whether a hinge is open by more than `TORN_GAP`.
 * @param slots joint of each row, -1 for an empty row
 */
export function prepareHinges(
  { data, index, bias }: HingeRows,
  { motion, pose, mass }: BodyStore,
  joints: JointStore,
  slots: Int32Array,
  start: number,
  end: number,
  { impulseShare, isMidway, rigid }: JointStep,
): boolean {
  let isAnyTorn = false;
  const joint = joints.data;
  const ends = joints.index;
  bias[0] = rigid.biasRate;
  bias[1] = rigid.massScale;
  bias[2] = rigid.impulseScale;
  for (let k = start; k < end; k++) {
    const o = hingeStart(k);
    const i = (k * HINGE_INDEX_STRIDE) | 0;
    index[i] = motion.length;
    index[(i + B) | 0] = motion.length;
    const slot = slots[k];
    if (slot < 0) {
      for (let n = 0; n < LANES * HINGE_STRIDE; n += LANES) data[o + n] = 0;
      continue;
    }
    const j = (slot * JOINT_STRIDE) | 0;
    const e = (slot * JOINT_INDEX_STRIDE) | 0;
    let cx = joint[(j + ANCHOR_AX) | 0];
    let cy = joint[(j + ANCHOR_AY) | 0];
    let mA = 0;
    let iA = 0;
    let rAx = 0;
    let rAy = 0;
    let cA = 1;
    let sA = 0;
    const bodyA = ends[(e + JOINT_BODY_A) | 0];
    if (bodyA >= 0) {
      const a = (bodyA * BODY_STRIDE) | 0;
      index[i] = a;
      cA = pose[(a + C) | 0];
      sA = pose[(a + S) | 0];
      const x = cx - pose[(a + LX) | 0];
      const y = cy - pose[(a + LY) | 0];
      rAx = cA * x - sA * y;
      rAy = sA * x + cA * y;
      mA = mass[(a + INV_MASS) | 0];
      iA = mass[(a + INV_INERTIA) | 0];
      cx = pose[(a + CX) | 0];
      cy = pose[(a + CY) | 0];
    }
    const b = (ends[(e + JOINT_BODY_B) | 0] * BODY_STRIDE) | 0;
    index[(i + B) | 0] = b;
    const cB = pose[(b + C) | 0];
    const sB = pose[(b + S) | 0];
    const x = joint[(j + ANCHOR_BX) | 0] - pose[(b + LX) | 0];
    const y = joint[(j + ANCHOR_BY) | 0] - pose[(b + LY) | 0];
    data[(o + M_A) | 0] = mA;
    data[(o + I_A) | 0] = iA;
    data[(o + M_B) | 0] = mass[(b + INV_MASS) | 0];
    data[(o + I_B) | 0] = mass[(b + INV_INERTIA) | 0];
    data[(o + SHARE) | 0] = isMidway && mA > 0 && mass[(b + INV_MASS) | 0] > 0 ? 0.5 : 0;
    data[(o + LAMBDA_X) | 0] = joint[(j + IMPULSE_X) | 0] * impulseShare;
    data[(o + LAMBDA_Y) | 0] = joint[(j + IMPULSE_Y) | 0] * impulseShare;
    const rBx = cB * x - sB * y;
    const rBy = sB * x + cB * y;
    cx = pose[(b + CX) | 0] - cx;
    cy = pose[(b + CY) | 0] - cy;
    data[(o + RA_X0) | 0] = rAx;
    data[(o + RA_Y0) | 0] = rAy;
    data[(o + RB_X0) | 0] = rBx;
    data[(o + RB_Y0) | 0] = rBy;
    data[(o + C_X0) | 0] = cx;
    data[(o + C_Y0) | 0] = cy;
    const dx = cx + rBx - rAx;
    const dy = cy + rBy - rAy;
    if (dx * dx + dy * dy > TORN_GAP * TORN_GAP) isAnyTorn = true;

    const cosine = cA * cB + sA * sB;
    const sine = cA * sB - sA * cB;
    let quarter = 0;
    if (Math.abs(sine) > Math.abs(cosine)) quarter = sine < 0 ? 3 : 1;
    else if (cosine < 0) quarter = 2;
    if ((Math.floor(joint[(j + JOINT_ANGLE) | 0] * QUARTER_TURNS + 0.5) & 3) === quarter) continue;
    direction[0] = cosine;
    direction[1] = sine;
    followAngle(joint, j + JOINT_ANGLE, direction);
  }
  return isAnyTorn;
}

/**
 * Updates hinges `start` to `end` for the current displacements and applies their accumulated impulses.
 * @param share of these impulses: 1 at the start of a substep, 0 if the velocities already contain them
 */
export function startHinges(
  rows: HingeRows,
  bodies: BodyStore,
  start: number,
  end: number,
  share: 0 | 1,
): void {
  const { data, index } = rows;
  const { motion } = bodies;
  for (let k = start; k < end; k++) {
    const o = hingeStart(k);
    const i = (k * HINGE_INDEX_STRIDE) | 0;
    const a = index[i];
    const b = index[(i + B) | 0];
    if (b === motion.length) continue;
    const mA = data[(o + M_A) | 0];
    const iA = data[(o + I_A) | 0];
    const mB = data[(o + M_B) | 0];
    const iB = data[(o + I_B) | 0];
    const lambdaX = share * data[(o + LAMBDA_X) | 0];
    const lambdaY = share * data[(o + LAMBDA_Y) | 0];

    const cB = motion[(b + DC) | 0];
    const sB = motion[(b + DS) | 0];
    const bx = data[(o + RB_X0) | 0];
    const by = data[(o + RB_Y0) | 0];
    let rBx = cB * bx - sB * by;
    let rBy = sB * bx + cB * by;
    let dx = data[(o + C_X0) | 0];
    let dy = data[(o + C_Y0) | 0];
    let rAx = 0;
    let rAy = 0;
    const hasBodyA = a !== motion.length;
    if (hasBodyA) {
      const cA = motion[(a + DC) | 0];
      const sA = motion[(a + DS) | 0];
      const ax = data[(o + RA_X0) | 0];
      const ay = data[(o + RA_Y0) | 0];
      rAx = cA * ax - sA * ay;
      rAy = sA * ax + cA * ay;
      dx = dx + (motion[(b + DX) | 0] - motion[(a + DX) | 0]) + (rBx - rAx);
      dy = dy + (motion[(b + DY) | 0] - motion[(a + DY) | 0]) + (rBy - rAy);
    } else {
      dx = dx + motion[(b + DX) | 0] + rBx;
      dy = dy + motion[(b + DY) | 0] + rBy;
    }
    let part = 0;
    if (dx * dx + dy * dy < MEETING_REACH * MEETING_REACH) part = data[(o + SHARE) | 0];
    rAx += part * dx;
    rAy += part * dy;
    rBx -= part * dx;
    rBy -= part * dy;
    data[(o + RA_X) | 0] = rAx;
    data[(o + RA_Y) | 0] = rAy;
    data[(o + RB_X) | 0] = rBx;
    data[(o + RB_Y) | 0] = rBy;
    data[(o + D_X) | 0] = dx;
    data[(o + D_Y) | 0] = dy;
    if (hasBodyA) {
      motion[a] -= mA * lambdaX;
      motion[(a + VY) | 0] -= mA * lambdaY;
      motion[(a + W) | 0] = motion[(a + W) | 0] + iA * lambdaX * rAy - iA * lambdaY * rAx;
    }
    motion[b] += mB * lambdaX;
    motion[(b + VY) | 0] += mB * lambdaY;
    motion[(b + W) | 0] = motion[(b + W) | 0] - iB * lambdaX * rBy + iB * lambdaY * rBx;

    const m = mA + mB;
    const xx = m + iA * rAy * rAy + iB * rBy * rBy;
    const xy = -iA * rAx * rAy - iB * rBx * rBy;
    const yy = m + iA * rAx * rAx + iB * rBx * rBx;
    const det = xx * yy - xy * xy;
    let f = 0;
    if (det > 0) f = 1 / det;
    data[(o + K_XX) | 0] = yy * f;
    data[(o + K_XY) | 0] = -xy * f;
    data[(o + K_YY) | 0] = xx * f;
  }
}

/** `turnFar` of `joint-kernel.ts` for the first `count` hinges. */
export function hingesTurnFar({ data, bias }: HingeRows, count: number, { h }: JointStep): boolean {
  const largest = FAR_TURN / (bias[0] * h);
  for (let k = 0; k < count; k++) {
    const o = hingeStart(k);
    const dx = data[(o + D_X) | 0];
    const dy = data[(o + D_Y) | 0];
    const x = data[(o + K_XX) | 0] * dx + data[(o + K_XY) | 0] * dy;
    const y = data[(o + K_XY) | 0] * dx + data[(o + K_YY) | 0] * dy;
    const turnA = data[(o + I_A) | 0] * (data[(o + RA_X) | 0] * y - data[(o + RA_Y) | 0] * x);
    const turnB = data[(o + I_B) | 0] * (data[(o + RB_X) | 0] * y - data[(o + RB_Y) | 0] * x);
    if (Math.abs(turnA) > largest || Math.abs(turnB) > largest) return true;
  }
  return false;
}

/**
 * One pass over hinges `start` to `end`.
 * @param soft beta, s_m, s_i of the pass; in the relax pass 0, 1, 0
 */
export function solveHinges(
  rows: HingeRows,
  motion: Float64Array,
  start: number,
  end: number,
  soft: Float64Array,
): void {
  const { data, index } = rows;
  const biasRate = soft[0];
  const massScale = soft[1];
  const impulseScale = soft[2];
  for (let k = start; k < end; k++) {
    const o = hingeStart(k);
    const i = (k * HINGE_INDEX_STRIDE) | 0;
    const a = index[i];
    const b = index[(i + B) | 0];
    if (b === motion.length) continue;
    const mA = data[(o + M_A) | 0];
    const iA = data[(o + I_A) | 0];
    const mB = data[(o + M_B) | 0];
    const iB = data[(o + I_B) | 0];
    const rAx = data[(o + RA_X) | 0];
    const rAy = data[(o + RA_Y) | 0];
    const rBx = data[(o + RB_X) | 0];
    const rBy = data[(o + RB_Y) | 0];
    const kxx = massScale * data[(o + K_XX) | 0];
    const kxy = massScale * data[(o + K_XY) | 0];
    const kyy = massScale * data[(o + K_YY) | 0];
    const oldX = data[(o + LAMBDA_X) | 0];
    const oldY = data[(o + LAMBDA_Y) | 0];
    const vBx = motion[b];
    const vBy = motion[(b + VY) | 0];
    const wB = motion[(b + W) | 0];
    let vAx = 0;
    let vAy = 0;
    let wA = 0;
    const hasBodyA = a !== motion.length;
    if (hasBodyA) {
      vAx = motion[a];
      vAy = motion[(a + VY) | 0];
      wA = motion[(a + W) | 0];
    }
    const ex = rAy * wA - rBy * wB + (vBx - vAx + biasRate * data[(o + D_X) | 0]);
    const ey = rBx * wB - rAx * wA + (vBy - vAy + biasRate * data[(o + D_Y) | 0]);
    const px = -impulseScale * oldX - (kxx * ex + kxy * ey);
    const py = -impulseScale * oldY - (kxy * ex + kyy * ey);
    data[(o + LAMBDA_X) | 0] = oldX + px;
    data[(o + LAMBDA_Y) | 0] = oldY + py;
    if (hasBodyA) {
      motion[a] = vAx - mA * px;
      motion[(a + VY) | 0] = vAy - mA * py;
      motion[(a + W) | 0] = wA + iA * px * rAy - iA * py * rAx;
    }
    motion[b] = vBx + mB * px;
    motion[(b + VY) | 0] = vBy + mB * py;
    motion[(b + W) | 0] = wB - iB * px * rBy + iB * py * rBx;
  }
}

/** Adds the impulses of hinge `k` to the first two numbers of a sum of three. */
export function addHingeImpulses({ data }: HingeRows, k: number, sums: Float64Array, sum: number): void {
  const o = hingeStart(k);
  sums[sum] += data[o + LAMBDA_X];
  sums[sum + 1] += data[o + LAMBDA_Y];
}

/** Stores the impulses of the first `count` hinges in `kept`: those of hinge k at 2 k. */
export function keepHinges({ data }: HingeRows, count: number, kept: Float64Array): void {
  for (let k = 0; k < count; k++) {
    const o = hingeStart(k);
    kept[2 * k] = data[o + LAMBDA_X];
    kept[2 * k + 1] = data[o + LAMBDA_Y];
  }
}

/**
 * Restores the stored impulses of hinges that took part in a shock: those whose impulses have changed the velocity at the pivot by more
 * than `SHOCK_JOINT_SPEED` since.
 */
export function giveBackHinges({ data }: HingeRows, count: number, kept: Float64Array): void {
  for (let k = 0; k < count; k++) {
    const o = hingeStart(k);
    const isShock =
      Math.abs(data[o + LAMBDA_X] - kept[2 * k]) > SHOCK_JOINT_SPEED * data[o + K_XX] ||
      Math.abs(data[o + LAMBDA_Y] - kept[2 * k + 1]) > SHOCK_JOINT_SPEED * data[o + K_YY];
    if (!isShock) continue;
    data[o + LAMBDA_X] = kept[2 * k];
    data[o + LAMBDA_Y] = kept[2 * k + 1];
  }
}

/** Limits the speed of the bias of hinge `k`, m/s. */
export function limitHinge({ data, bias }: HingeRows, k: number, largest: number): void {
  const o = hingeStart(k);
  const x = data[o + D_X];
  const y = data[o + D_Y];
  const speed = bias[0] * Math.sqrt(x * x + y * y);
  if (speed <= largest) return;
  data[o + D_X] = (x * largest) / speed;
  data[o + D_Y] = (y * largest) / speed;
}

/** Returns hinge `k` to its impulses in `kept`, stored by `keepHinges`, and takes back the velocity of the others. */
export function takeBackHinge(
  { data, index }: HingeRows,
  motion: Float64Array,
  k: number,
  kept: Float64Array,
): void {
  const o = hingeStart(k);
  const a = index[k * HINGE_INDEX_STRIDE];
  const b = index[k * HINGE_INDEX_STRIDE + B];
  const px = kept[2 * k] - data[o + LAMBDA_X];
  const py = kept[2 * k + 1] - data[o + LAMBDA_Y];
  data[o + LAMBDA_X] = kept[2 * k];
  data[o + LAMBDA_Y] = kept[2 * k + 1];
  if (a !== motion.length) {
    motion[a] -= data[o + M_A] * px;
    motion[a + VY] -= data[o + M_A] * py;
    motion[a + W] -= data[o + I_A] * (data[o + RA_X] * py - data[o + RA_Y] * px);
  }
  motion[b] += data[o + M_B] * px;
  motion[b + VY] += data[o + M_B] * py;
  motion[b + W] += data[o + I_B] * (data[o + RB_X] * py - data[o + RB_Y] * px);
}

/** Writes impulses and reactions of hinges `start` to `end` to the joint store. Returns whether one of them is taut (`tension.ts`). */
export function storeHinges(
  { data }: HingeRows,
  joint: Float64Array,
  slots: Int32Array,
  start: number,
  end: number,
  substeps: number,
  { h, inverseStep }: JointStep,
): boolean {
  const limit = TAUT / h;
  let isTaut = false;
  for (let k = start; k < end; k++) {
    const slot = slots[k];
    if (slot < 0) continue;
    const o = hingeStart(k);
    const j = (slot * JOINT_STRIDE) | 0;
    const x = data[(o + LAMBDA_X) | 0];
    const y = data[(o + LAMBDA_Y) | 0];
    joint[(j + IMPULSE_X) | 0] = x * substeps;
    joint[(j + IMPULSE_Y) | 0] = y * substeps;
    joint[(j + REACTION_X) | 0] = x * inverseStep;
    joint[(j + REACTION_Y) | 0] = y * inverseStep;
    joint[(j + REACTION_TORQUE) | 0] = 0;
    const stiffnessA = x * data[(o + RA_X) | 0] + y * data[(o + RA_Y) | 0];
    const stiffnessB = x * data[(o + RB_X) | 0] + y * data[(o + RB_Y) | 0];
    if (Math.abs(stiffnessA) * data[(o + I_A) | 0] > limit) isTaut = true;
    if (Math.abs(stiffnessB) * data[(o + I_B) | 0] > limit) isTaut = true;
  }
  return isTaut;
}
