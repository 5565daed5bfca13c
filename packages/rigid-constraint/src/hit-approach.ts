/**
 * With which speed the points of a step's hits approach. A group of hits is done at the end of the step, when the impulses Lambda of its
 * contacts are taken back but for the weight lambda_w that they carry (`hit-weight.ts`):
 *
 *     v = v1 + M^-1 J^T lambda_w,      v1 = v_end - M^-1 J^T Lambda.
 *
 * Not all of the speed at which a point then approaches is one of a hit. What is not carried of gravity has acted on the bodies for k of the
 * n substeps of length h when the contact was met, and for n - k after. With g_n the gravity of B against A along n, it changes v_n by
 *
 *     f = g_n h + (v_n - v1_n) / n
 *
 * in a substep. So the speed u of the hit is, from the end and from the normal velocity v0 before any force of the step,
 *
 *     u = min(-v_n + (n - k) f, -v0 - k f),
 *
 * the least of both, since other impulses may have acted on the bodies in the step.
 *
 * The passes have met the contact with the speed u_m (`NORMAL_VELOCITY`), measured after the gravity of one or two substeps that lambda_w had
 * not yet taken up. If it differs from u by no more than that, u is put in its place, for those who compute the time of the hit from it.
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

/** Substeps whose gravity may be in u_m although it is carried; a little more, for rounding. */
const NOT_YET_CARRIED = 2.01;

/** Start velocities of the watched rows of a step, and the fall of their bodies. */
export class HitApproach {
  /** Of watched row k: v0 at point j, m/s, at 2 k + j. */
  #starts = new Float64Array(128);
  /** Of watched row k: g_n h, m/s. */
  #falls = new Float64Array(64);

  /**
   * Stores the start velocities. Called in the first substep after the forces and before the impulses act.
   * @param h length of a substep, s
   */
  watch({ data, index }: FrameRows, { rows, count }: WatchedRows, world: SolverWorld, h: number): void {
    if (count > this.#falls.length) {
      this.#starts = new Float64Array(4 * count);
      this.#falls = new Float64Array(2 * count);
    }
    const {
      bodies: { mass },
      contacts,
      gravityX,
      gravityY,
    } = world;
    for (let n = 0; n < count; n++) {
      const ri = rows[n] * ROW_INDEX_STRIDE;
      const o = rowStart(rows[n]);
      const weight =
        (data[o + M_B] > 0 ? mass[index[ri + ROW_B] + GRAVITY_SCALE] : 0) -
        (data[o + M_A] > 0 ? mass[index[ri + ROW_A] + GRAVITY_SCALE] : 0);
      const fall = weight * (gravityX * data[o + N_X] + gravityY * data[o + N_Y]) * h;
      const c = index[ri + ROW_SLOT] * CONTACT_STRIDE + POINT0 + NORMAL_VELOCITY;
      this.#falls[n] = fall;
      this.#starts[2 * n] = contacts.data[c] - fall;
      this.#starts[2 * n + 1] = contacts.data[c + POINT_STRIDE] - fall;
    }
  }

  /** v0 at point j of the watched row at `place`, m/s. */
  before(place: number, j: number): number {
    return this.#starts[2 * place + j];
  }

  /** Stores v1_n in `points`. Called when the impulses are taken back. */
  release(
    { places, count }: HitGroups,
    points: Float64Array,
    { data, index }: FrameRows,
    { rows }: WatchedRows,
    motion: Float64Array,
  ): void {
    for (let n = 0; n < count; n++) {
      const o = rowStart(rows[places[n]]);
      const ri = rows[places[n]] * ROW_INDEX_STRIDE;
      for (let j = 0; j < index[ri + ROW_COUNT]; j++) {
        const p = o + (j === 0 ? P1 : P2);
        const v1 = normalVelocity(data, motion, o, p, index[ri + ROW_A], index[ri + ROW_B]);
        points[STRIDE * (2 * n + j) + FALL] = v1;
      }
    }
  }

  /** Stores in `points` what of the speeds of approach is none of a hit. Called when the weight is carried. */
  measure(
    { places, count }: HitGroups,
    points: Float64Array,
    { data, index }: FrameRows,
    { rows, met }: WatchedRows,
    { bodies: { motion }, contacts }: SolverWorld,
    substeps: number,
  ): void {
    for (let n = 0; n < count; n++) {
      const place = places[n];
      const o = rowStart(rows[place]);
      const ri = rows[place] * ROW_INDEX_STRIDE;
      const c = index[ri + ROW_SLOT] * CONTACT_STRIDE + POINT0 + NORMAL_VELOCITY;
      for (let j = 0; j < index[ri + ROW_COUNT]; j++) {
        const p = o + (j === 0 ? P1 : P2);
        const q = STRIDE * (2 * n + j) + FALL;
        const v = normalVelocity(data, motion, o, p, index[ri + ROW_A], index[ri + ROW_B]);
        const carried = (v - points[q]) / substeps;
        const fall = this.#falls[place] + carried;
        const u = Math.min(
          (substeps - met[place]) * fall - v,
          -this.#starts[2 * place + j] - met[place] * fall,
        );
        points[q] = -v - u;
        const m = c + j * POINT_STRIDE;
        if (Math.abs(u + contacts.data[m]) <= NOT_YET_CARRIED * Math.abs(carried)) contacts.data[m] = -u;
      }
    }
  }
}
