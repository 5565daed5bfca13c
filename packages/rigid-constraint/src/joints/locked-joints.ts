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
import { setPairMass } from './block-masses.js';
import {
  BLOCK,
  J_AX,
  J_AY,
  J_BX,
  J_BY,
  JOINT_ROW_INDEX_STRIDE,
  JOINT_ROW_STRIDE,
  type JointRows,
  LAMBDA,
  MASS,
  PAIR,
  setMass,
} from './joint-rows.js';

/** Share of the unlocked response below which the response counts as zero. */
const NO_RESPONSE = 1e-6;

/** Applies the locks of the bodies to rows `start` to `end`, which were filled as if nothing were locked. */
export function lockRows(rows: JointRows, start: number, end: number, locks: number): void {
  const { data, index } = rows;
  for (let k = start; k < end; k++) {
    lockRow(data, k * JOINT_ROW_STRIDE, locks);
    const i = k * JOINT_ROW_INDEX_STRIDE;
    if (index[i + BLOCK] === 0) continue;
    index[i + BLOCK] = PAIR;
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
