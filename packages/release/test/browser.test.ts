/**
 * The installed packages in a page: bundled by Vite outside the workspace, opened in Chromium, checked by pixels; readmes.test.ts compiles
 * them.
 */

import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadScene } from '@otedama/rigid';
import { createSoftStep } from '@otedama/rigid-constraint';
import { findScene } from '@otedama/scenes';
import { type Picture, takePicture } from '@otedama/tooling/picture';
import { build } from 'vite';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openSite, type Site } from './helpers/page.js';

const folder = join(inject('stranger'), 'browser');
const programs = ['rigid', 'cloth', 'cloth-alone', 'cloth-shaders', 'policy'];
let site: Site;
/** A page whose cloth is bundled from the source that the package brings along. */
let sourceSite: Site;

beforeAll(async () => {
  cpSync(fileURLToPath(new URL('../stranger/browser', import.meta.url)), folder, { recursive: true });
  const bundle = async (names: readonly string[], outDir: string, alias: Record<string, string>) => {
    await build({
      root: folder,
      configFile: false,
      resolve: { alias },
      build: {
        outDir,
        target: 'es2023',
        rollupOptions: { input: names.map((name) => join(folder, `${name}.html`)) },
      },
      logLevel: 'error',
    });
    return openSite(join(folder, outDir));
  };
  site = await bundle(programs, 'dist', {});
  const source = join(folder, '../node_modules/@otedama/cloth-webgpu/src/index.ts');
  sourceSite = await bundle(['cloth-shaders'], 'dist-source', { '@otedama/cloth-webgpu': source });
});

afterAll(async () => {
  await site?.close();
  await sourceSite?.close();
});

/** The object that the programs assign to `window.page`. */
interface Program {
  readonly page: {
    readonly kind?: string;
    readonly backend?: string;
    readonly isCompiled?: boolean;
    readonly hash?: string;
    advance(steps: number): unknown;
    ball(): { left: number; top: number; radius: number };
  };
}
declare const window: Program;

const isRed = (red: number, green: number, blue: number) => red > 200 && green < 60 && blue < 60;
const same = (a: readonly number[], b: readonly number[]) =>
  a.every((value, i) => Math.abs(value - b[i]) < 8);

test('render-babylon draws a moving world', async () => {
  const { page, complaints, close } = await site.open('rigid.html');
  await page.waitForFunction(() => window.page !== undefined);
  expect(await page.evaluate(() => window.page.kind)).toBe('webgpu');
  const canvas = page.locator('canvas');
  const place = () => page.evaluate(() => window.page.ball());
  const shot = async (drawn: (picture: Picture) => boolean) => {
    await expect.poll(async () => drawn(await takePicture(canvas))).toBe(true);
    return takePicture(canvas);
  };
  const before = await place();
  // 6 m high in a view from -1 to 9: 120 pixels below the upper edge, 40 pixels per metre
  expect(before).toEqual({ left: expect.closeTo(300), top: expect.closeTo(120), radius: expect.closeTo(40) });
  const first = await shot((picture) => !same(picture.at(310, 110), picture.at(500, 110)));
  const air = first.at(500, 120);
  const skin = first.at(310, 110);
  expect(same(first.at(500, 380), air)).toBe(false); // the ground
  for (const [x, y] of [
    [270, 120],
    [330, 125],
    [300, 150],
  ] as const)
    expect(same(first.at(x, y), skin)).toBe(true);
  for (const [x, y] of [
    [255, 120],
    [345, 120],
    [300, 165],
  ] as const)
    expect(same(first.at(x, y), air)).toBe(true);

  await page.evaluate(() => window.page.advance(90));
  const after = await place();
  expect(Math.abs(after.top - 320)).toBeLessThan(2); // rests on the ground, its centre 1 m up, still awake
  const last = await shot((picture) => same(picture.at(310, 310), skin));
  expect(same(last.at(300, 120), air)).toBe(true);
  expect(complaints).toEqual([]);
  await close();
});

test('a cloth falls on Babylon’s device and is drawn from its own buffers', async () => {
  const { page, complaints, close } = await site.open('cloth.html');
  await page.waitForFunction(() => window.page !== undefined);
  expect(await page.evaluate(() => window.page.backend)).toBe('gpu');
  const canvas = page.locator('canvas');
  /** Mean row of the red pixels in the middle column, in pixels from the top. */
  const middle = async () => {
    const picture = await takePicture(canvas);
    const rows = Array.from({ length: picture.height }, (_, y) => y).filter((y) =>
      isRed(...rgb(picture, 300, y)),
    );
    return rows.length === 0 ? Number.NaN : (rows[0] + rows[rows.length - 1]) / 2;
  };
  await expect.poll(async () => Math.abs((await middle()) - 199.5) < 1).toBe(true);
  // free fall for half a second: g (n h)^2 / 2 (1 + 1 / 5n) = 1.2583 m, 8 m from a camera of 0.8 rad: 59.13 pixels per metre
  await page.evaluate(() => window.page.advance(30));
  await expect.poll(async () => Math.abs((await middle()) - 199.5 - 59.13 * 1.2583) < 1.5).toBe(true);
  expect(complaints).toEqual([]);
  await close();
});

test('a cloth without a renderer gives the same result as the CPU backend', async () => {
  const { page, complaints, close } = await site.open('cloth-alone.html');
  await page.waitForFunction(() => window.page !== undefined);
  expect(await page.evaluate(() => window.page.backend)).toBe('gpu');
  const canvas = page.locator('canvas');
  const first = await takePicture(canvas);
  expect(first.count(isRed)).toBeGreaterThan(3_000);
  expect(isRed(...rgb(first, 300, 125))).toBe(true); // the upper edge, 1.5 m up
  const { difference } = (await page.evaluate(() => window.page.advance(30))) as { difference: number };
  expect(difference).toBeLessThan(1e-4);
  const last = await takePicture(canvas);
  expect(isRed(...rgb(last, 300, 125))).toBe(false);
  expect(isRed(...rgb(last, 300, 125 + 63))).toBe(true); // fallen by 1.258 m
  expect(complaints).toEqual([]);
  await close();
});

test('the shortened shaders of a built cloth compile and give the same bits as the source', async () => {
  const resultsOf = async (from: Site) => {
    const { page, complaints, close } = await from.open('cloth-shaders.html');
    await page.waitForFunction(() => window.page !== undefined);
    const results = (await page.evaluate(() => window.page.advance(0))) as string[];
    expect(complaints).toEqual([]);
    await close();
    return results;
  };
  const [results, expected] = await Promise.all([site, sourceSite].map(resultsOf));
  expect(results.length).toBe(6);
  expect(results.filter((text) => text.includes('NaN'))).toEqual([]);
  expect(results).toEqual(expected);
});

test('under a policy that allows only own scripts a world has the same bits as in Node, without WebAssembly', async () => {
  const world = loadScene(findScene('pyramid').create({ base: 8 }), { solver: createSoftStep() });
  for (let step = 0; step < 120; step++) world.step(1 / 60);
  const { page, complaints, close } = await site.open('policy.html');
  await expect.poll(() => page.evaluate(() => window.page?.hash)).toBe(world.stateHash());
  expect(await page.evaluate(() => window.page.isCompiled)).toBe(false);
  expect(complaints).toEqual([]);
  await close();
});

function rgb(picture: Picture, x: number, y: number): [number, number, number] {
  const [red, green, blue] = picture.at(x, y);
  return [red, green, blue];
}
