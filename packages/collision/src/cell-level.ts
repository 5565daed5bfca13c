/**
 * One level of the grid: boxes up to a maximum size, sorted into cells by a counting sort.
 *
 * Every box is in the cell that contains its centre. The cells are at least as high as the boxes. So a box that reaches into a
 * rectangle has its centre at most half a cell height outside of it. Boxes are copied in the order of the cells, row after row, so
 * that a search reads a few contiguous runs.
 *
 * A dense level has one slot per cell, plus a border of empty slots. If that would take more than a few slots per box (a body
 * far away from the others), rows of cells are hashed into a table instead, so the domain has no limits. Code that reads a
 * slot of a hashed level has to compare the row of each box.
 */
import { type BoxVisitor, type RayVisitor, rayMeetsBox } from './broad-phase.js';
import { grown } from './grown.js';
import type { ProxyBuffer } from './pair-buffer.js';

/** Maximum size of a box as a share of the cell size. The rest allows for rounding of cell indices. */
const CELL_FILL = 0.999;
/** Rows are hashed if a dense level would need more slots than this number per box, plus a fixed number. */
const DENSE_SLOTS_PER_BOX = 16;
const DENSE_SLOTS = 2048;
/**
 * The cells of a dense level are this much narrower than high: the runs that a search reads then begin and end nearer to the box. Measured:
 * a sixth less time for a pile of 4,000 bodies. With more, boxes leave their cells more often.
 */
const NARROWING = 2;
/** Number of empty slots before each row of a dense level: more columns than lie between the centres of two boxes that overlap. */
export const BORDER: number = NARROWING + 1;
/** Cell coordinates are clamped to this, so that they are 32-bit integers. */
const CELL_RANGE = 2 ** 30;

export class CellLevel {
  /** Number of boxes for which the cell size was chosen. */
  chosenCount = 0;
  isDense = true;
  /** Number of slots from a row of a dense level to the next: its columns of cells and the empty border before them. */
  rowLength = 0;
  /** Boxes of slot k: entries slotStart[k] .. slotStart[k + 1]. */
  slotStart: Int32Array = new Int32Array(256);
  /** Entries in the order of the slots: proxy, slot, box. The box of a removed entry is NaN. */
  count = 0;
  proxies: Int32Array = new Int32Array(64);
  slots: Int32Array = new Int32Array(64);
  boxes: Float64Array = new Float64Array(256);

  /** At least half of the maximum size of a box, metres: how far outside of a rectangle the centre of a box that reaches into it may be. */
  reach = 0;
  /** Maximum width and height of a box in this level, metres. */
  private largest = 0;
  private rows = 0;
  private cellSize = 1;
  private inverseSize = 1;
  /** Columns of cells per metre. */
  inverseWidth = 1;
  originX = 0;
  private originY = 0;
  private slotCount = 0;
  private unsortedProxies: Int32Array = new Int32Array(64);
  private unsortedSlots: Int32Array = new Int32Array(64);
  /** The box of a cell, for visitors. */
  private readonly cell = new Float64Array(4);

  /** Sets the cell size, metres, and removes all boxes. */
  setCellSize(size: number): void {
    this.cellSize = size;
    this.inverseSize = 1 / size;
    this.largest = CELL_FILL * size;
    this.reach = 0.5 * size;
    this.count = 0;
  }

  /** Removes all boxes. */
  clear(): void {
    this.count = 0;
  }

  /** Whether the box at an offset is small enough for this level; false for a box of NaN. */
  fits(boxes: Float64Array, offset: number): boolean {
    const { largest } = this;
    return boxes[offset + 2] - boxes[offset] <= largest && boxes[offset + 3] - boxes[offset + 1] <= largest;
  }

  /** Adds a proxy to those of the next `sort`. */
  take(proxy: number): void {
    if (this.count === this.unsortedProxies.length) this.grow(2 * this.count);
    this.unsortedProxies[this.count++] = proxy;
  }

