/**
 * Numbers pairs of particles, such as the edges of a mesh, in the order in which they are first added. (a, b) and (b, a) are one pair. A
 * hash table with open addressing and linear probing [Knuth, TAOCP 3, 6.4, algorithm L] in flat arrays: a `Map` with one entry per edge
 * took most of the time in which a mesh became a cloth.
 */
export class PairTable {
  /** The particles of each pair, in the order in which they were added first; `2 * count` are valid. */
  readonly ends: Uint32Array<ArrayBuffer>;
  count = 0;
  /** Pair number + 1, or 0 for an empty slot. At least half of the slots are empty. */
  readonly #slots: Int32Array;

  /** `capacity` is the maximum number of pairs. */
  constructor(capacity: number) {
    this.ends = new Uint32Array(2 * capacity);
    let size = 4;
    while (size < 2 * capacity) size *= 2;
    this.#slots = new Int32Array(size);
  }

  /** The number of a pair, or -1. */
  find(a: number, b: number): number {
    return this.#slots[this.#slotOf(a, b)] - 1;
  }

  /** The number of a pair, which is added if it is new. */
  add(a: number, b: number): number {
    const slot = this.#slotOf(a, b);
    const known = this.#slots[slot] - 1;
    if (known >= 0) return known;
    const pair = this.count++;
    this.#slots[slot] = pair + 1;
    this.ends[2 * pair] = a;
    this.ends[2 * pair + 1] = b;
    return pair;
  }

  /** The slot of a pair, or the empty slot for it. */
  #slotOf(a: number, b: number): number {
    const slots = this.#slots;
    const { ends } = this;
    const low = a < b ? a : b;
    const high = a < b ? b : a;
    const mask = slots.length - 1;
    // odd multipliers with well mixed bits; the shifts bring the upper bits down, where the mask looks
    const mixed = Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca77);
    for (let slot = (mixed ^ (mixed >>> 15)) & mask; ; slot = (slot + 1) & mask) {
      const pair = slots[slot] - 1;
      if (pair < 0) return slot;
      const first = ends[2 * pair];
      const second = ends[2 * pair + 1];
      if ((first === low && second === high) || (first === high && second === low)) return slot;
    }
  }
}
