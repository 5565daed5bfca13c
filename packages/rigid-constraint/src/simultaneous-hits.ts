/**
 * Several hits on one body in one step, such as a ball in the corner of two walls. Restitution of one contact after the other, at the
 * speeds at which each was met, would be wrong: the second contact is met at the speed that the first has left, before it bounces, and
 * its bounce does work on the first. Measured for a ball in wedges of 60 to 170 degrees, this removes up to 56 % of the energy (60
 * degrees) or adds up to 38 % (130 degrees); at a right angle it is exact. So the hits are solved together. The total impulse Lambda of
 * the contacts of such a body in the step is taken back,
 *
 *     v0 = v - M^-1 J^T Lambda,      u = -n . (v0 - g t) at each point, t: what was left of the step when it was met,
 *
 * but u is at most the approach speed at the start of the step, so that a contact that only carries weight does not count as hit. The hit
 * is then solved on v0 in two phases, as in sequential impulses (`restitution.ts`, with the proof that e <= 1 gains no energy). First all
 * points stop: 0 <= lambda, v_n >= 0. Then the points that were hit faster than the threshold separate at e u, with at most e times the
 * impulse that stopped them. Both phases are rounds over the points until nothing moves.
 */
import {
  BODY_STRIDE,
  type BodyStore,
  CONTACT_STRIDE,
  GRAVITY_SCALE,
  NORMAL_VELOCITY,
  POINT_STRIDE,
  POINT0,
  RESTITUTION,
  type SolverWorld,
} from '@otedama/rigid';
import {
  applyImpulse,
  type FrameRows,
  LAMBDA_N,
  M_A,
  M_B,
  MASS_N,
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
import { grown } from './grown.js';
import { holdVelocities, lockedMass, locksOf } from './locked-axes.js';
import type { WatchedRows } from './watched-rows.js';

/**
 * Maximum rounds, and the velocity error, m/s, below which they end. Between walls of 30 degrees a round leaves three quarters of the
 * error.
 */
const ROUNDS = 32;
const SETTLED = 1e-6;

/**
 * A contact counts as met only if it has changed a velocity by at least this share of the threshold; below that it only carries weight.
 * `BOUNCES` marks a body with a contact that bounces.
 */
const LEAST_SHARE = 0.2;
const BOUNCES = 4;

/** Numbers per point: target velocity, m/s, and bounds of the impulse, N s. */
const TARGET = 0;
const LOW = 1;
const HIGH = 2;
/** Approach speed before the hit, m/s, and the impulse that is stored for the next step, N s. */
const APPROACH = 3;
const KEPT = 4;
/** m_n, kg. */
const MASS = 5;
const STRIDE = 6;

/** Work on a row: `release` takes its impulses back, `bounce` solves it, `keep` restores the impulse for the next step. */
type Phase = 'release' | 'bounce' | 'keep';

/**
 * Reports to a recorder what `work` does to row `k`: point j has a target velocity, m/s, and impulse bounds, N s. Returns the result of
 * `work`.
 */
export type TellHit = (
  phase: Phase,
  round: number,
  k: number,
  aim: (point: { target: number; massScale: number; low: number; high: number }, j: number) => void,
  work: () => boolean,
) => boolean;

/** The contacts of a step that are hit together. */
export class SimultaneousHits {
  #count = 0;
  /** Their places in the list of watched rows. */
  #places = new Int32Array(16);
  /** Numbers of point j of contact n at `STRIDE (2 n + j)`. */
  #points = new Float64Array(16 * 2 * STRIDE);
  /** Number of contacts that each body has met, at most two, plus `BOUNCES` if one of them bounces; 0 between steps. */
  #hits = new Uint8Array(16);
  /** Of watched row k: normal velocity of B against A at point j before any impulse of the step, m/s, at 2 k + j. */
  #starts = new Float64Array(128);
  /** Substep in which watched row k first pressed, at k. */
  #met = new Int32Array(64);
  /**
   * Number of the visit that last moved each body, and of the last visit of each contact. A contact is skipped until one of its bodies
   * has moved.
   */
  #moved = new Int32Array(16);
  #seen = new Int32Array(16);
  #visits = 0;

  /**
   * Stores the start velocities of watched contacts, and the substeps in which they are met. Called in every substep after the forces and
   * before the impulses act.
   */
  watch(
    { index }: FrameRows,
    { rows, peaks, count }: WatchedRows,
    contactData: Float64Array,
    substep: number,
  ): void {
    if (count > this.#met.length) {
      this.#starts = new Float64Array(4 * count);
      this.#met = new Int32Array(2 * count);
    }
    for (let n = 0; n < count; n++) {
      if (peaks[2 * n] > 0 || peaks[2 * n + 1] > 0) continue;
      this.#met[n] = substep;
      if (substep > 0) continue;
      const c = index[rows[n] * ROW_INDEX_STRIDE + ROW_SLOT] * CONTACT_STRIDE + POINT0 + NORMAL_VELOCITY;
      this.#starts[2 * n] = contactData[c];
      this.#starts[2 * n + 1] = contactData[c + POINT_STRIDE];
    }
  }

  /**
   * Solves the hits of bodies that have several. Changes velocities and the impulses in the rows, and sets the peaks of these rows to 0.
   * @param h length of a substep, s
   * @param threshold approach speed below which there is no restitution, m/s
   * @param tell for a recorder, otherwise null
   */
  solve(
    rows: FrameRows,
    watched: WatchedRows,
    world: SolverWorld,
    h: number,
    substeps: number,
    threshold: number,
    tell: TellHit | null,
  ): void {
    const { bodies, contacts } = world;
    if (!this.#collect(rows, watched, contacts.data, bodies, threshold)) return;
    this.#pass('release', 0, rows, watched, bodies, tell);
    this.#stop(rows, watched, world, h, substeps);
    this.#settle(1, rows, watched, bodies, tell);
    this.#part(rows, watched, contacts.data, threshold);
    this.#settle(1 + ROUNDS, rows, watched, bodies, tell);
    this.#pass('keep', 1 + 2 * ROUNDS, rows, watched, bodies, tell);
  }

  /**
   * Lists the contacts that are hit together: those that pressed on a body with two or more, if one of them bounces. False if there are
   * none.
   */
  #collect(
    { data, index }: FrameRows,
    { rows, peaks, totals, count }: WatchedRows,
    contactData: Float64Array,
    { flags }: BodyStore,
    threshold: number,
  ): boolean {
    if (this.#hits.length < flags.length) {
      this.#hits = new Uint8Array(flags.length);
      this.#moved = new Int32Array(flags.length);
    }
    const hits = this.#hits;
    this.#count = 0;
    let isAny = false;
    for (let n = 0; n < count; n++) {
      const ri = rows[n] * ROW_INDEX_STRIDE;
      const c = index[ri + ROW_SLOT] * CONTACT_STRIDE;
      if (contactData[c + RESTITUTION] === 0) continue;
      const o = rowStart(rows[n]);
      let isHit = false;
      let change = 0;
      for (let j = 0; j < index[ri + ROW_COUNT]; j++) {
        if (peaks[2 * n + j] === 0) continue;
        if (contactData[c + POINT0 + j * POINT_STRIDE + NORMAL_VELOCITY] <= -threshold) isHit = true;
        change = Math.max(change, totals[2 * n + j] / data[o + (j === 0 ? P1 : P2) + MASS_N]);
      }
      if (!isHit && change < LEAST_SHARE * threshold) continue;
      if (data[o + M_A] > 0 && this.#meet(index[ri + ROW_A], isHit)) isAny = true;
      if (data[o + M_B] > 0 && this.#meet(index[ri + ROW_B], isHit)) isAny = true;
    }
    for (let n = 0; isAny && n < count; n++) {
      const ri = rows[n] * ROW_INDEX_STRIDE;
      const met = Math.max(hits[index[ri + ROW_A] / BODY_STRIDE], hits[index[ri + ROW_B] / BODY_STRIDE]);
      if (met >= BOUNCES + 2 && (peaks[2 * n] > 0 || peaks[2 * n + 1] > 0)) this.#add(n);
    }
    for (let n = 0; n < count; n++) {
      const ri = rows[n] * ROW_INDEX_STRIDE;
      hits[index[ri + ROW_A] / BODY_STRIDE] = 0;
      hits[index[ri + ROW_B] / BODY_STRIDE] = 0;
    }
    return isAny;
  }

  /** Counts a contact of the body at `o` in the motion. @returns whether the body has several contacts now, one of which bounces */
  #meet(o: number, bounces: boolean): boolean {
    const hits = this.#hits;
    const slot = o / BODY_STRIDE;
    if (hits[slot] % BOUNCES < 2) hits[slot]++;
    if (bounces && hits[slot] < BOUNCES) hits[slot] += BOUNCES;
    return hits[slot] >= BOUNCES + 2;
  }

  #add(place: number): void {
    if (this.#count === this.#places.length) {
      this.#places = grown(this.#places);
      this.#points = new Float64Array(2 * this.#points.length);
      this.#seen = new Int32Array(this.#places.length);
    }
    this.#places[this.#count++] = place;
  }

  /** Stores the approach speeds of all points, and sets up the first phase: points that have pressed stop. */
  #stop(
    { data, index }: FrameRows,
    { rows, peaks }: WatchedRows,
    { bodies: { motion, mass }, gravityX, gravityY }: SolverWorld,
    h: number,
    substeps: number,
  ): void {
    const points = this.#points;
    for (let n = 0; n < this.#count; n++) {
      const place = this.#places[n];
      const o = rowStart(rows[place]);
      const ri = rows[place] * ROW_INDEX_STRIDE;
      const a = index[ri + ROW_A];
      const b = index[ri + ROW_B];
      const weight =
        (data[o + M_B] > 0 ? mass[b + GRAVITY_SCALE] : 0) - (data[o + M_A] > 0 ? mass[a + GRAVITY_SCALE] : 0);
      const fall = weight * (gravityX * data[o + N_X] + gravityY * data[o + N_Y]) * h;
      const before = fall * this.#met[place];
      const after = fall * (substeps - 1 - this.#met[place]);
      for (let j = 0; j < index[ri + ROW_COUNT]; j++) {
        const q = STRIDE * (2 * n + j);
        const p = o + (j === 0 ? P1 : P2);
        const approach = after - normalVelocity(data, motion, o, p, a, b);
        points[q + APPROACH] = Math.min(approach, -this.#starts[2 * place + j] - before);
        points[q + TARGET] = 0;
        points[q + LOW] = 0;
        points[q + HIGH] = peaks[2 * place + j] > 0 ? Number.POSITIVE_INFINITY : 0;
      }
    }
  }

  /**
   * Sets up the second phase: points that were hit separate, with at most rho e times the impulse that stopped them (rho:
   * `restitution.ts`).
   */
  #part(
    { data, index }: FrameRows,
    { rows }: WatchedRows,
    contactData: Float64Array,
    threshold: number,
  ): void {
    const points = this.#points;
    for (let n = 0; n < this.#count; n++) {
      const k = rows[this.#places[n]];
      const o = rowStart(k);
      const ri = k * ROW_INDEX_STRIDE;
      const e = contactData[index[ri + ROW_SLOT] * CONTACT_STRIDE + RESTITUTION];
      let work = 0;
      let workOfHits = 0;
      for (let j = 0; j < index[ri + ROW_COUNT]; j++) {
        const u = points[STRIDE * (2 * n + j) + APPROACH];
        const done = data[o + (j === 0 ? P1 : P2) + LAMBDA_N] * u;
        work += done;
        if (u >= threshold) workOfHits += done;
      }
      const rho = workOfHits > 0 ? Math.max(0, Math.min(1, work / workOfHits)) : 0;
      for (let j = 0; j < index[ri + ROW_COUNT]; j++) {
        const q = STRIDE * (2 * n + j);
        const lambda = data[o + (j === 0 ? P1 : P2) + LAMBDA_N];
        if (points[q + APPROACH] < threshold || lambda === 0) continue;
        points[q + TARGET] = e * points[q + APPROACH];
        points[q + LOW] = lambda;
        points[q + HIGH] = (1 + rho * e) * lambda;
      }
    }
  }

  /** Rounds over the points until nothing moves. */
  #settle(
    first: number,
    rows: FrameRows,
    watched: WatchedRows,
    bodies: BodyStore,
    tell: TellHit | null,
  ): void {
    this.#visits = 1;
    for (let n = 0; n < this.#count; n++) {
      const ri = watched.rows[this.#places[n]] * ROW_INDEX_STRIDE;
      this.#moved[rows.index[ri + ROW_A] / BODY_STRIDE] = 1;
      this.#moved[rows.index[ri + ROW_B] / BODY_STRIDE] = 1;
      this.#seen[n] = 0;
    }
    for (let round = 0; round < ROUNDS; round++) {
      if (!this.#pass('bounce', first + round, rows, watched, bodies, tell)) return;
    }
  }

  /** Runs one phase of work on all contacts. @returns whether it moved a body */
  #pass(
    phase: Phase,
    round: number,
    rows: FrameRows,
    watched: WatchedRows,
    bodies: BodyStore,
    tell: TellHit | null,
  ): boolean {
    let isMoved = false;
    for (let n = 0; n < this.#count; n++) {
      if (phase === 'bounce' && !this.#isDue(n, rows, watched)) continue;
      const moves =
        tell === null
          ? this.#work(phase, n, rows, watched, bodies)
          : this.#tell(phase, round, n, rows, watched, bodies, tell);
      if (moves) isMoved = true;
    }
    return isMoved;
  }

  /** Whether a body of contact `n` has moved since its last visit. */
  #isDue(n: number, { index }: FrameRows, { rows }: WatchedRows): boolean {
    const ri = rows[this.#places[n]] * ROW_INDEX_STRIDE;
    const moved = Math.max(
      this.#moved[index[ri + ROW_A] / BODY_STRIDE],
      this.#moved[index[ri + ROW_B] / BODY_STRIDE],
    );
    return moved > this.#seen[n];
  }

  #tell(
    phase: Phase,
    round: number,
    n: number,
    rows: FrameRows,
    watched: WatchedRows,
    bodies: BodyStore,
    tell: TellHit,
  ): boolean {
    const points = this.#points;
    const k = watched.rows[this.#places[n]];
    return tell(
      phase,
      round,
      k,
      (aim, j) => {
        const q = STRIDE * (2 * n + j);
        const p = rowStart(k) + (j === 0 ? P1 : P2);
        const kept = phase === 'release' ? 0 : points[q + KEPT];
        aim.target = points[q + TARGET];
        aim.massScale = points[q + MASS] / rows.data[p + MASS_N];
        aim.low = phase === 'bounce' ? points[q + LOW] : kept;
        aim.high = phase === 'bounce' ? points[q + HIGH] : kept;
      },
      () => this.#work(phase, n, rows, watched, bodies),
    );
  }

  /** Runs one phase of work on contact `n`. @returns whether it moved a body */
  #work(phase: Phase, n: number, rows: FrameRows, watched: WatchedRows, bodies: BodyStore): boolean {
    const points = this.#points;
    const { peaks, totals } = watched;
    const { data, index } = rows;
    const { motion } = bodies;
    const place = this.#places[n];
    const k = watched.rows[place];
    const o = rowStart(k);
    const ri = k * ROW_INDEX_STRIDE;
    const a = index[ri + ROW_A];
    const b = index[ri + ROW_B];
    const locks = locksOf(bodies, a, b);
    let isMoved = false;
    for (let j = 0; j < index[ri + ROW_COUNT]; j++) {
      const p = o + (j === 0 ? P1 : P2);
      const q = STRIDE * (2 * n + j);
      const old = data[p + LAMBDA_N];
      let change = 0;
      if (phase === 'keep') {
        totals[2 * place + j] = old;
        peaks[2 * place + j] = 0;
        data[p + LAMBDA_N] = points[q + KEPT];
      } else if (phase === 'release') {
        points[q + KEPT] = old;
        points[q + MASS] = locks === 0 ? data[p + MASS_N] : lockedMass(data, o, p, locks);
        change = -totals[2 * place + j];
        data[p + LAMBDA_N] = 0;
      } else {
        const error = normalVelocity(data, motion, o, p, a, b) - points[q + TARGET];
        const wanted = old - points[q + MASS] * error;
        const lambda = Math.max(points[q + LOW], Math.min(points[q + HIGH], wanted));
        change = lambda - old;
        data[p + LAMBDA_N] = lambda;
        if (change !== 0 && Math.abs(error) > SETTLED) isMoved = true;
      }
      applyImpulse(data, motion, o, p, a, b, change, 0);
      if (locks !== 0) holdVelocities(motion, a, b, locks);
    }
    if (isMoved) {
      this.#visits++;
      if (data[o + M_A] > 0) this.#moved[a / BODY_STRIDE] = this.#visits;
      if (data[o + M_B] > 0) this.#moved[b / BODY_STRIDE] = this.#visits;
    }
    // the two points of a contact disturb each other, so it stays due
    this.#seen[n] = isMoved && index[ri + ROW_COUNT] === 2 ? this.#visits - 1 : this.#visits;
    return isMoved;
  }
}

/** Functions for simultaneous hits that a step calls; implemented by `SimultaneousHits`. */
export type StepHits = Pick<SimultaneousHits, 'watch' | 'solve'>;

/** The simultaneous hits part of a solver. */
export interface SimultaneousHitsPart {
  /** Creates the simultaneous hits of one solver. */
  create(): StepHits;
}

/** Hits of one body on several others in one step, solved together. */
export const simultaneousHits: SimultaneousHitsPart = { create: () => new SimultaneousHits() };
