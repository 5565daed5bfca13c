/** The examples of the guides compile, run and print the values in their comments. */

import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { runnableExample } from '@otedama/tooling/examples';
import { expect, test } from 'vitest';
import { guides, home, programFolder } from './helpers/extract.js';

const app = join(programFolder, '..', '..');
const execute = promisify(execFile);
const require = createRequire(import.meta.url);
const tsc = join(dirname(require.resolve('typescript-native/package.json')), 'bin', 'tsc');
const inNode = [...guides, home].filter(({ code }) => code('') !== '');

test('guides exist, and their examples run in Node', () => {
  expect(guides.length).toBeGreaterThanOrEqual(6);
  expect(inNode.length).toBeGreaterThanOrEqual(4);
});

test.each(inNode)('$name: its example prints the stated output', async ({ name, code }) => {
  const prints = code('').match(/console\.log\(/g)?.length ?? 0;
  expect(runnableExample({ code: code(''), language: 'ts' }).checks).toBe(prints);
  await import(/* @vite-ignore */ join(programFolder, `${name}.checked.mjs`));
});

test('all examples compile', async () => {
  expect(existsSync(join(programFolder, 'hold-a-cloth.page.ts'))).toBe(true);
  await expect(
    execute(process.execPath, [tsc, '-p', programFolder], { cwd: app }).catch(
      ({ stdout }: { stdout: string }) => stdout,
    ),
  ).resolves.toEqual({ stdout: '', stderr: '' });
});

test('the import map of the guides leads to every module that its packages import from each other', () => {
  const lines = guides.flatMap(({ text }) => [...text.matchAll(/^ *"(@[^"]+)": "([^"]+)",?$/gm)]);
  const imports = Object.fromEntries(lines.map(([, name, path]) => [name, path]));
  expect(imports).toHaveProperty('@otedama/render-babylon');
  const own = Object.keys(imports).filter((name) => name.startsWith('@otedama/'));
  const needed = new Set<string>();
  for (const name of own) {
    const [, room, subpath = ''] = name.split('/');
    const folder = join(app, '..', '..', 'packages', room);
    const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = exports[subpath === '' ? '.' : `./${subpath}`]?.default.slice(2);
    expect(imports[name], name).toBe(`/node_modules/@otedama/${room}/${file}`);
    for (const source of readdirSync(join(folder, 'src'), { recursive: true }).map(String)) {
      if (!source.endsWith('.ts')) continue;
      const text = readFileSync(join(folder, 'src', source), 'utf8');
      for (const [, from] of text.matchAll(/ from '(@otedama\/[^']+)'/g)) needed.add(from);
    }
  }
  expect(needed.size).toBeGreaterThan(5);
  expect([...needed].filter((name) => !own.includes(name))).toEqual([]);
});

test('the first-scene guide shows the starter unchanged', () => {
  const first = guides.find(({ name }) => name === 'first-scene');
  const starter = readFileSync(join(app, '..', 'starter', 'src', 'main.ts'), 'utf8');
  expect(first?.code('starter')).toBe(starter);
});

test('the guides about games quote the games of the starter', () => {
  const lines = (code: string) => code.split('\n').map((line) => line.trim());
  const game = ['game', 'controls', 'platformer', 'pinball-game', 'pinball']
    .map((name) => readFileSync(join(app, '..', 'starter', 'src', `${name}.ts`), 'utf8'))
    .flatMap(lines)
    .join('\n');
  const quotes = guides.flatMap((guide) => guide.quotes);
  expect(guides.filter((guide) => guide.quotes.length > 5).map(({ name }) => name)).toEqual([
    'a-pinball-table',
    'a-platform-game',
  ]);
  for (const quote of quotes) expect(game).toContain(lines(quote).join('\n').trim());
});
