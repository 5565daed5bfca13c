import { sceneList } from '@otedama/scenes';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import type {} from '../src/test-handle.js';
import {
  findBarriers,
  follow,
  loseDevice,
  makeSteps,
  press,
  resize,
  sharePage,
  takePicture,
  usePlayground,
  wide,
} from './browser.js';

const playground = usePlayground();
const open = playground.openScene;

const ask = <Answer>(
  page: Page,
  question: (handle: NonNullable<Window['otedama']>) => Answer,
): Promise<Answer> => page.evaluate(`(${question.toString()})(window.otedama)`) as Promise<Answer>;

/** Waits until the canvas shows the scene. Shaders compile in the background. */
const drawn = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => document.querySelector('#view')?.getAttribute('data-drawn') === 'true');

const bodies = (page: Page) => ask(page, (otedama) => otedama.bodies());

const placeOf = (page: Page, point: { x: number; y: number }): Promise<{ left: number; top: number }> =>
  page.evaluate(({ x, y }) => window.otedama?.toPage(x, y) ?? { left: 0, top: 0 }, point);

const hashes = new Set<string>();

for (const engine of ['webgpu', 'webgl'] as const) {
  describe(engine, () => {
    const opened = sharePage(async () => {
      const query = `?scene=articles-constraint&solver=soft-step&paused=1&engine=${engine}`;
      const page = await open(query, { ...wide, isDrawn: true });
      await drawn(page.page);
      return page;
    });

    test('the page opens on the scene of its link, says which engine draws, and draws walls, outlines and spheres', async () => {
      const { page } = opened;
      expect(await ask(page, (otedama) => otedama.engine)).toBe(engine);
      expect(await ask(page, (otedama) => otedama.scene)).toBe('articles-constraint');
      const name = { webgpu: 'WebGPU', webgl: 'WebGL' }[engine];
      expect(await page.locator('#more-measurements').textContent()).toContain(name);
      expect(await page.title()).toContain('Otedama');

      const picture = await takePicture(page.locator('#view'));
      const box = await page.locator('#view').boundingBox();
      const colorAt = async (x: number, y: number) => {
        const { left, top } = await placeOf(page, { x, y });
        return picture.at(Math.round(left - (box?.x ?? 0)), Math.round(top - (box?.y ?? 0)));
      };
      const [red, green, blue] = await colorAt(7 + Math.SQRT2, 14 + Math.SQRT2);
      expect(blue, 'sphere at a corner of the blue square').toBeGreaterThan(100);
      expect(Math.max(red, green)).toBeLessThan(60);
      expect((await colorAt(7, 14)).slice(0, 3), 'inside of an outline').toEqual([255, 255, 255]);
      expect((await colorAt(-11, 14))[1], 'sphere of the green square').toBeGreaterThan(100);
      const dark = picture.count((r, g, b) => Math.max(r, g, b) < 60);
      expect(dark, 'two black lines across the canvas').toBeGreaterThan(800);
    });

    test('bodies move, no faster than real time', async () => {
      const { page } = opened;
      await page.keyboard.press('r');
      const before = await bodies(page);
      expect(before).toHaveLength(3);
      const now = () => page.evaluate(() => performance.now());
      const start = await now();
      // the first step may be due since the frame before the key
      await page.evaluate(() => new Promise(requestAnimationFrame));
      await page.keyboard.press('p');
      await page.waitForFunction(() => window.otedama!.steps >= 60);
      await page.keyboard.press('p');
      const end = await now();
      const after = await bodies(page);
      before.forEach((body, index) => {
        expect(Math.hypot(after[index].x - body.x, after[index].y - body.y)).toBeGreaterThan(2);
      });
      const steps = await ask(page, (otedama) => otedama.steps);
      expect(steps, 'no faster than real time').toBeLessThan((60 * (end - start)) / 1000 + 2);
    });

    test('a pointer drag moves the body it grabs, and lets it go again', async () => {
      const { page } = opened;
      await page.keyboard.press('r');
      const start = (await bodies(page))[0];
      const from = await placeOf(page, start);
      await page.mouse.move(from.left, from.top);
      await page.mouse.down();
      const target = { x: 0, y: 12 };
      const to = await placeOf(page, target);
      await page.mouse.move(to.left, to.top, { steps: 8 });
      await expect
        .poll(async () => {
          await makeSteps(page, 10);
          const held = (await bodies(page))[0];
          return Math.hypot(held.x - target.x, held.y - target.y);
        })
        .toBeLessThan(2);
      await page.mouse.up();
      await expect
        .poll(async () => {
          await makeSteps(page, 10);
          return (await bodies(page))[0].y;
        })
        .toBeLessThan(8);
    });

    test('a drag on the ground moves the view, the wheel zooms at the pointer, Home resets the view', async () => {
      const { page } = opened;
      const home = await ask(page, (otedama) => otedama.view());
      // pointer events carry whole pixels
      const exact = await placeOf(page, { x: 0, y: 16 });
      const held = { left: Math.round(exact.left), top: Math.round(exact.top) };
      await page.mouse.move(held.left, held.top);
      await page.mouse.down();
      await page.mouse.move(held.left + 60, held.top + 40, { steps: 4 });
      await page.mouse.up();
      const moved = await placeOf(page, { x: 0, y: 16 });
      expect(moved.left).toBeCloseTo(exact.left + 60, 3);
      expect(moved.top).toBeCloseTo(exact.top + 40, 3);
      await page.mouse.wheel(0, -240);
      await expect
        .poll(() => ask(page, (otedama) => otedama.view().halfHeight))
        .toBeLessThan(0.7 * home.halfHeight);
      const zoomed = await placeOf(page, { x: 0, y: 16 });
      expect(Math.abs(zoomed.left - moved.left), 'within a pixel').toBeLessThan(1);
      expect(Math.abs(zoomed.top - moved.top)).toBeLessThan(1);
      await page.keyboard.press('r');
      expect(
        await ask(page, (otedama) => otedama.view().halfHeight),
        'restart keeps the camera',
      ).toBeLessThan(home.halfHeight);
      await page.keyboard.press('Home');
      expect(await ask(page, (otedama) => otedama.view())).toEqual(home);
    });

    test('F and a button show all moving bodies, wherever the view was', async () => {
      const { page } = opened;
      const click = (name: string) => page.getByRole('button', { name }).click();
      const canvas = (await page.locator('#view').boundingBox())!;
      const shares = async () => {
        const places = await ask(page, (otedama) => otedama.bodies().map(({ x, y }) => otedama.toPage(x, y)));
        return places.map(({ left, top }) => [
          (left - canvas.x) / canvas.width,
          (top - canvas.y) / canvas.height,
        ]);
      };
      const isSeen = ([right, down]: number[]): boolean => Math.min(right, down, 1 - right, 1 - down) > 0.05;
      const home = await ask(page, (otedama) => otedama.view());
      const lookAway = async () => {
        await press(page, 'ArrowLeft', 15);
        expect((await shares()).some(isSeen)).toBe(false);
      };
      await lookAway();
      await page.keyboard.press('f');
      const seen = await shares();
      expect(seen.length).toBeGreaterThan(2);
      expect(seen.every(isSeen)).toBe(true);
      const framed = await ask(page, (otedama) => otedama.view());
      await lookAway();
      await click('Fit moving bodies');
      expect(await ask(page, (otedama) => otedama.view())).toEqual(framed);
      await click('Reset view');
      expect(await ask(page, (otedama) => otedama.view())).toEqual(home);
      await click('Fit moving bodies');
      // while the focus is in the panel, keys belong to the panel
      await page.evaluate(
        () => document.activeElement instanceof HTMLElement && document.activeElement.blur(),
      );
      const spread = [0, 1].map((axis) => {
        const along = seen.map((share) => share[axis]);
        return Math.max(...along) - Math.min(...along);
      });
      expect(Math.max(...spread), 'and fills the view').toBeGreaterThan(0.4);
      await page.keyboard.press('Home');
    });

    test('a lost device is restored and drawing goes on', async () => {
      const { page } = opened;
      const ink = async () =>
        (await takePicture(page.locator('#view'))).count((r, g, b) => Math.min(r, g, b) < 128);
      const before = await ink();
      await loseDevice(page);
      await page.keyboard.press('o');
      await expect.poll(ink).toBeGreaterThan(0.8 * before);
      expect(await page.locator('#message').isVisible()).toBe(false);
    });

    test('five steps give the same state as under the other engine, and its hash is shown', async () => {
      const { page } = opened;
      await page.keyboard.press('r');
      await makeSteps(page, 5);
      const hash = await ask(page, (otedama) => otedama.hash);
      expect(hash).toMatch(/^[0-9a-f]{16}$/);
      await expect.poll(() => page.locator('#measurements').textContent()).toContain(hash);
      hashes.add(hash);
      expect(hashes.size).toBe(1);
    });

    test('the console stays clean', () => {
      const others = opened.complaints.filter((text) => !/context lost|device.*lost|restored/i.test(text));
      expect(others).toEqual([]);
    });
  });
}

