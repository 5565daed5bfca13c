/** What a reader takes away from the scene page: pictures, videos, HTML for another page, paper. And the page in forced colours. */

import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { embedCode } from '../src/embed.js';
import type {} from '../src/test-handle.js';
import { findBarriers, resize, takePicture, usePlayground, wide } from './browser.js';

const playground = usePlayground();
const open = playground.openScene;

/** Presses a button of the settings, or a key, and reads the file that is saved. */
async function saved(page: Page, press: () => Promise<void>): Promise<{ name: string; data: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return {
    name: download.suggestedFilename(),
    data: readFileSync(await download.path()).toString('base64'),
  };
}

const share = (page: Page, name: string) => page.getByRole('button', { name }).click();

for (const engine of ['webgl', 'webgpu']) {
  test(`a saved picture shows what the view shows, drawn by ${engine}`, async () => {
    const { page, complaints } = await open(`?scene=tower&paused=1&engine=${engine}`, {
      ...wide,
      isDrawn: true,
    });
    const { name, data } = await saved(page, () => share(page, 'Save picture'));
    expect(name).toBe('tower.png');
    const picture = await page.evaluate(async (encoded) => {
      const blob = await (await fetch(`data:image/png;base64,${encoded}`)).blob();
      const bitmap = await createImageBitmap(blob);
      const { width, height } = document.getElementById('view') as HTMLCanvasElement;
      const context = new OffscreenCanvas(width, height).getContext('2d')!;
      context.drawImage(bitmap, 0, 0);
      const { data: pixels } = context.getImageData(0, 0, width, height);
      let [clear, coloured] = [0, 0];
      for (let i = 0; i < pixels.length; i += 4) {
        if (pixels[i + 3] < 255) clear++;
        const channels = pixels.slice(i, i + 3);
        if (Math.max(...channels) - Math.min(...channels) > 60) coloured++;
      }
      return { isWhole: bitmap.width === width && bitmap.height === height, clear, coloured };
    }, data);
    expect(picture).toMatchObject({ isWhole: true, clear: 0 });
    expect(picture.coloured).toBeGreaterThan(5000);
    expect(complaints).toEqual([]);
  });
}

test('V records a video of what moves, and the button that shows its length saves it', async () => {
  const { page, complaints } = await open('?scene=fountain&paused=0&engine=webgl', {
    ...wide,
    isDrawn: true,
  });
  await page.keyboard.press('v');
  const begun = await page.evaluate(() => window.otedama!.steps);
  await page.waitForFunction((steps) => window.otedama!.steps > steps, begun + 40);
  await expect.poll(() => page.locator('#recording-time').textContent()).toMatch(/^[1-9]\d* s$/);
  const { name, data } = await saved(page, () => page.locator('#recording').click());
  expect(name).toMatch(/^fountain\.(mp4|webm)$/);
  expect(await page.locator('#recording').isVisible()).toBe(false);
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('view');
  const video = await page.evaluate(async (encoded) => {
    const element = document.createElement('video');
    element.muted = true;
    const loaded = new Promise((done) => element.addEventListener('loadeddata', done));
    element.src = URL.createObjectURL(await (await fetch(`data:video/mp4;base64,${encoded}`)).blob());
    await loaded;
    const { videoWidth: width, videoHeight: height } = element;
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!;
    const look = () => {
      context.drawImage(element, 0, 0);
      return context.getImageData(0, 0, width, height).data;
    };
    const first = look();
    const ended = new Promise((done) => element.addEventListener('ended', done));
    await element.play();
    await ended;
    const last = look();
    let changed = 0;
    for (let i = 0; i < first.length; i += 4) if (Math.abs(first[i] - last[i]) > 60) changed++;
    const canvas = document.getElementById('view') as HTMLCanvasElement;
    return { ratio: width / height / (canvas.width / canvas.height), changed };
  }, data);
  expect(video.ratio).toBeCloseTo(1, 1);
  expect(video.changed, 'pixels').toBeGreaterThan(1000);
  expect(complaints).toEqual([]);
});

