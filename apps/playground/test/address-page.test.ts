/** The address of the page, and how it is shown on another reader's screen. */

import { readFileSync } from 'node:fs';
import { parseScene } from '@otedama/rigid';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import type {} from '../src/test-handle.js';
import { phone, usePlayground, wide } from './browser.js';

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

test('debug layers and a pause that was asked for are in the address, as short as can be, and come back from it', async () => {
  const { page } = await open('?scene=tower&layers=contacts&paused=0&engine=webgl');
  const box = (of: Page, name: string) => of.getByRole('checkbox', { name, exact: true });
  await expect.poll(() => queryOf(page).get('paused')).toBe('0');
  expect(await page.evaluate(() => window.otedama!.paused)).toBe(false);
  expect(queryOf(page).get('layers')).toBe('contacts');
  expect(await box(page, 'Contact points').isChecked()).toBe(true);
  await box(page, 'Velocities').check();
  await expect.poll(() => queryOf(page).get('layers')).toBe('velocities,contacts');
  await page.keyboard.press('p');
  await expect.poll(() => queryOf(page).get('paused')).toBe('1');

  const { page: other } = await open(linkOf(page));
  expect(await box(other, 'Contact points').isChecked()).toBe(true);
  expect(await box(other, 'Velocities').isChecked()).toBe(true);
  expect(await box(other, 'Joints').isChecked()).toBe(false);
  await box(other, 'Contact points').uncheck();
  await box(other, 'Velocities').uncheck();
  await expect.poll(() => queryOf(other).has('layers')).toBe(false);
  await other.keyboard.press('p');
  await expect.poll(() => queryOf(other).has('paused'), { message: 'runs, as pages do' }).toBe(false);
});

test('who prefers less motion, and sets a page going, has that in the address', async () => {
  const { page } = await open('?scene=tower&engine=webgl', { ...wide, reducedMotion: 'reduce' });
  await expect.poll(() => queryOf(page).get('paused')).toBe('1');
  await page.keyboard.press('p');
  await expect.poll(() => queryOf(page).get('paused')).toBe('0');
  await page.reload();
  await page.waitForFunction(() => window.otedama !== undefined);
  expect(await page.evaluate(() => window.otedama!.paused)).toBe(false);
});

for (const [from, to, builds] of [
  [wide, phone, false],
  [phone, wide, false],
  [wide, phone, true],
  [phone, wide, true],
] as const) {
  const nameOf = (screen: typeof wide) => (screen === phone ? 'phone' : 'laptop');
  test(`a link${builds ? ' to what was built' : ''} from a ${nameOf(from)} shows a ${nameOf(to)} the same region, all of it and no more than fits`, async () => {
    const { page } = await open(`?scene=pyramid&${still}`, from);
    const home = await seen(page);
    // moves to another place and zooms in
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowUp', '+'])
      await page.keyboard.press(key);
    const region = await seen(page);
    expect(region[0]).toBeGreaterThan(home[0] + 1);
    if (builds) {
      await page.keyboard.press('n');
      await page.locator('#copy-link').evaluate((button) => (button as HTMLButtonElement).click());
      await expect.poll(() => page.url()).toContain('#built=');
    } else {
      const middle = () => Number(queryOf(page).get('view')?.split(',')[0]);
      await expect.poll(() => Math.abs(middle() - (region[0] + region[1]) / 2)).toBeLessThan(0.01);
    }
    // opening the link again shows the same view, on the same screen and after a reload
    const { page: same } = await open(linkOf(page), from);
    (await seen(same)).forEach((edge, k) => {
      expect(edge).toBeCloseTo(region[k], 1);
    });
    const { page: other } = await open(linkOf(page), to);
    const [left, right, lower, upper] = await seen(other);
    const slack = 0.01 * (region[1] - region[0] + region[3] - region[2]);
    expect(left).toBeLessThan(region[0] + slack);
    expect(right).toBeGreaterThan(region[1] - slack);
    expect(lower).toBeLessThan(region[2] + slack);
    expect(upper).toBeGreaterThan(region[3] - slack);
    // the region fits exactly in at least one direction, and is centred in the other
    const spare = Math.min(right - left - (region[1] - region[0]), upper - lower - (region[3] - region[2]));
    expect(spare).toBeLessThan(2 * slack);
    expect(left + right).toBeCloseTo(region[0] + region[1], 1);
    expect(lower + upper).toBeCloseTo(region[2] + region[3], 1);
    // viewing alone does not change the link
    expect(linkOf(other)).toBe(linkOf(page));
    if (builds && to === wide) {
      // bodies added there have about the size of those added here
      await other.keyboard.press('n');
      const saved = other.waitForEvent('download');
      await other.getByRole('button', { name: 'Save scene file' }).click();
      const { bodies } = parseScene(readFileSync(await (await saved).path(), 'utf8'));
      const radii = bodies.flatMap(({ shapes = [] }) =>
        shapes.flatMap((shape) => (shape.kind === 'circle' ? [shape.radius] : [])),
      );
      expect(radii).toHaveLength(2);
      expect(Math.max(...radii)).toBeLessThan(2 * Math.min(...radii));
    }
  });
}

test('Home takes the view out of the address, and back and forward bring back where each scene was looked at', async () => {
  const { page } = await open(`?scene=tower&${still}`);
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
  await page.keyboard.press('Home');
  await expect.poll(() => queryOf(page).has('view')).toBe(false);
});

test('a key that is held down does not write the address more often than browsers permit', async () => {
  const { page, complaints } = await open(`?scene=tower&teach=gjk&at=60&${still}`, {
    ...wide,
    // like Safari's limit
    script: () => {
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
    },
  });
  const start = await page.evaluate(() => window.otedama!.steps);
  // the link of the lesson contains the step count
  await page.evaluate(() => {
    const press = (key: string) => window.dispatchEvent(new KeyboardEvent('keydown', { key, repeat: true }));
    return new Promise<void>((done) => {
      let count = 0;
      const frame = () => {
        press('o');
        if (++count < 150) requestAnimationFrame(frame);
        else done();
      };
      requestAnimationFrame(frame);
    });
  });
  await expect.poll(() => page.evaluate(() => window.otedama!.steps)).toBe(start + 150);
  await expect.poll(() => queryOf(page).get('at')).toBe(String(start + 150));
  expect(complaints).toEqual([]);
});
