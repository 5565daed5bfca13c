/**
 * Bodies that were put into others: created, moved or made solid where others are, such as ten that are created in one place.
 *
 * The pass with bias gives rows the speed at which overlaps are removed, and the relax pass takes it away again. But the rows of a body
 * inside several others ask for different velocities, and one pass leaves a share of the speed. The next substep starts from the impulses
 * that belong to it, so the bodies then separate at twice that share; and because contacts do not pull, relaxing can only take back what
 * this start added. The share stays, and each substep with bias adds another one. So three bodies in one place flew apart at 5 m/s, ten at
 * 27 m/s, and from a floor at 45 m/s.
 *
 * So the velocity of the bias of these rows is not left to the relax pass. Once it has moved the bodies, the rows return to the impulses
 * lambda_0 with which the substep started:
 *
 *     v += M^-1 J^T (lambda_0 - lambda),     lambda := lambda_0
 *
 * A few more rounds over these rows with bias move the bodies apart sooner. Of 120 heaps of 3 to 42 bodies the fastest body has 0.2 m/s in
 * the mean (20 m/s without this file), and they are apart after 1 s.
 *
 * This is the split impulse [Catto 2009, GDC, Modeling and Solving Constraints] for the rows of these bodies only. All others keep the
 * impulses of the pass with bias, which bring a pile to rest sooner. The world marks contacts that are deep although no motion has led to
 * that (`CONTACT_EMBEDDED`): a body that lands overlaps others as well if it is fast, and must not be taken for one that was put there. A
 * contact remains embedded until its overlap is below `EMBEDDED_END`, or until it has not become smaller for some time: bodies that cannot
 * come apart, as in too small a box, rest only with impulses that their overlap keeps up. A world without such contacts pays nothing.
 */
import {
  BODY_STRIDE,
  type BodyStore,
  CONTACT_BEGUN,
  CONTACT_EMBEDDED,
  CONTACT_FLAGS,
  CONTACT_INDEX_STRIDE,
  CONTACT_STRIDE,
  COUNT,
  EMBEDDED_DEPTH,
  EMBEDDED_GAP,
  holdLockedAxes,
  INV_MASS,
  JOINT_BODY_A,
  JOINT_BODY_B,
  JOINT_INDEX_STRIDE,
  POINT_STRIDE,
  POINT0,
  SEPARATION,
  type SolverTrace,
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
  ROW_SLOT,
  rowStart,
} from './frame-rows.js';
import { EMBEDDED_END, EMBEDDED_MASK, EMBEDDED_ROUNDS, EMBEDDED_VISITS } from './soft-constants.js';
import type { ContactSoftness } from './soft-constraint.js';
import { solveSoftRows } from './soft-contact.js';
import type { SoftStepTracing } from './soft-trace.js';

/** States of a body; the bits of two bodies are combined. */
const EMBEDDED = 1;
const JOINED = 2;

/** Gap of the deepest point of a contact, m. */
function gapOf({ index, data }: SolverWorld['contacts'], slot: number): number {
  const p = slot * CONTACT_STRIDE + POINT0 + SEPARATION;
  return index[slot * CONTACT_INDEX_STRIDE + COUNT] === 1
    ? data[p]
    : Math.min(data[p], data[p + POINT_STRIDE]);
}

/** The embedded bodies of a step. */
export class EmbeddedBodies {
  /** Number of rows of embedded bodies. */
  count = 0;
  /** Number of embedded contacts. */
  #contacts = 0;
  /** Number of rows between moving bodies, which come first. */
  #moving = 0;
  /** The rows of embedded bodies, in ascending order. */
  #rows = new Int32Array(0);
  /** Normal impulses of both points of each row at the start of a substep, N s. */
  #start = new Float64Array(0);
  /** By body slot, and for the body after the last one: `EMBEDDED` if it has an embedded contact and can be moved, `JOINED`, or 0. */
  #states = new Uint8Array(64);

