import { expect, test } from 'vitest';
import { createClothCpu } from '../src/index.js';

const particle = (positions: Float32Array, id: number) => Array.from(positions.subarray(4 * id, 4 * id + 3));

test('10.5.5 free fall: y of the lower corners after one frame', () => {
  const cloth = createClothCpu({ ripple: 0 });
  cloth.step();
  expect(particle(cloth.positions, 2600)[1]).toBeCloseTo(-1.5016667, 6);
});

test('10.5.5 free fall: 300 substeps of an unpinned cloth', () => {
  const cloth = createClothCpu({ ripple: 0, pins: 'none' });
  for (let frame = 0; frame < 60; frame++) cloth.step();
  expect(particle(cloth.positions, 1300)[1]).toBeCloseTo(-5.0166667, 4);
});
