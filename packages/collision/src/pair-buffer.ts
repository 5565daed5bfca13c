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
   *
   * Shell sort with the gaps 1, 4, 13, 40, ... [Knuth, TAOCP 3, 5.2.1]: an insertion sort of the pairs that are a gap apart, for smaller
   * and smaller gaps. It does not allocate.
   */
  sort(): void {
    const { pairs, count } = this;
    let gap = 1;
    while (gap < count) gap = 3 * gap + 1;
    for (; gap > 0; gap = Math.floor(gap / 3)) {
      for (let k = gap; k < count; k++) {
        const a = pairs[2 * k];
        const b = pairs[2 * k + 1];
        let to = 2 * k;
        for (let from = to - 2 * gap; from >= 0; from -= 2 * gap) {
          if (pairs[from] < a || (pairs[from] === a && pairs[from + 1] <= b)) break;
          pairs[to] = pairs[from];
          pairs[to + 1] = pairs[from + 1];
          to = from;
        }
        pairs[to] = a;
        pairs[to + 1] = b;
      }
    }
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
