/**
 * The pass of the soft step with bias, on the normal rows of contacts (`frame-rows.ts`), and their warm start. Without bias and with
 * friction: `soft-contact-relax.ts`.
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
 * It yields to its load at the speed (s_i / s_m) lambda / m_n, which has no limit: a joint that pressed a body of 50 g with 5,700 N onto the
 * floor pressed it 0.2 m into it. So a row against a body of infinite mass is overloaded if it would yield faster than y (`YIELD_SPEED`) to
 * what it carries without softness, without the turn of its bodies, u_n being the velocity of their centres along n and lambda the sum of
 * both points:
 *
 *     (s_i / s_m) ((m_A + m_B) lambda - u_n) > y
 *
 * It is then rigid, s_m = 1 and s_i = 0, and y is added to the bias of the penetration: it yields at y, and its depth ends at y / beta,
 * however large the load. Rows between moving bodies stay soft: bodies that do not fit into a box would never come to rest.
 *
 * Two points are solved as one block with their 2 x 2 matrix K (`contact-kernel.ts`). If they were solved one after the other, the second
 * one would always win: it would turn symmetric stacks, and a hard landing would keep a fifth of its speed as spin. With z, the error
 * without impulses,
 *
 *     0 <= lambda  _|_  z + D lambda >= 0,      z = v_n + bias - K lambda_old,
 *
 * has one solution for any positive definite D. If no point penetrates, D is K. If both do, D = K / s_m: the block is as soft as a single
 * point. If one does, only its own entry is, D_ii = K_ii / s_m. All cases need the same D. With K_12 in the tests and K / s_m in the
 * solution, no case held for a small body between two fast ones, and the impulse that was then taken threw it away at five times their speed.
 *
 * If both points press, the solution is lambda_b = -D^-1 z. If one of these would pull, say lambda_b2 < 0, that point is released, and the
 * other one takes over its part, since D_11 lambda_1 = -z_1 = D_11 lambda_b1 + D_12 lambda_b2:
 *
 *     lambda_1 = lambda_b1 + (D_12 / D_11) lambda_b2,      velocity at point 2 over its bias: -(det D / D_11) lambda_b2 > 0
 *
 * The released point moves apart by itself, so this is the solution if lambda_1 >= 0. If neither point can press alone, none does. Every case
 * is computed from the same lambda_b, so on a border between two of them, where a flat hit ends, they differ by rounding only. K_12 / K_11 is
 * -(K^-1)_12 / (K^-1)_22, which the row has. If K is too badly conditioned, the points are solved one by one.
 *
 * Sources: Catto, Soft Constraints (GDC 2011) and Solver2D (2024); Macklin et al., Small Steps in Physics Simulation (2019).
 */
import { DC, DS, DX, DY, VY, W } from '@otedama/rigid';
import {
  GAP,
  I_A,
  I_B,
  LAMBDA_N,
  LAMBDA_T,
  M_A,
  M_B,
  MASS_N,
  N_Y,
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
} from './frame-rows.js';
import { YIELD_SPEED } from './soft-constants.js';
import type { ContactSoftness } from './soft-constraint.js';
import { INVERSE_12, INVERSE_DIAGONAL, RHO_A, RHO_B, RT_A, RT_B } from './soft-row-fields.js';

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

/**
 * One pass over the normal rows `start` to `end` with bias: one long loop without calls, because it is the hottest of a step. z and D are
 * those of the header, e = v_n + bias, `next1` and `next2` at first lambda_b; `alone1` and `alone2` belong to a point that presses alone.
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
  const { biasRate, cap } = soft;
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
    let softMassScale = soft.massScale;
    let softImpulseScale = soft.impulseScale;
    let yieldSpeed = 0;
    const carried = points === 2 ? old1 + data[(o + P2 + LAMBDA_N) | 0] : old1;
    if (mA * mB === 0 && softImpulseScale * ((mA + mB) * carried - un) > softMassScale * YIELD_SPEED) {
      softMassScale = 1;
      softImpulseScale = 0;
      yieldSpeed = YIELD_SPEED;
    }
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
        bias1 += yieldSpeed;
        scale1 = softMassScale;
      }
      if (gap2 <= 0) {
        bias2 = biasRate * gap2;
        if (bias2 < -cap) bias2 = -cap;
        bias2 += yieldSpeed;
        scale2 = softMassScale;
      }
      const e1 = un + wB * rnB1 - wA * rnA1 + bias1;
      const e2 = un + wB * rnB2 - wA * rnA2 + bias2;
      const inverse12 = data[(o + INVERSE_12) | 0];
      const inverse22 = data[(o + P2 + INVERSE_DIAGONAL) | 0];
      // D_12 / D_11 = ratio1 K_12 / K_11, and D_12 / D_22 = ratio2 K_12 / K_22
      let ratio1 = 1;
      let ratio2 = 1;
      let next1 = 0;
      let next2 = 0;
      if (scale1 === scale2) {
        const keep = gap1 <= 0 ? 1 - softImpulseScale : 1;
        next1 = keep * old1 - scale1 * (inverse11 * e1 - inverse12 * e2);
        next2 = keep * old2 - scale1 * (inverse22 * e2 - inverse12 * e1);
      } else {
        const m = mA + mB;
        const k11 = m + iA * rnA1 * rnA1 + iB * rnB1 * rnB1;
        const k12 = m + iA * rnA1 * rnA2 + iB * rnB1 * rnB2;
        const k22 = m + iA * rnA2 * rnA2 + iB * rnB2 * rnB2;
        const d11 = k11 / scale1;
        const d22 = k22 / scale2;
        const z1 = e1 - k11 * old1 - k12 * old2;
        const z2 = e2 - k12 * old1 - k22 * old2;
        const det = d11 * d22 - k12 * k12;
        next1 = (k12 * z2 - d22 * z1) / det;
        next2 = (k12 * z1 - d11 * z2) / det;
        ratio1 = scale1;
        ratio2 = scale2;
      }
      if (next1 < 0 || next2 < 0) {
        const alone1 = next1 + ratio1 * (inverse12 / inverse22) * next2;
        const alone2 = next2 + ratio2 * (inverse12 / inverse11) * next1;
        const isFirst = next2 < 0 && alone1 >= 0;
        const isSecond = !isFirst && next1 < 0 && alone2 >= 0;
        next1 = isFirst ? alone1 : 0;
        next2 = isSecond ? alone2 : 0;
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
        bias += yieldSpeed;
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
          bias += yieldSpeed;
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
