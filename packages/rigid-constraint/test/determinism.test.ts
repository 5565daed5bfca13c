import { expect, test } from 'vitest';
import { computeHashes, pinned } from './determinism.js';

test('the state hashes of the pinned scenes match in Node', () => {
  expect(computeHashes()).toEqual(pinned);
});
