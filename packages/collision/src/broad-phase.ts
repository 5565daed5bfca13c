/**
 * Broad phase: finds the pairs of overlapping boxes.
 *
 * A proxy is a small non-negative integer (a shape id) with a box in an array of the caller: minX, minY, maxX, maxY at
 * 4 * proxy. Boxes are fat: the caller enlarges the tight box by a margin. Only when the tight box leaves the fat box, the
 * caller rewrites the fat box and lists the proxy as moved. All structures find the same set of pairs. Which one is fastest
 * depends on how much moves (see `docs/broad-phases.md`).
 */
import { grown } from './grown.js';
import type { PairBuffer, ProxyBuffer } from './pair-buffer.js';

/** Names of the broad phases of this package, for menus and tests; `broadPhases` has the functions. */
export type BroadPhaseName = 'grid' | 'tree' | 'sweep' | 'allPairs';

/** Flag of a proxy that never pairs with another one of this flag. */
export const PROXY_STATIC = 1;
/**
 * Flag of a proxy whose box is a poor bound of its shape (a long slanted wall, a half-space). Its pairs are reported only
 * if the shape itself touches the other (fat) box. Only for shapes that do not move: a shape that rotates inside its own
 * fat box would miss pairs.
 */
export const PROXY_SHAPE_TEST = 2;

/** Tests the shape of a proxy against a box. `GeometryStore` implements it. */
export interface ShapeTest {
  /** Whether the shape touches the box at `boxes[offset..]`. False positives are allowed, false negatives are not. */
  touchesBox(proxy: number, boxes: Float64Array, offset: number): boolean;
}

/**
 * Called for a proxy whose box the ray hits before `maxFraction`. Returns the fraction to continue with: `maxFraction` to
 * continue unchanged, less to shorten the ray, 0 to stop.
 */
export type RayVisitor = (proxy: number, maxFraction: number) => number;

/**
 * Called for each box of a broad phase.
 * @param boxes an array with the box at `offset`: minX, minY, maxX, maxY, m; valid during the call, for reading only
 * @param offset where the box begins in `boxes`
 * @param depth number of boxes of the structure that it is filed under: 0 for the outermost
 * @param proxy the proxy whose box it is, or -1 for a box of the structure itself: an inner node of a tree, a cell of a grid
 */
export type BoxVisitor = (boxes: Float64Array, offset: number, depth: number, proxy: number) => void;

/**
 * Creates a broad phase without proxies.
 * @param boxes the caller's boxes: minX, minY, maxX, maxY at 4 * proxy, m; the minima not above the maxima, infinite or not, never NaN
 * @param shapeTest tests the proxies added with PROXY_SHAPE_TEST; without it, only the boxes decide
 */
export type CreateBroadPhase = (boxes: Float64Array, shapeTest?: ShapeTest | null) => BroadPhase;

/** A structure over boxes that finds overlapping pairs and answers queries. */
export interface BroadPhase {
  /** Name of the structure: its key in `broadPhases`, or any other name for one of your own. */
  readonly name: string;
  /** The caller's boxes, stride 4. Assign again when the array has been replaced by a longer one. */
  boxes: Float64Array;
  /** Number of proxies. */
  readonly proxyCount: number;
  /** Adds a proxy; write its box before. List it as moved in the next `findPairs`. Flags: PROXY_STATIC, PROXY_SHAPE_TEST. */
  add(proxy: number, flags?: number): void;
  /** Removes a proxy; the caller drops its pairs. */
  remove(proxy: number): void;
  /**
   * Updates the structure for the changed boxes of the first `movedCount` proxies of `moved`, so that queries see them. Skips proxies that
   * were removed since. Does not look for pairs.
   */
  refresh(moved: Int32Array, movedCount: number): void;
  /**
   * Clears `out`, updates the structure for the boxes of the first `movedCount` proxies of `moved` (each at most once), and writes to
   * `out` every pair of overlapping boxes (touching counts) with at least one moved member, each pair once. A proxy has moved if it was
   * added or its box was rewritten since the last call; one that was removed since is skipped. The order of the pairs depends on the
   * structure: sort the new pairs.
   */
  findPairs(moved: Int32Array, movedCount: number, out: PairBuffer): void;
  /**
   * Appends to `out` the proxies whose boxes touch the box at an offset of `box` (minimum and maximum, as in `boxes`). Returns how many.
   */
  queryBox(box: Float64Array, offset: number, out: ProxyBuffer): number;
  /**
   * Visits, in no fixed order, the proxies whose boxes the ray origin + f translation, 0 <= f <= maxFraction, hits. The visitor returns the
   * new `maxFraction`; at 0 the search ends. A proxy whose box is missed may be visited too: the visitor tests the shape anyway.
   */
  castRay(
    originX: number,
    originY: number,
    translationX: number,
    translationY: number,
    maxFraction: number,
    visit: RayVisitor,
  ): void;
  /**
   * Visits the box of every proxy once, and the boxes of the structure itself, each before those filed under it, for drawing. Allocates
   * nothing. The visitor must not change the broad phase.
   */
  visitBoxes(visit: BoxVisitor): void;
}

