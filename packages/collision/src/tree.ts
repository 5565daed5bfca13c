/**
 * Broad phase on two dynamic trees, one of moving and one of static proxies.
 *
 * Each moved proxy queries both trees; a static one queries only the tree of moving proxies. If few boxes have moved, their
 * leaves are reinserted. If many have moved, their ancestors are enlarged and the trees are partly rebuilt. Infinite boxes are
 * kept in a list.
 */
import {
  type BoxVisitor,
  type BroadPhase,
  boxesOverlap,
  isPair,
  PROXY_STATIC,
  ProxySet,
  type RayVisitor,
  rayMeetsBox,
  type ShapeTest,
} from './broad-phase.js';
import { DynamicTree } from './dynamic-tree.js';
import { grown } from './grown.js';
import { type PairBuffer, ProxyBuffer } from './pair-buffer.js';

/** If a larger share of the proxies has moved, a partial rebuild is cheaper than reinsertion. */
const REBUILD_SHARE = 1 / 16;

const NOWHERE = 0;
const IN_MOVING = 1;
const IN_STATIC = 2;
const UNBOUNDED = 3;

export class Tree implements BroadPhase {
  readonly name = 'tree';
  boxes: Float64Array;
  /** Proxies that are not static. */
  readonly moving: DynamicTree = new DynamicTree();
  readonly statics: DynamicTree = new DynamicTree();
  private readonly shapeTest: ShapeTest | null;
  private readonly proxies = new ProxySet();
  private isMoved: Uint8Array = new Uint8Array(256);
  private place: Uint8Array = new Uint8Array(256);
  private unbounded: Int32Array = new Int32Array(16);
  private unboundedCount = 0;
  private readonly found = new ProxyBuffer();

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
    if (this.place.length < capacity) {
      this.place = grown(this.place, capacity);
      this.isMoved = new Uint8Array(capacity);
    }
    this.put(proxy);
  }

  remove(proxy: number): void {
    this.takeOut(proxy);
    this.proxies.remove(proxy);
  }

  refresh(moved: Int32Array, movedCount: number): void {
    const { boxes, place } = this;
    const rebuilds = movedCount > REBUILD_SHARE * this.proxies.count;
    for (let k = 0; k < movedCount; k++) {
      const p = moved[k];
      const where = place[p];
      if (where === NOWHERE) continue;
      if (where === UNBOUNDED || !isBounded(boxes, 4 * p)) {
        this.takeOut(p);
        this.put(p);
      } else {
        const tree = where === IN_STATIC ? this.statics : this.moving;
        if (rebuilds) tree.enlarge(p, boxes, 4 * p);
        else tree.move(p, boxes, 4 * p);
      }
    }
    if (rebuilds) {
      this.moving.rebuild();
      this.statics.rebuild();
    }
  }

  findPairs(moved: Int32Array, movedCount: number, out: PairBuffer): void {
    out.clear();
    if (movedCount === 0) return;
    this.refresh(moved, movedCount);
    const { boxes, shapeTest, isMoved, found, place, unbounded, unboundedCount } = this;
    const { flags, end } = this.proxies;
    for (let k = 0; k < movedCount; k++) isMoved[moved[k]] = 1;
    for (let k = 0; k < movedCount; k++) {
      const p = moved[k];
      if (flags[p] === 0) continue;
      found.clear();
      if (place[p] === UNBOUNDED) {
        for (let q = 0; q < end; q++) {
          if (flags[q] !== 0 && boxesOverlap(boxes, 4 * p, boxes, 4 * q)) found.push(q);
        }
      } else {
        this.moving.query(boxes, 4 * p, found);
        if ((flags[p] & PROXY_STATIC) === 0) this.statics.query(boxes, 4 * p, found);
        for (let u = 0; u < unboundedCount; u++) {
          if (boxesOverlap(boxes, 4 * p, boxes, 4 * unbounded[u])) found.push(unbounded[u]);
        }
      }
      const { proxies, count } = found;
      for (let i = 0; i < count; i++) {
        const q = proxies[i];
        if (q === p || (isMoved[q] === 1 && q < p)) continue;
        if (isPair(flags, boxes, shapeTest, p, q)) out.push(p, q);
      }
    }
    for (let k = 0; k < movedCount; k++) isMoved[moved[k]] = 0;
  }

  queryBox(box: Float64Array, offset: number, out: ProxyBuffer): number {
    const before = out.count;
    this.moving.query(box, offset, out);
    this.statics.query(box, offset, out);
    const { boxes, unbounded } = this;
    for (let u = 0; u < this.unboundedCount; u++) {
      const o = 4 * unbounded[u];
      if (
        box[offset] <= boxes[o + 2] &&
        boxes[o] <= box[offset + 2] &&
        box[offset + 1] <= boxes[o + 3] &&
        boxes[o + 1] <= box[offset + 3]
      ) {
        out.push(unbounded[u]);
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
    let limit = maxFraction;
    for (let u = 0; u < this.unboundedCount && limit > 0; u++) {
      const p = this.unbounded[u];
      if (rayMeetsBox(this.boxes, 4 * p, originX, originY, translationX, translationY, limit)) {
        limit = visit(p, limit);
      }
    }
    limit = this.statics.castRay(originX, originY, translationX, translationY, limit, visit);
    this.moving.castRay(originX, originY, translationX, translationY, limit, visit);
  }

  visitBoxes(visit: BoxVisitor): void {
    const { boxes, unbounded } = this;
    for (let u = 0; u < this.unboundedCount; u++) visit(boxes, 4 * unbounded[u], 0, unbounded[u]);
    this.statics.visitBoxes(visit);
    this.moving.visitBoxes(visit);
  }

  private put(proxy: number): void {
    const { boxes } = this;
    if (!isBounded(boxes, 4 * proxy)) {
      if (this.unboundedCount === this.unbounded.length) {
        this.unbounded = grown(this.unbounded, 2 * this.unboundedCount);
      }
      this.unbounded[this.unboundedCount++] = proxy;
      this.place[proxy] = UNBOUNDED;
    } else if ((this.proxies.flags[proxy] & PROXY_STATIC) !== 0) {
      this.statics.insert(proxy, boxes, 4 * proxy);
      this.place[proxy] = IN_STATIC;
    } else {
      this.moving.insert(proxy, boxes, 4 * proxy);
      this.place[proxy] = IN_MOVING;
    }
  }

  private takeOut(proxy: number): void {
    const where = this.place[proxy];
    if (where === IN_MOVING) this.moving.remove(proxy);
    else if (where === IN_STATIC) this.statics.remove(proxy);
    else if (where === UNBOUNDED) {
      const { unbounded } = this;
      let at = 0;
      while (unbounded[at] !== proxy) at++;
      unbounded[at] = unbounded[--this.unboundedCount];
    }
    this.place[proxy] = NOWHERE;
  }
}

/** Whether a box has a finite size. */
function isBounded(boxes: Float64Array, offset: number): boolean {
  const size = boxes[offset + 2] - boxes[offset] + (boxes[offset + 3] - boxes[offset + 1]);
  return size < Infinity;
}
