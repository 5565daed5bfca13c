/** The built docs: one page per guide and package, and no broken links. */

import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { usePages } from '@otedama/tooling/page-tests';
import { findBarriers, resize } from '@otedama/tooling/pages';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { programNames } from '../programs.js';
import { guides, programFolder } from './helpers/extract.js';

const app = join(programFolder, '..', '..');
const packages = join(app, '..', '..', 'packages');
const site = mkdtempSync(join(tmpdir(), 'otedama-docs-'));
let pages: string[] = [];

beforeAll(async () => {
  // fails on any warning of typedoc: an unresolved link, or a type that is used but not exported
  await promisify(execFile)(process.execPath, ['build.js', site], { cwd: app });
  pages = readdirSync(site, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.html'));
});
const browserPages = usePages(() => `${pathToFileURL(site).href}/`, { compositor: 'software' });
afterAll(() => rmSync(site, { recursive: true, force: true }));

test('every guide, every package and every page of its docs is present', () => {
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
  const entries = readdirSync(packages).flatMap((room) => {
    const manifest = JSON.parse(readFileSync(join(packages, room, 'package.json'), 'utf8'));
    const names = Object.keys(manifest.private ? {} : manifest.exports);
    return names.filter((name) => !name.endsWith('.json')).map((name) => join(manifest.name, name));
  });
  expect(entries).toContain('@otedama/rigid/bare');
  expect(entries.length).toBeGreaterThan(9);
  // @otedama/rigid/bare is on the page _otedama_rigid.bare
  const pageOf = (entry: string) => entry.replace('@otedama/', '_otedama_').replace('/', '.');
  expect(entries.filter((entry) => !pages.includes(join('modules', `${pageOf(entry)}.html`)))).toEqual([]);
  // and the pages of their exports
  for (const page of [
    'rigid.createWorld',
    'rigid.bare.createWorld',
    'rigid.bare.castRay',
    'math2d.vec2.add',
  ]) {
    expect(textOf(join('functions', `_otedama_${page}.html`))).toContain('tsd-signature');
  }
  expect(pages.length).toBeGreaterThan(200);
  // a program runs in the frame of one page
  expect(programNames.length).toBeGreaterThan(5);
  for (const name of programNames) {
    expect(documents.filter((html) => html.includes(`src="../programs/${name}.html"`)).length, name).toBe(1);
  }
});

const texts = new Map<string, string>();
function textOf(page: string): string {
  const known = texts.get(page) ?? readFileSync(join(site, page), 'utf8');
  texts.set(page, known);
  return known;
}

test('no link is broken', () => {
  const broken: string[] = [];
  let count = 0;
  for (const page of pages) {
    // what separates target and text in a {@link}, in a table, where it has to be escaped
    for (const [link] of textOf(page).matchAll(/>\\?\|[^<]*<\/a>/g)) broken.push(`${page}: ${link}`);
    for (const [, link] of textOf(page).matchAll(/(?:href|src)="([^"]*)"/g)) {
      count++;
      if (/^(https?:|data:)/.test(link)) continue;
      const [path, anchor] = decodeURI(link.replaceAll('&amp;', '&')).split('#');
      const target = path === '' ? page : relative(site, join(site, dirname(page), path.split('?')[0]));
      // the docs are deployed in a folder of the playground
      if (target === join('..', 'index.html')) continue;
      if (!statSync(join(site, target), { throwIfNoEntry: false })?.isFile()) broken.push(`${page}: ${link}`);
      else if (anchor && target.endsWith('.html') && !textOf(target).includes(`id="${anchor}"`)) {
        broken.push(`${page}: ${link}`);
      }
    }
  }
  expect(count).toBeGreaterThan(5_000);
  expect([...new Set(broken)]).toEqual([]);
});

test('every guide has a description of its own for search engines, and every heading its place in the outline', () => {
  const documents = pages.filter((page) => dirname(page) === 'documents');
  const descriptions = documents.map(
    (page) => /<meta name="description" content="([^"]*)"/.exec(textOf(page))?.[1],
  );
  expect(documents.length).toBeGreaterThan(20);
  for (const text of descriptions) expect(text?.length).toBeGreaterThan(30);
  expect(new Set(descriptions).size).toBe(documents.length);
  for (const page of pages) {
    let last = 0;
    for (const [, digit, attributes] of textOf(page).matchAll(/<h([1-6])([^>]*)>/g)) {
      const level = Number(/aria-level="(\d)"/.exec(attributes)?.[1] ?? digit);
      expect(level, page).toBeLessThanOrEqual(last + 1);
      last = level;
    }
  }
});

/** Opens the search when its index is loaded: words that are typed before get no answers. Returns its field. */
async function openSearch(page: Page): Promise<Locator> {
  await expect.poll(() => page.locator('#tsd-search-status').textContent()).toBe('');
  await page.keyboard.press('/');
  return page.getByPlaceholder('Search');
}

