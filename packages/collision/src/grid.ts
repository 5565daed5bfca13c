/**
 * Uniform grid, rebuilt by a counting sort when something has moved.
 *
 * Every box lies in the one cell that holds its centre. Cells are at least as large as the boxes in them, so the centres of
 * two overlapping boxes are in the same or in adjacent cells. Boxes are copied in the order of the cells, row after row:
 * what a search reads is then a few contiguous runs. Boxes larger than a cell are kept in a list of their own.
 *
 * When much has moved, one sweep meets every pair of neighbours once (own cell, right, and the three cells of the next
 * row); when little has moved, each moved box looks at its 3 x 3 cells.
 *
 * A bounded scene has one slot per cell. If that would take more than a few slots per box (a body far away from the others),
 * rows of cells are hashed into a table instead, and each box is compared by its row, so the domain has no limits.
 */
import {
  type BroadPhase,
  boxesOverlap,
  isPair,
  ProxySet,
  type RayVisitor,
  rayMeetsBox,
  type ShapeTest,
} from './broad-phase.js';
import type { PairBuffer, ProxyBuffer } from './pair-buffer.js';

/** Boxes in cells fill at most this share of the cell size: the rest is for rounding of cell indices. */
const CELL_FILL = 0.999;
/** Slots per box above which rows are hashed. */
const DENSE_SLOTS_PER_BOX = 8;
/** Share of moved boxes above which the whole grid is swept. */
const SWEEP_SHARE = 1 / 3;
/** Share of the boxes that may be larger than a cell when the cell size is chosen, and how many may be in any case. */
const LARGE_SHARE = 0.01;
const LARGE_COUNT = 8;
/** Cell coordinates are clamped to this, so that they stay integers of 32 bits. */
const CELL_RANGE = 2 ** 30;

export class Grid implements BroadPhase {
  readonly name = 'grid';
  boxes: Float64Array;
  private readonly shapeTest: ShapeTest | null;
  private readonly proxies = new ProxySet();
  private isMoved: Uint8Array = new Uint8Array(256);

  private isStale = false;
  private mustChooseSize = true;
  private cellSize = 1;
  private inverseSize = 1;
  private isDense = true;
  private originX = 0;
  private originY = 0;
  /** Slots of a row, with an empty one on either side; dense only. */
  private rowLength = 0;
  private slotCount = 0;
  /** Boxes of slot k: sorted entries slotStart[k] .. slotStart[k + 1]. */
  private slotStart: Int32Array = new Int32Array(1024);
  private gridCount = 0;
  /** Before sorting: proxy and slot of each box in the grid. */
  private entryProxy: Int32Array = new Int32Array(256);
  private entrySlot: Int32Array = new Int32Array(256);
  /** After sorting: proxy, slot, row and box. */
  private sortedProxy: Int32Array = new Int32Array(256);
  private sortedSlot: Int32Array = new Int32Array(256);
  private sortedBoxes: Float64Array = new Float64Array(1024);
  /** Place of a proxy among the sorted entries, or -1 if it is large. */
  private placeOf: Int32Array = new Int32Array(256);
  private largeCount = 0;
  private large: Int32Array = new Int32Array(64);
  private sizes: Float64Array = new Float64Array(256);

  constructor(boxes: Float64Array, shapeTest: ShapeTest | null = null) {
    this.boxes = boxes;
    this.shapeTest = shapeTest;
  }

  get proxyCount(): number {
    return this.proxies.count;
  }

  add(proxy: number, flags = 0): void {
    this.proxies.add(proxy, flags);
    const capacity = this.proxies.flags.length;
    if (this.isMoved.length < capacity) {
      this.isMoved = new Uint8Array(capacity);
      this.placeOf = new Int32Array(capacity);
      this.large = new Int32Array(capacity);
      this.sizes = new Float64Array(capacity);
      this.entryProxy = new Int32Array(capacity);
      this.entrySlot = new Int32Array(capacity);
      this.sortedProxy = new Int32Array(capacity);
      this.sortedSlot = new Int32Array(capacity);
      this.sortedBoxes = new Float64Array(4 * capacity);
    }
    this.mustChooseSize = true;
    this.isStale = true;
  }

  remove(proxy: number): void {
    this.proxies.remove(proxy);
    this.isStale = true;
  }

