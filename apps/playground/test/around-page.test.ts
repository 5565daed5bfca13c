/** Parts around the view: where the focus goes, what is read aloud, what small screens cover. */

import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import type {} from '../src/test-handle.js';
import { findBarriers, phone, usePlayground, wide } from './browser.js';

const playground = usePlayground();

const still = 'paused=1&engine=webgl';

const open = playground.openScene;

/** The focused element: its id, or the name of its row in the settings, or its text. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement } = document;
    if (activeElement === document.body || activeElement === null) return 'nothing';
    const row = activeElement.closest('.lil-controller')?.querySelector('.lil-name')?.textContent;
    return activeElement.id || (row ?? activeElement.textContent?.trim() ?? '');
  });

/** Whether the element is the topmost one at its centre. */
const isOnTop = (page: Page, selector: string): Promise<boolean> =>
  page.locator(selector).evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    // text that lets presses through counts as topmost too
    (element as HTMLElement).style.pointerEvents = 'auto';
    const found = document.elementFromPoint(left + width / 2, top + height / 2);
    (element as HTMLElement).style.pointerEvents = '';
    return found !== null && element.contains(found);
  });

test('the focus stays where it is in list and settings, whatever is chosen there', async () => {
  const { page, complaints } = await open(`?scene=pyramid&${still}`);
  const at = () => focused(page);
  await page.getByRole('link', { name: 'Tower', exact: true }).focus();
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => window.otedama!.scene)).toBe('tower');
  expect(await at(), 'a scene').toBe('Tower');

  const squares = page.locator('#settings .lil-number input').first();
  await squares.focus();
  await squares.fill('7');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => window.otedama!.bodies().length)).toBe(7);
  await expect.poll(at, { message: 'a number that was entered' }).toBe('Squares');
  await squares.fill('6');
  await page.keyboard.press('Tab');
  await expect.poll(() => page.evaluate(() => window.otedama!.bodies().length)).toBe(6);
  expect(await at(), 'a number that was left').toBe('Friction');

  await page.getByRole('checkbox', { name: 'Penalty springs' }).focus();
  const before = await page.locator('#settings').evaluate((panel) => {
    panel.scrollTop = 60;
    return panel.scrollTop;
  });
  await page.keyboard.press(' ');
  await expect.poll(() => page.evaluate(() => window.otedama!.solvers.length)).toBe(2);
  expect(await at(), 'a box').toBe('Penalty springs');
  expect(await page.locator('#settings').evaluate((panel) => panel.scrollTop)).toBe(before);
  await page.getByRole('button', { name: 'Reset to defaults' }).focus();
  await page.keyboard.press('Enter');
  expect(await at(), 'a button').toBe('Reset to defaults');
  expect(complaints).toEqual([]);
});

