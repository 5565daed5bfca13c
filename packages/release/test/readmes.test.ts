/**
 * Every code block of every README and of the packages' docs, against the installed packages: compiled, run in Node or drawn in
 * Chromium.
 */

import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { examplesOf, runnableExample } from '@otedama/tooling/examples';
import { takePicture } from '@otedama/tooling/picture';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { compile } from './helpers/compile.js';
import { openSite, type Site } from './helpers/page.js';
import { published } from './helpers/publish.js';
import { runPrograms } from './helpers/run.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = join(inject('stranger'), 'readmes');
const examples = examplesOf(root).map((example, k) => ({ ...example, name: `example-${k}` }));
const inNode = examples.filter(({ needsPage }) => !needsPage);
const inPages = examples.filter(({ needsPage }) => needsPage);
let site: Site;

/** The page provides the canvas that its example expects. */
const ownCanvas = "const canvas = document.querySelector('canvas') as HTMLCanvasElement;\n";

beforeAll(async () => {
  mkdirSync(folder);
  for (const { name, code, language, needsPage } of examples) {
    const canvas = needsPage && !code.includes('const canvas') ? ownCanvas : '';
    writeFileSync(join(folder, `${name}.${language}`), `${canvas}${code}\nexport {};\n`);
    if (needsPage) {
      writeFileSync(
        join(folder, `${name}.html`),
        `<!doctype html><link rel="icon" href="data:," /><style>html, body, canvas { margin: 0; width: 100%; height: 100%; display: block }</style>
<canvas></canvas><script type="module" src="./${name}.${language}"></script>`,
      );
    }
  }
  await build({
    root: folder,
    configFile: false,
    build: {
      target: 'es2023',
      rollupOptions: { input: inPages.map(({ name }) => join(folder, `${name}.html`)) },
    },
    logLevel: 'error',
  });
  site = await openSite(join(folder, 'dist'));
});

afterAll(() => site?.close());

test('each published package has examples, and no block is skipped', () => {
  for (const { path: room } of published) {
    const readme = readFileSync(join(room, 'README.md'), 'utf8');
    const blocks = readme.match(/^```(ts|js)\b/gm)?.length ?? 0;
    expect(blocks, room).toBeGreaterThan(0);
    const place = join(room, 'README.md').slice(root.length);
    expect(examples.filter((example) => example.place.startsWith(`${place}:`)).length, room).toBe(blocks);
  }
  // number of all code blocks, counted for any fence syntax: each of them runs below
  const rooms = ['packages', 'apps'].flatMap((parent) =>
    readdirSync(join(root, parent)).flatMap((room) =>
      [join(parent, room), join(parent, room, 'docs')].filter((folder) => existsSync(join(root, folder))),
    ),
  );
  const written = ['.', ...rooms].flatMap((room) =>
    readdirSync(join(root, room))
      .filter((file) => file.endsWith('.md') && (file === 'README.md' || /^packages.*docs$/.test(room)))
      .flatMap(
        (file) =>
          readFileSync(join(root, room, file), 'utf8').match(
            /^\s*(```|~~~)\s*(ts|js|typescript|javascript)/gm,
          ) ?? [],
      ),
  ).length;
  expect(inNode.length + inPages.length).toBe(written);
});

// together, because the declarations of Babylon take most of the time
test('the examples and the programs of browser.test.ts compile', async () => {
  const programs = fileURLToPath(new URL('../stranger/browser', import.meta.url));
  cpSync(programs, join(folder, 'browser'), { recursive: true });
  await compile(folder, 'newest', { include: ['*.ts', 'browser/*.ts'] });
});

test('examples use the soft step, the default, unless they are about another solver', () => {
  const others = examples.filter(({ code }) => /createSequentialImpulses|createPenaltySolver/.test(code));
  expect(others.map(({ place }) => place)).toEqual([]);
  const constraint = examples.filter(({ code }) => code.includes('@otedama/rigid-constraint'));
  expect(constraint.length).toBeGreaterThan(5);
  expect(
    constraint.filter(({ code }) => !code.includes('createSoftStep()') && !code.includes('createSoftStep({')),
  ).toEqual([]);
});

describe('in Node', () => {
  let failures: string[];
  const wrong = { name: 'wrong', code: 'console.log(1 / 3); // 0.334', language: 'ts' } as const;

  beforeAll(async () => {
    const programs = [...inNode, wrong].map((example) => {
      writeFileSync(join(folder, `${example.name}.mjs`), runnableExample(example).program);
      return `${example.name}.mjs`;
    });
    failures = (await runPrograms(folder, programs)).map(({ failure }) => failure);
  });

  test.each(inNode)('$place runs and gives the stated values', (example) => {
    expect(failures[inNode.indexOf(example)]).toBe('');
  });

  test('some examples state values, and these are compared', () => {
    expect(inNode.reduce((sum, example) => sum + runnableExample(example).checks, 0)).toBeGreaterThan(5);
    expect(failures.at(-1)).toContain('the comment says 0.334');
  });
});

test.each(inPages)('$place draws in a page', async ({ name }) => {
  const { page, complaints, close } = await site.open(`${name}.html`);
  const canvas = page.locator('canvas');
  const colors = async () => {
    const picture = await takePicture(canvas);
    const seen = new Set<string>();
    for (let y = 4; y < picture.height; y += 8) {
      for (let x = 4; x < picture.width; x += 8) seen.add(picture.at(x, y).join());
    }
    return seen.size;
  };
  // at least air, ground and a body
  await expect.poll(colors).toBeGreaterThan(2);
  expect(complaints).toEqual([]);
  await close();
});
