import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as collision from '../src/index.js';

/** Runs the first example of a file and returns the values that it prints. */
function printedBy(file: string): unknown[][] {
  const text = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
  const code = /```js\n([\s\S]*?)```/.exec(text)?.[1] ?? '';
  const body = code.replace(/import (\{[^}]*\}) from '@otedama\/collision';/, 'const $1 = collision;');
  expect(body).not.toBe(code);
  const printed: unknown[][] = [];
  new Function('collision', 'console', body)(collision, {
    log: (...values: unknown[]) => printed.push(values),
  });
  return printed;
}

test('the example of the README runs and prints what it says', () => {
  expect(printedBy('README.md')).toEqual([
    [{ x: 1, y: 0 }, expect.closeTo(-0.1, 12)],
    [expect.closeTo(1.5, 12)],
  ]);
});

test('so does the one about broad phases', () => {
  expect(printedBy('docs/broad-phases.md')).toEqual([[1, 0, 1]]);
});
