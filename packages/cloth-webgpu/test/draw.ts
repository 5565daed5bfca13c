/** Random numbers from a seed. */

import type { Vector3 } from '../src/index.js';

/** Numbers from 0 to 1 by a seed [Steele, Lea, Flood 2014: SplitMix, cut to 32 bits]. */
function numbersFrom(seed: number): () => number {
  let state = Math.imul(seed ^ 0x5bd1e995, 0x2c1b3c6d);
  state ^= state >>> 15;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let z = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return ((z ^ (z >>> 16)) >>> 0) / 2 ** 32;
  };
}

/** A source of random values from a seed. */
export class Draw {
  readonly next: () => number;
  constructor(seed: number) {
    this.next = numbersFrom(seed);
  }
  integer(below: number): number {
    return Math.floor(this.next() * below);
  }
  between(least: number, most: number): number {
    return least + (most - least) * this.next();
  }
  chance(share: number): boolean {
    return this.next() < share;
  }
  pick<T>(list: readonly T[]): T {
    return list[this.integer(list.length)];
  }
  vector(size: number): Vector3 {
    return { x: this.between(-size, size), y: this.between(-size, size), z: this.between(-size, size) };
  }
}
