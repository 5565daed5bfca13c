/**
 * Several hits on one body in one step, such as a ball in the corner of two walls. Restitution of one contact after the other, at the
 * speeds at which each was met, would be wrong: the second contact is met at the speed that the first has left, before it bounces, and
 * its bounce does work on the first. Measured for a ball in wedges of 60 to 170 degrees, this removes up to 56 % of the energy (60
 * degrees) or adds up to 38 % (130 degrees); at a right angle it is exact. So the hits of a group (`hit-groups.ts`) are solved together. The
 * total impulse Lambda of its contacts in the step is taken back, but for what carries weight (`hit-weight.ts`), which leaves the speed of
 * approach u at each point (`hit-approach.ts`).
 * The hits are then done as blows, one after the other, as they run through a row of touching balls: the first ball is stopped by the second
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
 * over their points until nothing moves (`hit-visits.ts`).
 *
 * Then comes friction (`hit-friction.ts`), and the end is repeated for points that it has driven back.
 */
import { type BodyStore, CONTACT_STRIDE, RESTITUTION, type SolverWorld } from '@otedama/rigid';
import {
  applyImpulse,
  type FrameRows,
  LAMBDA_N,
  LAMBDA_T,
  MASS_N,
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
import { HitApproach } from './hit-approach.js';
import { rub, trim } from './hit-friction.js';
import { HitGroups } from './hit-groups.js';
import { BLOW, FALL, HIGH, KEPT, LOW, MASS, STRIDE, TARGET, WEIGHT } from './hit-points.js';
import { HitVisits } from './hit-visits.js';
import { freeWeight, noteWeight, startWeight } from './hit-weight.js';
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
  readonly #groups = new HitGroups();
  readonly #approach = new HitApproach();
  readonly #visits = new HitVisits();
  /** Numbers of the points of the contacts (`hit-points.ts`). */
  #points = new Float64Array(16 * 2 * STRIDE);
  /** Velocity error below which a point does not count as moved, m/s. */
  #settled = SETTLED;
  /** The contacts of the current phase, `#activeCount` of them: all, or those of a blow. */
  #active = new Int32Array(16);
  #activeCount = 0;

  /**
   * Called in every substep after the forces and before the impulses act.
   * @param h length of a substep, s
   */
  watch(rows: FrameRows, watched: WatchedRows, world: SolverWorld, substep: number, h: number): void {
    if (substep === 0) this.#approach.watch(rows, watched, world, h);
  }

  /**
   * Solves the hits of bodies that have several. Changes velocities and the impulses in the rows, and sets the peaks of these rows to 0.
   * @param threshold approach speed below which there is no restitution, m/s
   * @param tell for a recorder, otherwise null
   */
  solve(
    rows: FrameRows,
    watched: WatchedRows,
    world: SolverWorld,
    substeps: number,
    threshold: number,
    tell: TellHit | null,
  ): void {
    const { bodies, contacts } = world;
    const groups = this.#groups;
    if (!groups.collect(rows, watched, contacts.data, bodies, threshold)) return;
    this.#reserve(bodies.flags.length);
    this.#takeAll(rows, watched);
    this.#pass('release', 0, rows, watched, bodies, tell);
    this.#approach.release(groups, this.#points, rows, watched, bodies.motion);
    let round = this.#carry(rows, watched, world, AT_REST_SHARE * threshold, tell);
    this.#approach.measure(groups, this.#points, rows, watched, world, substeps);
    this.#takeAll(rows, watched);
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

  /** Makes room for the contacts of a step, in a world with room for `bodies`. */
  #reserve(bodies: number): void {
    const { count } = this.#groups;
    this.#visits.reserve(bodies, count);
    if (count <= this.#active.length) return;
    this.#active = new Int32Array(2 * count);
    this.#points = new Float64Array(2 * count * 2 * STRIDE);
  }

  /** Makes all contacts those of the current phase. Each is due. */
  #takeAll(frameRows: FrameRows, { rows }: WatchedRows): void {
    const { places, count } = this.#groups;
    this.#visits.restart();
    for (let n = 0; n < count; n++) {
      this.#visits.makeDue(n, frameRows, rows[places[n]]);
      this.#active[n] = n;
    }
    this.#activeCount = count;
  }

  /**
   * Gives back to the contacts what carries weight.
   * @returns the number of the next round
   */
  #carry(
    rows: FrameRows,
    watched: WatchedRows,
    { bodies, contacts }: SolverWorld,
    settled: number,
    tell: TellHit | null,
  ): number {
    const groups = this.#groups;
    const active = this.#active;
    this.#takeAll(rows, watched);
    this.#activeCount = startWeight(active, groups, this.#points, rows, watched, contacts.data);
    if (this.#activeCount === 0) return 1;
    this.#pass('bounce', 1, rows, watched, bodies, tell);
    for (let k = 0; k < this.#activeCount; k++) {
      freeWeight(active[k], groups, this.#points, rows, watched, this.#approach);
      this.#visits.makeDue(active[k], rows, watched.rows[groups.places[active[k]]]);
    }
    const round = this.#settle(2, settled, rows, watched, bodies, tell);
    for (let k = 0; k < this.#activeCount; k++) noteWeight(active[k], groups, this.#points, rows, watched);
    return round;
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
    const { places, count } = this.#groups;
    const points = this.#points;
    this.#activeCount = 0;
    for (let n = 0; n < count; n++) {
      const place = places[n];
      if (!this.#visits.isDue(n, frameRows, watched.rows[place])) continue;
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
      else this.#visits.pass(n);
    }
  }

  /** Sets up the start of the end: points without a blow get back the impulse that they had. */
  #resume({ data }: FrameRows, { rows, totals }: WatchedRows): void {
    const { places, count } = this.#groups;
    const points = this.#points;
    for (let n = 0; n < count; n++) {
      const place = places[n];
      const o = rowStart(rows[place]);
      // a row with one point has 0 at the other
      for (let j = 0; j < 2; j++) {
        const q = STRIDE * (2 * n + j);
        const lambda = data[o + (j === 0 ? P1 : P2) + LAMBDA_N];
        const hasBlow = lambda !== points[q + WEIGHT];
        points[q + BLOW] = hasBlow ? lambda : 0;
        points[q + LOW] = hasBlow ? lambda : totals[2 * place + j];
        points[q + HIGH] = points[q + LOW];
      }
    }
  }

  /** Sets up the end: points that still approach stop. */
  #stop({ index }: FrameRows, { rows, peaks }: WatchedRows): void {
    const { places, count } = this.#groups;
    const points = this.#points;
    for (let n = 0; n < count; n++) {
      const place = places[n];
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
      const row = watched.rows[this.#groups.places[n]];
      if (phase === 'bounce' && !this.#visits.isDue(n, rows, row)) continue;
      const moves =
        tell === null
          ? this.#work(phase, n, rows, watched, bodies)
          : this.#tell(phase, round, n, rows, watched, bodies, tell);
      if (moves) isMoved = true;
    }
    return isMoved;
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
    const k = watched.rows[this.#groups.places[n]];
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
    const points = this.#points;
    const place = this.#groups.places[n];
    if (phase === 'rub') {
      const q = STRIDE * 2 * n + BLOW;
      rub(place, points[q] + points[q + STRIDE] > 0, rows, watched, bodies);
      return false;
    }
    const { peaks, totals, slides } = watched;
    const { data, index } = rows;
    const { motion } = bodies;
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
    if (phase === 'bounce' && trim(place, rows, watched, bodies)) isMoved = true;
    // the two points of a contact disturb each other, so it stays due
    if (isMoved) this.#visits.move(n, rows, k, index[ri + ROW_COUNT] === 2);
    else this.#visits.pass(n);
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
