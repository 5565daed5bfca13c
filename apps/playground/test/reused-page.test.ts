/** Pages of tests that are closed and opened again must be as good as new. */

import { expect, test } from 'vitest';
import { usePlayground, wide } from './browser.js';

const playground = usePlayground();
const tower = '?scene=tower&engine=webgl&paused=1';

test('a page in a reused context starts without the storage and the complaints of the page before it', async () => {
  const first = await playground.openScene(tower);
  const context = first.page.context();
  await first.page.evaluate(() => {
    localStorage.setItem('left', 'behind');
    sessionStorage.setItem('left', 'behind');
    console.error('a complaint of the first page');
  });
  await expect.poll(() => first.complaints).toHaveLength(1);
  await first.close();

  const second = await playground.openScene('?scene=pyramid&engine=webgl&paused=1');
  expect(second.page.context()).toBe(context);
  const left = await second.page.evaluate(() => [
    localStorage.getItem('left'),
    sessionStorage.getItem('left'),
  ]);
  expect(left).toEqual([null, null]);
  await second.page.evaluate(() => console.error('a complaint of the second page'));
  await expect.poll(() => second.complaints).toEqual(['a complaint of the second page']);
  expect(first.complaints).toHaveLength(1);
});

test('what was changed for one page is usual again in the next', async () => {
  const state = (page: typeof first.page) =>
    page.evaluate(() => {
      const gl = document.createElement('canvas').getContext('webgl2')!;
      gl.clearColor(1, 0, 0, 1);
      gl.clear(gl.COLOR_BUFFER_BIT);
      const pixel = new Uint8Array(4);
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
      return {
        width: innerWidth,
        isDark: matchMedia('(prefers-color-scheme: dark)').matches,
        isStill: matchMedia('(prefers-reduced-motion: reduce)').matches,
        isForced: matchMedia('(forced-colors: active)').matches,
        script: Reflect.get(window, 'left'),
        pixel: [...pixel],
      };
    });
  const first = await playground.openScene(tower, {
    viewport: { width: 500, height: 700 },
    colorScheme: 'dark',
    reducedMotion: 'reduce',
    forcedColors: 'active',
    script: () => {
      Reflect.set(window, 'left', 'by a script');
    },
  });
  const changed = {
    width: 500,
    isDark: true,
    isStill: true,
    isForced: true,
    script: 'by a script',
    pixel: [0, 0, 0, 0], // nothing is drawn
  };
  expect(await state(first.page)).toEqual(changed);
  await first.close();
  const second = await playground.openScene(tower, { ...wide, isDrawn: true });
  expect(second.page.context()).toBe(first.page.context());
  const usual = {
    width: 1280,
    isDark: false,
    isStill: false,
    isForced: false,
    script: undefined,
    pixel: [255, 0, 0, 255],
  };
  expect(await state(second.page)).toEqual(usual);
});

test('a touch screen, and a page that is open at the same time, have a context of their own', async () => {
  const first = await playground.openScene(tower);
  const second = await playground.openScene(tower);
  expect(second.page.context()).not.toBe(first.page.context());
  await Promise.all([first.close(), second.close()]);
  const touched = await playground.openScene(tower, { ...wide, hasTouch: true });
  expect([first, second].map(({ page }) => page.context())).not.toContain(touched.page.context());
});
