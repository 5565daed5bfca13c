/** The parts that snapshots are written with: streams of numbers and bytes, shared records, shapes and their digest. */

import type { Shape } from '@otedama/collision';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { SnapshotReader, SnapshotWriter } from '../src/snapshot-bytes.js';
import { LONGEST_RECORD, RecordReader, RecordWriter } from '../src/snapshot-records.js';
import { isSameShape, readShape, ShapeDigest, writeShape } from '../src/snapshot-shapes.js';

const written = (write: (writer: SnapshotWriter) => void, writer = new SnapshotWriter()): SnapshotReader => {
  writer.begin();
  write(writer);
  return new SnapshotReader(writer.finish(undefined));
};

/** Numbers near the ends of each length in bytes, and any. */
const unsigned = fc.oneof(
  fc.constantFrom(0, 127, 128, 16_383, 16_384, 2 ** 21, 2 ** 28 - 1, 2 ** 28, 2 ** 31, 2 ** 32 - 1),
  fc.nat({ max: 2 ** 32 - 1 }),
);
const item = fc.oneof(
  fc.record({ kind: fc.constant('count' as const), value: unsigned }),
  fc.record({ kind: fc.constant('signed' as const), value: unsigned.map((value) => value | 0) }),
  fc.record({ kind: fc.constant('byte' as const), value: fc.nat({ max: 255 }) }),
  fc.record({ kind: fc.constant('single' as const), value: fc.float() }),
  fc.record({ kind: fc.constant('number' as const), value: fc.double() }),
  fc.record({ kind: fc.constant('text' as const), value: fc.string({ unit: 'binary', maxLength: 6 }) }),
);

test('what is read is what was written, in the same order, to the bit', () => {
  const writer = new SnapshotWriter();
  fc.assert(
    fc.property(fc.array(item, { maxLength: 60 }), (items) => {
      const reader = written(() => {
        for (const { kind, value } of items) writer[kind](value as never);
      }, writer);
      for (const { kind, value } of items) expect(Object.is(reader[kind](), value)).toBe(true);
    }),
    { seed: 21 },
  );
});

test('the streams grow past the memory that they begin with', () => {
  const reader = written((writer) => {
    for (let k = 0; k < 40_000; k++) {
      writer.number(k / 3);
      writer.byte(k & 255);
    }
  });
  for (let k = 0; k < 40_000; k++)
    if (reader.number() !== k / 3 || reader.byte() !== (k & 255)) expect.fail(`${k}`);
});

const number = fc.oneof(
  fc.constantFrom(0, -0, 1, 199, 200, 255, -1, 0.5, -0.5, Number.NaN, Infinity, -Infinity, 2 ** 31),
  fc.double(),
);

test('records are read as they were written, equal ones as one object, and each is written in full only once', () => {
  const records = new RecordWriter();
  fc.assert(
    fc.property(fc.array(fc.array(number, { minLength: 1, maxLength: 12 }), { maxLength: 30 }), (given) => {
      // again, in the same and in the other order
      const all = [...given, ...given, ...given.toReversed()];
      const writer = new SnapshotWriter();
      writer.begin();
      const write = (record: readonly number[]) => {
        records.record.set(record);
        records.write(writer, record.length);
      };
      records.begin();
      for (const record of given) write(record);
      const once = writer.finish(undefined).length;
      for (const record of all.slice(given.length)) write(record);
      // a byte each, and padding
      expect(writer.finish(undefined).length).toBeLessThan(once + 2 * given.length + 8);
      const reader = new SnapshotReader(writer.finish(undefined));
      const reading = new RecordReader();
      const byText = new Map<string, Float64Array>();
      for (const record of all) {
        const read = reading.read(reader);
        expect([...read]).toEqual(record);
        const text = record.map((x) => (Object.is(x, -0) ? '-0' : `${x}`)).join();
        expect(read).toBe(byText.get(text) ?? read);
        byText.set(text, read);
      }
      expect(new Set(byText.values()).size).toBe(byText.size);
    }),
    { seed: 22 },
  );
});

test('in a record a small integer takes a byte, a number again or negated two, any other nine', () => {
  const sizeOf = (record: readonly number[]): number => {
    const writer = new SnapshotWriter();
    writer.begin();
    const records = new RecordWriter();
    records.record.set(record);
    records.write(writer, record.length);
    return writer.finish(undefined).length;
  };
  // the header, the number and the length of the record, and padding
  const around = (bytes: number): number => 8 * Math.ceil((24 + 2 + bytes) / 8);
  const repeat = (...numbers: number[]): number[] => Array(30).fill(numbers).flat();
  expect(sizeOf(repeat(0, 1, 199))).toBe(around(90));
  expect(sizeOf(repeat(200, -200))).toBe(around(9 + 59 * 2));
  expect(sizeOf(repeat(0.5, -0.5, -0))).toBe(around(9 + 59 * 2 + 9 + 29 * 2));
  expect(sizeOf(Array.from({ length: 60 }, (_, k) => k + 0.5))).toBe(around(60 * 9));
});

