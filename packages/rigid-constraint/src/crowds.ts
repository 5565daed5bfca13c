/**
 * Crowds: bodies that lie deep inside several others, such as ten that are created in one place.
 *
 * The pass with bias gives rows the speed at which overlaps are removed, and the relax pass takes it away again. The rows of a body in a
 * crowd ask for different velocities, and one pass leaves a share of the speed. The next substep starts from the impulses that belong to
 * it, so the bodies then separate at twice that share; and because contacts do not pull, relaxing can only take back what this start
 * added. The share stays, and each substep with bias adds another one. So three bodies in one place flew apart at 5 m/s, ten at 27 m/s,
 * and from a floor at 45 m/s.
 *
 * So the velocity of the bias of these rows is not left to the relax pass. Once it has moved the bodies, the rows return to the impulses
 * lambda_0 with which the substep started:
 *
 *     v += M^-1 J^T (lambda_0 - lambda),     lambda := lambda_0
 *
 * A few more rounds over these rows with bias move the bodies apart sooner: ten in exactly one place in 1.4 s instead of 4.
 *
 * This is the split impulse [Catto 2009, GDC, Modeling and Solving Constraints] for the rows of crowded bodies only, those with two deep
 * rows or more. All other rows keep the impulses of the pass with bias, which bring a pile to rest sooner.
 */
import {
  BODY_STRIDE,
  type BodyStore,
  CONTACT_INDEX_STRIDE,
  CONTACT_STRIDE,
  COUNT,
  holdLockedAxes,
  INV_MASS,
  POINT_STRIDE,
  POINT0,
  SEPARATION,
  type SolverWorld,
} from '@otedama/rigid';
import type { ContactOrder } from './contact-order.js';
import {
  type FrameRows,
  LAMBDA_N,
  P1,
  P2,
  pushBodies,
  RN_A,
  RN_B,
  ROW_A,
  ROW_B,
  ROW_INDEX_STRIDE,
  rowStart,
} from './frame-rows.js';
import { CROWD_DEPTH, CROWD_ROUNDS, CROWD_VISITS } from './soft-constants.js';
import type { Softness } from './soft-constraint.js';
import { solveSoftRows } from './soft-contact.js';

/** Gaps below which rows are deep, m: between moving bodies, and against bodies of infinite mass. */
const depths = new Float64Array(2);

/** Solves row `k` with bias up to a maximum speed, m/s, and reports it to a recorder. */
export type TellPush = (k: number, cap: number, soft: Softness) => void;

/** Lets `work` return row `k` to its start, and reports it to a recorder. */
export type TellReturn = (k: number, work: () => void) => void;

/** The crowds of a step. */
export class Crowds {
  /** Number of rows of crowded bodies. */
  count = 0;
  /** Number of rows between moving bodies, which come first. */
  #moving = 0;
  /** The rows of crowded bodies, in ascending order. */
  #rows = new Int32Array(0);
  /** Normal impulses of both points of each row at the start of a substep, N s. */
  #start = new Float64Array(0);
  /** By body slot, and for the body after the last one: number of its deep rows; 0 for bodies of infinite mass. */
  #deep = new Int32Array(64);

  /**
   * Finds the crowds of the step that begins.
   * @param cap, soft maximum speed of the bias, m/s, and softness of the rows between moving bodies
   * @param staticCap, staticSoft those of the rows against bodies of infinite mass
   */
  find(
    rows: FrameRows,
    order: ContactOrder,
    world: SolverWorld,
    cap: number,
    soft: Softness,
    staticCap: number,
    staticSoft: Softness,
  ): void {
    depths[0] = (-CROWD_DEPTH * cap) / soft.biasRate;
    depths[1] = (-CROWD_DEPTH * staticCap) / staticSoft.biasRate;
    if (this.#rows.length < order.count) {
      // at once for all rows: a crowd that comes after hours must not allocate
      this.#rows = new Int32Array(2 * order.count);
      this.#start = new Float64Array(4 * order.count);
    }
    this.count = 0;
    this.#moving = order.moving;
    if (this.#countDeep(rows, order, world) > 1) this.#list(rows, order);
  }

  /** Counts the deep rows of each body, in the order of the contacts in memory. Returns the number of deep rows. */
  #countDeep({ index }: FrameRows, order: ContactOrder, { bodies, contacts }: SolverWorld): number {
    const { data, touching, touchingCount, index: contactIndex } = contacts;
    const { mass } = bodies;
    if (this.#deep.length <= bodies.capacity) this.#deep = new Int32Array(bodies.capacity + 1);
    const deep = this.#deep;
    const least = Math.max(depths[0], depths[1]);
    let total = 0;
    for (let n = 0; n < touchingCount; n++) {
      const slot = touching[n];
      const p = (slot * CONTACT_STRIDE + POINT0 + SEPARATION) | 0;
      let gap = data[p];
      if (contactIndex[(slot * CONTACT_INDEX_STRIDE + COUNT) | 0] === 2) {
        gap = Math.min(gap, data[(p + POINT_STRIDE) | 0]);
      }
      if (gap > least) continue;
      const k = order.rows[n];
      if (gap > depths[k < order.moving ? 0 : 1]) continue;
      if (total++ === 0) deep.fill(0);
      const a = index[k * ROW_INDEX_STRIDE + ROW_A];
      const b = index[k * ROW_INDEX_STRIDE + ROW_B];
      if (mass[a + INV_MASS] > 0) deep[a / BODY_STRIDE]++;
      if (mass[b + INV_MASS] > 0) deep[b / BODY_STRIDE]++;
    }
    return total;
  }

  /** Lists the rows of the crowded bodies. */
  #list({ index }: FrameRows, order: ContactOrder): void {
    const deep = this.#deep;
    for (let k = 0; k < order.count; k++) {
      const ri = k * ROW_INDEX_STRIDE;
      const a = index[ri + ROW_A] / BODY_STRIDE;
      const b = index[ri + ROW_B] / BODY_STRIDE;
      if (deep[a] < 2 && deep[b] < 2) continue;
      this.#rows[this.count++] = k;
    }
  }

