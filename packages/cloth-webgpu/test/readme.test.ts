import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as cloth from '../src/index.js';

test.each([
  ['README.md', [[2601, 1]]],
  ['docs/cloth.md', [['10.2', '0.6']]],
])('the example of %s runs and prints the stated output', async (file, expected) => {
  const text = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
  const code = /```js\n([\s\S]*?)```/.exec(text)?.[1] ?? '';
  const body = code.replace(/import (\{[^}]*\}) from '@otedama\/cloth-webgpu';/, 'const $1 = library;');
  expect(body).not.toBe(code);
  const printed: unknown[][] = [];
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor;
  await new AsyncFunction('library', 'console', body)(cloth, {
    log: (...values: unknown[]) => printed.push(values),
  });
  expect(printed).toEqual(expected);
});
