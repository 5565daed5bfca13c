/** The public address of a workspace with two packages: who has to state it, and what is written. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { addressProblems } from '../src/address.js';

const root = mkdtempSync(join(tmpdir(), 'otedama-address-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const write = (folder: string, manifest: object) => {
  mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, folder, 'package.json'), JSON.stringify(manifest));
};
const read = (folder: string) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));

test('a release needs an address, and writing puts it into every published package', () => {
  const exports = { '.': { '@otedama/source': './src/index.ts' } };
  write('packages/toy', { name: '@toys/toy', version: '1.0.0', exports });
  write('packages/box', { name: '@toys/box', version: '1.0.0', private: true });
  for (const repository of [
    undefined,
    'toys/toys',
    'https://example.org/toys.git',
    'https://example.org/toys/',
  ]) {
    write('.', { private: true, repository });
    expect(addressProblems(root, { isWriting: true })).toEqual([
      expect.stringContaining(`package.json is ${repository}, expected an address`),
    ]);
  }
  expect(read('packages/toy').repository).toBeUndefined();

  write('.', { private: true, repository: 'https://example.org/toys/all' });
  expect(addressProblems(root)).toEqual([
    expect.stringMatching(/^packages\/toy\/package\.json .*pnpm address/),
  ]);
  expect(addressProblems(root, { isWriting: true })).toEqual([]);
  expect(addressProblems(root)).toEqual([]);
  expect(read('packages/toy')).toEqual({
    name: '@toys/toy',
    version: '1.0.0',
    exports,
    homepage: 'https://example.org/toys/all/tree/main/packages/toy#readme',
    bugs: 'https://example.org/toys/all/issues',
    repository: { type: 'git', url: 'git+https://example.org/toys/all.git', directory: 'packages/toy' },
  });
  expect(read('packages/box').repository).toBeUndefined();

  write('.', { private: true, repository: 'https://example.org/toys/moved' });
  expect(addressProblems(root).length).toBe(1);
});
