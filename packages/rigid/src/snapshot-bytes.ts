/**
 * Bytes of a snapshot: a header, followed by two streams, one of 8-byte numbers and one of bytes.
 *
 * | offset | bytes | what                                                            |
 * | ------ | ----- | --------------------------------------------------------------- |
 * | 0      | 4     | `OTSN`                                                          |
 * | 4      | 4     | version of the format                                           |
 * | 8      | 4     | total length, bytes, a multiple of 8                            |
 * | 12     | 4     | count of numbers in the first stream                            |
 * | 16     | 8     | checksum of all other bytes                                     |
 * | 24     | 8 n   | numbers, IEEE double                                            |
 * |        |       | bytes: flags, integers of 7 bits per byte, lowest first, and    |
 * |        |       | single-precision numbers; padded                                |
 *
 * Everything is little-endian, as on every machine that runs a browser. Later versions keep the header and the checksum, so that
 * a snapshot of another version can be distinguished from a damaged one.
 */
import { InputError } from '@otedama/math2d';

/** Version of the format. Raised when the meaning of the bytes changes. */
export const SNAPSHOT_VERSION = 6;

/** `OTSN` */
const MAGIC = 0x4e53544f;
const VERSION_WORD = 1;
const LENGTH_WORD = 2;
const NUMBERS_WORD = 3;
const CHECKSUM_WORD = 4;
const HEAD_BYTES = 24;

/** Reason why a snapshot is rejected. */
export type SnapshotFault =
  /** Not a snapshot, truncated, or modified: get it from its source again. */
  | 'damaged'
  /** Written by another version of this package: take a new snapshot. Snapshots are not meant for long-term storage. */
  | 'version'
  /** From a world with another solver, a solver with other settings, or with parts that this solver was created without. */
  | 'solver'
  /** From a world with other options. */
  | 'options'
  /** Taken without shapes, and the world does not have the same shapes: take a snapshot with shapes. */
  | 'shapes';

/** Thrown if a world cannot restore a snapshot. The world is unchanged. */
export class SnapshotError extends InputError {
  /** Why the snapshot cannot be restored. */
  readonly fault: SnapshotFault;

  constructor(fault: SnapshotFault, field: string, value: unknown, expected: string) {
    super(field, value, expected);
    this.fault = fault;
  }
}

/**
 * Two lanes of xor, odd multiplication and rotation over the words. Each operation is invertible, so one changed word changes
 * both lanes.
 */
function checksum(words: Uint32Array, count: number, out: Uint32Array): void {
  let a = 0x2f0b4c47;
  let b = 0x61c88647;
  for (let k = 0; k < count; k++) {
    if (k === CHECKSUM_WORD || k === CHECKSUM_WORD + 1) continue;
    const word = words[k];
    a = Math.imul(a ^ word, 0xcc9e2d51);
    a = (a << 15) | (a >>> 17);
    b = Math.imul(b ^ word, 0x1b873593);
    b = (b << 13) | (b >>> 19);
  }
  out[0] = a;
  out[1] = b;
}

const sums = new Uint32Array(2);

/** A single-precision number and its bytes. */
const single = new Float32Array(1);
const singleBytes = new Uint8Array(single.buffer);

/** Writes the two streams. Its memory is reused for the next snapshot. */
export class SnapshotWriter {
  #numbers: Float64Array = new Float64Array(4096);
  #numberCount = 0;
  #bytes: Uint8Array = new Uint8Array(16384);
  #byteCount = 0;

  begin(): void {
    this.#numberCount = 0;
    this.#byteCount = 0;
  }

