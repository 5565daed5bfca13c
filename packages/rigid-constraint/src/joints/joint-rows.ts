/**
 * Rows of joints. Everything that a joint constrains, drives or pulls is one or more rows J u + b = 0 on the velocities
 * u = (v_A, w_A, v_B, w_B) of two bodies, and all rows are solved by the same few lines:
 *
 *     K = J M^-1 J^T,   lambda' = lambda - s_m K^-1 (J u + b) - s_i lambda, held to [lower, upper],   u += M^-1 J^T (lambda' - lambda)
 *
 * Four ways to fill b, s_m, s_i cover every joint:
 *
 *     rigid    b = beta C with the softness of stiff joints; in the relax pass b = 0, s_m = 1, s_i = 0
 *     spring   b = beta C with the softness of the spring, in both passes: its force is real
 *     motor    b = -speed, rigid, lambda held to the maximum force times h
 *     limit    lambda >= 0; while open (C > 0) b = C / h, so that it closes without an impact; beyond, as rigid
 *
 * Rows of a joint that act on each other strongly form a block, which is solved at once with its matrix K:
 *
 *     point    the two rows of a point. A chain of pins converges far better that way
 *     pair     across and angle of a slider
 *     triple   point and angle of a weld
 *
 * Where B is far from A, a turn of A moves the anchor far: solved in turns, such rows converge in as many passes as (distance / radius of
 * gyration)^2, and what the passes leave over swings. Chains of two sliders shook their bodies at 20 rad/s for ever.
 *
 * Layout: 24 doubles per row in `data`, four integers per row in `index`.
 *
 * These functions take and return no doubles, because those would be allocated if a call is not inlined. A kind of joint writes the
 * Jacobian and C into the row, and the functions use them from there.
 */
import { BODY_STRIDE, type BodyStore, DAMPING_STRIDE, EXTENT } from '@otedama/rigid';
import { MAXIMUM_CORRECTION_TURN } from '../constants.js';
import { grown } from '../grown.js';
import { FAR_TURN, LIMIT_GAP, SHOCK_JOINT_SPEED } from '../soft-constants.js';
import type { Softness } from '../soft-constraint.js';
import type { JointFrame } from './joint-frame.js';
import type { JointStep } from './joint-kind.js';

/** Doubles per row. */
export const JOINT_ROW_STRIDE = 24;
/** Jacobian over v_A, w_A, v_B, w_B. */
export const J_AX = 0;
export const J_AY = 1;
export const J_AW = 2;
export const J_BX = 3;
export const J_BY = 4;
export const J_BW = 5;
/** 1/K; for a block xx of the inverse of K, and in the second row of a triple xz. */
export const MASS = 6;
/** b, s_m, s_i of the solve pass. */
export const BIAS = 7;
/** b, s_m, s_i of the relax pass. */
export const RELAX = 10;
/** Bounds of lambda, N s or N m s. */
export const LOWER_IMPULSE = 13;
export const UPPER_IMPULSE = 14;
/** Accumulated lambda of a substep. */
export const LAMBDA = 15;
/** Block: xy and yy of the inverse of K, in the first row; in the second row of a triple yz and zz. */
export const MASS_XY = 16;
export const MASS_YY = 17;
/** Point: maximum length of the vector of both lambdas. */
export const LARGEST = 18;
/** Inverse masses and inertias. */
export const M_A = 19;
export const I_A = 20;
export const M_B = 21;
export const I_B = 22;
/** C, or the speed of a motor: input from which the functions below compute b. */
export const ERROR = 23;

/** Integers per row in `JointRows.index`. */
export const JOINT_ROW_INDEX_STRIDE = 4;
/** Offsets of the bodies in `motion`. */
export const BODY_A_OFFSET = 0;
export const BODY_B_OFFSET = 1;
/** 0, or for the first row of a block its kind: `POINT`, `PAIR` (any two rows) or `TRIPLE`. */
export const BLOCK = 2;
export const POINT = 1;
export const PAIR = 2;
export const TRIPLE = 3;
/** Place of the impulse in the record of `JointStore.data`. */
export const IMPULSE_PLACE = 3;

