import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import type {} from '../src/space/galton-page.js';
import { findBarriers, phone, resize, takePicture, usePlayground, wide } from './browser.js';

const playground = usePlayground();

/** Waits until some marbles have fallen, and pauses. */
async function pauseAfter(page: Page, marbles: number): Promise<void> {
  await page.waitForFunction((count) => (window.galton?.board.marbles.length ?? 0) >= count, marbles);
  await page.locator('#still').check();
}

/** The place of the lowest marble in the window, CSS pixels, and its upward speed, m/s. */
const lowestMarble = (page: Page) =>
  page.evaluate(() => {
    const { board, scene } = window.galton!;
    const [marble] = [...board.marbles].sort((a, b) => a.position.y - b.position.y);
    const through = (m: ArrayLike<number>, [x, y, z, w]: number[]): number[] =>
      [0, 1, 2, 3].map((k) => x * m[k] + y * m[4 + k] + z * m[8 + k] + w * m[12 + k]);
    const plane = scene.getTransformNodeByName('plane')!.getWorldMatrix().m;
    const { x, y } = marble.position;
    const [u, v, , w] = through(scene.getTransformMatrix().m, through(plane, [x, y, 0, 1]));
    const box = document.querySelector('#view')!.getBoundingClientRect();
    return {
      left: box.left + (0.5 + (0.5 * u) / w) * box.width,
      top: box.top + (0.5 - (0.5 * v) / w) * box.height,
      speed: marble.linearVelocity.y,
    };
  });

test.each(['webgpu', 'webgl'])('the board, its pegs and marbles are drawn, on %s', async (engine) => {
  const { page, complaints } = await playground.open(`galton.html?engine=${engine}`, {
    ...wide,
    isDrawn: true,
  });
  await pauseAfter(page, 6);
  const picture = await takePicture(page.locator('#view'));
  const share = (passes: (red: number, green: number, blue: number) => boolean): number =>
    picture.count(passes) / (picture.width * picture.height);
  // wood and brass are much redder than blue; the background is not
  expect(share((red, _green, blue) => red > 1.4 * blue)).toBeGreaterThan(0.2);
  expect(share((red, _green, blue) => red < 1.12 * blue && red > 200)).toBeGreaterThan(0.2);
  expect(complaints).toEqual([]);
});

test('a click kicks a marble, and the board starts anew; it fits on a phone, and axe finds nothing', async () => {
  const { page, complaints } = await playground.open('galton.html?engine=webgl', { ...wide, isDrawn: true });
  await pauseAfter(page, 6);
  const { left, top, speed } = await lowestMarble(page);
  await page.mouse.click(left, top);
  await expect.poll(async () => (await lowestMarble(page)).speed).toBeCloseTo(speed + 12, 3);
  await page.locator('#restart').click();
  expect(await page.evaluate(() => window.galton?.board.marbles.length)).toBe(0);
  await resize(page, phone.viewport);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const wall = { light: 0xec, dark: 0x26 }[colorScheme];
    await expect.poll(async () => (await takePicture(page.locator('#view'))).at(12, 12)[0]).toBe(wall);
    expect(await findBarriers(page), colorScheme).toEqual([]);
  }
  expect(complaints).toEqual([]);
});
