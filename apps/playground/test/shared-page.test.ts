/** A scene built by a reader is stored in the link or in a file, and restored from both. */

import { readFileSync } from 'node:fs';
import { parseScene } from '@otedama/rigid';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import type {} from '../src/test-handle.js';
import { usePlayground } from './browser.js';

const playground = usePlayground();
const open = playground.openScene;

const hash = (page: Page) => page.evaluate(() => window.otedama!.hash);
const count = (page: Page) => page.evaluate(() => window.otedama!.bodies().length);
const toast = (page: Page) => page.locator('#toast').textContent();

/** Adds a body at a position given in fractions of the view. */
async function add(page: Page, right: number, down: number): Promise<void> {
  const view = (await page.locator('#view').boundingBox())!;
  await page.mouse.move(view.x + right * view.width, view.y + down * view.height);
  await page.keyboard.press('n');
}

const still = '&paused=1&engine=webgl';

test('a link to what was built: small, the same for whoever opens it, and what restart comes back to', async () => {
  const { page, complaints } = await open(`?scene=tower${still}`);
  const before = await count(page);
  await page.locator('#copy-link').click();
  await expect.poll(() => toast(page)).toMatch(/link/i);
  expect(page.url(), 'nothing was built yet').not.toContain('#');
  for (const right of [0.3, 0.4, 0.6]) await add(page, right, 0.3);
  await page.locator('#copy-link').click();
  await expect.poll(() => page.url()).toContain('#built=');
  expect(page.url().length).toBeLessThan(1200);
  const link = page.url();
  await page.keyboard.press('o');
  await page.keyboard.press('r');
  expect(await count(page), 'restart').toBe(before + 3);
  const start = await hash(page);
  await page.keyboard.press('o');

  const other = await open(link.slice(link.indexOf('?')));
  expect(await count(other.page), 'another page').toBe(before + 3);
  expect(await hash(other.page)).toBe(start);
  expect(other.page.url()).toBe(link);
  await other.page.keyboard.press('o');
  await expect.poll(() => hash(other.page)).toBe(await hash(page));
  expect(await other.page.locator('#scene-description').textContent()).toContain('Changed by hand');

  // another solver keeps the changes, the list shows the original scene, and going back returns to the changed one
  await other.page.locator('#solver').selectOption('sequential-impulses');
  expect(await count(other.page)).toBe(before + 3);
  await other.page.getByRole('link', { name: 'Pyramid', exact: true }).click();
  expect(other.page.url()).not.toContain('#built');
  await other.page.goBack();
  await expect.poll(() => count(other.page)).toBe(before + 3);
  await other.page.getByRole('link', { name: 'Tower', exact: true }).click();
  expect(await count(other.page)).toBe(before);
  expect(await other.page.locator('#scene-description').textContent()).not.toContain('Changed by hand');
  expect([...complaints, ...other.complaints]).toEqual([]);
});

test('a damaged link says so, and shows the scene as the list has it', async () => {
  const { page, complaints } = await open(`?scene=tower${still}#built=eJyrVkrLz1eyUkp`);
  await expect.poll(() => toast(page)).toMatch(/^The link is damaged/);
  const { page: whole } = await open(`?scene=tower${still}`);
  expect(await hash(page)).toBe(await hash(whole));
  expect(page.url()).not.toContain('#built');
  expect(complaints).toEqual([]);
});

test('what is too much for a link goes into a file; a file opens by its button or dropped on the page', async () => {
  const { page, complaints } = await open('?scene=junkyard&engine=webgl');
  await page.waitForFunction(() => window.otedama!.steps > 90, undefined, { timeout: 60_000 });
  await page.keyboard.press('p');
  await add(page, 0.5, 0.2);
  await page.locator('#copy-link').click();
  await expect.poll(() => toast(page)).toMatch(/Too much for a link.*save a file/);
  expect(page.url()).not.toContain('#');
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save scene file' }).click();
  const download = await waiting;
  expect(download.suggestedFilename()).toBe('junkyard.scene.json');
  const path = await download.path();
  const text = readFileSync(path, 'utf8');
  const scene = parseScene(text);
  const all = await count(page);
  expect(scene.bodies.filter(({ type }) => type !== 'static')).toHaveLength(all);

  const other = await open(`?scene=tower${still}`);
  const choosing = other.page.waitForEvent('filechooser');
  await other.page.getByRole('button', { name: 'Open scene file' }).click();
  await (await choosing).setFiles(path);
  await expect.poll(() => count(other.page)).toBe(all);
  expect(await other.page.locator('#scene-title').textContent()).toBe('Junkyard');

  // a scene that is not in the list, and a file that is not a scene
  const drop = (name: string, content: string) =>
    other.page.evaluate(
      ([fileName, fileContent]) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([fileContent], fileName));
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
      },
      [name, content] as const,
    );
  const own = {
    ...scene,
    name: 'my-own',
    title: 'My own',
    bodies: scene.bodies.slice(-3),
    camera: undefined,
  };
  await drop('own.json', JSON.stringify(own));
  await expect.poll(() => count(other.page)).toBe(3);
  expect(await other.page.title()).toContain('My own');
  const link = other.page.url();
  expect(link).toContain('#built=');
  const third = await open(link.slice(link.indexOf('?')));
  expect(await hash(third.page)).toBe(await hash(other.page));
  await drop('notes.txt', 'milk, bread');
  await expect.poll(() => toast(other.page)).toMatch(/“notes.txt” is not a scene file/);
  expect(await count(other.page), 'what was there stays').toBe(3);
  expect([...complaints, ...other.complaints, ...third.complaints]).toEqual([]);
});
