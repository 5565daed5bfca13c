import { expect, test } from 'vitest';
import { PairTable } from '../src/pair-table.js';
import { seeded } from './helpers/random.js';

test('behaves like a map under random insertion, change and removal', () => {
  const random = seeded(3);
  const table = new PairTable();
  const map = new Map<string, number>();
  for (let k = 0; k < 100_000; k++) {
    // phases of growth and shrinkage, with few distinct keys so that runs are long
    const grows = Math.floor(k / 20_000) % 2 === 0;
    const a = random.integer(100) * (k % 2 === 0 ? 1 : 65536);
    const b = a + 1 + random.integer(100);
    const key = `${a},${b}`;
    const before = map.get(key) ?? -1;
    if (table.get(a, b) !== before) expect(table.get(a, b)).toBe(before);
    if (random.next() < (grows ? 0.7 : 0.3)) {
      table.set(a, b, k);
      map.set(key, k);
    } else {
      const removed = table.delete(a, b);
      if (removed !== before) expect(removed).toBe(before);
      map.delete(key);
    }
    if (table.size !== map.size) expect(table.size).toBe(map.size);
    if (k % 9973 === 0) {
      for (const [text, value] of map) {
        const [x, y] = text.split(',').map(Number);
        if (table.get(x, y) !== value) expect(table.get(x, y)).toBe(value);
      }
    }
  }
  expect(map.size).toBeGreaterThan(0);
  table.clear();
  expect(table.size).toBe(0);
  for (const text of map.keys()) {
    const [x, y] = text.split(',').map(Number);
    expect(table.get(x, y)).toBe(-1);
  }
});
