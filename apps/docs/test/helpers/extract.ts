/**
 * Turns the examples of the guides into programs. The blocks ```ts of a guide are one program that runs in Node, the blocks
 * ```ts page one that runs in a page with a canvas; the blocks ```ts starter are the starter, which has a test of its own.
 */

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const app = fileURLToPath(new URL('../../', import.meta.url));
export const programFolder: string = join(app, 'test-output', 'guides');

export interface Guide {
  /** File name without its number and ending. */
  readonly name: string;
  readonly text: string;
  /** Code of the blocks with this word after `ts`, one after another. */
  code(word: '' | 'page' | 'starter'): string;
}

export const guides: readonly Guide[] = readdirSync(join(app, 'guides'))
  .sort()
  .map((file) => {
    const text = readFileSync(join(app, 'guides', file), 'utf8');
    const blocks = [...text.matchAll(/^```ts ?(.*)\n([\s\S]*?)^```$/gm)].map(([, word, code]) => ({
      word,
      code,
    }));
    const unknown = blocks.find(({ word }) => !['', 'page', 'starter'].includes(word));
    if (unknown !== undefined) throw new Error(`${file}: what is a block \`\`\`ts ${unknown.word}?`);
    return {
      name: file.replace(/^\d+-|\.md$/g, ''),
      text,
      code: (word) =>
        blocks
          .filter((block) => block.word === word)
          .map(({ code }) => code)
          .join('\n'),
    };
  });

/** What the console of a program should show: the comment behind each `console.log(...);`. */
export const expectedOutput = (code: string): string[] =>
  [...code.matchAll(/^.*console\.log\(.*\);(?: \/\/ (.*))?$/gm)].map(([line, comment]) => {
    if (comment === undefined) throw new Error(`says not what it prints: ${line}`);
    return comment;
  });

/** Writes the programs, before any test of a run. */
export function setup(): void {
  rmSync(programFolder, { recursive: true, force: true });
  mkdirSync(programFolder, { recursive: true });
  for (const guide of guides) {
    for (const word of ['', 'page'] as const) {
      const code = guide.code(word);
      const file = join(programFolder, `${guide.name}${word === '' ? '' : `.${word}`}.ts`);
      if (code !== '') writeFileSync(file, `${code}\nexport {};\n`);
    }
  }
}
