/** Decompression, against data that Node's zlib compressed. */

import { deflateSync, gzipSync, constants as zlib } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InflateError, inflate } from '../src/tiled/inflate.js';

/** Bytes like those of maps: repetitions of various lengths and distances. */
const bytes = fc
  .array(fc.tuple(fc.uint8Array({ maxLength: 40 }), fc.integer({ min: 1, max: 40 })), { maxLength: 40 })
  .map((parts) =>
    Uint8Array.from(
      parts.flatMap(([part, times]) =>
        Array(times)
          .fill([...part])
          .flat(),
      ),
    ),
  );
const settings = fc.record({
  level: fc.integer({ min: 0, max: 9 }),
  strategy: fc.constantFrom(zlib.Z_DEFAULT_STRATEGY, zlib.Z_HUFFMAN_ONLY, zlib.Z_RLE, zlib.Z_FIXED),
});

describe('inflate', () => {
  test('returns what was compressed, with stored, fixed and dynamic blocks, by zlib and gzip', () => {
    fc.assert(
      fc.property(bytes, settings, (given, options) => {
        expect(inflate(deflateSync(given, options), given.length)).toEqual(given);
        expect(inflate(gzipSync(given, options), given.length)).toEqual(given);
      }),
      { numRuns: 200, seed: 1 },
    );
  });

  test('long data with far repetitions, in many blocks', () => {
    let state = 1;
    const given = Uint8Array.from({ length: 300_000 }, (_, k) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return k % 3 === 0 ? state >>> 29 : k >> 12;
    });
    for (const level of [0, 1, 9]) {
      const result = inflate(deflateSync(given, { level }), given.length);
      expect(Buffer.compare(result, given)).toBe(0);
    }
  });

  test('a gzip header with a name, a comment, extra bytes and a checksum of its own', () => {
    const given = Uint8Array.from([1, 2, 3, 4]);
    const plain = gzipSync(given);
    const header = [...plain.subarray(0, 3), 2 + 4 + 8 + 16, ...plain.subarray(4, 10)];
    const extras = [3, 0, 9, 9, 9, ...Buffer.from('name\0comment\0'), 7, 7];
    expect(inflate(Uint8Array.from([...header, ...extras, ...plain.subarray(10)]), 4)).toEqual(given);
  });

  test('data of another size, or with any byte changed or missing, is refused', () => {
    const given = Uint8Array.from({ length: 400 }, (_, k) => (k * k) % 7);
    for (const packed of [deflateSync(given), gzipSync(given), deflateSync(given, { level: 0 })]) {
      const isGzip = packed[0] === 0x1f;
      for (const size of [0, 399, 401, 1e9]) {
        expect(() => inflate(packed, size)).toThrow(InflateError);
      }
      for (let k = 0; k < packed.length; k++) {
        // time, system and other notes of gzip mean nothing for the data; its last four bytes repeat the size
        if (isGzip && ((k >= 2 && k < 10) || k >= packed.length - 4)) continue;
        expect(() => inflate(packed.subarray(0, k), 400), `end at ${k}`).toThrow(InflateError);
        for (const bit of [1, 16, 128]) {
          const damaged = Uint8Array.from(packed);
          damaged[k] ^= bit;
          let result: Uint8Array | undefined;
          try {
            result = inflate(damaged, 400);
          } catch (error) {
            expect(error).toBeInstanceOf(InflateError);
          }
          // the window size in the header of zlib, and unused bits, change nothing
          if (result !== undefined) expect(result).toEqual(given);
        }
      }
    }
  });
});
