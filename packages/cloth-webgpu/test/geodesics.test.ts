import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_ANCHORS } from '../src/constants.js';
import { Geodesics, UNREACHED } from '../src/geodesics.js';

test('distances are those of all shortest paths [Floyd 1962, "Algorithm 97"], each way is looked at once from each end', () => {
  const count = 12;
  const way = fc.tuple(
    fc.nat({ max: count - 1 }),
    fc.nat({ max: count - 1 }),
    fc.integer({ min: 1, max: 40 }),
  );
  fc.assert(
    fc.property(fc.array(way, { maxLength: 40 }), (ways) => {
      const shortest = Array.from({ length: count }, (_, a) =>
        Array.from({ length: count }, (_, b): number => (a === b ? 0 : UNREACHED)),
      );
      for (const [a, b, length] of ways)
        shortest[a][b] = shortest[b][a] = Math.min(shortest[a][b], length / 8);
      for (let via = 0; via < count; via++)
        for (let a = 0; a < count; a++)
          for (let b = 0; b < count; b++)
            shortest[a][b] = Math.min(shortest[a][b], shortest[a][via] + shortest[via][b]);
      let reads = 0;
      const read = (lengths: number[], k: string) => {
        reads++;
        return lengths[Number(k)];
      };
      const lengths = new Proxy(
        ways.map(([, , length]) => length / 8),
        { get: read as never },
      );
      const ends = ways.flatMap(([a, b]) => [a, b] as const);
      const geodesics = new Geodesics(ends, lengths, count);
      for (let pin = 0; pin < count; pin++) {
        reads = 0;
        expect([...geodesics.from(pin)]).toEqual(shortest[pin].map(Math.fround));
        // nearest first, so each particle that is reached goes over its ways once
        expect(reads).toBe(ends.filter((end) => shortest[pin][end] < UNREACHED).length);
      }
    }),
    { seed: 8 },
  );
});

test('the distances from a pin are searched once, and kept for twice as many pins as there are anchors', () => {
  const kept = 2 * MAX_ANCHORS;
  const ids = Array.from({ length: kept + 1 }, (_, id) => id);
  const geodesics = new Geodesics(
    ids.slice(1).flatMap((id) => [id - 1, id]),
    ids.slice(1).fill(1),
    ids.length,
  );
  const first = ids.slice(0, kept).map((id) => geodesics.from(id));
  for (const id of ids.slice(0, kept)) expect(geodesics.from(id)).toBe(first[id]);
  geodesics.from(kept);
  for (const id of ids.slice(1, kept)) expect(geodesics.from(id)).toBe(first[id]);
  expect(geodesics.from(0), 'the oldest').not.toBe(first[0]);
  expect(geodesics.from(0)).toEqual(first[0]);
});
