import { expect, test } from 'vitest';

test('Chromium offers a WebGPU adapter', async () => {
  const adapter = await navigator.gpu.requestAdapter();
  expect(adapter).not.toBeNull();
});
