import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { findBarriers, phone, usePlayground, wide } from './browser.js';

const playground = usePlayground();

async function open(query: string, options: Parameters<typeof playground.open>[1] = wide) {
  const opened = await playground.open(`cloth.html?engine=webgl&paused=1&${query}`, options);
  await opened.page.locator('#view[data-state=running]').waitFor();
  return opened;
}

/** Makes steps, and returns how many edges have broken. */
const tornAfter = (page: Page, steps: number) =>
  page.evaluate(async (count) => {
    for (let k = 0; k < count; k++) window.clothStage!.step();
    return (await window.clothStage!.cloth.measure()).tornEdges;
  }, steps);

/** Height of the lowest particle, m. */
const lowest = (page: Page) =>
  page.evaluate(async () => {
    const positions = await window.clothStage!.cloth.readPositions();
    return positions.reduce((least, y, k) => (k % 4 === 1 ? Math.min(least, y) : least), 9);
  });

/** Two places beside the cloth, at the height of its middle. */
async function besideCloth(page: Page) {
  const { x, y, width, height } = (await page.locator('#view').boundingBox())!;
  const half = 0.34 * Math.min(width, height);
  return { left: x + width / 2 - half, right: x + width / 2 + half, top: y + height / 2 };
}

/** Strokes that are drawn: each fades within a moment. */
const strokes = (page: Page) => page.locator('#blade-trail path').count();

const fade = (page: Page) => expect.poll(() => strokes(page), { message: 'no stroke is left' }).toBe(0);

/** Drags across the cloth, and returns the number of strokes that are drawn meanwhile. */
async function drag(page: Page) {
  await fade(page);
  const { left, right, top } = await besideCloth(page);
  await page.mouse.move(left, top);
  await page.mouse.down();
  await page.mouse.move(right, top, { steps: 12 });
  const drawn = await strokes(page);
  await page.mouse.up();
  return drawn;
}

test('Shift and a drag cut the cloth in two, and the hint that said so is gone; without Shift the camera turns', async () => {
  const { page, complaints } = await open('scene=tear');
  const hint = page.locator('#hint');
  expect(await hint.textContent()).toMatch(/Shift/);
  expect(await findBarriers(page)).toEqual([]);
  const eye = () => page.evaluate(() => window.clothStage!.camera.alpha);
  const alpha = await eye();
  await page.keyboard.down('Shift');
  expect(await page.locator('#view').evaluate((view) => view.style.cursor)).toBe('crosshair');
  expect(await page.locator('#tool-blade').getAttribute('aria-pressed')).toBe('true');
  expect(await drag(page), 'the stroke is drawn').toBe(1);
  await page.keyboard.up('Shift');
  // every thread along the cloth: one more than it has columns
  const columns = 35;
  expect(await tornAfter(page, 1)).toBeGreaterThan(columns);
  expect(await eye(), 'the camera has not turned').toBe(alpha);
  const before = await lowest(page);
  await tornAfter(page, 30);
  // the lower half fell for half a second, through air
  expect(await lowest(page)).toBeLessThan(before - 0.5);
  expect(await hint.isVisible()).toBe(false);
  await fade(page);
  expect(await page.locator('#view').evaluate((view) => view.style.cursor)).toBe('grab');

  await page.keyboard.press('r');
  await drag(page);
  await expect.poll(eye, { message: 'a drag beside the cloth turns the camera' }).not.toBe(alpha);
  expect(await tornAfter(page, 1)).toBe(0);
  expect(complaints).toEqual([]);
});

test('with keys: X takes the blade, C cuts across the view, and a focused button does both too', async () => {
  const { page, complaints } = await open('scene=tear');
  await page.keyboard.press('c');
  expect(await tornAfter(page, 1)).toBeGreaterThan(35);
  await page.keyboard.press('r');
  const pressed = () => page.locator('.cloth-tools [aria-pressed=true]').getAttribute('id');
  expect(await pressed()).toBe('tool-hand');
  await page.keyboard.press('x');
  expect(await pressed()).toBe('tool-blade');
  expect(await drag(page)).toBe(1);
  expect(await tornAfter(page, 1)).toBeGreaterThan(35);
  await page.locator('#tool-hand').focus();
  await page.keyboard.press('Enter');
  expect(await pressed()).toBe('tool-hand');
  expect(await drag(page)).toBe(0);
  expect(complaints).toEqual([]);
});

test('a finger cuts with the blade of the tools; a cloth that cannot tear has neither tools nor blade', async () => {
  const { page, complaints } = await open('scene=tear', phone);
  const blade = page.locator('#tool-blade');
  expect((await blade.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  await blade.tap();
  // the words below do not reach the tools
  const [tools, hint] = [
    await page.locator('.cloth-tools').boundingBox(),
    await page.locator('#hint').boundingBox(),
  ];
  expect(tools!.y + tools!.height).toBeLessThanOrEqual(hint!.y);
  const { left, right, top } = await besideCloth(page);
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: top }] });
  await touch('touchStart', left);
  for (let k = 1; k <= 8; k++) await touch('touchMove', left + ((right - left) * k) / 8);
  await touch('touchEnd');
  expect(await tornAfter(page, 1)).toBeGreaterThan(35);

  await page.locator('#scenes-toggle').tap();
  await page.locator('#scene-list a[href*="scene=flag"]').tap();
  await page
    .locator('body:has(#view[data-state=running]) [aria-current=page][href*="scene=flag"]')
    .waitFor({ state: 'attached' });
  expect(await blade.isVisible()).toBe(false);
  await fade(page);
  await page.keyboard.press('c');
  expect(await strokes(page)).toBe(0);
  expect(complaints).toEqual([]);
});
