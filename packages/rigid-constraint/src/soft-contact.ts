/**
 * Contact kernels of the soft step, on the rows of `frame-rows.ts`: solve with a soft bias, relax with friction. Restitution: `blows.ts`.
 *
 * A row knows its gap (the separation) at every moment of the step, without linearization (letters and formula: `frame-rows.ts`):
 *
 *     gap = n.(d_B - d_A) + (c_B rd_B + s_B rn_B) - (c_A rd_A + s_A rn_A) + GAP
 *
 * Of a rounded shape only the core turns with the body, because round shapes roll. The rest of the anchor, its radius plus half the gap,
 * together rho, stays along the normal. So in the brackets rd_A - rho_A and rd_B + rho_B replace rd_A and rd_B, which adds
 *
 *     (c_A rho_A - rho_A) + (c_B rho_B - rho_B)
 *
 * Without this term the contact point of a turning wheel would seem to lift off the ground, and the wheel would sink by (1 - cos) rho in
 * every step. If round shapes are squeezed into each other, rho is 0 (`ROLLING_OVERLAP_SHARE`).
 *
 * While the gap is open, the row is speculative: it asks for v_n >= -gap/h, so the bodies can just meet at the surface. With penetration
 * it is a soft constraint (soft-constraint.ts), and the speed at which it removes the penetration is capped:
 *
 *     lambda' = max(lambda - m_n s_m (v_n + max(beta gap, -cap)) - s_i lambda, 0)
 *
 * Two points are solved as one block with their 2 x 2 matrix K (`contact-kernel.ts`). If they were solved one after the other, the second
 * one would always win: it would turn symmetric stacks, and a hard landing would keep a fifth of its speed as spin. With z, the error
 * without impulses,
 *
 *     0 <= lambda  _|_  z + D lambda >= 0,      z = v_n + bias - K lambda_old,
 *
 * has one solution for any positive definite D, in one of four cases: both points press, neither, or one of them. If no point penetrates,
 * D is K. If both do, D = K / s_m: the block is as soft as a single point. If one does, only its own entry is, D_ii = K_ii / s_m. All four
 * cases need the same D. With K_12 in the tests and K / s_m in the solution, no case held for a small body between two fast ones, and the
 * impulse that was then taken threw it away at five times their speed. On the border between two cases, rounding may hide each from the
 * other; then no case holds, and the solution is that of both points, without the pull that rounding gave one of them. When a flat hit
 * ends, it is on the border of no impulse at all. If K is too badly conditioned, the points are solved one by one.
 *
 * The relax pass solves the same row with s_m = 1, s_i = 0 and no bias except for an open gap. This removes the velocity of the bias, and
 * leaves a contact that neither separates nor closes. Friction is solved in this pass only: friction against the bias velocity would make
 * stacks lean. The two points of an edge lie on one line along t, and a push along a line has the same effect at every point of it: two
 * friction rows would be the same row twice. So the points share one friction row, at the midpoint, within the sum of both cones,
 *
 *     lambda_t' = clamp(lambda_t - m_t (v_t - belt), -mu (lambda_1 + lambda_2), mu (lambda_1 + lambda_2)),      rt = (rd_1 + rd_2) / 2,
 *
 * which is exact at once, where two rows would converge in turns. It saves 5 % of a step of a pyramid at rest. Each point is assigned its
 * part in proportion to its normal impulse.
 *
 * Friction comes after the normal rows, so that it is limited by the impulses with which they end. A substep starts from the impulses of the
 * last one, and those of a hit are repeated until its normal row takes them back. Friction within them would be up to 3 times what Coulomb's
 * law allows for balls that slide where they hit, up to 7 times for boxes, and would hold falling dominoes back. Only a closed row with two
 * points rubs first: the boxes of a large pyramid drift three times as far otherwise. If one of its points loses more than a part of its
 * impulse, the row is no longer firm (`FIRM_SHARE`) and rubs again at the end.
 *
 * A row whose points all penetrate at the start of the step counts as closed until the end of
 * the step, and its gaps are not evaluated. This saves another 5 % of a step of a pyramid at rest. It is safe because points that
 * separate within a step have no reason to close again in the same step.
 *
 * Sources: Catto, Soft Constraints (GDC 2011) and Solver2D (2024); Macklin et al., Small Steps in Physics Simulation (2019).
 */
