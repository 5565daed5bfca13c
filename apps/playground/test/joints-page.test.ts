/** Pin, rope, rod and spring in the page, and joints of scenes, with a mouse, with a finger and with keys. */

import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import type {} from '../src/test-handle.js';
import {
  findBarriers,
  follow,
  makeSteps,
  phone,
  press,
  resize,
  takePicture,
  usePlayground,
  wide,
} from './browser.js';

const playground = usePlayground();

type Place = readonly [x: number, y: number];

const toPage = (page: Page, path: readonly Place[]) =>
  page.evaluate((points) => points.map(([x, y]) => window.otedama!.toPage(x, y)), path);

/** Presses the mouse and drags it along a path through the world, m; it stays pressed. */
async function pull(page: Page, ...path: Place[]): Promise<void> {
  const [start, ...rest] = await toPage(page, path);
  await page.mouse.move(start.left, start.top);
  await page.mouse.down();
  for (const { left, top } of rest) await page.mouse.move(left, top, { steps: 3 });
}

async function drag(page: Page, ...path: Place[]): Promise<void> {
  await pull(page, ...path);
  await page.mouse.up();
}

const choose = (page: Page, tool: string): Promise<void> => page.locator(`#tool-${tool}`).click();
/** Kinds of all joints. */
const joints = (page: Page, pane = 0) =>
  page.evaluate((k) => window.otedama!.joints(k).map(({ kind }) => kind), pane);
const hash = (page: Page) => page.evaluate(() => window.otedama!.hash);
const toast = (page: Page) => page.locator('#toast').textContent();
/** The body that was made last. */
const last = (page: Page) => page.evaluate(() => window.otedama!.bodies().at(-1)!);

/** Whether the view shows a colour, as `[red, green, blue]`, within 12 pixels of a point of the world. */
async function shows(page: Page, [x, y]: Place, [red, green, blue]: readonly number[]): Promise<boolean> {
  const [{ left, top }] = await toPage(page, [[x, y]]);
  const picture = await takePicture(page.locator('body'));
  for (let down = -12; down <= 12; down++)
    for (let right = -12; right <= 12; right++) {
      const [r, g, b] = picture.at(Math.round(left) + right, Math.round(top) + down);
      if (Math.abs(r - red) + Math.abs(g - green) + Math.abs(b - blue) < 24) return true;
    }
  return false;
}

const joinColor = [209, 73, 91] as const;