test('the focus goes back to where a panel was opened, or to the view, when what has it goes away', async () => {
  const { page, complaints } = await open(`?scene=tower&${still}`);
  const at = () => focused(page);
  const lessons = page.locator('#teaching-toggle');
  await lessons.focus();
  await page.keyboard.press('Enter');
  await page.locator('#teaching header button').focus();
  await page.keyboard.press('Enter');
  expect(await at(), 'lessons, by their button').toBe('teaching-toggle');
  await page.keyboard.press('t');
  await page.getByRole('tab', { name: 'Goal positions' }).focus();
  await page.keyboard.press('t');
  expect(await at(), 'lessons, by their key').toBe('teaching-toggle');

  // the solver has no goals: the offer to use one that has goals opens its lesson
  await page.keyboard.press('t');
  await page.getByRole('tab', { name: 'Goal positions' }).click();
  await page.getByRole('button', { name: 'Switch to shape matching' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => window.otedama!.solver)).toBe('shape-matching');
  expect(await page.evaluate(() => document.activeElement?.closest('#teaching-lesson') !== null)).toBe(true);
  await page.keyboard.press('t');

  await page.keyboard.press('/');
  await page.keyboard.press('Escape');
  expect(await at(), 'the search').toBe('view');
  for (let k = 0; k < 15; k++) await page.keyboard.press('ArrowLeft');
  await page.locator('#gone').waitFor();
  await page.getByRole('button', { name: 'Find it' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('#gone').waitFor({ state: 'hidden' });
  expect(await at(), 'the way back to what left the view').toBe('view');
  expect(complaints).toEqual([]);
});

test('what has not changed is not read out again, and not written to the address again', async () => {
  const { page } = await open(`?scene=tower&${still}`, {
    ...wide,
    script: () => {
      const { replaceState } = history;
      history.replaceState = (...given) => {
        const { dataset } = document.documentElement;
        dataset.written = String(Number(dataset.written ?? 0) + 1);
        replaceState.apply(history, given);
      };
    },
  });
  const written = () => page.evaluate(() => Number(document.documentElement.dataset.written ?? 0));
  await page.evaluate(() => {
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        if (target instanceof Element && target.closest('[aria-live], [role=status], output') !== null) {
          document.documentElement.dataset.said = target.id || target.className || target.tagName;
        }
      }
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
  const start = await written();
  await page.keyboard.press('r');
  await page.keyboard.press('o');
  for (let k = 0; k < 5; k++) await page.keyboard.press('n');
  for (let k = 0; k < 5; k++) await page.keyboard.press(',');
  const timeline = (await page.locator('#timeline').boundingBox())!;
  for (const share of [0.2, 0.5, 0.8]) {
    await page.mouse.click(timeline.x + share * timeline.width, timeline.y + timeline.height / 2);
  }
  expect(await written(), 'addresses').toBe(start);
  // a lesson updates five times per second while the world runs
  await page.keyboard.press('t');
  await page.evaluate(() => delete document.documentElement.dataset.said);
  await page.getByRole('tab', { name: 'Goal positions' }).click();
  await page.evaluate(() => new Promise((done) => setTimeout(done, 0)));
  await page.evaluate(() => delete document.documentElement.dataset.said);
  const offer = await page.locator('.offers button').elementHandle();
  const steps = await page.evaluate(() => window.otedama!.steps);
  await page.locator('#pause').click();
  await page.waitForFunction((from) => window.otedama!.steps > from + 60, steps, { timeout: 60_000 });
  await page.locator('#pause').click();
  expect(await page.evaluate(() => document.documentElement.dataset.said)).toBeUndefined();
  expect(await offer?.evaluate((button) => button.isConnected), 'an offer stays to be pressed').toBe(true);
});

test('a link that was copied: the settings offer no parameters that say nothing any more, and the words tell of it', async () => {
  const { page } = await open(`?scene=tower&${still}`);
  await expect.poll(() => page.locator('#settings').textContent()).toContain('Squares');
  const view = (await page.locator('#view').boundingBox())!;
  await page.mouse.move(view.x + 0.3 * view.width, view.y + 0.3 * view.height);
  await page.keyboard.press('n');
  await page.locator('#copy-link').click();
  await expect.poll(() => page.url()).toContain('#built=');
  expect(await page.locator('#settings').textContent()).not.toContain('Squares');
  expect(await page.locator('#scene-description').textContent()).toMatch(/^Changed by hand/);
  expect(await page.evaluate(() => window.otedama!.bodies().length)).toBe(6);
});

test('a link told from another scene than the list has is not laid over that one', async () => {
  const { page } = await open(`?scene=tower&${still}`);
  await page.locator('#view').hover();
  await page.keyboard.press('n');
  await page.locator('#copy-link').click();
  await expect.poll(() => page.url()).toContain('#built=');
  const { search, hash } = new URL(page.url());
  const { page: other } = await open(`${search.replace('scene=tower', 'scene=tower&p.count=9')}${hash}`);
  expect(await other.locator('#toast').textContent()).toMatch(/began with another state/);
  expect(await other.evaluate(() => window.otedama!.bodies().length)).toBe(9);
});

test('a file of the course has its character, where it stood', async () => {
  const { page } = await open(`?scene=course&${still}`);
  // the character is the last body
  const character = (of: Page) => of.evaluate(() => window.otedama!.bodies().at(-1)!);
  const start = await character(page);
  await page.keyboard.down('d');
  for (let k = 1; k <= 20; k++) {
    await page.keyboard.press('o');
    await expect.poll(() => page.evaluate(() => window.otedama!.steps)).toBe(k);
  }
  await page.keyboard.up('d');
  const stood = await character(page);
  expect(stood.x).toBeGreaterThan(start.x + 1);
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save scene file' }).click();
  const path = await (await waiting).path();
  const { page: other } = await open(`?scene=tower&${still}`);
  const choosing = other.waitForEvent('filechooser');
  await other.getByRole('button', { name: 'Open scene file' }).click();
  await (await choosing).setFiles(path);
  await expect.poll(() => other.evaluate(() => window.otedama!.scene)).toBe('course');
  expect(await other.locator('#walk').isVisible()).toBe(true);
  const count = (of: Page) => of.evaluate(() => window.otedama!.bodies().length);
  expect(await count(other)).toBe(await count(page));
  const begun = await character(other);
  expect(begun.x).toBeCloseTo(stood.x, 5);
  expect(begun.y).toBeCloseTo(stood.y, 5);
});

test('the help fits a laptop, and lists every key once', async () => {
  const { page } = await open(`?scene=tower&${still}`);
  await page.keyboard.press('?');
  const help = page.locator('#help');
  expect(
    await help.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight),
  ).toBeLessThanOrEqual(0);
  const keys = await help.locator('dt:has(kbd)').allTextContents();
  expect(keys.length).toBeGreaterThan(18);
  expect(new Set(keys).size).toBe(keys.length);
});

test('U opens the source at the definition of the scene; Escape closes it', async () => {
  const { page, complaints } = await open(`?scene=arch&${still}`);
  await page.locator('#view').focus();
  await page.keyboard.press('u');
  const definition = page.locator('#source mark');
  await definition.waitFor();
  expect(await page.locator('#source-file').textContent()).toBe('packages/scenes/src/structures.ts');
  expect(await definition.textContent()).toContain("name: 'arch'");
  const gap = await definition.evaluate(
    (mark) => mark.getBoundingClientRect().top - mark.closest('pre')!.getBoundingClientRect().top,
  );
  expect(gap, 'scrolled to the definition').toBeGreaterThanOrEqual(0);
  expect(gap, 'scrolled to the definition').toBeLessThan(40);
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  expect(await page.locator('#source').isVisible()).toBe(false);
  expect(await focused(page)).toBe('view');

  await page.locator('#source-open').click();
  await definition.waitFor();
  expect(complaints).toEqual([]);
});

test('a phone: what is told is seen over an open panel; Escape closes it, and the focus is at its button', async () => {
  const { page, complaints } = await open(`?scene=tower&${still}`, phone);
  await page.locator('#settings-toggle').tap();
  await page.locator('#settings .lil-number input').first().focus();
  await page.getByRole('button', { name: 'Copy link' }).last().tap();
  await expect
    .poll(() => page.locator('#toast').evaluate((toast) => toast.classList.contains('shown')))
    .toBe(true);
  expect(await isOnTop(page, '#toast')).toBe(true);
  await page.locator('#settings .lil-number input').first().focus();
  await page.keyboard.press('Escape');
  expect(await page.locator('#settings').isVisible()).toBe(false);
  expect(await focused(page)).toBe('settings-toggle');
  await page.locator('#scenes-toggle').tap();
  await page.getByRole('link', { name: 'Pyramid', exact: true }).focus();
  await page.keyboard.press('Enter');
  expect(await focused(page), 'a scene was chosen').toBe('scenes-toggle');
  expect(complaints).toEqual([]);
});

test('a phone: a lesson that has nothing to show yet still shows the bodies above its sheet', async () => {
  const { page } = await open(`?scene=tower&${still}`, phone);
  await page.locator('#teaching-toggle').tap();
  await page.getByRole('tab', { name: 'Goal positions' }).tap();
  await page.locator('#teaching .notice').waitFor();
  const sheet = (await page.locator('#teaching').boundingBox())!;
  const view = (await page.locator('#view').boundingBox())!;
  const tops = await page.evaluate(() =>
    window.otedama!.bodies().map(({ x, y }) => window.otedama!.toPage(x, y).top),
  );
  for (const top of tops) {
    expect(top).toBeGreaterThan(view.y);
    expect(top).toBeLessThan(sheet.y);
  }
});

for (const path of ['index.html', 'cloth.html'])
  for (const [name, options] of [
    ['a phone', phone],
    ['a laptop', wide],
  ] as const)
    test(`${path} on ${name} that can draw nothing: what is said is seen, and nothing offers what cannot be`, async () => {
      const { page } = await playground.open(path, {
        ...options,
        script: () => {
          Object.defineProperty(Navigator.prototype, 'gpu', { value: { requestAdapter: async () => null } });
          HTMLCanvasElement.prototype.getContext = () => null;
        },
      });
      await page.locator('#message').waitFor();
      expect(await isOnTop(page, '#message')).toBe(true);
      for (const idle of ['.transport', '.hud', '#settings-toggle', '#scenes', '#settings', '#hint']) {
        expect(await page.locator(idle).filter({ visible: true }).count(), idle).toBe(0);
      }
      expect(await findBarriers(page)).toEqual([]);
    });

test('the particles say how fingers steer them where there are fingers, and keys where there are keys', async () => {
  for (const [options, shown, hidden] of [
    [phone, 'One finger', 'Shift'],
    [wide, 'Shift', 'One finger'],
  ] as const) {
    const { page, close } = await playground.open('instancing.html', options);
    const isSeen = (words: string) => page.locator('figcaption').getByText(words).isVisible();
    expect(await isSeen(shown)).toBe(true);
    expect(await isSeen(hidden)).toBe(false);
    await close();
  }
});

/** Ways to the texts of each page: what is opened in turn after the page has loaded. */
const wordy: readonly (readonly [path: string, ...presses: string[]])[] = [
  ['index.html?scene=bridge&paused=1&engine=webgl', '#help-open', '#scenes-toggle'],
  ['index.html?scene=course&paused=1&engine=webgl', '#settings-toggle'],
  ['index.html?scene=tower&teach=gjk&at=60&engine=webgl'],
  ['index.html?scene=tower&teach=rows&at=60&engine=webgl'],
  ['index.html?scene=tower&solver=shape-matching&teach=goals&at=60&engine=webgl'],
  ['cloth.html?engine=webgl&paused=1', '#scenes-toggle'],
  ['triangle.html'],
  ['instancing.html'],
];

for (const [name, options, foreign] of [
  ['a phone', phone, /\b(click|keys?|keyboard|wheel|mouse|right button|shift)\b/i],
  ['a laptop', wide, /\b(taps?|fingers?|pinch|swipe)\b/i],
] as const)
  test(`${name}: no page speaks of what it has not`, async () => {
    for (const [path, ...presses] of wordy) {
      const { page, close } = await playground.open(path, options);
      await page.waitForLoadState('networkidle');
      // sources are quotes and not checked
      await page.addStyleTag({ content: 'pre { display: none }' });
      for (const press of ['', ...presses]) {
        if (press !== '') await page.locator(press).click();
        const said = await page.getByText(foreign).filter({ visible: true }).allTextContents();
        expect(said, `${path} ${press}`).toEqual([]);
        const keys = await page.locator('kbd').filter({ visible: true }).count();
        if (options === phone) expect(keys, `${path} ${press}`).toBe(0);
        if (press !== '') await page.keyboard.press('Escape');
      }
      await close();
    }
  });

test('a phone: what was tapped does not stay coloured as if something were over it', async () => {
  const { page } = await open(`?scene=tower&${still}`, phone);
  const ground = () => page.locator('#step').evaluate((step) => getComputedStyle(step).backgroundColor);
  const before = await ground();
  await page.locator('#step').tap();
  await expect.poll(() => page.evaluate(() => window.otedama!.steps)).toBe(1);
  expect(await ground()).toBe(before);
});

test('what rests still touches: the contacts of a tower that sleeps are counted', async () => {
  const { page } = await open('?scene=tower&teach=gjk&at=120&engine=webgl');
  const reading = (name: string) =>
    page.locator('#measurements').locator('div', { hasText: name }).last().locator('dd').textContent();
  await expect.poll(() => reading('Awake')).toBe('0');
  expect(await page.evaluate(() => window.otedama!.bodies().length)).toBe(5);
  await expect.poll(() => reading('Contacts')).toBe('5');
});

const lying = { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true };

test('a phone that lies: the view has most of the page, panels lie over it, a lesson stands beside it', async () => {
  const { page, complaints } = await open(`?scene=tower&${still}`, lying);
  const box = async (selector: string) => (await page.locator(selector).boundingBox())!;
  expect(await page.locator('#scenes').isVisible()).toBe(false);
  expect(await page.locator('#settings').isVisible()).toBe(false);
  const view = await box('#view');
  expect(view.width).toBe(844);
  expect(view.height).toBeGreaterThan(0.55 * 390);
  await page.locator('#settings-toggle').tap();
  expect((await box('#view')).width, 'over it').toBe(844);
  await page.locator('#settings-toggle').tap();

  await page.locator('#teaching-toggle').tap();
  await page.locator('#teaching .figures').waitFor();
  const lesson = await box('#teaching');
  await expect.poll(async () => (await box('#view')).width).toBe(lesson.x);
  expect((await box('#view')).height).toBeGreaterThan(0.6 * 390);
  const beside = await box('#view');
  const label = (await page.locator('.lesson-labels span').first().boundingBox())!;
  expect(label.x).toBeGreaterThan(0);
  expect(label.x + label.width).toBeLessThan(lesson.x);
  expect(label.y).toBeGreaterThan(beside.y);
  expect(label.y + label.height).toBeLessThan(beside.y + beside.height);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(390);
  expect(await findBarriers(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('where solvers are compared the measurements say of which they are', async () => {
  const { page } = await open(`?scene=tower&with=force&${still}`);
  const measured = page.locator('#measurements').getByText('Readings of', { exact: true });
  expect(await measured.isVisible()).toBe(true);
  expect(await measured.locator('..').locator('dd').textContent()).toBe('Soft step');
  await page.getByRole('checkbox', { name: 'Impulses as forces' }).uncheck();
  await expect.poll(() => measured.isVisible()).toBe(false);
});

test('C puts solvers side by side, with plots, and takes them away; where only one solver can do a scene that is told', async () => {
  const { page, complaints } = await open(`?scene=tower&${still}`);
  const shown = () => page.evaluate(() => window.otedama!.solvers);
  const toggle = page.locator('#compare-toggle');
  await page.keyboard.press('c');
  expect(await shown()).toEqual(['soft-step', 'sequential-impulses', 'force', 'shape-matching']);
  expect(await toggle.getAttribute('aria-pressed')).toBe('true');
  expect(await page.locator('#plots').isVisible()).toBe(true);
  expect(page.url()).toContain('with=sequential-impulses,force,shape-matching');
  await toggle.click();
  expect(await shown()).toEqual(['soft-step']);
  expect(await toggle.getAttribute('aria-pressed')).toBe('false');
  await page.getByRole('link', { name: 'Layer cake' }).click();
  await page.keyboard.press('c');
  expect(await shown()).toEqual(['shape-matching']);
  expect(await page.locator('#toast').textContent()).toBe('Only Shape matching can run “Layer cake”.');
  expect(complaints).toEqual([]);
});

test('a canvas that is pressed has no ring as if a key had led there; one that a key leads to has', async () => {
  for (const path of [
    'cloth.html?engine=webgl&paused=1',
    'instancing.html',
    `index.html?scene=tower&${still}`,
  ]) {
    const { page, close } = await playground.open(path, wide);
    await page.waitForLoadState('networkidle');
    const ring = () =>
      page.locator('#view').evaluate((canvas) => {
        const { outlineStyle, boxShadow } = getComputedStyle(canvas);
        return document.activeElement === canvas && (outlineStyle !== 'none' || boxShadow !== 'none');
      });
    await page.locator('#view').click({ position: { x: 30, y: 200 } });
    await expect.poll(() => page.evaluate(() => document.activeElement?.id), { message: path }).toBe('view');
    expect(await ring(), path).toBe(false);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    expect(await ring(), path).toBe(true);
    await close();
  }
});

test('the cloth says that it can be dragged until it has been', async () => {
  const { page, complaints } = await playground.open('cloth.html?engine=webgl&paused=1', phone);
  const running = () => page.locator('#view[data-state=running]').waitFor();
  await running();
  expect(await page.getByText('Drag and throw the cloth').isVisible()).toBe(true);
  expect(await isOnTop(page, '#hint')).toBe(true);
  await page.locator('#view').tap({ position: { x: 30, y: 30 } });
  expect(await page.locator('#hint').isVisible(), 'a press beside it is none on it').toBe(true);
  const view = (await page.locator('#view').boundingBox())!;
  await page.touchscreen.tap(view.x + view.width / 2, view.y + view.height / 2);
  await expect.poll(() => page.locator('#hint').isVisible()).toBe(false);
  await page.reload();
  await running();
  expect(await page.locator('#hint').isVisible()).toBe(false);
  expect(complaints).toEqual([]);
});

test('who asked for a solver that cannot do a scene is told so, where the hint was; who asked for none is told nothing', async () => {
  const { page } = await open(`?scene=jelly-drop&solver=penalty&${still}`);
  const toast = page.locator('#toast.shown');
  await toast.waitFor();
  expect(await toast.textContent()).toContain('Penalty springs has no soft bodies');
  expect(await page.locator('#hint').isVisible()).toBe(false);
  await toast.waitFor({ state: 'detached' });
  expect(await page.locator('#hint').isVisible()).toBe(true);
  const { page: other } = await open(`?scene=jelly-drop&${still}`);
  expect(await other.evaluate(() => window.otedama!.solver)).toBe('shape-matching');
  expect(await other.locator('#toast').textContent()).toBe('');
});

test('a phone: what is aimed at with a finger is large enough, and no field makes the page zoom', async () => {
  for (const path of [`index.html?scene=tower&${still}`, 'cloth.html?engine=webgl&paused=1']) {
    const { page, close } = await playground.open(path, phone);
    await page.locator('#settings .lil-controller').first().waitFor({ state: 'attached' });
    await page.locator('#settings-toggle').tap();
    const rows = page.locator('#settings .lil-controller').filter({ visible: true });
    const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
    expect(heights.length).toBeGreaterThan(5);
    expect(Math.min(...heights), path).toBeGreaterThanOrEqual(36);
    const letters = await page
      .locator('input:not([type=range], [type=checkbox]), select')
      .evaluateAll((fields) => fields.map((field) => Number.parseFloat(getComputedStyle(field).fontSize)));
    expect(Math.min(...letters), path).toBeGreaterThanOrEqual(16);
    await close();
  }
});
