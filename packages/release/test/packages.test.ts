/** The packages as users get them: packed, installed with npm outside the workspace, type-checked, used, measured. */

import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkPackage, createPackageFromTarballData, type Problem } from '@arethetypeswrong/core';
import { bundleSize } from '@otedama/tooling/size';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { compile } from './helpers/compile.js';
import { published as packages } from './helpers/publish.js';
import { runPrograms } from './helpers/run.js';
import { sizeRows } from './helpers/sizes.js';

const tarballs = inject('tarballs');
const stranger = inject('stranger');
const programs = join(stranger, 'programs');
const installed = (name: string) => join(stranger, 'node_modules', name);

const tarballOf = (name: string) => readFileSync(tarballs[name]);

test('nine packages are published, under one version', () => {
  expect(packages.length).toBe(9);
  expect(new Set(packages.map(({ version }) => version)).size).toBe(1);
});

describe.each(packages)('$name', ({ name }) => {
  test('publint, strict, reports no problem', async () => {
    const tarball = new Uint8Array(tarballOf(name)).buffer;
    const { messages, pkg } = await publint({ pack: { tarball }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  test('its types resolve under every ES module resolution', async () => {
    const result = await checkPackage(createPackageFromTarballData(new Uint8Array(tarballOf(name))));
    expect(result.types).toEqual({ kind: 'included' });
    // ES modules only: CommonJS and resolution without `exports` are not supported
    const isServed = (problem: Problem) =>
      !('resolutionKind' in problem) || !['node10', 'node16-cjs'].includes(problem.resolutionKind);
    expect('problems' in result && result.problems.filter(isServed)).toEqual([]);
  });
});

describe('installed by npm in an empty folder', () => {
  /** Compressed size of each row of the table, KiB. */
  const sizes = new Map<string, number>();

  beforeAll(() => {
    cpSync(fileURLToPath(new URL('../stranger', import.meta.url)), programs, { recursive: true });
    for (const { what, code } of sizeRows) sizes.set(what, bundleSize(code, stranger).gzip / 1024);
  });

  test.each(packages)('$name includes its sources, docs, changelog and licence', ({ name }) => {
    for (const file of ['README.md', 'docs', 'CHANGELOG.md', 'LICENSE', 'src/index.ts']) {
      expect(existsSync(join(installed(name), file)), file).toBe(true);
    }
    const dist = join(installed(name), 'dist');
    const maps = readdirSync(dist, { recursive: true })
      .map(String)
      .filter((file) => file.endsWith('.map'));
    expect(maps.length).toBeGreaterThan(0);
    const lost = maps.filter((file) => {
      const { sources } = JSON.parse(readFileSync(join(dist, file), 'utf8')) as { sources: string[] };
      return !sources.every((source) => existsSync(join(dist, dirname(file), source)));
    });
    expect(lost).toEqual([]);
  });

  test('programs that use the packages pass the compiler, declarations included', async () => {
    await compile(programs, 'newest', { noEmit: false });
  });

  test('the oldest compiler that the README names understands the declarations', async () => {
    // its DOM library does not have WebGPU yet
    const webgpu = dirname(createRequire(import.meta.url).resolve('@webgpu/types/package.json'));
    await compile(programs, 'oldest', { types: [webgpu] });
    const { version } = createRequire(import.meta.url)('typescript-oldest/package.json');
    const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
    expect(/TypeScript ([\d.]+) or newer/.exec(readme)?.[1]).toBe(version.replace(/\.\d+$/, ''));
  });

  test('each package is imported and used', async () => {
    const expected = {
      math2d: 8,
      collision: 3,
      rigid: 3,
      'rigid-constraint': 0.5,
      'rigid-force': 0.5,
      'rigid-shapematch': 0.5,
      scenes: 10,
      'cloth-webgpu': 1,
    };
    const rooms = Object.keys(expected);
    const outcomes = await runPrograms(
      programs,
      rooms.map((room) => `${room}.js`),
    );
    expect(outcomes.map(({ failure }) => failure).filter(Boolean)).toEqual([]);
    const printed = outcomes.map(({ output }, k) => [rooms[k], Number(output)]);
    // within 0.005: a resting box penetrates the ground by at most the contact slop
    const close = Object.entries(expected).map(([room, value]) => [room, expect.closeTo(value, 2)]);
    expect(printed).toEqual(close);
  });

  test('bundle sizes stay within their budgets and match the README', () => {
    const rows = sizeRows.map(({ what, budget }) => {
      const kibibytes = Math.round(sizes.get(what)! * 10) / 10;
      return { what, 'KiB gzip': kibibytes, budget };
    });
    console.table(rows);
    // the README states the same sizes, within a fiftieth
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    const stated = [...readme.matchAll(/^\| (\S.*?) +\| +([\d.]+) \|/gm)];
    expect(stated.map(([, what]) => what)).toEqual(rows.map(({ what }) => what));
    const isFar = (size: number, i: number) => Math.abs(size / rows[i]['KiB gzip'] - 1) > 0.02;
    expect(stated.filter(([, , size], i) => isFar(Number(size), i)).map(([line]) => line)).toEqual([]);
    const budgets = rows.filter(({ budget }) => budget !== undefined);
    expect(budgets.length).toBeGreaterThanOrEqual(6);
    expect(budgets.filter((row) => row['KiB gzip'] > row.budget!)).toEqual([]);
  });

  test.each(packages)('$name states the sizes of its bundle, without what it depends on', ({ name }) => {
    const others = packages.map((one) => one.name).filter((other) => other !== name);
    const readme = readFileSync(join(installed(name), 'README.md'), 'utf8').replace(/\s+/g, ' ');
    const size = Number(/\*\*Size\*\*: ([\d.]+) KiB/.exec(readme)?.[1]);
    const external = ['@babylonjs/*', ...others];
    const { gzip } = bundleSize(`export * from '${name}';`, stranger, { external });
    expect(Math.abs(size / (gzip / 1024) - 1), `${size}, it is ${gzip / 1024} KiB`).toBeLessThan(0.02);
  });

  test('the page of small pages states the sizes of what is added', () => {
    const bare = sizes.get('bare world, soft step')!;
    const docs = readFileSync(join(installed('@otedama/rigid'), 'docs', 'small-pages.md'), 'utf8');
    const text = docs.replace(/\s+/g, ' ');
    for (const [row, stated] of [
      ['joints', /\| ([\d.]+) \| `createJoint`/],
      ['rays', /\| ([\d.]+) \| `castRay`/],
      ['all queries', /`castRayAll`; ([\d.]+) together/],
      ['state hash and invariants', /\| ([\d.]+) \| `invariants`/],
      ['snapshots', /\| ([\d.]+) \| `takeSnapshot`/],
      ['fast bodies swept', /\*\*Continuous collision\*\* \(([\d.]+) KiB\)/],
      ['shocks', /\*\*Shocks\*\* \(([\d.]+) KiB\)/],
    ] as const) {
      const added = sizes.get(`bare world, soft step, ${row}`)! - bare;
      expect(Math.abs(Number(stated.exec(text)?.[1]) - added), `${row}: ${added} KiB`).toBeLessThan(0.2);
    }
  });

  test.each(packages)('$name adds nothing to a bundle that uses nothing of it', ({ name }) => {
    expect(bundleSize(`import '${name}';`, stranger, { external: ['@babylonjs/*'] }).bytes).toBe(0);
  });
});
