/** Examples of Markdown texts as programs: which blocks are found, and which comments are checked. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { codeBlocks, documentsOf, examplesOf, runnableExample } from '../src/examples.js';

const folder = mkdtempSync(join(tmpdir(), 'otedama-examples-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('blocks are found with their language, words and line', () => {
  const text = 'Text\n```ts page\na;\nb;\n```\n```sh\nc\n```\n```js\nd;\n```\n';
  expect(codeBlocks(text)).toEqual([
    { language: 'ts', words: 'page', line: 2, code: 'a;\nb;\n' },
    { language: 'js', words: '', line: 9, code: 'd;\n' },
  ]);
  expect(() => codeBlocks('```ts\na;\n')).toThrow('line 1: a code block without an end');
});

test('documents are the READMEs and the docs pages of packages', () => {
  mkdirSync(join(folder, 'packages', 'a', 'docs'), { recursive: true });
  for (const place of [
    'README.md',
    'packages/a/README.md',
    'packages/a/docs/more.md',
    'packages/a/docs/x.png',
  ]) {
    writeFileSync(join(folder, place), place.endsWith('md') ? '```ts\nconst canvas = 1;\n```\n' : '');
  }
  expect(documentsOf(folder).map((file) => file.slice(folder.length + 1))).toEqual([
    'README.md',
    'packages/a/README.md',
    'packages/a/docs/more.md',
  ]);
  expect(examplesOf(folder).map(({ place, needsPage }) => [place, needsPage])).toEqual([
    ['README.md:1', true],
    ['packages/a/README.md:1', true],
    ['packages/a/docs/more.md:1', true],
  ]);
});

let count = 0;
/** Runs an example; resolves to the number of checked comments. */
async function run(code: string): Promise<number> {
  const { program, checks } = runnableExample({ code, language: 'ts' });
  const file = join(folder, `program-${count++}.mjs`);
  writeFileSync(file, program);
  await import(/* @vite-ignore */ file);
  return checks;
}

test('numbers are compared to the decimals in the comment', async () => {
  expect(await run('Math.sqrt(2); // 1.414\nMath.sqrt(4); // 2, exactly\n')).toBe(2);
  await expect(run('Math.sqrt(2); // 1.415\n')).rejects.toThrow('the comment says 1.415, it is 1.4142');
  await expect(run('1 + 1e-8; // 1\n')).rejects.toThrow('the comment says 1');
});

test('printed text is compared word by word', async () => {
  expect(await run("console.log({ x: 0.5 - 1e-12 }, 'towers', true); // { x: 0.5 } towers true\n")).toBe(1);
  await expect(run('console.log(true); // false\n')).rejects.toThrow('the comment says false, it is true');
  await expect(run('console.log([1, 2]); // [ 1 ]\n')).rejects.toThrow('it is [ 1, 2 ]');
});

test('comments in nested blocks count, and must be reached', async () => {
  expect(await run('for (const x of [1, 2]) {\n  console.log(x > 0); // true\n}\n')).toBe(1);
  await expect(run('try {} catch {\n  console.log(1); // 1\n}\n')).rejects.toThrow('was not reached');
});

test('other comments are ignored, and what is printed without one', async () => {
  expect(await run('Math.sqrt(2); // a root\nconst x = 2; // 3\n')).toBe(0);
  expect(runnableExample({ code: 'console.log(1);\n', language: 'ts' }).checks).toBe(0);
});

test('an import that an example does not use stays, so it must exist', () => {
  const code = "import { nothing } from 'node:util';\n";
  expect(runnableExample({ code, language: 'ts' }).program).toContain(code);
});