/** The joint rows of a step. */
export class JointRows {
  count = 0;
  data: Float64Array = new Float64Array(16 * JOINT_ROW_STRIDE);
  index: Int32Array = new Int32Array(16 * JOINT_ROW_INDEX_STRIDE);

  /** Appends a row of a joint, without bounds, and returns its offset in `data`. */
  add(frame: JointFrame, impulsePlace: number): number {
    const k = this.count++;
    if (this.count * JOINT_ROW_STRIDE > this.data.length) {
      this.data = grown(this.data);
      this.index = grown(this.index);
    }
    const o = k * JOINT_ROW_STRIDE;
    const i = k * JOINT_ROW_INDEX_STRIDE;
    const data = this.data;
    this.index[i + BODY_A_OFFSET] = frame.a;
    this.index[i + BODY_B_OFFSET] = frame.b;
    this.index[i + BLOCK] = 0;
    this.index[i + IMPULSE_PLACE] = impulsePlace;
    data[o + M_A] = frame.mA;
    data[o + I_A] = frame.iA;
    data[o + M_B] = frame.mB;
    data[o + I_B] = frame.iB;
    data[o + LAMBDA] = 0;
    data[o + LOWER_IMPULSE] = Number.NEGATIVE_INFINITY;
    data[o + UPPER_IMPULSE] = Number.POSITIVE_INFINITY;
    data[o + LARGEST] = Number.POSITIVE_INFINITY;
    return o;
  }

  /** Marks the row at `o` as the first one of a block. */
  block(o: number, kind: typeof POINT | typeof PAIR | typeof TRIPLE): void {
    this.index[(o / JOINT_ROW_STRIDE) * JOINT_ROW_INDEX_STRIDE + BLOCK] = kind;
  }
}

/** Writes the effective mass of a row from its Jacobian; 0 if neither body can respond. */
export function setMass(data: Float64Array, o: number): void {
  const ax = data[o + J_AX];
  const ay = data[o + J_AY];
  const aw = data[o + J_AW];
  const bx = data[o + J_BX];
  const by = data[o + J_BY];
  const bw = data[o + J_BW];
  const k =
    data[o + M_A] * (ax * ax + ay * ay) +
    data[o + I_A] * aw * aw +
    data[o + M_B] * (bx * bx + by * by) +
    data[o + I_B] * bw * bw;
  if (k > 0) data[o + MASS] = 1 / k;
  else data[o + MASS] = 0;
}

/**
 * Writes the pair of rows that holds the anchors together: the Jacobians J_x = (-1, 0, r_A.y, 1, 0, -r_B.y) and
 * J_y = (0, -1, -r_A.x, 0, 1, r_B.x), the inverse of its matrix, and d as its error.
 * @param reach largest gap with which the arms may lead to the middle between the anchors (`point.ts`), m
 */