import { DC, DS, DX, DY, VY, W } from '@otedama/rigid';
import {
  BELT,
  GAP,
  I_A,
  I_B,
  LAMBDA_N,
  LAMBDA_T,
  LANES,
  M_A,
  M_B,
  MASS_N,
  MASS_T,
  MU,
  N_Y,
  OWN,
  P1,
  P2,
  pushBodies,
  RD_A,
  RD_B,
  RN_A,
  RN_B,
  ROW_A,
  ROW_B,
  ROW_COUNT,
  ROW_INDEX_STRIDE,
  rowStart,
  TARGET,
} from './frame-rows.js';
import type { ContactSoftness } from './soft-constraint.js';

/**
 * K^-1 of the two normal rows, kg: -(K^-1)_12 is stored with the row, (K^-1)_11 and (K^-1)_22 with the points, where other methods store
 * a target. All are 0 for one point, or for two that nearly coincide.
 */
export const INVERSE_12: number = OWN;
export const INVERSE_DIAGONAL: number = TARGET;
/** Not 0 if a point had a gap at the start of the step. If 0, the row counts as closed for the whole step. */
export const OPEN: number = OWN + LANES;
/** Arms of the friction row, m: those of the point, or at the midpoint of two points, which share it. */
export const RT_A: number = OWN + 2 * LANES;
export const RT_B: number = OWN + 3 * LANES;
/**
 * Part of the anchors on A and B that does not turn with the body, m: 0 for shapes that are not round, and for deep penetration. Stored
 * where other methods store the friction row of the second point.
 */
export const RHO_A: number = P2 + LAMBDA_T;
export const RHO_B: number = P2 + MASS_T;
/**
 * A closed row with two points is firm while each of them keeps at least this share of its impulse in a relax pass. Boxes that slide where
 * they land flat get up to 1.7 times the friction of Coulomb's law with 0, 1.2 with 0.8. With 0.9 a pyramid of 465 boxes drifts by more than
 * 1 mm.
 */
export const FIRM_SHARE = 0.8;

/**
 * One pass over the normal rows `start` to `end` with bias: one long loop without calls, because it is the hottest of a step. z and D are
 * those of the header, e = v_n + bias; `alone1` and `alone2` are the impulses of a point that presses alone.
 * @param lastReversed rows up to this one are solved in reverse order; -1 for none
 * @param inverseStep 1/h, 1/s
 * @param soft beta, s_m, s_i and cap of these rows
 */
