/** Parts around the view: where the focus goes, what is read aloud, what small screens cover. */

import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import type {} from '../src/test-handle.js';
import {
  findBarriers,
  follow,
  makeSteps,
  phone,
  press,
  resize,
  sharePage,
  usePlayground,
  wide,
} from './browser.js';

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

/** Words for the other kind of input. */
const foreign = {
  phone: /\b(click|keys?|keyboard|wheel|mouse|right button|shift)\b/i,
  laptop: /\b(taps?|fingers?|pinch|swipe)\b/i,
};

/** Checks that nothing visible speaks of keys on a phone, or of fingers on a laptop. */
async function expectOwnWords(page: Page, screen: keyof typeof foreign, where: string): Promise<void> {
  // sources are quotes and not checked
  await page.addStyleTag({ content: 'pre { display: none }' });
  const said = await page.getByText(foreign[screen]).filter({ visible: true }).allTextContents();
  expect(said, where).toEqual([]);
  const keys = await page.locator('kbd').filter({ visible: true }).count();
  if (screen === 'phone') expect(keys, where).toBe(0);
}

/** Checks the words of the scene page: help, list, settings, and the lessons. */
async function expectOwnWordsOfScenes(page: Page, screen: keyof typeof foreign): Promise<void> {
  for (const [scene, ...buttons] of [
    ['bridge', '#help-open', '#scenes-toggle'],
    ['course', '#settings-toggle'],
  ]) {
    await follow(page, `?scene=${scene}&solver=soft-step`);
    await expectOwnWords(page, screen, scene);
    for (const button of buttons) {
      await page.locator(button).click();
      await expectOwnWords(page, screen, `${scene} ${button}`);
      if (screen === 'phone' || button === '#help-open') await page.keyboard.press('Escape');
      else await page.locator(button).click();
    }
  }
  await follow(page, '?scene=tower&solver=soft-step');
  await makeSteps(page, 60);
  await page.locator('#teaching-toggle').click();
  for (const topic of ['gjk', 'rows', 'goals']) {
    if (topic === 'goals') {
      await follow(page, '?scene=tower&solver=shape-matching');
      await makeSteps(page, 60);
    }
    await page.locator(`#teach-${topic}`).click();
    await page.locator('#teaching').locator('.figures svg, .notice').first().waitFor();
    await expectOwnWords(page, screen, topic);
  }
  await page.locator('#teaching-toggle').click();
}

/** Checks that the canvas shows the focus when a key has led there, and not when it was pressed. */
async function expectRing(page: Page): Promise<void> {
  const ring = () =>
    page.locator('#view').evaluate((canvas) => {
      const { outlineStyle, boxShadow } = getComputedStyle(canvas);
      return document.activeElement === canvas && (outlineStyle !== 'none' || boxShadow !== 'none');
    });
  await page.locator('#view').click({ position: { x: 30, y: 200 } });
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('view');
  expect(await ring(), 'pressed').toBe(false);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  expect(await ring(), 'by keys').toBe(true);
}

