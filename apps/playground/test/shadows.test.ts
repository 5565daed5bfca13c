/** Shadows of cloths: darker where the sun is hidden, with both engines, by day and by night. */

import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import type { ClothStage } from '../src/cloth/cloth-stage.js';
import { type Picture, takePicture, usePlayground } from './browser.js';

declare global {
  interface Window {
    clothStage?: ClothStage;
  }
}

const playground = usePlayground();

/** The page point of a point of the world, CSS pixels. */
const toPage = (page: Page, point: readonly [number, number, number]) =>
  page.evaluate(([x, y, z]) => {
    const m = window.clothStage!.camera.getTransformationMatrix().m;
    const along = (k: number): number => x * m[k] + y * m[4 + k] + z * m[8 + k] + m[12 + k];
    const box = document.querySelector('#view')!.getBoundingClientRect();
    return {
      left: box.left + (0.5 + along(0) / along(3) / 2) * box.width,
      top: box.top + (0.5 - along(1) / along(3) / 2) * box.height,
    };
  }, point);

const lightness = (picture: Picture, { left, top }: { left: number; top: number }): number => {
  const [red, green, blue] = picture.at(Math.round(left), Math.round(top));
  return red + green + blue;
};

for (const engine of ['webgpu', 'webgl'])
  test(`the floor is darker in the shadow of the hammock and of its posts, by day and by night, with ${engine}`, async () => {
    const { page, complaints } = await playground.open(`cloth.html?scene=hammock&paused=1&engine=${engine}`, {
      viewport: { width: 1280, height: 800 },
      isDrawn: true,
    });
    await page.locator('#view[data-state=running]').waitFor({ timeout: 90_000 });
    // The sun shines along (0.55, -0.75, 0.6). The cloth is at a height of 0.62 m, the floor at -0.9 m: the shadow of (-0.4, -0.4) is at
    // (0.715, 0.816), and that of a post at (-1.2, -1.2) runs to (-0.11, 0.02). The points in the sun are as far from the middle of the
    // floor.
    const places = {
      shaded: await toPage(page, [0.715, -0.9, 0.816]),
      lit: await toPage(page, [0.715, -0.9, -0.816]),
      post: await toPage(page, [-1.2 + 0.55, -0.9, -1.2 + 0.6]),
      besidePost: await toPage(page, [-1.2 + 0.6, -0.9, -1.2 + 0.55 - 0.1]),
    };
    const seen = async () => {
      const picture = await takePicture(page.locator('body'));
      return {
        cloth: lightness(picture, places.shaded) / lightness(picture, places.lit),
        post: lightness(picture, places.post) / lightness(picture, places.besidePost),
        lit: lightness(picture, places.lit),
      };
    };
    await expect.poll(async () => (await seen()).cloth).toBeLessThan(0.85);
    const day = await seen();
    expect(day.post).toBeLessThan(0.95);
    await page.evaluate(() => {
      window.clothStage!.isNight = true;
    });
    await expect.poll(async () => (await seen()).lit).toBeLessThan(0.5 * day.lit);
    const night = await seen();
    expect(night.cloth).toBeLessThan(0.85);
    expect(night.post).toBeLessThan(0.95);
    expect(complaints).toEqual([]);
  });