/** One page of each kind. */
const kinds: readonly string[] = [
  'index.html',
  'documents/Recipes.html',
  'documents/Programs_to_copy.Breakout.html',
  'documents/Coming_from_another_engine__name_by_name.html',
  'modules/_otedama_math2d.html', // the shortest; the longest has eight times its elements, of the same kinds
  'modules.html',
  'hierarchy.html',
  'documents/Engines_side_by_side.html',
  'classes/_otedama_rigid.FrameClock.html',
  'functions/_otedama_rigid.createWorld.html',
  'interfaces/_otedama_rigid.RayCastHit.html',
  'types/_otedama_rigid.ShapeDefinition.html',
  'variables/_otedama_render-babylon.rigidLayers.html',
];
/** Pages on which axe looks at the list of pages too; it has 5,000 elements. On the second one an entry of the list is the current one. */
const withList: readonly string[] = ['index.html', 'modules/_otedama_math2d.html'];
/** What axe finds only in some colours: pages are the same in light and dark but for these. */
const rulesOfColors = { rules: ['color-contrast', 'link-in-text-block'] };

test.each([
  { colorScheme: 'light', options: {} },
  { colorScheme: 'dark', options: rulesOfColors },
] as const)(
  'axe finds nothing in the pages of each kind, in $colorScheme colors',
  async ({ colorScheme, options }) => {
    const { page } = await browserPages.open('index.html', { viewport: { width: 1280, height: 800 } });
    await page.emulateMedia({ colorScheme });
    const barriers: string[] = [];
    const list = '#tsd-nav-container';
    for (const path of kinds) {
      await page.goto(`${pathToFileURL(site).href}/${path}`);
      await page.locator(`${list} a`).first().waitFor();
      if (!withList.includes(path)) await page.locator(list).evaluate((element) => element.replaceChildren());
      const found = await findBarriers(page, options);
      barriers.push(...found.map((text) => `${path}: ${text}`));
    }
    await (await openSearch(page)).fill('body');
    await page.getByRole('option').first().waitFor();
    // Answers are links, which the keyboard does not reach: it chooses the option, and Enter follows its link.
    const inSearch = (await findBarriers(page, options)).filter(
      (text) => !text.startsWith('nested-interactive'),
    );
    barriers.push(...inSearch.map((text) => `the search: ${text}`));
    await page.keyboard.press('Escape');
    await resize(page, { width: 390, height: 844 });
    await page.goto(`${pathToFileURL(site).href}/index.html`);
    await page.locator(`${list} a`).first().waitFor({ state: 'attached' });
    await page.getByRole('link', { name: 'Menu' }).click();
    barriers.push(...(await findBarriers(page, options)).map((text) => `the menu of a phone: ${text}`));
    expect(barriers).toEqual([]);
  },
);

test('the lists of a package are alphabetical and say in a sentence what each name is; titles break between words', async () => {
  const path = join('modules', '_otedama_math2d.html');
  const entries = [
    ...textOf(path).matchAll(/<dt class="tsd-member-summary" id="([^"]*)[\s\S]*?<dd[^>]*>([\s\S]*?)<\/dd>/g),
  ];
  const functions = entries.map(([, id]) => id).filter((id) => id.startsWith('require'));
  expect(functions.length).toBeGreaterThan(8);
  expect(functions).toEqual([...functions].sort());
  const sentenceOf = (name: string) =>
    entries
      .find(([, id]) => id === name)?.[2]
      .replaceAll(/<[^>]*>/g, '')
      .trim();
  expect(sentenceOf('createrandom')).toMatch(/^Creates a stream of random numbers.*\.$/);
  expect(sentenceOf('inputerror')).toBe('Thrown for an input value that cannot be used.');
  const { page } = await browserPages.open('documents/A_lesson_in_plain_JavaScript.html');
  const title = page.locator('#tsd-nav-container a', { hasText: 'JavaScript' });
  await title.waitFor();
  await expect.poll(() => title.locator('wbr').count()).toBe(0);
  expect(await page.locator('h1 wbr').count()).toBe(0);
});

test('the search answers questions with guides, and names with their pages', async () => {
  const { page } = await browserPages.open('index.html');
  const field = await openSearch(page);
  for (const [words, answer] of [
    ['slow motion', 'Recipes'], // headings
    ['jump', 'Parts of games'], // a part of a heading
    ['one-way', 'Parts of games'],
    ['save', 'Parts of games'], // also the name of methods
    ['friction', 'Recipes'], // also the name of fields
    ['tear', 'Hold a cloth'],
    ['network', 'Determinism and rollback'],
    ['tunnelling', 'When something looks wrong'], // the text of a guide
    ['Mirtich', '@otedama/rigid'], // the page of a package
    ['createWorld', '@otedama/rigid.createWorld'],
  ]) {
    await field.fill(words);
    const firstThree = async () => (await page.getByRole('option').allInnerTexts()).slice(0, 3);
    await expect.poll(firstThree, { message: words }).toContain(answer);
  }
});

