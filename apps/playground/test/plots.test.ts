import { expect, test } from 'vitest';
import { rangeText, shownRange } from '../src/plots.js';

test.each([
  [0.251, 37.1, '0.3 … 37.1'],
  [14_338, 14_412, '14,300 … 14,400'],
  [-66_637, -65_944, '−66,600 … −65,900'],
  [0, 0, '0'],
  [173.21, 173.24, '173'],
  [0, 5, '0 … 5'],
  [1e-9, 0.000452, '0 … 4.52e−4'],
])('the range from %f to %f is written to three digits of the larger end: %s', (low, high, text) => {
  expect(rangeText(low, high)).toBe(text);
});

test('a chart whose labels are equal shows no cliff; one whose labels differ fills its height', () => {
  // a millionth of the energy is lost: a line in the middle, with hardly a slope
  const { low, high } = shownRange(2356.192, 2356.194);
  expect(high - low).toBeCloseTo(10, 9);
  expect((2356.193 - low) / (high - low)).toBeCloseTo(0.5, 3);
  expect(shownRange(14_338, 14_412)).toEqual({ low: 14_338 - 13, high: 14_412 + 13 });
  expect(shownRange(-66_637, -65_944)).toEqual({ low: -66_637, high: -65_944 });
  expect(shownRange(0, 5)).toEqual({ low: 0, high: 5 });
  expect(shownRange(0, 0)).toEqual({ low: -0.5, high: 0.5 });
});
