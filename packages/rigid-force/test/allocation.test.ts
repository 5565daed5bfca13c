import { HEAP_LIMIT, runScript } from '@otedama/solver-tests/heap';
import { expect, test } from 'vitest';

test('500 steps of a pile allocate less than 64 KiB', () => {
  const bytes = runScript(new URL('./helpers/allocation.ts', import.meta.url)) as Record<string, number>;
  expect(Object.keys(bytes).length).toBeGreaterThan(0);
  for (const [name, count] of Object.entries(bytes)) expect(count, name).toBeLessThan(HEAP_LIMIT);
});