  refresh(_moved: Int32Array, movedCount: number): void {
    if (movedCount > 0) this.isStale = true;
  }

  findPairs(moved: Int32Array, movedCount: number, out: PairBuffer): void {
    out.clear();
    if (movedCount === 0) return;
    this.isStale = true;
    this.build();
    const { isMoved } = this;
    for (let k = 0; k < movedCount; k++) isMoved[moved[k]] = 1;
    if (this.isDense && movedCount > SWEEP_SHARE * this.proxies.count) this.sweep(out);
    else for (let k = 0; k < movedCount; k++) this.searchAround(moved[k], out);
    this.pairLarge(out);
    for (let k = 0; k < movedCount; k++) isMoved[moved[k]] = 0;
  }

  /** Pairs of neighbours within the grid, each once. */
  private sweep(out: PairBuffer): void {
    const { boxes, shapeTest, isMoved, gridCount, rowLength } = this;
    const { sortedProxy, sortedSlot, sortedBoxes, slotStart } = this;
    const flags = this.proxies.flags;
    for (let k = 0; k < gridCount; k++) {
      const p = sortedProxy[k];
      const slot = sortedSlot[k];
      const o = 4 * k;
      const minX = sortedBoxes[o];
      const minY = sortedBoxes[o + 1];
      const maxX = sortedBoxes[o + 2];
      const maxY = sortedBoxes[o + 3];
      let start = k + 1;
      let end = slotStart[slot + 2];
      for (let part = 0; part < 2; part++) {
        for (let i = start; i < end; i++) {
          const u = 4 * i;
          if (
            minX <= sortedBoxes[u + 2] &&
            sortedBoxes[u] <= maxX &&
            minY <= sortedBoxes[u + 3] &&
            sortedBoxes[u + 1] <= maxY
          ) {
            const q = sortedProxy[i];
            if ((isMoved[p] | isMoved[q]) !== 0 && isPair(flags, boxes, shapeTest, p, q)) out.push(p, q);
          }
        }
        start = slotStart[slot + rowLength - 1];
        end = slotStart[slot + rowLength + 2];
      }
    }
  }

  /** Pairs of one moved proxy with others in the grid; of two moved ones the lower finds the pair. */
  private searchAround(p: number, out: PairBuffer): void {
    const flags = this.proxies.flags;
    const place = this.placeOf[p];
    if (flags[p] === 0 || place < 0) return;
    const { boxes, shapeTest, isMoved, sortedProxy, sortedBoxes, slotStart } = this;
    const minX = boxes[4 * p];
    const minY = boxes[4 * p + 1];
    const maxX = boxes[4 * p + 2];
    const maxY = boxes[4 * p + 3];
    const cellX = this.cellX(minX, maxX);
    const cellY = this.cellY(minY, maxY);
    const runs = this.isDense ? 1 : 3;
    for (let dy = -1; dy <= 1; dy++) {
      for (let run = 0; run < runs; run++) {
        // dense: the three slots of a row are one run; hashed: one slot after the other
        const slot = this.isDense
          ? this.denseSlot(cellX - 1, cellY + dy)
          : this.hashedSlot(cellX - 1 + run, cellY + dy);
        const end = slotStart[slot + (this.isDense ? 3 : 1)];
        for (let i = slotStart[slot]; i < end; i++) {
          const u = 4 * i;
          if (
            minX <= sortedBoxes[u + 2] &&
            sortedBoxes[u] <= maxX &&
            minY <= sortedBoxes[u + 3] &&
            sortedBoxes[u + 1] <= maxY
          ) {
            const q = sortedProxy[i];
            if (q === p || (isMoved[q] === 1 && q < p)) continue;
            if (!this.isDense && this.cellY(sortedBoxes[u + 1], sortedBoxes[u + 3]) !== cellY + dy) continue;
            if (isPair(flags, boxes, shapeTest, p, q)) out.push(p, q);
          }
        }
      }
    }
  }

