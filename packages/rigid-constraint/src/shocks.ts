/**
 * Shocks: hits that affect more than the two bodies that collide.
 *
 * A substep starts from the impulses lambda of the last one, because contact loads persist. A shock does not persist: a body of mass m
 * that hits a box (mass M) against a wall at speed v needs the impulse m v from the wall once. One pass leaves the body the share m / (m
 * + M) of its speed, and both rows an impulse of m M v / (m + M). Started from these impulses, the next substep throws the body back:
 * rows do not pull, and a pass halves the excess where it should remove it. Without shock handling the body rebounded with 3, 26 and 57 %
 * of its speed at 0.1, 1 and 10 times the mass of the box. So in a substep with a fast hit
 *
 *     1. rows are relaxed one by one, from the row that is hit outwards, again and again until none closes faster than a share of the
 *        hit,
 *     2. the passes of the substep run over all rows as usual,
 *     3. those rows give back what they have gained: lambda := lambda_0, the impulse at the start of the substep,
 *
 * and the impulses given back count as forces, not as contact impulses:
 *
 *     v_start += sum of M^-1 J^T (lambda - lambda_0)
 *
 * The warm start by bodies (`velocity-change.ts`) needs only this. The rows keep their place in the shock for the whole step: if one
 * of them still closes in later substeps, they give back their gain there as well.
 *
 * `shock-hits.ts` tells which hits are shocks. A row joins the shock when one of its bodies starts to move so that the row closes.
 */
import {
  BODY_STRIDE,
  type BodyStore,
  DC,
  DS,
  DX,
  DY,
  DYNAMIC,
  type SolverWorld,
  VX,
  VY,
  W,
} from '@otedama/rigid';
import type { ContactOrder } from './contact-order.js';
import {
  type FrameRows,
  GAP,
  I_A,
  I_B,
  LAMBDA_N,
  LAMBDA_T,
  M_A,
  M_B,
  N_X,
  N_Y,
  P1,
  P2,
  RD_A,
  RD_B,
  RN_A,
  RN_B,
  ROW_A,
  ROW_B,
  ROW_COUNT,
  ROW_INDEX_STRIDE,
  rowStart,
} from './frame-rows.js';
import { grown } from './grown.js';
import type { KeptRows } from './kept-rows.js';
import { ShockHits } from './shock-hits.js';
import {
  MOST_SHOCK_JOINT_ROUNDS,
  SHOCK_AFTERMATH,
  SHOCK_AFTERMATH_SPEED,
  SHOCK_JOINTS_TIMES_ROUNDS,
  SHOCK_REACH,
  SHOCK_SETTLED,
  SHOCK_VISITS,
} from './soft-constants.js';
import { relaxRows } from './soft-contact-relax.js';
import { OPEN, RHO_A, RHO_B, RT_A, RT_B } from './soft-row-fields.js';

/**
 * Numbers per joined row: lambda of both points and of friction at the start of the substep, N s, and the closing speed at which the row
 * counts as settled, m/s.
 */
const START1 = 0;
const START2 = 1;
const START_T = 2;
const SETTLED = 3;
const STRIDE = 4;

/** Changes the velocity that the contacts of a substep started from, for one body, m/s and rad/s. */
export type ShiftStart = (slot: number, x: number, y: number, w: number) => void;

/** The shocks of a step. */
export class Shocks {
  readonly #hits = new ShockHits();

  // the rows that have joined
  #rowCount = 0;
  #rows = new Int32Array(64);
  /** Their numbers listed at `STRIDE`. */
  #values = new Float64Array(64 * STRIDE);
  /** Visit in which each was last checked. */
  #seen = new Int32Array(64);

  // the dynamic bodies of these rows
  #bodyCount = 0;
  #slots = new Int32Array(64);
  /** Visit that last moved each. */
  #moved = new Int32Array(64);
  /** Sum of the velocity changes of each since its contacts were last checked, m/s. */
  #pushed = new Float64Array(64);
  /** Velocity change that is given back, x, y and spin at 3 n, m/s and rad/s. */
  #given = new Float64Array(3 * 64);

  /** Number of rows relaxed for the shocks of the substep, plus 1. */
  #visits = 0;
  /** By row: 1 if it has joined. */
  #hasJoined = new Uint8Array(64);
  /** By body slot: its place in the list of bodies, or -1. */
  #places = new Int32Array(64).fill(-1);
  /** Rows that join after a push, in their order; scratch. */
  #found = new Int32Array(16);

  /** Number of hits in this step that are handled as shocks. */
  get count(): number {
    return this.#hits.count;
  }