export function solveSoftRows(
  data: Float64Array,
  index: Int32Array,
  motion: Float64Array,
  start: number,
  end: number,
  lastReversed: number,
  inverseStep: number,
  soft: ContactSoftness,
): void {
  const { cap, biasRate, massScale: softMassScale, impulseScale: softImpulseScale } = soft;
  for (let n = start; n < end; n++) {
    const k = n <= lastReversed ? lastReversed - n : n;
    const o = rowStart(k);
    const ri = (k * ROW_INDEX_STRIDE) | 0;
    const points = index[(ri + ROW_COUNT) | 0];
    if (points === 0) continue;
    const a = index[ri];
    const b = index[(ri + ROW_B) | 0];
    const nx = data[o];
    const ny = data[(o + N_Y) | 0];
    const mA = data[(o + M_A) | 0];
    const iA = data[(o + I_A) | 0];
    const mB = data[(o + M_B) | 0];
    const iB = data[(o + I_B) | 0];
    const vAx = motion[a];
    const vAy = motion[(a + VY) | 0];
    let wA = motion[(a + W) | 0];
    const cA = motion[(a + DC) | 0];
    const sA = motion[(a + DS) | 0];
    const vBx = motion[b];
    const vBy = motion[(b + VY) | 0];
    let wB = motion[(b + W) | 0];
    const cB = motion[(b + DC) | 0];
    const sB = motion[(b + DS) | 0];
    const shift =
      nx * (motion[(b + DX) | 0] - motion[(a + DX) | 0]) +
      ny * (motion[(b + DY) | 0] - motion[(a + DY) | 0]) +
      (cA * data[(o + RHO_A) | 0] + cB * data[(o + RHO_B) | 0]);
    let un = nx * (vBx - vAx) + ny * (vBy - vAy);

    const rnA1 = data[(o + P1 + RN_A) | 0];
    const rnB1 = data[(o + P1 + RN_B) | 0];
    const gap1 =
      shift +
      (cB * data[(o + P1 + RD_B) | 0] + sB * rnB1) -
      (cA * data[(o + P1 + RD_A) | 0] + sA * rnA1) +
      data[(o + P1 + GAP) | 0];
    const old1 = data[(o + P1 + LAMBDA_N) | 0];
    let sum = 0;
    const isDouble = points === 2;
    let rnA2 = 0;
    let rnB2 = 0;
    let gap2 = 0;
    let old2 = 0;
    let inverse11 = 0;
    if (isDouble) {
      rnA2 = data[(o + P2 + RN_A) | 0];
      rnB2 = data[(o + P2 + RN_B) | 0];
      gap2 =
        shift +
        (cB * data[(o + P2 + RD_B) | 0] + sB * rnB2) -
        (cA * data[(o + P2 + RD_A) | 0] + sA * rnA2) +
        data[(o + P2 + GAP) | 0];
      old2 = data[(o + P2 + LAMBDA_N) | 0];
      inverse11 = data[(o + P1 + INVERSE_DIAGONAL) | 0];
    }
    if (inverse11 !== 0) {
      let bias1 = gap1 * inverseStep;
      let bias2 = gap2 * inverseStep;
      let scale1 = 1;
      let scale2 = 1;
      if (gap1 <= 0) {
        bias1 = biasRate * gap1;
        if (bias1 < -cap) bias1 = -cap;
        scale1 = softMassScale;
      }
      if (gap2 <= 0) {
        bias2 = biasRate * gap2;
        if (bias2 < -cap) bias2 = -cap;
        scale2 = softMassScale;
      }
      const e1 = un + wB * rnB1 - wA * rnA1 + bias1;
      const e2 = un + wB * rnB2 - wA * rnA2 + bias2;
      const inverse12 = data[(o + INVERSE_12) | 0];
      const keep = gap1 <= 0 ? 1 - softImpulseScale : 1;
      // both press, and both penetrate or neither does
      let next1 = keep * old1 - scale1 * (inverse11 * e1 - inverse12 * e2);
      let next2 = keep * old2 - scale1 * (data[(o + P2 + INVERSE_DIAGONAL) | 0] * e2 - inverse12 * e1);
      if (scale1 !== scale2 || next1 < 0 || next2 < 0) {
        const m = mA + mB;
        const k11 = m + iA * rnA1 * rnA1 + iB * rnB1 * rnB1;
        const k12 = m + iA * rnA1 * rnA2 + iB * rnB1 * rnB2;
        const k22 = m + iA * rnA2 * rnA2 + iB * rnB2 * rnB2;
        const d11 = k11 / scale1;
        const d22 = k22 / scale2;
        const d12 = scale1 === scale2 ? k12 / scale1 : k12;
        const z1 = e1 - k11 * old1 - k12 * old2;
        const z2 = e2 - k12 * old1 - k22 * old2;
        if (scale1 !== scale2) {
          // both press: D lambda = -z
          const det = d11 * d22 - d12 * d12;
          next1 = (d12 * z2 - d22 * z1) / det;
          next2 = (d12 * z1 - d11 * z2) / det;
        }
        if (next1 < 0 || next2 < 0) {
          const alone1 = -z1 / d11;
          const alone2 = -z2 / d22;
          if (!(z1 < 0 || z2 < 0)) {
            // neither presses
            next1 = 0;
            next2 = 0;
          } else if (!(alone1 < 0 || z2 + d12 * alone1 < 0)) {
            // only the first
            next1 = alone1;
            next2 = 0;
          } else if (!(alone2 < 0 || z1 + d12 * alone2 < 0)) {
            // only the second
            next1 = 0;
            next2 = alone2;
          } else {
            // on a border between cases: both, without the pull
            if (next1 < 0) next1 = 0;
            if (next2 < 0) next2 = 0;
          }
        }
      }
      data[(o + P1 + LAMBDA_N) | 0] = next1;
      data[(o + P2 + LAMBDA_N) | 0] = next2;
      const d1 = next1 - old1;
      const d2 = next2 - old2;
      sum = d1 + d2;
      wA -= iA * (rnA1 * d1 + rnA2 * d2);
      wB += iB * (rnB1 * d1 + rnB2 * d2);
    } else {
      let bias = gap1 * inverseStep;
      let massScale = 1;
      let impulseScale = 0;
      if (gap1 <= 0) {
        bias = biasRate * gap1;
        if (bias < -cap) bias = -cap;
        massScale = softMassScale;
        impulseScale = softImpulseScale;
      }
      let lambda =
        old1 -
        data[(o + P1 + MASS_N) | 0] * massScale * (un + wB * rnB1 - wA * rnA1 + bias) -
        impulseScale * old1;
      if (lambda < 0) lambda = 0;
      data[(o + P1 + LAMBDA_N) | 0] = lambda;
      const d1 = lambda - old1;
      sum = d1;
      wA -= iA * rnA1 * d1;
      wB += iB * rnB1 * d1;
      if (isDouble) {
        un += (mA + mB) * d1;
        bias = gap2 * inverseStep;
        massScale = 1;
        impulseScale = 0;
        if (gap2 <= 0) {
          bias = biasRate * gap2;
          if (bias < -cap) bias = -cap;
          massScale = softMassScale;
          impulseScale = softImpulseScale;
        }
        lambda =
          old2 -
          data[(o + P2 + MASS_N) | 0] * massScale * (un + wB * rnB2 - wA * rnA2 + bias) -
          impulseScale * old2;
        if (lambda < 0) lambda = 0;
        data[(o + P2 + LAMBDA_N) | 0] = lambda;
        const d2 = lambda - old2;
        sum += d2;
        wA -= iA * rnA2 * d2;
        wB += iB * rnB2 * d2;
      }
    }
    const px = nx * sum;
    const py = ny * sum;
    motion[a] = vAx - mA * px;
    motion[(a + VY) | 0] = vAy - mA * py;
    motion[(a + W) | 0] = wA;
    motion[b] = vBx + mB * px;
    motion[(b + VY) | 0] = vBy + mB * py;
    motion[(b + W) | 0] = wB;
  }
}