export function setPoint(
  data: Float64Array,
  o: number,
  frame: JointFrame,
  { isMidway }: JointStep,
  reach: number,
): void {
  const { hasBodyA, dx, dy } = frame;
  const isFree = isMidway && frame.mA > 0 && frame.mB > 0 && frame.locks === 0;
  const share = isFree && dx * dx + dy * dy < reach * reach ? 0.5 : 0;
  const rAx = frame.rAx + share * dx;
  const rAy = frame.rAy + share * dy;
  const rBx = frame.rBx - share * dx;
  const rBy = frame.rBy - share * dy;
  const second = o + JOINT_ROW_STRIDE;
  data[o + J_AX] = -hasBodyA;
  data[o + J_AY] = 0;
  data[o + J_AW] = hasBodyA * rAy;
  data[o + J_BX] = 1;
  data[o + J_BY] = 0;
  data[o + J_BW] = -rBy;
  data[second + J_AX] = 0;
  data[second + J_AY] = -hasBodyA;
  data[second + J_AW] = -hasBodyA * rAx;
  data[second + J_BX] = 0;
  data[second + J_BY] = 1;
  data[second + J_BW] = rBx;
  const m = data[o + M_A] + data[o + M_B];
  const iA = data[o + I_A];
  const iB = data[o + I_B];
  const xx = m + iA * rAy * rAy + iB * rBy * rBy;
  const xy = -iA * rAx * rAy - iB * rBx * rBy;
  const yy = m + iA * rAx * rAx + iB * rBx * rBx;
  const det = xx * yy - xy * xy;
  let f = 0;
  if (det > 0) f = 1 / det;
  data[o + MASS] = yy * f;
  data[o + MASS_XY] = -xy * f;
  data[o + MASS_YY] = xx * f;
  data[o + ERROR] = frame.dx;
  data[second + ERROR] = frame.dy;
}

/**
 * Rigid row: the constraint error C must vanish. A row without a direction closes an angle. It turns the bodies by at most
 * `MAXIMUM_CORRECTION_TURN` at once: the arms of their other joints are linearized, so a large turn would tear these apart.
 */
export function setRigid(data: Float64Array, o: number, { rigid, inverseStep }: JointStep): void {
  const soft = rigid;
  let bias = soft.biasRate * data[o + ERROR];
  if (data[o + J_BX] === 0 && data[o + J_BY] === 0) {
    const largest = MAXIMUM_CORRECTION_TURN * inverseStep;
    if (bias > largest) bias = largest;
    else if (bias < -largest) bias = -largest;
  }
  data[o + BIAS] = bias;
  data[o + BIAS + 1] = soft.massScale;
  data[o + BIAS + 2] = soft.impulseScale;
  data[o + RELAX] = 0;
  data[o + RELAX + 1] = 1;
  data[o + RELAX + 2] = 0;
}

/** Spring row: a spring pulls C to 0. */
export function setSpring(data: Float64Array, o: number, soft: Softness): void {
  const bias = soft.biasRate * data[o + ERROR];
  data[o + BIAS] = bias;
  data[o + BIAS + 1] = soft.massScale;
  data[o + BIAS + 2] = soft.impulseScale;
  data[o + RELAX] = bias;
  data[o + RELAX + 1] = soft.massScale;
  data[o + RELAX + 2] = soft.impulseScale;
}

/** Motor row: J u must reach the motor speed, which is stored in place of C. */
export function setMotor(data: Float64Array, o: number): void {
  const bias = -data[o + ERROR];
  data[o + BIAS] = bias;
  data[o + BIAS + 1] = 1;
  data[o + BIAS + 2] = 0;
  data[o + RELAX] = bias;
  data[o + RELAX + 1] = 1;
  data[o + RELAX + 2] = 0;
}

/**
 * Limit row: C >= 0. The impulse can only increase C. At a limit that holds, C is 0 except for rounding. With its sign the row would change from
 * rigid to stiff at random, and far from the origin otherwise than near it.
 */
export function setLimit(data: Float64Array, o: number, step: JointStep): void {
  const c = data[o + ERROR];
  data[o + LOWER_IMPULSE] = 0;
  if (c > LIMIT_GAP) {
    const bias = c * step.inverseStep;
    data[o + BIAS] = bias;
    data[o + BIAS + 1] = 1;
    data[o + BIAS + 2] = 0;
    data[o + RELAX] = bias;
    data[o + RELAX + 1] = 1;
    data[o + RELAX + 2] = 0;
  } else {
    setRigid(data, o, step);
  }
}

/** Limits the impulse of a row, in both directions, to the maximum force or torque at `place` of the joint store, times the substep. */
export function boundImpulse(
  data: Float64Array,
  o: number,
  joint: Float64Array,
  place: number,
  step: JointStep,
): void {
  const largest = joint[place] * step.h;
  data[o + LOWER_IMPULSE] = -largest;
  data[o + UPPER_IMPULSE] = largest;
}

