import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import type {} from '../src/test-handle.js';
import { loseDevice, makeSteps, takePicture, usePlayground } from './browser.js';

const playground = usePlayground();
const open = playground.openScene;

const solverOf = (page: Page) => page.evaluate(() => window.otedama?.solver);
const drawn = (page: Page) =>
  page.waitForFunction(() => document.querySelector('#view')?.getAttribute('data-drawn') === 'true');

test('a scene with soft bodies says which solvers cannot run it, and opens under one that can', async () => {
  const { page, complaints } = await open('?scene=tower&solver=soft-step&with=force&paused=1&engine=webgl');
  expect(await page.getByRole('link', { name: /^Tower/ }).textContent()).toBe('Tower');
  const link = page.getByRole('link', { name: 'Jelly squares' });
  expect(await link.textContent()).toBe('Jelly squares Shape matching');
  expect(await link.getAttribute('href')).toContain('solver=shape-matching');
  expect(await page.locator('#solver option:disabled').count()).toBe(0);

  await link.click();
  expect(await page.evaluate(() => window.otedama?.scene)).toBe('jelly-drop');
  expect(await solverOf(page)).toBe('shape-matching');
  expect(await page.evaluate(() => window.otedama?.solvers)).toEqual(['shape-matching']);
  expect(await page.locator('#toast').textContent()).toMatch(/Soft step has no soft bodies.*Shape matching/);
  expect(await page.locator('#solver').inputValue()).toBe('shape-matching');
  const refused = page.locator('#solver option:disabled');
  expect(await refused.count()).toBe(4);
  for (const text of await refused.allTextContents()) expect(text).toMatch(/ – no soft bodies$/);
  expect(await page.locator('.lil-controller.lil-disabled', { hasText: 'no soft bodies' }).count()).toBe(4);

  // for rigid bodies every solver is offered again, and the chosen solver and its rival return
  await page.getByRole('link', { name: /^Tower/ }).click();
  expect(await page.locator('#solver option:disabled').count()).toBe(0);
  expect(await page.evaluate(() => window.otedama?.solvers)).toEqual(['soft-step', 'force']);
  expect(complaints).toEqual([]);
});

// on one engine: draw.browser.test.ts draws soft bodies with both, and page.test.ts loses the device of both
test('jelly is drawn filled, is drawn again after the loss of the device, and is dragged by the part under the pointer', async () => {
  const { page, complaints } = await open(
    '?scene=jelly-drop&solver=shape-matching&engine=webgpu&paused=1&style=filled',
  );
  await drawn(page);
  const view = page.locator('#view');
  const box = (await view.boundingBox())!;
  const place = (x: number, y: number) =>
    page.evaluate(([a, b]) => window.otedama!.toPage(a, b), [x, y] as const);
  /** Colourfulness of the picture at points of the world. */
  const fillsAt = async (...points: [x: number, y: number][]) => {
    const picture = await takePicture(view);
    const places = await Promise.all(points.map(([x, y]) => place(x, y)));
    return places.map(({ left, top }) => {
      const pixel = picture.at(Math.round(left - box.x), Math.round(top - box.y)).slice(0, 3);
      return Math.max(...pixel) - Math.min(...pixel);
    });
  };
  const xs = [-4, 0, 4];
  const fills = await fillsAt(
    ...xs.flatMap((x): [number, number][] => [
      [x, 6],
      [x + 0.6, 6.5],
      [x + 1.7, 6],
    ]),
  );
  for (const k of xs.keys()) {
    expect(fills[3 * k], 'centre').toBeGreaterThan(40);
    expect(fills[3 * k + 1], 'near a side').toBeGreaterThan(40);
    expect(fills[3 * k + 2], 'beside it').toBeLessThan(15);
  }
  await loseDevice(page);
  await page.keyboard.press('o');
  await expect.poll(async () => (await fillsAt([4, 6]))[0]).toBeGreaterThan(40);

  // the middle body, held at a corner that is not the nearest particle's centre
  const center = () =>
    page.evaluate(() => {
      const own = window.otedama!.bodies().filter(({ x }) => Math.abs(x) < 1.9);
      return {
        x: own.reduce((sum, b) => sum + b.x, 0) / own.length,
        y: own.reduce((sum, b) => sum + b.y, 0) / own.length,
      };
    });
  const before = await center();
  const from = await place(0.3, 6.3);
  await page.mouse.move(from.left, from.top);
  await page.mouse.down();
  const to = await place(0.3, 7.3);
  await page.mouse.move(to.left, to.top, { steps: 5 });
  const later = async () => {
    await makeSteps(page, 10);
    return (await center()).y;
  };
  await expect.poll(later).toBeGreaterThan(before.y + 0.5);
  await page.mouse.up();
  await expect.poll(later).toBeLessThan(3);
  expect(complaints.filter((text) => !/context lost|device.*lost|restored/i.test(text))).toEqual([]);
});
