import { readFileSync } from 'node:fs';
import { useBuild } from '@otedama/tooling/page-tests';
import { findBarriers, findFixedTexts, resize } from '@otedama/tooling/pages';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { engineNames, namesByCommand } from '../src/names.js';
import type { Results } from '../src/results.js';

const pages = useBuild({ compositor: 'software' });

/** A warning that one of the engines always prints at its start. */
const foreign = /deprecated parameters for the initialization/;

const tile = (page: Page, scene: string, engine: string) =>
  page.locator(`#scene-${scene} [data-engine=${engine}]`);
const measured = (page: Page) =>
  page.waitForFunction(() => document.querySelector<HTMLElement>('#saves')?.hidden === false);

/** The cost of a frame as shown on the tile. */
const cost = (page: Page, scene: string, engine: string) =>
  tile(page, scene, engine).locator('.cost').textContent();
const figure = /^[\d.,]+ ms$/;

/** The engine of the first tile, by the name that it reports. */
const fastest = async (page: Page): Promise<string> =>
  namesByCommand[(await page.locator('.tile').first().getAttribute('data-engine')) ?? ''];

/** Number of painted pixels in the tile's picture. */
const drawn = (page: Page, scene: string, engine: string): Promise<number> =>
  tile(page, scene, engine)
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => {
      const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      let count = 0;
      for (let i = 3; i < data.length; i += 4) if ((data[i] as number) > 0) count++;
      return count;
    });

/** The content and the name of the file that a button saves. */
async function saved(page: Page, button: string): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.click(button)]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
}

const results = async (page: Page): Promise<Results> => JSON.parse((await saved(page, '#save-json')).text);

describe('the benchmark page', () => {
  test('every engine runs isolated in a worker of a browser', async () => {
    const all = Object.keys(namesByCommand);
    const { page, complaints } = await pages.open(
      `?scenes=stack-30&engines=${all.join()}&budget=10&warm-up=10`,
    );
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    await page.click('#measure');
    await measured(page);

    const { rows } = await results(page);
    const names = rows.map(({ engine }) => engine);
    expect(names.sort()).toEqual(Object.values(namesByCommand).sort());
    for (const row of rows) {
      expect(row.bodies, row.engine).toBe(31);
      expect(row.steps, row.engine).toBeGreaterThan(1);
    }
    const report = await saved(page, '#save-report');
    expect(report.name).toBe('results.md');
    expect(report.text).toContain('## stack-30');
    for (const engine of all) {
      expect(await cost(page, 'stack-30', engine), engine).toMatch(figure);
      expect(await drawn(page, 'stack-30', engine), engine).toBeGreaterThan(1000);
    }
    // the names take one line or two
    const lines = await page.locator('.tile').evaluateAll((tiles) => {
      const topOf = (element: Element | null) => Math.round(element?.getBoundingClientRect().top ?? NaN);
      return tiles.map((element) => [element, ...element.children].map(topOf));
    });
    const firstOf = (top: number) => lines.find(([other]) => other === top);
    expect(new Set(lines.map(([top]) => top)).size).toBeLessThan(lines.length);
    for (const line of lines) expect(line).toEqual(firstOf(line[0]));
    const elsewhere = (engine: string) => tile(page, 'stack-30', engine).locator('.elsewhere').textContent();
    expect(await elsewhere('planck')).toMatch(/× as published$/);
    expect(await elsewhere('otedama')).toBe('');
    expect(complaints.filter((text) => !foreign.test(text))).toEqual([]);
  });

  test('our engine gives results in a worker bit-identical to Node', async () => {
    const { page } = await pages.open('?scenes=stack-30&engines=otedama,otedama-js&budget=60000&warm-up=10');
    await page.click('#measure');
    await measured(page);
    const here = await results(page);
    const published = JSON.parse(readFileSync('results/results.json', 'utf8')) as Results;
    expect(here.rows).toHaveLength(2);
    for (const { engine, steps, quality } of here.rows) {
      const there = published.rows.find((row) => row.engine === engine && row.scene === 'stack-30');
      expect({ steps, quality }, engine).toEqual({ steps: 600, quality: there?.quality });
    }
    expect(await page.textContent('#status')).toBe(
      `Fastest of the engines that finished with intact scenes: ${engineNames[await fastest(page)]} on 1 of 1 scenes.`,
    );
  });

  test('shows in the cell what an engine cannot do', async () => {
    const { page } = await pages.open('?scenes=joint-grid-900&engines=matter&budget=10&warm-up=10');
    await page.click('#measure');
    await measured(page);
    const excuse = tile(page, 'joint-grid-900', 'matter').locator('.quality');
    expect(await excuse.textContent()).toBe('lacks something this scene needs');
    expect(await cost(page, 'joint-grid-900', 'otedama')).toMatch(figure);
  });

  test('stops on request, keeps its results, and restarts', async () => {
    // 40 cells of a warm-up that takes longer than it takes to look and to stop
    const { page } = await pages.open('?scenes=slides&engines=planck&rounds=20&budget=10&warm-up=300');
    await page.click('#measure');
    await page.waitForFunction(() => (document.querySelector('progress')?.value ?? 0) >= 3);
    expect(await page.locator('#engines input[value=planck]').isDisabled()).toBe(true);
    await page.click('#stop');
    await measured(page);
    expect(await page.textContent('#status')).toBe('Stopped.');
    expect(await page.locator('[data-state=running]').count()).toBe(0);
    expect((await results(page)).rows).toHaveLength(2);
    await page.fill('#rounds', '1');
    await page.click('#measure');
    await measured(page);
    expect(await page.textContent('#status')).toMatch(/^Fastest|^No engine/);
    expect(page.url()).toContain('?engines=otedama,planck&scenes=slides&budget=10&warm-up=300');
  });

  test('an engine that fails to load shows a message in its tile, the others continue', async () => {
    const { page } = await pages.open('?scenes=slides&engines=planck&budget=10&warm-up=10', {
      prepare: (page) => page.route(/planck.*\.js/, (route) => route.abort()),
    });
    await page.click('#measure');
    await measured(page);
    expect(await tile(page, 'slides', 'planck').locator('.quality').textContent()).toMatch(/fetch|import/);
    expect(await cost(page, 'slides', 'otedama')).toMatch(figure);
  });

  test('has a selection, and measures nothing without a scene', async () => {
    const { page } = await pages.open('');
    expect(await page.locator('#engines :checked').count()).toBeGreaterThan(3);
    expect(await page.locator('#engines label').allTextContents()).toEqual(
      Object.values(namesByCommand).map((name) => engineNames[name]),
    );
    const chosen = page.locator('#scenes :checked');
    while ((await chosen.count()) > 0) await chosen.first().click();
    await page.click('#measure');
    expect(await page.textContent('#status')).toBe('Choose a scene first.');
  });

  test('all text has twice the size if it is set in the browser', async () => {
    const { page } = await pages.open('', { prepare: async () => {} });
    expect(await findFixedTexts(page)).toEqual([]);
  });

  test('has no accessibility problems, light or dark, and does not scroll sideways on a phone', async () => {
    const { page } = await pages.open('?scenes=slides&engines=otedama&budget=10&warm-up=10', {
      colorScheme: 'light',
    });
    await page.click('#measure');
    await measured(page);
    expect(await findBarriers(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await findBarriers(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
    await resize(page, { width: 360, height: 740 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });
});
