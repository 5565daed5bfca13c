import { expect, test } from 'vitest';
import { rangeText } from '../src/plots.js';

test.each([
  [0.251, 37.1, '0.3 … 37.1'],
  [14_338, 14_412, '14,300 … 14,400'],
  [-66_637, -65_944, '−66,600 … −65,900'],
  [0, 0, '0 … 0'],
  [0, 5, '0 … 5'],
  [1e-9, 0.000452, '0 … 4.52e−4'],
])('the range from %f to %f is written to three digits of the larger end: %s', (low, high, text) => {
  expect(rangeText(low, high)).toBe(text);
});