/** Checks that what a finger aims at is large enough, and that no field makes the page zoom. */
async function expectRoomForFingers(page: Page): Promise<void> {
  await page.locator('#settings .lil-controller').first().waitFor({ state: 'attached' });
  await page.locator('#settings-toggle').tap();
  const rows = page.locator('#settings .lil-controller').filter({ visible: true });
  const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
  expect(heights.length).toBeGreaterThan(5);
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
  const low = await page
    .locator('button:not(#skip), a, summary, select, input:not([type=checkbox])')
    .filter({ visible: true })
    .evaluateAll((all) =>
      all
        .filter((part) => part.getBoundingClientRect().height < 44)
        .map((part) => part.id || part.className || part.textContent),
    );
  expect(low, 'lower than a finger needs').toEqual([]);
  // a swipe that begins on a slider scrolls; cancelled, it does not scroll on by itself
  const row = page.locator('#settings .lil-number').nth(3);
  const value = await row.locator('input').inputValue();
  const slider = (await row.locator('.lil-slider').boundingBox())!;
  const touch = await page.context().newCDPSession(page);
  const [x, y] = [slider.x + 0.3 * slider.width, slider.y + 0.5 * slider.height];
  for (const [k, type] of (
    ['touchStart', 'touchMove', 'touchMove', 'touchMove', 'touchCancel'] as const
  ).entries())
    await touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchCancel' ? [] : [{ x, y: y - 30 * k }],
    });
  const scroller = page.locator('#settings .lil-root > .lil-children');
  await expect.poll(() => scroller.evaluate((panel) => panel.scrollTop)).toBeGreaterThan(0);
  expect(await row.locator('input').inputValue()).toBe(value);
  const letters = await page
    .locator('input:not([type=range], [type=checkbox]), select')
    .evaluateAll((fields) => fields.map((field) => Number.parseFloat(getComputedStyle(field).fontSize)));
  expect(Math.min(...letters)).toBeGreaterThanOrEqual(16);
  await page.locator('#settings-toggle').tap();
}

/** Resolves when the cloth or the raw page draws. */
const running = (page: Page): Promise<void> => page.locator('#view[data-state=running]').waitFor();

