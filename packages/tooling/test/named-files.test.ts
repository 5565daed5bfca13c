/** The check of names of files: what it takes for one, and which it misses. */
import { expect, test } from 'vitest';
import { namingProblems } from '../src/named-files.js';

const paths = ['packages/collision/src/gjk.ts', 'packages/cloth-webgpu/src/gpu/hand.wgsl.ts'];
const find = (text: string, file = 'file.ts') =>
  namingProblems(file, text, paths).map((line) => line.replace(`${file}:`, ''));

test('a comment may name files that are there, by their name or the end of their path', () => {
  expect(find('// see gjk.ts\n/** `src/gjk.ts` and gpu/hand.wgsl.ts. */\n * (gjk.ts)')).toEqual([]);
});

test('a name of no file is found, with its line: renamed, in another folder, part of a name', () => {
  expect(find('/**\n * See `kgj.ts`.\n */')).toEqual(['2: there is no file kgj.ts']);
  expect(find('// cpu/hand.wgsl.ts')).toEqual(['1: there is no file cpu/hand.wgsl.ts']);
  expect(find('// jk.ts, epa.ts')).toEqual(['1: there is no file jk.ts', '1: there is no file epa.ts']);
});

test('code, examples of pages and patterns name no files', () => {
  expect(find("import './epa.ts';\nconst file = `epa.ts`;")).toEqual([]);
  expect(find('// all *.wgsl.ts')).toEqual([]);
  expect(find('```\nnode epa.ts\n```\n`epa.ts`', 'README.md')).toEqual(['4: there is no file epa.ts']);
});
