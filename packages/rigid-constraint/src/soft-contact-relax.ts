/**
 * The relax pass of the soft step: the rows of `soft-contact.ts` without softness, with friction. Restitution: `blows.ts`.
 *
 * With s_m = 1, s_i = 0, so D = K, and no bias except for an open gap, it removes the velocity of the bias, and leaves a contact that neither
 * separates nor closes. Friction is solved in this pass only: friction against the bias velocity would make stacks lean. The two points of
 * an edge lie on one line along t, and a push along a line has the same effect at every point of it: two friction rows would be the same
 * row twice. So the points share one friction row, at the midpoint, within the sum of both cones,
 *
 *     lambda_t' = clamp(lambda_t - m_t (v_t - belt), -mu (lambda_1 + lambda_2), mu (lambda_1 + lambda_2)),      rt = (rd_1 + rd_2) / 2,
 *
 * which is exact at once, where two rows would converge in turns. It saves 5 % of a step of a pyramid at rest. Each point is assigned its
 * part in proportion to its normal impulse.
 *
 * Friction comes after the normal rows, so that it is limited by the impulses with which they end. A substep starts from the impulses of the
 * last one, and those of a hit are repeated until its normal row takes them back. Friction within them would be up to 3 times what Coulomb's
 * law allows for balls that slide where they hit, up to 7 times for boxes, and would hold falling dominoes back. Only a closed row with two
 * points rubs first: the boxes of a large pyramid drift three times as far otherwise. If one of its points then loses more than a part of
 * its impulse, the row is not firm (`FIRM_SHARE`): it is solved again from the start, with friction at the end. Just taking back what the
 * friction has too much would leave normal impulses that answer to a friction that is gone: a box that was pushed out flat, with friction
 * within the impulses of the bias, gained up to 6 % of its energy.
 *
 * A row whose points all penetrate at the start of the step counts as closed until the end of the step, and its gaps are not evaluated.
 * This saves another 5 % of a step of a pyramid at rest. It is safe because points that separate within a step have no reason to close
 * again in the same step.
 *
 * Sources: as in `soft-contact.ts`.
 */
import { DC, DS, DX, DY, VY, W } from '@otedama/rigid';
import {
  BELT,
  GAP,
  I_A,
  I_B,
  LAMBDA_N,
  LAMBDA_T,
  M_A,
  M_B,
  MASS_N,
  MASS_T,
  MU,
  N_Y,
  P1,
  P2,
  RD_A,
  RD_B,
  RN_A,
  RN_B,
  ROW_B,
  ROW_COUNT,
  ROW_INDEX_STRIDE,
  rowStart,
} from './frame-rows.js';
import { INVERSE_12, INVERSE_DIAGONAL, OPEN, RHO_A, RHO_B, RT_A, RT_B } from './soft-row-fields.js';

/**
 * A closed row with two points is firm while each of them keeps at least this share of its impulse in a relax pass. Boxes that slide where
 * they land flat get up to 1.7 times the friction of Coulomb's law with 0, 1.16 with 0.8, 1.04 with 0.9 and exactly that with 1. But a
 * pyramid of 465 boxes drifts by 0.97 mm with 0.8, by 1.01 with 0.9 and by 2.4 with 1.
 */
export const FIRM_SHARE = 0.8;

/**
 * One pass over rows `start` to `end` without bias: rigid normal rows, then friction; in a firm row first friction. Open gaps stay
 * speculative. Gaps of closed rows are not evaluated. Without calls, as `solveSoftRows`: a number that a call returns may be allocated.
 * @param lastReversed rows up to this one are solved in reverse order; -1 for none
 * @param inverseStep 1/h, 1/s
 */
