import { expect, test } from 'vitest';
import { PairTable } from '../src/pair-table.js';
import { Draw } from './draw.js';

test('pairs get the numbers that a map of their sorted names gives, whichever end comes first', () => {
  const draw = new Draw(5);
  for (const [particles, capacity] of [
    [3, 3],
    [40, 400],
    [2 ** 22, 3000],
  ]) {
    const table = new PairTable(capacity);
    const known = new Map<string, number>();
    for (let round = 0; round < 4 * capacity; round++) {
      const [a, b] = [draw.integer(particles), draw.integer(particles)];
      const name = `${Math.min(a, b)} ${Math.max(a, b)}`;
      expect(table.find(a, b)).toBe(known.get(name) ?? -1);
      if (a === b || (known.size === capacity && !known.has(name))) continue;
      if (!known.has(name)) known.set(name, known.size);
      expect(table.add(a, b)).toBe(known.get(name));
      expect(table.find(b, a)).toBe(known.get(name));
    }
    expect(table.count).toBe(known.size);
    const names = Array.from({ length: table.count }, (_, k) => {
      const [a, b] = table.ends.subarray(2 * k, 2 * k + 2);
      return `${Math.min(a, b)} ${Math.max(a, b)}`;
    });
    expect(names).toEqual([...known.keys()]);
  }
});
