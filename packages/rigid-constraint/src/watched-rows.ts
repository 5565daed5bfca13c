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
  CONTACT_STRIDE,
  FX,
  FY,
  GRAVITY_SCALE,
  INV_INERTIA,
  INV_MASS,
  NORMAL_VELOCITY,
  POINT_STRIDE,
  POINT0,
  type SolverWorld,
  TORQUE,
} from '@otedama/rigid';
import type { ContactOrder } from './contact-order.js';
import {
  type FrameRows,
  LAMBDA_N,
  LAMBDA_T,
  M_A,
  M_B,
  N_X,
  N_Y,
  normalVelocity,
  P1,
  P2,
  RN_A,
  RN_B,
  ROW_A,
  ROW_B,
  ROW_COUNT,
  ROW_INDEX_STRIDE,
  ROW_SLOT,
  rowStart,
} from './frame-rows.js';
import { grown } from './grown.js';
import type { KeptRows } from './kept-rows.js';

/** Marks of a row: it has restitution; it has hit events and is watched in every step. */
export const BOUNCES = 1;
export const COUNTS_HITS = 2;

/** The watched rows of a step, by row number, and their impulses in the step. */
export class WatchedRows {
  rows: Int32Array = new Int32Array(64);
  /** Largest impulse in any pass, N s, of the two points of row k of the list, at 2 k and 2 k + 1. */
  peaks: Float64Array = new Float64Array(128);
  /** Sum of the impulses of all substeps, N s, in the same places: the transferred momentum. */
  totals: Float64Array = new Float64Array(128);
  /** Sum of the friction impulses of all substeps, N s, of row k of the list. */
  slides: Float64Array = new Float64Array(64);
  /** Number of substeps whose forces are in the approach velocity of row k of the list (`watchApproaches`). */
  met: Int32Array = new Int32Array(64);
  count = 0;
  /** By row number: 0, `BOUNCES` or `COUNTS_HITS`. A row that is kept from the last step keeps its mark. */
  #marks: Uint8Array = new Uint8Array(64);
  /** False if all marks are 0. */
  #isMarked = false;
  /** By body: 1 if it can move and one of its rows may be hit. */
  #lively = new Uint8Array(64);

