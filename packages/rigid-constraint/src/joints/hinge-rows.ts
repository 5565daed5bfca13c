/**
 * Free hinges, the commonest joints, in rows of their own: revolute joints without spring, motor or limit.
 *
 * What they do is what `point.ts` and `joint-rows.ts` say of any revolute joint, and to the same bits; the zeros and ones of their
 * Jacobians are left out here, and nothing is called for a single joint. With r the arms and d the vector from anchor A to anchor B:
 *
 *     e  = v_B + w_B x r_B - v_A - w_A x r_A + beta d                   w x r = (-w r.y, w r.x)
 *     K  = (m_A + m_B) 1 + i_A (r_A.y^2, -r_A.x r_A.y; ., r_A.x^2) + i_B (...)
 *     lambda' = lambda - s_i lambda - s_m K^-1 e
 *
 * A hinge often waits for the velocities that the one before it has written, so the sums are in an order that puts what does not
 * depend on them aside: from a velocity to its change are seven operations.
 *
 * Where A is the world, its masses are zero, its arm is zero, and `a` is that of B.
 *
 * Layout: 24 doubles a hinge, `index` four integers a hinge.
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
  JOINT_STRIDE,
  LX,
  LY,
  REACTION_TORQUE,
  REACTION_X,
  REACTION_Y,
  S,
  VY,
  W,
} from '@otedama/rigid';

/** Doubles a hinge: three cache lines, of which a pass over the velocities reads two. */
export const HINGE_STRIDE = 24;
/** Inverse masses and inertias. */
const M_A = 0;
const I_A = 1;
const M_B = 2;
const I_B = 3;
/** Arms now, m. */
const RA_X = 4;
const RA_Y = 5;
const RB_X = 6;
const RB_Y = 7;
/** From anchor A to anchor B now, m. */
const D_X = 8;
const D_Y = 9;
/** Inverse of K. */
const K_XX = 10;
const K_XY = 11;
const K_YY = 12;
/** Accumulated impulse of a substep, N s. */
const LAMBDA_X = 13;
const LAMBDA_Y = 14;
/** At the start of the step: arms, and from the centre of mass of A (of the world: from the anchor) to that of B, m. */
const RA_X0 = 16;
const RA_Y0 = 17;
const RB_X0 = 18;
const RB_Y0 = 19;
const C_X0 = 20;
const C_Y0 = 21;

const direction = new Float64Array(2);

/** Quarter turns in a radian. */
const QUARTER_TURNS = 2 / Math.PI;

/** Integers a hinge in `HingeRows.index`. */
export const HINGE_INDEX_STRIDE = 4;
/** Offsets of the bodies in `motion` and the other body arrays. */
const A = 0;
const B = 1;
/** Slot in the joint store. */
const SLOT = 2;
/** 0 where A is the world. */
const ANCHORED = 3;

/** The free hinges of a step, in the order in which they are solved. */
export class HingeRows {
  count = 0;
  index: Int32Array = new Int32Array(16 * HINGE_INDEX_STRIDE);
  data: Float64Array = new Float64Array(16 * HINGE_STRIDE);

  /** Makes room for `count` hinges and forgets the old ones. */
  reset(count: number): void {
    this.count = 0;
    if (count * HINGE_STRIDE <= this.data.length) return;
    this.index = new Int32Array(2 * count * HINGE_INDEX_STRIDE);
    this.data = new Float64Array(2 * count * HINGE_STRIDE);
  }