  /** Sorts the added proxies and writes the index of each entry to `placeOf`. */
  sort(boxes: Float64Array, placeOf: Int32Array): void {
    const { count, unsortedProxies, unsortedSlots, inverseSize } = this;
    const inverseWidth = NARROWING * inverseSize;
    let minX = Number.POSITIVE_INFINITY;
    let minY = Number.POSITIVE_INFINITY;
    let maxX = Number.NEGATIVE_INFINITY;
    let maxY = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < count; k++) {
      const o = 4 * unsortedProxies[k];
      const x = 0.5 * (boxes[o] + boxes[o + 2]);
      const y = 0.5 * (boxes[o + 1] + boxes[o + 3]);
      if (x < minX) minX = x;
      if (x > maxX) maxX = x;
      if (y < minY) minY = y;
      if (y > maxY) maxY = y;
    }
    this.originX = count > 0 ? minX : 0;
    this.originY = count > 0 ? minY : 0;
    const rowLength = BORDER + (count > 0 ? Math.floor((maxX - minX) * inverseWidth) + 1 : 1);
    const rows = count > 0 ? Math.floor((maxY - minY) * inverseSize) + 1 : 1;
    const isDense = rowLength * (rows + 3) <= DENSE_SLOTS_PER_BOX * count + DENSE_SLOTS;
    this.inverseWidth = isDense ? inverseWidth : inverseSize;
    this.isDense = isDense;
    this.rowLength = rowLength;
    this.rows = rows;
    const slotCount = isDense ? rowLength * (rows + 3) : 1 << (33 - Math.clz32(count + 3));
    this.slotCount = slotCount;
    if (slotCount + 2 > this.slotStart.length) this.slotStart = new Int32Array(2 * slotCount + 2);
    const { slotStart, proxies, slots } = this;

