import { createClothCpu } from '@otedama/cloth-webgpu';
import { expect, test } from 'vitest';
import { balloons } from '../src/cloth/cloths.js';

test('the balloons of a bunch stay full and beside each other', async () => {
  const definition = balloons(12);
  const cloth = createClothCpu(definition);
  const first = await definition.pressure!.measure(cloth);
  const size = cloth.vertexCount / first.length;
  for (let step = 0; step < 60; step++) cloth.step();
  const last = await definition.pressure!.measure(cloth);
  expect(first).toHaveLength(6);
  last.forEach(({ volume }, shell) => {
    expect(volume / first[shell].volume).toBeGreaterThan(0.9);
  });
  const middles = last.map((_, shell) =>
    [0, 1, 2].map((axis) => {
      let sum = 0;
      for (let k = 0; k < size; k++) sum += cloth.positions[4 * (shell * size + k) + axis] / size;
      return sum;
    }),
  );
  for (const [a, here] of middles.entries())
    for (const there of middles.slice(a + 1))
      expect(Math.hypot(...here.map((place, axis) => place - there[axis]))).toBeGreaterThan(0.45);
});
