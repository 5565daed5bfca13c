import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (file: string): string => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');

/** The cells of every row of every table of a text, without padding and bold type. */
const rowsOf = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.slice(1, -1).replaceAll(/[*`,]/g, '').split('|'))
    .map((cells) => cells.map((cell) => cell.trim()));

const measured = rowsOf(read('bench/results/collision.md'));
/** The measured row of this name, without the name. */
const row = (name: string): string[] => measured.find((cells) => cells[0] === name)?.slice(1) ?? [];

test('the table of broad phases is that of the committed measurements', () => {
  const shown = rowsOf(read('docs/broad-phases.md'));
  for (const [title, name] of [
    ['pyramid of 5050 boxes 1 % moved', 'pyramid 5050 1 %'],
    ['pyramid of 5050 boxes all moved', 'pyramid 5050 100 %'],
    ['4000 bodies falling all moved', 'falling 4000 100 %'],
    ['pile of 4000 bodies 10 % moved', 'pile 4000 10 %'],
    ['pile of 16000 bodies all moved', 'pile 16000 100 %'],
    ['4000 boxes of sizes 1:50 86 % moved', 'sizes 1:50 4000 86 %'],
    ['pile of 4000 bodies on 400 long pieces 50 % moved', 'pile 4000 on 400 long pieces 50 %'],
  ]) {
    const [pairs, grid, tree, sweep] = row(name);
    expect(pairs, name).toBeDefined();
    expect(shown.find((cells) => cells[0] === title)).toEqual([title, pairs, grid, tree, sweep]);
  }
});

test('the times of queries in the text are those of the committed measurements', () => {
  const microseconds = (name: string): string => {
    const time = Number(row(name).at(-1)) / 1000;
    return time < 9.95 ? time.toFixed(1) : time.toFixed(0);
  };
  const docs = read('docs/shapes-and-queries.md').replace(/\s+/g, ' ');
  expect(docs).toContain(
    `A distance takes ${microseconds('distance polygons apart')} µs (${row('distance polygons apart')[0]} iterations), ` +
      `an overlap with EPA ${microseconds('separation polygons overlapping (GJK and EPA)')} µs, ` +
      `a ray cast ${microseconds('ray against a polygon')} µs, a shape cast ${microseconds('shape cast polygons')} µs ` +
      `and a time of impact ${microseconds('time of impact a radian of turn')} µs.`,
  );
});
