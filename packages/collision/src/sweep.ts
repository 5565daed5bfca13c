/**
 * Sweep and prune on both axes.
 *
 * The ends of all boxes are kept sorted along x and along y. From one step to the next, an insertion sort needs few exchanges.
 * Two boxes can begin or stop overlapping only where a lower end is exchanged with an upper end. A pair is added if its boxes
 * then overlap on both axes, and dropped when they separate on one. Because the other axis is checked at once, a column of boxes
 * makes no pairs [Baraff 1992; Cohen et al., I-COLLIDE, 1995].
 *
 * If many boxes were added, or the motion would take too many exchanges, both axes are sorted from scratch and swept once.
 */
import { BoxScan } from './box-scan.js';
import { type BroadPhase, boxesOverlap, isPair, PROXY_STATIC } from './broad-phase.js';
import { grown } from './grown.js';
import { PairBuffer } from './pair-buffer.js';
import { PairTable } from './pair-table.js';

/** Number of exchanges per end of a box above which sorting from scratch is cheaper. */
const EXCHANGES_PER_END = 24;
/** If a larger share of the proxies was added (plus 8), both axes are sorted from scratch. */
const RESORT_SHARE = 1 / 32;

export class SweepAndPrune extends BoxScan implements BroadPhase {
  readonly name = 'sweep';
  private isMoved: Uint8Array = new Uint8Array(256);
  /** Sorted ends of the boxes, along x and along y: 2 proxy for the lower end, 2 proxy + 1 for the upper one. */
  private ends: [Int32Array, Int32Array] = [new Int32Array(512), new Int32Array(512)];
  /** Coordinates of the sorted ends. */
  private values: [Float64Array, Float64Array] = [new Float64Array(512), new Float64Array(512)];
  private scratch: Int32Array = new Int32Array(512);
  private endCount = 0;
  /** Overlapping pairs, dense; the table maps each pair to its index. */
  private readonly pairs = new PairBuffer();
  private readonly table = new PairTable();
  /** Proxies added and removed since the ends were last sorted. */
  private added: Int32Array = new Int32Array(256);
  private addedCount = 0;
  private isRemoved: Uint8Array = new Uint8Array(256);
  private removedCount = 0;
  /** Index of a box in the list of open boxes during a sweep. */
  private openPlace: Int32Array = new Int32Array(256);
  private open: Int32Array = new Int32Array(256);

  add(proxy: number, flags = 0): void {
    if (this.isRemoved[proxy] === 1) this.dropRemoved();
    this.proxies.add(proxy, flags);
    const capacity = this.proxies.flags.length;
    if (this.isMoved.length < capacity) this.grow(capacity);
    this.added[this.addedCount++] = proxy;
  }

  remove(proxy: number): void {
    for (let k = 0; k < this.addedCount; k++) {
      if (this.added[k] === proxy) {
        this.added[k] = this.added[--this.addedCount];
        this.proxies.remove(proxy);
        return;
      }
    }
    this.proxies.remove(proxy);
    this.isRemoved[proxy] = 1;
    this.removedCount++;
  }

  refresh(_moved: Int32Array, movedCount: number): void {
    if (this.removedCount > 0) this.dropRemoved();
    const { boxes, proxies, added, addedCount } = this;
    if (addedCount === 0 && movedCount === 0) return;
    for (let axis = 0; axis < 2; axis++) {
      const ends = this.ends[axis];
      const values = this.values[axis];
      for (let k = 0; k < addedCount; k++) {
        ends[this.endCount + 2 * k] = 2 * added[k];
        ends[this.endCount + 2 * k + 1] = 2 * added[k] + 1;
      }
      const count = this.endCount + 2 * addedCount;
      for (let k = 0; k < count; k++) values[k] = boxes[4 * (ends[k] >> 1) + 2 * (ends[k] & 1) + axis];
    }
    this.endCount += 2 * addedCount;
    this.addedCount = 0;
    const resorts = addedCount > 8 + RESORT_SHARE * proxies.count;
    if (resorts || !this.sortByExchange(0) || !this.sortByExchange(1)) this.sortAnew();
  }

  findPairs(moved: Int32Array, movedCount: number, out: PairBuffer): void {
    out.clear();
    if (movedCount === 0) return;
    this.refresh(moved, movedCount);
    const { boxes, shapeTest, isMoved } = this;
    const flags = this.proxies.flags;
    const { pairs, count } = this.pairs;
    for (let k = 0; k < movedCount; k++) isMoved[moved[k]] = 1;
    for (let k = 0; k < count; k++) {
      const p = pairs[2 * k];
      const q = pairs[2 * k + 1];
      if ((isMoved[p] | isMoved[q]) !== 0 && isPair(flags, boxes, shapeTest, p, q)) out.push(p, q);
    }
    for (let k = 0; k < movedCount; k++) isMoved[moved[k]] = 0;
  }

  /** Insertion sort along an axis that keeps the pairs up to date. Returns false if it gave up after too many exchanges. */
  private sortByExchange(axis: number): boolean {
    const { boxes, endCount } = this;
    const ends = this.ends[axis];
    const values = this.values[axis];
    let left = EXCHANGES_PER_END * endCount + 1024;
    for (let k = 1; k < endCount; k++) {
      const end = ends[k];
      const value = values[k];
      const isUpper = end & 1;
      const p = end >> 1;
      let i = k - 1;
      // for equal values, lower ends come first, so that touching boxes overlap
      while (i >= 0 && (values[i] > value || (values[i] === value && (ends[i] & 1) > isUpper))) {
        const passed = ends[i];
        if ((passed & 1) !== isUpper) {
          const q = passed >> 1;
          if (isUpper === 1) this.dropPair(p, q);
          else if (p !== q && boxesOverlap(boxes, 4 * p, boxes, 4 * q)) this.addPair(p, q);
        }
        ends[i + 1] = passed;
        values[i + 1] = values[i];
        i--;
        left--;
      }
      ends[i + 1] = end;
      values[i + 1] = value;
      if (left < 0) return false;
    }
    return true;
  }