test('three solvers side by side: one scene, one clock, one view, each pane drawn, and the plots; a drag in a pane holds the body of that pane only', async () => {
  const { page, complaints } = await open(
    '?scene=articles-constraint&solver=soft-step&with=force,shape-matching&plots=1&paused=1',
  );
  expect(await ask(page, (otedama) => otedama.solvers)).toEqual(['soft-step', 'force', 'shape-matching']);
  expect(await page.locator('#panes span').allTextContents()).toEqual([
    'Soft step',
    'Impulses as forces',
    'Shape matching',
  ]);
  // the plots get a sample in a frame
  for (let frame = 0; frame < 10; frame++) await makeSteps(page, 6);
  expect(await ask(page, (otedama) => otedama.allSteps)).toEqual([60, 60, 60]);
  await drawn(page);
  const stage = await takePicture(page.locator('#view'));
  const view = (await page.locator('#view').boundingBox())!;
  const panes = await Promise.all(
    (await page.locator('#panes div').all()).map(async (pane) => (await pane.boundingBox())!),
  );
  expect(new Set(panes.map(({ y }) => y)).size, 'rows').toBe(2);
  const [first, second, third] = panes.map(({ x, width }) => x + width / 2);
  expect(third, 'the last is in the middle').toBeCloseTo((first + second) / 2, 1);
  for (const [name, passes] of [
    ['blue', (r: number, g: number, b: number) => b > 150 && r < 80 && g < 80],
    ['green', (r: number, g: number, b: number) => g > 150 && r < 80 && b < 80],
  ] as const) {
    for (const [index, pane] of panes.entries()) {
      let count = 0;
      for (let y = Math.ceil(pane.y - view.y); y < pane.y + pane.height - view.y; y++) {
        for (let x = Math.ceil(pane.x - view.x); x < pane.x + pane.width - view.x; x++) {
          const [r, g, b] = stage.at(x, y);
          if (passes(r, g, b)) count++;
        }
      }
      expect(count, `${name} outline in pane ${index}`).toBeGreaterThan(20);
    }
  }
  const lines = async () => {
    const plots = await takePicture(page.locator('#plots-canvas'));
    return plots.count((r, g, b) => Math.max(r, g, b) - Math.min(r, g, b) > 60);
  };
  await expect.poll(lines, { message: 'coloured lines' }).toBeGreaterThan(300);
  expect(await page.locator('#plots-canvas').getAttribute('aria-label')).toMatch(
    /Shape matching: energy [-\d,.]+ J/,
  );
  await expect.poll(() => page.url()).toContain('with=force,shape-matching');

  const heights = () => ask(page, (otedama) => [0, 1, 2].map((pane) => otedama.bodies(pane)[0].y));
  for (const [index, pane] of panes.entries()) {
    await page.keyboard.press('r');
    const { left, top } = await placeOf(page, (await bodies(page))[0]);
    await page.mouse.move(left + pane.x - panes[0].x, top + pane.y - panes[0].y);
    await page.mouse.down();
    await makeSteps(page, 50);
    const found = await heights();
    found.forEach((y, other) => {
      if (other !== index) expect(found[index] - y, `pane ${index}, ${other} falls`).toBeGreaterThan(1.5);
    });
    await page.mouse.up();
  }
  expect(complaints).toEqual([]);
});

