/**
 * With which speed the points of a step's hits approach. A group of hits is done at the end of the step, when the impulses Lambda of its
 * contacts are taken back. Not all of the speed at which a point then approaches is one of a hit. Gravity has acted on the bodies for the
 * time t that was left of the step when the contact was met, and
 *
 *     u = -n . (v0 - g t),      v0 = v - M^-1 J^T Lambda,
 *
 * but u is at most the approach speed at the start of the step, so that a contact that only carries weight does not count as hit.
 */
import {
  CONTACT_STRIDE,
  GRAVITY_SCALE,
  NORMAL_VELOCITY,
  POINT_STRIDE,
  POINT0,
  type SolverWorld,
} from '@otedama/rigid';
import {
  type FrameRows,
  M_A,
  M_B,
  N_X,
  N_Y,
  normalVelocity,
  P1,
  P2,
  ROW_A,
  ROW_B,
  ROW_COUNT,
  ROW_INDEX_STRIDE,
  ROW_SLOT,
  rowStart,
} from './frame-rows.js';
import type { HitGroups } from './hit-groups.js';
import { FALL, STRIDE } from './hit-points.js';
import type { WatchedRows } from './watched-rows.js';

/** Start velocities of the watched rows of a step, and when each is met. */
export class HitApproach {
  /** Of watched row k: normal velocity of B against A at point j before any impulse of the step, m/s, at 2 k + j. */
  #starts = new Float64Array(128);

  /** Stores the start velocities. Called in the first substep after the forces and before the impulses act. */
  watch({ index }: FrameRows, { rows, count }: WatchedRows, contactData: Float64Array): void {
    if (2 * count > this.#starts.length) this.#starts = new Float64Array(4 * count);
    for (let n = 0; n < count; n++) {
      const c = index[rows[n] * ROW_INDEX_STRIDE + ROW_SLOT] * CONTACT_STRIDE + POINT0 + NORMAL_VELOCITY;
      this.#starts[2 * n] = contactData[c];
      this.#starts[2 * n + 1] = contactData[c + POINT_STRIDE];
    }
  }

  /**
   * Stores in `points` what of the speeds of approach is none of a hit. Called when the impulses are taken back.
   * @param h length of a substep, s
   */
  measure(
    { places, count }: HitGroups,
    points: Float64Array,
    { data, index }: FrameRows,
    { rows, met }: WatchedRows,
    { bodies: { motion, mass }, gravityX, gravityY }: SolverWorld,
    h: number,
    substeps: number,
  ): void {
    for (let n = 0; n < count; n++) {
      const place = places[n];
      const o = rowStart(rows[place]);
      const ri = rows[place] * ROW_INDEX_STRIDE;
      const a = index[ri + ROW_A];
      const b = index[ri + ROW_B];
      const weight =
        (data[o + M_B] > 0 ? mass[b + GRAVITY_SCALE] : 0) - (data[o + M_A] > 0 ? mass[a + GRAVITY_SCALE] : 0);
      const fall = weight * (gravityX * data[o + N_X] + gravityY * data[o + N_Y]) * h;
      const before = fall * (met[place] - 1);
      const after = fall * (substeps - met[place]);
      for (let j = 0; j < index[ri + ROW_COUNT]; j++) {
        const p = o + (j === 0 ? P1 : P2);
        const speed = -normalVelocity(data, motion, o, p, a, b);
        const u = Math.min(speed + after, -this.#starts[2 * place + j] - before);
        points[STRIDE * (2 * n + j) + FALL] = speed - u;
      }
    }
  }
}
