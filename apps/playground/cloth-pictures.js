/**
 * Takes the small pictures of the cloths for the list of scenes, src/cloth/pictures, from the page itself: with its light, its shadows and
 * its fabrics. `node cloth-pictures.js` takes all of them, `node cloth-pictures.js flag net` only those.
 */

import { writeFile } from 'node:fs/promises';
import { openPages, serveBuild } from '@otedama/tooling/pages';

/** Size of a picture, pixels: twice what the list shows. The page is this many times as large, so that lines are smooth. */
const [WIDTH, HEIGHT, SHARPNESS] = [88, 62, 8];

/** The cloth has come to rest, or swings, at this time, s. The banner shows its bright side sooner, and the figure in the cape turns. */
const SECONDS = 6;
const sooner = { banner: 2, cape: 1.7 };

/**
 * The part of the canvas that a picture shows: its size as a share of the canvas, and how far its middle is to the right of the middle of
 * the canvas and below it, as shares of width and height.
 */
const usual = { share: 0.64, right: 0, below: 0 };
const parts = {
  flag: { share: 0.5, right: -0.03, below: -0.04 },
  carp: { share: 0.6, right: 0, below: -0.05 },
  curtain: { share: 0.72, right: -0.01, below: -0.03 },
  furoshiki: { share: 0.64, right: 0, below: -0.02 },
  ball: { share: 0.58, right: 0.06, below: 0.04 },
  table: { share: 0.62, right: 0.06, below: 0.06 },
  statue: { share: 0.6, right: 0.06, below: 0.03 },
  cape: { share: 0.68, right: 0.03, below: 0.02 },
  poncho: { share: 0.68, right: 0.04, below: 0.03 },
  heap: { share: 0.44, right: 0.02, below: 0.16 },
  layers: { share: 0.6, right: 0.06, below: 0.06 },
  hammock: { share: 0.72, right: 0.04, below: 0.05 },
  net: { share: 0.72, right: 0.05, below: 0.1 },
  cushion: { share: 0.6, right: 0.03, below: 0.06 },
  balloons: { share: 0.68, right: 0, below: 0.02 },
  banner: { share: 0.64, right: 0.01, below: -0.06 },
  tear: { share: 0.68, right: 0.01, below: -0.04 },
  articles: { share: 0.95, right: 0, below: 0.06 },
  pushed: { share: 0.62, right: 0.02, below: -0.01 },
};

/** Cuts the cloth from its left edge to its middle. */
async function cut(page) {
  const [left, middle, height] = [0.2, 0.52, 0.5].map(
    (part, k) => part * SHARPNESS * (k < 2 ? WIDTH : HEIGHT),
  );
  await page.keyboard.down('Shift');
  await page.mouse.move(left, height);
  await page.mouse.down();
  await page.mouse.move(middle, 1.1 * height, { steps: 12 });
  await page.mouse.up();
  await page.keyboard.up('Shift');
}

/** Waits until the readout of the page says that so many seconds have passed. */
const waitFor = (page, seconds) =>
  page.waitForFunction((least) => {
    const [, time] = /([\d.]+) s/.exec(document.querySelector('#measurements')?.textContent ?? '') ?? [];
    return Number(time) >= least;
  }, seconds);

/** A part of a PNG picture, in the size of the list, as WebP in base 64. Runs in the page. */
async function shrink([png, { share, right, below }, width, height]) {
  const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const partWidth = share * picture.width;
  const partHeight = (partWidth * height) / width;
  const left = (0.5 + right) * picture.width - partWidth / 2;
  const top = (0.5 + below) * picture.height - partHeight / 2;
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, left, top, partWidth, partHeight, 0, 0, width, height);
  return canvas.toDataURL('image/webp', 0.85).split(',')[1];
}

const served = await serveBuild();
const pages = openPages(served.url);
const viewport = { width: SHARPNESS * WIDTH, height: SHARPNESS * HEIGHT };
const { page } = await pages.open('cloth.html?engine=webgl', { viewport });
const all = await page
  .locator('#scene-list a')
  .evaluateAll((links) => links.map((link) => new URL(link.href).searchParams.get('scene')));
const asked = process.argv.slice(2);
for (const name of asked.length > 0 ? asked : all) {
  await page.goto(new URL(`cloth.html?engine=webgl&scene=${name}`, served.url).href);
  await page.addStyleTag({
    content: '.bar, .panel, .hud, #stage-view > :not(canvas) { display: none !important }',
  });
  await page.locator('#view[data-state=running]').waitFor();
  if (name === 'tear') {
    await waitFor(page, SECONDS / 2);
    await cut(page);
  }
  await waitFor(page, sooner[name] ?? SECONDS);
  const png = (await page.locator('#view').screenshot()).toString('base64');
  const picture = await page.evaluate(shrink, [png, parts[name] ?? usual, WIDTH, HEIGHT]);
  await writeFile(
    new URL(`src/cloth/pictures/${name}.webp`, import.meta.url),
    Buffer.from(picture, 'base64'),
  );
  console.log(name);
}
await served.close();
process.exit();
