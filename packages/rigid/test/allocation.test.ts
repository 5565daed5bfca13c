import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

it('1,000 steps of 1,000 touching boxes allocate less than 64 KiB, at rest and moving', () => {
  const script = join(dirname(fileURLToPath(import.meta.url)), 'helpers', 'allocation.ts');
  const output = execFileSync(execPath, ['--conditions=@otedama/source', '--import', 'tsx', script], {
    encoding: 'utf8',
  });
  const { rest, moving } = JSON.parse(output);
  expect(rest.rebuilt).toBe(0);
  expect(rest.buffers).toBeLessThanOrEqual(0);
  expect(rest.touching).toBeGreaterThan(1900);
  expect(rest.bytes).toBeLessThan(64 * 1024);
  expect(moving.rebuilt).toBeGreaterThan(1900);
  expect(moving.buffers).toBeLessThanOrEqual(0);
  expect(moving.bytes).toBeLessThan(64 * 1024);
});