test('a browser that records no videos says so', async () => {
  const { page } = await open('?scene=tower&paused=1&engine=webgl', {
    prepare: (prepared) =>
      prepared.addInitScript(() => {
        (globalThis as { MediaRecorder?: unknown }).MediaRecorder = undefined;
      }),
  });
  await share(page, 'Record a video');
  expect(await page.textContent('#toast')).toMatch(/records no videos/);
  expect(await page.locator('#recording').isVisible()).toBe(false);
});

test('the HTML for another page shows the scene there, which scrolls past it, and leads to the whole page', async () => {
  let body = '';
  const { page, complaints } = await open('?scene=tower&paused=1&engine=webgl&p.count=3', {
    prepare: (prepared) =>
      prepared.route('**/lesson.html', (route) => route.fulfill({ contentType: 'text/html', body })),
  });
  await page.evaluate(() => {
    navigator.clipboard.writeText = async (text) => {
      document.body.dataset.copied = text;
    };
  });
  await share(page, 'Copy code for another page');
  await expect.poll(() => page.textContent('#toast')).toBe('HTML copied');
  const code = (await page.getAttribute('body', 'data-copied')) ?? '';
  body = `<!doctype html><title>Lesson</title>${code}<p style="height: 3000px">The text goes on.</p>`;
  await page.goto(`${playground.url}lesson.html`);
  await expect.poll(() => page.frames().length).toBe(2);
  const frame = page.frames()[1];
  await frame.waitForFunction(() => (window.otedama?.frames ?? 0) > 0);
  expect(await frame.evaluate(() => [window.otedama!.scene, window.otedama!.bodies().length])).toEqual([
    'tower',
    3,
  ]);
  for (const part of ['#scenes', '#settings', '.hud', '.below', '#scenes-toggle', '#help-open'])
    expect(await frame.locator(part).isVisible(), part).toBe(false);
  const { height } = (await frame.locator('#view').boundingBox())!;
  expect(height, 'of 480').toBeGreaterThan(420);

  const view = () => frame.evaluate(() => window.otedama!.view().halfHeight);
  const before = await view();
  await page.mouse.move(300, 300);
  await page.mouse.wheel(0, 150);
  await page.waitForFunction(() => scrollY > 100);
  expect(await view()).toBe(before);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -150);
  await page.keyboard.up('Control');
  await expect.poll(view).toBeLessThan(before);

  // lists and lessons have no place here
  await frame.locator('#view').focus();
  await page.keyboard.press('t');
  await page.keyboard.press('o');
  await frame.waitForFunction(() => window.otedama!.steps === 1);
  expect(await frame.locator('#teaching').isVisible()).toBe(false);
  const whole = new URL((await frame.getAttribute('#whole-page', 'href')) ?? '', frame.url());
  expect(whole.searchParams.get('embed')).toBeNull();
  expect(whole.searchParams.get('scene')).toBe('tower');
  expect(whole.searchParams.get('p.count')).toBe('3');
  expect(complaints).toEqual([]);
});

test('the code of an embedded page is valid HTML for any address and title', () => {
  const code = embedCode('https://a.example/?p=1&q="2"', 'Boxes & <Balls> "now"');
  expect(code).toContain('src="https://a.example/?p=1&amp;q=&quot;2&quot;"');
  expect(code).toContain('title="Boxes &amp; &lt;Balls> &quot;now&quot;"');
});

test('in an embedded page the hint covers no title, whatever its length', async () => {
  const { page } = await open('?scene=articles-shape-matching&paused=0&engine=webgl&embed=1');
  const boxOf = async (part: string) => (await page.locator(part).boundingBox())!;
  for (const width of [340, 420, 480, 519, 530, 700]) {
    await resize(page, { width, height: 420 });
    const [about, hint] = [await boxOf('#about-open'), await boxOf('#hint')];
    expect(hint.width).toBeGreaterThan(100);
    expect(hint.x >= about.x + about.width || hint.y >= about.y + about.height, `${width}`).toBe(true);
  }
});