  /**
   * A hinge at the end.
   * @param slot in the joint store
   * @param bodyA slot, -1 for the world
   */
  add(bodies: BodyStore, joint: Float64Array, slot: number, bodyA: number, bodyB: number): void {
    const { data, index } = this;
    const { pose, mass } = bodies;
    const k = this.count++;
    const o = k * HINGE_STRIDE;
    const i = k * HINGE_INDEX_STRIDE;
    const j = slot * JOINT_STRIDE;
    const b = bodyB * BODY_STRIDE;
    const bx = joint[j + ANCHOR_BX] - pose[b + LX];
    const by = joint[j + ANCHOR_BY] - pose[b + LY];
    index[i + B] = b;
    index[i + SLOT] = slot;
    data[o + RB_X0] = pose[b + C] * bx - pose[b + S] * by;
    data[o + RB_Y0] = pose[b + S] * bx + pose[b + C] * by;
    data[o + M_B] = mass[b + INV_MASS];
    data[o + I_B] = mass[b + INV_INERTIA];
    data[o + LAMBDA_X] = joint[j + IMPULSE_X];
    data[o + LAMBDA_Y] = joint[j + IMPULSE_Y];
    if (bodyA < 0) {
      index[i + A] = b;
      index[i + ANCHORED] = 0;
      data[o + M_A] = 0;
      data[o + I_A] = 0;
      data[o + RA_X] = 0;
      data[o + RA_Y] = 0;
      data[o + C_X0] = pose[b + CX] - joint[j + ANCHOR_AX];
      data[o + C_Y0] = pose[b + CY] - joint[j + ANCHOR_AY];
      return;
    }
    const a = bodyA * BODY_STRIDE;
    const ax = joint[j + ANCHOR_AX] - pose[a + LX];
    const ay = joint[j + ANCHOR_AY] - pose[a + LY];
    index[i + A] = a;
    index[i + ANCHORED] = 1;
    data[o + RA_X0] = pose[a + C] * ax - pose[a + S] * ay;
    data[o + RA_Y0] = pose[a + S] * ax + pose[a + C] * ay;
    data[o + M_A] = mass[a + INV_MASS];
    data[o + I_A] = mass[a + INV_INERTIA];
    data[o + C_X0] = pose[b + CX] - pose[a + CX];
    data[o + C_Y0] = pose[b + CY] - pose[a + CY];
  }

  /** Impulses of a whole step become those of a substep: `factors[0]` of them. */
  scale(factors: Float64Array): void {
    const { data, count } = this;
    const share = factors[0];
    for (let o = 0; o < count * HINGE_STRIDE; o += HINGE_STRIDE) {
      data[o + LAMBDA_X] *= share;
      data[o + LAMBDA_Y] *= share;
    }
  }
}

