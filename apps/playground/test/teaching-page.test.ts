/** The lessons on the page, in headless Chromium: opened by link and by keyboard, stepped through, selected with the pointer. */

import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import type {} from '../src/test-handle.js';
import {
  findBarriers,
  follow,
  makeSteps,
  type OpenOptions,
  type OpenPage,
  press,
  resize,
  sharePage,
  takePicture,
  usePlayground,
  wide,
} from './browser.js';

const playground = usePlayground();

async function open(query: string, options: OpenOptions = wide): Promise<OpenPage> {
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

/** Opens or closes the lessons. */
const toggle = (page: Page): Promise<void> => page.keyboard.press('t');

test('EPA follows where bodies overlap, and its polytope grows by one vertex per round', async () => {
  const { page, complaints } = await open('?scene=mixed-rain&teach=gjk&at=250&engine=webgl');
  const select = page.locator('#teaching select');
  const deep = await select
    .locator('option')
    .evaluateAll((options) =>
      options.flatMap((option) =>
        option.textContent.endsWith('deep') ? [(option as HTMLOptionElement).value] : [],
      ),
    );
  expect(deep.length).toBeGreaterThan(3);
  // discs need one round; which polygons overlap depends on the course of the rain
  let most = 0;
  for (const pair of deep.slice(0, 12)) {
    await select.selectOption(pair);
    const vertices: number[] = [];
    let title = '';
    for (let k = 0; k < 30; k++) {
      title = (await heading(page)) ?? '';
      if (title.startsWith('EPA')) vertices.push(await page.locator('#teaching circle.vertex').count());
      if (title.startsWith('Result')) break;
      await press(page, 'l', 1);
    }
    expect(title, pair).toBe('Result: depth');
    vertices.forEach((n, k) => {
      expect(n, pair).toBe(vertices[0] + k);
    });
    most = Math.max(most, vertices.length);
    if (most > 1) break;
  }
  expect(most).toBeGreaterThan(1);
  expect(complaints).toEqual([]);
});

describe('on one page', () => {
  const opened = sharePage(() =>
    open('?scene=articles-constraint&teach=gjk&pair=2,4&step=1&at=145&engine=webgl', {
      ...wide,
      isDrawn: true,
    }),
  );

  test('a link opens a round of GJK: figure, labels in the world, drawn vertices; the address stays what it was', async () => {
    const { page } = opened;
    expect(await steps(page)).toBe(145);
    expect(await page.evaluate(() => window.otedama?.paused)).toBe(true);
    expect(await heading(page)).toBe('GJK, round 2');
    expect(await count(page)).toBe('2 of 4');
    expect(await page.locator('#teaching .figures svg path.difference').count()).toBe(1);
    expect(await page.locator('#teaching .figures svg circle.vertex').count()).toBe(2);
    const labels = await page.locator('#lesson-labels span').allTextContents();
    expect(labels.length).toBeGreaterThan(2);
    for (const label of labels) expect(label).toMatch(/^[ab]\d$/);
    await expect.poll(() => page.url()).toContain('teach=gjk&pair=2,4&step=1&at=145');
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
    await toggle(page);
  });

  test('by keyboard and pointer: T opens and pauses, two clicks choose a pair, arrows change the tab, T closes', async () => {
    const { page } = opened;
    await follow(page, '?scene=articles-constraint&solver=soft-step');
    await page.keyboard.press('p');
    expect(await page.evaluate(() => window.otedama?.paused)).toBe(false);
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
    await expect.poll(() => page.url()).not.toContain('teach=');
    expect(await page.evaluate(() => window.otedama?.view().halfHeight)).toBe(view?.halfHeight);
  });

  for (const [solver, first, last] of [
    ['sequential-impulses', 'Pass 1', /^Pass 10$|^Bounce$/],
    ['soft-step', 'Substep 1, solve', /^Substep 8, relax$|^Bounce$/],
    ['force', 'Substep 1', /^Substep 8$/],
    ['shape-matching', 'Substep 1', /^Substep 8$/],
    ['penalty', 'Substep 1', /^Substep 16$/],
  ] as const) {
    test(`rows of a contact under ${solver}: charts, cone and table for every pass`, async () => {
      const { page } = opened;
      await follow(page, `?scene=sliding-boxes&solver=${solver}`);
      // opening the lesson makes step 40
      await makeSteps(page, 39);
      await toggle(page);
      await page.locator('#teach-rows').click();
      expect(await steps(page)).toBe(40);
      expect(await heading(page)).toBe(first);
      const seen = new Set<string>();
      for (let k = 0; k < 40; k++) {
        const shown = await page.locator('#teaching').evaluate((panel) => ({
          rows: panel.querySelectorAll('table tbody tr').length,
          figures: panel.querySelectorAll('.figures svg').length,
          text: [...panel.querySelectorAll('table td')].map((cell) => cell.textContent).join(' '),
        }));
        expect(shown.rows).toBeGreaterThan(0);
        expect(shown.figures).toBe(3);
        expect(shown.text).not.toMatch(/NaN|undefined/);
        const title = (await heading(page)) ?? '';
        if (seen.has(title)) break;
        seen.add(title);
        await page.keyboard.press('l');
      }
      expect(await heading(page)).toMatch(last);
      await toggle(page);
    });
  }

  test('goal positions: a solver without them says so and offers shape matching, which shows them', async () => {
    const { page } = opened;
    await follow(page, '?scene=articles-shape-matching&solver=soft-step');
    await toggle(page);
    await page.locator('#teach-goals').click();
    expect(await page.locator('#teaching .notice').textContent()).toContain(
      '“Soft step” has no goal positions',
    );
    await page.getByRole('button', { name: 'Switch to shape matching' }).click();
    await expect.poll(() => page.locator('#teaching .figures path.goal').count()).toBeGreaterThan(0);
    expect(await page.evaluate(() => window.otedama?.solver)).toBe('shape-matching');
    expect(await page.locator('#teaching .figures circle.particle').count()).toBeGreaterThan(3);
    await toggle(page);
  });

  test('lessons follow a running world, and a world restarted under another solver', async () => {
    const { page } = opened;
    await follow(page, '?scene=pyramid&p.base=5&solver=soft-step');
    await makeSteps(page, 29);
    await toggle(page);
    await page.locator('#teach-rows').click();
    await page.locator('#view').click({ position: { x: 20, y: 400 } });
    await page.keyboard.press('p');
    await expect.poll(() => steps(page)).toBeGreaterThan(40);
    await page.keyboard.press('p');
    await page.locator('#solver').selectOption('sequential-impulses');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.evaluate(() => window.otedama?.solver)).toBe('sequential-impulses');
    await expect.poll(() => page.locator('#teaching .notice, #teaching h3').count()).toBeGreaterThan(0);
    await toggle(page);
  });

  test('axe finds nothing in the lessons, wide and narrow, by day and by night; narrow, nothing is cut off', async () => {
    const { page } = opened;
    const look = async (what: string, width: number) => {
      expect(await findBarriers(page), what).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      const holder = page.locator('#teaching .lesson-holder');
      const [inner, outer] = await holder.evaluate((element) => [element.scrollWidth, element.clientWidth]);
      expect(inner, `${what}: the lesson does not scroll sideways`).toBeLessThanOrEqual(outer);
    };
    await follow(page, '?scene=articles-constraint');
    await makeSteps(page, 150);
    await toggle(page);
    await page.locator('#teach-gjk').click();
    await page.keyboard.press('l');
    await look('GJK', 1280);
    await toggle(page);

    const style = page.locator('#settings .lil-option select').last();
    await style.selectOption({ label: 'Night' });
    await follow(page, '?scene=sliding-boxes&solver=soft-step');
    await makeSteps(page, 39);
    await toggle(page);
    await page.locator('#teach-rows').click();
    await page.keyboard.press('l');
    await look('rows by night', 1280);
    await toggle(page);

    await style.selectOption({ label: 'Filled' });
    await resize(page, { width: 390, height: 800 });
    await follow(page, '?scene=sliding-boxes&solver=soft-step');
    await makeSteps(page, 39);
    await toggle(page);
    await look('rows', 390);
    await toggle(page);
    await follow(page, '?scene=articles-constraint');
    await toggle(page);
    await page.locator('#teach-goals').click();
    await look('goals', 390);
  });

  test('the console stays clean', () => {
    expect(opened.complaints).toEqual([]);
  });
});
