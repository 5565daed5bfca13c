/**
 * 64-bit hash for comparing states. It has two lanes of 32-bit multiply and rotate with different constants (the mixing of MurmurHash3,
 * Appleby 2008). Equal bits give equal hashes on every machine. Different bits collide with a probability of 1 in 2^64.
 */

const bits = new Float64Array(1);
const words = new Uint32Array(bits.buffer);
// Index of the low word of a double. The hash must not depend on the byte order of the machine.
bits[0] = 1;
const LOW = words[1] !== 0 ? 0 : 1;

/** Start values of the two lanes. */
const FIRST = 0x2f0b4c47;
const SECOND = 0x61c88647;

/** Incremental hash of a sequence of numbers. */
export class Hash {
  private first: number = FIRST;
  private second: number = SECOND;
  private length = 0;

  /** Starts a new hash, so that one object can be reused. */
  reset(): this {
    this.first = FIRST;
    this.second = SECOND;
    this.length = 0;
    return this;
  }

  /** Adds an integer, taken modulo 2^32. */
  addInteger(value: number): this {
    let k = Math.imul(value | 0, 0xcc9e2d51);
    k = (k << 15) | (k >>> 17);
    let h = this.first ^ Math.imul(k, 0x1b873593);
    h = (h << 13) | (h >>> 19);
    this.first = (Math.imul(h, 5) + 0xe6546b64) | 0;
    k = Math.imul(value | 0, 0x239b961b);
    k = (k << 16) | (k >>> 16);
    h = this.second ^ Math.imul(k, 0xab0e9789 | 0);
    h = (h << 17) | (h >>> 15);
    this.second = (Math.imul(h, 5) + 0x561ccd1b) | 0;
    this.length = (this.length + 1) | 0;
    return this;
  }

  /** Adds the 64 bits of a number. -0 counts as 0, and all NaNs count as equal. */
  addNumber(value: number): this {
    if (value !== value) return this.addInteger(0).addInteger(0x7ff80000);
    bits[0] = value === 0 ? 0 : value;
    return this.addInteger(words[LOW]).addInteger(words[1 - LOW]);
  }

  /** Adds the numbers `start`..`end` - 1 of an array. */
  addNumbers(values: ArrayLike<number>, start = 0, end: number = values.length): this {
    for (let i = start; i < end; i++) this.addNumber(values[i]);
    return this;
  }

  /** Adds the integers `start`..`end` - 1 of an array. */
  addIntegers(values: ArrayLike<number>, start = 0, end: number = values.length): this {
    for (let i = start; i < end; i++) this.addInteger(values[i]);
    return this;
  }

  /** The hash so far, 16 hexadecimal digits. */
  digest(): string {
    return finish(this.first ^ this.length) + finish(this.second ^ this.length);
  }
}

/** Finalizer: spreads the input over all 32 bits. */
function finish(word: number): string {
  let h = word ^ (word >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  h ^= h >>> 16;
  return (h >>> 0).toString(16).padStart(8, '0');
}
