/**
 * Several hits on one body in one step, such as a ball in the corner of two walls. Restitution of one contact after the other, at the
 * speeds at which each was met, would be wrong: the second contact is met at the speed that the first has left, before it bounces, and
 * its bounce does work on the first. Measured for a ball in wedges of 60 to 170 degrees, this removes up to 56 % of the energy (60
 * degrees) or adds up to 38 % (130 degrees); at a right angle it is exact. So the hits are solved together. The total impulse Lambda of
 * the contacts of such a body in the step is taken back,
 *
 *     v0 = v - M^-1 J^T Lambda,      u = -n . (v0 - g t) at each point, t: what was left of the step when it was met,
 *
 * but u is at most the approach speed at the start of the step, so that a contact that only carries weight does not count as hit. The hits
 * are then done on v0 as blows, one after the other, as they run through a row of touching balls: the first ball is stopped by the second
 * one before the third one has felt anything. In a blow, the points S that approach each other faster than the threshold at this moment are
 * solved together, with Newton's law of impact,
 *
 *     0 <= lambda_i,   v_i' >= e_i u_i,   one of them equal,   for i in S.
 *
 * The other points get no impulse in this blow, so that a row of resting balls is not one heavy body; they may approach after it, and are
 * then in the next one. With K = J M^-1 J^T of the points in S and v' = K lambda - u, a blow changes the energy by
 *
 *     lambda . (v' - u) / 2 = - sum (1 - e_i) lambda_i u_i / 2 <= 0,
 *
 * so no blow gains energy, and with e = 1 none is lost. Newton's law for all points of a step at once has no such bound: there u_i of a
 * point that does not approach is negative. A cradle of five balls takes four blows, a rack of billiard balls a dozen. After the last one,
 * whatever still approaches stops. This end starts from the impulses Lambda at points without a blow, since most of them carry weight: from
 * nothing, a pile of 500 bodies is still moving at 0.4 m/s after 32 rounds, from Lambda at 0.01 m/s. A blow and the end are solved in rounds
 * over their points until nothing moves.
 *
 * Then comes friction, first taken back with Lambda: at a contact with a blow as in `blows.ts`, lambda_t = clamp(-m_t (v_t - belt), -mu
 * lambda_n, mu lambda_n), at the others what it was, within the same limits. One contact after the other it only slows down the sliding. The
 * end is then repeated for points that friction has driven back. What friction then has too much for an impulse that has become smaller
 * is taken back at once.
 */
import {
  BODY_STRIDE,
  type BodyStore,
  CONTACT_STRIDE,
  GRAVITY_SCALE,
  NORMAL_IMPULSE,
  NORMAL_VELOCITY,
  POINT_STRIDE,
  POINT0,
  RESTITUTION,
  type SolverWorld,
} from '@otedama/rigid';
import {
  applyImpulse,
  BELT,
  type FrameRows,
  LAMBDA_N,
  LAMBDA_T,
  M_A,
  M_B,
  MASS_N,
  MASS_T,
  MU,
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
  tangentVelocity,
} from './frame-rows.js';
import { grown } from './grown.js';
import { holdVelocities, lockedMass, locksOf } from './locked-axes.js';
import type { WatchedRows } from './watched-rows.js';

/**
 * Maximum rounds of a blow and of the end; the velocity error, m/s, below which those of a blow end; and for the end as a share of the
 * threshold. Between walls of 30 degrees a round leaves three quarters of the error.
 */
const ROUNDS = 32;
const SETTLED = 1e-6;
const AT_REST_SHARE = 0.01;

/** Maximum blows of a step. */
const BLOWS = 48;

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
/**
 * What is no approach for restitution but weight and the way the body had still to fall, m/s; and the impulse kept for the next step, N s.
 */
const FALL = 3;
const KEPT = 4;
/** m_n, kg; and the impulse of the blows, N s. */
const MASS = 5;
const BLOW = 6;
const STRIDE = 7;

/**
 * Work on a row: `release` takes its impulses back, `bounce` solves it, `rub` adds the friction of its blows, `keep` restores the impulse for
 * the next step.
 */