test('bodies are pinned, tied and sprung together; undo takes the joints back, and the eraser cuts them', async () => {
  const { page, complaints } = await playground.openScene(
    '?scene=pyramid&p.base=3&paused=1&with=sequential-impulses&style=filled&engine=webgl',
    { ...wide, isDrawn: true },
  );
  expect(await page.evaluate(() => window.otedama!.solvers.length)).toBe(2);
  const untouched = await hash(page);
  // a level bar to the left of the pyramid, and one across its right end
  await choose(page, 'pen');
  await drag(page, [-3.4, 3], [-2.4, 3]);
  await drag(page, [-2.5, 2.5], [-2.5, 3.5]);
  const drawn = await hash(page);

  await choose(page, 'pin');
  expect(await toast(page)).toContain('Press where bodies overlap');
  await drag(page, [-2.5, 3]);
  await drag(page, [-3.3, 3]);
  await choose(page, 'rope');
  await pull(page, [-2.5, 3.4], [-1, 4], [0, 2.5]);
  // what it will join is outlined: a corner of the uppermost box
  await expect.poll(() => shows(page, [0.5, 3], joinColor)).toBe(true);
  await page.mouse.up();
  await expect.poll(() => shows(page, [0.5, 3], joinColor)).toBe(false);
  await choose(page, 'rod');
  await drag(page, [-1, 1.5], [3, 3]);
  await choose(page, 'spring');
  await drag(page, [-0.8, 0.5], [0.9, 0.5]);
  const kinds = ['revolute', 'revolute', 'rope', 'distance', 'distance'];
  expect([await joints(page), await joints(page, 1)]).toEqual([kinds, kinds]);
  const made = await hash(page);
  // both bars hang on the pin in the first one
  await makeSteps(page, 60);
  const { x, y } = await last(page);
  expect(y).toBeGreaterThan(1);
  expect(Math.hypot(x + 3.3, y - 3)).toBeLessThan(1.2);

  await page.locator('#undo').click();
  expect(await joints(page)).toEqual(kinds.slice(0, 4));
  await page.locator('#undo').click();
  await page.locator('#undo').click();
  await page.locator('#undo').click();
  await page.locator('#undo').click();
  expect([await joints(page), await joints(page, 1), await hash(page)]).toEqual([[], [], drawn]);
  // the timeline still has the state with all of them
  for (let k = 0; k < 6 && (await joints(page)).length < 5; k++) await press(page, '.', 1);
  expect(await hash(page)).toBe(made);

  // a swipe cuts the rope in the air under both solvers, and a press takes the pin and leaves the bodies
  await choose(page, 'eraser');
  await drag(page, [-1.6, 2.6], [-1.2, 3.6]);
  const count = await page.evaluate(() => window.otedama!.bodies().length);
  expect([await joints(page), await joints(page, 1)]).toEqual(
    Array(2).fill(['revolute', 'revolute', 'distance', 'distance']),
  );
  await drag(page, [-2.5, 3]);
  expect([await joints(page), await joints(page, 1)]).toEqual(
    Array(2).fill(['revolute', 'distance', 'distance']),
  );
  expect(await page.evaluate(() => window.otedama!.bodies().length)).toBe(count);
  // restart is what it is for bodies drawn with the pen
  await press(page, 'r', 1);
  expect([await joints(page), await hash(page)]).toEqual([[], untouched]);
  expect(await findBarriers(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('what was joined is part of a link and shows its pins there', async () => {
  const { page, complaints } = await playground.openScene(
    '?scene=pyramid&p.base=3&paused=1&style=filled&engine=webgl',
    { ...wide, isDrawn: true },
  );
  await choose(page, 'pin');
  await drag(page, [0, 2.5]);
  const rim = [43, 47, 58] as const;
  await expect.poll(() => shows(page, [0, 2.5], rim)).toBe(true);
  await page.locator('#copy-link').click();
  await expect.poll(() => page.url()).toContain('#built=');
  const address = page.url();
  await page.goto('about:blank');
  await page.goto(address);
  await page.waitForFunction(() => window.otedama !== undefined);
  expect(await joints(page)).toEqual(['revolute']);
  await expect.poll(() => shows(page, [0, 2.5], rim)).toBe(true);
  expect(complaints).toEqual([]);
});

test('hinges of a scene are marked; the eraser takes them under both solvers, undo brings them back, and a link keeps them gone', async () => {
  const { page, complaints } = await playground.openScene(
    '?scene=bridge&p.planks=4&p.crates=0&paused=1&with=sequential-impulses&style=filled&engine=webgl&view=0,0,4,3',
    { ...wide, isDrawn: true },
  );
  const hinges = await page.evaluate(() => window.otedama!.joints().length);
  expect(hinges).toBe(5);
  const untouched = await hash(page);
  const rim = [43, 47, 58] as const;
  // on the mark, beside its centre
  const middle: Place = [0.03, 0.06];
  await expect.poll(() => shows(page, middle, rim)).toBe(true);
  await choose(page, 'eraser');
  await drag(page, middle);
  const count = async () => [(await joints(page)).length, (await joints(page, 1)).length];
  expect(await count()).toEqual([4, 4]);
  await expect.poll(() => shows(page, middle, rim)).toBe(false);
  await page.locator('#undo').click();
  expect([await count(), await hash(page)]).toEqual([[5, 5], untouched]);
  // not marked, a hinge cannot be meant: the press takes a plank
  const marks = page.locator('#settings .lil-controller').filter({ hasText: /^Joints$/ });
  await marks.locator('input').uncheck();
  await expect.poll(() => shows(page, middle, rim)).toBe(false);
  await expect.poll(() => new URL(page.url()).searchParams.get('joints')).toBe('0');
  await marks.locator('input').check();
  await expect.poll(() => shows(page, middle, rim)).toBe(true);
  expect(new URL(page.url()).searchParams.has('joints')).toBe(false);
  await drag(page, middle);
  await page.locator('#copy-link').click();
  await expect.poll(() => page.url()).toContain('#built=');
  const address = page.url();
  await page.goto('about:blank');
  await page.goto(address);
  await page.waitForFunction(() => window.otedama !== undefined);
  expect(await count()).toEqual([4, 4]);
  expect(complaints).toEqual([]);
});

test('a scene of very many joints does not mark them unless it is asked to, and one without joints has no switch', async () => {
  const { page } = await playground.openScene('?scene=joint-grid&p.side=15&paused=1&engine=webgl');
  const marks = page.locator('#settings .lil-controller').filter({ hasText: /^Joints$/ });
  expect(await marks.locator('input').isChecked()).toBe(false);
  await marks.locator('input').check();
  await expect.poll(() => new URL(page.url()).searchParams.get('joints')).toBe('1');
  await follow(page, '?scene=pyramid&paused=1');
  await expect.poll(() => marks.count()).toBe(0);
});

test('what cannot be joined is said, also which solvers can', async () => {
  const { page, complaints } = await playground.openScene('?scene=pyramid&p.base=3&paused=1&engine=webgl');
  await choose(page, 'pin');
  await drag(page, [-3, 4]);
  expect(await toast(page)).toContain('Nothing to pin here');
  await choose(page, 'rope');
  await drag(page, [0, 2.5]);
  expect(await toast(page)).toContain('Too short for a rope');
  await page.locator('#solver').selectOption('penalty');
  await drag(page, [0, 2.5], [2, 4]);
  expect(await toast(page)).toBe(
    'Penalty springs cannot join bodies: choose the solver Soft step or Sequential impulses.',
  );
  await choose(page, 'spring');
  expect(await toast(page)).toMatch(/^Penalty springs cannot join bodies/);
  expect(await joints(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('the character is joined to nothing: what ends on it ends on the background', async () => {
  const { page, complaints } = await playground.openScene('?scene=course&paused=1&engine=webgl');
  const { x, y } = await last(page);
  await choose(page, 'pin');
  await drag(page, [x, y]);
  expect(await toast(page)).toContain('Nothing to pin here');
  await choose(page, 'pen');
  await drag(page, [x + 2, y + 2], [x + 3, y + 2]);
  const before = await page.evaluate(() => window.otedama!.joints().length);
  await choose(page, 'rope');
  await drag(page, [x + 2.5, y + 2], [x, y]);
  const made = await page.evaluate((k) => window.otedama!.joints().slice(k), before);
  expect(made).toEqual([{ kind: 'rope', isToWorld: true }]);
  expect(complaints).toEqual([]);
});

test('H hinges what is at the pointer, and the tools are reached with the keyboard', async () => {
  const { page, complaints } = await playground.openScene('?scene=pyramid&p.base=3&paused=1&engine=webgl');
  const [{ left, top }] = await toPage(page, [[0, 2.5]]);
  await page.mouse.move(left, top);
  await page.keyboard.press('h');
  expect(await joints(page)).toEqual(['revolute']);
  await page.locator('#tool-pen').focus();
  for (const name of [
    'Pin bodies',
    'Tie bodies with ropes',
    'Join bodies with rods',
    'Join bodies with springs',
  ]) {
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    expect(await focused.getAttribute('aria-label')).toBe(name);
    await page.keyboard.press('Enter');
    expect(await page.locator('.tools [aria-pressed="true"]').getAttribute('aria-label')).toBe(name);
  }
  expect(complaints).toEqual([]);
});

test('on a phone a finger pins with a tap and ties with a drag, and there is room for it on every tool', async () => {
  const { page, complaints } = await playground.openScene(
    '?scene=pyramid&p.base=3&paused=1&engine=webgl',
    phone,
  );
  for (const width of [320, 360, 390, 430]) {
    await resize(page, { width, height: 844 });
    const boxes = await page
      .locator('.below :is(button, input)')
      .filter({ visible: true })
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().toJSON() as DOMRect));
    expect(boxes).toHaveLength(13);
    expect(boxes[0].left).toBeGreaterThanOrEqual(0);
    for (const { width: wide, height, right } of boxes) {
      expect(wide).toBeGreaterThanOrEqual(44);
      expect(height).toBeGreaterThanOrEqual(44);
      expect(right).toBeLessThanOrEqual(width);
    }
    // the tools and the timeline take two lines together
    expect(new Set(boxes.map(({ top, height }) => Math.round((top + height / 2) / 8))).size).toBe(2);
    expect((await page.locator('.below').boundingBox())!.height).toBeLessThanOrEqual(93);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  await resize(page, phone.viewport);
  await page.locator('#tool-pin').tap();
  const path = await toPage(page, [
    [0, 2.5],
    [1, 0.5],
    [1.8, 2.4],
  ]);
  await page.touchscreen.tap(path[0].left, path[0].top);
  await expect.poll(() => joints(page)).toEqual(['revolute']);
  await page.locator('#tool-rope').tap();
  const touch = await page.context().newCDPSession(page);
  for (const [index, { left, top }] of path.slice(1).entries())
    await touch.send('Input.dispatchTouchEvent', {
      type: index === 0 ? 'touchStart' : 'touchMove',
      touchPoints: [{ x: left, y: top }],
    });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect.poll(() => joints(page)).toEqual(['revolute', 'rope']);
  expect(complaints).toEqual([]);
});
