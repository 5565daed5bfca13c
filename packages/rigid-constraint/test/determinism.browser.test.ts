import { expect, test } from 'vitest';
import { computeHashes, pinned } from './determinism.js';

test('the state hashes of the pinned scenes match in Chromium', () => {
  expect(computeHashes()).toEqual(pinned);
});

test('the state hashes of the pinned scenes match in a worker', async () => {
  const worker = new Worker(new URL('./determinism.worker.ts', import.meta.url), { type: 'module' });
  const hashes = await new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = (event) => reject(new Error(event.message));
  });
  worker.terminate();
  expect(hashes).toEqual(pinned);
});
