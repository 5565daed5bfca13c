/**
 * Contacts of jointed bodies are relaxed between the joint passes of a substep too, not only after them:
 *
 *     joints - contacts of jointed bodies - joints - ... - contacts of jointed bodies - joints - all contacts
 *
 * So are they between the passes with bias.
 *
 * A joint is only as stiff as the contacts of its light body. Let a weight M be jointed to a box m that stands on the floor. A joint pass
 * gives the box what the weight lacks, and a contact pass takes it from the box: both together take the share m / M off the speed of the
 * weight. Joint passes alone take off nothing more. With one contact pass per substep h the weight therefore stands on a spring of the
 * stiffness m / h^2, and with p of them on one of p m / h^2. What the passes leave over is kept in the impulses, that of the bias as well,
 * which lags behind the spring and feeds its oscillation: 20 kg on 40 g rose from 0.2 m to 1.2 m by themselves, now they come to rest.
 */
import {
  BODY_STRIDE,
  INV_INERTIA,
  INV_MASS,
  JOINT_BODY_A,
  JOINT_BODY_B,
  JOINT_INDEX_STRIDE,
  type SolverTrace,
  type SolverWorld,
} from '@otedama/rigid';
import { type FrameRows, ROW_A, ROW_B, ROW_COUNT, ROW_INDEX_STRIDE } from '../frame-rows.js';
import { JOINTED_CONTACT_VISITS } from '../soft-constants.js';
import type { SoftStepTracing } from '../soft-trace.js';

/** The contact rows of a step, and how they are ordered (`ContactOrder`). */
export interface OrderedRows {
  readonly rows: FrameRows;
  readonly order: { readonly count: number; readonly moving: number };
}

/** `relaxRows` of `soft-contact-relax.ts`. It is handed on, so that a page of sequential impulses with joints does not load it. */
export type RelaxRows = (
  data: Float64Array,
  index: Int32Array,
  motion: Float64Array,
  start: number,
  end: number,
  lastReversed: number,
  inverseStep: number,
) => void;

/** The contact rows of jointed bodies of one solver. */
export class JointedContacts {
  #count = 0;
  /** The rows in the order of a pass, `#count` of them. */
  #rows = new Int32Array(64);
  /** By body slot: whether an active joint acts on the body and the body can move. */
  #isJointed = new Uint8Array(64);

  /** Lists the rows of a step, in the order in which `relaxRows` visits them. */
  list({ rows: { index }, order: { count, moving } }: OrderedRows, world: SolverWorld): void {
    this.#count = 0;
    if (count === 0) return;
    if (count > this.#rows.length) this.#rows = new Int32Array(2 * count);
    this.#markBodies(world);
    const isJointed = this.#isJointed;
    const lastReversed = (world.stats.steps & 1) === 0 ? -1 : moving - 1;
    for (let n = 0; n < count; n++) {
      const k = n <= lastReversed ? lastReversed - n : n;
      const i = k * ROW_INDEX_STRIDE;
      if (index[i + ROW_COUNT] === 0) continue;
      const a = index[i + ROW_A] / BODY_STRIDE;
      const b = index[i + ROW_B] / BODY_STRIDE;
      if (isJointed[a] !== 0 || isJointed[b] !== 0) this.#rows[this.#count++] = k;
    }
  }

  #markBodies({
    bodies: { mass, slots, capacity },
    joints: { index, active, activeCount },
  }: SolverWorld): void {
    if (slots > this.#isJointed.length) this.#isJointed = new Uint8Array(capacity);
    const isJointed = this.#isJointed;
    isJointed.fill(0, 0, slots);
    for (let n = 0; n < activeCount; n++) {
      const i = active[n] * JOINT_INDEX_STRIDE;
      for (let end = JOINT_BODY_A; end <= JOINT_BODY_B; end++) {
        const body = index[i + end];
        if (body < 0) continue;
        const o = body * BODY_STRIDE;
        if (mass[o + INV_MASS] + mass[o + INV_INERTIA] > 0) isJointed[body] = 1;
      }
    }
  }

  /** Number of passes over these contacts that a substep with `jointPasses` joint passes can afford between them. */
  roundsOf(jointPasses: number): number {
    if (this.#count === 0) return 0;
    return Math.min(jointPasses - 1, Math.floor(JOINTED_CONTACT_VISITS / this.#count));
  }

  /** One pass without bias. */
  relax({ data, index }: FrameRows, motion: Float64Array, relaxRows: RelaxRows, inverseStep: number): void {
    for (let n = 0; n < this.#count; n++) {
      const k = this.#rows[n];
      relaxRows(data, index, motion, k, k + 1, -1, inverseStep);
    }
  }

  /** `relax`, reported to a recorder as pass `pass`. */
  relaxTraced(
    rows: FrameRows,
    motion: Float64Array,
    inverseStep: number,
    pass: number,
    tracing: SoftStepTracing,
    recorder: SolverTrace,
  ): void {
    for (let n = 0; n < this.#count; n++) {
      const k = this.#rows[n];
      tracing.relaxRows(rows, motion, 'relax', k, k + 1, -1, pass, inverseStep, recorder);
    }
  }
}
