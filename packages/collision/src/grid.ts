/**
 * Uniform grid, sorted into cells by a counting sort.
 *
 * Every box lies in the one cell that holds its centre. Cells are at least as large as the boxes in them, so the centres of
 * two overlapping boxes are in the same or in adjacent cells. Boxes are copied in the order of the cells, row after row:
 * what a search reads is then a few contiguous runs. Boxes larger than a cell are kept in a list of their own.
 *
 * When much has moved, everything is sorted anew and one sweep meets every pair of neighbours once (own cell, right, and
 * the three cells of the next row). When less has moved, each moved box looks at its 3 x 3 cells. When very little has
 * moved, the sorted order stays: a box that is still in its cell has its copy rewritten, one that has left it (or is new)
 * goes to a short list of loose boxes until the next sort.
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
/** Size of a cell over the size of the largest common box: room for boxes that turn. */
const CELL_ROOM = 1.1;
/** Slots per box above which rows are hashed. */
const DENSE_SLOTS_PER_BOX = 8;
/** Share of moved boxes above which the whole grid is swept. */
const SWEEP_SHARE = 1 / 3;
/** Share of moved boxes up to which the sorted order is kept. */
const KEEP_SHARE = 1 / 16;
/** Loose boxes that make a new sort due: a share of all, and how many there may be in any case. */
const LOOSE_SHARE = 1 / 64;
const LOOSE_COUNT = 16;
/** Share of the boxes that may be larger than a cell when the cell size is chosen, and how many may be in any case. */
const LARGE_SHARE = 0.01;
const LARGE_COUNT = 8;
/** Growth or loss of boxes, as a share, after which the cell size is chosen anew. */
const CHOICE_SHARE = 0.25;
/** Cell coordinates are clamped to this, so that they stay integers of 32 bits. */
const CELL_RANGE = 2 ** 30;

/** Values of `placeOf` for boxes that are not among the sorted ones. */
const LARGE = -1;
const LOOSE = -2;

export class Grid implements BroadPhase {
  readonly name = 'grid';
  boxes: Float64Array;
  private readonly shapeTest: ShapeTest | null;
  private readonly proxies = new ProxySet();
  private isMoved: Uint8Array = new Uint8Array(256);

  private isStale = true;
  private mustChooseSize = true;
  /** Number of proxies when the cell size was chosen. */
  private chosenFor = 0;
  private cellSize = 1;
  private inverseSize = 1;

  private isDense = true;
  private originX = 0;
  private originY = 0;
  /** Cells per row and rows; the dense grid has an empty cell more on every side. */
  private columns = 0;
  private rows = 0;
  private slotCount = 0;
  /** Boxes of slot k: sorted entries slotStart[k] .. slotStart[k + 1]. */
  private slotStart: Int32Array = new Int32Array(1024);

