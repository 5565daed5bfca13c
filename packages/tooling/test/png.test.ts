import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readPng } from '../src/png.js';

const chunk = (name: string, data: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(name, 'latin1'), data, Buffer.alloc(4)]); // nobody reads the checksum
};

/** A file with these rows, each with its filter before it. The data are in two chunks. */
function png(width: number, type: number, rows: readonly (readonly number[])[], depth = 8): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(rows.length, 4);
  head.set([depth, type], 8);
  const data = deflateSync(Buffer.from(rows.flat()));
  const chunks = [head, data.subarray(0, 9), data.subarray(9)].map((part, k) =>
    chunk(k ? 'IDAT' : 'IHDR', part),
  );
  return Buffer.concat([Buffer.alloc(8), ...chunks, chunk('IEND', Buffer.alloc(0))]);
}

describe('the pixels of a PNG', () => {
  test('of each filter, computed by hand', () => {
    const file = png(2, 2, [
      [0, 10, 20, 30, 40, 50, 60], // as they are
      [1, 1, 2, 3, 250, 4, 5], // to the left: 250 is -6
      [2, 1, 1, 1, 1, 1, 1], // above
      [3, 1, 1, 1, 1, 1, 1], // half of both, rounded down
      [4, 5, 5, 5, 131, 0, 0], // above, above, above, above, to the left, to the left
      [4, 5, 0, 0, 1, 0, 0], // three times above, then above left
    ]);
    const { width, height, channels, bytes } = readPng(file);
    expect([width, height, channels]).toEqual([2, 6, 3]);
    expect([...bytes]).toEqual([
      ...[10, 20, 30, 40, 50, 60],
      ...[1, 2, 3, 251, 6, 8],
      ...[2, 3, 4, 252, 7, 9],
      ...[2, 2, 3, 128, 5, 7],
      ...[7, 7, 8, 3, 7, 8],
      ...[12, 7, 8, 8, 7, 8],
    ]);
  });

  test('with opacity', () => {
    expect([...readPng(png(1, 6, [[0, 1, 2, 3, 4]])).bytes]).toEqual([1, 2, 3, 4]);
  });

  test('of another kind are refused', () => {
    expect(() => readPng(png(1, 3, [[0, 1]]))).toThrow('a PNG of 8 bits, type 3, interlaced 0');
    expect(() => readPng(png(1, 2, [[0, 1, 2, 3, 4, 5, 6]], 16))).toThrow('a PNG of 16 bits');
  });
});
