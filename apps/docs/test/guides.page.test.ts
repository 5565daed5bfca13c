/** The page examples of the guides: each is imported into a page with a canvas and must draw into it. */

import { expect, test } from 'vitest';

const canvas = document.createElement('canvas');
canvas.style.cssText = 'position: fixed; left: 0; top: 0; width: 300px; height: 300px';

/** Colours of the displayed canvas, with their pixel counts. */
async function colors(): Promise<Map<number, number>> {
  await new Promise(requestAnimationFrame);
  const copy = new OffscreenCanvas(300, 300).getContext('2d', { willReadFrequently: true })!;
  copy.drawImage(canvas, 0, 0, 300, 300);
  const { data } = copy.getImageData(0, 0, 300, 300);
  const counts = new Map<number, number>();
  for (let i = 0; i < data.length; i += 4) {
    const color = (data[i] << 16) | (data[i + 1] << 8) | data[i + 2];
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  return counts;
}

test('hold a cloth: a lit cloth hangs in the picture, and the counts of the cloth without a renderer are correct', async () => {
  document.body.append(canvas);
  const printed: unknown[][] = [];
  const { log } = console;
  console.log = (...values: unknown[]) => printed.push(values);
  try {
    await import('../test-output/guides/hold-a-cloth.page.js');
  } finally {
    console.log = log;
  }
  expect(printed.filter(([first]) => typeof first === 'number')).toEqual([[441, 1]]);
  // the background of an empty scene has one colour; a lit hanging cloth has many shades
  await expect.poll(async () => (await colors()).size).toBeGreaterThan(10);
  const counts = [...(await colors()).values()].sort((a, b) => b - a);
  expect(90_000 - counts[0]).toBeGreaterThan(5_000);
});
