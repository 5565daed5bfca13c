/**
 * One level of the grid: boxes up to a maximum size, sorted into cells at least that large by a counting sort.
 *
 * Every box is in the cell that contains its centre. So a box that reaches into a rectangle has its centre at most half a box
 * size outside of it. Boxes are copied in the order of the cells, row after row, so that a search reads a few contiguous runs.
 *
 * A dense level has one slot per cell, plus a border of empty slots. If that would take more than a few slots per box (a body
 * far away from the others), rows of cells are hashed into a table instead, so the domain has no limits. Code that reads a
 * slot of a hashed level has to compare the row of each box.
 */
import type { BoxVisitor } from './broad-phase.js';

/** Maximum size of a box as a share of the cell size. The rest allows for rounding of cell indices. */
const CELL_FILL = 0.999;
/** Rows are hashed if a dense level would need more slots than this number per box, plus a fixed number. */
const DENSE_SLOTS_PER_BOX = 8;
const DENSE_SLOTS = 1024;
/** Cell coordinates are clamped to this, so that they are 32-bit integers. */
const CELL_RANGE = 2 ** 30;

export class CellLevel {
  /** Maximum width and height of a box in this level, metres. */
  largest = 0;
  /** Number of boxes for which the cell size was chosen. */
  chosenCount = 0;
  isDense = true;
  /** Number of columns and rows of cells, without the empty border of a dense level. */
  columns = 0;
  rows = 0;
  /** Boxes of slot k: entries slotStart[k] .. slotStart[k + 1]. */
  slotStart: Int32Array = new Int32Array(256);
  /** Entries in the order of the slots: proxy, slot, box. The box of a removed entry is NaN. */
  count = 0;
  proxies: Int32Array = new Int32Array(64);
  slots: Int32Array = new Int32Array(64);
  boxes: Float64Array = new Float64Array(256);

  /** Result of `findRange`: first and last column and row. There is no cell if a first one is after the last. */
  left = 0;
  right = 0;
  lowest = 0;
  highest = 0;

  private cellSize = 1;
  private inverseSize = 1;
  private originX = 0;
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
    const columns = count > 0 ? Math.floor((maxX - minX) * inverseSize) + 1 : 1;
    const rows = count > 0 ? Math.floor((maxY - minY) * inverseSize) + 1 : 1;
    const isDense = (columns + 2) * (rows + 2) <= DENSE_SLOTS_PER_BOX * count + DENSE_SLOTS;
    this.isDense = isDense;
    this.columns = columns;
    this.rows = rows;
    const slotCount = isDense ? (columns + 2) * (rows + 2) : 1 << (33 - Math.clz32(count + 3));
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
          ((((y - minY) * inverseSize) | 0) + 1) * (columns + 2) + (((x - minX) * inverseSize) | 0) + 1
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
      if (cellX < 0 || cellX >= this.columns || cellY < 0 || cellY >= this.rows) return false;
      if (this.denseSlot(cellX, cellY) !== this.slots[place]) return false;
    } else if (this.hashedSlot(cellX, cellY) !== this.slots[place] || cellY !== this.rowOf(place)) {
      return false;
    }
    this.copyBox(place, boxes, offset);
    return true;
  }

  /** Removes an entry from all searches: its box becomes NaN, which overlaps nothing and which no ray hits. */
  empty(place: number): void {
    this.boxes.fill(Number.NaN, 4 * place, 4 * place + 4);
  }

  /** Row of the cell of an entry. */
  rowOf(place: number): number {
    return this.cellY(0.5 * (this.boxes[4 * place + 1] + this.boxes[4 * place + 3]));
  }

  cellX(x: number): number {
    const cell = Math.floor((x - this.originX) * this.inverseSize);
    return cell < -CELL_RANGE ? -CELL_RANGE : cell > CELL_RANGE ? CELL_RANGE : cell;
  }

  cellY(y: number): number {
    const cell = Math.floor((y - this.originY) * this.inverseSize);
    return cell < -CELL_RANGE ? -CELL_RANGE : cell > CELL_RANGE ? CELL_RANGE : cell;
  }

  /** Finds the cells whose boxes may touch the box at an offset. For a hashed level, it is one cell, which stands for all. */
  findRange(box: Float64Array, offset: number): void {
    const { originX, originY, inverseSize, columns, rows } = this;
    if (!this.isDense) {
      this.left = 0;
      this.right = 0;
      this.lowest = 0;
      this.highest = 0;
      return;
    }
    const reach = 0.5 * this.largest;
    const left = Math.floor((box[offset] - reach - originX) * inverseSize);
    const lowest = Math.floor((box[offset + 1] - reach - originY) * inverseSize);
    const right = Math.floor((box[offset + 2] + reach - originX) * inverseSize);
    const highest = Math.floor((box[offset + 3] + reach - originY) * inverseSize);
    this.left = Math.max(0, Math.min(columns, left)) | 0;
    this.lowest = Math.max(0, Math.min(rows, lowest)) | 0;
    this.right = Math.max(-1, Math.min(columns - 1, right)) | 0;
    this.highest = Math.max(-1, Math.min(rows - 1, highest)) | 0;
  }

  /** Visits the cells that contain boxes, as boxes of depth 0. A hashed level may visit a cell more than once. */
  visitCells(visit: BoxVisitor): void {
    const { cell, boxes, originX, originY, cellSize } = this;
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
      cell[0] = originX + x * cellSize;
      cell[1] = originY + y * cellSize;
      cell[2] = cell[0] + cellSize;
      cell[3] = cell[1] + cellSize;
      visit(cell, 0, 0, -1);
    }
  }

  /** Lower border of a row, metres. */
  rowStart(row: number): number {
    return this.originY + row * this.cellSize;
  }

  get rowHeight(): number {
    return this.cellSize;
  }

  denseSlot(cellX: number, cellY: number): number {
    return (cellY + 1) * (this.columns + 2) + cellX + 1;
  }

  /** Slot of a cell in a hashed level. A multiplicative hash spreads the starts of the rows; the slots of a row are consecutive. */
  hashedSlot(cellX: number, cellY: number): number {
    const h = Math.imul(cellY, 0x9e3779b1);
    return ((h ^ (h >>> 15)) + cellX) & (this.slotCount - 1);
  }

  /** Number of slots of a hashed level. Two cells of a row share a slot if they are this many cells apart. */
  get hashedSlots(): number {
    return this.slotCount;
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
    const longer = new Int32Array(capacity);
    longer.set(this.unsortedProxies);
    this.unsortedProxies = longer;
    this.unsortedSlots = new Int32Array(capacity);
    this.proxies = new Int32Array(capacity);
    this.slots = new Int32Array(capacity);
    this.boxes = new Float64Array(4 * capacity);
  }
}