test('the list has the headings of the first page; a package in it is a link, beside a control that unfolds its contents; paper gets neither', async () => {
  const { page } = await browserPages.open('index.html');
  const list = page.getByRole('navigation').filter({ has: page.locator('#tsd-nav-container') });
  const headings = list.locator('.heading');
  await headings.last().waitFor();
  const titles = ['Begin', 'Build', 'Make it good', 'Teach, compare, extend', 'Packages'];
  expect(await headings.allInnerTexts()).toEqual(titles);
  expect(await page.locator('.col-content').getByRole('heading').allInnerTexts()).toEqual(
    expect.arrayContaining(titles),
  );
  const below = await headings.locator('+ li > a').allInnerTexts();
  expect(below.map((text) => text.trim())).toEqual([
    'First scene in five minutes with Babylon.js',
    'Parts of games',
    'When something looks wrong',
    'A lesson in plain JavaScript',
    '@otedama/rigid',
  ]);
  const control = list.locator('summary[aria-label="Contents of @otedama/scenes"]');
  const link = list.getByRole('link', { name: 'readTiledMap' });
  await control.waitFor();
  expect(await link.isVisible()).toBe(false);
  await control.press('Enter');
  await list.locator('summary[aria-label="Contents of tiled"]').press('Enter');
  await link.waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await control.isVisible()).toBe(false);
  await page.emulateMedia({ media: 'screen' });
  await list.getByRole('link', { name: 'Module @otedama/scenes' }).click();
  await page.waitForURL(/modules\/_otedama_scenes\.html$/);
});

test('where a program cannot run, as the page is opened as a file, it says what to do', async () => {
  const { page } = await browserPages.open('documents/Programs_to_copy.Breakout.html');
  await page.getByText('npx pnpm@10.34.8 start').waitFor();
  expect(await page.locator('iframe').count()).toBe(0);
});

test('the first page shows a picture, and on a laptop whole lines of code', async () => {
  const { page } = await browserPages.open('index.html', { viewport: { width: 1280, height: 900 } });
  const picture = page.locator('.col-content img').first();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(300);
  expect((await picture.boundingBox())!.y, 'seen at once').toBeLessThan(400);
  const hidden = await page
    .locator('pre')
    .evaluateAll((blocks) => blocks.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
  expect(hidden).toEqual([0, 0, 0, 0, 0, 0]);
});

test('on a phone, columns of sentences are wide enough to be read, and the names of the rows stay in view', async () => {
  const { page } = await browserPages.open('documents/Choose_a_solver.html', {
    viewport: { width: 390, height: 800 },
  });
  const table = page.locator('table').first();
  const method = table.getByRole('cell', { name: 'substeps with soft contacts' });
  expect((await method.boundingBox())!.width).toBeGreaterThan(125);
  const name = table.getByRole('cell', { name: 'createSoftStep' });
  const before = (await name.boundingBox())!;
  await table.evaluate((element) => element.scrollBy(200, 0));
  expect(await table.evaluate(({ scrollLeft }) => scrollLeft)).toBe(200);
  expect(Math.abs((await name.boundingBox())!.x - before.x)).toBeLessThan(2); // the border
});

test('on a phone the first page begins with the way to the playground, and no sign takes a line below a heading', async () => {
  const { page } = await browserPages.open('index.html', { viewport: { width: 390, height: 800 } });
  const way = page.getByRole('main').getByRole('link', { name: 'To the playground' });
  expect((await way.boundingBox())!.y).toBeLessThan(100);
  expect(await way.getAttribute('href')).toBe('../index.html');
  await resize(page, { width: 1280, height: 800 });
  expect(await way.isVisible()).toBe(false); // it is beside the text
  const { page: results } = await browserPages.open('documents/Engines_side_by_side.html', {
    viewport: { width: 390, height: 800 },
  });
  const { height } = (await results.getByRole('heading', { level: 1 }).boundingBox())!;
  expect(height).toBeLessThan(60);
});

test('no page scrolls sideways on a phone', async () => {
  // every page of prose, every module, and the interface with the longest names
  const looked = pages.filter((file) => ['.', 'documents', 'modules'].includes(dirname(file)));
  looked.push(join('interfaces', '_otedama_rigid.RotarySpringJointDefinition.html'));
  // without the scripts of the pages, which do not affect their width
  const { page } = await browserPages.open('index.html', {
    viewport: { width: 390, height: 800 },
    javaScriptEnabled: false,
  });
  // All pages have the style sheets of the first one, so their contents are laid out in its place. To open each would
  // take far longer.
  const styles = (file: string) =>
    (textOf(file).match(/<link rel="stylesheet"[^>]*>|<style/g) ?? [])
      .join()
      .replaceAll('href="../', 'href="');
  expect(styles('index.html')).toContain('style.css');
  expect(looked.filter((file) => styles(file) !== styles('index.html'))).toEqual([]);
  const widths = await page.evaluate(
    (texts) =>
      texts.map((text) => {
        const { body } = new DOMParser().parseFromString(text, 'text/html');
        document.body.replaceWith(document.adoptNode(body));
        return document.documentElement.scrollWidth;
      }),
    looked.map(textOf),
  );
  expect(looked.length).toBeGreaterThan(30);
  expect(looked.map((file, i) => `${file}: ${widths[i]}`)).toEqual(looked.map((file) => `${file}: 390`));
});
