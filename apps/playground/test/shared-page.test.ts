/** A scene built by a reader is stored in the link or in a file, and restored from both. */

import { readFileSync } from 'node:fs';
import { parseScene } from '@otedama/rigid';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type {} from '../src/test-handle.js';
import { follow, makeSteps, type OpenPage, usePlayground } from './browser.js';

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

/** Loads an address in an open page, even if the page is already there or differs in the hash only. */
async function load(page: Page, address: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(address);
  await page.waitForFunction(() => window.otedama !== undefined);
}

describe('on one page', () => {
  let opened: OpenPage;
  /** Hash of the tower as the list has it. */
  let tower = '';
  beforeAll(async () => {
    opened = await open(`?scene=tower${still}`);
    tower = await hash(opened.page);
  });
  afterAll(() => opened?.close());

  test('a link to something built is short, shows the same to everyone, and is what restart returns to', async () => {
    const { page } = opened;
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
    await makeSteps(page, 1);
    const next = await hash(page);

    await load(page, link);
    expect(await count(page), 'the page of the link').toBe(before + 3);
    expect(await hash(page)).toBe(start);
    expect(page.url()).toBe(link);
    await makeSteps(page, 1);
    expect(await hash(page)).toBe(next);
    expect(await page.locator('#scene-description').textContent()).toContain('Changed by hand');

    // another solver keeps the changes, the list shows the original scene, and going back returns to the changed one
    await page.locator('#solver').selectOption('sequential-impulses');
    expect(await count(page)).toBe(before + 3);
    await page.getByRole('link', { name: 'Pyramid', exact: true }).click();
    await expect.poll(() => page.url()).not.toContain('#built');
    await page.goBack();
    await expect.poll(() => count(page)).toBe(before + 3);
    await page.getByRole('link', { name: 'Tower', exact: true }).click();
    expect(await count(page)).toBe(before);
    expect(await page.locator('#scene-description').textContent()).not.toContain('Changed by hand');
    expect(opened.complaints).toEqual([]);
  });

  test('a damaged link says so, and shows the scene as the list has it', async () => {
    const { page, complaints } = opened;
    await load(page, `${playground.url}index.html?scene=tower${still}#built=eJyrVkrLz1eyUkp`);
    await expect.poll(() => toast(page)).toMatch(/^The link is damaged/);
    expect(await hash(page)).toBe(tower);
    await expect.poll(() => page.url()).not.toContain('#built');
    expect(complaints).toEqual([]);
  });

  test('a scene too large for a link is saved in a file; a file opens by its button or dropped on the page', async () => {
    const { page, complaints } = opened;
    await follow(page, '?scene=junkyard');
    await makeSteps(page, 60);
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

    await follow(page, '?scene=tower');
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Open scene file' }).click();
    await (await choosing).setFiles(path);
    await expect.poll(() => count(page)).toBe(all);
    expect(await page.locator('#scene-title').textContent()).toBe('Junkyard');

    // a scene that is not in the list, and a file that is not a scene
    const drop = (name: string, content: string) =>
      page.evaluate(
        ([fileName, fileContent]) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([fileContent], fileName));
          document.body.dispatchEvent(
            new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }),
          );
        },
        [name, content] as const,
      );
    // a map of Tiled: a floor of tiles, and two crates
    const crate = { id: 1, x: 16, y: 0, width: 16, height: 16 };
    const map = {
      type: 'map',
      orientation: 'orthogonal',
      ...{ width: 4, height: 3, tilewidth: 16, tileheight: 16 },
      tilesets: [{ firstgid: 1, tilewidth: 16, tileheight: 16 }],
      layers: [
        { type: 'tilelayer', name: 'floor', width: 4, height: 3, data: [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1] },
        { type: 'objectgroup', name: 'crates', objects: [crate, { ...crate, id: 2, x: 40 }] },
      ],
    };
    const named = (layer: object, bodyType: string) => ({
      ...layer,
      properties: [{ name: 'bodyType', type: 'string', value: bodyType }],
    });
    const layers = [named(map.layers[0], 'static'), named(map.layers[1], 'dynamic')];
    await drop('cave.tmj', JSON.stringify({ ...map, layers }));
    await expect.poll(() => count(page)).toBe(2);
    expect(await page.title()).toContain('cave');
    await drop('picture.tmj', JSON.stringify(map));
    await expect.poll(() => toast(page)).toMatch(/“picture.tmj” cannot be shown as a scene.*bodyType/);
    expect(await count(page), 'what was there stays').toBe(2);

    const own = {
      ...scene,
      name: 'my-own',
      title: 'My own',
      bodies: scene.bodies.slice(-3),
      camera: undefined,
    };
    await drop('own.json', JSON.stringify(own));
    await expect.poll(() => count(page)).toBe(3);
    expect(await page.title()).toContain('My own');
    await expect.poll(() => page.url()).toContain('#built=');
    const link = page.url();
    await drop('notes.txt', 'milk, bread');
    await expect.poll(() => toast(page)).toMatch(/“notes.txt” cannot be shown as a scene/);
    await drop('empty.json', JSON.stringify({ ...own, bodies: [] }));
    await expect.poll(() => toast(page)).toMatch(/“empty.json” .* there is no body in it/);
    expect(await count(page), 'what was there stays').toBe(3);
    // the link of the scene that was dropped
    const shown = await hash(page);
    await page.reload();
    await page.waitForFunction(() => window.otedama !== undefined);
    expect(page.url()).toBe(link);
    expect(await hash(page)).toBe(shown);
    expect(complaints).toEqual([]);
  });
});
