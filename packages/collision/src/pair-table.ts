/**
 * Hash table from pairs of proxies (a, b), a and b up to 2^31 - 1, to a non-negative integer (a contact index).
 *
 * Open addressing with linear probing and at most half the slots taken [Knuth, TAOCP 3, 6.4]. Removal shifts later entries of
 * the run back, so there are no tombstones. Use it only for look-ups. To iterate, use the dense arrays that it indexes: their
 * order is well defined.
 */
export class PairTable {
  /** Number of pairs. */
  size = 0;
  #mask = 1023;
  #keysA: Int32Array = new Int32Array(1024);
  #keysB: Int32Array = new Int32Array(1024);
  /** Value + 1; 0 marks a free slot. */
  #values: Int32Array = new Int32Array(1024);

  /** Value of the pair of ids (a, b), or -1; (b, a) is another pair. */
  get(a: number, b: number): number {
    return this.#values[this.#slotOf(a, b)] - 1;
  }

  /** Adds the pair of ids (a, b), or changes its value, a whole number >= 0. */
  set(a: number, b: number, value: number): void {
    const slot = this.#slotOf(a, b);
    const isNew = this.#values[slot] === 0;
    this.#keysA[slot] = a;
    this.#keysB[slot] = b;
    this.#values[slot] = value + 1;
    if (isNew && 2 * ++this.size > this.#mask) this.#grow();
  }

  /** Removes the pair of ids (a, b); returns its value, or -1 if it was not there. */
  delete(a: number, b: number): number {
    const keysA = this.#keysA;
    const keysB = this.#keysB;
    const values = this.#values;
    const mask = this.#mask;
    const slot = this.#slotOf(a, b);
    if (values[slot] === 0) return -1;
    const removed = values[slot] - 1;
    this.size--;
    // Move back every later entry of the run that would be cut off from its home slot by the hole.
    let hole = slot;
    for (let next = (hole + 1) & mask; values[next] !== 0; next = (next + 1) & mask) {
      const home = hash(keysA[next], keysB[next]) & mask;
      if (((next - home) & mask) >= ((next - hole) & mask)) {
        keysA[hole] = keysA[next];
        keysB[hole] = keysB[next];
        values[hole] = values[next];
        hole = next;
      }
    }
    values[hole] = 0;
    return removed;
  }

  /** Removes all pairs and keeps the memory. */
  clear(): void {
    this.#values.fill(0);
    this.size = 0;
  }

  /** The slot of the pair of ids (a, b), or the free one where it belongs. */
  #slotOf(a: number, b: number): number {
    const keysA = this.#keysA;
    const keysB = this.#keysB;
    const values = this.#values;
    const mask = this.#mask;
    let slot = hash(a, b) & mask;
    while (values[slot] !== 0 && (keysA[slot] !== a || keysB[slot] !== b)) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const keysA = this.#keysA;
    const keysB = this.#keysB;
    const values = this.#values;
    const length = 2 * values.length;
    this.#mask = length - 1;
    this.#keysA = new Int32Array(length);
    this.#keysB = new Int32Array(length);
    this.#values = new Int32Array(length);
    this.size = 0;
    for (let slot = 0; slot < values.length; slot++) {
      if (values[slot] !== 0) this.set(keysA[slot], keysB[slot], values[slot] - 1);
    }
  }
}

function hash(a: number, b: number): number {
  let h = Math.imul(a, 0x9e3779b1) + Math.imul(b, 0x85ebca6b);
  h ^= h >>> 15;
  return Math.imul(h, 0xc2b2ae35) >>> 7;
}