  /** Writes 8 bytes: all bits of the number. */
  number(value: number): void {
    if (this.#numberCount === this.#numbers.length) {
      const longer = new Float64Array(2 * this.#numberCount);
      longer.set(this.#numbers);
      this.#numbers = longer;
    }
    this.#numbers[this.#numberCount++] = value;
  }

  /** Writes 4 bytes, for a number that single precision represents exactly. */
  single(value: number): void {
    single[0] = value;
    for (let k = 0; k < 4; k++) this.byte(singleBytes[k]);
  }

  /** Writes an integer from 0 to 255. */
  byte(value: number): void {
    if (this.#byteCount === this.#bytes.length) this.#widen();
    this.#bytes[this.#byteCount++] = value;
  }

  /** Writes an integer from 0 to 2^32 - 1: one byte up to 127, two bytes up to 16,383. */
  count(value: number): void {
    let rest = value >>> 0;
    while (rest > 127) {
      this.byte((rest & 127) | 128);
      rest >>>= 7;
    }
    this.byte(rest);
  }

  /** Writes a signed 32-bit integer. */
  signed(value: number): void {
    this.count((value << 1) ^ (value >> 31));
  }

  text(value: string): void {
    this.count(value.length);
    for (let k = 0; k < value.length; k++) this.count(value.charCodeAt(k));
  }

  /**
   * Returns the snapshot. It is written to `into` if that is long enough and starts at a multiple of 8 bytes, otherwise to a new
   * array.
   * @returns the part of `into` that the snapshot fills, or the new array
   */
  finish<Memory extends ArrayBufferLike>(
    into: Uint8Array<Memory> | undefined,
  ): Uint8Array<ArrayBuffer | Memory> {
    const numberBytes = 8 * this.#numberCount;
    const length = (HEAD_BYTES + numberBytes + this.#byteCount + 7) & ~7;
    const isRoom = into !== undefined && into.length >= length && into.byteOffset % 8 === 0;
    const whole = isRoom ? into.subarray(0, length) : new Uint8Array(length);
    const words = new Uint32Array(whole.buffer, whole.byteOffset, length / 4);
    words[0] = MAGIC;
    words[VERSION_WORD] = SNAPSHOT_VERSION;
    words[LENGTH_WORD] = length;
    words[NUMBERS_WORD] = this.#numberCount;
    const numbers = this.#numbers.subarray(0, this.#numberCount);
    new Float64Array(whole.buffer, whole.byteOffset + HEAD_BYTES, this.#numberCount).set(numbers);
    whole.set(this.#bytes.subarray(0, this.#byteCount), HEAD_BYTES + numberBytes);
    whole.fill(0, HEAD_BYTES + numberBytes + this.#byteCount);
    checksum(words, words.length, sums);
    words[CHECKSUM_WORD] = sums[0];
    words[CHECKSUM_WORD + 1] = sums[1];
    return whole;
  }

  #widen(): void {
    const longer = new Uint8Array(2 * this.#byteCount);
    longer.set(this.#bytes);
    this.#bytes = longer;
  }
}

/** Reads the two streams, in the order in which they were written. */
export class SnapshotReader {
  readonly #numbers: Float64Array;
  readonly #bytes: Uint8Array;
  #numberPlace = 0;
  #bytePlace = 0;

  /** Throws a `SnapshotError` if any byte differs from what was written. */
  constructor(snapshot: Uint8Array) {
    if (!(snapshot instanceof Uint8Array))
      throw new InputError('snapshot', snapshot, 'a Uint8Array (of an ArrayBuffer: new Uint8Array(buffer))');
    const damaged = (value: unknown, expected: string): SnapshotError =>
      new SnapshotError('damaged', 'snapshot', value, `${expected}; take it from its source again`);
    if (snapshot.length < HEAD_BYTES) throw damaged(`${snapshot.length} bytes`, 'a snapshot of a world');
    // not `slice`: a Buffer, which Node returns for files and sockets, would share its memory and its unaligned address
    const whole = new Uint8Array(snapshot.length & ~7);
    whole.set(snapshot.subarray(0, whole.length));
    const words = new Uint32Array(whole.buffer);
    if (words[0] !== MAGIC) throw damaged('other bytes', 'a snapshot of a world');
    if (words[LENGTH_WORD] !== snapshot.length) {
      throw damaged(`${snapshot.length} bytes`, `all ${words[LENGTH_WORD]} bytes of the snapshot`);
    }
    checksum(words, words.length, sums);
    if (words[CHECKSUM_WORD] !== sums[0] || words[CHECKSUM_WORD + 1] !== sums[1]) {
      throw damaged('changed bytes', 'a snapshot as it was taken');
    }
    if (words[VERSION_WORD] !== SNAPSHOT_VERSION) {
      throw new SnapshotError(
        'version',
        'snapshot',
        `version ${words[VERSION_WORD]}`,
        `version ${SNAPSHOT_VERSION}; take it anew with this version of @otedama/rigid`,
      );
    }
    this.#numbers = new Float64Array(whole.buffer, HEAD_BYTES, words[NUMBERS_WORD]);
    this.#bytes = whole.subarray(HEAD_BYTES + 8 * words[NUMBERS_WORD]);
  }

  number(): number {
    return this.#numbers[this.#numberPlace++];
  }

  single(): number {
    for (let k = 0; k < 4; k++) singleBytes[k] = this.#bytes[this.#bytePlace++];
    return single[0];
  }

  byte(): number {
    return this.#bytes[this.#bytePlace++];
  }

  count(): number {
    let value = this.#bytes[this.#bytePlace++];
    if (value < 128) return value;
    value &= 127;
    for (let shift = 7; ; shift += 7) {
      const next = this.#bytes[this.#bytePlace++];
      value |= (next & 127) << shift;
      if (next < 128) return value >>> 0;
    }
  }

  signed(): number {
    const value = this.count();
    return (value >>> 1) ^ -(value & 1);
  }

  text(): string {
    let value = '';
    for (let rest = this.count(); rest > 0; rest--) value += String.fromCharCode(this.count());
    return value;
  }
}
