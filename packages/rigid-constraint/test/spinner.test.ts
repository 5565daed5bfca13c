// The spinner in a process with native modules: thousands of small bodies stirred by a fast motor. `README.md` has the run of 3,000 steps.

import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const script = join(dirname(fileURLToPath(import.meta.url)), 'native', 'spinner.ts');

function stir(...values: (number | string)[]): Record<string, number> {
  const output = execFileSync(
    execPath,
    ['--conditions=@otedama/source', '--import', 'tsx', script, ...values.map(String)],
    { encoding: 'utf8' },
  );
  return JSON.parse(output);
}

test('C9 of the 6,076 bodies of the spinner none leaves the ring in 400 steps, and none is lost to infinity', {
  timeout: 300_000,
}, () => {
  const { bodies, escaped, frozen, stopped, slowest } = stir(6076, 400);
  expect(bodies).toBe(6076);
  expect(escaped).toBe(0);
  expect(frozen).toBe(0);
  // the arm does turn, and bodies do hit the ring faster than contacts alone would see
  expect(slowest).toBeGreaterThan(4);
  expect(stopped).toBeGreaterThan(1000);
});

test('without continuous collision bodies do leave the ring', { timeout: 120_000 }, () => {
  expect(stir(2000, 300, 'off').escaped).toBeGreaterThan(2);
});
