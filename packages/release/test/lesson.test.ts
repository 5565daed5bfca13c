/** The page of the guide "A lesson in plain JavaScript", as it is written there, with the installed packages and without a bundler. */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openSite, type Site } from './helpers/page.js';
import { root } from './helpers/publish.js';

let site: Site;

beforeAll(async () => {
  const guide = readFileSync(join(root, 'apps', 'docs', 'guides', 'a-lesson-in-plain-javascript.md'), 'utf8');
  const [, page = ''] = /```html\n(<!doctype html>.*?)```/s.exec(guide) ?? [];
  const folder = join(inject('stranger'), 'lesson');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'index.html'), `<link rel="icon" href="data:," />${page}`);
  site = await openSite(inject('stranger'));
});
afterAll(() => site?.close());

test('each method drops the ball, and its curve joins those of the runs before', async () => {
  const { page, complaints, close } = await site.open('lesson/index.html', { isStill: true });
  /** Pixels of the curves in red, blue, black and grey. */
  const curves = () =>
    page.evaluate(() => {
      const plot = document.querySelector('#plot') as HTMLCanvasElement;
      const { width, height } = plot;
      // a copy: Chromium warns of a canvas that is read often
      const copy = Object.assign(document.createElement('canvas'), { width, height });
      const pen = copy.getContext('2d', { willReadFrequently: true })!;
      pen.drawImage(plot, 0, 0);
      const { data } = pen.getImageData(0, 0, width, height);
      const counts = { kinetic: 0, potential: 0, total: 0, before: 0 };
      for (let k = 0; k < data.length; k += 4) {
        const [red, , blue, opacity] = data.subarray(k, k + 4);
        if (opacity < 64) continue;
        if (red > blue + 60) counts.kinetic++;
        else if (blue > red + 60) counts.potential++;
        else if (red < 60) counts.total++;
        else counts.before++;
      }
      return counts;
    });
  await expect.poll(() => page.locator('#method option').count()).toBe(5);
  const names = await page.locator('#method option').allTextContents();
  let drawnBefore = 0;
  for (const name of names) {
    await page.selectOption('#method', name);
    await page.clock.runFor(1_500);
    const { kinetic, potential, total, before } = await curves();
    // a second and a half are 258 pixels wide, and parts of the curves lie on each other
    for (const count of [kinetic, potential, total]) expect(count, name).toBeGreaterThan(150);
    if (name !== names[0]) {
      expect(before, name).toBeGreaterThan(200);
      // two methods may draw the same curve
      expect(before, name).toBeGreaterThanOrEqual(drawnBefore);
    }
    drawnBefore = before;
  }
  expect(complaints).toEqual([]);
  await close();
});
