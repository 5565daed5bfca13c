import { expect, test } from 'vitest';
import { computeHashes, pinned } from './determinism.js';

test('the pinned scenes have their bits in Node', () => {
  expect(computeHashes()).toEqual(pinned);
});
