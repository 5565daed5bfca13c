/** The address of the page, and how it is shown on another reader's screen. */

import { readFileSync } from 'node:fs';
import { parseScene } from '@otedama/rigid';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import type {} from '../src/test-handle.js';
import { follow, phone, sharePage, usePlayground } from './browser.js';

const playground = usePlayground();
const open = playground.openScene;

const still = 'paused=1&engine=webgl';
const queryOf = (page: Page): URLSearchParams => new URL(page.url()).searchParams;
/** The part of the address that a copied link contains. */
const linkOf = (page: Page): string => new URL(page.url()).search + new URL(page.url()).hash;

/** The corners of the view, m: left, right, lower, upper. */
const seen = (page: Page): Promise<number[]> =>
  page.evaluate(() => {
    const box = document.querySelector('#view')!.getBoundingClientRect();
    const [origin, unit] = [window.otedama!.toPage(0, 0), window.otedama!.toPage(1, 1)];
    const x = (left: number) => (left - origin.left) / (unit.left - origin.left);
    const y = (top: number) => (top - origin.top) / (unit.top - origin.top);
    return [x(box.left), x(box.right), y(box.bottom), y(box.top)];
  });

const isPaused = (page: Page): Promise<boolean> => page.evaluate(() => window.otedama!.paused);

/** Loads an address of the scene page in an open page. */
async function load(page: Page, address: string): Promise<void> {
  await page.goto(`${playground.url}index.html${address}`);
  await page.waitForFunction(() => window.otedama !== undefined);
}

test('debug layers and a requested pause are in the address, as short as can be, and are restored from it; with reduced motion, running is', async () => {
  const { page } = await open('?scene=tower&layers=contacts&paused=0&engine=webgl');
  const box = (name: string) => page.getByRole('checkbox', { name, exact: true });
  await expect.poll(() => queryOf(page).get('paused')).toBe('0');
  expect(await isPaused(page)).toBe(false);
  await page.keyboard.press('p');
  await expect.poll(() => queryOf(page).get('paused')).toBe('1');
  expect(queryOf(page).get('layers')).toBe('contacts');
  expect(await box('Contact points').isChecked()).toBe(true);
  await box('Velocities').check();
  await expect.poll(() => queryOf(page).get('layers')).toBe('velocities,contacts');

  // as for another reader, who has no preferences
  await page.evaluate(() => localStorage.clear());
  await load(page, linkOf(page));
  expect(await isPaused(page)).toBe(true);
  expect(await box('Contact points').isChecked()).toBe(true);
  expect(await box('Velocities').isChecked()).toBe(true);
  expect(await box('Joint anchors').isChecked()).toBe(false);
  await box('Contact points').uncheck();
  await box('Velocities').uncheck();
  await expect.poll(() => queryOf(page).has('layers')).toBe(false);
  await page.keyboard.press('p');
  await expect.poll(() => queryOf(page).has('paused'), { message: 'runs, as pages do' }).toBe(false);

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await load(page, '?scene=tower&engine=webgl');
  expect(await isPaused(page), 'reduced motion').toBe(true);
  await expect.poll(() => queryOf(page).get('paused')).toBe('1');
  await page.keyboard.press('p');
  await expect.poll(() => queryOf(page).get('paused')).toBe('0');
  await load(page, linkOf(page));
  expect(await isPaused(page), 'a link that says that it runs').toBe(false);
});

/** Moves the view of the pyramid to another place and closer. Returns the region that is seen then, and the address. */
async function lookElsewhere(page: Page): Promise<{ region: number[]; link: string }> {
  const home = await seen(page);
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowUp', '+'])
    await page.keyboard.press(key);
  const region = await seen(page);
  expect(region[0]).toBeGreaterThan(home[0] + 1);
  // of many changes in a short time the address tells the last one later
  const [left, right, lower, upper] = region;
  const [x, y, halfWidth] = [(left + right) / 2, (lower + upper) / 2, (right - left) / 2];
  const written = () => (queryOf(page).get('view') ?? '').split(',').map(Number);
  await expect
    .poll(() => Math.max(...[x, y, halfWidth].map((value, k) => Math.abs(written()[k] - value))))
    .toBeLessThan(0.01 * halfWidth);
  return { region, link: linkOf(page) };
}

/** Adds a body and copies the link. */
async function build(page: Page): Promise<string> {
  await page.keyboard.press('n');
  await page.locator('#copy-link').evaluate((button) => (button as HTMLButtonElement).click());
  await expect.poll(() => page.url()).toContain('#built=');
  return linkOf(page);
}