  /** Sorts both axes from scratch and finds all pairs by one sweep along the axis on which the boxes are spread more. */
  private sortAnew(): void {
    const { boxes, endCount, open, openPlace, table } = this;
    for (let axis = 0; axis < 2; axis++) {
      this.mergeSort(axis);
      const ends = this.ends[axis];
      const values = this.values[axis];
      for (let k = 0; k < endCount; k++) values[k] = boxes[4 * (ends[k] >> 1) + 2 * (ends[k] & 1) + axis];
    }
    this.pairs.clear();
    table.clear();
    const axis = this.widerAxis();
    const ends = this.ends[axis];
    let openCount = 0;
    for (let k = 0; k < endCount; k++) {
      const p = ends[k] >> 1;
      if ((ends[k] & 1) === 1) {
        const last = open[--openCount];
        open[openPlace[p]] = last;
        openPlace[last] = openPlace[p];
        continue;
      }
      for (let i = 0; i < openCount; i++) {
        if (boxesOverlap(boxes, 4 * p, boxes, 4 * open[i])) this.addPair(p, open[i]);
      }
      openPlace[p] = openCount;
      open[openCount++] = p;
    }
  }

  /** The axis with the larger variance of the centres of the finite boxes. */
  private widerAxis(): number {
    const { boxes } = this;
    const { flags, end } = this.proxies;
    const variance = [0, 0];
    for (let axis = 0; axis < 2; axis++) {
      let sum = 0;
      let squares = 0;
      let count = 0;
      for (let p = 0; p < end; p++) {
        const center = 0.5 * (boxes[4 * p + axis] + boxes[4 * p + axis + 2]);
        if (flags[p] === 0 || !(Math.abs(center) < Infinity)) continue;
        sum += center;
        squares += center * center;
        count++;
      }
      const mean = count > 0 ? sum / count : 0;
      variance[axis] = count > 0 ? squares / count - mean * mean : 0;
    }
    return variance[0] >= variance[1] ? 0 : 1;
  }

  /** Stable bottom-up merge sort of the ends of an axis by (coordinate, lower end first). */
  private mergeSort(axis: number): void {
    const { boxes, endCount } = this;
    let from = this.ends[axis];
    let to = this.scratch;
    for (let width = 1; width < endCount; width *= 2) {
      for (let start = 0; start < endCount; start += 2 * width) {
        const middle = Math.min(start + width, endCount);
        const end = Math.min(start + 2 * width, endCount);
        let i = start;
        let j = middle;
        for (let k = start; k < end; k++) {
          let takesLeft = j >= end;
          if (!takesLeft && i < middle) {
            const a = from[i];
            const b = from[j];
            const valueA = boxes[4 * (a >> 1) + 2 * (a & 1) + axis];
            const valueB = boxes[4 * (b >> 1) + 2 * (b & 1) + axis];
            takesLeft = valueA < valueB || (valueA === valueB && (a & 1) <= (b & 1));
          }
          to[k] = takesLeft ? from[i++] : from[j++];
        }
      }
      const sorted = to;
      to = from;
      from = sorted;
    }
    this.ends[axis] = from;
    this.scratch = to;
  }

  /** Removes the ends and pairs of removed proxies from the lists. */
  private dropRemoved(): void {
    const { isRemoved, pairs } = this;
    for (let axis = 0; axis < 2; axis++) {
      const ends = this.ends[axis];
      const values = this.values[axis];
      let kept = 0;
      for (let k = 0; k < this.endCount; k++) {
        if (isRemoved[ends[k] >> 1] === 1) continue;
        ends[kept] = ends[k];
        values[kept++] = values[k];
      }
      if (axis === 1) this.endCount = kept;
    }
    for (let k = pairs.count - 1; k >= 0; k--) {
      const p = pairs.pairs[2 * k];
      const q = pairs.pairs[2 * k + 1];
      if ((isRemoved[p] | isRemoved[q]) !== 0) this.dropPair(p, q);
    }
    isRemoved.fill(0);
    this.removedCount = 0;
  }

  private addPair(p: number, q: number): void {
    const flags = this.proxies.flags;
    const a = p < q ? p : q;
    const b = p < q ? q : p;
    if ((flags[a] & flags[b] & PROXY_STATIC) !== 0 || this.table.get(a, b) >= 0) return;
    this.table.set(a, b, this.pairs.count);
    this.pairs.push(a, b);
  }

  private dropPair(p: number, q: number): void {
    const at = this.table.delete(p < q ? p : q, p < q ? q : p);
    if (at < 0) return;
    const { pairs } = this.pairs;
    const last = --this.pairs.count;
    if (at === last) return;
    pairs[2 * at] = pairs[2 * last];
    pairs[2 * at + 1] = pairs[2 * last + 1];
    this.table.set(pairs[2 * at], pairs[2 * at + 1], at);
  }

  private grow(capacity: number): void {
    this.isMoved = new Uint8Array(capacity);
    this.isRemoved = grown(this.isRemoved, capacity);
    this.ends = [grown(this.ends[0], 2 * capacity), grown(this.ends[1], 2 * capacity)];
    this.values = [new Float64Array(2 * capacity), new Float64Array(2 * capacity)];
    this.scratch = new Int32Array(2 * capacity);
    this.added = grown(this.added, capacity);
    this.open = new Int32Array(capacity);
    this.openPlace = new Int32Array(capacity);
  }
}