  /** Before sorting: proxy and slot of each box in the grid. */
  private entryProxy: Int32Array = new Int32Array(256);
  private entrySlot: Int32Array = new Int32Array(256);
  /** After sorting: proxy, slot and box of each entry. The box of an entry that has left is NaN. */
  private sortedCount = 0;
  private sortedProxy: Int32Array = new Int32Array(256);
  private sortedSlot: Int32Array = new Int32Array(256);
  private sortedBoxes: Float64Array = new Float64Array(1024);
  /** Place of a proxy among the sorted entries, or LARGE, or LOOSE. */
  private placeOf: Int32Array = new Int32Array(256);
  private large: Int32Array = new Int32Array(256);
  private largeCount = 0;
  private loose: Int32Array = new Int32Array(256);
  private looseCount = 0;
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
    if (this.placeOf.length < this.proxies.flags.length) this.grow(this.proxies.flags.length);
    this.placeOf[proxy] = LOOSE;
    this.loose[this.looseCount++] = proxy;
    if (this.looseCount > this.looseLimit()) this.isStale = true;
  }

  remove(proxy: number): void {
    const place = this.placeOf[proxy];
    if (place >= 0) this.emptyEntry(place);
    else if (place === LOOSE) this.looseCount = removeFrom(this.loose, this.looseCount, proxy);
    else this.largeCount = removeFrom(this.large, this.largeCount, proxy);
    this.proxies.remove(proxy);
  }

  refresh(moved: Int32Array, movedCount: number): void {
    if (movedCount > KEEP_SHARE * this.proxies.count) this.isStale = true;
    for (let k = 0; k < movedCount && !this.isStale; k++) this.update(moved[k]);
  }

  findPairs(moved: Int32Array, movedCount: number, out: PairBuffer): void {
    out.clear();
    if (movedCount === 0) return;
    this.refresh(moved, movedCount);
    this.sort();
    const { isMoved } = this;
    for (let k = 0; k < movedCount; k++) isMoved[moved[k]] = 1;
    if (this.isDense && movedCount > SWEEP_SHARE * this.proxies.count) {
      this.sweep(out);
    } else {
      for (let k = 0; k < movedCount; k++) this.searchAround(moved[k], out);
    }
    this.pairLarge(out);
    for (let k = 0; k < movedCount; k++) isMoved[moved[k]] = 0;
  }

  queryBox(minX: number, minY: number, maxX: number, maxY: number, out: ProxyBuffer): number {
    this.sort();
    const { boxes, sortedProxy, sortedBoxes, slotStart, columns } = this;
    const before = out.count;
    // Centres of boxes that reach in are at most half a cell outside.
    const reach = 0.5 * this.cellSize;
    const isDense = this.isDense;
    const fromRow = isDense ? Math.max(0, this.cellY(minY - reach)) : 0;
    const toRow = isDense ? Math.min(this.rows - 1, this.cellY(maxY + reach)) : 0;
    const fromColumn = Math.max(0, this.cellX(minX - reach));
    const toColumn = Math.min(columns - 1, this.cellX(maxX + reach));
    for (let row = fromRow; row <= toRow; row++) {
      // hashed: all entries at once
      let start = 0;
      let end = this.sortedCount;
      if (isDense) {
        if (fromColumn > toColumn) break;
        start = slotStart[this.denseSlot(fromColumn, row)];
        end = slotStart[this.denseSlot(toColumn, row) + 1];
      }
      for (let i = start; i < end; i++) {
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
    }
    for (let list = 0; list < 2; list++) {
      const proxies = list === 0 ? this.large : this.loose;
      const count = list === 0 ? this.largeCount : this.looseCount;
      for (let n = 0; n < count; n++) {
        const u = 4 * proxies[n];
        if (minX <= boxes[u + 2] && boxes[u] <= maxX && minY <= boxes[u + 3] && boxes[u + 1] <= maxY) {
          out.push(proxies[n]);
        }
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
    this.sort();
    const { boxes, sortedProxy, sortedBoxes, slotStart } = this;
    let limit = maxFraction;
    for (let list = 0; list < 2; list++) {
      const proxies = list === 0 ? this.large : this.loose;
      const count = list === 0 ? this.largeCount : this.looseCount;
      for (let n = 0; n < count && limit > 0; n++) {
        if (rayMeetsBox(boxes, 4 * proxies[n], originX, originY, translationX, translationY, limit)) {
          limit = visit(proxies[n], limit);
        }
      }
    }
    // Rows in the direction of the ray; in each one the columns the ray passes while within half a cell of the row.
    const reach = 0.5 * this.cellSize;
    const endY = originY + limit * translationY;
    const isUp = translationY >= 0;
    const lowest = this.isDense ? Math.max(0, this.cellY(Math.min(originY, endY) - reach)) : 0;
    const highest = this.isDense ? Math.min(this.rows - 1, this.cellY(Math.max(originY, endY) + reach)) : 0;
    for (let n = lowest; n <= highest && limit > 0; n++) {
      const row = isUp ? n : highest + lowest - n;
      let start = 0;
      let end = this.sortedCount;
      if (this.isDense) {
        let enter = 0;
        let exit = limit;
        if (translationY !== 0) {
          const low = this.originY + row * this.cellSize - reach;
          const high = low + 2 * this.cellSize;
          const atLow = (low - originY) / translationY;
          const atHigh = (high - originY) / translationY;
          enter = Math.max(enter, Math.min(atLow, atHigh));
          exit = Math.min(exit, Math.max(atLow, atHigh));
          if (enter > exit) continue;
        }
        const x0 = originX + enter * translationX;
        const x1 = originX + exit * translationX;
        const fromColumn = Math.max(0, this.cellX(Math.min(x0, x1) - reach));
        const toColumn = Math.min(this.columns - 1, this.cellX(Math.max(x0, x1) + reach));
        if (fromColumn > toColumn) continue;
        start = slotStart[this.denseSlot(fromColumn, row)];
        end = slotStart[this.denseSlot(toColumn, row) + 1];
      }
      for (let k = start; k < end && limit > 0; k++) {
        const i = translationX >= 0 ? k : start + end - 1 - k;
        if (rayMeetsBox(sortedBoxes, 4 * i, originX, originY, translationX, translationY, limit)) {
          limit = visit(sortedProxy[i], limit);
        }
      }
    }
  }

  /** Pairs of neighbours within the grid, each once. */
  private sweep(out: PairBuffer): void {
    const { boxes, shapeTest, isMoved, sortedCount, sortedProxy, sortedSlot, sortedBoxes, slotStart } = this;
    const flags = this.proxies.flags;
    const rowLength = this.columns + 2;
    for (let k = 0; k < sortedCount; k++) {
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

  /** Pairs of one moved proxy with sorted and loose ones; of two moved ones the lower finds the pair. */
  private searchAround(p: number, out: PairBuffer): void {
    const flags = this.proxies.flags;
    if (flags[p] === 0 || this.placeOf[p] === LARGE) return;
    const { boxes, shapeTest, isMoved, isDense, sortedProxy, sortedBoxes, slotStart, loose, looseCount } =
      this;
    const minX = boxes[4 * p];
    const minY = boxes[4 * p + 1];
    const maxX = boxes[4 * p + 2];
    const maxY = boxes[4 * p + 3];
    const cellX = this.cellX(0.5 * (minX + maxX));
    const cellY = this.cellY(0.5 * (minY + maxY));
    const lowest = isDense ? Math.max(0, cellY - 1) : cellY - 1;
    const highest = isDense ? Math.min(this.rows - 1, cellY + 1) : cellY + 1;
    const left = isDense ? Math.max(0, cellX - 1) : cellX - 1;
    const right = isDense ? Math.min(this.columns - 1, cellX + 1) : cellX + 1;
    for (let row = lowest; row <= highest; row++) {
      for (let column = left; column <= right; column++) {
        let start: number;
        let end: number;
        if (isDense) {
          // the cells of a row are one run
          start = slotStart[this.denseSlot(left, row)];
          end = slotStart[this.denseSlot(right, row) + 1];
          column = right;
        } else {
          const slot = this.hashedSlot(column, row);
          start = slotStart[slot];
          end = slotStart[slot + 1];
        }
        for (let i = start; i < end; i++) {
          const u = 4 * i;
          if (
            minX <= sortedBoxes[u + 2] &&
            sortedBoxes[u] <= maxX &&
            minY <= sortedBoxes[u + 3] &&
            sortedBoxes[u + 1] <= maxY
          ) {
            const q = sortedProxy[i];
            if (q === p || (isMoved[q] === 1 && q < p)) continue;
            if (!isDense && this.cellY(0.5 * (sortedBoxes[u + 1] + sortedBoxes[u + 3])) !== row) continue;
            if (isPair(flags, boxes, shapeTest, p, q)) out.push(p, q);
          }
        }
      }
    }
    for (let n = 0; n < looseCount; n++) {
      const q = loose[n];
      if (q === p || (isMoved[q] === 1 && q < p)) continue;
      if (boxesOverlap(boxes, 4 * p, 4 * q) && isPair(flags, boxes, shapeTest, p, q)) out.push(p, q);
    }
  }

  /** Pairs with large boxes: each against all others, if one of the two has moved. */
  private pairLarge(out: PairBuffer): void {
    const { boxes, shapeTest, isMoved, large, largeCount, loose, looseCount } = this;
    const { sortedCount, sortedProxy, sortedBoxes } = this;
    const flags = this.proxies.flags;
    for (let n = 0; n < largeCount; n++) {
      const p = large[n];
      const movedP = isMoved[p];
      for (let m = n + 1; m < largeCount + looseCount; m++) {
        const q = m < largeCount ? large[m] : loose[m - largeCount];
        if ((movedP | isMoved[q]) === 0 || !boxesOverlap(boxes, 4 * p, 4 * q)) continue;
        if (isPair(flags, boxes, shapeTest, p, q)) out.push(p, q);
      }
      const minX = boxes[4 * p];
      const minY = boxes[4 * p + 1];
      const maxX = boxes[4 * p + 2];
      const maxY = boxes[4 * p + 3];
      for (let i = 0; i < sortedCount; i++) {
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

  /** Takes in a new box without sorting: rewrites the copy, or makes the box loose, or asks for a sort. */
  private update(proxy: number): void {
    const place = this.placeOf[proxy];
    const { boxes } = this;
    const o = 4 * proxy;
    const fits = this.fits(o);
    if (this.proxies.flags[proxy] === 0) return;
    if (place < 0) {
      if (place === LOOSE && !fits) this.isStale = true;
      return;
    }
    if (fits) {
      const cellX = this.cellX(0.5 * (boxes[o] + boxes[o + 2]));
      const cellY = this.cellY(0.5 * (boxes[o + 1] + boxes[o + 3]));
      const isInside = cellX >= 0 && cellX < this.columns && cellY >= 0 && cellY < this.rows;
      const slot = this.isDense ? this.denseSlot(cellX, cellY) : this.hashedSlot(cellX, cellY);
      if ((isInside || !this.isDense) && slot === this.sortedSlot[place]) {
        this.copyBox(place, o);
        return;
      }
    }
    if (!fits || this.looseCount >= this.looseLimit()) {
      this.isStale = true;
      return;
    }
    this.emptyEntry(place);
    this.placeOf[proxy] = LOOSE;
    this.loose[this.looseCount++] = proxy;
  }

  /** Sorts all boxes into cells if that is due. */
  private sort(): void {
    if (!this.isStale) return;
    this.isStale = false;
    const { proxies } = this;
    if (
      this.mustChooseSize ||
      Math.abs(proxies.count - this.chosenFor) > CHOICE_SHARE * this.chosenFor + LARGE_COUNT
    ) {
      this.chooseCellSize();
    }
    const { boxes, placeOf, entryProxy, entrySlot, large } = this;
    const { flags, end } = proxies;
    const fits = CELL_FILL * this.cellSize;
    this.looseCount = 0;

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
        placeOf[p] = LARGE;
        large[largeCount++] = p;
      }
    }
    this.sortedCount = count;
    this.largeCount = largeCount;
    // boxes have grown: choose anew next time
    if (largeCount > LARGE_COUNT + 2 * LARGE_SHARE * proxies.count) this.mustChooseSize = true;
    if (count === 0) {
      minX = 0;
      minY = 0;
      maxX = 0;
      maxY = 0;
    }
    this.originX = minX;
    this.originY = minY;

    const inverse = this.inverseSize;
    const columns = Math.floor((maxX - minX) * inverse) + 1;
    const rows = Math.floor((maxY - minY) * inverse) + 1;
    const isDense = (columns + 2) * (rows + 2) <= DENSE_SLOTS_PER_BOX * count + 1024;
    this.isDense = isDense;
    this.columns = columns;
    this.rows = rows;
    const slotCount = isDense ? (columns + 2) * (rows + 2) : 1 << (33 - Math.clz32(count + 3));
    this.slotCount = slotCount;
    if (slotCount + 2 > this.slotStart.length) this.slotStart = new Int32Array(2 * slotCount + 2);
    const slotStart = this.slotStart;

    // Count each slot two places ahead, add up, and scatter: afterwards slotStart[slot + 1] has become the end of the slot.
    slotStart.fill(0, 0, slotCount + 2);
    for (let k = 0; k < count; k++) {
      const o = 4 * entryProxy[k];
      const x = 0.5 * (boxes[o] + boxes[o + 2]);
      const y = 0.5 * (boxes[o + 1] + boxes[o + 3]);
      const slot = isDense
        ? (((y - minY) * inverse + 1) | 0) * (columns + 2) + (((x - minX) * inverse + 1) | 0)
        : this.hashedSlot(this.cellX(x), this.cellY(y));
      entrySlot[k] = slot;
      slotStart[slot + 2]++;
    }
    for (let slot = 2; slot < slotCount + 2; slot++) slotStart[slot] += slotStart[slot - 1];
    const { sortedProxy, sortedSlot } = this;
    for (let k = 0; k < count; k++) {
      const p = entryProxy[k];
      const slot = entrySlot[k];
      const place = slotStart[slot + 1]++;
      sortedProxy[place] = p;
      sortedSlot[place] = slot;
      placeOf[p] = place;
      this.copyBox(place, 4 * p);
    }
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
    this.cellSize = chosen > 0 ? CELL_ROOM * chosen : 1;
    this.inverseSize = 1 / this.cellSize;
    this.mustChooseSize = false;
    this.chosenFor = this.proxies.count;
  }

  private fits(offset: number): boolean {
    const fits = CELL_FILL * this.cellSize;
    const { boxes } = this;
    return boxes[offset + 2] - boxes[offset] <= fits && boxes[offset + 3] - boxes[offset + 1] <= fits;
  }

  private cellX(x: number): number {
    const cell = Math.floor((x - this.originX) * this.inverseSize);
    return cell < -CELL_RANGE ? -CELL_RANGE : cell > CELL_RANGE ? CELL_RANGE : cell;
  }

  private cellY(y: number): number {
    const cell = Math.floor((y - this.originY) * this.inverseSize);
    return cell < -CELL_RANGE ? -CELL_RANGE : cell > CELL_RANGE ? CELL_RANGE : cell;
  }

  private denseSlot(cellX: number, cellY: number): number {
    return (cellY + 1) * (this.columns + 2) + cellX + 1;
  }

  /** Rows start at places spread by a multiplicative hash; along a row the slots follow each other. */
  private hashedSlot(cellX: number, cellY: number): number {
    const h = Math.imul(cellY, 0x9e3779b1);
    return ((h ^ (h >>> 15)) + cellX) & (this.slotCount - 1);
  }

  private looseLimit(): number {
    return LOOSE_COUNT + LOOSE_SHARE * this.proxies.count;
  }

  private copyBox(place: number, offset: number): void {
    const { boxes, sortedBoxes } = this;
    const u = 4 * place;
    sortedBoxes[u] = boxes[offset];
    sortedBoxes[u + 1] = boxes[offset + 1];
    sortedBoxes[u + 2] = boxes[offset + 2];
    sortedBoxes[u + 3] = boxes[offset + 3];
  }

  /** Makes the box of an entry one that nothing overlaps and no ray meets. */
  private emptyEntry(place: number): void {
    const u = 4 * place;
    this.sortedBoxes[u] = Number.NaN;
    this.sortedBoxes[u + 1] = Number.NaN;
    this.sortedBoxes[u + 2] = Number.NaN;
    this.sortedBoxes[u + 3] = Number.NaN;
  }

  private grow(capacity: number): void {
    const longer = (from: Int32Array): Int32Array => {
      const to = new Int32Array(capacity);
      to.set(from);
      return to;
    };
    this.isMoved = new Uint8Array(capacity);
    this.sizes = new Float64Array(capacity);
    this.entryProxy = new Int32Array(capacity);
    this.entrySlot = new Int32Array(capacity);
    this.sortedProxy = longer(this.sortedProxy);
    this.sortedSlot = longer(this.sortedSlot);
    const sortedBoxes = new Float64Array(4 * capacity);
    sortedBoxes.set(this.sortedBoxes);
    this.sortedBoxes = sortedBoxes;
    this.placeOf = longer(this.placeOf);
    this.large = longer(this.large);
    this.loose = longer(this.loose);
  }
}

/** Removes a value from the first `count` entries of a list, in place of which the last one comes; returns the new count. */
function removeFrom(list: Int32Array, count: number, value: number): number {
  for (let k = 0; k < count; k++) {
    if (list[k] === value) {
      list[k] = list[count - 1];
      return count - 1;
    }
  }
  return count;
}
