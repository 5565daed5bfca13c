import { grown } from './grown.js';

/** Growing list of pairs of proxies, each with the lower number first. Reused from step to step. */
export class PairBuffer {
  /** Ids of pairs, interleaved: a at 2 i, b at 2 i + 1, a < b. Re-read after every call that may push: growing replaces the array. */
  pairs: Int32Array = new Int32Array(512);
  /** Number of pairs. */
  count = 0;

  /** Appends a pair given in either order. */
  push(first: number, second: number): void {
    const at = 2 * this.count;
    if (at === this.pairs.length) this.pairs = grown(this.pairs, 2 * at);
    this.pairs[at] = Math.min(first, second);
    this.pairs[at + 1] = Math.max(first, second);
    this.count++;
  }

  /** Empties the list and keeps its memory. */
  clear(): void {
    this.count = 0;
  }

  /**
   * Sorts the pairs by (a, b), in place. The order then depends only on the boxes, not on the structure that found them or on
   * its history. Meant for the few pairs that are new in a step.
   */
  sort(): void {
    const { pairs, count } = this;
    // Heapsort: n log n for any order, no allocation.
    for (let i = (count >> 1) - 1; i >= 0; i--) sift(pairs, i, count);
    for (let end = count - 1; end > 0; end--) {
      swap(pairs, 0, end);
      sift(pairs, 0, end);
    }
  }
}

function isBefore(pairs: Int32Array, i: number, j: number): boolean {
  return (
    pairs[2 * i] < pairs[2 * j] || (pairs[2 * i] === pairs[2 * j] && pairs[2 * i + 1] < pairs[2 * j + 1])
  );
}

function swap(pairs: Int32Array, i: number, j: number): void {
  const a = pairs[2 * i];
  const b = pairs[2 * i + 1];
  pairs[2 * i] = pairs[2 * j];
  pairs[2 * i + 1] = pairs[2 * j + 1];
  pairs[2 * j] = a;
  pairs[2 * j + 1] = b;
}

/** Sifts pair `start` down in the heap of the pairs below `end`. */
function sift(pairs: Int32Array, start: number, end: number): void {
  let root = start;
  for (;;) {
    let child = 2 * root + 1;
    if (child >= end) return;
    if (child + 1 < end && isBefore(pairs, child, child + 1)) child++;
    if (!isBefore(pairs, root, child)) return;
    swap(pairs, root, child);
    root = child;
  }
}

/** Growing list of proxies, the result of a query. */
export class ProxyBuffer {
  /** Proxies; re-read after every call that may push. */
  proxies: Int32Array = new Int32Array(256);
  /** Number of proxies. */
  count = 0;

  /** Appends a proxy; the array grows by itself. */
  push(proxy: number): void {
    if (this.count === this.proxies.length) this.proxies = grown(this.proxies, 2 * this.count);
    this.proxies[this.count++] = proxy;
  }

  /** Empties the list and keeps its memory. */
  clear(): void {
    this.count = 0;
  }
}