/** Number of rows of a block. */
function rowsOf(block: number): number {
  return block === TRIPLE ? 3 : 2;
}

/** e of the rows of a block. */
const errors = new Float64Array(3);

/** Divides `errors` by the matrix K of a block, or of a single row (0). */
function divideByMatrix(data: Float64Array, o: number, block: number): void {
  const ex = errors[0];
  if (block === 0) {
    errors[0] = data[o + MASS] * ex;
    return;
  }
  const ey = errors[1];
  errors[0] = data[o + MASS] * ex + data[o + MASS_XY] * ey;
  errors[1] = data[o + MASS_XY] * ex + data[o + MASS_YY] * ey;
  if (block !== TRIPLE) return;
  const p = o + JOINT_ROW_STRIDE;
  const ez = errors[2];
  errors[0] += data[p + MASS] * ez;
  errors[1] += data[p + MASS_XY] * ez;
  errors[2] = data[p + MASS] * ex + data[p + MASS_XY] * ey + data[p + MASS_YY] * ez;
}

/**
 * Whether the bias of a rigid row or block turns a body by more than `FAR_TURN` in a substep: I J_w lambda h with lambda = K^-1 b. Call it
 * after the pass with bias, before the rows are filled again.
 */
export function turnFar({ count, data, index }: JointRows, { inverseStep }: JointStep): boolean {
  const largest = FAR_TURN * inverseStep;
  for (let k = 0; k < count; k++) {
    const o = k * JOINT_ROW_STRIDE;
    const block = index[k * JOINT_ROW_INDEX_STRIDE + BLOCK];
    if (block !== 0) k += rowsOf(block) - 1;
    // springs, motors and open limits have the same bias in the relax pass: their velocity stays
    if (data[o + RELAX] !== 0) continue;
    const second = o + JOINT_ROW_STRIDE;
    const third = second + JOINT_ROW_STRIDE;
    errors[0] = data[o + BIAS];
    errors[1] = block === 0 ? 0 : data[second + BIAS];
    errors[2] = block === TRIPLE ? data[third + BIAS] : 0;
    divideByMatrix(data, o, block);
    let turnA = data[o + J_AW] * errors[0];
    let turnB = data[o + J_BW] * errors[0];
    if (block !== 0) {
      turnA += data[second + J_AW] * errors[1];
      turnB += data[second + J_BW] * errors[1];
    }
    if (block === TRIPLE) {
      turnA += data[third + J_AW] * errors[2];
      turnB += data[third + J_BW] * errors[2];
    }
    if (data[o + I_A] * Math.abs(turnA) > largest || data[o + I_B] * Math.abs(turnB) > largest) return true;
  }
  return false;
}

/** Whether one relaxation of a row would change the velocity of a point of its bodies by at least `least`, m/s. */
export function isFarOff(
  { data, index }: JointRows,
  row: number,
  { motion, damping }: BodyStore,
  least: number,
): boolean {
  const o = row * JOINT_ROW_STRIDE;
  const i = row * JOINT_ROW_INDEX_STRIDE;
  const old = data[o + LAMBDA];
  const wanted = old - data[o + MASS] * (rowVelocity(data, o, index, i, motion) + data[o + RELAX]);
  const next = Math.max(data[o + LOWER_IMPULSE], Math.min(data[o + UPPER_IMPULSE], wanted));
  const change = Math.abs(next - old);
  const extentA = damping[(index[i + BODY_A_OFFSET] / BODY_STRIDE) * DAMPING_STRIDE + EXTENT];
  const extentB = damping[(index[i + BODY_B_OFFSET] / BODY_STRIDE) * DAMPING_STRIDE + EXTENT];
  const wayA =
    data[o + M_A] * (Math.abs(data[o + J_AX]) + Math.abs(data[o + J_AY])) +
    data[o + I_A] * Math.abs(data[o + J_AW]) * extentA;
  const wayB =
    data[o + M_B] * (Math.abs(data[o + J_BX]) + Math.abs(data[o + J_BY])) +
    data[o + I_B] * Math.abs(data[o + J_BW]) * extentB;
  return change * Math.max(wayA, wayB) >= least;
}