  /** Pairs with large boxes: each against all, or the moved ones against each. */
  private pairLarge(out: PairBuffer): void {
    const { boxes, shapeTest, isMoved, large, largeCount, gridCount, sortedProxy, sortedBoxes } = this;
    const flags = this.proxies.flags;
    for (let n = 0; n < largeCount; n++) {
      const p = large[n];
      const movedP = isMoved[p];
      for (let m = n + 1; m < largeCount; m++) {
        const q = large[m];
        if ((movedP | isMoved[q]) === 0 || !boxesOverlap(boxes, 4 * p, 4 * q)) continue;
        if (isPair(flags, boxes, shapeTest, p, q)) out.push(p, q);
      }
      const minX = boxes[4 * p];
      const minY = boxes[4 * p + 1];
      const maxX = boxes[4 * p + 2];
      const maxY = boxes[4 * p + 3];
      for (let i = 0; i < gridCount; i++) {
        const u = 4 * i;
        if (
          minX <= sortedBoxes[u + 2] &&
          sortedBoxes[u] <= maxX &&
          minY <= sortedBoxes[u + 3] &&
          sortedBoxes[u + 1] <= maxY
        ) {
          const q = sortedProxy[i];
          if ((movedP | isMoved[q]) !== 0 && isPair(flags, boxes, shapeTest, p, q)) out.push(p, q);
        }
      }
    }
  }

  queryBox(minX: number, minY: number, maxX: number, maxY: number, out: ProxyBuffer): number {
    this.build();
    const { boxes, large, largeCount, gridCount, sortedProxy, sortedBoxes } = this;
    const before = out.count;
    for (let i = 0; i < gridCount; i++) {
      const u = 4 * i;
      if (
        minX <= sortedBoxes[u + 2] &&
        sortedBoxes[u] <= maxX &&
        minY <= sortedBoxes[u + 3] &&
        sortedBoxes[u + 1] <= maxY
      ) {
        out.push(sortedProxy[i]);
      }
    }
    for (let n = 0; n < largeCount; n++) {
      const u = 4 * large[n];
      if (minX <= boxes[u + 2] && boxes[u] <= maxX && minY <= boxes[u + 3] && boxes[u + 1] <= maxY) {
        out.push(large[n]);
      }
    }
    return out.count - before;
  }

  castRay(
    originX: number,
    originY: number,
    translationX: number,
    translationY: number,
    maxFraction: number,
    visit: RayVisitor,
  ): void {
    this.build();
    const { boxes, large, largeCount, gridCount, sortedProxy, sortedBoxes } = this;
    let limit = maxFraction;
    for (let n = 0; n < largeCount && limit > 0; n++) {
      if (rayMeetsBox(boxes, 4 * large[n], originX, originY, translationX, translationY, limit)) {
        limit = visit(large[n], limit);
      }
    }
    for (let i = 0; i < gridCount && limit > 0; i++) {
      if (rayMeetsBox(sortedBoxes, 4 * i, originX, originY, translationX, translationY, limit)) {
        limit = visit(sortedProxy[i], limit);
      }
    }
  }

  private cellX(minX: number, maxX: number): number {
    const cell = Math.floor((0.5 * (minX + maxX) - this.originX) * this.inverseSize);
    return Math.max(-CELL_RANGE, Math.min(CELL_RANGE, cell));
  }

  private cellY(minY: number, maxY: number): number {
    const cell = Math.floor((0.5 * (minY + maxY) - this.originY) * this.inverseSize);
    return Math.max(-CELL_RANGE, Math.min(CELL_RANGE, cell));
  }

  private denseSlot(cellX: number, cellY: number): number {
    return (cellY + 1) * this.rowLength + cellX + 1;
  }

  /** Rows start at places spread by a multiplicative hash; along a row the slots follow each other. */
  private hashedSlot(cellX: number, cellY: number): number {
    const h = Math.imul(cellY, 0x9e3779b1);
    return ((h ^ (h >>> 15)) + cellX) & (this.slotCount - 1);
  }

