/**
 * Shocks: hits that affect more than the two bodies that collide.
 *
 * A substep starts from the impulses lambda of the last one, because contact loads persist. A shock does not persist: a body of mass m
 * that hits a box (mass M) against a wall at speed v needs the impulse m v from the wall once. One pass leaves the body the share m / (m
 * + M) of its speed, and both rows an impulse of m M v / (m + M). Started from these impulses, the next substep throws the body back:
 * rows do not pull, and a pass halves the excess where it should remove it. Without shock handling the body rebounded with 9, 40 and 64 %
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
 * A hit is a shock if, at the start of a step, a contact closes faster than `SHOCK_SPEED` and gets there within the step; if one of its
 * bodies is thrown, so that its other contacts together carry less than a part of the momentum of the hit; and if one of its bodies is
 * backed by another contact in the direction of the push, or the world has awake joints. The normal passes settle every other hit.
 * Between squeezed bodies the impulses given back would be contact loads, which must persist. A row joins the shock when one of its
 * bodies starts to move so that the row closes. If many contacts close fast in one step, none is handled: a single rebound would not be
 * visible there, and a drum of 2,025 boxes would spend a fifth of its step on it.
 */
import {
  AX,
  AY,
  BODY_A,
  BODY_B,
  BODY_STRIDE,
  type BodyStore,
  BX,
  BY,
  CONTACT_INDEX_STRIDE,
  CONTACT_STRIDE,
  COUNT,
  DAMPING_STRIDE,
  DC,
  DS,
  DX,
  DY,
  DYNAMIC,
  EXTENT,
  NORMAL_IMPULSE,
  NX,
  NY,
  POINT_STRIDE,
  POINT0,
  ROLLING_FACE,
  SEPARATION,
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
  ROW_SLOT,
  rowStart,
} from './frame-rows.js';
import { grown } from './grown.js';
import type { KeptRows } from './kept-rows.js';
import {
  MOST_SHOCK_JOINT_ROUNDS,
  SHOCK_AFTERMATH,
  SHOCK_AFTERMATH_SPEED,
  SHOCK_BACKING,
  SHOCK_JOINTS_TIMES_ROUNDS,
  SHOCK_LOAD,
  SHOCK_REACH,
  SHOCK_SETTLED,
  SHOCK_SPEED,
  SHOCK_VISITS,
  SHOCKS_AT_ONCE,
} from './soft-constants.js';
import { OPEN, RHO_A, RHO_B, RT_A, RT_B, relaxRows } from './soft-contact.js';

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
  /** Number of hits in this step that are handled as shocks. */
  count = 0;
  /** Their rows, sorted by momentum, largest first. */
  readonly #hits = new Int32Array(SHOCKS_AT_ONCE);
  /** Their momenta, N s. */
  readonly #momenta = new Float64Array(SHOCKS_AT_ONCE);
  /** Their closing speeds at the start of the step, m/s. */
  readonly #speeds = new Float64Array(SHOCKS_AT_ONCE);

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
  /** By body slot: 1 if it is fast. */
  #isFast = new Uint8Array(64);
  /** By contact slot: its row. */
  #rowOf = new Int32Array(64);
  /** Rows that join after a push, in their order; scratch. */
  #found = new Int32Array(16);

  /**
   * Finds the shocks of the step that begins, and forgets those of the last one.
   * @param dt the step, s
   */
  find(rows: FrameRows, order: ContactOrder, kept: KeptRows, world: SolverWorld, dt: number): void {
    this.#clear();
    if (kept.looseCount === 0 || !this.#markFast(world.bodies)) return;
    const isCrowd = !this.#collect(rows, order, world, kept.loose, kept.looseCount, dt);
    if (isCrowd) this.count = 0;
    if (this.count === 0) return;
    const { touching, touchingCount, slots } = world.contacts;
    if (this.#rowOf.length < slots) this.#rowOf = new Int32Array(2 * slots);
    if (this.#hasJoined.length < rows.capacity) this.#hasJoined = new Uint8Array(rows.capacity);
    for (let n = 0; n < touchingCount; n++) this.#rowOf[touching[n]] = order.rows[n];
    let count = 0;
    for (let n = 0; n < this.count; n++) {
      const k = this.#hits[n];
      if (!this.#isShock(rows, world, k, this.#momenta[n])) continue;
      this.#hits[count] = k;
      this.#speeds[count++] = this.#speeds[n];
    }
    this.count = count;
  }

  /** Whether one of the two bodies of row `k` is thrown, and one of them is backed or the world has awake joints. */
  #isShock(rows: FrameRows, world: SolverWorld, k: number, momentum: number): boolean {
    const { index, data } = rows;
    const ri = k * ROW_INDEX_STRIDE;
    const a = index[ri + ROW_A] / BODY_STRIDE;
    const b = index[ri + ROW_B] / BODY_STRIDE;
    const load = SHOCK_LOAD * momentum;
    if (this.#loadOf(rows, world, k, a) > load && this.#loadOf(rows, world, k, b) > load) return false;
    const o = rowStart(k);
    const x = data[o + N_X];
    const y = data[o + N_Y];
    return (
      world.joints.activeCount > 0 ||
      this.#isBacked(rows, world, k, a, -x, -y) ||
      this.#isBacked(rows, world, k, b, x, y)
    );
  }

  /** Normal impulses of the other contacts of a body in the last step, N s; infinite for a body that is not dynamic. */
  #loadOf(rows: FrameRows, { bodies, contacts }: SolverWorld, k: number, slot: number): number {
    if (bodies.type[slot] !== DYNAMIC) return Infinity;
    let load = 0;
    for (let edge = bodies.firstEdge[slot]; edge >= 0; edge = contacts.edgeNext[edge]) {
      const contact = edge >> 1;
      const row = this.#rowAt(rows, contact);
      if (row < 0 || row === k) continue;
      const p = contact * CONTACT_STRIDE + POINT0 + NORMAL_IMPULSE;
      load += contacts.data[p];
      if (rows.index[row * ROW_INDEX_STRIDE + ROW_COUNT] === 2) load += contacts.data[p + POINT_STRIDE];
    }
    return load;
  }

  /** Forgets the shocks of the last step. */
  #clear(): void {
    for (let n = 0; n < this.#rowCount; n++) this.#hasJoined[this.#rows[n]] = 0;
    for (let n = 0; n < this.#bodyCount; n++) this.#places[this.#slots[n]] = -1;
    this.#rowCount = 0;
    this.#bodyCount = 0;
    this.count = 0;
  }

  /**
   * Marks awake bodies with a point that moves at half the speed of a shock: if two bodies close at that speed, at least one does. False
   * if there is none.
   */
  #markFast({ motion, damping, awake, awakeCount, slots }: BodyStore): boolean {
    if (this.#isFast.length < slots) {
      this.#isFast = new Uint8Array(2 * slots);
      this.#places = new Int32Array(2 * slots).fill(-1);
    }
    let any = 0;
    for (let n = 0; n < awakeCount; n++) {
      const slot = awake[n];
      const o = slot * BODY_STRIDE;
      const vx = motion[o + VX];
      const vy = motion[o + VY];
      const turning = motion[o + W] * damping[slot * DAMPING_STRIDE + EXTENT];
      // |v| + |w| r is at most the root of 2 (v^2 + (w r)^2)
      const isFast = vx * vx + vy * vy + turning * turning > SHOCK_SPEED * SHOCK_SPEED * 0.125 ? 1 : 0;
      this.#isFast[slot] = isFast;
      any |= isFast;
    }
    return any !== 0;
  }

  /**
   * Collects the contacts, out of `count` places of the touching list, that have not met yet and close fast enough to meet within the
   * step. False if there are more than `SHOCKS_AT_ONCE`.
   */
  #collect(
    { data }: FrameRows,
    order: ContactOrder,
    { contacts, bodies: { motion } }: SolverWorld,
    places: Int32Array,
    count: number,
    dt: number,
  ): boolean {
    const { touching, index: contactIndex, data: contactData } = contacts;
    const isFast = this.#isFast;
    for (let i = 0; i < count; i++) {
      const n = places[i];
      const slot = touching[n];
      const ci = slot * CONTACT_INDEX_STRIDE;
      const slotA = contactIndex[ci + BODY_A];
      const slotB = contactIndex[ci + BODY_B];
      if ((isFast[slotA] | isFast[slotB]) === 0) continue;
      const a = slotA * BODY_STRIDE;
      const b = slotB * BODY_STRIDE;
      const c = slot * CONTACT_STRIDE;
      // the row has the same frame and arms, but rows are far apart in memory, and most contacts are none that is looked for
      const isInRow = contactData[c + ROLLING_FACE] !== 0;
      const o = isInRow ? rowStart(order.rows[n]) : 0;
      const nx = isInRow ? data[o + N_X] : contactData[c + NX];
      const ny = isInRow ? data[o + N_Y] : contactData[c + NY];
      const un = nx * (motion[b + VX] - motion[a + VX]) + ny * (motion[b + VY] - motion[a + VY]);
      let speed = 0;
      for (let j = 0; j < contactIndex[ci + COUNT]; j++) {
        const p = c + POINT0 + j * POINT_STRIDE;
        const q = o + (j === 0 ? P1 : P2);
        const rnA = isInRow ? data[q + RN_A] : contactData[p + AX] * ny - contactData[p + AY] * nx;
        const rnB = isInRow ? data[q + RN_B] : contactData[p + BX] * ny - contactData[p + BY] * nx;
        const vn = un + motion[b + W] * rnB - motion[a + W] * rnA;
        if (vn < -SHOCK_SPEED && contactData[p + SEPARATION] + vn * dt < 0 && -vn > speed) speed = -vn;
      }
      if (speed === 0) continue;
      if (this.count === SHOCKS_AT_ONCE) return false;
      const k = order.rows[n];
      this.#insert(k, speed, speed / (data[rowStart(k) + M_A] + data[rowStart(k) + M_B]));
    }
    return true;
  }

  /** Inserts a row into the list, which is sorted by momentum, then by row number. */
  #insert(k: number, speed: number, momentum: number): void {
    let at = this.count++;
    for (; at > 0 && !this.#isBefore(at - 1, k, momentum); at--) {
      this.#hits[at] = this.#hits[at - 1];
      this.#momenta[at] = this.#momenta[at - 1];
      this.#speeds[at] = this.#speeds[at - 1];
    }
    this.#hits[at] = k;
    this.#speeds[at] = speed;
    this.#momenta[at] = momentum;
  }

  /** Whether the entry at a place of the list comes before row `k`. */
  #isBefore(at: number, k: number, momentum: number): boolean {
    const other = this.#momenta[at];
    return other > momentum || (other === momentum && this.#hits[at] < k);
  }

  /** Whether a body that row `k` pushes along (x, y) has another contact in that direction. */
  #isBacked(
    rows: FrameRows,
    { bodies, contacts }: SolverWorld,
    k: number,
    slot: number,
    x: number,
    y: number,
  ): boolean {
    if (bodies.type[slot] !== DYNAMIC) return false;
    const { data } = rows;
    for (let edge = bodies.firstEdge[slot]; edge >= 0; edge = contacts.edgeNext[edge]) {
      const other = this.#rowAt(rows, edge >> 1);
      if (other < 0 || other === k) continue;
      const o = rowStart(other);
      const along = data[o + N_X] * x + data[o + N_Y] * y;
      // normals point away from A, and A has the even edges
      if (((edge & 1) === 0 ? along : -along) > SHOCK_BACKING) return true;
    }
    return false;
  }

  /** The row of a contact, or -1 if it has none. */
  #rowAt({ index, count }: FrameRows, contact: number): number {
    const k = this.#rowOf[contact];
    return k < count && index[k * ROW_INDEX_STRIDE + ROW_SLOT] === contact ? k : -1;
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
      const k = this.#hits[n];
      const speed = this.#speeds[n];
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
      const k = this.#rowAt(rows, edge >> 1);
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

/** The shocks part of a solver. */
export interface ShocksPart {
  /** Creates the shocks of one solver. */
  create(): StepShocks;
}

/** Hits that reach farther than the two bodies that collide: what hits a box against a wall stays there. */
export const shocks: ShocksPart = { create: () => new Shocks() };