/**
 * One pass over rows `start` to `end` without bias: rigid normal rows, then friction; first friction, if the row is firm. Open gaps stay
 * speculative. Gaps of closed rows are not evaluated. Without calls, as above: a number that a call returns may be allocated.
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
    let wA = motion[(a + W) | 0];
    const vBx = motion[b];
    const vBy = motion[(b + VY) | 0];
    let wB = motion[(b + W) | 0];
    let un = nx * (vBx - vAx) + ny * (vBy - vAy);
    let ut = ny * (vBx - vAx) - nx * (vBy - vAy) - data[(o + BELT) | 0];

    const rnA1 = data[(o + P1 + RN_A) | 0];
    const rnB1 = data[(o + P1 + RN_B) | 0];
    const oldN1 = data[(o + P1 + LAMBDA_N) | 0];
    const oldT = data[(o + P1 + LAMBDA_T) | 0];
    let rnA2 = 0;
    let rnB2 = 0;
    let oldN2 = 0;
    if (isDouble) {
      rnA2 = data[(o + P2 + RN_A) | 0];
      rnB2 = data[(o + P2 + RN_B) | 0];
      oldN2 = data[(o + P2 + LAMBDA_N) | 0];
    }
    const rtA = data[(o + RT_A) | 0];
    const rtB = data[(o + RT_B) | 0];
    const massT = data[(o + P1 + MASS_T) | 0];
    const inverse11 = isDouble ? data[(o + P1 + INVERSE_DIAGONAL) | 0] : 0;
    const isOpen = data[(o + OPEN) | 0] !== 0;
    let lambdaT = oldT;
    let sumT = 0;
    let isLast = isOpen || inverse11 === 0;
    if (!isLast) {
      const limit = mu * (oldN1 + oldN2);
      lambdaT = Math.max(-limit, Math.min(limit, lambdaT - massT * (ut - wB * rtB + wA * rtA)));
      sumT = lambdaT - oldT;
      ut += (mA + mB) * sumT;
      wA += iA * rtA * sumT;
      wB -= iB * rtB * sumT;
    }

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
    let sumN = 0;
    let pressing = 0;
    if (inverse11 !== 0) {
      const e1 = un + wB * rnB1 - wA * rnA1 + bias1;
      const e2 = un + wB * rnB2 - wA * rnA2 + bias2;
      const inverse12 = data[(o + INVERSE_12) | 0];
      // both press
      let d1 = inverse12 * e2 - inverse11 * e1;
      let d2 = inverse12 * e1 - data[(o + P2 + INVERSE_DIAGONAL) | 0] * e2;
      let next1 = oldN1 + d1;
      let next2 = oldN2 + d2;
      if (next1 < 0 || next2 < 0) {
        const m = mA + mB;
        const k11 = m + iA * rnA1 * rnA1 + iB * rnB1 * rnB1;
        const k12 = m + iA * rnA1 * rnA2 + iB * rnB1 * rnB2;
        const k22 = m + iA * rnA2 * rnA2 + iB * rnB2 * rnB2;
        const z1 = e1 - k11 * oldN1 - k12 * oldN2;
        const z2 = e2 - k12 * oldN1 - k22 * oldN2;
        const alone1 = -z1 / k11;
        const alone2 = -z2 / k22;
        if (!(z1 < 0 || z2 < 0)) {
          // neither presses
          next1 = 0;
          next2 = 0;
        } else if (!(alone1 < 0 || z2 + k12 * alone1 < 0)) {
          // only the first
          next1 = alone1;
          next2 = 0;
        } else if (!(alone2 < 0 || z1 + k12 * alone2 < 0)) {
          // only the second
          next1 = 0;
          next2 = alone2;
        } else {
          // on a border between cases: both, without the pull
          if (next1 < 0) next1 = 0;
          if (next2 < 0) next2 = 0;
        }
        d1 = next1 - oldN1;
        d2 = next2 - oldN2;
      }
      if (next1 < FIRM_SHARE * oldN1 || next2 < FIRM_SHARE * oldN2) isLast = true;
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
    if (isLast) {
      const limit = mu * pressing;
      const firstT = lambdaT;
      lambdaT = Math.max(-limit, Math.min(limit, lambdaT - massT * (ut - wB * rtB + wA * rtA)));
      wA += iA * rtA * (lambdaT - firstT);
      wB -= iB * rtB * (lambdaT - firstT);
      sumT = lambdaT - oldT;
    }
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

/** Applies the starting impulses of rows `start` to `end` to the velocities (warm start). */
export function startSoftRows(
  data: Float64Array,
  index: Int32Array,
  motion: Float64Array,
  start: number,
  end: number,
): void {
  for (let k = start; k < end; k++) {
    const o = rowStart(k);
    const ri = k * ROW_INDEX_STRIDE;
    const points = index[ri + ROW_COUNT];
    if (points === 0) continue;
    const a = index[ri + ROW_A];
    const b = index[ri + ROW_B];
    let n = data[o + P1 + LAMBDA_N];
    const t = data[o + P1 + LAMBDA_T];
    // torques of the impulses about the two centres
    let torqueA = n * data[o + P1 + RN_A];
    let torqueB = n * data[o + P1 + RN_B];
    if (points === 2) {
      const n2 = data[o + P2 + LAMBDA_N];
      n += n2;
      torqueA += n2 * data[o + P2 + RN_A];
      torqueB += n2 * data[o + P2 + RN_B];
    }
    torqueA -= t * data[o + RT_A];
    torqueB -= t * data[o + RT_B];
    pushBodies(data, motion, o, a, b, n, t, torqueA, torqueB);
  }
}
