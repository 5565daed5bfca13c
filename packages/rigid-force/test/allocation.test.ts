import { execFileSync } from 'node:child_process';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const script = fileURLToPath(new URL('./helpers/allocation.ts', import.meta.url));

test('500 steps of a pile allocate less than 64 KiB', () => {
  const node = ['--conditions=@otedama/source', '--import', 'tsx', script];
  const bytes: Record<string, number> = JSON.parse(execFileSync(execPath, node, { encoding: 'utf8' }));
  for (const [name, count] of Object.entries(bytes)) expect(count, name).toBeLessThan(64 * 1024);
});
