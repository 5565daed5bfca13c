import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Data, difference, withDifference } from '../src/difference.js';

/** JSON values whose numbers are not changed by rounding. */
const data = fc
  .jsonValue({ maxDepth: 4, noUnicodeString: false } as Parameters<typeof fc.jsonValue>[0])
  .map((value) =>
    JSON.parse(JSON.stringify(value), (_, member) =>
      typeof member === 'number' ? Math.round(member % 1000) / 8 + 0 : member,
    ),
  ) as fc.Arbitrary<Data>;

test('a difference brings any data to any other, and passes through JSON', () => {
  fc.assert(
    fc.property(data, data, (base, value) => {
      const found = difference(base, value);
      const read = found === undefined ? undefined : JSON.parse(JSON.stringify(found));
      // compared as JSON: objects with and without Object.prototype are equal there, and the order of keys does not matter
      expect(withDifference(base, read)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
    { seed: 5, numRuns: 2000 },
  );
});

test('what is the same is not in it', () => {
  const base = { bodies: [{ x: 1, y: 2 }, { x: 3 }], name: 'a' };
  expect(difference(base, structuredClone(base))).toBeUndefined();
  expect(difference(base, { ...base, bodies: [{ x: 1, y: 2.5 }, { x: 3 }, { x: 0.12345678 }] })).toEqual({
    bodies: { 0: { y: [2.5] }, 2: [{ x: 0.123457 }], length: [3] },
  });
  expect(difference(base, { bodies: [{ x: 1, y: 2 }] })).toEqual({ bodies: { length: [1] }, name: 0 });
});

test('what is no difference of the base is refused, and takes no memory', () => {
  for (const change of [
    7,
    'x',
    [],
    [1, 2],
    { length: [3] },
    { length: [2 ** 31] },
    { length: ['x'] },
    { length: [-1] },
  ]) {
    expect(() => withDifference([1], change), JSON.stringify(change)).toThrow(/not a difference/);
  }
  expect(() => withDifference(1, { x: [1] })).toThrow(TypeError);
});

test('numbers keep a millionth; small ones, as masses of small bodies are, four digits: they never become nothing', () => {
  const kept = (value: number) => withDifference(0.5, difference(0.5, value));
  expect(kept(-12.34567891)).toBe(-12.345679);
  expect(kept(1.23456e-7)).toBe(1.235e-7);
  expect(kept(-4.4e-9)).toBe(-4.4e-9);
  expect(kept(0.00098765432)).toBe(0.0009877);
  expect(kept(3e-17)).toBe(0);
});
