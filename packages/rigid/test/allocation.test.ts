import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const script = join(dirname(fileURLToPath(import.meta.url)), 'helpers', 'allocation.ts');

/**
 * Runs the scene in a process of its own, whose code and heap no other scene has touched. Functions are compiled there and then: beside the
 * program, on a busy machine, the compiler may come too late, and what it has not reached yet allocates numbers.
 */
function allocation(what: number | 'hail'): Record<string, number> {
  const flags = ['--no-concurrent-recompilation', '--conditions=@otedama/source', '--import', 'tsx'];
  const node = [...flags, script, String(what)];
  return JSON.parse(execFileSync(execPath, node, { encoding: 'utf8' }));
}

describe('1,000 steps of 1,000 touching boxes allocate less than 64 KiB', () => {
  it('at rest', () => {
    const { touching, rebuilt, bytes, buffers } = allocation(0);
    expect(touching).toBeGreaterThan(1900);
    expect(rebuilt).toBe(0);
    expect(bytes).toBeLessThan(64 * 1024);
    expect(buffers).toBeLessThanOrEqual(0);
  });

  it('moving, with every manifold built anew', () => {
    const { rebuilt, bytes, buffers } = allocation(0.3);
    expect(rebuilt).toBeGreaterThan(1900);
    expect(bytes).toBeLessThan(64 * 1024);
    expect(buffers).toBeLessThanOrEqual(0);
  });
});

it('1,000 steps of 100 fast bodies in a room, all swept and a tenth of them stopped in each, allocate less than 64 KiB', () => {
  const { swept, stopped, bytes, buffers } = allocation('hail');
  expect(swept).toBeGreaterThan(99_000);
  expect(stopped).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThan(64 * 1024);
  expect(buffers).toBeLessThanOrEqual(0);
});
