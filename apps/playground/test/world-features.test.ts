import { describe, expect, test } from 'vitest';
import type {} from '../src/test-handle.js';
import { follow, makeSteps, sharePage, usePlayground } from './browser.js';

const playground = usePlayground();

describe('on one page', () => {
  const opened = sharePage(() =>
    playground.openScene('?scene=course&solver=soft-step&paused=1&engine=webgl'),
  );

  /** The character of the course is its last body. */
  const character = () => opened.page.evaluate(() => window.otedama?.bodies().at(-1) ?? { x: 0, y: 0 });

  /** Makes steps until the character is where it shall be. */
  const makeStepsUntil = (isThere: (at: { x: number; y: number }) => boolean) =>
    expect
      .poll(async () => {
        await makeSteps(opened.page, 5);
        return isThere(await character());
      })
      .toBe(true);

  test('A and D walk the character of the course, W makes it jump, and the view follows it', async () => {
    const { page } = opened;
    const home = await page.evaluate(() => window.otedama?.view().x ?? 0);
    await makeSteps(page, 30);
    const start = await character();
    await page.locator('#view').focus();
    await page.keyboard.down('d');
    await makeStepsUntil(({ x }) => x > start.x + 1);
    await page.keyboard.up('d');
    const right = await character();
    await page.keyboard.down('a');
    await makeStepsUntil(({ x }) => x < right.x - 0.5);
    await page.keyboard.up('a');
    const ground = (await character()).y;
    await page.keyboard.down('w');
    await makeStepsUntil(({ y }) => y > ground + 0.3);
    await page.keyboard.up('w');

    // the view follows the character, and stays where the reader moves it while the character stands
    await page.keyboard.down('d');
    await makeStepsUntil(({ x }) => x > 8);
    await page.keyboard.up('d');
    expect(await page.evaluate(() => window.otedama?.view().x)).toBeGreaterThan(home + 2);
    const { x, y } = await character();
    const seen = await page.evaluate(([a, b]) => window.otedama!.toPage(a, b), [x, y] as const);
    const view = (await page.locator('#view').boundingBox())!;
    expect(Math.abs(seen.left - view.x - view.width / 2)).toBeLessThan(0.25 * view.width);
    await page.keyboard.press('Home');
    await makeSteps(page, 5);
    expect(await page.evaluate(() => window.otedama?.view().x)).toBe(home);
  });

  test('without keys, buttons that are held down walk the character; other scenes have none', async () => {
    const { page } = opened;
    await page.keyboard.press('r');
    await makeSteps(page, 30);
    const hold = async (name: string): Promise<void> => {
      const box = (await page.getByRole('button', { name, exact: true }).boundingBox())!;
      expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await page.mouse.down();
    };
    const start = await character();
    await hold('Walk right');
    await makeStepsUntil(({ x }) => x > start.x + 1);
    await page.mouse.up();
    const right = await character();
    await hold('Walk left');
    await makeStepsUntil(({ x }) => x < right.x - 0.5);
    // releasing the button outside of it stops the character
    await page.mouse.move(300, 300);
    await page.mouse.up();
    const left = (await character()).x;
    await makeSteps(page, 30);
    expect(Math.abs((await character()).x - left)).toBeLessThan(0.6);
    await page.getByRole('button', { name: 'Jump', exact: true }).focus();
    await page.keyboard.down('Enter');
    await makeStepsUntil(({ y }) => y > start.y + 0.3);
    await page.keyboard.up('Enter');

    await page.locator('#scene-list').getByText('Tower', { exact: true }).click();
    await expect.poll(() => page.locator('#walk').isVisible()).toBe(false);
  });

  test('B sets off a blast under the pointer', async () => {
    const { page } = opened;
    await follow(page, '?scene=tower&solver=soft-step');
    const before = await page.evaluate(() => window.otedama?.bodies() ?? []);
    const foot = await page.evaluate(() => window.otedama?.toPage(-1.5, 0.5) ?? { left: 0, top: 0 });
    await page.mouse.move(foot.left, foot.top);
    await page.keyboard.press('b');
    await makeSteps(page, 20);
    const after = await page.evaluate(() => window.otedama?.bodies() ?? []);
    const moved = after.map(({ x }, k) => x - before[k].x);
    // bodies fly away from the blast, which was to the left of the tower
    expect(Math.max(...moved)).toBeGreaterThan(0.3);
  });

  test('tools: a tap adds a body to every pane, or sets off a blast; the hand drags again; the timeline includes it', async () => {
    const { page } = opened;
    await follow(page, '?scene=tower&solver=soft-step');
    await page.getByRole('checkbox', { name: 'Impulses as forces' }).check();
    const bodies = (pane = 0) => page.evaluate((index) => window.otedama?.bodies(index) ?? [], pane);
    const place = (x: number, y: number) =>
      page.evaluate(([a, b]) => window.otedama!.toPage(a, b), [x, y] as const);
    const tap = async (x: number, y: number) => {
      const { left, top } = await place(x, y);
      await page.mouse.click(left, top);
    };
    const use = (name: string) => page.getByRole('button', { name, exact: true }).click();
    const tower = await bodies();
    await tap(2, 5);
    expect(await bodies(), 'the hand adds nothing').toHaveLength(tower.length);
    await makeSteps(page, 3);

    const cursor = async (body: { x: number; y: number }) => {
      const { left, top } = await place(body.x, body.y);
      await page.mouse.move(left, top);
      return page.locator('#view').getAttribute('data-cursor');
    };
    expect(await cursor(tower[2])).toBe('grab');
    await use('Add bodies');
    expect(await cursor(tower[2]), 'this tool drags nothing').toBe('aim');
    await page.mouse.down();
    expect(await page.locator('#view').getAttribute('data-cursor')).not.toBe('grabbing');
    await page.mouse.move(0, 0);
    await page.mouse.up();
    await page.keyboard.press('Home');
    await tap(2, 5);
    await tap(-2, 3);
    const more = await bodies();
    expect(more).toHaveLength(tower.length + 2);
    for (const [index, x, y] of [
      [-2, 2, 5],
      [-1, -2, 3],
    ]) {
      expect(Math.abs(more.at(index)!.x - x)).toBeLessThan(0.1);
      expect(Math.abs(more.at(index)!.y - y)).toBeLessThan(0.1);
    }
    expect(await bodies(1), 'in the other pane too').toHaveLength(more.length);
    expect((await bodies(1)).at(-1)).toEqual(more.at(-1));
    await expect
      .poll(() => page.locator('#measurements').textContent())
      .toContain(`Bodies${more.length + 1}`);
    await makeSteps(page, 1);
    expect(await page.evaluate(() => window.otedama?.allSteps)).toEqual([4, 4]);
    await page.keyboard.press(',');
    expect(await page.evaluate(() => window.otedama?.steps), 'back to where they were added').toBe(3);
    expect(await bodies()).toEqual(more);
    for (let k = 0; k < 2; k++) await page.keyboard.press(',');
    for (const pane of [0, 1]) expect(await bodies(pane), 'and before').toHaveLength(tower.length);
    for (let k = 0; k < 2; k++) await page.keyboard.press('.');
    expect(await bodies(), 'and on again').toEqual(more);

    await use('Set off blasts');
    await tap(-1.5, 0.5);
    await makeSteps(page, 20);
    for (const pane of [0, 1]) {
      const blown = await bodies(pane);
      expect(Math.max(...tower.map(({ x }, k) => blown[k].x - x)), 'away from the blast').toBeGreaterThan(
        0.3,
      );
    }

    await page.keyboard.press('r');
    expect(await bodies(), 'from the start').toHaveLength(tower.length);
    await use('Drag bodies');
    const from = await place(tower[4].x, tower[4].y);
    await page.mouse.move(from.left, from.top);
    await page.mouse.down();
    await page.mouse.move(from.left + 80, from.top, { steps: 5 });
    await expect
      .poll(async () => {
        await makeSteps(page, 5);
        return (await bodies())[4].x - tower[4].x;
      })
      .toBeGreaterThan(0.3);
    await page.mouse.up();
  });

  test('a scene with joints names the chosen solver that has none, and runs under another', async () => {
    const { page } = opened;
    await page.locator('#solver').selectOption('force');
    await page.getByRole('link', { name: /^Bridge/ }).click();
    expect(await page.locator('#toast').textContent()).toContain('Impulses as forces has no joints');
    expect(await page.evaluate(() => window.otedama?.solver)).not.toBe('force');
  });

  test('the console stays clean', () => {
    expect(opened.complaints).toEqual([]);
  });
});
