/**
 * Which contacts of a group are due for a visit: rounds over a group skip a contact until one of its bodies has moved since its last visit.
 * Visits that move a body are numbered; a body knows the number of the visit that last moved it, and a contact that of its last visit.
 */
import { BODY_STRIDE } from '@otedama/rigid';
import { type FrameRows, M_A, M_B, ROW_A, ROW_B, ROW_INDEX_STRIDE, rowStart } from './frame-rows.js';

/** The visits of the rounds over a group of hits. */
export class HitVisits {
  /** Number of the visit that last moved each body, and of the last visit of each contact. */
  #moved = new Int32Array(16);
  #seen = new Int32Array(16);
  #last = 0;

  /** Makes room for the bodies of a world and `contacts` contacts. */
  reserve(bodies: number, contacts: number): void {
    if (this.#moved.length < bodies) this.#moved = new Int32Array(bodies);
    if (this.#seen.length < contacts) this.#seen = new Int32Array(2 * contacts);
  }

  /** Starts the numbers anew, before `makeDue` of every contact. */
  restart(): void {
    this.#last = 1;
  }

  /** Makes contact `n` of row `k` due. */
  makeDue(n: number, { index }: FrameRows, k: number): void {
    this.#moved[index[k * ROW_INDEX_STRIDE + ROW_A] / BODY_STRIDE] = 1;
    this.#moved[index[k * ROW_INDEX_STRIDE + ROW_B] / BODY_STRIDE] = 1;
    this.#seen[n] = 0;
  }

  /** Whether contact `n` of row `k` is due. */
  isDue(n: number, { index }: FrameRows, k: number): boolean {
    const moved = Math.max(
      this.#moved[index[k * ROW_INDEX_STRIDE + ROW_A] / BODY_STRIDE],
      this.#moved[index[k * ROW_INDEX_STRIDE + ROW_B] / BODY_STRIDE],
    );
    return moved > this.#seen[n];
  }

  /** Notes a visit of contact `n` that has moved nothing. */
  pass(n: number): void {
    this.#seen[n] = this.#last;
  }

  /** Notes a visit of contact `n` of row `k` that has moved its bodies. `staysDue`: it is to be visited again in any case. */
  move(n: number, { data, index }: FrameRows, k: number, staysDue: boolean): void {
    const o = rowStart(k);
    this.#last++;
    if (data[o + M_A] > 0) this.#moved[index[k * ROW_INDEX_STRIDE + ROW_A] / BODY_STRIDE] = this.#last;
    if (data[o + M_B] > 0) this.#moved[index[k * ROW_INDEX_STRIDE + ROW_B] / BODY_STRIDE] = this.#last;
    this.#seen[n] = staysDue ? this.#last - 1 : this.#last;
  }
}