describe('the scene page on a laptop', () => {
  const opened = sharePage(() => open(`?scene=jelly-drop&${still}`));

  test('a scene that only one solver can run opens under it, without a message if no other was asked for', async () => {
    const { page } = opened;
    expect(await page.evaluate(() => window.otedama!.solver)).toBe('shape-matching');
    expect(await page.locator('#toast').textContent()).toBe('');
  });

  test('what has not changed is not read out again, and not written to the address again', async () => {
    const { page } = opened;
    await follow(page, '?scene=tower');
    await page.evaluate(() => {
      const { replaceState } = history;
      history.replaceState = (...given) => {
        const { dataset } = document.documentElement;
        dataset.written = String(Number(dataset.written ?? 0) + 1);
        replaceState.apply(history, given);
      };
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
    await page.waitForFunction((from) => window.otedama!.steps > from + 30, steps);
    await page.locator('#pause').click();
    expect(await page.evaluate(() => document.documentElement.dataset.said)).toBeUndefined();
    expect(await offer?.evaluate((button) => button.isConnected), 'an offer stays to be pressed').toBe(true);
    await page.keyboard.press('t');
  });

  test('C puts solvers side by side, with plots and the name of the measured one, and takes them away; a scene that only one solver can run says so', async () => {
    const { page } = opened;
    await follow(page, '?scene=tower');
    const shown = () => page.evaluate(() => window.otedama!.solvers);
    const toggle = page.locator('#compare-toggle');
    await page.keyboard.press('c');
    expect(await shown()).toEqual(['soft-step', 'sequential-impulses', 'force', 'shape-matching']);
    expect(await toggle.getAttribute('aria-pressed')).toBe('true');
    expect(await page.locator('#plots').isVisible()).toBe(true);
    const measured = page.locator('#measurements').getByText('Readings of', { exact: true });
    expect(await measured.isVisible(), 'whose measurements').toBe(true);
    expect(await measured.locator('..').locator('dd').textContent()).toBe('Soft step');
    await expect.poll(() => page.url()).toContain('with=sequential-impulses,force,shape-matching');
    await toggle.click();
    expect(await shown()).toEqual(['soft-step']);
    expect(await toggle.getAttribute('aria-pressed')).toBe('false');
    await expect.poll(() => measured.isVisible()).toBe(false);
    await page.getByRole('link', { name: 'Layer cake' }).click();
    await page.keyboard.press('c');
    expect(await shown()).toEqual(['shape-matching']);
    expect(await page.locator('#toast').textContent()).toBe('Only Shape matching can run “Layer cake”.');
  });

  test('in list and settings the focus stays where it is, whatever is chosen there', async () => {
    const { page } = opened;
    await follow(page, '?scene=pyramid');
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
    const scroller = page.locator('#settings .lil-root > .lil-children');
    await scroller.evaluate((panel) => {
      panel.scrollTop = 60;
    });
    await page.keyboard.press(' ');
    await expect.poll(() => page.evaluate(() => window.otedama!.solvers.length)).toBe(2);
    expect(await at(), 'a box').toBe('Penalty springs');
    expect(await scroller.evaluate((panel) => panel.scrollTop)).toBe(60);
    const substeps = page.locator('.lil-number', { hasText: 'Substeps' });
    const value = await substeps.locator('input').inputValue();
    await substeps.locator('.lil-slider').hover();
    await page.mouse.wheel(0, 100);
    await expect.poll(() => scroller.evaluate((panel) => panel.scrollTop)).toBeGreaterThan(60);
    expect(await substeps.locator('input').inputValue(), 'a wheel over a slider').toBe(value);
    await page.getByRole('button', { name: 'Reset to defaults' }).focus();
    await page.keyboard.press('Enter');
    expect(await at(), 'a button').toBe('Reset to defaults');
    await page.getByRole('checkbox', { name: 'Penalty springs' }).uncheck();
  });

  test('when the part that has the focus goes away, the focus returns to the button that opened it, or to the view', async () => {
    const { page } = opened;
    await follow(page, '?scene=tower');
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
    expect(await page.evaluate(() => document.activeElement?.closest('#teaching-lesson') !== null)).toBe(
      true,
    );
    await page.keyboard.press('t');

    await page.keyboard.press('/');
    await page.keyboard.press('Escape');
    expect(await at(), 'the search').toBe('view');
    await press(page, 'ArrowLeft', 15);
    await page.locator('#gone').waitFor();
    await page.getByRole('button', { name: 'Find it' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('#gone').waitFor({ state: 'hidden' });
    expect(await at(), 'the way back to what left the view').toBe('view');
  });

  test('the help fits a laptop, and lists every key once', async () => {
    const { page } = opened;
    await page.keyboard.press('?');
    const help = page.locator('#help');
    expect(
      await help.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight),
    ).toBeLessThanOrEqual(0);
    const keys = await help.locator('dt:has(kbd)').allTextContents();
    expect(keys.length).toBeGreaterThan(18);
    expect(new Set(keys).size).toBe(keys.length);
    await page.keyboard.press('Escape');
  });

  test('U opens the source at the definition of the scene; Escape closes it', async () => {
    const { page } = opened;
    await follow(page, '?scene=arch');
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
    await page.keyboard.press('Escape');
  });

  test('a copied link: the settings no longer offer parameters that have no effect, and the description says so; over another state of its scene it is refused', async () => {
    const { page } = opened;
    await follow(page, '?scene=tower&solver=soft-step');
    await expect.poll(() => page.locator('#settings').textContent()).toContain('Squares');
    const view = (await page.locator('#view').boundingBox())!;
    await page.mouse.move(view.x + 0.3 * view.width, view.y + 0.3 * view.height);
    await page.keyboard.press('n');
    await page.locator('#copy-link').click();
    await expect.poll(() => page.url()).toContain('#built=');
    expect(await page.locator('#settings').textContent()).not.toContain('Squares');
    expect(await page.locator('#scene-description').textContent()).toMatch(/^Changed by hand/);
    expect(await page.evaluate(() => window.otedama!.bodies().length)).toBe(6);

    const { search, hash } = new URL(page.url());
    await follow(page, `${search.replace('scene=tower', 'scene=tower&p.count=9')}${hash}`);
    await expect.poll(() => page.locator('#toast').textContent()).toMatch(/began with another state/);
    await expect.poll(() => page.evaluate(() => window.otedama!.bodies().length)).toBe(9);
  });

  test('a saved file of the course has its character, where it stood', async () => {
    const { page } = opened;
    await follow(page, '?scene=course&solver=soft-step');
    // the character is the last body
    const character = () => page.evaluate(() => window.otedama!.bodies().at(-1)!);
    const count = () => page.evaluate(() => window.otedama!.bodies().length);
    const start = await character();
    await page.keyboard.down('d');
    await makeSteps(page, 20);
    await page.keyboard.up('d');
    const stood = await character();
    const all = await count();
    expect(stood.x).toBeGreaterThan(start.x + 1);
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save scene file' }).click();
    const path = await (await waiting).path();
    await follow(page, '?scene=tower&solver=soft-step');
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Open scene file' }).click();
    await (await choosing).setFiles(path);
    await expect.poll(() => page.evaluate(() => window.otedama!.scene)).toBe('course');
    expect(await page.locator('#walk').isVisible()).toBe(true);
    expect(await count()).toBe(all);
    const begun = await character();
    expect(begun.x).toBeCloseTo(stood.x, 5);
    expect(begun.y).toBeCloseTo(stood.y, 5);
  });

  test('keys of the browser, such as Ctrl+O, are not keys of the page', async () => {
    const { page } = opened;
    await follow(page, '?scene=tower&solver=soft-step');
    const before = await page.evaluate(() => window.otedama!.steps);
    await page.evaluate(() => {
      for (const held of ['ctrlKey', 'altKey', 'metaKey'])
        window.dispatchEvent(new KeyboardEvent('keydown', { key: 'o', [held]: true }));
    });
    await makeSteps(page, 1);
    expect(await page.evaluate(() => window.otedama!.steps)).toBe(before + 1);
  });

  test('a tower that sleeps is not drawn while its clock runs, its contacts are counted, and a body at the pointer is named', async () => {
    const { page } = opened;
    await follow(page, '?scene=tower&solver=soft-step');
    await makeSteps(page, 120);
    const reading = (name: string) =>
      page.locator('#measurements').locator('div', { hasText: name }).last().locator('dd').textContent();
    await expect.poll(() => reading('Awake')).toBe('0');
    expect(await page.evaluate(() => window.otedama!.bodies().length)).toBe(5);
    await expect.poll(() => reading('Contacts')).toBe('5');
    expect(
      Number.parseFloat((await reading('Energy')) ?? ''),
      'of bodies at rest: their height',
    ).toBeGreaterThan(100);
    const frames = () => page.evaluate(() => window.otedama!.frames);
    /** Frames that are drawn while the world makes steps. */
    const drawnFrames = async () => {
      const before = await frames();
      const end = (await page.evaluate(() => window.otedama!.steps)) + 10;
      await page.waitForFunction((steps) => window.otedama!.steps >= steps, end);
      return (await frames()) - before;
    };
    await page.keyboard.press('p');
    await expect.poll(drawnFrames).toBe(0);
    const meter = page
      .locator('#more-measurements')
      .locator('div', { hasText: 'Frames drawn' })
      .locator('dd');
    await expect.poll(() => meter.textContent()).toBe('idle');
    const changes: Record<string, () => Promise<unknown>> = {
      'a key moves the view': () => press(page, 'ArrowLeft', 1),
      'the window has another size': () => resize(page, { width: 1200, height: 800 }),
      'a body is added': () => press(page, 'n', 1),
    };
    for (const [name, change] of Object.entries(changes)) {
      const before = await frames();
      await change();
      await expect.poll(frames, { message: name }).toBeGreaterThan(before);
      if (name !== 'a body is added') await expect.poll(drawnFrames, { message: `after: ${name}` }).toBe(0);
    }
    await page.keyboard.press('p');
    await resize(page, wide.viewport);

    // the lowest square of the tower
    const { left, top } = await page.evaluate(() => {
      const [{ x, y }] = window.otedama!.bodies();
      return window.otedama!.toPage(x, y);
    });
    await page.mouse.move(left, top);
    const more = page.locator('#more-measurements');
    await expect
      .poll(() => more.textContent())
      .toMatch(/At the pointerbox \d+Its mass and speed\d+ kg {2}· {2}0\.00 m\/s/);
    await page.mouse.move(left - 200, top);
    await expect.poll(() => more.textContent()).toMatch(/At the pointer–/);
  });

  test('a canvas that is pressed has no ring as if a key had led there; one that a key leads to has', async () => {
    const { page } = opened;
    await follow(page, '?scene=tower&solver=soft-step');
    await expectRing(page);
  });

  test('the scene page speaks of no fingers', async () => {
    const { page } = opened;
    await expectOwnWordsOfScenes(page, 'laptop');
  });

  test('the console stays clean', () => {
    expect(opened.complaints).toEqual([]);
  });
});

test('in a narrow window one panel is open at a time, and the view has most of the page, also below more measurements', async () => {
  const { page, complaints } = await open(`?scene=pyramid&solver=soft-step&${still}`, {
    viewport: { width: 900, height: 700 },
  });
  const shown = async () => {
    const panels = page.locator('.panel').filter({ visible: true });
    const { width, height } = (await page.locator('#view').boundingBox())!;
    expect(width, 'the view has more than half of the width, or nearly').toBeGreaterThan(0.57 * 900);
    return { ids: await panels.evaluateAll((found) => found.map(({ id }) => id)), height };
  };
  const told = async () =>
    page.evaluate(() =>
      ['scenes', 'settings'].map((id) => document.querySelector(`#${id}-toggle`)?.ariaExpanded).join(),
    );
  expect((await shown()).ids).toEqual(['scenes']);
  expect(await told()).toBe('true,false');
  await page.locator('.hud summary').click();
  expect((await shown()).height).toBeGreaterThan(0.5 * 700);
  await page.locator('#settings-toggle').click();
  expect((await shown()).ids).toEqual(['settings']);
  expect(await told()).toBe('false,true');
  await page.locator('#teaching-toggle').click();
  expect((await shown()).ids).toEqual(['teaching']);
  await page.locator('#teaching-toggle').click();
  expect((await shown()).ids).toEqual(['scenes']);
  await resize(page, { width: 1280, height: 700 });
  await expect.poll(async () => (await shown()).ids).toEqual(['scenes', 'settings']);
  expect(complaints).toEqual([]);
});

test('enlarged to twice its size, the hint does not cover the title', async () => {
  const { page } = await open('?scene=articles-constraint&engine=webgl', {
    viewport: { width: 640, height: 400 },
  });
  const title = (await page.locator('#scene-head').boundingBox())!;
  const hint = (await page.locator('#hint').boundingBox())!;
  expect(hint.x).toBeGreaterThanOrEqual(title.x + title.width);
  expect(hint.x + hint.width).toBeLessThanOrEqual(640);
});

const lying = { ...phone, viewport: { width: 844, height: 390 } };

describe('the scene page on a phone', () => {
  const opened = sharePage(() => open(`?scene=jelly-drop&solver=penalty&${still}`, lying));

  test('a link to a solver that cannot run the scene says so in place of the hint', async () => {
    const { page } = opened;
    expect(await page.evaluate(() => window.otedama!.solver)).toBe('shape-matching');
    expect(await page.locator('#toast').textContent()).toContain('Penalty springs has no soft bodies');
    // the message of the link may be over: another one, looked at before its time can pass
    const seen = await page.evaluate(() => {
      window.dispatchEvent(new KeyboardEvent('keydown', { key: 'z' }));
      return ['#toast.shown', '#hint'].map(
        (part) => document.querySelector(part)?.checkVisibility({ visibilityProperty: true }) ?? false,
      );
    });
    expect(seen).toEqual([true, false]);
    await page.locator('#toast.shown').waitFor({ state: 'detached' });
    expect(await page.locator('#hint').isVisible()).toBe(true);
  });

  test('lying: the view has most of the page, panels lie over it, a lesson stands beside it', async () => {
    const { page } = opened;
    await follow(page, '?scene=tower&solver=soft-step');
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
    const beside = await box('#view');
    expect(beside.height).toBeGreaterThan(0.6 * 390);
    // labels follow in the next frame
    const label = () => box('.lesson-labels span >> nth=0');
    await expect.poll(async () => (await label()).x + (await label()).width).toBeLessThan(lesson.x);
    await expect
      .poll(async () => (await label()).y + (await label()).height)
      .toBeLessThan(beside.y + beside.height);
    expect((await label()).x).toBeGreaterThan(0);
    expect((await label()).y).toBeGreaterThan(beside.y);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(390);
    expect(await findBarriers(page)).toEqual([]);
    await page.locator('#teaching-toggle').tap();
  });

  test('lying: no control and no text is under a notch, a rounded corner or the home bar', async () => {
    const { page } = opened;
    await follow(page, '?scene=course&solver=soft-step');
    const emulation = await page.context().newCDPSession(page);
    const inset = { left: 47, right: 47, bottom: 21 };
    await emulation.send('Emulation.setSafeAreaInsetsOverride', { insets: inset });
    const outside = () =>
      page
        .locator('button:not(#skip), select, #timeline, h2, dt, dd')
        .filter({ visible: true })
        .evaluateAll(
          (parts, { left, right, bottom }) =>
            parts
              .filter((part) => {
                const box = part.getBoundingClientRect();
                const isBeside = box.left < left || box.right > innerWidth - right;
                return isBeside || box.bottom > innerHeight - bottom;
              })
              .map((part) => part.id || part.textContent),
          inset,
        );
    await expect.poll(outside).toEqual([]);
    expect((await page.locator('#view').boundingBox())!.width, 'only the drawing is').toBe(844);
    await emulation.send('Emulation.setSafeAreaInsetsOverride', { insets: {} });
    await expect.poll(async () => (await outside()).length).toBeGreaterThan(5);
  });

  test('a button shows what the scene is about, and its source, until another scene is shown', async () => {
    const { page } = opened;
    await follow(page, '?scene=tower&solver=soft-step');
    const about = page.locator('#scene-description');
    expect(await about.isVisible()).toBe(false);
    await page.locator('#about-open').tap();
    expect(await isOnTop(page, '#scene-about')).toBe(true);
    await page.locator('#source-open').tap();
    await page.locator('#source mark').waitFor();
    await page.locator('#source .close').tap();
    await page.locator('#about-open').tap();
    expect(await about.isVisible()).toBe(false);
    await page.locator('#about-open').tap();
    await follow(page, '?scene=pyramid&solver=soft-step');
    expect(await about.isVisible()).toBe(false);
  });

  test('lying: the buttons that make a character walk do not cover it', async () => {
    const { page } = opened;
    await follow(page, '?scene=course&solver=soft-step');
    // the character is the last body, a capsule
    const feet = await page.evaluate(() => {
      const { x, y } = window.otedama!.bodies().at(-1)!;
      return { left: window.otedama!.toPage(x - 0.5, y), right: window.otedama!.toPage(x + 0.5, y) };
    });
    // two thumbs reach the corners
    for (const [button, isFar] of [
      ['#walk-left', false],
      ['#walk-right', false],
      ['#walk-jump', true],
    ] as const) {
      const { x, width } = (await page.locator(button).boundingBox())!;
      expect(isFar ? x > feet.right.left : x + width < feet.left.left, button).toBe(true);
      expect(isFar ? x > 0.8 * 844 : x + width < 0.2 * 844, button).toBe(true);
      expect(x >= 0 && x + width <= 844).toBe(true);
    }
  });

  test('turned upright, the ground is low in the view, narrow scenes are larger, and turned back all is as before', async () => {
    const { page } = opened;
    /** Height of the ground as a fraction of the view from its upper edge, and the width of a metre as one of the view. */
    const look = () =>
      page.evaluate(() => {
        const { top, height, width } = document.querySelector('#view')!.getBoundingClientRect();
        const { toPage } = window.otedama!;
        const [left, right] = [toPage(0, 0), toPage(1, 0)];
        return { ground: (left.top - top) / height, meter: (right.left - left.left) / width };
      });
    const turned = async (scene: string) => {
      await resize(page, lying.viewport);
      await follow(page, `?scene=${scene}&solver=soft-step`);
      const before = await look();
      await resize(page, phone.viewport);
      await expect.poll(async () => (await look()).meter).toBeGreaterThan(1.5 * before.meter);
      await expect.poll(async () => (await look()).ground).toBeGreaterThan(0.78);
      const upright = await look();
      expect(upright.ground).toBeLessThan(0.92);
      await resize(page, lying.viewport);
      await expect.poll(look).toEqual(before);
      return upright.meter / before.meter;
    };
    await turned('wrecking-ball');
    expect(await turned('tower')).toBeGreaterThan(3);
  });

  test('a message is seen over an open panel; Escape closes the panel, and the focus returns to its button', async () => {
    const { page } = opened;
    await resize(page, phone.viewport);
    await follow(page, '?scene=tower&solver=soft-step');
    await page.locator('#settings-toggle').tap();
    await page.locator('#settings .lil-number input').first().focus();
    // it is shown for seconds, which a busy machine may miss
    const shown = page.locator('#toast').evaluate(
      (toast) =>
        new Promise<string>((done) => {
          new MutationObserver(() => {
            if (toast.classList.contains('shown')) done(toast.textContent);
          }).observe(toast, { attributeFilter: ['class'] });
        }),
    );
    await page.getByRole('button', { name: 'Copy link' }).last().tap();
    expect(await shown).toBe('Link copied');
    expect(await isOnTop(page, '#toast')).toBe(true);
    await page.locator('#settings .lil-number input').first().focus();
    await page.keyboard.press('Escape');
    expect(await page.locator('#settings').isVisible()).toBe(false);
    expect(await focused(page)).toBe('settings-toggle');
    await page.locator('#scenes-toggle').tap();
    await page.getByRole('link', { name: 'Pyramid', exact: true }).focus();
    await page.keyboard.press('Enter');
    expect(await focused(page), 'a scene was chosen').toBe('scenes-toggle');
  });

  test('a lesson that has nothing to show yet still shows the bodies above its sheet', async () => {
    const { page } = opened;
    await follow(page, '?scene=tower&solver=soft-step');
    await page.locator('#teaching-toggle').tap();
    await page.getByRole('tab', { name: 'Goal positions' }).tap();
    await page.locator('#teaching .notice').waitFor();
    const sheet = (await page.locator('#teaching').boundingBox())!;
    const view = (await page.locator('#view').boundingBox())!;
    const tops = () =>
      page.evaluate(() => window.otedama!.bodies().map(({ x, y }) => window.otedama!.toPage(x, y).top));
    // the view moves when the canvas has its new size
    await expect.poll(async () => Math.max(...(await tops()))).toBeLessThan(sheet.y);
    expect(Math.min(...(await tops()))).toBeGreaterThan(view.y);
    await page.locator('#teaching-toggle').tap();
  });

  test('a button does not stay coloured after a tap as if a pointer were over it', async () => {
    const { page } = opened;
    await follow(page, '?scene=tower&solver=soft-step');
    const ground = () => page.locator('#step').evaluate((step) => getComputedStyle(step).backgroundColor);
    const before = await ground();
    await page.locator('#step').tap();
    await expect.poll(() => page.evaluate(() => window.otedama!.steps)).toBe(1);
    expect(await ground()).toBe(before);
  });

  test('controls are large enough for a finger, and no field makes the page zoom', async () => {
    const { page } = opened;
    await expectRoomForFingers(page);
  });

  test('the scene page speaks of no keys', async () => {
    const { page } = opened;
    await expectOwnWordsOfScenes(page, 'phone');
  });

  test('the console stays clean', () => {
    expect(opened.complaints).toEqual([]);
  });
});

test('the cloth page on a phone: the hint about dragging stays until the cloth was dragged, controls fit fingers, no word of keys', async () => {
  const { page, complaints } = await playground.open('cloth.html?engine=webgl&paused=1', phone);
  await running(page);
  await expectOwnWords(page, 'phone', 'page');
  await page.locator('#scenes-toggle').tap();
  await expectOwnWords(page, 'phone', 'list');
  await page.keyboard.press('Escape');
  await expectRoomForFingers(page);

  expect(await page.getByText('Drag and throw the cloth').isVisible()).toBe(true);
  expect(await isOnTop(page, '#hint')).toBe(true);
  await page.locator('#view').tap({ position: { x: 30, y: 30 } });
  expect(await page.locator('#hint').isVisible(), 'a press beside the cloth is none on it').toBe(true);
  const view = (await page.locator('#view').boundingBox())!;
  await page.touchscreen.tap(view.x + view.width / 2, view.y + view.height / 2);
  await expect.poll(() => page.locator('#hint').isVisible()).toBe(false);
  await page.reload();
  await running(page);
  expect(await page.locator('#hint').isVisible()).toBe(false);
  expect(complaints).toEqual([]);
});

test('the cloth page on a laptop: no word of fingers, and a ring for keys only', async () => {
  const { page } = await playground.open('cloth.html?engine=webgl&paused=1', wide);
  await running(page);
  await expectOwnWords(page, 'laptop', 'page');
  await page.locator('#scenes-toggle').click();
  await expectOwnWords(page, 'laptop', 'list closed');
  await expectRing(page);
});

for (const [screen, options, shown, hidden] of [
  ['phone', phone, 'One finger', 'Shift'],
  ['laptop', wide, 'Shift', 'One finger'],
] as const)
  test(`triangle and particles on a ${screen} speak of what it has; keys alone give the canvas a ring`, async () => {
    const { page } = await playground.open('triangle.html', options);
    await running(page);
    await expectOwnWords(page, screen, 'triangle');
    await page.goto(`${playground.url}instancing.html`);
    await running(page);
    await expectOwnWords(page, screen, 'particles');
    const isSeen = (words: string) => page.locator('figcaption').getByText(words).isVisible();
    expect(await isSeen(shown)).toBe(true);
    expect(await isSeen(hidden)).toBe(false);
    await resize(page, lying.viewport);
    const canvas = (await page.locator('#view').boundingBox())!;
    expect(canvas.height, 'the whole canvas on a low screen').toBeLessThan(390);
    expect(canvas.width / canvas.height).toBeCloseTo(500 / 400, 2);
    await resize(page, options.viewport);
    if (screen === 'laptop') await expectRing(page);
  });

for (const path of ['index.html', 'cloth.html'])
  test(`${path} wide or narrow, that can draw nothing says what helps, visibly, and offers nothing that cannot work`, async () => {
    const { page } = await playground.open(path, {
      ...wide,
      script: () => {
        Object.defineProperty(Navigator.prototype, 'gpu', { value: { requestAdapter: async () => null } });
        HTMLCanvasElement.prototype.getContext = () => null;
      },
    });
    const message = page.locator('#message');
    await message.waitFor();
    for (const { viewport } of [wide, phone]) {
      await resize(page, viewport);
      expect(await message.textContent()).toMatch(/neither WebGPU .* nor WebGL2.*driver update/);
      expect(await isOnTop(page, '#message')).toBe(true);
      for (const idle of ['.transport', '.hud', '#settings-toggle', '#scenes', '#settings', '#hint']) {
        expect(await page.locator(idle).filter({ visible: true }).count(), idle).toBe(0);
      }
      expect(await findBarriers(page)).toEqual([]);
    }
  });

test('the scene page loads no code of cloths', async () => {
  const { page } = await open(`?${still}`);
  const scripts = await page.evaluate(() => {
    const addresses = performance.getEntriesByType('resource').map(({ name }) => name);
    const read = async (address: string) => (await fetch(address)).text();
    return Promise.all(addresses.filter((address) => /\.js$/.test(address)).map(read));
  });
  expect(scripts.length).toBeGreaterThan(5);
  const withKernels = scripts.filter((script) => script.includes('@compute'));
  expect(withKernels.map((script) => script.slice(0, 200))).toEqual([]);
});