test('an embedded page has no barriers, and fits a narrow column', async () => {
  const { page } = await open('?scene=tower&paused=1&engine=webgl&embed=1', {
    viewport: { width: 720, height: 480 },
  });
  expect(await findBarriers(page)).toEqual([]);
  await resize(page, { width: 320, height: 400 });
  // name, buttons and link stand side by side, each of them whole
  const sides = await page.locator('.wordmark, .transport, #whole-page').evaluateAll((parts) =>
    parts.map((part) => {
      const { left } = part.getBoundingClientRect();
      return [left, left + part.scrollWidth];
    }),
  );
  expect(sides).toHaveLength(3);
  let end = 0;
  for (const [left, right] of sides) {
    expect(left, JSON.stringify(sides)).toBeGreaterThanOrEqual(end);
    end = right;
  }
  expect(end).toBeLessThanOrEqual(320);
});

test('on paper: the title above the picture, measurements and plots, dark text also of a dark page, no controls', async () => {
  const { page } = await open('?scene=tower&paused=1&engine=webgl&plots=1&style=night', {
    viewport: { width: 794, height: 1123 },
  });
  await page.emulateMedia({ media: 'print' });
  for (const part of ['.bar', '#settings', '#scenes', '.below', '#hint', '#paused'])
    expect(await page.locator(part).isVisible(), part).toBe(false);
  const parts = ['.scene-head', '#view', '.hud', '.plots'];
  const boxes = await Promise.all(parts.map((part) => page.locator(part).boundingBox()));
  let end = 0;
  for (const [index, box] of boxes.entries()) {
    expect(box!.y, parts[index]).toBeGreaterThanOrEqual(end);
    end = box!.y + box!.height;
  }
  for (const text of ['#scene-title', '#scene-description', '.hud dt', '.hud dd']) {
    const channels = await page
      .locator(text)
      .first()
      .evaluate((element) => getComputedStyle(element).color.match(/\d+/g)!.slice(0, 3).map(Number));
    expect(Math.max(...channels), text).toBeLessThan(100);
  }
  await page.emulateMedia({ media: null });
});

test('forced colours show which tool is chosen, which scene, the track of the timeline, and the whole box around a tick', async () => {
  const { page } = await open('?scene=fountain&paused=1&engine=webgl', { forcedColors: 'active' });
  const background = (selector: string) =>
    page.locator(selector).evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await background('#tool-hand')).not.toBe(await background('#tool-add'));
  const [chosen, other] = ['a[aria-current=page]', 'a:not([aria-current])'];
  expect(await background(`.scene-list ${chosen}`)).not.toBe(
    await background(`.scene-list ${other} >> nth=0`),
  );

  const timeline = await takePicture(page.locator('#timeline'));
  const column = Math.round(timeline.width / 4);
  const middle = timeline.at(column, Math.round(timeline.height / 2));
  expect(middle).not.toEqual(timeline.at(column, 2));

  const box = await takePicture(page.locator('#settings input[type=checkbox]:checked').first());
  // the box may lie between two pixels: the darker one of the outermost two counts
  const [right, low] = [box.width - 1, box.height - 1];
  const [midway, halfway] = [Math.floor(right / 2), Math.floor(low / 2)];
  const sides = [
    [box.at(midway, 0), box.at(midway, 1)],
    [box.at(right, halfway), box.at(right - 1, halfway)],
    [box.at(midway, low), box.at(midway, low - 1)],
    [box.at(0, halfway), box.at(1, halfway)],
  ].map(([outer, inner]) => Math.min(outer[0], inner[0]));
  for (const shade of sides) expect(shade, String(sides)).toBeLessThan(128);
});
