/** The timeline below the view, on the page. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import type {} from '../src/test-handle.js';
import { findBarriers, follow, makeSteps, usePlayground } from './browser.js';

const playground = usePlayground();

const steps = (page: Page): Promise<readonly number[]> => page.evaluate(() => window.otedama?.allSteps ?? []);
const hash = (page: Page): Promise<string> => page.evaluate(() => window.otedama?.hash ?? '');

test('frames go back, along the slider and on again in all panes together, and leave the address as it was; a look back pauses a run', async () => {
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

  await makeSteps(page, 12);
  expect(await steps(page)).toEqual([12, 12, 12]);
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
  await makeSteps(page, 8);
  expect(await steps(page)).toEqual([12, 12, 12]);
  expect(await hash(page)).toBe(present);
  expect(await slider.getAttribute('max')).toBe('12');

  // after the last frame a step is made
  await page.locator('#frame-on').click();
  await expect.poll(() => steps(page)).toEqual([13, 13, 13]);
  expect(await findBarriers(page)).toEqual([]);

  // on a small screen, from a run
  await page.setViewportSize({ width: 390, height: 760 });
  await page.keyboard.press('c');
  await follow(page, '?scene=tower');
  await page.keyboard.press('p');
  await page.waitForFunction(() => (window.otedama?.steps ?? 0) > 12);
  await page.locator('#frame-back').click();
  expect(await page.evaluate(() => window.otedama?.paused)).toBe(true);
  await slider.fill('5');
  expect(await steps(page)).toEqual([5]);
  await page.keyboard.press('p');
  await page.waitForFunction(() => (window.otedama?.steps ?? 0) > 8);
  await page.keyboard.press('p');
  expect(opened.complaints).toEqual([]);
});
