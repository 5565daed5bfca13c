/**
 * One pass of sequential impulses over contact rows: friction, then the normal rows.
 *
 * Friction. For each point, the impulse that brings vt to the belt speed, with the accumulated impulse kept inside
 * the cone of the accumulated normal impulse:
 *
 *     lambda_t' = clamp(lambda_t - m_t (vt - belt), -mu lambda_n, mu lambda_n)
 *
 * Friction is solved first: normal rows matter more, and the rows solved last are the most exact.
 *
 * Normal, one point: lambda' = max(lambda - m_n (vn - target), 0). The *accumulated* impulse is clamped, so a pass can remove impulse
 * that an earlier pass added.
 *
 * Normal, two points: two rows on the same pair of bodies disturb each other, so they are solved together. With
 *
 *     K = J M^-1 J^T = [[k11, k12], [k12, k22]],   k12 = m_A + m_B + i_A rn_A1 rn_A2 + i_B rn_B1 rn_B2
 *
 * and increments d of the accumulated impulses lambda, we want
 *
 *     vn + K d >= target,   lambda + d >= 0,   and of these two one is an equality, for each point
 *
 * (a linear complementarity problem). It has one solution, which is found by trying the four cases: both points press, only the first,
 * only the second, none [Catto, Box2D 2; Murty 1988].
 */

