/** Broad phase that tests every pair. The other structures are tested against it. Fast enough for a dozen bodies. */
import { BoxScan } from './box-scan.js';
import { type BroadPhase, boxesOverlap, isPair } from './broad-phase.js';
import type { PairBuffer } from './pair-buffer.js';

export class AllPairs extends BoxScan implements BroadPhase {
  readonly name = 'allPairs';
  private isMoved: Uint8Array = new Uint8Array(256);

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
        if (boxesOverlap(boxes, 4 * p, boxes, 4 * q) && isPair(flags, boxes, shapeTest, p, q)) out.push(p, q);
      }
    }
    for (let k = 0; k < movedCount; k++) isMoved[moved[k]] = 0;
  }
}