  /**
   * Finds the shocks of the step that begins, and forgets those of the last one.
   * @param dt the step, s
   */
  find(rows: FrameRows, order: ContactOrder, kept: KeptRows, world: SolverWorld, dt: number): void {
    for (let n = 0; n < this.#rowCount; n++) this.#hasJoined[this.#rows[n]] = 0;
    for (let n = 0; n < this.#bodyCount; n++) this.#places[this.#slots[n]] = -1;
    this.#rowCount = 0;
    this.#bodyCount = 0;
    this.#hits.find(rows, order, kept, world, dt);
    if (this.count === 0) return;
    const { slots } = world.bodies;
    if (this.#hasJoined.length < rows.capacity) this.#hasJoined = new Uint8Array(rows.capacity);
    if (this.#places.length < slots) this.#places = new Int32Array(2 * slots).fill(-1);
  }

  /**
   * Relaxes the rows of the shocks in a substep, after its warm start. Returns whether there were any; `giveBack` must then end the
   * substep.
   * @param inverseStep 1/h, 1/s
   * @param relaxJoints one pass over the joints
   * @param joints number of joints of the step
   * @param tell relaxes row `k` for a recorder, otherwise null
   */
  strike(
    rows: FrameRows,
    world: SolverWorld,
    inverseStep: number,
    relaxJoints: (world: SolverWorld) => void,
    joints: number,
    tell: ((k: number) => void) | null,
  ): boolean {
    const { motion } = world.bodies;
    for (let n = 0; n < this.#rowCount; n++) this.#keep(rows, n);
    this.#visits = 1;
    let isStruck = false;
    for (let n = 0; n < this.count; n++) {
      const k = this.#hits.rows[n];
      const speed = this.#hits.speeds[n];
      const least = Math.max(SHOCK_AFTERMATH_SPEED, SHOCK_AFTERMATH * speed);
      if (closingSpeed(rows, motion, k, inverseStep) < least) continue;
      isStruck = true;
      if (this.#hasJoined[k] === 0) this.#join(rows, world, k, SHOCK_SETTLED * speed);
    }
    // the row that was hit may have stopped while the hit runs on behind it
    for (let n = 0; n < this.#rowCount && !isStruck; n++) {
      const speed = this.#values[n * STRIDE + SETTLED] / SHOCK_SETTLED;
      const least = Math.max(SHOCK_AFTERMATH_SPEED, SHOCK_AFTERMATH * speed);
      isStruck = closingSpeed(rows, motion, this.#rows[n], inverseStep) >= least;
    }
    if (!isStruck) return false;
    this.#moved.fill(1, 0, this.#bodyCount);
    this.#settle(rows, world, inverseStep, tell);
    const share = joints === 0 ? 0 : Math.ceil(SHOCK_JOINTS_TIMES_ROUNDS / joints);
    for (let round = 0; round < Math.min(share, MOST_SHOCK_JOINT_ROUNDS); round++) {
      relaxJoints(world);
      // the joints may have moved every body
      const before = this.#visits;
      this.#moved.fill(before, 0, this.#bodyCount);
      this.#seen.fill(before - 1, 0, this.#rowCount);
      this.#settle(rows, world, inverseStep, tell);
      if (this.#visits === before) break;
    }
    return true;
  }

  /** Relaxes the joined rows, forwards and backwards in turn, until they are settled. */
  #settle(
    rows: FrameRows,
    world: SolverWorld,
    inverseStep: number,
    tell: ((k: number) => void) | null,
  ): void {
    const { motion } = world.bodies;
    const { index, data } = rows;
    let isBack = false;
    let isSettled = false;
    while (!isSettled) {
      isSettled = true;
      for (let i = 0; i < this.#rowCount; i++) {
        const n = isBack ? this.#rowCount - 1 - i : i;
        const k = this.#rows[n];
        const ri = k * ROW_INDEX_STRIDE;
        const a = this.#places[index[ri + ROW_A] / BODY_STRIDE];
        const b = this.#places[index[ri + ROW_B] / BODY_STRIDE];
        const seen = this.#seen[n];
        if ((a < 0 || this.#moved[a] <= seen) && (b < 0 || this.#moved[b] <= seen)) continue;
        this.#seen[n] = this.#visits;
        const settled = this.#values[n * STRIDE + SETTLED];
        if (closingSpeed(rows, motion, k, inverseStep) <= settled) continue;
        if (this.#visits > SHOCK_VISITS) return;
        isSettled = false;
        const o = rowStart(k);
        const sum = data[o + P1 + LAMBDA_N] + (index[ri + ROW_COUNT] === 2 ? data[o + P2 + LAMBDA_N] : 0);
        if (tell === null) relaxRows(data, index, motion, k, k + 1, -1, inverseStep);
        else tell(k);
        this.#seen[n] = ++this.#visits;
        const next = data[o + P1 + LAMBDA_N] + (index[ri + ROW_COUNT] === 2 ? data[o + P2 + LAMBDA_N] : 0);
        const change = next - sum;
        if (a >= 0) this.#push(rows, world, a, change * data[o + M_A], inverseStep, settled);
        if (b >= 0) this.#push(rows, world, b, change * data[o + M_B], inverseStep, settled);
      }
      isBack = !isBack;
    }
  }

  /** Records that the body at a place of the list was pushed. Once it is fast enough, its closing contacts join. */
  #push(
    rows: FrameRows,
    world: SolverWorld,
    place: number,
    speed: number,
    inverseStep: number,
    settled: number,
  ): void {
    this.#moved[place] = this.#visits;
    this.#pushed[place] += Math.abs(speed);
    const reach = SHOCK_REACH * settled;
    if (this.#pushed[place] < reach) return;
    this.#pushed[place] = 0;
    const { bodies, contacts } = world;
    let count = 0;
    for (let edge = bodies.firstEdge[this.#slots[place]]; edge >= 0; edge = contacts.edgeNext[edge]) {
      const k = this.#hits.rowAt(rows, edge >> 1);
      if (k < 0 || this.#hasJoined[k] !== 0) continue;
      if (closingSpeed(rows, bodies.motion, k, inverseStep) < reach) continue;
      if (count === this.#found.length) this.#found = grown(this.#found);
      // in the order of rows, which is the same after a snapshot is restored
      let at = count++;
      for (; at > 0 && this.#found[at - 1] > k; at--) this.#found[at] = this.#found[at - 1];
      this.#found[at] = k;
    }
    for (let n = 0; n < count; n++) this.#join(rows, world, this.#found[n], settled);
  }

  /** Adds row `k` to the joined rows, and its dynamic bodies to the list. */
  #join(rows: FrameRows, { bodies }: SolverWorld, k: number, settled: number): void {
    const n = this.#rowCount++;
    if (n === this.#rows.length) {
      this.#rows = grown(this.#rows);
      this.#seen = grown(this.#seen);
      this.#values = grown(this.#values);
    }
    this.#hasJoined[k] = 1;
    this.#rows[n] = k;
    this.#values[n * STRIDE + SETTLED] = settled;
    this.#keep(rows, n);
    const ri = k * ROW_INDEX_STRIDE;
    this.#addBody(bodies, rows.index[ri + ROW_A] / BODY_STRIDE);
    this.#addBody(bodies, rows.index[ri + ROW_B] / BODY_STRIDE);
  }

  /** Adds a body to the list, if it is dynamic and not in it yet. */
  #addBody({ type }: BodyStore, slot: number): void {
    if (type[slot] !== DYNAMIC || this.#places[slot] >= 0) return;
    const n = this.#bodyCount++;
    if (n === this.#slots.length) {
      this.#slots = grown(this.#slots);
      this.#moved = grown(this.#moved);
      this.#pushed = grown(this.#pushed);
      this.#given = grown(this.#given);
    }
    this.#places[slot] = n;
    this.#slots[n] = slot;
    this.#moved[n] = this.#visits;
    this.#pushed[n] = 0;
  }

  /** Stores the impulses with which the n-th joined row starts the substep. */
  #keep({ data }: FrameRows, n: number): void {
    const o = rowStart(this.#rows[n]);
    const v = n * STRIDE;
    this.#values[v + START1] = data[o + P1 + LAMBDA_N];
    this.#values[v + START2] = data[o + P2 + LAMBDA_N];
    this.#values[v + START_T] = data[o + P1 + LAMBDA_T];
    this.#seen[n] = 0;
  }

  /** Sets the impulses of the n-th joined row back to those of `#keep`. */
  #restore({ data }: FrameRows, n: number): void {
    const o = rowStart(this.#rows[n]);
    const v = n * STRIDE;
    data[o + P1 + LAMBDA_N] = this.#values[v + START1];
    data[o + P1 + LAMBDA_T] = this.#values[v + START_T];
    data[o + P2 + LAMBDA_N] = this.#values[v + START2];
  }

  /**
   * Ends a substep with a shock: the joined rows return to the impulses that they started with.
   * @param shift receives the velocity change by body that is given back; null if the next substep warm starts by rows
   * @param tell calls `work` on row `k` for a recorder, otherwise null
   */
  giveBack(
    rows: FrameRows,
    shift: ShiftStart | null,
    tell: ((k: number, work: () => void) => void) | null,
  ): void {
    const { data, index } = rows;
    const given = this.#given;
    given.fill(0, 0, 3 * this.#bodyCount);
    for (let n = 0; n < this.#rowCount; n++) {
      const k = this.#rows[n];
      const ri = k * ROW_INDEX_STRIDE;
      const o = rowStart(k);
      const v = n * STRIDE;
      const n1 = data[o + P1 + LAMBDA_N] - this.#values[v + START1];
      const t = data[o + P1 + LAMBDA_T] - this.#values[v + START_T];
      let sum = n1;
      let torqueA = n1 * data[o + P1 + RN_A];
      let torqueB = n1 * data[o + P1 + RN_B];
      if (index[ri + ROW_COUNT] === 2) {
        const n2 = data[o + P2 + LAMBDA_N] - this.#values[v + START2];
        sum += n2;
        torqueA += n2 * data[o + P2 + RN_A];
        torqueB += n2 * data[o + P2 + RN_B];
      }
      if (tell === null) this.#restore(rows, n);
      else tell(k, () => this.#restore(rows, n));
      torqueA -= t * data[o + RT_A];
      torqueB -= t * data[o + RT_B];
      const px = sum * data[o + N_X] + t * data[o + N_Y];
      const py = sum * data[o + N_Y] - t * data[o + N_X];
      const a = 3 * this.#places[index[ri + ROW_A] / BODY_STRIDE];
      if (a >= 0) {
        given[a] -= data[o + M_A] * px;
        given[a + 1] -= data[o + M_A] * py;
        given[a + 2] -= data[o + I_A] * torqueA;
      }
      const b = 3 * this.#places[index[ri + ROW_B] / BODY_STRIDE];
      if (b >= 0) {
        given[b] += data[o + M_B] * px;
        given[b + 1] += data[o + M_B] * py;
        given[b + 2] += data[o + I_B] * torqueB;
      }
    }
    if (shift === null) return;
    for (let n = 0; n < this.#bodyCount; n++) {
      shift(this.#slots[n], given[3 * n], given[3 * n + 1], given[3 * n + 2]);
    }
  }
}

/** Closing speed of a row beyond what its gaps allow in a substep, m/s, of the faster point; negative if the points separate. */
function closingSpeed(
  { index, data }: FrameRows,
  motion: Float64Array,
  k: number,
  inverseStep: number,
): number {
  const ri = k * ROW_INDEX_STRIDE;
  const a = index[ri + ROW_A];
  const b = index[ri + ROW_B];
  const o = rowStart(k);
  const nx = data[o + N_X];
  const ny = data[o + N_Y];
  const un = nx * (motion[b + VX] - motion[a + VX]) + ny * (motion[b + VY] - motion[a + VY]);
  const wA = motion[a + W];
  const wB = motion[b + W];
  let least = un + wB * data[o + P1 + RN_B] - wA * data[o + P1 + RN_A];
  const isDouble = index[ri + ROW_COUNT] === 2;
  let second = least;
  if (isDouble) second = un + wB * data[o + P2 + RN_B] - wA * data[o + P2 + RN_A];
  if (data[o + OPEN] !== 0 && (least < 0 || second < 0)) {
    const shift =
      nx * (motion[b + DX] - motion[a + DX]) +
      ny * (motion[b + DY] - motion[a + DY]) +
      (motion[a + DC] * data[o + RHO_A] + motion[b + DC] * data[o + RHO_B]);
    least += Math.max(0, shift + turnedArms(data, motion, a, b, o + P1)) * inverseStep;
    if (isDouble) second += Math.max(0, shift + turnedArms(data, motion, a, b, o + P2)) * inverseStep;
    else second = least;
  }
  return second < least ? -second : -least;
}

/** Contribution of the arms and of `GAP` to the gap of the point at `p`, m (formula: `soft-contact.ts`). */
function turnedArms(data: Float64Array, motion: Float64Array, a: number, b: number, p: number): number {
  return (
    motion[b + DC] * data[p + RD_B] +
    motion[b + DS] * data[p + RN_B] -
    (motion[a + DC] * data[p + RD_A] + motion[a + DS] * data[p + RN_A]) +
    data[p + GAP]
  );
}

/** Functions for shocks that a step calls; implemented by `Shocks`. */
export type StepShocks = Pick<Shocks, 'count' | 'find' | 'strike' | 'giveBack'>;

/** Solves hits that reach farther than the two bodies that collide; the value is `shocks`. */
export interface ShocksPart {
  /** Creates the shocks of one solver. */
  create(): StepShocks;
}

/** Hits that reach farther than the two bodies that collide: what hits a box against a wall stays there. */
export const shocks: ShocksPart = { create: () => new Shocks() };
