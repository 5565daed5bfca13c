import { HEAP_LIMIT, runScript } from '@otedama/tooling/heap';
import { expect, test } from 'vitest';

test('1,000 steps of a pile allocate less than 64 KiB', () => {
  const bytes = runScript<Record<string, number>>(new URL('./helpers/allocation.ts', import.meta.url));
  expect(Object.keys(bytes).length).toBeGreaterThan(0);
  for (const [name, count] of Object.entries(bytes)) expect(count, name).toBeLessThan(HEAP_LIMIT);
});
