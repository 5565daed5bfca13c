/**
 * Grid broad phase: boxes are sorted into the cells of one level, or of a few levels if their sizes differ much.
 *
 * Boxes of similar size share one level. If more than a handful of boxes are too large for it, a level with larger cells is added. The few
 * boxes that fit no level (half-spaces) are kept in a list. A pair across two levels is found from its smaller member, because that one
 * touches few of the large cells.
 *
 * If many boxes have moved, all boxes are sorted again, and one sweep visits every pair of neighbours of a level once (those further right
 * in the row, and those within reach in the next row). If fewer boxes have moved, each of them searches the cells it can reach. If very few
 * have moved, the sorted order is kept: a moved box that is still in its cell only has its copy updated. A box that has left its cell (or
 * is new) goes to a short list of loose boxes until the next sort.
 */
import {
  type BoxVisitor,
  type BroadPhase,
  boxesOverlap,
  isPair,
  ProxySet,
  type RayVisitor,
  rayMeetsBox,
  type ShapeTest,
} from './broad-phase.js';
import { BORDER, CellLevel } from './cell-level.js';
import { grown } from './grown.js';
import { type PairBuffer, ProxyBuffer } from './pair-buffer.js';

/** Cell size divided by the size of the largest box of the level. Leaves room for boxes that rotate. */
const CELL_ROOM = 1.1;
/** Boxes up to this multiple of the median size share a level. */
const LEVEL_SPAN = 2;
const MAXIMUM_LEVELS = 6;
/** Up to this many oversized boxes are kept in the list instead of getting their own level. */
const LARGE_COUNT = 8;
/** If a larger share of the boxes has moved, the whole grid is swept. */
const SWEEP_SHARE = 1 / 3;
/** If at most this share of the boxes has moved, the sorted order is kept. */
const KEEP_SHARE = 1 / 16;
/**
 * Limit of loose boxes before a new sort, and of boxes that have outgrown their level before a new choice: this share of all boxes, plus a
 * fixed number.
 */
const LOOSE_SHARE = 1 / 64;
const LOOSE_COUNT = 16;
/** The levels are chosen again if the number of boxes has changed by more than this share of it plus LARGE_COUNT since the last choice. */
const CHOICE_SHARE = 0.25;
/** They are chosen again after this number of sorts, because the boxes may have become smaller. */
const CHOICE_SORTS = 64;

/** Values of `levelOf` for boxes that are in no level. */
const LARGE = 254;
const LOOSE = 255;

/** Pairs that a search reports: those that a moved box reports, all pairs with a moved member, or the latter once per level. */
const FROM_MOVED = 0;
const FROM_SMALLER = 1;
const WITHIN_LEVEL = 2;

export class Grid implements BroadPhase {
  readonly name = 'grid';
  boxes: Float64Array;
  readonly #shapeTest: ShapeTest | null;
  readonly #proxies = new ProxySet();
  #isMoved: Uint8Array = new Uint8Array(256);

  #isStale = true;
  /** Number of proxies when the levels were last chosen. */
  #chosenFor = 0;
  /** Sorts until the levels are chosen again. */
  #sortsLeft = 0;
  /** Ordered from small to large cells. */
  private readonly levels: CellLevel[] = [];
  /** Level of each proxy, or LARGE, or LOOSE; `placeOf` is its place in the level or list. */
  #levelOf: Uint8Array = new Uint8Array(256);
  #placeOf: Int32Array = new Int32Array(256);
  #large: Int32Array = new Int32Array(256);
  #largeCount = 0;
  #loose: Int32Array = new Int32Array(256);
  #looseCount = 0;
  #sizes: Float64Array = new Float64Array(256);
  /** Proxies that a search found in a level. */
  readonly #found = new ProxyBuffer();

  constructor(boxes: Float64Array, shapeTest: ShapeTest | null = null) {
    this.boxes = boxes;
    this.#shapeTest = shapeTest;
  }

  get proxyCount(): number {
    return this.#proxies.count;
  }

