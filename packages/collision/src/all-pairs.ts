/** Broad phase that tests every pair: what the other structures are checked against, and fine for a dozen bodies. */
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

export class AllPairs implements BroadPhase {
  readonly name = 'allPairs';
  boxes: Float64Array;
  private readonly shapeTest: ShapeTest | null;
  private readonly proxies = new ProxySet();
  private isMoved: Uint8Array = new Uint8Array(256);

  constructor(boxes: Float64Array, shapeTest: ShapeTest | null = null) {
    this.boxes = boxes;
    this.shapeTest = shapeTest;
  }

  get proxyCount(): number {
    return this.proxies.count;
  }

  add(proxy: number, flags = 0): void {
    this.proxies.add(proxy, flags);
    if (this.isMoved.length < this.proxies.flags.length) {
      this.isMoved = new Uint8Array(this.proxies.flags.length);
    }
  }

  remove(proxy: number): void {
    this.proxies.remove(proxy);
  }

  refresh(_moved: Int32Array, _movedCount: number): void {}

  findPairs(moved: Int32Array, movedCount: number, out: PairBuffer): void {
    out.clear();
    const { boxes, shapeTest, isMoved } = this;
    const { flags, end } = this.proxies;
    for (let k = 0; k < movedCount; k++) isMoved[moved[k]] = 1;
    for (let k = 0; k < movedCount; k++) {
      const p = moved[k];
      if (flags[p] === 0) continue;
      for (let q = 0; q < end; q++) {
        if (flags[q] === 0 || q === p || (isMoved[q] === 1 && q < p)) continue;
        if (boxesOverlap(boxes, 4 * p, 4 * q) && isPair(flags, boxes, shapeTest, p, q)) out.push(p, q);
      }
    }
    for (let k = 0; k < movedCount; k++) isMoved[moved[k]] = 0;
  }

  queryBox(minX: number, minY: number, maxX: number, maxY: number, out: ProxyBuffer): number {
    const { boxes } = this;
    const { flags, end } = this.proxies;
    const before = out.count;
    for (let q = 0; q < end; q++) {
      const o = 4 * q;
      if (
        flags[q] !== 0 &&
        minX <= boxes[o + 2] &&
        boxes[o] <= maxX &&
        minY <= boxes[o + 3] &&
        boxes[o + 1] <= maxY
      ) {
        out.push(q);
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
    const { boxes } = this;
    const { flags, end } = this.proxies;
    let limit = maxFraction;
    for (let q = 0; q < end && limit > 0; q++) {
      if (flags[q] !== 0 && rayMeetsBox(boxes, 4 * q, originX, originY, translationX, translationY, limit)) {
        limit = visit(q, limit);
      }
    }
  }
}
