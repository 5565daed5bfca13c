import { HEAP_LIMIT, runScript } from '@otedama/tooling/heap';
import { describe, expect, it } from 'vitest';

/** Results of the helper, which measures in its own process so that no other scene has affected its code and heap. */
function allocation(what: number | 'hail'): Record<string, number> {
  return runScript(new URL('helpers/allocation.ts', import.meta.url), String(what));
}

describe('1,000 steps of 200 touching boxes allocate less than 64 KiB', () => {
  it('at rest', () => {
    const { touching, rebuilt, bytes, buffers } = allocation(0);
    expect(touching).toBeGreaterThan(380);
    expect(rebuilt).toBe(0);
    expect(bytes).toBeLessThan(HEAP_LIMIT);
    expect(buffers).toBeLessThanOrEqual(0);
  });

  it('moving, with every manifold rebuilt', () => {
    const { rebuilt, bytes, buffers } = allocation(0.3);
    expect(rebuilt).toBeGreaterThan(380);
    expect(bytes).toBeLessThan(HEAP_LIMIT);
    expect(buffers).toBeLessThanOrEqual(0);
  });
});

it('1,000 steps of 50 fast bodies in a room, all swept and a tenth stopped in each, allocate less than 64 KiB', () => {
  const { swept, stopped, bytes, buffers } = allocation('hail');
  expect(swept).toBeGreaterThan(49_500);
  expect(stopped).toBeGreaterThan(5_000);
  expect(bytes).toBeLessThan(HEAP_LIMIT);
  expect(buffers).toBeLessThanOrEqual(0);
});
