/**
 * Rows whose impulses are watched from pass to pass: those with hit events in every step, those with restitution in steps in which they may
 * be hit. In a pile at rest no row can, so it costs what it costs without restitution.
 *
 * A row may be hit if its points would approach faster than the threshold at the end of the step without contacts,
 *
 *     -n . (v_B + dt a_B - v_A - dt a_A) >= threshold,      a: gravity and forces.
 *
 * A hit runs on through touching bodies (`simultaneous-hits.ts`), so all rows with restitution that are connected to such a row by moving
 * bodies are watched too. Of the hits in scenes of 12 to 400 bodies this leaves out 0 to 7 in 1,000: points that something else in the
 * same step drives together at 1 to 2 m/s, the push-out of an overlap mostly.
 */
import {
  BODY_STRIDE,
  FX,
  FY,
  GRAVITY_SCALE,
  INV_INERTIA,
  INV_MASS,
  type SolverWorld,
  TORQUE,
  VX,
  VY,
  W,
} from '@otedama/rigid';
import type { ContactOrder } from './contact-order.js';
import {
  type FrameRows,
  LAMBDA_N,
  M_A,
  M_B,
  N_X,
  N_Y,
  P1,
  P2,
  RN_A,
  RN_B,
  ROW_A,
  ROW_B,
  ROW_COUNT,
  ROW_INDEX_STRIDE,
  rowStart,
} from './frame-rows.js';
import { grown } from './grown.js';

/** Marks of a row: it has restitution; it has hit events and is watched in every step. */
export const BOUNCES = 1;
export const COUNTS_HITS = 2;

/** The watched rows of a step, by row number, and their normal impulses in the step. */
export class WatchedRows {
  rows: Int32Array = new Int32Array(64);
  /** Largest impulse in any pass, N s, of the two points of row k of the list, at 2 k and 2 k + 1. */
  peaks: Float64Array = new Float64Array(128);
  /** Sum of the impulses of all substeps, N s, in the same places: the transferred momentum. */
  totals: Float64Array = new Float64Array(128);
  count = 0;
  /** By row number: 0, `BOUNCES` or `COUNTS_HITS`. A row that is kept from the last step keeps its mark. */
  #marks: Uint8Array = new Uint8Array(64);
  /** False if no row has a mark. */
  #isMarked = false;
  /** By body: 1 if one of its rows may be hit. */
  #lively = new Uint8Array(64);

