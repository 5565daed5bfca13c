/**
 * Restitution of sequential impulses: a second phase of a step, entered only if a hit was fast enough.
 *
 * Compression. All rows are solved without restitution: contacts that were hit stop, vn = 0, which takes the impulses lambda. Expansion.
 * A contact that was hit at the speed u and must separate at e u gets up to e times the impulse that stopped it, as much as it needs to
 * separate at e u:
 *
 *     lambda' = clamp(lambda' - m_n (vn - e u), lambda, (1 + e) lambda)
 *
 * All other rows continue as before. For a single hit this is both Newton's and Poisson's law. For several simultaneous hits it is
 * neither, because a target of e u alone (Newton) can create energy: the rebound of one contact may do work on another. Here the rebounds
 * do at most the work  sum x (e u) / 2  with  x <= e lambda, and compression has removed sum lambda u / 2. So with e <= 1 a hit never
 * gains energy, whatever its neighbours do.
 *
 * A contact with two points may have one that was separating (u < 0) and pressed only because the other one stopped. Compression has then
 * removed less energy than the point that was hit alone. rho <= 1 is the ratio of the two, and scales the limit x <= rho e lambda.
 */

import { MAXIMUM_BLOCK_CONDITION } from './constants.js';
import {
  applyImpulse,
  BELT,
  type FrameRows,
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
  normalVelocity,
  OWN,
  P1,
  P2,
  RN_A,
  RN_B,
  ROW_A,
  ROW_B,
  ROW_COUNT,
  ROW_INDEX_STRIDE,
  rowStart,
  TARGET,
  tangentVelocity,
} from './frame-rows.js';
import { grown } from './grown.js';

/** Limits of the normal impulses of both points. They overwrite the 2 x 2 block, which is not used after compression. */
export const LOW1: number = OWN;
export const HIGH1: number = OWN + LANES;
export const LOW2: number = OWN + 2 * LANES;
export const HIGH2: number = OWN + 3 * LANES;

/** Numbers per bouncing row: approach speed and target speed of both points, m/s. */
const BOUNCE_STRIDE = 4;

/** The rows of a step that have restitution. */
export class Bounces {
  count = 0;
  #rows = new Int32Array(16);
  #speeds = new Float64Array(16 * BOUNCE_STRIDE);

  reset(): void {
    this.count = 0;
  }

  /**
   * Adds a row.
   * @param u1 approach speed of point 1 before solving, m/s; negative if it separates
   * @param bounce1 target speed of separation, m/s; 0 without restitution
   */
  add(row: number, u1: number, bounce1: number, u2: number, bounce2: number): void {
    if (this.count === this.#rows.length) {
      this.#rows = grown(this.#rows);
      this.#speeds = grown(this.#speeds);
    }
    const s = this.count * BOUNCE_STRIDE;
    this.#rows[this.count++] = row;
    this.#speeds[s] = u1;
    this.#speeds[s + 1] = bounce1;
    this.#speeds[s + 2] = u2;
    this.#speeds[s + 3] = bounce2;
  }