  add(proxy: number, flags = 0): void {
    this.#proxies.add(proxy, flags);
    if (this.#placeOf.length < this.#proxies.flags.length) this.#grow(this.#proxies.flags.length);
    this.#makeLoose(proxy);
    if (this.#looseCount > this.#looseLimit()) this.#isStale = true;
  }

  remove(proxy: number): void {
    const level = this.#levelOf[proxy];
    if (level === LOOSE) this.#dropListed(this.#loose, --this.#looseCount, proxy);
    else if (level === LARGE) this.#dropListed(this.#large, --this.#largeCount, proxy);
    else this.levels[level].empty(this.#placeOf[proxy]);
    this.#proxies.remove(proxy);
  }

  refresh(moved: Int32Array, movedCount: number): void {
    if (movedCount > KEEP_SHARE * this.#proxies.count) this.#isStale = true;
    for (let k = 0; k < movedCount && !this.#isStale; k++) this.#update(moved[k]);
  }

  findPairs(moved: Int32Array, movedCount: number, out: PairBuffer): void {
    out.clear();
    if (movedCount === 0) return;
    this.refresh(moved, movedCount);
    this.#sort();
    const { levels } = this;
    const isMoved = this.#isMoved;
    for (let k = 0; k < movedCount; k++) isMoved[moved[k]] = 1;
    if (movedCount > SWEEP_SHARE * this.#proxies.count) {
      for (let l = 0; l < levels.length; l++) {
        const { isDense, proxies, count } = levels[l];
        if (isDense) this.#sweep(levels[l], out);
        for (let m = isDense ? l + 1 : l; m < levels.length; m++) {
          const mode = m === l ? WITHIN_LEVEL : FROM_SMALLER;
          if (levels[m].count > 0)
            for (let k = 0; k < count; k++) this.#search(levels[m], proxies[k], mode, out);
        }
      }
    } else {
      for (let k = 0; k < movedCount; k++) this.#searchAll(moved[k], out);
    }
    this.#pairLarge(moved, movedCount, out);
    for (let k = 0; k < movedCount; k++) isMoved[moved[k]] = 0;
  }

  queryBox(box: Float64Array, offset: number, out: ProxyBuffer): number {
    this.#sort();
    const { boxes, levels } = this;
    const before = out.count;
    for (let l = 0; l < levels.length; l++) levels[l].collect(box, offset, out);
    for (let n = 0; n < this.#largeCount + this.#looseCount; n++) {
      const q = this.#listed(n);
      if (boxesOverlap(box, offset, boxes, 4 * q)) out.push(q);
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
    this.#sort();
    const { boxes, levels } = this;
    let limit = maxFraction;
    for (let n = 0; n < this.#largeCount + this.#looseCount && limit > 0; n++) {
      const q = this.#listed(n);
      if (rayMeetsBox(boxes, 4 * q, originX, originY, translationX, translationY, limit)) {
        limit = visit(q, limit);
      }
    }
    for (let l = 0; l < levels.length && limit > 0; l++) {
      limit = levels[l].castRay(originX, originY, translationX, translationY, limit, visit);
    }
  }

  visitBoxes(visit: BoxVisitor): void {
    this.#sort();
    const { boxes, levels } = this;
    const levelOf = this.#levelOf;
    const { flags, end } = this.#proxies;
    for (let l = 0; l < levels.length; l++) levels[l].visitCells(visit);
    for (let p = 0; p < end; p++) {
      if (flags[p] !== 0) visit(boxes, 4 * p, levelOf[p] < levels.length ? 1 : 0, p);
    }
  }

  /** Reports the pairs of neighbours within a dense level, each once. */
  #sweep(level: CellLevel, out: PairBuffer): void {
    const { boxes } = this;
    const shapeTest = this.#shapeTest;
    const isMoved = this.#isMoved;
    const { count, proxies, slots, slotStart, rowLength, inverseWidth, originX, reach } = level;
    const own = level.boxes;
    const flags = this.#proxies.flags;
    // slot of the first column of the row
    let row = rowLength + BORDER;
    for (let k = 0; k < count; k++) {
      const p = proxies[k];
      const o = 4 * k;
      const minX = own[o];
      const minY = own[o + 1];
      const maxX = own[o + 2];
      const maxY = own[o + 3];
      while (slots[k] >= row + rowLength) row += rowLength;
      const left = row + Math.floor((minX - reach - originX) * inverseWidth);
      const right = row + Math.floor((maxX + reach - originX) * inverseWidth) + 1;
      let start = k + 1;
      let end = slotStart[right];
      for (let part = 0; part < 2; part++) {
        for (let i = start; i < end; i++) {
          const u = 4 * i;
          if (minX <= own[u + 2] && own[u] <= maxX && minY <= own[u + 3] && own[u + 1] <= maxY) {
            const q = proxies[i];
            if ((isMoved[p] | isMoved[q]) !== 0 && isPair(flags, boxes, shapeTest, p, q)) out.push(p, q);
          }
        }
        start = slotStart[left + rowLength];
        end = slotStart[right + rowLength];
      }
    }
  }

  /** Reports the pairs of one proxy with the proxies of a level, filtered by the mode. */
  #search(level: CellLevel, p: number, mode: number, out: PairBuffer): void {
    const { boxes } = this;
    const shapeTest = this.#shapeTest;
    const isMoved = this.#isMoved;
    const found = this.#found;
    const flags = this.#proxies.flags;
    found.clear();
    level.collect(boxes, 4 * p, found);
    const { proxies, count } = found;
    for (let k = 0; k < count; k++) {
      const q = proxies[k];
      if (mode === FROM_MOVED) {
        // if both have moved, the lower id reports the pair
        if (q === p || (isMoved[q] === 1 && q < p)) continue;
      } else if ((isMoved[p] | isMoved[q]) === 0 || (mode === WITHIN_LEVEL && q <= p)) continue;
      if (isPair(flags, boxes, shapeTest, p, q)) out.push(p, q);
    }
  }

  /** Reports the pairs of one moved proxy with the proxies of all levels and the loose ones. */
  #searchAll(p: number, out: PairBuffer): void {
    const { levels } = this;
    const isMoved = this.#isMoved;
    const loose = this.#loose;
    const looseCount = this.#looseCount;
    if (this.#proxies.flags[p] === 0 || this.#levelOf[p] === LARGE) return;
    for (let l = 0; l < levels.length; l++)
      if (levels[l].count > 0) this.#search(levels[l], p, FROM_MOVED, out);
    for (let n = 0; n < looseCount; n++) {
      const q = loose[n];
      if (q !== p && (isMoved[q] === 0 || q > p)) this.#compare(p, q, out);
    }
  }

  /** Reports the pairs of each large box with all other boxes: of one that has moved with all, of any other with those that have. */
  #pairLarge(moved: Int32Array, movedCount: number, out: PairBuffer): void {
    const { levels } = this;
    const isMoved = this.#isMoved;
    const levelOf = this.#levelOf;
    const large = this.#large;
    const largeCount = this.#largeCount;
    const looseCount = this.#looseCount;
    const flags = this.#proxies.flags;
    for (let n = 0; n < largeCount; n++) {
      const p = large[n];
      const movedP = isMoved[p];
      for (let m = n + 1; m < largeCount + looseCount; m++) {
        const q = this.#listed(m);
        if ((movedP | isMoved[q]) !== 0) this.#compare(p, q, out);
      }
      for (let l = 0; movedP === 1 && l < levels.length; l++) this.#search(levels[l], p, FROM_SMALLER, out);
      for (let k = 0; movedP === 0 && k < movedCount; k++) {
        const q = moved[k];
        if (flags[q] !== 0 && levelOf[q] < LARGE) this.#compare(p, q, out);
      }
    }
  }

  /** Reports two proxies if they are a pair. */
  #compare(p: number, q: number, out: PairBuffer): void {
    const { boxes } = this;
    if (boxesOverlap(boxes, 4 * p, boxes, 4 * q) && isPair(this.#proxies.flags, boxes, this.#shapeTest, p, q))
      out.push(p, q);
  }

  /** Updates a moved box without sorting: rewrites its copy, makes the box loose, or requests a sort. */
  #update(proxy: number): void {
    if (this.#proxies.flags[proxy] === 0) return;
    const { boxes, levels } = this;
    const own = this.#levelOf[proxy];
    if (own === LARGE || own === LOOSE) return;
    const level = levels[own];
    const place = this.#placeOf[proxy];
    if (level.fits(boxes, 4 * proxy) && level.update(place, boxes, 4 * proxy)) return;
    if (this.#looseCount >= this.#looseLimit()) {
      this.#isStale = true;
      return;
    }
    level.empty(place);
    this.#makeLoose(proxy);
  }

  /** Sorts all boxes into cells if a sort was requested. */
  #sort(): void {
    if (!this.#isStale) return;
    this.#isStale = false;
    const proxies = this.#proxies;
    const drift = Math.abs(proxies.count - this.#chosenFor);
    if (--this.#sortsLeft < 0 || drift > CHOICE_SHARE * this.#chosenFor + LARGE_COUNT) this.#chooseLevels();
    const { boxes, levels } = this;
    const levelOf = this.#levelOf;
    const large = this.#large;
    const { flags, end } = proxies;
    const levelCount = levels.length;
    for (let l = 0; l < levelCount; l++) levels[l].clear();
    this.#looseCount = 0;
    let largeCount = 0;
    let bounded = 0;
    for (let p = 0; p < end; p++) {
      if (flags[p] === 0) continue;
      let l = 0;
      while (l < levelCount && !levels[l].fits(boxes, 4 * p)) l++;
      if (l < levelCount) {
        levels[l].take(p);
        levelOf[p] = l;
      } else {
        levelOf[p] = LARGE;
        this.#placeOf[p] = largeCount;
        large[largeCount++] = p;
        if (boxes[4 * p + 2] - boxes[4 * p] < Number.POSITIVE_INFINITY) bounded++;
      }
    }
    this.#largeCount = largeCount;
    for (let l = 0; l < levelCount; l++) levels[l].sort(boxes, this.#placeOf);
    // many boxes have outgrown their level, for example small boxes that rotate: choose the levels again at the next sort
    for (let l = 1; l < levelCount; l++) {
      if (levels[l].count > levels[l].chosenCount + this.#looseLimit()) this.#sortsLeft = 0;
    }
    if (bounded > 2 * LARGE_COUNT) this.#sortsLeft = 0;
  }

  /**
   * Makes a level for boxes up to twice the median size, then repeats this for the remaining boxes until only a handful is left. If the
   * maximum number of levels is reached, the last level takes all remaining finite boxes.
   */
  #chooseLevels(): void {
    const { boxes, levels } = this;
    const sizes = this.#sizes;
    const { flags, end } = this.#proxies;
    let count = 0;
    for (let p = 0; p < end; p++) {
      if (flags[p] === 0) continue;
      const size = Math.max(boxes[4 * p + 2] - boxes[4 * p], boxes[4 * p + 3] - boxes[4 * p + 1]);
      if (size < Number.POSITIVE_INFINITY) sizes[count++] = size;
    }
    sizes.subarray(0, count).sort();
    let used = 0;
    for (let first = 0; used < MAXIMUM_LEVELS && first < count; used++) {
      const isLast = used === MAXIMUM_LEVELS - 1;
      const bound = isLast ? sizes[count - 1] : LEVEL_SPAN * sizes[(first + count) >> 1];
      const before = first;
      while (first < count && sizes[first] <= bound) first++;
      if (levels.length === used) levels.push(new CellLevel());
      levels[used].chosenCount = first - before;
      levels[used].setCellSize(sizes[first - 1] > 0 ? CELL_ROOM * sizes[first - 1] : 1);
      if (count - first <= LARGE_COUNT) first = count;
    }
    levels.length = used;
    this.#sortsLeft = CHOICE_SORTS;
    this.#chosenFor = this.#proxies.count;
  }

  /** The n-th proxy of the large list followed by the loose list. */
  #listed(n: number): number {
    return n < this.#largeCount ? this.#large[n] : this.#loose[n - this.#largeCount];
  }

  /** Moves the last proxy of a list, at `end`, to the place of another one. */
  #dropListed(list: Int32Array, end: number, proxy: number): void {
    const place = this.#placeOf[proxy];
    list[place] = list[end];
    this.#placeOf[list[place]] = place;
  }

  #makeLoose(proxy: number): void {
    this.#levelOf[proxy] = LOOSE;
    this.#placeOf[proxy] = this.#looseCount;
    this.#loose[this.#looseCount++] = proxy;
  }

  #looseLimit(): number {
    // truncated to an integer: returning a fraction may allocate
    return LOOSE_COUNT + ((LOOSE_SHARE * this.#proxies.count) | 0);
  }

  #grow(capacity: number): void {
    this.#isMoved = new Uint8Array(capacity);
    this.#sizes = new Float64Array(capacity);
    this.#levelOf = grown(this.#levelOf, capacity);
    this.#placeOf = grown(this.#placeOf, capacity);
    this.#large = grown(this.#large, capacity);
    this.#loose = grown(this.#loose, capacity);
  }
}