  /** Empties the list, and makes room for `count` rows. */
  reset(count: number): void {
    this.count = 0;
    while (count > this.#marks.length) this.#marks = grown(this.#marks);
    if (count <= this.rows.length) return;
    this.rows = new Int32Array(2 * count);
    this.peaks = new Float64Array(4 * count);
    this.totals = new Float64Array(4 * count);
  }

  /** Sets the mark of row `k`. */
  mark(k: number, mark: number): void {
    this.#marks[k] = mark;
    if (mark !== 0) this.#isMarked = true;
  }

  /**
   * Lists the rows to be watched in this step. Called before the first substep, when all rows are written.
   * @param dt the step, s
   * @param threshold approach speed below which there is no restitution, m/s
   */
  choose(frameRows: FrameRows, order: ContactOrder, world: SolverWorld, dt: number, threshold: number): void {
    if (!this.#isMarked) return;
    const { rows } = this;
    const marks = this.#marks;
    let marked = 0;
    for (let n = 0; n < world.contacts.touchingCount; n++) {
      const k = order.rows[n];
      if (marks[k] !== 0) rows[marked++] = k;
    }
    this.#isMarked = marked > 0;
    const isAny = this.#findLively(frameRows, marked, world, dt, threshold);
    for (let n = 0; n < marked; n++) {
      const k = rows[n];
      if (marks[k] === COUNTS_HITS || (isAny && this.#isLively(frameRows, k))) this.#add(k);
    }
  }

  /** Finds the bodies one of whose first `marked` rows of the list may be hit. @returns whether there is any */
  #findLively(
    frameRows: FrameRows,
    marked: number,
    { bodies, gravityX, gravityY }: SolverWorld,
    dt: number,
    threshold: number,
  ): boolean {
    const { data, index } = frameRows;
    const { motion, mass } = bodies;
    if (this.#lively.length < bodies.capacity) this.#lively = new Uint8Array(bodies.capacity);
    const lively = this.#lively;
    lively.fill(0);
    let isAny = false;
    for (let n = 0; n < marked; n++) {
      const o = rowStart(this.rows[n]);
      const ri = this.rows[n] * ROW_INDEX_STRIDE;
      const a = index[ri + ROW_A];
      const b = index[ri + ROW_B];
      let ux = motion[b + VX] - motion[a + VX];
      let uy = motion[b + VY] - motion[a + VY];
      let wA = motion[a + W];
      let wB = motion[b + W];
      if (data[o + M_A] > 0) {
        ux -= dt * (gravityX * mass[a + GRAVITY_SCALE] + mass[a + FX] * mass[a + INV_MASS]);
        uy -= dt * (gravityY * mass[a + GRAVITY_SCALE] + mass[a + FY] * mass[a + INV_MASS]);
        wA += dt * mass[a + TORQUE] * mass[a + INV_INERTIA];
      }
      if (data[o + M_B] > 0) {
        ux += dt * (gravityX * mass[b + GRAVITY_SCALE] + mass[b + FX] * mass[b + INV_MASS]);
        uy += dt * (gravityY * mass[b + GRAVITY_SCALE] + mass[b + FY] * mass[b + INV_MASS]);
        wB += dt * mass[b + TORQUE] * mass[b + INV_INERTIA];
      }
      const un = ux * data[o + N_X] + uy * data[o + N_Y];
      for (let j = 0; j < index[ri + ROW_COUNT]; j++) {
        const p = o + (j === 0 ? P1 : P2);
        if (un + wB * data[p + RN_B] - wA * data[p + RN_A] > -threshold) continue;
        lively[a / BODY_STRIDE] = 1;
        lively[b / BODY_STRIDE] = 1;
        isAny = true;
      }
    }
    if (isAny) this.#spread(frameRows, marked);
    return isAny;
  }

  /** Passes liveliness on through rows between moving bodies. The list is gone through in both directions. */
  #spread(frameRows: FrameRows, marked: number): void {
    const { data, index } = frameRows;
    const lively = this.#lively;
    for (let isSpreading = true, isUp = true; isSpreading; isUp = !isUp) {
      isSpreading = false;
      for (let k = 0; k < marked; k++) {
        const row: number = this.rows[isUp ? k : marked - 1 - k];
        const o: number = rowStart(row);
        if (data[o + M_A] === 0 || data[o + M_B] === 0) continue;
        const a: number = index[row * ROW_INDEX_STRIDE + ROW_A] / BODY_STRIDE;
        const b: number = index[row * ROW_INDEX_STRIDE + ROW_B] / BODY_STRIDE;
        if (lively[a] === lively[b]) continue;
        lively[a] = 1;
        lively[b] = 1;
        isSpreading = true;
      }
    }
  }

  /** Whether a moving body of row `k` is lively. */
  #isLively({ data, index }: FrameRows, k: number): boolean {
    const o = rowStart(k);
    const ri = k * ROW_INDEX_STRIDE;
    return (
      (data[o + M_A] > 0 && this.#lively[index[ri + ROW_A] / BODY_STRIDE] === 1) ||
      (data[o + M_B] > 0 && this.#lively[index[ri + ROW_B] / BODY_STRIDE] === 1)
    );
  }

  #add(k: number): void {
    const n = this.count++;
    this.rows[n] = k;
    this.peaks[2 * n] = 0;
    this.peaks[2 * n + 1] = 0;
    this.totals[2 * n] = 0;
    this.totals[2 * n + 1] = 0;
  }

  /** Records the impulses. Called after every pass over the normal rows, with `isLast` after the last one of a substep. */
  note({ data }: FrameRows, isLast: boolean): void {
    const { rows, peaks, totals } = this;
    for (let n = 0; n < this.count; n++) {
      const o = rowStart(rows[n]);
      for (let j = 0; j < 2; j++) {
        const lambda = data[o + (j === 0 ? P1 : P2) + LAMBDA_N];
        if (lambda > peaks[2 * n + j]) peaks[2 * n + j] = lambda;
        if (isLast) totals[2 * n + j] += lambda;
      }
    }
  }
}