test('a first visit: the scene moves, each scene has its own solver until one is chosen, and a hint stays until something was dragged', async () => {
  const { page, complaints } = await open('?paused=0&engine=webgl');
  expect(await ask(page, (otedama) => otedama.scene)).toBe('fountain');
  const hint = page.locator('#hint');
  expect(await hint.isVisible()).toBe(true);
  await expect.poll(() => ask(page, (otedama) => otedama.steps), { message: 'it moves' }).toBeGreaterThan(0);
  await page.keyboard.press('p');
  const solverOf = () => ask(page, (otedama) => otedama.solver);
  const choose = async (name: string) => {
    await page.getByRole('link', { name, exact: true }).click();
    return solverOf();
  };
  expect(await solverOf()).toBe('soft-step');
  expect(await choose('Force based')).toBe('force');
  expect(await choose('Shape matching')).toBe('shape-matching');
  expect(await choose('Tower'), 'no solver was chosen by hand').toBe('soft-step');
  // nor colours: those of the system, also when it changes them
  const theme = () => page.locator('html').getAttribute('data-theme');
  expect(await theme()).toBe('day');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(theme).toBe('night');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(theme).toBe('day');
  await page.locator('#solver').selectOption('penalty');
  // the bars bend down to the ground
  await resize(page, { width: 1000, height: 640 });
  await follow(page, '?scene=jelly-bars');
  const noted = (await hint.boundingBox())!;
  await expect.poll(async () => (await placeOf(page, { x: 0, y: 0 })).top).toBeLessThan(noted.y);
  await resize(page, wide.viewport);
  expect(await choose('Force based'), 'one was').toBe('penalty');

  const { left, top } = await placeOf(page, (await bodies(page))[0]);
  await page.mouse.move(left, top);
  await page.mouse.down();
  await page.mouse.up();
  const home = await ask(page, (otedama) => otedama.view());
  await expect.poll(() => hint.isVisible()).toBe(false);
  await page.keyboard.press('r');
  expect(await ask(page, (otedama) => otedama.view()), 'the view stays').toEqual(home);
  await page.reload();
  await page.waitForFunction(() => window.otedama !== undefined);
  expect(await hint.isVisible(), 'who has dragged knows').toBe(false);
  expect(complaints).toEqual([]);
});