  /** Empties the list, and makes room for `count` rows. */
  reset(count: number): void {
    this.count = 0;
    while (count > this.#marks.length) this.#marks = grown(this.#marks);
    if (count <= this.rows.length) return;
    this.rows = new Int32Array(2 * count);
    this.peaks = new Float64Array(4 * count);
    this.totals = new Float64Array(4 * count);
    this.slides = new Float64Array(2 * count);
    this.met = new Int32Array(2 * count);
  }

  /** Removes the marks of the rows that were just written. */
  clearMarks(order: ContactOrder, { fresh, freshCount }: KeptRows): void {
    if (!this.#isMarked) return;
    for (let place = 0; place < freshCount; place++) this.#marks[order.rows[fresh[place]]] = 0;
  }

  /** Marks row `k`. */
  mark(k: number, mark: typeof BOUNCES | typeof COUNTS_HITS): void {
    this.#marks[k] = mark;
    this.#isMarked = true;
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
    if (marked === 0) {
      marks.fill(0);
      this.#isMarked = false;
      return;
    }
    this.#findLively(frameRows, marked, world, dt, threshold);
    const lively = this.#lively;
    const { index } = frameRows;
    for (let n = 0; n < marked; n++) {
      const k = rows[n];
      const ri = k * ROW_INDEX_STRIDE;
      const isLively = lively[index[ri + ROW_A] / BODY_STRIDE] + lively[index[ri + ROW_B] / BODY_STRIDE] > 0;
      if (marks[k] === COUNTS_HITS || isLively) rows[this.count++] = k;
    }
    this.peaks.fill(0, 0, 2 * this.count);
    this.totals.fill(0, 0, 2 * this.count);
    this.slides.fill(0, 0, this.count);
    this.met.fill(0, 0, this.count);
  }

  /** Finds the bodies one of whose first `marked` rows of the list may be hit. */
  #findLively(frameRows: FrameRows, marked: number, world: SolverWorld, dt: number, threshold: number): void {
    const { data, index } = frameRows;
    const { bodies } = world;
    if (this.#lively.length < bodies.capacity) this.#lively = new Uint8Array(bodies.capacity);
    const lively = this.#lively;
    lively.fill(0);
    let isAny = false;
    for (let n = 0; n < marked; n++) {
      const o = rowStart(this.rows[n]);
      const ri = this.rows[n] * ROW_INDEX_STRIDE;
      const a = index[ri + ROW_A];
      const b = index[ri + ROW_B];
      for (let j = 0; j < index[ri + ROW_COUNT]; j++) {
        const p = o + (j === 0 ? P1 : P2);
        const v = normalVelocity(data, bodies.motion, o, p, a, b);
        if (v + dt * normalAcceleration(data, o, p, a, b, world) > -threshold) continue;
        if (data[o + M_A] > 0) lively[a / BODY_STRIDE] = 1;
        if (data[o + M_B] > 0) lively[b / BODY_STRIDE] = 1;
        isAny = true;
      }
    }
    if (isAny) this.#spread(frameRows, marked);
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

  /** Records the impulses. Called after every pass over the normal rows, with `isLast` after the last one of a substep. */
  note({ data }: FrameRows, isLast: boolean): void {
    const { rows, peaks, totals } = this;
    for (let n = 0; n < this.count; n++) {
      const o = rowStart(rows[n]);
      if (isLast) this.slides[n] += data[o + P1 + LAMBDA_T];
      for (let j = 0; j < 2; j++) {
        const lambda = data[o + (j === 0 ? P1 : P2) + LAMBDA_N];
        if (lambda > peaks[2 * n + j]) peaks[2 * n + j] = lambda;
        if (isLast) totals[2 * n + j] += lambda;
      }
    }
  }
}

/**
 * Measures the approach velocities of the watched rows that have not pressed yet in this step. Called in each substep after the forces
 * and before the impulses act. Restitution then uses the velocity at which the body met the surface; since the start of the step the body
 * may have gained speed by falling.
 * @param next s: 0 to measure. Otherwise the length of a substep: adds what bodies gain in it by gravity and forces to the velocities of the
 * rows that have begun to press in the relax pass after a bias. The bodies have moved already, so that pass handles the contacts of the next
 * substep
 */
export function watchApproaches(
  { data, index }: FrameRows,
  { rows: watched, peaks, met, count }: WatchedRows,
  world: SolverWorld,
  next: number,
): void {
  const contactData = world.contacts.data;
  for (let n = 0; n < count; n++) {
    if (peaks[2 * n] > 0 || peaks[2 * n + 1] > 0) continue;
    const o = rowStart(watched[n]);
    const ri = watched[n] * ROW_INDEX_STRIDE;
    const points = index[ri + ROW_COUNT];
    if (next > 0 && !(data[o + P1 + LAMBDA_N] > 0 || (points === 2 && data[o + P2 + LAMBDA_N] > 0))) continue;
    met[n]++;
    const a = index[ri + ROW_A];
    const b = index[ri + ROW_B];
    const c = index[ri + ROW_SLOT] * CONTACT_STRIDE + POINT0 + NORMAL_VELOCITY;
    for (let j = 0; j < points; j++) {
      const p = o + (j === 0 ? P1 : P2);
      const q = c + j * POINT_STRIDE;
      if (next > 0) contactData[q] += next * normalAcceleration(data, o, p, a, b, world);
      else contactData[q] = normalVelocity(data, world.bodies.motion, o, p, a, b);
    }
  }
}

/** Acceleration of B against A along the normal at the point at `p` of the row at `o` by gravity and forces, m/s^2. */
function normalAcceleration(
  data: Float64Array,
  o: number,
  p: number,
  a: number,
  b: number,
  { bodies: { mass }, gravityX, gravityY }: SolverWorld,
): number {
  let x = 0;
  let y = 0;
  if (data[o + M_A] > 0) {
    x -= gravityX * mass[a + GRAVITY_SCALE] + mass[a + FX] * mass[a + INV_MASS];
    y -= gravityY * mass[a + GRAVITY_SCALE] + mass[a + FY] * mass[a + INV_MASS];
  }
  if (data[o + M_B] > 0) {
    x += gravityX * mass[b + GRAVITY_SCALE] + mass[b + FX] * mass[b + INV_MASS];
    y += gravityY * mass[b + GRAVITY_SCALE] + mass[b + FY] * mass[b + INV_MASS];
  }
  return (
    x * data[o + N_X] +
    y * data[o + N_Y] +
    mass[b + TORQUE] * mass[b + INV_INERTIA] * data[p + RN_B] -
    mass[a + TORQUE] * mass[a + INV_INERTIA] * data[p + RN_A]
  );
}
