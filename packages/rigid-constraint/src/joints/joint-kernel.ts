/**
 * Kernels over joint rows (layout and letters: `joint-rows.ts`): warm start, the passes that solve rows and blocks, and functions that
 * measure, limit or take back what the passes do.
 */
import { BODY_STRIDE, type BodyStore, DAMPING_STRIDE, EXTENT } from '@otedama/rigid';
import { FAR_TURN, SHOCK_JOINT_SPEED } from '../soft-constants.js';
import type { JointStep } from './joint-kind.js';
import {
  BIAS,
  BLOCK,
  BODY_A_OFFSET,
  BODY_B_OFFSET,
  I_A,
  I_B,
  J_AW,
  J_AX,
  J_AY,
  J_BW,
  J_BX,
  J_BY,
  JOINT_ROW_INDEX_STRIDE,
  JOINT_ROW_STRIDE,
  type JointRows,
  LAMBDA,
  LARGEST,
  LOWER_IMPULSE,
  M_A,
  M_B,
  MASS,
  MASS_XY,
  MASS_YY,
  POINT,
  RELAX,
  TRIPLE,
  UPPER_IMPULSE,
} from './joint-rows.js';

/** Applies the accumulated impulses of rows `start` to `end` (warm start). */
export function warmStartJoints(rows: JointRows, motion: Float64Array, start: number, end: number): void {
  const { data, index } = rows;
  for (let k = start; k < end; k++) {
    const o = k * JOINT_ROW_STRIDE;
    applyRow(data, o, index, k * JOINT_ROW_INDEX_STRIDE, motion, data[o + LAMBDA]);
  }
}

/**
 * One pass over rows `start` to `end`: the solve pass (`BIAS`) or the relax pass (`RELAX`). For a single row
 *
 *     lambda' = lambda - s_m K^-1 (J u + b) - s_i lambda, held to [lower, upper],   u += M^-1 J^T (lambda' - lambda)
 */
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
 * Solves both rows of a point at once. With e = J u + b, the new lambda (x, y) and its change (dx, dy):
 *
 *     (dx, dy) = -s_i lambda - s_m K^-1 e
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