  /** Notes the impulses before a pass with bias. */
  keep({ data }: FrameRows): void {
    for (let n = 0; n < this.count; n++) {
      const o = rowStart(this.#rows[n]);
      this.#start[2 * n] = data[o + P1 + LAMBDA_N];
      this.#start[2 * n + 1] = data[o + P2 + LAMBDA_N];
    }
  }

  /**
   * Solves the rows with bias some more times. Not before the pass over all rows: that would see these velocities, and pass them on to
   * bodies that keep them.
   * @param inverseStep 1/h, 1/s
   * @param cap, soft, staticCap, staticSoft as in `find`
   * @param tell solves a row instead if there is a recorder, else null
   */
  push(
    { data, index }: FrameRows,
    motion: Float64Array,
    inverseStep: number,
    cap: number,
    soft: Softness,
    staticCap: number,
    staticSoft: Softness,
    tell: TellPush | null,
  ): void {
    const rounds = Math.min(CROWD_ROUNDS, Math.floor(CROWD_VISITS / this.count));
    for (let round = 0; round < rounds; round++) {
      for (let n = 0; n < this.count; n++) {
        const k = this.#rows[n];
        const isMoving = k < this.#moving;
        if (tell !== null) tell(k, isMoving ? cap : staticCap, isMoving ? soft : staticSoft);
        else if (isMoving) solveSoftRows(data, index, motion, k, k + 1, -1, inverseStep, cap, soft);
        else solveSoftRows(data, index, motion, k, k + 1, -1, inverseStep, staticCap, staticSoft);
      }
    }
  }

  /**
   * Returns the rows to these impulses.
   * @param tell reports each row to a recorder, or null
   */
  takeBack(rows: FrameRows, bodies: BodyStore, tell: TellReturn | null): void {
    const { motion } = bodies;
    for (let n = 0; n < this.count; n++) {
      if (tell === null) this.#takeBackRow(rows, motion, n);
      else tell(this.#rows[n], () => this.#takeBackRow(rows, motion, n));
    }
    // the velocity of the bias along a locked axis was gone already
    holdLockedAxes(bodies);
  }

  #takeBackRow({ data, index }: FrameRows, motion: Float64Array, n: number): void {
    const k = this.#rows[n];
    const o = rowStart(k);
    const d1 = this.#start[2 * n] - data[o + P1 + LAMBDA_N];
    const d2 = this.#start[2 * n + 1] - data[o + P2 + LAMBDA_N];
    data[o + P1 + LAMBDA_N] = this.#start[2 * n];
    data[o + P2 + LAMBDA_N] = this.#start[2 * n + 1];
    const a = index[k * ROW_INDEX_STRIDE + ROW_A];
    const b = index[k * ROW_INDEX_STRIDE + ROW_B];
    const torqueA = data[o + P1 + RN_A] * d1 + data[o + P2 + RN_A] * d2;
    const torqueB = data[o + P1 + RN_B] * d1 + data[o + P2 + RN_B] * d2;
    pushBodies(data, motion, o, a, b, d1 + d2, 0, torqueA, torqueB);
  }
}

/** What a step calls of the crowds; implemented by `Crowds`. */
export type StepCrowds = Pick<Crowds, 'count' | 'find' | 'keep' | 'push' | 'takeBack'>;

/** The crowds part of a solver. */
export interface CrowdsPart {
  /** Creates the crowds of one solver. */
  create(): StepCrowds;
}

/** Bodies that lie deep inside several others: they move apart slowly. */
export const crowds: CrowdsPart = { create: () => new Crowds() };