export function relaxRows(
  data: Float64Array,
  index: Int32Array,
  motion: Float64Array,
  start: number,
  end: number,
  lastReversed: number,
  inverseStep: number,
): void {
  for (let n = start; n < end; n++) {
    const k = n <= lastReversed ? lastReversed - n : n;
    const o = rowStart(k);
    const ri = (k * ROW_INDEX_STRIDE) | 0;
    const points = index[(ri + ROW_COUNT) | 0];
    if (points === 0) continue;
    const a = index[ri];
    const b = index[(ri + ROW_B) | 0];
    const isDouble = points === 2;
    const nx = data[o];
    const ny = data[(o + N_Y) | 0];
    const mu = data[(o + MU) | 0];
    const mA = data[(o + M_A) | 0];
    const iA = data[(o + I_A) | 0];
    const mB = data[(o + M_B) | 0];
    const iB = data[(o + I_B) | 0];
    const vAx = motion[a];
    const vAy = motion[(a + VY) | 0];
    const spinA = motion[(a + W) | 0];
    const vBx = motion[b];
    const vBy = motion[(b + VY) | 0];
    const spinB = motion[(b + W) | 0];
    let un = nx * (vBx - vAx) + ny * (vBy - vAy);
    const ut = ny * (vBx - vAx) - nx * (vBy - vAy) - data[(o + BELT) | 0];

    const rnA1 = data[(o + P1 + RN_A) | 0];
    const rnB1 = data[(o + P1 + RN_B) | 0];
    const oldN1 = data[(o + P1 + LAMBDA_N) | 0];
    const oldT = data[(o + P1 + LAMBDA_T) | 0];
    let rnA2 = 0;
    let rnB2 = 0;
    let oldN2 = 0;
    let inverse11 = 0;
    if (isDouble) {
      rnA2 = data[(o + P2 + RN_A) | 0];
      rnB2 = data[(o + P2 + RN_B) | 0];
      oldN2 = data[(o + P2 + LAMBDA_N) | 0];
      inverse11 = data[(o + P1 + INVERSE_DIAGONAL) | 0];
    }
    const rtA = data[(o + RT_A) | 0];
    const rtB = data[(o + RT_B) | 0];
    const massT = data[(o + P1 + MASS_T) | 0];
    const isOpen = data[(o + OPEN) | 0] !== 0;
    // adding -0 changes no sum, not even -0
    let bias1 = -0;
    let bias2 = -0;
    if (isOpen) {
      bias1 = 0;
      bias2 = 0;
      const cA = motion[(a + DC) | 0];
      const sA = motion[(a + DS) | 0];
      const cB = motion[(b + DC) | 0];
      const sB = motion[(b + DS) | 0];
      const shift =
        nx * (motion[(b + DX) | 0] - motion[(a + DX) | 0]) +
        ny * (motion[(b + DY) | 0] - motion[(a + DY) | 0]) +
        (cA * data[(o + RHO_A) | 0] + cB * data[(o + RHO_B) | 0]);
      const gap1 =
        shift +
        (cB * data[(o + P1 + RD_B) | 0] + sB * rnB1) -
        (cA * data[(o + P1 + RD_A) | 0] + sA * rnA1) +
        data[(o + P1 + GAP) | 0];
      if (gap1 > 0) bias1 = gap1 * inverseStep;
      if (isDouble) {
        const gap2 =
          shift +
          (cB * data[(o + P2 + RD_B) | 0] + sB * rnB2) -
          (cA * data[(o + P2 + RD_A) | 0] + sA * rnA2) +
          data[(o + P2 + GAP) | 0];
        if (gap2 > 0) bias2 = gap2 * inverseStep;
      }
    }
    let isFirm = !isOpen && inverse11 !== 0;
    let lambdaT = oldT;
    let sumN = 0;
    let wA = spinA;
    let wB = spinB;
    for (;;) {
      if (isFirm) {
        const limit = mu * (oldN1 + oldN2);
        lambdaT = Math.max(-limit, Math.min(limit, oldT - massT * (ut - wB * rtB + wA * rtA)));
        wA += iA * rtA * (lambdaT - oldT);
        wB -= iB * rtB * (lambdaT - oldT);
      }
      let pressing = 0;
      if (inverse11 !== 0) {
        const e1 = un + wB * rnB1 - wA * rnA1 + bias1;
        const e2 = un + wB * rnB2 - wA * rnA2 + bias2;
        const inverse12 = data[(o + INVERSE_12) | 0];
        const inverse22 = data[(o + P2 + INVERSE_DIAGONAL) | 0];
        // both press
        let d1 = inverse12 * e2 - inverse11 * e1;
        let d2 = inverse12 * e1 - inverse22 * e2;
        let next1 = oldN1 + d1;
        let next2 = oldN2 + d2;
        if (isFirm) {
          isFirm = next1 >= FIRM_SHARE * oldN1 && next2 >= FIRM_SHARE * oldN2;
          if (!isFirm) {
            // as if nothing had happened
            wA = spinA;
            wB = spinB;
            continue;
          }
        }
        if (next1 < 0 || next2 < 0) {
          const alone1 = next1 + (inverse12 / inverse22) * next2;
          const alone2 = next2 + (inverse12 / inverse11) * next1;
          const isFirst = next2 < 0 && alone1 >= 0;
          const isSecond = !isFirst && next1 < 0 && alone2 >= 0;
          next1 = isFirst ? alone1 : 0;
          next2 = isSecond ? alone2 : 0;
          d1 = next1 - oldN1;
          d2 = next2 - oldN2;
        }
        data[(o + P1 + LAMBDA_N) | 0] = next1;
        data[(o + P2 + LAMBDA_N) | 0] = next2;
        pressing = next1 + next2;
        sumN = d1 + d2;
        wA -= iA * (rnA1 * d1 + rnA2 * d2);
        wB += iB * (rnB1 * d1 + rnB2 * d2);
      } else {
        let lambda = oldN1 - data[(o + P1 + MASS_N) | 0] * (un + wB * rnB1 - wA * rnA1 + bias1);
        if (lambda < 0) lambda = 0;
        data[(o + P1 + LAMBDA_N) | 0] = lambda;
        pressing = lambda;
        const d1 = lambda - oldN1;
        sumN = d1;
        wA -= iA * rnA1 * d1;
        wB += iB * rnB1 * d1;
        if (isDouble) {
          un += (mA + mB) * d1;
          lambda = oldN2 - data[(o + P2 + MASS_N) | 0] * (un + wB * rnB2 - wA * rnA2 + bias2);
          if (lambda < 0) lambda = 0;
          data[(o + P2 + LAMBDA_N) | 0] = lambda;
          pressing += lambda;
          const d2 = lambda - oldN2;
          sumN += d2;
          wA -= iA * rnA2 * d2;
          wB += iB * rnB2 * d2;
        }
      }
      if (!isFirm) {
        const limit = mu * pressing;
        lambdaT = Math.max(-limit, Math.min(limit, oldT - massT * (ut - wB * rtB + wA * rtA)));
        wA += iA * rtA * (lambdaT - oldT);
        wB -= iB * rtB * (lambdaT - oldT);
      }
      break;
    }
    const sumT = lambdaT - oldT;
    data[(o + P1 + LAMBDA_T) | 0] = lambdaT;
    const px = nx * sumN + ny * sumT;
    const py = ny * sumN - nx * sumT;
    motion[a] = vAx - mA * px;
    motion[(a + VY) | 0] = vAy - mA * py;
    motion[(a + W) | 0] = wA;
    motion[b] = vBx + mB * px;
    motion[(b + VY) | 0] = vBy + mB * py;
    motion[(b + W) | 0] = wB;
  }
}
