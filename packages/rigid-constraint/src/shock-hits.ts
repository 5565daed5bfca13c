/**
 * The hits of a step that are handled as shocks (`shocks.ts`).
 *
 * A hit is a shock if, at the start of a step, a contact closes faster than `SHOCK_SPEED` and gets there within the step; if one of its
 * bodies is thrown, so that its other contacts together carry less than a part of the momentum of the hit; and if one of its bodies is
 * backed by another contact in the direction of the push, or the world has awake joints. The normal passes settle every other hit.
 * Between squeezed bodies the impulses given back would be contact loads, which must persist. If many contacts close fast in one step,
 * none is handled: a single rebound would not be visible there, and a drum of 2,025 boxes would spend a fifth of its step on it.
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
  ROW_SLOT,
  rowStart,
} from './frame-rows.js';
import type { KeptRows } from './kept-rows.js';
import { SHOCK_BACKING, SHOCK_LOAD, SHOCK_SPEED, SHOCKS_AT_ONCE } from './soft-constants.js';

/** Finds the shocks of a step. */
export class ShockHits {
  /** Number of hits in this step that are handled as shocks. */
  count = 0;
  /** Their rows, sorted by momentum, largest first. */
  readonly rows: Int32Array = new Int32Array(SHOCKS_AT_ONCE);
  /** Their closing speeds at the start of the step, m/s. */
  readonly speeds: Float64Array = new Float64Array(SHOCKS_AT_ONCE);
  /** Their momenta, N s. */
  readonly #momenta = new Float64Array(SHOCKS_AT_ONCE);
  /** By body slot: 1 if it is fast. */
  #isFast = new Uint8Array(64);
  /** By contact slot: its row. */
  #rowOf = new Int32Array(64);

  /**
   * Finds the shocks of the step that begins, and forgets those of the last one.
   * @param dt the step, s
   */
  find(rows: FrameRows, order: ContactOrder, kept: KeptRows, world: SolverWorld, dt: number): void {
    this.count = 0;
    if (kept.looseCount === 0 || !this.#markFast(world.bodies)) return;
    const isCrowd = !this.#collect(rows, order, world, kept.loose, kept.looseCount, dt);
    if (isCrowd) this.count = 0;
    if (this.count === 0) return;
    const { touching, touchingCount, slots } = world.contacts;
    if (this.#rowOf.length < slots) this.#rowOf = new Int32Array(2 * slots);
    for (let n = 0; n < touchingCount; n++) this.#rowOf[touching[n]] = order.rows[n];
    let count = 0;
    for (let n = 0; n < this.count; n++) {
      const k = this.rows[n];
      if (!this.#isShock(rows, world, k, this.#momenta[n])) continue;
      this.rows[count] = k;
      this.speeds[count++] = this.speeds[n];
    }
    this.count = count;
  }

  /** The row of a contact, or -1 if it has none. Valid in a step with shocks. */
  rowAt({ index, count }: FrameRows, contact: number): number {
    const k = this.#rowOf[contact];
    return k < count && index[k * ROW_INDEX_STRIDE + ROW_SLOT] === contact ? k : -1;
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
      const row = this.rowAt(rows, contact);
      if (row < 0 || row === k) continue;
      const p = contact * CONTACT_STRIDE + POINT0 + NORMAL_IMPULSE;
      load += contacts.data[p];
      if (rows.index[row * ROW_INDEX_STRIDE + ROW_COUNT] === 2) load += contacts.data[p + POINT_STRIDE];
    }
    return load;
  }

  /**
   * Marks awake bodies with a point that moves at half the speed of a shock: if two bodies close at that speed, at least one does. False
   * if there is none.
   */
  #markFast({ motion, damping, awake, awakeCount, slots }: BodyStore): boolean {
    if (this.#isFast.length < slots) this.#isFast = new Uint8Array(2 * slots);
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
      this.rows[at] = this.rows[at - 1];
      this.#momenta[at] = this.#momenta[at - 1];
      this.speeds[at] = this.speeds[at - 1];
    }
    this.rows[at] = k;
    this.speeds[at] = speed;
    this.#momenta[at] = momentum;
  }

  /** Whether the entry at a place of the list comes before row `k`. */
  #isBefore(at: number, k: number, momentum: number): boolean {
    const other = this.#momenta[at];
    return other > momentum || (other === momentum && this.rows[at] < k);
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
      const other = this.rowAt(rows, edge >> 1);
      if (other < 0 || other === k) continue;
      const o = rowStart(other);
      const along = data[o + N_X] * x + data[o + N_Y] * y;
      // normals point away from A, and A has the even edges
      if (((edge & 1) === 0 ? along : -along) > SHOCK_BACKING) return true;
    }
    return false;
  }
}