test('many long records: those of one world are not taken for those of another', () => {
  const records = new RecordWriter();
  for (const world of [1, 2]) {
    const writer = new SnapshotWriter();
    writer.begin();
    records.begin();
    const make = (k: number) => Array.from({ length: LONGEST_RECORD }, (_, n) => world + k + n / 7);
    for (let k = 0; k < 40; k++) {
      records.record.set(make(k));
      records.write(writer, LONGEST_RECORD);
    }
    const once = writer.finish(undefined).length;
    for (let k = 0; k < 40; k++) {
      records.record.set(make(k));
      records.write(writer, LONGEST_RECORD);
    }
    // known again, a byte each
    expect(writer.finish(undefined).length).toBe(once + 40);
    const reader = new SnapshotReader(writer.finish(undefined));
    const reading = new RecordReader();
    for (let k = 0; k < 40; k++) expect([...reading.read(reader)]).toEqual(make(k));
  }
});

const coordinate = fc.oneof(fc.constantFrom(0, -0, 1), fc.double({ noNaN: true }));
const point = fc.record({ x: coordinate, y: coordinate });
const maybe = <Value>(name: string, value: fc.Arbitrary<Value>) =>
  fc.option(value, { nil: undefined }).map((given) => (given === undefined ? {} : { [name]: given }));
const shape: fc.Arbitrary<Shape> = fc.oneof(
  fc
    .tuple(coordinate, maybe('center', point))
    .map(([radius, more]): Shape => ({ kind: 'circle', radius, ...more })),
  fc.record({ kind: fc.constant('capsule' as const), point1: point, point2: point, radius: coordinate }),
  fc
    .tuple(fc.array(point, { minLength: 3, maxLength: 64 }), maybe('radius', coordinate))
    .map(([vertices, more]): Shape => ({ kind: 'polygon', vertices, ...more })),
  fc.record({ kind: fc.constant('segment' as const), point1: point, point2: point }),
  fc
    .tuple(point, maybe('position', point))
    .map(([normal, more]): Shape => ({ kind: 'halfSpace', normal, ...more })),
  fc.record({
    ...{ kind: fc.constant('chainSegment' as const), ghost1: point, point1: point },
    ...{ point2: point, ghost2: point },
  }),
);

const numbersOf = (shape: Shape): Float64Array => {
  const out = new Float64Array(LONGEST_RECORD);
  return out.slice(0, writeShape(shape, out));
};

test('the numbers of a shape give the same shape', () => {
  fc.assert(
    fc.property(shape, (given) => {
      const read = readShape(numbersOf(given));
      expect(read).toEqual(given);
      expect(isSameShape(read, given)).toBe(true);
    }),
    { seed: 23 },
  );
});

test('shapes are the same if no bit of their numbers differs, and a digest tells apart what is not', () => {
  const digestOf = (entries: readonly (readonly [id: number, shape: Shape])[]) => {
    const digest = new ShapeDigest();
    for (const [id, shape] of entries) digest.add(id, shape);
    const { first, second } = digest;
    digest.begin();
    expect([digest.first, digest.second]).toEqual([new ShapeDigest().first, new ShapeDigest().second]);
    return `${first} ${second}`;
  };
  fc.assert(
    fc.property(shape, shape, fc.nat({ max: 1000 }), fc.nat(), (a, b, id, place) => {
      const [ofA, ofB] = [numbersOf(a), numbersOf(b)];
      const areSame = ofA.length === ofB.length && ofA.every((x, k) => Object.is(x, ofB[k]));
      expect(isSameShape(a, b)).toBe(areSame);
      // one number that is a little larger
      const changed = ofA.slice();
      const k = 1 + (place % (ofA.length - 1));
      changed[k] = ofA[k] === 0 ? 5e-324 : ofA[k] * (1 + 2 ** -52);
      fc.pre(!Object.is(changed[k], ofA[k]));
      const other = readShape(changed);
      expect(isSameShape(a, other)).toBe(false);
      const digest = digestOf([[id, a]]);
      expect(digestOf([[id, readShape(ofA)]])).toBe(digest);
      expect(digestOf([[id, other]])).not.toBe(digest);
      expect(digestOf([[id + 1, a]])).not.toBe(digest);
      expect(
        digestOf([
          [0, a],
          [1, other],
        ]),
      ).not.toBe(
        digestOf([
          [0, other],
          [1, a],
        ]),
      );
    }),
    { seed: 24 },
  );
});
