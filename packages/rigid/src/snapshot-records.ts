/**
 * Shared records, written only once. A record is a short list of numbers, such as the material of a shape. It is written in full
 * at its first use, and as its index later. Within a record, a small integer takes one byte. A number that already occurred in
 * the record, or its negative (as in the vertices of a box), takes two bytes.
 */
import { MAXIMUM_VERTICES } from '@otedama/math2d/polygon';
import type { SnapshotReader, SnapshotWriter } from './snapshot-bytes.js';

/** Integers up to this one are written as a byte of the same value. */
const SMALL = 199;
/**
 * Codes of the next number: the same as an earlier number of the record, given by its index; the negative of an earlier number; a
 * number in full.
 */
const REPEATED = 253;
const NEGATED = 254;
const FULL = 255;

/** Maximum number of numbers in a record: the vertices of a polygon, its radius, and its kind. */
export const LONGEST_RECORD: number = 2 * MAXIMUM_VERTICES + 2;

export class RecordWriter {
  /** The record to write: fill it from index 0 and call `write`. */
  readonly record: Float64Array = new Float64Array(LONGEST_RECORD);
  readonly #words = new Uint32Array(this.record.buffer);
  /** All records, one after another, and their start offsets. */
  #known: Float64Array = new Float64Array(1024);
  readonly #starts: number[] = [0];
  readonly #byHash = new Map<number, number>();
  /** Next record with the same hash, or -1. */
  readonly #next: number[] = [];
  #last = -1;

  begin(): void {
    this.#starts.length = 1;
    this.#next.length = 0;
    this.#byHash.clear();
    this.#last = -1;
  }

  /** Writes the first `length` numbers of `record`. */
  write(writer: SnapshotWriter, length: number): void {
    if (this.#last >= 0 && this.#equals(this.#last, length)) {
      writer.count(this.#last);
      return;
    }
    let hash = length;
    for (let k = 0; k < 2 * length; k++) hash = Math.imul(hash ^ this.#words[k] ^ (hash >>> 15), 0x9e3779b1);
    const first = this.#byHash.get(hash) ?? -1;
    let place = first;
    while (place >= 0 && !this.#equals(place, length)) place = this.#next[place];
    if (place >= 0) {
      this.#last = place;
      writer.count(place);
      return;
    }
    place = this.#next.length;
    this.#last = place;
    this.#next.push(first);
    this.#byHash.set(hash, place);
    const start = this.#starts[place];
    while (start + length > this.#known.length) {
      const longer = new Float64Array(2 * this.#known.length);
      longer.set(this.#known);
      this.#known = longer;
    }
    for (let k = 0; k < length; k++) this.#known[start + k] = this.record[k];
    this.#starts.push(start + length);
    writer.count(place);
    writer.count(length);
    for (let k = 0; k < length; k++) this.#writeNumber(writer, k);
  }

  #equals(place: number, length: number): boolean {
    const start = this.#starts[place];
    if (this.#starts[place + 1] - start !== length) return false;
    const { record } = this;
    for (let k = 0; k < length; k++) if (!Object.is(this.#known[start + k], record[k])) return false;
    return true;
  }

  #writeNumber(writer: SnapshotWriter, k: number): void {
    const { record } = this;
    const value = record[k];
    if (value >= 0 && value <= SMALL && Object.is(value | 0, value)) {
      writer.byte(value);
      return;
    }
    for (let j = 0; j < k; j++) {
      const isSame = Object.is(record[j], value);
      if (!isSame && !Object.is(-record[j], value)) continue;
      writer.byte(isSame ? REPEATED : NEGATED);
      writer.byte(j);
      return;
    }
    writer.byte(FULL);
    writer.number(value);
  }
}

export class RecordReader {
  readonly #records: Float64Array[] = [];

  /** Returns the next record. Equal records are the same object. */
  read(reader: SnapshotReader): Float64Array {
    const place = reader.count();
    if (place < this.#records.length) return this.#records[place];
    const record = new Float64Array(reader.count());
    for (let k = 0; k < record.length; k++) {
      const mark = reader.byte();
      if (mark <= SMALL) record[k] = mark;
      else if (mark === REPEATED) record[k] = record[reader.byte()];
      else if (mark === NEGATED) record[k] = -record[reader.byte()];
      else record[k] = reader.number();
    }
    this.#records.push(record);
    return record;
  }
}
