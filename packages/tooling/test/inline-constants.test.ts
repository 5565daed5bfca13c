/** The scripts of a package of a few lines, built as the published ones are. */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPackage } from '../src/build.js';

const asItIs = `import { A } from '@otedama/math2d';
import { changing, NAME, read } from './constants.js';
export const used: unknown[] = [A, NAME, changing, read];`;

const sources: Record<string, string> = {
  constants: `export const SLOP = 0.005;
export const MARGIN: number = 4 * SLOP;
export const BACK: number = -(1 << 4) / 3;
export const TINY: number = Number.EPSILON / 2;
const hidden = 6;
export const SUM: number = (hidden | 1) + LATER;
export const LATER = 2 as const;
export let changing = 3;
export const read: number = globalThis.size;
export const NAME = 'name';
export interface Size {}`,
  numbers: `import { BACK, LATER, MARGIN, SUM, TINY } from './constants.js';
export const used = (x: number): number[] => [x - MARGIN, 3 - BACK, TINY, SUM, LATER];`,
  asItIs: asItIs,
  names: `import { LATER, MARGIN as M, SLOP } from './constants.js';
export { SLOP };
export type Later = typeof LATER;
export const OWN = 5;
export const used = (SLOP: { M: number }, { M }: { M: number }): unknown => [SLOP.M, M, { OWN, LATER: OWN }];
export const other: unknown = { SLOP, M: [M][LATER], of: (OWN: number): number => OWN };
LATER: for (;;) break LATER;`,
  types: `import { LATER, NAME, type Size } from './constants.js';
export const used = (size: Size): unknown => [size, NAME, LATER];`,
  header: `/** What the file does. */
import { SLOP } from './constants.js';
/** Doc. */
export const used = (): number => SLOP;`,
  headerApart: `/** What the file does. */

import { SLOP } from './constants.js';
/** Doc. */
export const used = (): number => SLOP;`,
  circleA: `import { B } from './circleB.js';\nexport const A: number = B + 1;`,
  circleB: `import { A } from './circleA.js';\nexport const B: number = A + 1;`,
};

let folder: string;
const scripts: Record<string, string> = {};
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'otedama-build-'));
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'package.json'), '{}');
  for (const [name, text] of Object.entries(sources)) writeFileSync(join(folder, 'src', `${name}.ts`), text);
  buildPackage(folder);
  for (const name of Object.keys(sources)) {
    const text = readFileSync(join(folder, 'dist', `${name}.js`), 'utf8');
    scripts[name] = text.replace(/\n\/\/# sourceMappingURL.*/, '').trim();
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

test('a number of another file is written where it is used, with its name, and no longer imported', () => {
  expect(scripts.numbers).toBe(
    'export const used = (x) => [x - 0.02 /* MARGIN */, 3 - (-5.333333333333333) /* BACK */, ' +
      '1.1102230246251565e-16 /* TINY */, 9 /* SUM */, 2 /* LATER */];',
  );
});

test('what is no number, can change or is found out only later, or comes from another package, stays imported', () => {
  expect(scripts.asItIs).toBe(asItIs.replace(': unknown[]', ''));
  expect(scripts.circleA).toBe(sources.circleA.replace(': number', ''));
});

test('only uses of the constant are replaced: no names of something else, no types, no exports', () => {
  expect(scripts.names).toBe(`import { SLOP } from './constants.js';
export { SLOP };
export const OWN = 5;
export const used = (SLOP, { M }) => [SLOP.M, M, { OWN: 5 /* OWN */, LATER: 5 /* OWN */ }];
export const other = { SLOP: 0.005 /* SLOP */, M: [0.02 /* M */][2 /* LATER */], of: (OWN) => OWN };
LATER: for (;;)
    break LATER;`);
});

test('beside a constant, types are no longer imported either', () => {
  expect(scripts.types).toBe(`import { NAME } from './constants.js';
export const used = (size) => [size, NAME, 2 /* LATER */];`);
});

test.each(['header', 'headerApart'])('the header of a file stays when its first import goes: %s', (name) => {
  expect(scripts[name]).toBe(
    '/** What the file does. */\n/** Doc. */\nexport const used = () => 0.005 /* SLOP */;',
  );
});