type Phase = 'release' | 'bounce' | 'rub' | 'keep';

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
  /** Of watched row k: 1 if it was struck in this step, and does not only carry weight. */
  #struck = new Uint8Array(64);
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
  /** Velocity error below which a point does not count as moved, m/s. */
  #settled = SETTLED;
  /** The contacts of the current phase, `#activeCount` of them: all, or those of a blow. */
  #active = new Int32Array(16);
  #activeCount = 0;

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
    this.#takeAll(rows, watched);
    this.#pass('release', 0, rows, watched, bodies, tell);
    this.#measure(rows, watched, world, h, substeps);
    this.#seen.fill(0, 0, this.#count);
    let round = 1;
    for (let blow = 0; blow < BLOWS; blow++) {
      this.#aim(rows, watched, world, threshold);
      if (this.#activeCount === 0) break;
      round = this.#settle(round, SETTLED, rows, watched, bodies, tell);
    }
    this.#takeAll(rows, watched);
    this.#resume(rows, watched);
    this.#pass('bounce', round++, rows, watched, bodies, tell);
    this.#takeAll(rows, watched);
    this.#stop(rows, watched);
    round = this.#settle(round, AT_REST_SHARE * threshold, rows, watched, bodies, tell);
    this.#pass('rub', round++, rows, watched, bodies, tell);
    this.#takeAll(rows, watched);
    round = this.#settle(round, AT_REST_SHARE * threshold, rows, watched, bodies, tell);
    this.#pass('keep', round, rows, watched, bodies, tell);
  }

  /**
   * Lists the contacts that are hit together: those that pressed on a body with two or more, if one of them bounces, or if the blow came to
   * it through another such body. False if there are none.
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
    if (this.#struck.length < count) this.#struck = new Uint8Array(2 * count);
    const hits = this.#hits;
    const struck = this.#struck;
    this.#count = 0;
    let isAny = false;
    for (let n = 0; n < count; n++) {
      const ri = rows[n] * ROW_INDEX_STRIDE;
      const c = index[ri + ROW_SLOT] * CONTACT_STRIDE;
      struck[n] = 0;
      if (contactData[c + RESTITUTION] === 0) continue;
      const o = rowStart(rows[n]);
      let isHit = false;
      let change = 0;
      let blow = 0;
      for (let j = 0; j < index[ri + ROW_COUNT]; j++) {
        if (peaks[2 * n + j] === 0) continue;
        const p = c + POINT0 + j * POINT_STRIDE;
        if (contactData[p + NORMAL_VELOCITY] <= -threshold) isHit = true;
        const mass = data[o + (j === 0 ? P1 : P2) + MASS_N];
        change = Math.max(change, totals[2 * n + j] / mass);
        // NORMAL_IMPULSE is that of the last step
        blow = Math.max(blow, (totals[2 * n + j] - contactData[p + NORMAL_IMPULSE]) / mass);
      }
      if (!isHit && change < LEAST_SHARE * threshold) continue;
      if (isHit || blow >= LEAST_SHARE * threshold) struck[n] = 1;
      if (data[o + M_A] > 0 && this.#meet(index[ri + ROW_A], isHit)) isAny = true;
      if (data[o + M_B] > 0 && this.#meet(index[ri + ROW_B], isHit)) isAny = true;
    }
    if (isAny) this.#spread(index, rows, count);
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

  /** Passes the mark of a bounce on through struck contacts, to all bodies with several. The list is gone through in both directions. */
  #spread(index: Int32Array, rows: Int32Array, count: number): void {
    const hits = this.#hits;
    for (let isSpreading = true, isUp = true; isSpreading; isUp = !isUp) {
      isSpreading = false;
      for (let k = 0; k < count; k++) {
        const n = isUp ? k : count - 1 - k;
        if (this.#struck[n] === 0) continue;
        const ri: number = rows[n] * ROW_INDEX_STRIDE;
        const a: number = index[ri + ROW_A] / BODY_STRIDE;
        const b: number = index[ri + ROW_B] / BODY_STRIDE;
        const isA: boolean = hits[a] >= BOUNCES + 2;
        if (isA === hits[b] >= BOUNCES + 2) continue;
        const other = isA ? b : a;
        if (hits[other] !== 2) continue;
        hits[other] += BOUNCES;
        isSpreading = true;
      }
    }
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
      this.#active = new Int32Array(this.#places.length);
    }
    this.#places[this.#count++] = place;
  }

  /** Stores what of the speeds of approach before the hit is none of a hit. */
  #measure(
    { data, index }: FrameRows,
    { rows }: WatchedRows,
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
        const p = o + (j === 0 ? P1 : P2);
        const speed = -normalVelocity(data, motion, o, p, a, b);
        const u = Math.min(speed + after, -this.#starts[2 * place + j] - before);
        points[STRIDE * (2 * n + j) + FALL] = speed - u;
      }
    }
  }

  /** Makes all contacts those of the current phase. Each is due. */
  #takeAll({ index }: FrameRows, { rows }: WatchedRows): void {
    this.#visits = 1;
    for (let n = 0; n < this.#count; n++) {
      const ri = rows[this.#places[n]] * ROW_INDEX_STRIDE;
      this.#moved[index[ri + ROW_A] / BODY_STRIDE] = 1;
      this.#moved[index[ri + ROW_B] / BODY_STRIDE] = 1;
      this.#seen[n] = 0;
      this.#active[n] = n;
    }
    this.#activeCount = this.#count;
  }

  /**
   * Lists the contacts of a blow: those with points that approach faster than the threshold, which are to separate with e times their speed.
   * Only contacts whose bodies have moved since their last visit are looked at.
   */
  #aim(
    frameRows: FrameRows,
    watched: WatchedRows,
    { bodies: { motion }, contacts }: SolverWorld,
    threshold: number,
  ): void {
    const { data, index } = frameRows;
    const points = this.#points;
    this.#activeCount = 0;
    for (let n = 0; n < this.#count; n++) {
      if (!this.#isDue(n, frameRows, watched)) continue;
      const place = this.#places[n];
      const o = rowStart(watched.rows[place]);
      const ri = watched.rows[place] * ROW_INDEX_STRIDE;
      const e = contacts.data[index[ri + ROW_SLOT] * CONTACT_STRIDE + RESTITUTION];
      let isAny = false;
      for (let j = 0; j < index[ri + ROW_COUNT]; j++) {
        const q = STRIDE * (2 * n + j);
        const p = o + (j === 0 ? P1 : P2);
        const u =
          -normalVelocity(data, motion, o, p, index[ri + ROW_A], index[ri + ROW_B]) - points[q + FALL];
        const isHit = u >= threshold && watched.peaks[2 * place + j] > 0;
        if (isHit) isAny = true;
        points[q + TARGET] = e * u;
        points[q + LOW] = data[p + LAMBDA_N];
        points[q + HIGH] = isHit ? Number.POSITIVE_INFINITY : data[p + LAMBDA_N];
      }
      if (isAny) this.#active[this.#activeCount++] = n;
      else this.#seen[n] = this.#visits;
    }
  }

  /** Sets up the start of the end: points without a blow get back the impulse that they had. */
  #resume({ data }: FrameRows, { rows, totals }: WatchedRows): void {
    const points = this.#points;
    for (let n = 0; n < this.#count; n++) {
      const place = this.#places[n];
      const o = rowStart(rows[place]);
      // a row with one point has 0 at the other
      for (let j = 0; j < 2; j++) {
        const q = STRIDE * (2 * n + j);
        const blow = data[o + (j === 0 ? P1 : P2) + LAMBDA_N];
        points[q + BLOW] = blow;
        points[q + LOW] = blow === 0 ? totals[2 * place + j] : blow;
        points[q + HIGH] = points[q + LOW];
      }
    }
  }

  /** Sets up the end: points that still approach stop. */
  #stop({ index }: FrameRows, { rows, peaks }: WatchedRows): void {
    const points = this.#points;
    for (let n = 0; n < this.#count; n++) {
      const place = this.#places[n];
      for (let j = 0; j < index[rows[place] * ROW_INDEX_STRIDE + ROW_COUNT]; j++) {
        const q = STRIDE * (2 * n + j);
        points[q + TARGET] = 0;
        points[q + LOW] = points[q + BLOW];
        points[q + HIGH] = peaks[2 * place + j] > 0 ? Number.POSITIVE_INFINITY : points[q + BLOW];
      }
    }
  }

  /**
   * Rounds over the points until no error is above `settled`, m/s.
   * @returns the number of the round after the last one
   */
  #settle(
    first: number,
    settled: number,
    rows: FrameRows,
    watched: WatchedRows,
    bodies: BodyStore,
    tell: TellHit | null,
  ): number {
    this.#settled = settled;
    for (let round = 0; round < ROUNDS; round++) {
      if (!this.#pass('bounce', first + round, rows, watched, bodies, tell)) return first + round + 1;
    }
    return first + ROUNDS;
  }

  /** Runs one phase of work on its contacts. @returns whether it moved a body */
  #pass(
    phase: Phase,
    round: number,
    rows: FrameRows,
    watched: WatchedRows,
    bodies: BodyStore,
    tell: TellHit | null,
  ): boolean {
    let isMoved = false;
    for (let k = 0; k < this.#activeCount; k++) {
      const n = this.#active[k];
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
      phase === 'rub' ? 'bounce' : phase,
      round,
      k,
      (aim, j) => {
        const q = STRIDE * (2 * n + j);
        const p = rowStart(k) + (j === 0 ? P1 : P2);
        const kept = phase === 'release' ? 0 : phase === 'keep' ? points[q + KEPT] : rows.data[p + LAMBDA_N];
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
    if (phase === 'rub') return this.#rub(n, rows, watched, bodies);
    const points = this.#points;
    const { peaks, totals, slides } = watched;
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
    // the next step starts without friction here
    if (phase !== 'bounce') data[o + P1 + LAMBDA_T] = 0;
    for (let j = 0; j < index[ri + ROW_COUNT]; j++) {
      const p = o + (j === 0 ? P1 : P2);
      const q = STRIDE * (2 * n + j);
      const old = data[p + LAMBDA_N];
      let change = 0;
      let slide = 0;
      if (phase === 'keep') {
        totals[2 * place + j] = old;
        peaks[2 * place + j] = 0;
        data[p + LAMBDA_N] = points[q + KEPT];
      } else if (phase === 'release') {
        points[q + KEPT] = old;
        points[q + MASS] = locks === 0 ? data[p + MASS_N] : lockedMass(data, o, p, locks);
        change = -totals[2 * place + j];
        slide = -slides[place] / index[ri + ROW_COUNT];
        data[p + LAMBDA_N] = 0;
      } else {
        const error = normalVelocity(data, motion, o, p, a, b) - points[q + TARGET];
        const wanted = old - points[q + MASS] * error;
        const lambda = Math.max(points[q + LOW], Math.min(points[q + HIGH], wanted));
        change = lambda - old;
        data[p + LAMBDA_N] = lambda;
        if (change !== 0 && Math.abs(error) > this.#settled) isMoved = true;
      }
      applyImpulse(data, motion, o, p, a, b, change, slide);
      if (locks !== 0) holdVelocities(motion, a, b, locks);
    }
    if (phase === 'bounce' && this.#trim(n, rows, watched, bodies)) isMoved = true;
    if (isMoved) {
      this.#visits++;
      if (data[o + M_A] > 0) this.#moved[a / BODY_STRIDE] = this.#visits;
      if (data[o + M_B] > 0) this.#moved[b / BODY_STRIDE] = this.#visits;
    }
    // the two points of a contact disturb each other, so it stays due
    this.#seen[n] = isMoved && index[ri + ROW_COUNT] === 2 ? this.#visits - 1 : this.#visits;
    return isMoved;
  }

  /** Slows down the sliding of contact `n`, or gives it back the friction that it had if it had no blow, by at most mu times its impulse. */
  #rub(n: number, { data, index }: FrameRows, { rows, slides }: WatchedRows, bodies: BodyStore): boolean {
    const { motion } = bodies;
    const points = this.#points;
    const place = this.#places[n];
    const q = STRIDE * 2 * n + BLOW;
    const o = rowStart(rows[place]);
    const p = o + P1;
    const a = index[rows[place] * ROW_INDEX_STRIDE + ROW_A];
    const b = index[rows[place] * ROW_INDEX_STRIDE + ROW_B];
    const sliding = tangentVelocity(data, motion, o, p, a, b) - data[o + BELT];
    const wanted = points[q] + points[q + STRIDE] > 0 ? -data[p + MASS_T] * sliding : slides[place];
    const limit = data[o + MU] * (data[p + LAMBDA_N] + data[o + P2 + LAMBDA_N]);
    const lambda = Math.max(-limit, Math.min(limit, wanted));
    data[p + LAMBDA_T] = lambda;
    slides[place] = lambda;
    applyImpulse(data, motion, o, p, a, b, 0, lambda);
    holdVelocities(motion, a, b, locksOf(bodies, a, b));
    return false;
  }

  /** Takes back what the friction of contact `n` has too much, if its impulse has become smaller since it rubbed. @returns whether it had */
  #trim(n: number, { data, index }: FrameRows, { rows, slides }: WatchedRows, bodies: BodyStore): boolean {
    const { motion } = bodies;
    const place = this.#places[n];
    const o = rowStart(rows[place]);
    const p = o + P1;
    const limit = data[o + MU] * (data[p + LAMBDA_N] + data[o + P2 + LAMBDA_N]);
    const excess = Math.abs(data[p + LAMBDA_T]) - limit;
    if (!(excess > 0)) return false;
    const a = index[rows[place] * ROW_INDEX_STRIDE + ROW_A];
    const b = index[rows[place] * ROW_INDEX_STRIDE + ROW_B];
    const lambda = data[p + LAMBDA_T] > 0 ? limit : -limit;
    applyImpulse(data, motion, o, p, a, b, 0, lambda - data[p + LAMBDA_T]);
    holdVelocities(motion, a, b, locksOf(bodies, a, b));
    data[p + LAMBDA_T] = lambda;
    slides[place] = lambda;
    return true;
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
