/**
 * Which contacts of a step are hit together: those that pressed on a body with two or more of them, if one of them bounces. The blow of such
 * a body comes to others through the contacts that it struck, and they are in the group too if they have several contacts. A contact that
 * only carries weight is not met, so a pile at rest under a bouncing ball is not in its group.
 */
import {
  BODY_STRIDE,
  type BodyStore,
  CONTACT_STRIDE,
  NORMAL_IMPULSE,
  NORMAL_VELOCITY,
  POINT_STRIDE,
  POINT0,
  RESTITUTION,
} from '@otedama/rigid';
import {
  type FrameRows,
  M_A,
  M_B,
  MASS_N,
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
import type { WatchedRows } from './watched-rows.js';

/**
 * A contact counts as met only if it has changed a velocity by at least this share of the threshold; below that it only carries weight.
 * `BOUNCES` marks a body with a contact that bounces.
 */
const LEAST_SHARE = 0.2;
const BOUNCES = 4;

/** The contacts of a step that are hit together. */
export class HitGroups {
  count = 0;
  /** Their places in the list of watched rows. */
  places: Int32Array = new Int32Array(16);
  /** Number of contacts that each body has met, at most two, plus `BOUNCES` if one of them bounces; 0 between steps. */
  #hits = new Uint8Array(16);
  /** Of watched row k: 1 if it was struck in this step, and does not only carry weight. */
  #struck = new Uint8Array(64);

  /**
   * Lists the contacts that are hit together: those that pressed on a body with two or more, if one of them bounces, or if the blow came to
   * it through another such body. False if there are none.
   */
  collect(
    { data, index }: FrameRows,
    { rows, peaks, totals, count }: WatchedRows,
    contactData: Float64Array,
    { flags }: BodyStore,
    threshold: number,
  ): boolean {
    if (this.#hits.length < flags.length) this.#hits = new Uint8Array(flags.length);
    if (this.#struck.length < count) this.#struck = new Uint8Array(2 * count);
    const hits = this.#hits;
    const struck = this.#struck;
    this.count = 0;
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
      if (met < BOUNCES + 2 || !(peaks[2 * n] > 0 || peaks[2 * n + 1] > 0)) continue;
      if (this.count === this.places.length) this.places = grown(this.places);
      this.places[this.count++] = n;
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
}
