/**
 * Turns the examples of the guides into programs. The ```ts blocks of a guide form one program that runs in Node. The ```ts page
 * blocks form one that runs in a page with a canvas. The ```ts starter blocks are the starter, and the ```ts platformer and ```ts
 * pinball blocks are parts of its games. The starter has its own tests. The first page of the docs, home.md, is read as a guide; its
 * ```html blocks with a word are whole pages.
 */

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codeBlocks, runnableExample } from '@otedama/tooling/examples';

const app = fileURLToPath(new URL('../../', import.meta.url));
const output = join(app, 'test-output');
const prefix = 'guides-';
/** The folder of the programs, in the environment: the configuration of Vite reads it as well. Each run of the tests has its own. */
const FOLDER = 'GUIDE_PROGRAMS';
export const programFolder: string = process.env[FOLDER] ?? '';

export interface Guide {
  /** File name without its number and ending. */
  readonly name: string;
  readonly text: string;
  /** Code of the blocks with this word after `ts`, concatenated. */
  code(word: '' | 'page' | 'starter'): string;
  /** Code of each block that quotes a game of the starter. */
  readonly quotes: readonly string[];
}

/** Words of the blocks that quote the games of the starter. */
const games: readonly string[] = ['platformer', 'pinball'];

function read(folder: string, file: string): Guide {
  const text = readFileSync(join(folder, file), 'utf8');
  const blocks = codeBlocks(text);
  const unknown = blocks.find(({ words }) => !['', 'page', 'starter', ...games].includes(words));
  if (unknown !== undefined) throw new Error(`${file}: what is a block \`\`\`ts ${unknown.words}?`);
  return {
    name: file.replace(/\.md$/, ''),
    text,
    quotes: blocks.filter(({ words }) => games.includes(words)).map(({ code }) => code),
    code: (word) =>
      blocks
        .filter(({ words }) => words === word)
        .map(({ code }) => code)
        .join('\n'),
  };
}

const folder = join(app, 'guides');
export const guides: readonly Guide[] = readdirSync(folder).map((file) => read(folder, file));
/** The first page of the docs. */
export const home: Guide = read(app, 'home.md');

/** Browsers ask for an icon, and the tests would complain that there is none. */
const noIcon = '<link rel="icon" href="data:," />';
const pageStart = `<!doctype html>${noIcon}<style>html, body, canvas { margin: 0; width: 100%; height: 100%; display: block }</style>`;

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0); // sends nothing
    return true;
  } catch {
    return false;
  }
}

/** Removes the folders of runs that were ended before they could do so. */
function removeLeftovers(): void {
  for (const name of readdirSync(output)) {
    if (!name.startsWith(prefix) || isRunning(Number(name.slice(prefix.length)))) continue;
    rmSync(join(output, name), { recursive: true, force: true });
  }
}

/**
 * Writes the programs before any test of a run: unchanged for the compiler, and with checks of their comments for running.
 * @returns what removes them after the last test
 */
export function setup(): () => void {
  const folder = join(output, `${prefix}${process.pid}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  removeLeftovers();
  process.env[FOLDER] = folder;
  writePrograms(folder);
  return () => rmSync(folder, { recursive: true, force: true });
}

function writePrograms(folder: string): void {
  for (const guide of [...guides, home]) {
    for (const word of ['', 'page'] as const) {
      const code = guide.code(word);
      const file = join(folder, `${guide.name}${word === '' ? '' : `.${word}`}`);
      if (code === '') continue;
      writeFileSync(`${file}.ts`, `${code}\nexport {};\n`);
      if (word === '') {
        writeFileSync(`${file}.checked.mjs`, runnableExample({ code, language: 'ts' }).program);
      } else {
        const script = `<script type="module" src="./${guide.name}.page.ts"></script>`;
        writeFileSync(`${file}.html`, `${pageStart}<canvas></canvas>${script}\n`);
      }
    }
  }
  // the whole pages of the first page: ```html blocks with a word
  for (const [, word, page] of home.text.matchAll(/^```html (\w+)\n(.*?)^```$/gms)) {
    writeFileSync(join(folder, `home.${word}.html`), page.replace('\n', `\n${noIcon}\n`));
  }
  // the compiler reads them, and the programs of the docs
  const compiled = {
    extends: '../../tsconfig.json',
    compilerOptions: { noUnusedLocals: false },
    include: ['.', '../../programs'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(compiled));
}