    // Count each slot two places ahead, sum, and scatter. Afterwards slotStart[slot + 1] is the end of the slot.
    slotStart.fill(0, 0, slotCount + 2);
    for (let k = 0; k < count; k++) {
      const o = 4 * unsortedProxies[k];
      const x = 0.5 * (boxes[o] + boxes[o + 2]);
      const y = 0.5 * (boxes[o + 1] + boxes[o + 3]);
      const slot = isDense
        ? // truncate before adding 1: 3.9999999999999996 + 1, in the last of 4 rows, would give 5
          ((((y - minY) * inverseSize) | 0) + 1) * rowLength + (((x - minX) * inverseWidth) | 0) + BORDER
        : this.hashedSlot(this.cellX(x), this.cellY(y));
      unsortedSlots[k] = slot;
      slotStart[slot + 2]++;
    }
    for (let slot = 2; slot < slotCount + 2; slot++) slotStart[slot] += slotStart[slot - 1];
    for (let k = 0; k < count; k++) {
      const proxy = unsortedProxies[k];
      const slot = unsortedSlots[k];
      const place = slotStart[slot + 1]++;
      proxies[place] = proxy;
      slots[place] = slot;
      placeOf[proxy] = place;
      this.copyBox(place, boxes, 4 * proxy);
    }
  }

  /** Rewrites the box of an entry if its centre is still in the same cell; returns whether it is. */
  update(place: number, boxes: Float64Array, offset: number): boolean {
    const cellX = this.cellX(0.5 * (boxes[offset] + boxes[offset + 2]));
    const cellY = this.cellY(0.5 * (boxes[offset + 1] + boxes[offset + 3]));
    if (this.isDense) {
      if (cellX < 0 || cellX >= this.rowLength - BORDER || cellY < 0 || cellY >= this.rows) return false;
    } else if (cellY !== this.rowOf(place)) return false;
    if (this.slotOf(cellX, cellY) !== this.slots[place]) return false;
    this.copyBox(place, boxes, offset);
    return true;
  }

  /** Removes an entry from all searches: its box becomes NaN, which overlaps nothing and which no ray hits. */
  empty(place: number): void {
    this.boxes.fill(Number.NaN, 4 * place, 4 * place + 4);
  }

  /** Appends to `out` the proxies of the entries whose boxes touch the box at an offset. */
  collect(box: Float64Array, offset: number, out: ProxyBuffer): void {
    const { isDense, boxes, count, proxies, slotStart } = this;
    const minX = box[offset];
    const minY = box[offset + 1];
    const maxX = box[offset + 2];
    const maxY = box[offset + 3];
    const { reach } = this;
    let left = this.cellX(minX - reach);
    let right = this.cellX(maxX + reach);
    let lowest = this.cellY(minY - reach);
    let highest = this.cellY(maxY + reach);
    // hashed level: if there are fewer boxes than cells, read the boxes in one run
    let isWhole = false;
    if (isDense) {
      left = Math.max(0, left);
      right = Math.min(this.rowLength - BORDER - 1, right);
      lowest = Math.max(0, lowest);
      highest = Math.min(this.rows - 1, highest);
    } else if ((right - left + 1) * (highest - lowest + 1) > count) {
      isWhole = true;
      left = right;
      lowest = highest;
    }
    for (let row = lowest; row <= highest; row++) {
      for (let column = left; column <= right; column++) {
        let start = 0;
        let end = count;
        if (!isWhole) {
          start = slotStart[this.slotOf(column, row)];
          // the cells of a row of a dense level are contiguous
          if (isDense) column = right;
          end = slotStart[this.slotOf(column, row) + 1];
        }
        for (let i = start; i < end; i++) {
          const u = 4 * i;
          // false for the box of a removed entry
          if (minX <= boxes[u + 2] && boxes[u] <= maxX && minY <= boxes[u + 3] && boxes[u + 1] <= maxY) {
            if (isDense || isWhole || this.rowOf(i) === row) out.push(proxies[i]);
          }
        }
      }
    }
  }

  /**
   * Visits the proxies of the entries whose boxes the ray hits; see `BroadPhase.castRay`. Returns the last fraction that the visitor
   * returned, or `maxFraction`.
   *
   * The rows are visited in the direction of the ray, and in each row the columns that the ray crosses while it is in reach of the row.
   */
  castRay(
    originX: number,
    originY: number,
    translationX: number,
    translationY: number,
    maxFraction: number,
    visit: RayVisitor,
  ): number {
    const { isDense, boxes, count, proxies, slotStart, originY: bottom, cellSize } = this;
    let limit = maxFraction;
    const { reach } = this;
    const endX = originX + limit * translationX;
    const endY = originY + limit * translationY;
    let lowest = this.cellY(Math.min(originY, endY) - reach);
    let highest = this.cellY(Math.max(originY, endY) + reach);
    let isWhole = false;
    if (isDense) {
      lowest = Math.max(0, lowest);
      highest = Math.min(this.rows - 1, highest);
    } else {
      // hashed level: if there are fewer boxes than cells, read the boxes in one run. With its reach, the ray meets each column in about
      // two rows, and three columns of each row.
      const columns = Math.abs(this.cellX(endX) - this.cellX(originX));
      isWhole = 2 * columns + 3 * (highest - lowest + 1) > count;
      if (isWhole) lowest = highest;
    }
    for (let n = lowest; n <= highest && limit > 0; n++) {
      const row = translationY >= 0 ? n : highest + lowest - n;
      let left = 0;
      let right = 0;
      if (!isWhole) {
        let enter = 0;
        let exit = limit;
        if (translationY !== 0) {
          const rowStart = bottom + row * cellSize;
          const atLow = (rowStart - reach - originY) / translationY;
          const atHigh = (rowStart + cellSize + reach - originY) / translationY;
          enter = Math.max(enter, Math.min(atLow, atHigh));
          exit = Math.min(exit, Math.max(atLow, atHigh));
          if (enter > exit) continue;
        }
        const x0 = originX + enter * translationX;
        const x1 = originX + exit * translationX;
        left = this.cellX(Math.min(x0, x1) - reach);
        right = this.cellX(Math.max(x0, x1) + reach);
        if (isDense) {
          left = Math.max(0, left);
          right = Math.min(this.rowLength - BORDER - 1, right);
        }
      }
      for (let column = left; column <= right; column++) {
        let start = 0;
        let end = count;
        if (!isWhole) {
          start = slotStart[this.slotOf(column, row)];
          if (isDense) column = right;
          end = slotStart[this.slotOf(column, row) + 1];
        }
        for (let k = start; k < end && limit > 0; k++) {
          const i = translationX >= 0 ? k : start + end - 1 - k;
          if (!isDense && !isWhole && this.rowOf(i) !== row) continue;
          if (rayMeetsBox(boxes, 4 * i, originX, originY, translationX, translationY, limit)) {
            limit = visit(proxies[i], limit);
          }
        }
      }
    }
    return limit;
  }

  /** Visits the cells that contain boxes, as boxes of depth 0. A hashed level may visit a cell more than once. */
  visitCells(visit: BoxVisitor): void {
    const { cell, boxes, originX, originY, cellSize, inverseWidth } = this;
    let lastX = Number.NaN;
    let lastY = Number.NaN;
    for (let place = 0; place < this.count; place++) {
      const o = 4 * place;
      // a removed entry
      if (Number.isNaN(boxes[o])) continue;
      const x = this.cellX(0.5 * (boxes[o] + boxes[o + 2]));
      const y = this.rowOf(place);
      if (x === lastX && y === lastY) continue;
      lastX = x;
      lastY = y;
      cell[0] = originX + x / inverseWidth;
      cell[1] = originY + y * cellSize;
      cell[2] = cell[0] + 1 / inverseWidth;
      cell[3] = cell[1] + cellSize;
      visit(cell, 0, 0, -1);
    }
  }

  /** Row of the cell of an entry. */
  private rowOf(place: number): number {
    return this.cellY(0.5 * (this.boxes[4 * place + 1] + this.boxes[4 * place + 3]));
  }

  /** Column of the cell that contains x. */
  private cellX(x: number): number {
    const cell = Math.floor((x - this.originX) * this.inverseWidth);
    return cell < -CELL_RANGE ? -CELL_RANGE : cell > CELL_RANGE ? CELL_RANGE : cell;
  }

  /** Row of the cell that contains y. */
  private cellY(y: number): number {
    const cell = Math.floor((y - this.originY) * this.inverseSize);
    return cell < -CELL_RANGE ? -CELL_RANGE : cell > CELL_RANGE ? CELL_RANGE : cell;
  }

  /** Slot of a cell. The slots of the cells of a row are consecutive. */
  private slotOf(cellX: number, cellY: number): number {
    return this.isDense ? (cellY + 1) * this.rowLength + cellX + BORDER : this.hashedSlot(cellX, cellY);
  }

  /**
   * Slot of a cell in a hashed level. A multiplicative hash spreads the starts of the rows. Two cells of a row share a slot if they are as
   * many cells apart as there are slots, which are more than twice the boxes.
   */
  private hashedSlot(cellX: number, cellY: number): number {
    const h = Math.imul(cellY, 0x9e3779b1);
    return ((h ^ (h >>> 15)) + cellX) & (this.slotCount - 1);
  }

  private copyBox(place: number, boxes: Float64Array, offset: number): void {
    const own = this.boxes;
    const o = 4 * place;
    own[o] = boxes[offset];
    own[o + 1] = boxes[offset + 1];
    own[o + 2] = boxes[offset + 2];
    own[o + 3] = boxes[offset + 3];
  }

  private grow(capacity: number): void {
    this.unsortedProxies = grown(this.unsortedProxies, capacity);
    this.unsortedSlots = new Int32Array(capacity);
    this.proxies = new Int32Array(capacity);
    this.slots = new Int32Array(capacity);
    this.boxes = new Float64Array(4 * capacity);
  }
}