  /** Sets limits and targets of all rows for expansion. @returns false if no contact with restitution pressed */
  beginExpansion(rows: FrameRows): boolean {
    const { data, index, count } = rows;
    let pressed = false;
    for (let n = 0; n < this.count; n++) {
      const o = rowStart(this.#rows[n]);
      const hasTwo = index[this.#rows[n] * ROW_INDEX_STRIDE + ROW_COUNT] === 2;
      if (data[o + P1 + LAMBDA_N] > 0 || (hasTwo && data[o + P2 + LAMBDA_N] > 0)) pressed = true;
    }
    if (!pressed) return false;
    for (let k = 0; k < count; k++) {
      const o = rowStart(k);
      data[o + LOW1] = 0;
      data[o + HIGH1] = Number.POSITIVE_INFINITY;
      data[o + LOW2] = 0;
      data[o + HIGH2] = Number.POSITIVE_INFINITY;
    }
    for (let n = 0; n < this.count; n++) this.#limit(rows, n);
    return true;
  }

  #limit({ data, index }: FrameRows, n: number): void {
    const o = rowStart(this.#rows[n]);
    const s = n * BOUNCE_STRIDE;
    const u1 = this.#speeds[s];
    const bounce1 = this.#speeds[s + 1];
    const u2 = this.#speeds[s + 2];
    const bounce2 = this.#speeds[s + 3];
    const lambda1 = data[o + P1 + LAMBDA_N];
    const lambda2 = index[this.#rows[n] * ROW_INDEX_STRIDE + ROW_COUNT] === 2 ? data[o + P2 + LAMBDA_N] : 0;
    const work1 = lambda1 * u1;
    const work2 = lambda2 * u2;
    const hit = (bounce1 > 0 ? work1 : 0) + (bounce2 > 0 ? work2 : 0);
    const rho = hit > 0 ? Math.max(0, Math.min(1, (work1 + work2) / hit)) : 0;
    if (bounce1 > 0 && lambda1 > 0) {
      data[o + LOW1] = lambda1;
      data[o + HIGH1] = lambda1 * (1 + (rho * bounce1) / u1);
      data[o + P1 + TARGET] = bounce1;
    }
    if (bounce2 > 0 && lambda2 > 0) {
      data[o + LOW2] = lambda2;
      data[o + HIGH2] = lambda2 * (1 + (rho * bounce2) / u2);
      data[o + P2 + TARGET] = bounce2;
    }
  }
}

/** One expansion pass over rows `start` to `end`: friction, then the normal rows within their limits. */
export function solveExpansionRows(
  data: Float64Array,
  index: Int32Array,
  motion: Float64Array,
  start: number,
  end: number,
): void {
  for (let k = start; k < end; k++) {
    const o = rowStart(k);
    const ri = k * ROW_INDEX_STRIDE;
    const a = index[ri + ROW_A];
    const b = index[ri + ROW_B];
    const count = index[ri + ROW_COUNT];
    const mu = data[o + MU];
    const belt = data[o + BELT];
    for (let j = 0; j < count; j++) {
      const p = o + P1 + j * (P2 - P1);
      const limit = mu * data[p + LAMBDA_N];
      const old = data[p + LAMBDA_T];
      const wanted = old - data[p + MASS_T] * (tangentVelocity(data, motion, o, p, a, b) - belt);
      const lambda = Math.max(-limit, Math.min(limit, wanted));
      data[p + LAMBDA_T] = lambda;
      applyImpulse(data, motion, o, p, a, b, 0, lambda - old);
    }
    if (count === 2 && solveBoth(data, motion, o, a, b)) continue;
    for (let j = 0; j < count; j++) {
      const p = o + P1 + j * (P2 - P1);
      const low = data[o + (j === 0 ? LOW1 : LOW2)];
      const high = data[o + (j === 0 ? HIGH1 : HIGH2)];
      const old = data[p + LAMBDA_N];
      const wanted = old - data[p + MASS_N] * (normalVelocity(data, motion, o, p, a, b) - data[p + TARGET]);
      const lambda = Math.max(low, Math.min(high, wanted));
      data[p + LAMBDA_N] = lambda;
      applyImpulse(data, motion, o, p, a, b, lambda - old, 0);
    }
  }
}

/** Solves both points of a row for their targets at once. @returns false, without changes, if that breaks a limit */
function solveBoth(data: Float64Array, motion: Float64Array, o: number, a: number, b: number): boolean {
  const p = o + P1;
  const q = o + P2;
  const k11 = 1 / data[p + MASS_N];
  const k22 = 1 / data[q + MASS_N];
  const k12 =
    data[o + M_A] +
    data[o + M_B] +
    data[o + I_A] * data[p + RN_A] * data[q + RN_A] +
    data[o + I_B] * data[p + RN_B] * data[q + RN_B];
  const det = k11 * k22 - k12 * k12;
  if (k11 * k11 >= MAXIMUM_BLOCK_CONDITION * det) return false;
  const e1 = normalVelocity(data, motion, o, p, a, b) - data[p + TARGET];
  const e2 = normalVelocity(data, motion, o, q, a, b) - data[q + TARGET];
  const d1 = -(k22 * e1 - k12 * e2) / det;
  const d2 = -(k11 * e2 - k12 * e1) / det;
  const lambda1 = data[p + LAMBDA_N] + d1;
  const lambda2 = data[q + LAMBDA_N] + d2;
  if (lambda1 < data[o + LOW1] || lambda1 > data[o + HIGH1]) return false;
  if (lambda2 < data[o + LOW2] || lambda2 > data[o + HIGH2]) return false;
  data[p + LAMBDA_N] = lambda1;
  data[q + LAMBDA_N] = lambda2;
  applyImpulse(data, motion, o, p, a, b, d1, 0);
  applyImpulse(data, motion, o, q, a, b, d2, 0);
  return true;
}
