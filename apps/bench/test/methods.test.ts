import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COUNTS, endOf, methods } from '../src/methods.js';
import { methodsReport } from '../src/methods-report.js';
import { readMethods, resultsFolder } from '../src/write.js';

const committed = readMethods();

test('the page shows the committed results, of all methods with all numbers of boxes', () => {
  expect(methodsReport(committed)).toBe(readFileSync(join(resultsFolder, 'methods.md'), 'utf8'));
  const cells = Object.keys(methods).flatMap((method) => COUNTS.map((count) => `${method} ${count}`));
  expect(committed.rows.map(({ method, count }) => `${method} ${count}`)).toEqual(cells);
});

test.each(Object.keys(methods))('%s: the heap still ends as committed, to the bit', (method) => {
  const count = Math.max(...COUNTS);
  const row = committed.rows.find((candidate) => candidate.method === method && candidate.count === count);
  expect(row).toMatchObject(endOf(method, count));
});