/** Applies the accumulated impulses of rows `start` to `end` (warm start). */
export function warmStartJoints(rows: JointRows, motion: Float64Array, start: number, end: number): void {
  const { data, index } = rows;
  for (let k = start; k < end; k++) {
    const o = k * JOINT_ROW_STRIDE;
    applyRow(data, o, index, k * JOINT_ROW_INDEX_STRIDE, motion, data[o + LAMBDA]);
  }
}

/**
 * Restores the impulses of the start of the substep, stored in `kept` from place `first` on, for rows that took part in a shock: those
 * whose impulse has changed the velocity of the row by more than `SHOCK_JOINT_SPEED`. The rows of a block are restored together.
 */
export function giveBackJoints({ count, data, index }: JointRows, kept: Float64Array, first: number): void {
  for (let k = 0; k < count; k++) {
    const o = k * JOINT_ROW_STRIDE;
    const block = index[k * JOINT_ROW_INDEX_STRIDE + BLOCK];
    const rows = block === 0 ? 1 : rowsOf(block);
    let isShock = false;
    for (let n = 0; n < rows; n++) {
      const mass = n === 0 ? data[o + MASS] : data[o + (n - 1) * JOINT_ROW_STRIDE + MASS_YY];
      const change = data[o + n * JOINT_ROW_STRIDE + LAMBDA] - kept[first + k + n];
      if (Math.abs(change) > SHOCK_JOINT_SPEED * mass) isShock = true;
    }
    for (let n = 0; isShock && n < rows; n++) {
      data[o + n * JOINT_ROW_STRIDE + LAMBDA] = kept[first + k + n];
    }
    k += rows - 1;
  }
}

/**
 * Limits the bias of the rigid rows `start` to `end`, except for those of angles, to a speed, m/s. The two rows of a point keep their
 * direction.
 */
export function limitJoints({ data, index }: JointRows, start: number, end: number, largest: number): void {
  for (let k = start; k < end; k++) {
    const o = k * JOINT_ROW_STRIDE;
    const block = index[k * JOINT_ROW_INDEX_STRIDE + BLOCK];
    if (block !== 0) k += rowsOf(block) - 1;
    if (data[o + RELAX] !== 0 || (data[o + J_BX] === 0 && data[o + J_BY] === 0)) continue;
    const second = o + JOINT_ROW_STRIDE;
    // the second row of a slider is its angle
    const isPoint = block !== 0 && (data[second + J_BX] !== 0 || data[second + J_BY] !== 0);
    const x = data[o + BIAS];
    const y = isPoint ? data[second + BIAS] : 0;
    const speed = Math.sqrt(x * x + y * y);
    if (speed <= largest) continue;
    data[o + BIAS] = (x * largest) / speed;
    if (isPoint) data[second + BIAS] = (y * largest) / speed;
  }
}

/** Returns rows `start` to `end` to the impulses in `kept`, those of row 0 at `first`, and takes back the velocity of the others. */
export function takeBackJoints(
  { data, index }: JointRows,
  motion: Float64Array,
  kept: Float64Array,
  first: number,
  start: number,
  end: number,
): void {
  for (let k = start; k < end; k++) {
    const o = k * JOINT_ROW_STRIDE;
    const lambda = kept[first + k];
    applyRow(data, o, index, k * JOINT_ROW_INDEX_STRIDE, motion, lambda - data[o + LAMBDA]);
    data[o + LAMBDA] = lambda;
  }
}

