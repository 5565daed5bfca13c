/** Queries of broad phases whose structure does not speed up queries: every box is tested. */
import { type BoxVisitor, ProxySet, type RayVisitor, rayMeetsBox, type ShapeTest } from './broad-phase.js';
import type { ProxyBuffer } from './pair-buffer.js';

/** Boxes by proxy, and queries that test all of them. */
export abstract class BoxScan {
  /** Stride 4: minX minY maxX maxY, m, by proxy. */
  boxes: Float64Array;
  protected readonly shapeTest: ShapeTest | null;
  protected readonly proxies: ProxySet = new ProxySet();

  constructor(boxes: Float64Array, shapeTest: ShapeTest | null = null) {
    this.boxes = boxes;
    this.shapeTest = shapeTest;
  }

  get proxyCount(): number {
    return this.proxies.count;
  }

  queryBox(box: Float64Array, offset: number, out: ProxyBuffer): number {
    const minX = box[offset];
    const minY = box[offset + 1];
    const maxX = box[offset + 2];
    const maxY = box[offset + 3];
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

  visitBoxes(visit: BoxVisitor): void {
    const { boxes } = this;
    const { flags, end } = this.proxies;
    for (let p = 0; p < end; p++) if (flags[p] !== 0) visit(boxes, 4 * p, 0, p);
  }
}
