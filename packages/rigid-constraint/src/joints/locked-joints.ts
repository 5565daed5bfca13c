/**
 * Joint rows of bodies with a locked axis. If a row is solved together with the lock (`locked-axes.ts`), the body responds along its free
 * axis only: with the elements of J for locked axes set to 0, K, J u and J^T lambda are those of the row with its lock. If the free axes
 * respond less than `LEAST_FREE_RESPONSE` of the unlocked response, K is raised to that share, so that the bodies are not launched. If
 * they do not respond at all, the row is empty.
 *
 * Without this the lock removed, once per substep, the velocity that the passes had added along the locked axis: a pendulum on a cart
 * with a locked axis lost half of its height in 20 s, and its joint opened by 15 mm; now 6 % and 3 mm.
 */
import { A_X, A_Y, B_X, B_Y, LEAST_FREE_RESPONSE } from '../locked-axes.js';
import {
  I_A,
  I_B,
  IS_PAIR,
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
  LOCKED_PAIR,
  MASS,
  MASS_XY,
  MASS_YY,
  setMass,
} from './joint-rows.js';

/** Share of the unlocked response, and of the squared trace of K, below which the response counts as zero. */
const NO_RESPONSE = 1e-6;

/** Applies the locks of the bodies to rows `start` to `end`, which were filled as if nothing were locked. */
export function lockRows(rows: JointRows, start: number, end: number, locks: number): void {
  const { data, index } = rows;
  for (let k = start; k < end; k++) {
    lockRow(data, k * JOINT_ROW_STRIDE, locks);
    const i = k * JOINT_ROW_INDEX_STRIDE;
    if (index[i + IS_PAIR] === 0) continue;
    index[i + IS_PAIR] = LOCKED_PAIR;
    k++;
    lockRow(data, k * JOINT_ROW_STRIDE, locks);
    setPairMass(data, (k - 1) * JOINT_ROW_STRIDE);
  }
}

/** Removes the locked axes from the Jacobian of a row, and writes the effective mass of the single row. */
function lockRow(data: Float64Array, o: number, locks: number): void {
  setMass(data, o);
  const whole = data[o + MASS];
  if ((locks & A_X) !== 0) data[o + J_AX] = 0;
  if ((locks & A_Y) !== 0) data[o + J_AY] = 0;
  if ((locks & B_X) !== 0) data[o + J_BX] = 0;
  if ((locks & B_Y) !== 0) data[o + J_BY] = 0;
  setMass(data, o);
  if (data[o + MASS] === 0 || data[o + MASS] > whole / NO_RESPONSE) {
    data.fill(0, o + J_AX, o + MASS + 1);
    data[o + LAMBDA] = 0;
  } else {
    data[o + MASS] = Math.min(data[o + MASS], whole / LEAST_FREE_RESPONSE);
  }
}

/**
 * Writes the inverse of the matrix of a pair, from the effective masses of its rows. If the two rows are linearly dependent, it is the
 * inverse on the range of the matrix.
 */
function setPairMass(data: Float64Array, o: number): void {
  const p = o + JOINT_ROW_STRIDE;
  const xx = data[o + MASS] > 0 ? 1 / data[o + MASS] : 0;
  const yy = data[p + MASS] > 0 ? 1 / data[p + MASS] : 0;
  // the first row has no y direction, the second no x direction
  const xy =
    data[o + I_A] * data[o + J_AW] * data[p + J_AW] + data[o + I_B] * data[o + J_BW] * data[p + J_BW];
  const trace = xx + yy;
  const det = xx * yy - xy * xy;
  const isRegular = det > NO_RESPONSE * trace * trace;
  let f = 0;
  if (isRegular) f = 1 / det;
  else if (trace > 0) f = 1 / (trace * trace);
  data[o + MASS] = f * (isRegular ? yy : xx);
  data[o + MASS_XY] = f * (isRegular ? -xy : xy);
  data[o + MASS_YY] = f * (isRegular ? xx : yy);
}
