/** The page examples of the guides: each is bundled, opened in a page with a canvas and must draw into it. */

import { useBuild } from '@otedama/tooling/page-tests';
import { takePicture } from '@otedama/tooling/picture';
import { expect, test } from 'vitest';

const pages = useBuild();

test('hold a cloth: a lit cloth hangs in the picture, and the counts of the cloth without a renderer are correct', async () => {
  const printed: string[] = [];
  const { page, complaints } = await pages.open('hold-a-cloth.page.html', {
    viewport: { width: 300, height: 300 },
    prepare: async (page) => {
      page.on('console', (message) => printed.push(message.text()));
      // frames come only in `runFor`: nothing is drawn while the test looks
      await page.clock.install({ time: 0 });
      await page.clock.pauseAt(1_000);
    },
  });
  await expect.poll(() => printed.filter((text) => /^\d/.test(text))).toEqual(['441 1']);
  /** Colours of the displayed canvas, with their pixel counts. */
  const colors = async () => {
    const counts = new Map<number, number>();
    (await takePicture(page.locator('canvas'))).count((red, green, blue) => {
      const color = (red << 16) | (green << 8) | blue;
      counts.set(color, (counts.get(color) ?? 0) + 1);
      return true;
    });
    return counts;
  };
  // the background of an empty scene has one colour; a lit hanging cloth has many shades
  let counts = new Map<number, number>();
  const shades = async () => {
    await page.clock.runFor(50);
    counts = await colors();
    return counts.size;
  };
  await expect.poll(shades).toBeGreaterThan(10);
  expect(90_000 - Math.max(...counts.values())).toBeGreaterThan(5_000);
  expect(complaints).toEqual([]);
});