  /** Empties the lists, and makes room for the rows of `order`: bodies that are put somewhere after hours must not allocate. */
  reset(order: ContactOrder, { bodies }: SolverWorld): void {
    this.count = 0;
    this.#contacts = 0;
    this.#moving = order.moving;
    if (this.#states.length <= bodies.capacity) this.#states = new Uint8Array(bodies.capacity + 1);
    if (this.#rows.length >= order.count) return;
    this.#rows = new Int32Array(2 * order.count);
    this.#start = new Float64Array(4 * order.count);
  }

  /**
   * Adds an embedded contact, or ends it if its bodies are apart or do not come apart. Returns whether it is embedded in this step.
   * @param a, b offsets of its bodies
   */
  add({ bodies, contacts, stats }: SolverWorld, slot: number, a: number, b: number): boolean {
    const { index, data } = contacts;
    const gap = gapOf(contacts, slot);
    let isOver = gap > -EMBEDDED_END;
    if ((stats.steps & EMBEDDED_MASK) === 0) {
      const last = slot * CONTACT_STRIDE + EMBEDDED_GAP;
      if (data[last] < 0 && gap <= data[last]) isOver = true;
      data[last] = gap;
    }
    if (isOver) {
      index[slot * CONTACT_INDEX_STRIDE + CONTACT_FLAGS] &= ~CONTACT_EMBEDDED;
      return false;
    }
    if (this.#contacts++ === 0) this.#states.fill(0);
    if (bodies.mass[a + INV_MASS] > 0) this.#states[a / BODY_STRIDE] = EMBEDDED;
    if (bodies.mass[b + INV_MASS] > 0) this.#states[b / BODY_STRIDE] = EMBEDDED;
    return true;
  }

  /**
   * Lists the rows of the embedded bodies. Contacts that begin as deep as embedded ones become embedded too: there these bodies were pushed
   * into others. Rows of bodies with joints are not listed: moved without their joints, the limbs of ten ragdolls in one place were 6 m
   * apart, and thrown back at 60 m/s.
   */
  list({ index }: FrameRows, order: ContactOrder, { contacts, joints }: SolverWorld): void {
    if (this.#contacts === 0) return;
    for (let n = 0; n < joints.activeCount; n++) {
      const i = joints.active[n] * JOINT_INDEX_STRIDE;
      const a = joints.index[i + JOINT_BODY_A];
      if (a >= 0) this.#states[a] = JOINED;
      this.#states[joints.index[i + JOINT_BODY_B]] = JOINED;
    }
    for (let k = 0; k < order.count; k++) {
      const ri = k * ROW_INDEX_STRIDE;
      const a = index[ri + ROW_A] / BODY_STRIDE;
      const b = index[ri + ROW_B] / BODY_STRIDE;
      if ((this.#states[a] | this.#states[b]) !== EMBEDDED) continue;
      this.#rows[this.count++] = k;
      const slot = index[ri + ROW_SLOT];
      const flags = contacts.index[slot * CONTACT_INDEX_STRIDE + CONTACT_FLAGS];
      if ((flags & CONTACT_BEGUN) === 0 && gapOf(contacts, slot) < -EMBEDDED_DEPTH) contacts.embed(slot);
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
   * bodies that keep them. Returns the number of passes.
   * @param inverseStep 1/h, 1/s
   * @param soft, staticSoft of the rows between moving bodies, and of those against bodies of infinite mass
   * @param pass, tracing, recorder number of the first pass, and where it is reported, if anywhere
   */
  push(
    rows: FrameRows,
    motion: Float64Array,
    inverseStep: number,
    soft: ContactSoftness,
    staticSoft: ContactSoftness,
    pass: number,
    tracing: SoftStepTracing | null,
    recorder: SolverTrace | null,
  ): number {
    const { data, index } = rows;
    const rounds = Math.min(EMBEDDED_ROUNDS, Math.floor(EMBEDDED_VISITS / this.count));
    for (let round = 0; round < rounds; round++) {
      for (let n = 0; n < this.count; n++) {
        const k = this.#rows[n];
        const own = k < this.#moving ? soft : staticSoft;
        if (recorder === null) solveSoftRows(data, index, motion, k, k + 1, -1, inverseStep, own);
        else tracing!.solveSoftRows(rows, motion, k, k + 1, -1, inverseStep, own, pass + round, recorder);
      }
    }
    return rounds;
  }

  /**
   * Returns the rows to these impulses, in one pass.
   * @param inverseStep, pass, tracing, recorder as in `push`
   */
  takeBack(
    rows: FrameRows,
    bodies: BodyStore,
    inverseStep: number,
    pass: number,
    tracing: SoftStepTracing | null,
    recorder: SolverTrace | null,
  ): void {
    const { motion } = bodies;
    for (let n = 0; n < this.count; n++) {
      if (recorder === null) this.#takeBackRow(rows, motion, n);
      else this.#takeBackTraced(rows, motion, n, inverseStep, pass, tracing!, recorder);
    }
    // the velocity of the bias along a locked axis was gone already
    holdLockedAxes(bodies);
  }

  // a function of its own, because a function that makes a closure allocates even when it makes none
  #takeBackTraced(
    rows: FrameRows,
    motion: Float64Array,
    n: number,
    inverseStep: number,
    pass: number,
    tracing: SoftStepTracing,
    recorder: SolverTrace,
  ): void {
    const work = (): void => this.#takeBackRow(rows, motion, n);
    tracing.giveBack(rows, motion, this.#rows[n], pass, inverseStep, recorder, work);
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

/** What a step calls of the embedded bodies; implemented by `EmbeddedBodies`. */
export type StepEmbedded = Pick<
  EmbeddedBodies,
  'count' | 'reset' | 'add' | 'list' | 'keep' | 'push' | 'takeBack'
>;

/** The part of a solver for embedded bodies. */
export interface EmbeddedPart {
  /** Creates the list of one solver. */
  create(): StepEmbedded;
}

/** Bodies that were put into others: they move apart slowly. */
export const embedded: EmbeddedPart = { create: () => new EmbeddedBodies() };
