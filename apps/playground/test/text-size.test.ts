/** The size of text that is set in the browser: texts follow it, and with them what stands around them. */

import { findFixedTexts, setTextSize } from '@otedama/tooling/pages';
import { expect, test } from 'vitest';
import type {} from '../src/test-handle.js';
import { findBarriers, phone, resize, usePlayground, wide } from './browser.js';

const playground = usePlayground();

/** A page in a context of its own, because the size of text stays set. */
const openAlone = (path: string) => playground.open(path, { ...wide, prepare: async () => {} });
const openOnPhone = (path: string) => playground.open(path, { ...phone, prepare: async () => {} });

for (const [path, complete] of [
  ['index.html?scene=tower&paused=1&engine=webgl&plots=1&teach=gjk', '#teaching .figures'],
  ['cloth.html?paused=1&engine=webgl', '#view[data-state=running]'],
  ['galton.html?engine=webgl', '#reading:not(:empty)'],
  ['triangle.html', '#view[data-state=running]'],
  ['instancing.html', '#view[data-state=running]'],
])
  test(`${path}: all text has twice the size if it is set in the browser`, async () => {
    const { page } = await openAlone(path);
    await page.locator(complete).waitFor();
    expect(await findFixedTexts(page)).toEqual([]);
  });

test('text of twice the size makes the page what a screen of half the size shows, and no button is lost', async () => {
  const { page } = await playground.openScene('?scene=tower&paused=1&engine=webgl', {
    ...wide,
    prepare: async () => {},
  });
  const parts = '.bar, .bar button, .bar select, .view, .hud, .below, .below button, #scene-head, .panel';
  /** Visible parts and their boxes, in multiples of the given scale. */
  const layout = (scale: number) =>
    page
      .locator(parts)
      .filter({ visible: true })
      .evaluateAll(
        (found, unit) =>
          found.map((part) => {
            const { x, y, width, height } = part.getBoundingClientRect();
            return {
              name: part.id || part.className || part.textContent,
              box: [x, y, width, height].map((side) => side / unit),
            };
          }),
        scale,
      );
  for (const open of ['', '#settings-toggle']) {
    await resize(page, { width: 640, height: 400 });
    if (open !== '') await page.locator(open).click();
    const small = await layout(1);
    await setTextSize(page, 32);
    await resize(page, { width: 1280, height: 800 });
    await expect
      .poll(async () => (await layout(2)).map(({ name }) => name))
      .toEqual(small.map(({ name }) => name));
    for (const [index, { name, box }] of (await layout(2)).entries()) {
      for (const [k, side] of box.entries())
        expect(Math.abs(side - small[index].box[k]), `${name} ${k}`).toBeLessThan(3);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1280);
    expect(await findBarriers(page)).toEqual([]);
    await setTextSize(page, 16);
  }
});

for (const [path, all, readings] of [
  [
    'index.html?scene=tower&paused=1&engine=webgl',
    14,
    { 16: ['Step', 'Step time', 'Bodies'], 20: ['Step', 'Step time'], 32: ['Step'] },
  ],
  [
    'cloth.html?paused=1&engine=webgl',
    6,
    { 16: ['Step', 'Particles', 'Largest strain'], 20: ['Step', 'Particles'], 32: ['Step'] },
  ],
] as const)
  test(`${path}: on a phone the measurements take one line, whatever the size of text; "More" shows all of them`, async () => {
    const { page } = await openOnPhone(path);
    const heightOf = (part: string) =>
      page.locator(part).evaluate((found) => found.getBoundingClientRect().height);
    /** Readings that are shown, also in part. */
    const shown = () =>
      page.locator('.hud dl > div').evaluateAll((readings) =>
        readings
          .filter((reading) => {
            const box = reading.getBoundingClientRect();
            const list = reading.parentElement!.getBoundingClientRect();
            return reading.checkVisibility() && box.top < list.bottom - 1;
          })
          .map((reading) => reading.querySelector('dt')?.textContent),
      );
    for (const size of [16, 20, 32] as const) {
      await setTextSize(page, size);
      await expect.poll(shown).toEqual(readings[size]);
      // a name, a value, and the padding around them
      expect(await heightOf('.hud'), `${size}`).toBeLessThan(3.5 * size);
      expect(await heightOf('.view'), `${size}`).toBeGreaterThan(0.5 * 844);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${size}`).toBe(390);
    }
    await page.locator('.hud summary').click();
    await expect.poll(async () => (await shown()).length).toBe(all);
    expect(await heightOf('.hud')).toBeLessThanOrEqual(0.4 * 844);
    expect(await findBarriers(page)).toEqual([]);
  });

test('on a phone with text of twice the size the view keeps half of a low screen, and the hint leaves the title free', async () => {
  const { page } = await openOnPhone('index.html?scene=tower&paused=0&engine=webgl');
  const boxOf = async (part: string) => (await page.locator(part).boundingBox())!;
  await page.waitForFunction(() => window.otedama !== undefined);
  await setTextSize(page, 32);
  const title = await boxOf('#scene-title');
  const hint = await boxOf('#hint');
  expect(hint.y).toBeGreaterThan(title.y + title.height);
  await resize(page, { width: 844, height: 390 });
  expect((await boxOf('#view')).height).toBeGreaterThan(0.45 * 390);
  // a part of it shows that the line goes on
  expect((await boxOf('#frame-back')).x).toBeLessThan(844 - 44);
  // the last control of the line scrolls into the screen
  await page.locator('#frame-on').scrollIntoViewIfNeeded();
  const last = await boxOf('#frame-on');
  expect(last.x + last.width).toBeLessThanOrEqual(844);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(844);
});
