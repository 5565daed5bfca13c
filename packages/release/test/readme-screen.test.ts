/**
 * The README of a package fits one screen, has its parts in order, and links to all of the package's docs. Its size is compared with the
 * installed package in `packages.test.ts`.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { published } from './helpers/publish.js';

/** Lines of one screen, with room for the longest example. */
const SCREEN = 80;
/** Maximum characters of a line that needs no horizontal scrolling. */
const WIDTH = 155;

const linksOf = (text: string) =>
  [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
    .map(([, link]) => link)
    .filter((link) => !/^https?:/.test(link));

describe.each(published)('$name', ({ name, path: folder }) => {
  const text = readFileSync(join(folder, 'README.md'), 'utf8');
  const place = (pattern: RegExp) => {
    const found = pattern.exec(text);
    return found === null ? Number.NaN : text.slice(0, found.index).split('\n').length;
  };

  test('purpose, install, example, features, size, limits and references fit in this order on one screen', () => {
    const parts = [
      /^# @otedama\//m,
      /^[A-Z0-9][^\n]{60,}/m,
      new RegExp(`^npm install .*${name}`, 'm'),
      /^```(ts|js)/m,
      /^\|/m,
      /^\*\*Size\*\*: /m,
      /^\*\*Limits\*\*: /m,
      /^\*\*References\*\*: ?/m,
    ];
    const places = parts.map(place);
    expect(places).toEqual(places.slice().sort((a, b) => a - b));
    expect(places.every((line) => line <= SCREEN)).toBe(true);
    const lines = text.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(SCREEN);
    expect(lines.filter((line) => line.length > WIDTH)).toEqual([]);
    // topics with their own heading belong on a page of the docs
    expect(lines.filter((line) => /^#/.test(line))).toEqual([`# ${name}`]);
  });

  test('it links to every page of its docs, and no link is broken', () => {
    const docs = readdirSync(join(folder, 'docs')).map((file) => `docs/${file}`);
    expect(docs.length).toBeGreaterThan(0);
    const others = docs.flatMap((file) =>
      linksOf(readFileSync(join(folder, file), 'utf8')).map((link) => normalize(join(dirname(file), link))),
    );
    const reached = [...linksOf(text), ...others];
    expect(reached.filter((link) => !existsSync(join(folder, link)))).toEqual([]);
    expect(docs.filter((file) => !linksOf(text).includes(file))).toEqual([]);
  });
});
