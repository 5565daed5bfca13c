/** The lessons on the page, in headless Chromium: opened by link and by keyboard, stepped through, selected with the pointer. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import type {} from '../src/test-handle.js';
import { type OpenPage, takePicture, usePlayground, wide } from './browser.js';

const playground = usePlayground();

async function open(query: string, options = wide): Promise<OpenPage> {
  const opened = await playground.openScene(query, options);
  await opened.page.waitForFunction(
    () => document.querySelector('#view')?.getAttribute('data-drawn') === 'true',
  );
  return opened;
}

const steps = (page: Page): Promise<number> => page.evaluate(() => window.otedama?.steps ?? -1);
const count = (page: Page): Promise<string | null> => page.locator('#teaching output').textContent();
const heading = (page: Page): Promise<string | null> => page.locator('#teaching h3').textContent();

async function tapBody(page: Page, index: number): Promise<void> {
  const place = await page.evaluate((k) => {
    const handle = window.otedama;
    const body = handle?.bodies()[k] ?? { x: 0, y: 0 };
    return handle?.toPage(body.x, body.y) ?? { left: 0, top: 0 };
  }, index);
  await page.mouse.click(place.left, place.top);
}

test('a link opens a round of GJK: figure, labels in the world, drawn vertices; the address stays what it was', async () => {
  const query = '?scene=articles-constraint&teach=gjk&pair=2,4&step=1&at=150&engine=webgl';
  const { page, complaints } = await open(query);
  expect(await steps(page)).toBe(150);
  expect(await page.evaluate(() => window.otedama?.paused)).toBe(true);
  expect(await heading(page)).toBe('GJK, round 2');
  expect(await count(page)).toBe('2 of 4');
  expect(await page.locator('#teaching .figures svg path.difference').count()).toBe(1);
  expect(await page.locator('#teaching .figures svg circle.vertex').count()).toBe(2);
  const labels = await page.locator('#lesson-labels span').allTextContents();
  expect(labels.length).toBeGreaterThan(2);
  for (const label of labels) expect(label).toMatch(/^[ab]\d$/);
  await expect.poll(() => page.url()).toContain('teach=gjk&pair=2,4&step=1&at=150');
  const magenta = (await takePicture(page.locator('#view'))).count(
    (r, g, b) => r > 150 && g < 110 && b > 100,
  );
  expect(magenta, 'rings about the vertices that were found').toBeGreaterThan(60);

  // steps to the result, by button and by key; the slider follows
  await page.locator('#teaching').getByRole('button', { name: 'Next step' }).click();
  await page.keyboard.press('l');
  expect(await heading(page)).toBe('Result: distance');
  expect(await page.locator('#teaching input[type=range]').inputValue()).toBe('3');
  await page.keyboard.press('l');
  expect(await count(page), 'there is nothing after the last').toBe('4 of 4');
  await page.keyboard.press('j');
  await page.locator('#teaching input[type=range]').press('Home');
  expect(await heading(page)).toBe('GJK, round 1');
  await page.locator('#teaching').getByRole('button', { name: 'Play the steps' }).click();
  await expect.poll(() => heading(page)).toBe('Result: distance');
  expect(complaints).toEqual([]);
});

test('EPA follows where bodies overlap, and its polytope grows by a vertex a round', async () => {
  const { page, complaints } = await open('?scene=mixed-rain&teach=gjk&pair=12,28&at=250&engine=webgl');
  const vertices: number[] = [];
  let title = '';
  for (let k = 0; k < 30; k++) {
    title = (await heading(page)) ?? '';
    if (title.startsWith('EPA')) vertices.push(await page.locator('#teaching circle.vertex').count());
    if (title.startsWith('Result')) break;
    await page.keyboard.press('l');
  }
  expect(title).toBe('Result: depth');
  expect(vertices.length).toBeGreaterThan(1);
  vertices.forEach((n, k) => {
    expect(n).toBe(vertices[0] + k);
  });
  expect(complaints).toEqual([]);
});

test('by keyboard and pointer: T opens and pauses, two clicks choose a pair, tabs turn with arrows, T closes', async () => {
  const { page, complaints } = await open(
    '?scene=articles-constraint&solver=soft-step&paused=0&engine=webgl',
  );
  const view = await page.evaluate(() => window.otedama?.view());
  await page.keyboard.press('t');
  expect(await page.locator('#teaching').isVisible()).toBe(true);
  expect(await page.locator('#settings').isVisible()).toBe(false);
  expect(await page.evaluate(() => window.otedama?.paused)).toBe(true);
  await page.keyboard.press('Home');
  // the view has shrunk to make room for the panel
  await page.waitForFunction(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('#view');
    return canvas !== null && canvas.width === Math.round(canvas.clientWidth * devicePixelRatio);
  });
  await tapBody(page, 0);
  await page.getByText('is the first').filter({ visible: true }).waitFor();
  await tapBody(page, 1);
  await expect.poll(() => page.url()).toMatch(/pair=2,3/);
  expect(await heading(page)).toBe('GJK, round 1');
  await page.locator('#teach-gjk').focus();
  await page.keyboard.press('ArrowRight');
  expect(await page.locator('#teach-rows').getAttribute('aria-selected')).toBe('true');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('teach-rows');
  // bodies are still in free fall: the page says so, and runs to the first contact on request
  await page.getByRole('button', { name: 'Run to the next contact' }).click();
  expect(await heading(page)).toMatch(/^Substep 1|^Bounce/);
  await page.locator('#settings-toggle').click();
  expect(await page.locator('#teaching').isVisible()).toBe(false);
  expect(await page.locator('#settings').isVisible()).toBe(true);
  await page.keyboard.press('t');
  await page.keyboard.press('t');
  expect(await page.locator('#teaching').isVisible()).toBe(false);
  expect(page.url()).not.toContain('teach=');
  expect(await page.evaluate(() => window.otedama?.view().halfHeight)).toBe(view?.halfHeight);
  expect(complaints).toEqual([]);
});

for (const [solver, first, last] of [
  ['sequential-impulses', 'Pass 1', /^Pass 10$|^Bounce$/],
  ['soft-step', 'Substep 1, solve', /^Substep 8, relax$|^Bounce$/],
  ['force', 'Substep 1', /^Substep 8$/],
  ['shape-matching', 'Substep 1', /^Substep 8$/],
  ['penalty', 'Substep 1', /^Substep 16$/],
] as const) {
  test(`rows of a contact under ${solver}: charts, cone and table for every pass`, async () => {
    const { page, complaints } = await open(
      `?scene=sliding-boxes&solver=${solver}&teach=rows&at=40&engine=webgl`,
    );
    expect(await heading(page)).toBe(first);
    const seen = new Set<string>();
    for (let k = 0; k < 40; k++) {
      const table = page.locator('#teaching table tbody tr');
      expect(await table.count()).toBeGreaterThan(0);
      expect(await page.locator('#teaching .figures svg').count()).toBe(3);
      for (const text of await page.locator('#teaching table td').allTextContents()) {
        expect(text).not.toMatch(/NaN|undefined/);
      }
      const title = (await heading(page)) ?? '';
      if (seen.has(title)) break;
      seen.add(title);
      await page.keyboard.press('l');
    }
    expect(await heading(page)).toMatch(last);
    expect(complaints).toEqual([]);
  });
}

test('goal positions: a solver without them says so and offers shape matching, which shows them', async () => {
  const { page, complaints } = await open(
    '?scene=articles-shape-matching&solver=soft-step&teach=goals&engine=webgl',
  );
  expect(await page.locator('#teaching .notice').textContent()).toContain(
    '“Soft step” has no goal positions',
  );
  await page.getByRole('button', { name: 'Switch to shape matching' }).click();
  await expect.poll(() => page.locator('#teaching .figures path.goal').count()).toBeGreaterThan(0);
  expect(await page.evaluate(() => window.otedama?.solver)).toBe('shape-matching');
  expect(await page.locator('#teaching .figures circle.particle').count()).toBeGreaterThan(3);
  expect(complaints).toEqual([]);
});

test('lessons follow a running world, and one that is restarted under another solver', async () => {
  const { page, complaints } = await open('?scene=pyramid&p.base=5&teach=rows&at=30&engine=webgl');
  await page.locator('#view').click({ position: { x: 20, y: 400 } });
  await page.keyboard.press('p');
  await expect.poll(() => steps(page)).toBeGreaterThan(40);
  await page.keyboard.press('p');
  await page.locator('#solver').selectOption('sequential-impulses');
  await page.keyboard.press('Escape');
  await expect.poll(() => page.evaluate(() => window.otedama?.solver)).toBe('sequential-impulses');
  await expect.poll(() => page.locator('#teaching .notice, #teaching h3').count()).toBeGreaterThan(0);
  expect(complaints).toEqual([]);
});

test('accessibility and small screens: axe finds nothing, nothing is cut off', async () => {
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  for (const [query, width] of [
    ['?scene=articles-constraint&teach=gjk&at=150&step=1', 1280],
    ['?scene=sliding-boxes&solver=soft-step&teach=rows&at=40&step=1&style=night', 1280],
    ['?scene=sliding-boxes&teach=rows&at=40', 390],
    ['?scene=articles-constraint&teach=goals', 390],
  ] as const) {
    const { page, close } = await open(`${query}&engine=webgl`, { viewport: { width, height: 800 } });
    await page.evaluate(axe);
    const found = await page.evaluate(async () => {
      const { violations } = await (
        window as unknown as {
          axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
        }
      ).axe.run();
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`,
      );
    });
    expect(found, query).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    const holder = page.locator('#teaching .lesson-holder');
    const [inner, outer] = await holder.evaluate((element) => [element.scrollWidth, element.clientWidth]);
    expect(inner, `${query}: the lesson does not scroll sideways`).toBeLessThanOrEqual(outer);
    await close();
  }
});
