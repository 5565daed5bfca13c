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
export const programFolder: string = join(app, 'test-output', 'guides');

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

/** Writes the programs before any test of a run: unchanged for the compiler, and with checks of their comments for running. */
export function setup(): void {
  rmSync(programFolder, { recursive: true, force: true });
  mkdirSync(programFolder, { recursive: true });
  for (const guide of [...guides, home]) {
    for (const word of ['', 'page'] as const) {
      const code = guide.code(word);
      const file = join(programFolder, `${guide.name}${word === '' ? '' : `.${word}`}`);
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
    writeFileSync(join(programFolder, `home.${word}.html`), page.replace('\n', `\n${noIcon}\n`));
  }
}