/** Checks that a page of another screen shows a region, all of it and no more than fits. */
async function expectShown(page: Page, region: readonly number[], link: string): Promise<void> {
  const slack = 0.01 * (region[1] - region[0] + region[3] - region[2]);
  // a scene that comes with the link is unpacked first
  await expect
    .poll(async () => Math.abs((await seen(page))[0] + (await seen(page))[1] - region[0] - region[1]))
    .toBeLessThan(0.05);
  const [left, right, lower, upper] = await seen(page);
  expect(left).toBeLessThan(region[0] + slack);
  expect(right).toBeGreaterThan(region[1] - slack);
  expect(lower).toBeLessThan(region[2] + slack);
  expect(upper).toBeGreaterThan(region[3] - slack);
  // the region fits exactly in at least one direction, and is centred in the other
  const spare = Math.min(right - left - (region[1] - region[0]), upper - lower - (region[3] - region[2]));
  expect(spare).toBeLessThan(2 * slack);
  expect(left + right).toBeCloseTo(region[0] + region[1], 1);
  expect(lower + upper).toBeCloseTo(region[2] + region[3], 1);
  expect(linkOf(page), 'viewing alone does not change the link').toBe(link);
}

describe('on one page', () => {
  const opened = sharePage(() => open(`?scene=pyramid&${still}`));

  test('a link, with or without something built, shows a phone the region of a laptop and a laptop that of a phone, all of it and no more than fits', async () => {
    const { page: laptop } = opened;
    const fromLaptop = await lookElsewhere(laptop);
    await laptop.reload();
    await laptop.waitForFunction(() => window.otedama !== undefined);
    (await seen(laptop)).forEach((edge, k) => {
      expect(edge, 'the same after a reload').toBeCloseTo(fromLaptop.region[k], 1);
    });
    const builtOnLaptop = await build(laptop);

    const { page: mobile } = await open(fromLaptop.link, phone);
    await expectShown(mobile, fromLaptop.region, fromLaptop.link);
    await follow(mobile, builtOnLaptop);
    await expect.poll(() => mobile.url()).toContain('#built=');
    await expectShown(mobile, fromLaptop.region, builtOnLaptop);

    await follow(mobile, `?scene=pyramid&${still}`);
    const fromPhone = await lookElsewhere(mobile);
    const builtOnPhone = await build(mobile);
    await load(laptop, fromPhone.link);
    await expectShown(laptop, fromPhone.region, fromPhone.link);
    await load(laptop, builtOnPhone);
    await expectShown(laptop, fromPhone.region, builtOnPhone);
    // bodies added there have about the size of those added here
    await laptop.keyboard.press('n');
    const saved = laptop.waitForEvent('download');
    await laptop.getByRole('button', { name: 'Save scene file' }).click();
    const { bodies } = parseScene(readFileSync(await (await saved).path(), 'utf8'));
    const radii = bodies.flatMap(({ shapes = [] }) =>
      shapes.flatMap((shape) => (shape.kind === 'circle' ? [shape.radius] : [])),
    );
    expect(radii).toHaveLength(2);
    expect(Math.max(...radii)).toBeLessThan(2 * Math.min(...radii));
  });

  test('Home takes the view out of the address, and back restores the view of each scene', async () => {
    const { page } = opened;
    await follow(page, '?scene=tower');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => queryOf(page).has('view')).toBe(true);
    const region = await seen(page);
    await page.getByRole('link', { name: 'Pyramid', exact: true }).click();
    await expect.poll(() => queryOf(page).get('scene')).toBe('pyramid');
    expect(queryOf(page).has('view')).toBe(false);
    await page.goBack();
    await expect.poll(() => page.evaluate(() => window.otedama!.scene)).toBe('tower');
    (await seen(page)).forEach((edge, k) => {
      expect(edge).toBeCloseTo(region[k], 1);
    });
    await expect
      .poll(() => queryOf(page).has('view'), { message: 'and the address still says it' })
      .toBe(true);
    await page.keyboard.press('Home');
    await expect.poll(() => queryOf(page).has('view')).toBe(false);
  });

  test('a key that is held down does not write the address more often than browsers permit', async () => {
    const { page, complaints } = opened;
    await follow(page, '?scene=tower');
    await page.keyboard.press('t');
    // like Safari's limit
    await page.evaluate(() => {
      const times: number[] = [];
      for (const name of ['pushState', 'replaceState'] as const) {
        const write = history[name].bind(history);
        history[name] = (...given) => {
          const now = performance.now();
          times.push(now);
          if (times.filter((time) => time > now - 30_000).length > 100) {
            throw new DOMException('more than 100 times per 30 seconds', 'SecurityError');
          }
          write(...given);
        };
      }
    });
    const start = await page.evaluate(() => window.otedama!.steps);
    // the link of the lesson contains the step count
    await page.evaluate(() => {
      const press = (key: string) =>
        window.dispatchEvent(new KeyboardEvent('keydown', { key, repeat: true }));
      return new Promise<void>((done) => {
        let count = 0;
        const frame = () => {
          press('o');
          if (++count < 120) requestAnimationFrame(frame);
          else done();
        };
        requestAnimationFrame(frame);
      });
    });
    await expect.poll(() => page.evaluate(() => window.otedama!.steps)).toBe(start + 120);
    await expect.poll(() => queryOf(page).get('at')).toBe(String(start + 120));
    expect(complaints).toEqual([]);
  });
});
