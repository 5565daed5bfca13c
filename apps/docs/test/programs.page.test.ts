/** The programs that the docs show: each is opened as its frame is, played by its keys and by touch, and shows what it is about. */

import { useBuild } from '@otedama/tooling/page-tests';
import { findBarriers } from '@otedama/tooling/pages';
import { takePicture } from '@otedama/tooling/picture';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { programNames } from '../programs.js';

const pages = useBuild();

/** The size of a frame on a phone. */
const viewport = { width: 330, height: 500 };

/** Opens a program whose frames come only in `runFor`; its dice are the same in every run. */
async function open(name: string) {
  const opened = await pages.open(`${name}.html`, {
    viewport,
    prepare: async ({ clock }) => {
      await clock.install({ time: 0 });
      await clock.pauseAt(1_000);
    },
  });
  const output = opened.page.locator('output');
  await opened.page.clock.runFor(100);
  await expect.poll(() => output.textContent()).not.toBe('');
  /** The numbers that the line above the picture tells. */
  const numbers = async () => ((await output.textContent()) ?? '').match(/\d+/g)?.map(Number) ?? [];
  return { ...opened, output, numbers };
}

async function hold(page: Page, key: string, milliseconds: number) {
  await page.keyboard.down(key);
  await page.clock.runFor(milliseconds);
  await page.keyboard.up(key);
}

test('breakout: a ball breaks bricks, flies to the side on which the paddle is hit, and is lost below', async () => {
  const { page, numbers, output, complaints } = await open('breakout');
  expect(await numbers()).toEqual([40, 3]);
  await page.keyboard.press('Space');
  await page.clock.runFor(1_500);
  const [bricks, lives] = await numbers();
  expect(bricks).toBeLessThan(40);
  expect(lives).toBe(3);
  await hold(page, 'ArrowRight', 4_000); // out of the way
  expect((await numbers())[1]).toBe(2);
  expect(await output.textContent()).toContain('serves');
  await page.locator('canvas').tap({ position: { x: 40, y: 300 } });
  await page.clock.runFor(100);
  expect(await output.textContent()).not.toContain('serves');
  expect(complaints).toEqual([]);
});