function applyRow(
  data: Float64Array,
  o: number,
  index: Int32Array,
  i: number,
  motion: Float64Array,
  lambda: number,
): void {
  const a = index[i + BODY_A_OFFSET];
  const b = index[i + BODY_B_OFFSET];
  const mA = data[o + M_A] * lambda;
  const mB = data[o + M_B] * lambda;
  motion[a] += mA * data[o + J_AX];
  motion[a + 1] += mA * data[o + J_AY];
  motion[a + 2] += data[o + I_A] * lambda * data[o + J_AW];
  motion[b] += mB * data[o + J_BX];
  motion[b + 1] += mB * data[o + J_BY];
  motion[b + 2] += data[o + I_B] * lambda * data[o + J_BW];
}

/** J u of a row. */
function rowVelocity(
  data: Float64Array,
  o: number,
  index: Int32Array,
  i: number,
  motion: Float64Array,
): number {
  const a = index[i + BODY_A_OFFSET];
  const b = index[i + BODY_B_OFFSET];
  return (
    data[o + J_AX] * motion[a] +
    data[o + J_AY] * motion[a + 1] +
    data[o + J_AW] * motion[a + 2] +
    data[o + J_BX] * motion[b] +
    data[o + J_BY] * motion[b + 1] +
    data[o + J_BW] * motion[b + 2]
  );
}

/** One pass over rows `start` to `end`: the solve pass (`BIAS`) or the relax pass (`RELAX`). */
export function solveJoints(
  rows: JointRows,
  motion: Float64Array,
  pass: typeof BIAS | typeof RELAX,
  start: number,
  end: number,
): void {
  const { data, index } = rows;
  for (let k = start; k < end; k++) {
    const o = k * JOINT_ROW_STRIDE;
    const i = k * JOINT_ROW_INDEX_STRIDE;
    const block = index[i + BLOCK];
    if (block !== 0) {
      if (block === POINT) solvePoint(data, o, index, i, motion, pass);
      else solveBlock(data, o, index, i, motion, pass);
      k += rowsOf(block) - 1;
      continue;
    }
    const old = data[o + LAMBDA];
    let next =
      old -
      data[o + pass + 1] * data[o + MASS] * (rowVelocity(data, o, index, i, motion) + data[o + pass]) -
      data[o + pass + 2] * old;
    if (next < data[o + LOWER_IMPULSE]) next = data[o + LOWER_IMPULSE];
    else if (next > data[o + UPPER_IMPULSE]) next = data[o + UPPER_IMPULSE];
    data[o + LAMBDA] = next;
    applyRow(data, o, index, i, motion, next - old);
  }
}

/**
 * Solves both rows of a point at once. With K^-1 scaled by s_m, (x, y) the change of lambda and e = J u + b:
 *
 *     (x, y) = -s_i lambda - s_m K^-1 e
 *
 * The sums have the same order as in `hinge-rows.ts`, so that both give the same bits.
 */