/** Proxies of a broad phase with their flags. Iterated in increasing order, so that no result depends on history. */
export class ProxySet {
  /** Per proxy: 0 if absent, else PRESENT plus the flags. */
  flags: Uint8Array = new Uint8Array(256);
  /** One more than the largest proxy present. */
  end = 0;
  count = 0;

  add(proxy: number, flags: number): void {
    if (proxy >= this.flags.length) {
      this.flags = grown(this.flags, Math.max(2 * this.flags.length, proxy + 1));
    }
    if (this.flags[proxy] === 0) this.count++;
    this.flags[proxy] = PRESENT | flags;
    if (proxy >= this.end) this.end = proxy + 1;
  }

  remove(proxy: number): void {
    if (this.flags[proxy] !== 0) this.count--;
    this.flags[proxy] = 0;
    while (this.end > 0 && this.flags[this.end - 1] === 0) this.end--;
  }
}

/** Set in `ProxySet.flags` for every proxy that is present. */
const PRESENT = 128;

/** Whether two proxies with overlapping boxes are a pair, by their flags and the shape tests that the flags request. */
export function isPair(
  flags: Uint8Array,
  boxes: Float64Array,
  shapeTest: ShapeTest | null,
  a: number,
  b: number,
): boolean {
  const flagsA = flags[a];
  const flagsB = flags[b];
  if ((flagsA & flagsB & PROXY_STATIC) !== 0) return false;
  if (shapeTest === null || ((flagsA | flagsB) & PROXY_SHAPE_TEST) === 0) return true;
  if ((flagsA & PROXY_SHAPE_TEST) !== 0 && !shapeTest.touchesBox(a, boxes, 4 * b)) return false;
  return (flagsB & PROXY_SHAPE_TEST) === 0 || shapeTest.touchesBox(b, boxes, 4 * a);
}

/** Whether the box at p in one array and the box at q in another one, or in the same, overlap or touch. */
export function boxesOverlap(a: Float64Array, p: number, b: Float64Array, q: number): boolean {
  return a[p] <= b[q + 2] && b[q] <= a[p + 2] && a[p + 1] <= b[q + 3] && b[q + 1] <= a[p + 3];
}

/**
 * Whether the ray origin + f translation, 0 <= f <= maxFraction, hits the box at an offset. Slab test: on each axis the ray is
 * inside between two fractions. It hits the box if the latest entry is not after the earliest exit. Never hits a box of NaN.
 */
export function rayMeetsBox(
  boxes: Float64Array,
  p: number,
  originX: number,
  originY: number,
  translationX: number,
  translationY: number,
  maxFraction: number,
): boolean {
  let enter = 0;
  let exit = maxFraction;
  if (translationX === 0) {
    if (!(originX >= boxes[p] && originX <= boxes[p + 2])) return false;
  } else {
    const f0 = (boxes[p] - originX) / translationX;
    const f1 = (boxes[p + 2] - originX) / translationX;
    enter = Math.max(enter, Math.min(f0, f1));
    exit = Math.min(exit, Math.max(f0, f1));
  }
  if (translationY === 0) {
    if (!(originY >= boxes[p + 1] && originY <= boxes[p + 3])) return false;
  } else {
    const f0 = (boxes[p + 1] - originY) / translationY;
    const f1 = (boxes[p + 3] - originY) / translationY;
    enter = Math.max(enter, Math.min(f0, f1));
    exit = Math.min(exit, Math.max(f0, f1));
  }
  return enter <= exit;
}