  /** Sorts all boxes into cells if anything has changed. */
  private build(): void {
    if (!this.isStale) return;
    this.isStale = false;
    if (this.mustChooseSize) this.chooseCellSize();
    const { boxes, placeOf, entryProxy, entrySlot, large } = this;
    const { flags, end } = this.proxies;
    const fits = CELL_FILL * this.cellSize;

    let minX = Number.POSITIVE_INFINITY;
    let minY = Number.POSITIVE_INFINITY;
    let maxX = Number.NEGATIVE_INFINITY;
    let maxY = Number.NEGATIVE_INFINITY;
    let count = 0;
    let largeCount = 0;
    for (let p = 0; p < end; p++) {
      if (flags[p] === 0) continue;
      const o = 4 * p;
      if (boxes[o + 2] - boxes[o] <= fits && boxes[o + 3] - boxes[o + 1] <= fits) {
        const x = 0.5 * (boxes[o] + boxes[o + 2]);
        const y = 0.5 * (boxes[o + 1] + boxes[o + 3]);
        if (x < minX) minX = x;
        if (x > maxX) maxX = x;
        if (y < minY) minY = y;
        if (y > maxY) maxY = y;
        entryProxy[count++] = p;
      } else {
        placeOf[p] = -1;
        large[largeCount++] = p;
      }
    }
    this.gridCount = count;
    this.largeCount = largeCount;
    // boxes have grown: choose anew next time
    if (largeCount > LARGE_COUNT + 2 * LARGE_SHARE * (count + largeCount)) this.mustChooseSize = true;
    if (count === 0) return;
    this.originX = minX;
    this.originY = minY;

    const inverse = this.inverseSize;
    const columns = Math.floor((maxX - minX) * inverse) + 3;
    const rows = Math.floor((maxY - minY) * inverse) + 3;
    this.isDense = columns * rows <= DENSE_SLOTS_PER_BOX * count + 1024;
    this.rowLength = columns;
    this.slotCount = this.isDense ? columns * rows : 1 << (33 - Math.clz32(count + 3));
    if (this.slotCount + 2 > this.slotStart.length) this.slotStart = new Int32Array(2 * this.slotCount + 2);
    const slotStart = this.slotStart;
    slotStart.fill(0, 0, this.slotCount + 2);

    // Count, one place ahead; add up; scatter.
    const { isDense, slotCount } = this;
    for (let k = 0; k < count; k++) {
      const o = 4 * entryProxy[k];
      const x = 0.5 * (boxes[o] + boxes[o + 2]);
      const y = 0.5 * (boxes[o + 1] + boxes[o + 3]);
      let slot: number;
      if (isDense) slot = (((y - minY) * inverse + 1) | 0) * columns + (((x - minX) * inverse + 1) | 0);
      else slot = this.hashedSlot(this.cellX(boxes[o], boxes[o + 2]), this.cellY(boxes[o + 1], boxes[o + 3]));
      entrySlot[k] = slot;
      slotStart[slot + 1]++;
    }
    for (let slot = 0; slot < slotCount; slot++) slotStart[slot + 1] += slotStart[slot];
    slotStart[slotCount + 1] = count;
    const { sortedProxy, sortedSlot, sortedBoxes } = this;
    for (let k = count - 1; k >= 0; k--) {
      const p = entryProxy[k];
      const slot = entrySlot[k];
      // slotStart[slot + 1] is the end of the slot until the next lines turn it into its start
      const place = --slotStart[slot + 1];
      sortedProxy[place] = p;
      sortedSlot[place] = slot;
      placeOf[p] = place;
      const u = 4 * place;
      const o = 4 * p;
      sortedBoxes[u] = boxes[o];
      sortedBoxes[u + 1] = boxes[o + 1];
      sortedBoxes[u + 2] = boxes[o + 2];
      sortedBoxes[u + 3] = boxes[o + 3];
    }
    // now slotStart[slot + 1] is the start of the slot: shift back by one place
    slotStart.copyWithin(0, 1, slotCount + 1);
    slotStart[slotCount] = count;
    slotStart[slotCount + 1] = count;
  }

  /** The smallest cell that leaves only a few boxes too large for it. */
  private chooseCellSize(): void {
    const { boxes, sizes } = this;
    const { flags, end } = this.proxies;
    let count = 0;
    for (let p = 0; p < end; p++) {
      if (flags[p] === 0) continue;
      const size = Math.max(boxes[4 * p + 2] - boxes[4 * p], boxes[4 * p + 3] - boxes[4 * p + 1]);
      if (size < Number.POSITIVE_INFINITY) sizes[count++] = size;
    }
    sizes.subarray(0, count).sort();
    const allowed = Math.max(LARGE_COUNT, Math.floor(LARGE_SHARE * count));
    const chosen = count > 2 * allowed ? sizes[count - 1 - allowed] : count > 0 ? sizes[count >> 1] : 1;
    this.cellSize = chosen > 0 ? 1.1 * chosen : 1;
    this.inverseSize = 1 / this.cellSize;
    this.mustChooseSize = false;
  }
}