import { VX, VY, W } from '@otedama/rigid';
import {
  BELT,
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
  N_X,
  N_Y,
  OWN,
  P1,
  P2,
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

/** The 2 x 2 block of a row: k11, k12, k22, and 1 / det K, which is 0 where the points are solved one by one. */
export const K11: number = OWN;
export const K12: number = OWN + LANES;
export const K22: number = OWN + 2 * LANES;
export const INV_DET: number = OWN + 3 * LANES;

/**
 * Solves rows `start` to `end` once, in order.
 * @param data `FrameRows.data`
 * @param index `FrameRows.index`
 * @param motion `BodyStore.motion`
 */
export function solveContactRows(
  data: Float64Array,
  index: Int32Array,
  motion: Float64Array,
  start: number,
  end: number,
): void {
  for (let k = start; k < end; k++) {
    const o = rowStart(k);
    const ri = (k * ROW_INDEX_STRIDE) | 0;
    const a = index[ri + ROW_A];
    const b = index[ri + ROW_B];
    const p = (o + P1) | 0;
    const nx = data[o + N_X];
    const ny = data[o + N_Y];
    const mu = data[o + MU];
    const belt = data[o + BELT];
    const mA = data[o + M_A];
    const iA = data[o + I_A];
    const mB = data[o + M_B];
    const iB = data[o + I_B];
    const mAB = mA + mB;

    // the relative velocity of the centres in the frame (n, t), and the spins; all four rows are solved on these
    const ux = motion[b + VX] - motion[a + VX];
    const uy = motion[b + VY] - motion[a + VY];
    let un = ux * nx + uy * ny;
    let ut = ux * ny - uy * nx;
    let wA = motion[a + W];
    let wB = motion[b + W];
    // change of the impulses of the contact in this visit
    let dn = 0;
    let dt = 0;

    const rnA1 = data[p + RN_A];
    const rdA1 = data[p + RD_A];
    const rnB1 = data[p + RN_B];
    const rdB1 = data[p + RD_B];
    let lambda1 = data[p + LAMBDA_N];

    // friction, point 1
    {
      const vt = ut - wB * rdB1 + wA * rdA1;
      const limit = mu * lambda1;
      const old = data[p + LAMBDA_T];
      let lambda = old - data[p + MASS_T] * (vt - belt);
      if (lambda > limit) lambda = limit;
      else if (lambda < -limit) lambda = -limit;
      data[p + LAMBDA_T] = lambda;
      const d = lambda - old;
      dt += d;
      ut += mAB * d;
      wA += iA * rdA1 * d;
      wB -= iB * rdB1 * d;
    }

    if (index[ri + ROW_COUNT] === 1) {
      const vn = un + wB * rnB1 - wA * rnA1;
      let lambda = lambda1 - data[p + MASS_N] * (vn - data[p + TARGET]);
      if (lambda < 0) lambda = 0;
      data[p + LAMBDA_N] = lambda;
      dn = lambda - lambda1;
      wA -= iA * rnA1 * dn;
      wB += iB * rnB1 * dn;
    } else {
      const q = (o + P2) | 0;
      const rnA2 = data[q + RN_A];
      const rdA2 = data[q + RD_A];
      const rnB2 = data[q + RN_B];
      const rdB2 = data[q + RD_B];
      let lambda2 = data[q + LAMBDA_N];

      // friction, point 2
      {
        const vt = ut - wB * rdB2 + wA * rdA2;
        const limit = mu * lambda2;
        const old = data[q + LAMBDA_T];
        let lambda = old - data[q + MASS_T] * (vt - belt);
        if (lambda > limit) lambda = limit;
        else if (lambda < -limit) lambda = -limit;
        data[q + LAMBDA_T] = lambda;
        const d = lambda - old;
        dt += d;
        wA += iA * rdA2 * d;
        wB -= iB * rdB2 * d;
      }

      // error of each point against its target
      const e1 = un + wB * rnB1 - wA * rnA1 - data[p + TARGET];
      let e2 = un + wB * rnB2 - wA * rnA2 - data[q + TARGET];
      const old1 = lambda1;
      const old2 = lambda2;
      const invDet = data[o + INV_DET];
      if (invDet !== 0) {
        const k11 = data[o + K11];
        const k12 = data[o + K12];
        const k22 = data[o + K22];
        // both press: K d = -e
        lambda1 = old1 - invDet * (k22 * e1 - k12 * e2);
        lambda2 = old2 - invDet * (k11 * e2 - k12 * e1);
        if (lambda1 < 0 || lambda2 < 0) {
          // only the first: d2 = -lambda2, k11 d1 = -e1 - k12 d2
          lambda1 = old1 - data[p + MASS_N] * (e1 - k12 * old2);
          lambda2 = 0;
          if (lambda1 < 0 || e2 + k12 * (lambda1 - old1) - k22 * old2 < 0) {
            // only the second
            lambda1 = 0;
            lambda2 = old2 - data[q + MASS_N] * (e2 - k12 * old1);
            if (lambda2 < 0 || e1 - k11 * old1 + k12 * (lambda2 - old2) < 0) {
              // none; this also covers rounding at a boundary between cases, where none is as good
              lambda2 = 0;
            }
          }
        }
        wA -= iA * (rnA1 * (lambda1 - old1) + rnA2 * (lambda2 - old2));
        wB += iB * (rnB1 * (lambda1 - old1) + rnB2 * (lambda2 - old2));
      } else {
        // the points nearly coincide: one after the other
        lambda1 = old1 - data[p + MASS_N] * e1;
        if (lambda1 < 0) lambda1 = 0;
        const d1 = lambda1 - old1;
        un += mAB * d1;
        wA -= iA * rnA1 * d1;
        wB += iB * rnB1 * d1;
        e2 = un + wB * rnB2 - wA * rnA2 - data[q + TARGET];
        lambda2 = old2 - data[q + MASS_N] * e2;
        if (lambda2 < 0) lambda2 = 0;
        const d2 = lambda2 - old2;
        wA -= iA * rnA2 * d2;
        wB += iB * rnB2 * d2;
      }
      data[p + LAMBDA_N] = lambda1;
      data[q + LAMBDA_N] = lambda2;
      dn = lambda1 - old1 + (lambda2 - old2);
    }

    // back to world axes; both bodies get the same impulse, so momentum is conserved to rounding
    const px = dn * nx + dt * ny;
    const py = dn * ny - dt * nx;
    motion[a + VX] -= mA * px;
    motion[a + VY] -= mA * py;
    motion[a + W] = wA;
    motion[b + VX] += mB * px;
    motion[b + VY] += mB * py;
    motion[b + W] = wB;
  }
}
