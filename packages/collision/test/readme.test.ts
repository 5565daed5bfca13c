import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as collision from '../src/index.js';

test('the example of the README runs and prints what it says', () => {
  const text = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const code = /```js\n([\s\S]*?)```/.exec(text)?.[1] ?? '';
  const body = code.replace(/import (\{[^}]*\}) from '@otedama\/collision';/, 'const $1 = collision;');
  expect(body).not.toBe(code);
  const printed: unknown[][] = [];
  new Function('collision', 'console', body)(collision, {
    log: (...values: unknown[]) => printed.push(values),
  });
  expect(printed).toEqual([
    [{ x: 1, y: 0 }, expect.closeTo(-0.1, 12)],
    [1, 0, 1],
  ]);
});