/** Brings hinges `start` to `end` to the present displacements and applies their accumulated impulses. */
export function startHinges(rows: HingeRows, bodies: BodyStore, start: number, end: number): void {
  const { data, index } = rows;
  const { motion } = bodies;
  for (let k = start; k < end; k++) {
    const o = (k * HINGE_STRIDE) | 0;
    const i = (k * HINGE_INDEX_STRIDE) | 0;
    const a = index[i];
    const b = index[(i + B) | 0];
    const mA = data[(o + M_A) | 0];
    const iA = data[(o + I_A) | 0];
    const mB = data[(o + M_B) | 0];
    const iB = data[(o + I_B) | 0];
    const lambdaX = data[(o + LAMBDA_X) | 0];
    const lambdaY = data[(o + LAMBDA_Y) | 0];

    const cB = motion[(b + DC) | 0];
    const sB = motion[(b + DS) | 0];
    const bx = data[(o + RB_X0) | 0];
    const by = data[(o + RB_Y0) | 0];
    const rBx = cB * bx - sB * by;
    const rBy = sB * bx + cB * by;
    let dx = data[(o + C_X0) | 0];
    let dy = data[(o + C_Y0) | 0];
    let rAx = 0;
    let rAy = 0;
    if (index[(i + ANCHORED) | 0] === 1) {
      const cA = motion[(a + DC) | 0];
      const sA = motion[(a + DS) | 0];
      const ax = data[(o + RA_X0) | 0];
      const ay = data[(o + RA_Y0) | 0];
      rAx = cA * ax - sA * ay;
      rAy = sA * ax + cA * ay;
      dx = dx + (motion[(b + DX) | 0] - motion[(a + DX) | 0]) + (rBx - rAx);
      dy = dy + (motion[(b + DY) | 0] - motion[(a + DY) | 0]) + (rBy - rAy);
      data[(o + RA_X) | 0] = rAx;
      data[(o + RA_Y) | 0] = rAy;
      motion[a] -= mA * lambdaX;
      motion[(a + VY) | 0] -= mA * lambdaY;
      motion[(a + W) | 0] = motion[(a + W) | 0] + iA * lambdaX * rAy - iA * lambdaY * rAx;
    } else {
      dx = dx + motion[(b + DX) | 0] + rBx;
      dy = dy + motion[(b + DY) | 0] + rBy;
    }
    data[(o + RB_X) | 0] = rBx;
    data[(o + RB_Y) | 0] = rBy;
    data[(o + D_X) | 0] = dx;
    data[(o + D_Y) | 0] = dy;
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

/**
 * One pass over hinges `start` to `end`.
 * @param soft beta, s_m, s_i of the pass; of the relax pass 0, 1, 0
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
    const o = (k * HINGE_STRIDE) | 0;
    const i = (k * HINGE_INDEX_STRIDE) | 0;
    const a = index[i];
    const b = index[(i + B) | 0];
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
    const isAnchored = index[(i + ANCHORED) | 0] === 1;
    if (isAnchored) {
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
    if (isAnchored) {
      motion[a] = vAx - mA * px;
      motion[(a + VY) | 0] = vAy - mA * py;
      motion[(a + W) | 0] = wA + iA * px * rAy - iA * py * rAx;
    }
    motion[b] = vBx + mB * px;
    motion[(b + VY) | 0] = vBy + mB * py;
    motion[(b + W) | 0] = wB - iB * px * rBy + iB * py * rBx;
  }
}

/**
 * Writes impulses and reactions of all hinges to the joint store, and angles where they must be: the store keeps an angle within half a
 * turn of the present one. Two bodies turn by a quarter at most against each other in a step, so it is enough to bring it up to date when
 * another quarter of the circle is entered.
 * @param factors the second is 1 / substep, 1/s
 */
export function storeHinges(
  rows: HingeRows,
  bodies: BodyStore,
  joint: Float64Array,
  substeps: number,
  factors: Float64Array,
): void {
  const { data, index, count } = rows;
  const { motion, pose } = bodies;
  const inverseStep = factors[1];
  for (let k = 0; k < count; k++) {
    const o = k * HINGE_STRIDE;
    const i = k * HINGE_INDEX_STRIDE;
    const j = index[i + SLOT] * JOINT_STRIDE;
    joint[j + IMPULSE_X] = data[o + LAMBDA_X] * substeps;
    joint[j + IMPULSE_Y] = data[o + LAMBDA_Y] * substeps;
    joint[j + REACTION_X] = data[o + LAMBDA_X] * inverseStep;
    joint[j + REACTION_Y] = data[o + LAMBDA_Y] * inverseStep;
    joint[j + REACTION_TORQUE] = 0;
    const b = index[i + B];
    const cB = motion[b + DC] * pose[b + C] - motion[b + DS] * pose[b + S];
    const sB = motion[b + DS] * pose[b + C] + motion[b + DC] * pose[b + S];
    let cA = 1;
    let sA = 0;
    if (index[i + ANCHORED] === 1) {
      const a = index[i + A];
      cA = motion[a + DC] * pose[a + C] - motion[a + DS] * pose[a + S];
      sA = motion[a + DS] * pose[a + C] + motion[a + DC] * pose[a + S];
    }
    const cosine = cA * cB + sA * sB;
    const sine = cA * sB - sA * cB;
    let quarter = 0;
    if (sine < 0) quarter = cosine < 0 ? 2 : 3;
    else if (cosine <= 0) quarter = 1;
    if ((Math.floor(joint[j + JOINT_ANGLE] * QUARTER_TURNS) & 3) === quarter) continue;
    direction[0] = cosine;
    direction[1] = sine;
    followAngle(joint, j + JOINT_ANGLE, direction);
  }
}