test('a link brings back scene, parameters, style and pause; an unknown solver and a parameter out of range are reported, and the page opens anyway', async () => {
  const { page, complaints } = await open(
    '?scene=pyramid&p.base=4&style=night&solver=softstep&paused=1&w.gravity=1.6&w.sleeping=false&engine=webgl',
  );
  expect(await ask(page, (otedama) => [otedama.scene, otedama.paused])).toEqual(['pyramid', true]);
  expect(await bodies(page)).toHaveLength(10);
  expect(await page.locator('html').getAttribute('data-theme')).toBe('night');
  expect(await page.locator('#toast').textContent()).toBe('There is no solver “softstep” here.');
  const row = (name: string) => page.locator('#settings .lil-controller', { hasText: name }).locator('input');
  expect(await row('Gravity').inputValue()).toBe('1.6');
  expect(await row('Sleeping').isChecked()).toBe(false);
  await row('Sleeping').check();
  await expect.poll(() => new URL(page.url()).searchParams.get('w.sleeping')).toBe('true');
  await page.keyboard.press(']');
  const inAddress = (name: string) => new URL(page.url()).searchParams.get(name);
  await expect.poll(() => inAddress('scene')).not.toBe('pyramid');
  expect(inAddress('w.gravity'), 'another scene has its own').toBe(null);
  expect(complaints).toEqual([]);
  await page.goto(`${playground.url}index.html?scene=pyramid&p.base=-3&paused=1&engine=webgl`);
  await page.waitForFunction(() => window.otedama !== undefined);
  expect((await bodies(page)).length).toBeGreaterThan(0);
  expect(await page.locator('#toast').textContent()).toContain('base');
});

