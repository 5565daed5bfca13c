/** The built docs: one page a guide and a package, and no link that leads nowhere. */

import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { guides, programFolder } from './helpers/extract.js';

const app = join(programFolder, '..', '..');
const packages = join(app, '..', '..', 'packages');
const site = mkdtempSync(join(tmpdir(), 'otedama-docs-'));
let pages: string[] = [];

beforeAll(async () => {
  // fails by itself on any warning of typedoc: an unresolved link, a type that is used and not exported
  await promisify(execFile)(process.execPath, ['build.js', site], { cwd: app });
  pages = readdirSync(site, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.html'));
}, 600_000);
afterAll(() => rmSync(site, { recursive: true, force: true }));

test('every guide, every package and every page of its docs is there', () => {
  let count = 0;
  const documents = pages.filter((page) => dirname(page) === 'documents').map((page) => textOf(page));
  for (const { text } of guides) {
    const heading = /^# (.*)$/m.exec(text)?.[1] ?? '';
    expect(documents.filter((html) => html.includes(`<title>${heading} | `)).length, heading).toBe(1);
  }
  for (const room of readdirSync(packages)) {
    const docs = join(packages, room, 'docs');
    for (const file of existsSync(docs) ? readdirSync(docs) : []) {
      const heading = /^# (.*)$/m.exec(readFileSync(join(docs, file), 'utf8'))?.[1] ?? '';
      expect(documents.filter((html) => html.includes(`<title>${heading} | `)).length, file).toBe(1);
      count++;
    }
  }
  expect(count).toBeGreaterThanOrEqual(9);
  // a namespace of a package has a dot in its page's name
  expect(pages.filter((page) => /^modules.[^.]*\.html$/.test(page)).length).toBe(9);
  expect(pages.length).toBeGreaterThan(200);
});

const texts = new Map<string, string>();
function textOf(page: string): string {
  const known = texts.get(page) ?? readFileSync(join(site, page), 'utf8');
  texts.set(page, known);
  return known;
}

test('no link leads nowhere', () => {
  const broken: string[] = [];
  let count = 0;
  for (const page of pages) {
    for (const [, link] of textOf(page).matchAll(/(?:href|src)="([^"]*)"/g)) {
      count++;
      if (/^(https?:|data:)/.test(link)) continue;
      const [path, anchor] = decodeURI(link.replaceAll('&amp;', '&')).split('#');
      const target = path === '' ? page : relative(site, join(site, dirname(page), path.split('?')[0]));
      // the docs lie in a folder of the playground
      if (target === join('..', 'index.html')) continue;
      if (!existsSync(join(site, target))) broken.push(`${page}: ${link}`);
      else if (anchor && target.endsWith('.html') && !textOf(target).includes(`id="${anchor}"`)) {
        broken.push(`${page}: ${link}`);
      }
    }
  }
  expect(count).toBeGreaterThan(5_000);
  expect([...new Set(broken)]).toEqual([]);
});