function solvePoint(
  data: Float64Array,
  o: number,
  index: Int32Array,
  i: number,
  motion: Float64Array,
  pass: number,
): void {
  const a = index[i + BODY_A_OFFSET];
  const b = index[i + BODY_B_OFFSET];
  const second = o + JOINT_ROW_STRIDE;
  const wA = motion[a + 2];
  const wB = motion[b + 2];
  const vx = motion[b] + data[o + J_AX] * motion[a];
  const vy = motion[b + 1] + data[second + J_AY] * motion[a + 1];
  const ex = data[o + J_AW] * wA + data[o + J_BW] * wB + (vx + data[o + pass]);
  const ey = data[second + J_AW] * wA + data[second + J_BW] * wB + (vy + data[second + pass]);
  const oldX = data[o + LAMBDA];
  const oldY = data[second + LAMBDA];
  const massScale = data[o + pass + 1];
  const impulseScale = data[o + pass + 2];
  const kxy = massScale * data[o + MASS_XY];
  let dx = -impulseScale * oldX - (massScale * data[o + MASS] * ex + kxy * ey);
  let dy = -impulseScale * oldY - (kxy * ex + massScale * data[o + MASS_YY] * ey);
  let x = oldX + dx;
  let y = oldY + dy;
  const largest = data[o + LARGEST];
  if (x * x + y * y > largest * largest) {
    pair[0] = ex;
    pair[1] = ey;
    boundPair(data, o, pass);
    x = pair[0];
    y = pair[1];
    dx = x - oldX;
    dy = y - oldY;
  }
  data[o + LAMBDA] = x;
  data[second + LAMBDA] = y;
  const mA = data[o + M_A];
  const iA = data[o + I_A];
  const mB = data[o + M_B];
  const iB = data[o + I_B];
  motion[a] += mA * dx * data[o + J_AX];
  motion[a + 1] += mA * dy * data[second + J_AY];
  motion[a + 2] = motion[a + 2] + iA * dx * data[o + J_AW] + iA * dy * data[second + J_AW];
  motion[b] += mB * dx;
  motion[b + 1] += mB * dy;
  motion[b + 2] = motion[b + 2] + iB * dx * data[o + J_BW] + iB * dy * data[second + J_BW];
}

/** In: e of a point. Out: its lambda. */
const pair = new Float64Array(2);

/**
 * The lambda of a point whose force is at its limit. It must oppose e: friction is opposite to the sliding. K^-1 e is not, if the anchors
 * are off centre, so shortening lambda would be wrong: a car on friction joints at its wheels braked with 93 % of their force. This is a
 * projected gradient step, with the largest step that is safe for every K:
 *
 *     lambda' = lambda - s_i lambda - s_m e / trace K, shortened to the limit,    trace K = trace K^-1 / det K^-1
 */
function boundPair(data: Float64Array, o: number, pass: number): void {
  const xx = data[o + MASS];
  const xy = data[o + MASS_XY];
  const yy = data[o + MASS_YY];
  const massScale = data[o + pass + 1];
  const kept = 1 - data[o + pass + 2];
  let step = 0;
  if (xx + yy > 0) step = (massScale * (xx * yy - xy * xy)) / (xx + yy);
  const x = kept * data[o + LAMBDA] - step * pair[0];
  const y = kept * data[o + JOINT_ROW_STRIDE + LAMBDA] - step * pair[1];
  const length = Math.sqrt(x * x + y * y);
  let shrink = 1;
  if (length > data[o + LARGEST]) shrink = data[o + LARGEST] / length;
  pair[0] = shrink * x;
  pair[1] = shrink * y;
}

/** `solvePoint` for the rows of any block. */
function solveBlock(
  data: Float64Array,
  o: number,
  index: Int32Array,
  i: number,
  motion: Float64Array,
  pass: number,
): void {
  const block = index[i + BLOCK];
  const rows = rowsOf(block);
  for (let n = 0; n < rows; n++) {
    const row = o + n * JOINT_ROW_STRIDE;
    errors[n] = rowVelocity(data, row, index, i, motion) + data[row + pass];
  }
  pair[0] = errors[0];
  pair[1] = errors[1];
  divideByMatrix(data, o, block);
  const massScale = data[o + pass + 1];
  const impulseScale = data[o + pass + 2];
  for (let n = 0; n < rows; n++) {
    const old = data[o + n * JOINT_ROW_STRIDE + LAMBDA];
    errors[n] = old - impulseScale * old - massScale * errors[n];
  }
  const largest = data[o + LARGEST];
  if (errors[0] * errors[0] + errors[1] * errors[1] > largest * largest) {
    boundPair(data, o, pass);
    errors[0] = pair[0];
    errors[1] = pair[1];
  }
  for (let n = 0; n < rows; n++) {
    const row = o + n * JOINT_ROW_STRIDE;
    const old = data[row + LAMBDA];
    data[row + LAMBDA] = errors[n];
    applyRow(data, row, index, i, motion, errors[n] - old);
  }
}
