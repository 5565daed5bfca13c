/** The page examples of the first page and of the guides: each is bundled, opened in a page with a canvas and must draw into it. */

import { useBuild } from '@otedama/tooling/page-tests';
import { type Picture, takePicture } from '@otedama/tooling/picture';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';

const pages = useBuild();

/** The colours of a picture, with their pixel counts. */
function colorsOf(picture: Picture): Map<number, number> {
  const counts = new Map<number, number>();
  picture.count((red, green, blue) => {
    const color = (red << 16) | (green << 8) | blue;
    counts.set(color, (counts.get(color) ?? 0) + 1);
    return true;
  });
  return counts;
}

/** Frames come only in `runFor`: nothing is drawn while the test looks. */
async function stopTime({ clock }: Page): Promise<void> {
  await clock.install({ time: 0 });
  await clock.pauseAt(1_000);
}

test.each(['babylon', 'canvas'])('first page: balls fall in the picture of the way %s', async (way) => {
  const { page, complaints } = await pages.open(`home.${way}.html`, {
    viewport: { width: 700, height: 450 },
    prepare: stopTime,
  });
  const canvas = page.locator('canvas');
  /** Rows in the upper half of the picture that have something else than the background. */
  const drawnRows = async () => {
    await page.clock.runFor(100);
    const picture = await takePicture(canvas);
    const background = picture.at(1, 1).join();
    const isDrawn = (_: unknown, y: number) =>
      Array.from({ length: picture.width }, (_, x) => picture.at(x, y).join()).some(
        (at) => at !== background,
      );
    return Array.from({ length: picture.height >> 1 }, isDrawn).filter(Boolean).length;
  };
  await expect
    .poll(drawnRows, { message: 'the balls are created high above the ground' })
    .toBeGreaterThan(20);
  await page.clock.runFor(3_000);
  await expect.poll(drawnRows, { message: 'they have fallen' }).toBe(0);
  expect(complaints).toEqual([]);
});

test('hold a cloth: a lit cloth hangs in the picture, a flag moves in the wind, and the counts of the cloth without a renderer are correct', async () => {
  const printed: string[] = [];
  const { page, complaints } = await pages.open('hold-a-cloth.page.html', {
    viewport: { width: 300, height: 300 },
    prepare: async (page) => {
      page.on('console', (message) => printed.push(message.text()));
      await stopTime(page);
    },
  });
  await expect.poll(() => printed.filter((text) => /^\d/.test(text))).toEqual(['441 1']);
  // the background of an empty scene has one colour; a lit hanging cloth has many shades
  let counts = new Map<number, number>();
  const shades = async () => {
    await page.clock.runFor(50);
    counts = colorsOf(await takePicture(page.locator('canvas')));
    return counts.size;
  };
  await expect.poll(shades).toBeGreaterThan(10);
  expect(90_000 - Math.max(...counts.values())).toBeGreaterThan(5_000);
  // the flag from (1.1, 1.4) to (2.9, 2.6) m, of which the middle shows nothing else
  const middle = { x: 300 * 0.72, y: 300 * 0.14, width: 40, height: 30 };
  const flag = () => page.screenshot({ clip: middle });
  const before = await flag();
  expect(before.equals(await flag())).toBe(true);
  await expect
    .poll(async () => {
      await page.clock.runFor(50);
      return (await flag()).equals(before);
    })
    .toBe(false);
  expect(complaints).toEqual([]);
});

test('draw it yourself: a world with every kind of shape, and a cloth; both follow the pointer', async () => {
  const { page, complaints } = await pages.open('draw-it-yourself.page.html', {
    viewport: { width: 300, height: 300 },
    prepare: stopTime,
  });
  const canvases = page.locator('canvas');
  await expect.poll(() => canvases.count()).toBe(2);
  const [world, cloth] = [canvases.first(), canvases.last()];
  const colorAt = (picture: Picture, x: number, y: number) => {
    const [red, green, blue] = picture.at(x, y);
    return (red << 16) | (green << 8) | blue;
  };
  const [ground, body, contact] = [0xa8a8a0, 0x5b8fd6, 0xcc3333]; // the colours of drawWorld
  await page.clock.runFor(700);
  const fallen = await takePicture(world);
  const colors = colorsOf(fallen);
  expect(colors.get(ground)).toBeGreaterThan(2_000); // ten rows below the surface
  expect(colors.get(body)).toBeGreaterThan(1_000); // two boxes, a ball and a capsule of 1.2 m², at 1,600 pixels per m²
  expect(colors.has(contact)).toBe(true);

  // the highest body, held 20 cm below its top, is pulled to where none was, and falls
  const pixels = Array.from({ length: 90_000 }, (_, k) => ({ x: k % 300, y: Math.floor(k / 300) }));
  const top = pixels.find(({ x, y }) => colorAt(fallen, x, y) === body);
  expect(top?.y).toBeGreaterThan(80);
  await world.hover({ position: { x: top!.x, y: top!.y + 8 } });
  await page.mouse.down();
  await world.hover({ position: { x: 150, y: 40 } });
  const colorThere = async () => {
    await page.clock.runFor(100);
    return colorAt(await takePicture(world), 150, 40);
  };
  await expect.poll(colorThere).toBe(body);
  await page.mouse.up();
  await expect.poll(colorThere).not.toBe(body);

  // the flat cloth is pulled to the left, where it was not, and folds
  const isClothIn = (picture: Picture) => picture.at(64, 120)[0] > 50;
  const flat = await takePicture(cloth);
  expect(colorsOf(flat).size).toBeGreaterThan(1);
  expect(isClothIn(flat)).toBe(false);
  await cloth.hover({ position: { x: 112, y: 206 } });
  await page.mouse.down();
  await page.clock.runFor(50);
  await cloth.hover({ position: { x: 64, y: 120 } });
  await expect
    .poll(async () => {
      await page.clock.runFor(100);
      const pulled = await takePicture(cloth);
      return isClothIn(pulled) && colorsOf(pulled).size;
    })
    .toBeGreaterThan(10);
  expect(complaints).toEqual([]);
});
