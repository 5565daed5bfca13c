/** The timeline below the view, on the page. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import type {} from '../src/test-handle.js';
import { findBarriers, follow, makeSteps, resize, takePicture, usePlayground } from './browser.js';

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
  await resize(page, { width: 390, height: 760 });
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

test('Ctrl+Z and Z lead back to before the last body was added or blown away, and play goes on from there', async () => {
  const { page, complaints } = await playground.openScene('?scene=tower&plots=1&paused=1&engine=webgl');
  const bodies = () => page.evaluate(() => window.otedama!.bodies().length);
  const toast = () => page.locator('#toast').textContent();
  await page.keyboard.press('Control+z');
  await expect.poll(toast).toMatch(/^Nothing to undo/);

  await makeSteps(page, 3);
  const before = { count: await bodies(), hash: await hash(page) };
  await page.keyboard.press('n');
  await expect.poll(bodies).toBe(before.count + 1);
  const added = await hash(page);
  await page.keyboard.press('b');
  await makeSteps(page, 20);
  await page.keyboard.press('Control+z');
  await expect.poll(() => hash(page)).toBe(added);
  await expect.poll(toast).toMatch(/^As it was before your last change/);
  await page.keyboard.press('z');
  await expect.poll(() => hash(page)).toBe(before.hash);
  expect(await bodies()).toBe(before.count);
  await makeSteps(page, 5);
  expect(await bodies()).toBe(before.count);
  expect(await page.evaluate(() => window.otedama!.steps)).toBe(8);
  expect(complaints).toEqual([]);
});

test('before the first step the charts of the plots stand there with their values', async () => {
  const { page } = await playground.openScene('?scene=tower&plots=1&paused=1&engine=webgl');
  const canvas = page.locator('#plots-canvas');
  await expect.poll(() => canvas.getAttribute('aria-label')).toMatch(/energy 1\d\d(\.\d)? J/);
  const picture = await takePicture(canvas);
  const paper = picture.at(1, picture.height - 2);
  // the left edges of four frames, below the titles
  const row = Math.round(picture.height / 2);
  let edges = 0;
  for (let x = 1; x < picture.width; x++) {
    const isInk = (at: number) => picture.at(at, row).some((channel, k) => Math.abs(channel - paper[k]) > 8);
    if (isInk(x) && !isInk(x - 1)) edges++;
  }
  expect(edges).toBe(8);
});
