/** The timeline below the view, on the page. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import type {} from '../src/test-handle.js';
import { findBarriers, usePlayground } from './browser.js';

const playground = usePlayground();

const steps = (page: Page): Promise<readonly number[]> => page.evaluate(() => window.otedama?.allSteps ?? []);
const hash = (page: Page): Promise<string> => page.evaluate(() => window.otedama?.hash ?? '');

test('back by a frame, along the slider and on again, in all panes together; the address says no more than before', async () => {
  const opened = await playground.open(
    'index.html?scene=articles-constraint&solver=soft-step&with=sequential-impulses,force&paused=1&engine=webgl',
    { viewport: { width: 1280, height: 800 } },
  );
  const { page } = opened;
  await page.waitForFunction(() => window.otedama !== undefined);
  // the only frame is the latest one, at the right end of the slider
  const ends = await page.locator('#timeline').evaluate((input) => {
    const { min, max, value } = input as HTMLInputElement;
    return { min: Number(min), max: Number(max), value: Number(value) };
  });
  expect(ends.value).toBe(ends.max);
  expect(ends.max).toBeGreaterThan(ends.min);

  for (let k = 0; k < 12; k++) {
    await page.keyboard.press('o');
    await expect.poll(() => steps(page)).toEqual([k + 1, k + 1, k + 1]);
  }
  const present = await hash(page);
  const address = page.url();
  const label = page.locator('#timeline-age');
  expect(await label.textContent()).toBe('now');

  await page.keyboard.press(',');
  expect(await steps(page)).toEqual([11, 11, 11]);
  await expect.poll(() => label.textContent()).toBe('−0.02 s');
  await page.locator('#frame-back').click();
  expect(await steps(page)).toEqual([10, 10, 10]);
  expect(await hash(page)).not.toBe(present);

  const slider = page.locator('#timeline');
  await slider.fill('0');
  expect(await steps(page)).toEqual([0, 0, 0]);
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  expect(await steps(page)).toEqual([1, 1, 1]);
  await slider.fill('12');
  expect(await hash(page)).toBe(present);
  await expect.poll(() => label.textContent()).toBe('now');
  expect(page.url()).toBe(address);

  // continuing from the past drops the later frames, and the same steps are computed again
  await slider.fill('4');
  for (let k = 0; k < 8; k++) {
    await page.keyboard.press('o');
    await expect.poll(() => steps(page)).toEqual([k + 5, k + 5, k + 5]);
  }
  expect(await hash(page)).toBe(present);
  expect(await slider.getAttribute('max')).toBe('12');

  // after the last frame a step is made
  await page.locator('#frame-on').click();
  await expect.poll(() => steps(page)).toEqual([13, 13, 13]);
  expect(opened.complaints).toEqual([]);
  expect(await findBarriers(page)).toEqual([]);
}, 120_000);

test('a run is paused by a look back and goes on from there', async () => {
  const { page, complaints } = await playground.open('index.html?scene=tower&paused=0&engine=webgl', {
    viewport: { width: 390, height: 760 },
  });
  await page.waitForFunction(() => (window.otedama?.steps ?? 0) > 20, null, { timeout: 60_000 });
  await page.locator('#frame-back').click();
  expect(await page.evaluate(() => window.otedama?.paused)).toBe(true);
  await page.locator('#timeline').fill('5');
  expect(await steps(page)).toEqual([5]);
  await page.keyboard.press('p');
  await page.waitForFunction(() => (window.otedama?.steps ?? 0) > 8, null, { timeout: 60_000 });
  expect(complaints).toEqual([]);
}, 120_000);
