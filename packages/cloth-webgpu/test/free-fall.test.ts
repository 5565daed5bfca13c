import { expect, test } from 'vitest';
import { createClothCpu } from '../src/index.js';

const particle = (positions: Float32Array, id: number) => Array.from(positions.subarray(4 * id, 4 * id + 3));

test('10.5.5 free fall: speed and way after one substep of 1/300 s, and the way after five', async () => {
  const none = Number.POSITIVE_INFINITY;
  // without constraints, which even out the rounding of the start
  const off = { stretchCompliance: none, shearCompliance: none, bendCompliance: none };
  const cloth = createClothCpu({ ...off, ripple: 0, pins: 'none', substeps: 1, stepSeconds: 1 / 300 });
  cloth.step();
  expect((await cloth.measure()).largestSpeed).toBeCloseTo(0.033333333, 8);
  // the middle is at 0, where a float32 has the most digits
  expect(particle(cloth.positions, 1300)[1]).toBeCloseTo(-1.1111111e-4, 10);
  for (let substep = 1; substep < 5; substep++) cloth.step();
  expect(particle(cloth.positions, 1300)[1]).toBeCloseTo(-1.6666667e-3, 9);
});

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
