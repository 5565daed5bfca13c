/** Pen and eraser in the page, with a mouse and with a finger. */

import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import type {} from '../src/test-handle.js';
import { findBarriers, makeSteps, phone, press, usePlayground } from './browser.js';

const playground = usePlayground();

type Path = readonly (readonly [x: number, y: number])[];

/** Drags the mouse along a path through the world, m. */
async function drag(page: Page, path: Path): Promise<void> {
  const places = await page.evaluate((points) => points.map(([x, y]) => window.otedama!.toPage(x, y)), path);
  await page.mouse.move(places[0].left, places[0].top);
  await page.mouse.down();
  for (const { left, top } of places.slice(1)) await page.mouse.move(left, top);
  await page.mouse.up();
}

/** Numbers of bodies that move under each solver. */
const movers = (page: Page): Promise<number[]> =>
  page.evaluate(() => window.otedama!.solvers.map((_, pane) => window.otedama!.bodies(pane).length));

/** The number of all bodies, from the strip of measurements. */
const bodies = (page: Page) => page.locator('#measurements div', { hasText: 'Bodies' }).locator('dd');

const choose = (page: Page, tool: string): Promise<void> => page.locator(`#tool-${tool}`).click();

const square = ([x, y]: readonly [number, number], half: number): Path => [
  [x - half, y - half],
  [x + half, y - half],
  [x + half, y + half],
  [x - half, y + half],
  [x - half, y - 0.9 * half],
];

test('the pen draws bodies that fall, and fixed ones from the ground on; undo takes them back one by one', async () => {
  const { page, complaints } = await playground.openScene('?scene=pyramid&p.base=3&paused=1&engine=webgl');
  await expect.poll(() => bodies(page).textContent()).toBe('7');
  const before = await page.evaluate(() => window.otedama!.hash);
  await choose(page, 'pen');
  await drag(page, square([-2.4, 3], 0.5));
  await drag(page, [
    [2.2, -0.02],
    [2.4, 1],
    [3, 1.6],
  ]);
  await expect.poll(() => bodies(page).textContent()).toBe('9');
  expect(await movers(page)).toEqual([7]);
  const drawn = await page.evaluate(() => window.otedama!.bodies().at(-1)!);
  await makeSteps(page, 30);
  const fallen = await page.evaluate(() => window.otedama!.bodies().at(-1)!);
  // from rest, half a second
  expect(drawn.y - fallen.y).toBeGreaterThan(1);
  await makeSteps(page, 120);
  // a square of half side 0.5 rests on the ground
  const { y } = await page.evaluate(() => window.otedama!.bodies().at(-1)!);
  expect(y).toBeGreaterThan(0.4);
  expect(y).toBeLessThan(0.6);
  await page.locator('#undo').click();
  await expect.poll(() => bodies(page).textContent()).toBe('8');
  expect(await movers(page)).toEqual([7]);
  await page.locator('#undo').click();
  await expect.poll(() => bodies(page).textContent()).toBe('7');
  expect(await page.evaluate(() => window.otedama!.hash)).toBe(before);
  expect(await findBarriers(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('a swipe of the eraser removes what moves under every solver and leaves the ground; one undo brings all back', async () => {
  const { page, complaints } = await playground.openScene(
    '?scene=pyramid&p.base=4&paused=1&with=sequential-impulses&engine=webgl',
  );
  expect(await movers(page)).toEqual([10, 10]);
  const before = await page.evaluate(() => window.otedama!.hash);
  await choose(page, 'eraser');
  await drag(page, [
    [-2.5, 0.3],
    [-0.5, 0.3],
    [0.5, 0.3],
    [2.5, -0.2],
  ]);
  expect(await movers(page)).toEqual([6, 6]);
  await expect.poll(() => bodies(page).textContent()).toBe('7');
  await makeSteps(page, 30);
  // without the lowest row the others fall by nearly its height
  const top = await page.evaluate(() => Math.max(...window.otedama!.bodies().map((body) => body.y)));
  expect(top).toBeLessThan(3);
  await page.locator('#undo').click();
  expect(await movers(page)).toEqual([10, 10]);
  expect(await page.evaluate(() => window.otedama!.hash)).toBe(before);
  // a click removes also what is fixed
  await choose(page, 'pen');
  await drag(page, [
    [3, -0.02],
    [3, 2],
  ]);
  await expect.poll(() => bodies(page).textContent()).toBe('12');
  await choose(page, 'eraser');
  await drag(page, [[3, 1.5]]);
  await expect.poll(() => bodies(page).textContent()).toBe('11');
  expect(await movers(page)).toEqual([10, 10]);
  expect(complaints).toEqual([]);
});

test('a click with the eraser removes one body only, and never the character', async () => {
  const { page, complaints } = await playground.openScene('?scene=course&paused=1&engine=webgl');
  const all = Number(await bodies(page).textContent());
  const walker = await page.evaluate(() => window.otedama!.bodies().at(-1)!);
  await choose(page, 'pen');
  const above: Path = square([walker.x + 3, walker.y + 2], 0.4);
  await drag(page, above);
  await drag(page, above);
  await expect.poll(() => bodies(page).textContent()).toBe(String(all + 2));
  await choose(page, 'eraser');
  const place = await page.evaluate(([x, y]) => window.otedama!.toPage(x, y), [walker.x + 3, walker.y + 2]);
  for (const left of [1, 0]) {
    await page.mouse.click(place.left, place.top);
    await expect.poll(() => bodies(page).textContent()).toBe(String(all + left));
  }
  const body = await page.evaluate(([x, y]) => window.otedama!.toPage(x, y), [walker.x, walker.y]);
  await page.mouse.click(body.left, body.top);
  await press(page, 'x', 1);
  await makeSteps(page, 2);
  expect(await bodies(page).textContent()).toBe(String(all));
  expect(complaints).toEqual([]);
});

test('on a phone a tap with the eraser removes a soft body whole, and a finger draws', async () => {
  const { page, complaints } = await playground.openScene('?scene=jelly-drop&paused=1&engine=webgl', phone);
  const count = () => page.evaluate(() => window.otedama!.bodies().length);
  const before = await count();
  await page.locator('#tool-eraser').tap();
  const { x, y } = await page.evaluate(() => window.otedama!.bodies()[0]);
  const place = await page.evaluate(([a, b]) => window.otedama!.toPage(a, b), [x, y]);
  await page.touchscreen.tap(place.left, place.top);
  await expect.poll(count).toBe((2 / 3) * before);
  // the ground has no end: without it all would fall forever
  const shown = await bodies(page).textContent();
  const ground = await page.evaluate(() => window.otedama!.toPage(0, -0.5));
  await page.touchscreen.tap(ground.left, ground.top);
  await makeSteps(page, 1);
  expect(await bodies(page).textContent()).toBe(shown);
  await page.locator('#tool-pen').tap();
  const touch = await page.context().newCDPSession(page);
  const path = await page.evaluate(
    (points) => points.map(([a, b]) => window.otedama!.toPage(a, b)),
    square([x, y], 0.6),
  );
  for (const [index, { left, top }] of path.entries())
    await touch.send('Input.dispatchTouchEvent', {
      type: index === 0 ? 'touchStart' : 'touchMove',
      touchPoints: [{ x: left, y: top }],
    });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect.poll(count).toBe((2 / 3) * before + 1);
  expect(complaints).toEqual([]);
});