test('on a phone nothing is cut off, panels open over the stage, a finger drags a body, two fingers zoom', async () => {
  const { page, complaints } = await open('?paused=1&engine=webgl', {
    viewport: { width: 390, height: 780 },
    hasTouch: true,
    isMobile: true,
  });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  // the skip link past the list is visible only while it has the focus
  for (const button of await page.locator('header button:not(#skip):visible').all()) {
    const box = await button.boundingBox();
    expect(box?.width).toBeGreaterThanOrEqual(24);
    expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= 390).toBe(true);
  }
  expect(await page.locator('#scenes').isVisible()).toBe(false);
  await page.locator('#scenes-toggle').tap();
  await page.getByRole('link', { name: 'Tower', exact: true }).tap();
  expect(await ask(page, (otedama) => otedama.scene)).toBe('tower');
  expect(await page.locator('#scenes').isVisible()).toBe(false);

  const touch = await page.context().newCDPSession(page);
  const send = (
    type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel',
    touchPoints: { x: number; y: number }[],
  ) => touch.send('Input.dispatchTouchEvent', { type, touchPoints });
  const home = await ask(page, ({ view }) => view());
  const pile = await bodies(page);
  const top = pile.reduce((highest, body, index) => (body.y > pile[highest].y ? index : highest), 0);
  const from = await placeOf(page, pile[top]);
  await send('touchStart', [{ x: from.left, y: from.top }]);
  // longer than the minimum duration of a long press, by the page's own timers
  await page.evaluate(() => new Promise((done) => setTimeout(done, 200)));
  await send('touchMove', [{ x: from.left + 60, y: from.top - 40 }]);
  await expect
    .poll(async () => {
      await makeSteps(page, 5);
      return (await bodies(page))[top].x - pile[top].x;
    })
    .toBeGreaterThan(0.2);
  // a second finger drags another body meanwhile
  const held = { x: from.left + 60, y: from.top - 40 };
  const low = pile.reduce((lowest, body, index) => (body.y < pile[lowest].y ? index : lowest), 0);
  const other = await placeOf(page, (await bodies(page))[low]);
  const start = (await bodies(page))[low].x;
  await send('touchStart', [held, { x: other.left, y: other.top }]);
  await send('touchMove', [held, { x: other.left - 80, y: other.top }]);
  await expect
    .poll(async () => {
      await makeSteps(page, 5);
      return (await bodies(page))[low].x - start;
    })
    .toBeLessThan(-0.2);
  await send('touchCancel', []);
  expect(await ask(page, ({ view }) => view()), 'no pinch').toEqual(home);

  const before = await ask(page, (otedama) => otedama.view().halfHeight);
  await send('touchStart', [
    { x: 150, y: 300 },
    { x: 240, y: 300 },
  ]);
  await send('touchMove', [
    { x: 110, y: 300 },
    { x: 280, y: 300 },
  ]);
  await send('touchEnd', []);
  await expect.poll(() => ask(page, (otedama) => otedama.view().halfHeight)).toBeLessThan(0.7 * before);

  await page.locator('#help-open').tap();
  await page.getByText('Two fingers', { exact: true }).waitFor();
  expect(await page.locator('#help-keys').isVisible(), 'keys that a phone does not have').toBe(false);
  expect(complaints).toEqual([]);
});

