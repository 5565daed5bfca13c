import { expect, test } from 'vitest';
import { createClothCpu } from '../src/index.js';

test('10.5.2: the colours it shows hold every constraint once and no particle twice', () => {
  const cloth = createClothCpu();
  const colors = cloth.constraintColors();
  expect(colors).toHaveLength(12);
  expect(colors.reduce((sum, pairs) => sum + pairs.length / 2, 0)).toBe(15_098);
  const links = new Set<string>();
  for (const pairs of colors) {
    expect(new Set(pairs).size).toBe(pairs.length);
    for (let i = 0; i < pairs.length; i += 2) links.add(`${pairs[i]} ${pairs[i + 1]}`);
  }
  expect(links.size).toBe(15_098);
});

test('it knows its size at rest', () => {
  const cloth = createClothCpu({ columns: 7, rows: 0, width: 1.4, height: 0.3 });
  expect(cloth.width).toBeCloseTo(1.4, 12);
  expect(cloth.height).toBeCloseTo(0.3, 12);
  expect(cloth.isMesh).toBe(false);
  // flat, centred at the origin
  const flat = createClothCpu({ columns: 3, rows: 2, width: 1.5, height: 3, ripple: 0 });
  const rest = flat.restPositions();
  for (let id = 0; id < flat.vertexCount; id++)
    expect(rest.subarray(3 * id, 3 * id + 3)).toEqual(flat.positions.subarray(4 * id, 4 * id + 3));
});