// in this order: the first stop of the keyboard before anything has the focus, and the history before a solver is chosen and many
// addresses are written
describe('on a laptop', () => {
  const opened = sharePage(() => open('?scene=towr&paused=1&engine=webgl'));

  test('a link to a scene that does not exist says so, and the page opens anyway', async () => {
    const { page } = opened;
    expect(await page.locator('#toast').textContent()).toBe('There is no scene “towr” here.');
    expect((await bodies(page)).length).toBeGreaterThan(0);
  });

  for (const forcedColors of ['none', 'active'] as const)
    test(`keyboard: the first stop leads past the list to the view, every stop has a name and a visible focus; forced colours: ${forcedColors}`, async () => {
      const { page } = opened;
      await page.emulateMedia({ forcedColors });
      await follow(page, '?scene=tower');
      const focused = () =>
        page.evaluate(() => {
          const { id, labels, ariaLabel, textContent } = document.activeElement as HTMLInputElement;
          const style = getComputedStyle(document.activeElement!);
          const hasOutline = style.outlineStyle !== 'none' && !/rgba\(.*, 0\)/.test(style.outlineColor);
          const labelledBy = document.getElementById(
            document.activeElement?.getAttribute('aria-labelledby') ?? '',
          );
          const words = [textContent, labels?.[0]?.textContent, labelledBy?.textContent];
          const name = ariaLabel ?? words.find((text) => text?.trim());
          // forced colours draw outlines of any colour, and no shadows
          const isForced = matchMedia('(forced-colors: active)').matches;
          const isSeen = isForced
            ? style.outlineStyle !== 'none'
            : id === 'timeline' || hasOutline || style.boxShadow !== 'none';
          return { id, name, isSeen, outline: style.outlineStyle };
        });
      // the stops before it end here
      if ((await focused()).id !== 'skip') await page.keyboard.press('Tab');
      expect(await focused()).toMatchObject({ id: 'skip', name: 'To the view', isSeen: true });
      await page.keyboard.press('Enter');
      expect(await focused()).toMatchObject({ id: 'view', isSeen: true, outline: 'solid' });
      await page.keyboard.press('o');
      await expect.poll(() => ask(page, (otedama) => otedama.steps)).toBe(1);
      const stops: string[] = [];
      for (let k = 0; k < 80; k++) {
        await page.keyboard.press('Tab');
        const { id, name, isSeen } = await focused();
        if (id === 'skip') break;
        stops.push(id);
        if (stops.length > 1 && (await page.evaluate(() => document.activeElement === document.body))) break;
        expect(name, `stop ${k} ${id}`).toBeTruthy();
        expect(isSeen, `stop ${k} ${id} ${name}`).toBe(true);
      }
      expect(stops).toContain('timeline');
      expect(stops.length).toBeGreaterThan(30);
      await page.emulateMedia({ forcedColors: 'none' });
    });

  test('the page around the view: nothing covers the drawing, nothing jumps from scene to scene, controls are aligned', async () => {
    const { page } = opened;
    await follow(page, '?scene=pyramid');
    const box = async (selector: string) => (await page.locator(selector).boundingBox())!;
    const view = await box('#view');
    const readings = await box('.hud');
    expect(readings.y, 'the measurements stand below the view').toBeGreaterThanOrEqual(view.y + view.height);
    const apex = await placeOf(page, { x: 0, y: 20 });
    const head = await box('.scene-head');
    expect(apex.top, 'the top of the pyramid is below the description').toBeGreaterThan(head.y + head.height);

    const boxes = page.locator('#settings input[type=checkbox]');
    const lefts = await boxes.evaluateAll((inputs) =>
      inputs.map((input) => input.getBoundingClientRect().left),
    );
    expect(lefts.length).toBeGreaterThan(8);
    expect(new Set(lefts).size).toBe(1);
    const names = page.locator('#settings .lil-number .lil-slider');
    const sliders = await names.evaluateAll((all) =>
      all.map((slider) => slider.getBoundingClientRect().left),
    );
    expect(new Set(sliders).size).toBe(1);

    // the list of solvers has longer entries if some of them cannot run the scene
    const before = await box('#pause');
    await page.getByRole('link', { name: 'Bridge', exact: true }).click();
    await expect.poll(() => ask(page, (otedama) => otedama.scene)).toBe('bridge');
    expect((await box('#pause')).x).toBe(before.x);
    expect(await page.locator('#help-keys').textContent()).toContain('A D W walk');
  });

  test('back and forward go from scene to scene, each as it was left', async () => {
    const { page } = opened;
    await follow(page, '?scene=articles-constraint');
    const scene = () => ask(page, (otedama) => otedama.scene);
    await page.getByRole('link', { name: 'Tower', exact: true }).click();
    await page.locator('#solver').selectOption('penalty');
    await page.keyboard.press('o');
    await page.getByRole('link', { name: 'Pyramid', exact: true }).click();
    expect(await scene()).toBe('pyramid');
    // a scene is a place to come back to when the address says it
    await expect.poll(() => page.url()).toContain('scene=pyramid');
    await page.goBack();
    await expect.poll(scene).toBe('tower');
    expect(await ask(page, (otedama) => otedama.solver)).toBe('penalty');
    await expect.poll(() => page.url()).toContain('scene=tower');
    expect(await page.title()).toContain('Tower');
    await page.goBack();
    await expect.poll(scene).toBe('articles-constraint');
    expect(await ask(page, (otedama) => otedama.solver), 'as it was').toBe('sequential-impulses');
    await page.goForward();
    await page.goForward();
    await expect.poll(scene).toBe('pyramid');
    await expect.poll(() => page.url()).toContain('scene=pyramid');
    await page.goBack();
    await expect.poll(scene).toBe('tower');
  });

  test('keys step, pause, go to the neighbours, open help and search; the address follows', async () => {
    const { page } = opened;
    await follow(page, '?scene=articles-constraint');
    await page.keyboard.press('o');
    await page.keyboard.press('o');
    await expect.poll(() => ask(page, (otedama) => otedama.steps)).toBe(2);
    expect(await page.locator('#paused').isVisible()).toBe(true);
    await page.keyboard.press(']');
    expect(await ask(page, (otedama) => otedama.scene)).toBe('articles-force');
    await expect.poll(() => page.url()).toMatch(/scene=articles-force.*paused=1/);
    await page.keyboard.press('[');
    expect(await ask(page, (otedama) => otedama.scene)).toBe('articles-constraint');
    await page.keyboard.press('?');
    expect(await page.locator('#help').isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    expect(await page.locator('#help').isVisible()).toBe(false);
    await page.keyboard.press('p');
    expect(await page.locator('#paused').isVisible()).toBe(false);
    await page.keyboard.press('p');
    await page.keyboard.press('/');
    await page.keyboard.type('pyram');
    expect(await page.locator('#scene-list a').first().textContent()).toBe('Pyramid');
    await page.keyboard.press('Enter');
    expect(await ask(page, (otedama) => otedama.scene)).toBe('pyramid');
    await page.locator('#search').press('Escape');
    expect(await page.locator('#scene-list a').first().textContent(), 'the whole list again').not.toBe(
      'Pyramid',
    );
  });

  test('keys of the page work while a control has the focus that has no use for them, and only then', async () => {
    const { page } = opened;
    await follow(page, '?scene=pyramid');
    const steps = () => ask(page, (otedama) => otedama.steps);
    const box = page.locator('#settings input[type=checkbox]').last();
    const isTicked = await box.isChecked();
    await box.focus();
    await page.keyboard.press('o');
    await expect.poll(steps, { message: 'a key from within the settings' }).toBe(1);
    await page.keyboard.press(' ');
    expect(await box.isChecked(), 'a box is ticked').toBe(!isTicked);
    await page.locator('#step').focus();
    await page.keyboard.press(' ');
    await expect.poll(steps, { message: 'a button is pressed' }).toBe(2);
    await page.locator('#settings input[type=number], #settings .lil-number input').first().focus();
    await page.keyboard.press('o');
    // a requested step is made in the next frame
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    expect(await steps(), 'a field is typed into').toBe(2);
    await box.setChecked(isTicked);
  });

  test('on a low screen the text covers nothing of the scene; a scene that has left the view is found again', async () => {
    const { page } = opened;
    await resize(page, { width: 1280, height: 640 });
    await follow(page, '?scene=bounce-house');
    const words = (await page.locator('#scene-head').boundingBox())!;
    const view = (await page.locator('#view').boundingBox())!;
    expect((await placeOf(page, { x: 0, y: 10 })).top, 'upper wall').toBeGreaterThan(words.y + words.height);
    expect((await placeOf(page, { x: 0, y: -10 })).top, 'lower wall').toBeLessThan(view.y + view.height);
    const home = await ask(page, (otedama) => otedama.view());

    const gone = page.locator('#gone');
    await gone.waitFor({ state: 'hidden' });
    await press(page, 'ArrowLeft', 12);
    await gone.waitFor();
    await page.getByRole('button', { name: 'Find it' }).click();
    await gone.waitFor({ state: 'hidden' });
    const seen = await placeOf(page, (await bodies(page))[0]);
    expect(seen.left).toBeGreaterThan(view.x);
    await press(page, 'ArrowRight', 12);
    await page.locator('#gone-restart').click();
    await gone.waitFor({ state: 'hidden' });
    expect(await ask(page, (otedama) => otedama.view())).toEqual(home);
    await resize(page, wide.viewport);
  });

  test('the walking character counts as something that moves: the page misses nothing while it is in view', async () => {
    const { page } = opened;
    await follow(page, '?scene=course');
    await makeSteps(page, 60);
    const gone = page.locator('#gone');
    await press(page, 'ArrowLeft', 25);
    await gone.waitFor();
    await page.keyboard.press('Home');
    await gone.waitFor({ state: 'hidden' });
  });

  test('every scene of the list has a picture that shows something, in the colours of the page', async () => {
    const { page } = opened;
    await follow(page, '?scene=tower');
    const style = page.locator('#settings .lil-option select').last();
    await style.selectOption({ label: 'Filled' });
    const pictures = page.locator('#scene-list canvas');
    const allDrawn = (inStyle: string) =>
      page.waitForFunction(
        (name) =>
          [...document.querySelectorAll<HTMLElement>('#scene-list canvas')].every(
            ({ dataset }) => dataset.drawn === name || dataset.drawn === 'articles',
          ),
        inStyle,
      );
    await allDrawn('filled');
    expect(await pictures.count()).toBe(sceneList.length);
    /** Fraction of each picture that is not background; `grounds` are the red and blue values of the background colours. */
    const shown = (grounds: [number, number][]) =>
      pictures.evaluateAll(
        (all, given) =>
          (all as HTMLCanvasElement[]).map((canvas) => {
            const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
            let others = 0;
            for (let k = 0; k < data.length; k += 4)
              if (given.every(([red, blue]) => Math.abs(data[k] - red) + Math.abs(data[k + 2] - blue) > 12))
                others++;
            return (4 * others) / data.length;
          }),
        grounds,
      );
    const check = (shares: number[]): void =>
      shares.forEach((share, index) => {
        expect(share, sceneList[index].name).toBeGreaterThan(0.008);
        expect(share, sceneList[index].name).toBeLessThan(0.95);
      });
    const paper: [number, number] = [251, 247];
    const white: [number, number] = [255, 255];
    check(await shown([paper, white]));
    await style.selectOption({ label: 'Night' });
    await allDrawn('night');
    const night: [number, number] = [23, 33];
    check(await shown([night]));
    await page.getByRole('link', { name: 'Pyramid', exact: true }).click();
    expect(await pictures.count(), 'and keeps them').toBe(sceneList.length);
    check(await shown([night]));
  });

  test('axe finds nothing: by day and by night, wide and narrow, with help and with plots', async () => {
    const { page } = opened;
    const style = page.locator('#settings .lil-option select').last();
    const look = async (what: string) => expect(await findBarriers(page), what).toEqual([]);
    await follow(page, '?scene=tower');
    await style.selectOption({ label: 'Night' });
    await page.locator('#help-open').click();
    await look('night, help');
    await page.keyboard.press('Escape');
    await style.selectOption({ label: 'Filled' });
    await follow(page, '?scene=fountain');
    await look('day');
    await resize(page, { width: 390, height: 800 });
    await look('narrow');
    await page.locator('#help-open').click();
    await look('narrow, help');
    await page.keyboard.press('Escape');
    await follow(page, '?scene=pyramid');
    await page.keyboard.press('c');
    await page.locator('#plots').waitFor();
    await look('narrow, compared, plots');
  });

  test('the console stays clean', () => {
    expect(opened.complaints).toEqual([]);
  });
});
