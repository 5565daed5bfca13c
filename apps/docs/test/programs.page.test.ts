/**
 * The programs that the docs show: each is built as its frame is, found without barriers, stands still for those who asked for less motion,
 * and is then played.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { usePages } from '@otedama/tooling/page-tests';
import { findBarriers } from '@otedama/tooling/pages';
import { takePicture } from '@otedama/tooling/picture';
import { type PreviewServer, preview } from 'vite';
import { afterAll, expect, test } from 'vitest';
import { buildPrograms, programNames } from '../programs.js';

const folder = mkdtempSync(join(tmpdir(), 'otedama-programs-'));
let server: PreviewServer | undefined;
const pages = usePages(async () => {
  await buildPrograms(folder);
  server = await preview({
    configFile: false,
    build: { outDir: folder },
    preview: { port: 0 },
    logLevel: 'error',
  });
  return server.resolvedUrls!.local[0];
});
afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

const played = new Set<string>();
/** These may draw with WebGPU. */
const onWebGpu: readonly string[] = ['curtain', 'in-a-worker'];

/** A display of 20 frames per second: the pixels of the software renderer take most of the time of these tests. */
const slowDisplay = () => {
  window.requestAnimationFrame = (callback) => Number(setTimeout(() => callback(performance.now()), 50));
  window.cancelAnimationFrame = (id) => clearTimeout(id);
};

/** Opens a program in a frame of a phone. Frames come only in `run`. */
async function open(name: string, script?: () => void) {
  played.add(name);
  const { page, complaints } = await pages.open(`${name}.html`, {
    ...{ viewport: { width: 330, height: 500 }, hasTouch: true, isMobile: true, reducedMotion: 'reduce' },
    compositor: onWebGpu.includes(name) ? 'gpu' : 'software',
    prepare: async (page) => {
      await page.clock.install({ time: 0 });
      await page.clock.pauseAt(1_000);
      await page.addInitScript(slowDisplay); // its timers are those of the clock
    },
    ...(script === undefined ? {} : { script }),
  });
  const [output, canvas] = [page.locator('output'), page.locator('canvas')];
  const run = (milliseconds: number) => page.clock.runFor(milliseconds);
  const text = async () => (await output.textContent()) ?? '';
  await expect
    .poll(async () => {
      await run(50);
      return text();
    })
    .not.toBe('');
  // axe waits for timers, which come only in `run` as well
  let barriers: string[] | undefined;
  const search = findBarriers(page).then((found) => {
    barriers = found.filter((text) => !text.startsWith('page-has-heading-one')); // the page around the frame has it
  });
  while (barriers === undefined) await run(50);
  await search;
  expect(barriers).toEqual([]);
  // once it is complete: shaders and poses of a worker come when they are ready
  const standsStill = async () => {
    await run(50);
    const picture = await page.screenshot();
    await run(200);
    return picture.equals(await page.screenshot());
  };
  await expect.poll(standsStill).toBe(true);
  return {
    ...{ page, complaints, canvas, run, text },
    /** The numbers in the line above the picture. */
    numbers: async () => (await text()).match(/\d+/g)?.map(Number) ?? [],
    async hold(key: string, milliseconds: number) {
      await page.keyboard.down(key);
      await run(milliseconds);
      await page.keyboard.up(key);
    },
    /** How many pixels of the canvas have such a colour. */
    count: async (isMeant: (red: number, green: number, blue: number) => boolean) =>
      (await takePicture(canvas)).count(isMeant),
  };
}

test('breakout: a ball breaks bricks and is lost below; a tap serves', async () => {
  const { page, numbers, text, run, hold, canvas, complaints } = await open('breakout');
  expect(await numbers()).toEqual([40, 3]);
  await page.keyboard.press('Space');
  await run(1_500);
  const [bricks, lives] = await numbers();
  expect(bricks).toBeLessThan(40);
  expect(lives).toBe(3);
  await hold('ArrowRight', 3_500); // out of the way
  expect((await numbers())[1]).toBe(2);
  expect(await text()).toContain('serves');
  await canvas.tap();
  await run(100);
  expect(await text()).not.toContain('serves');
  expect(complaints).toEqual([]);
});

test('platformer: the hero takes coins, by keys and by the buttons for fingers, and begins anew after a fall', async () => {
  const { page, numbers, text, run, hold, complaints } = await open('platformer');
  expect(await numbers()).toEqual([9]);
  const right = page.getByRole('button', { name: 'right' });
  const { x, y } = (await right.boundingBox())!;
  await page.mouse.move(x + 10, y + 10);
  await page.mouse.down();
  await run(300);
  for (let jump = 0; jump < 4; jump++) {
    await hold('ArrowUp', 50);
    await run(400);
  }
  await page.mouse.up();
  expect((await numbers())[0]).toBeLessThan(9);
  await page.keyboard.down('ArrowRight');
  for (let jump = 0; jump < 20 && !(await text()).includes('Once more'); jump++) {
    await hold('ArrowUp', 50);
    await run(250);
  }
  expect(await text()).toContain('Once more');
  expect(complaints).toEqual([]);
});

test('a car seen from above: it drives, skids in a bend and meets the fence', async () => {
  const { page, numbers, hold, count, complaints } = await open('car-from-above');
  const marks = () =>
    count((red, green, blue) => Math.max(red, green, blue) < 150 && red - blue < 30 && red - blue > 3);
  const before = await marks();
  await hold('ArrowUp', 1_500);
  expect((await numbers())[0]).toBeGreaterThan(25);
  await page.keyboard.down('ArrowUp');
  await hold('ArrowRight', 1_000);
  expect(await marks()).toBeGreaterThan(before + 20);
  await hold('ArrowRight', 3_000);
  expect((await numbers())[1]).toBeGreaterThan(0);
  expect(complaints).toEqual([]);
});

test('a ragdoll cannon: dolls are shot by key and by tap, and lose limbs in the wall', async () => {
  const { page, numbers, run, canvas, complaints } = await open('ragdoll-cannon');
  expect(await numbers()).toEqual([0, 0]);
  await page.keyboard.press('Space');
  await canvas.tap({ position: { x: 200, y: 300 } });
  await run(3_000);
  const [shots, broken] = await numbers();
  expect(shots).toBe(2);
  expect(broken).toBeGreaterThan(0);
  expect(complaints).toEqual([]);
});

const hideGpu = () => Object.defineProperty(navigator, 'gpu', { value: undefined });
test.each([
  ['GPU', undefined],
  ['CPU', hideGpu],
])('a curtain on the %s opens when it is pulled', async (backend, script) => {
  const { page, text, run, count, complaints } = await open('curtain', script);
  expect(await text()).toContain(`on the ${backend}`);
  const fabric = () => count((red, green, blue) => red > 2 * green && red > 2 * blue && red > 40);
  const closed = await fabric();
  expect(closed).toBeGreaterThan(10_000);
  for (let k = 0; k < 6; k++) await page.keyboard.press('ArrowLeft');
  await run(1_200);
  expect(await fabric()).toBeLessThan(0.7 * closed);
  expect(complaints).toEqual([]);
});

test('a sandbox: undo and load bring back the same bits, and a damaged file changes nothing', async () => {
  const { page, text, run, canvas, complaints } = await open('sandbox');
  const press = async (name: string) => {
    await page.getByRole('button', { name }).tap();
    return text();
  };
  const saved = async () => {
    expect(await press('Save')).toBe('Saved in this browser.');
    return page.evaluate(() => localStorage.getItem('sandbox') ?? '');
  };
  expect(await press('Undo')).toBe('There is nothing to undo.');
  expect(await press('Load')).toBe('Nothing is saved here yet.');
  await canvas.tap({ position: { x: 100, y: 100 } });
  await run(1_000);
  const before = await saved();
  await canvas.tap({ position: { x: 200, y: 100 } });
  await run(500);
  expect(await saved()).not.toBe(before);
  expect(await press('Undo')).toBe('Undone.');
  expect(await saved()).toBe(before);
  expect(await press('Clear')).toContain('Empty');
  expect((await saved()).length).toBeLessThan(before.length);
  expect(await press('Undo')).toBe('Undone.');
  const damaged = [
    before.replace(/\d(?=,\d+\]$)/, (digit) => String((Number(digit) + 1) % 10)),
    before.slice(0, 99),
    '{}',
  ];
  for (const file of damaged) {
    expect(file).not.toBe(before);
    await page.evaluate((file) => localStorage.setItem('sandbox', file), file);
    expect(await press('Load')).toContain('nothing has changed');
    expect(await saved()).toBe(before);
  }
  expect(complaints).toEqual([]);
});

/** The GPU answers after a second of the page's time, when a worker of the page has long begun. */
const slowGpu = () => {
  const requestAdapter = navigator.gpu.requestAdapter.bind(navigator.gpu);
  navigator.gpu.requestAdapter = (options) =>
    new Promise((resolve) => setTimeout(resolve, 1_000)).then(() => requestAdapter(options));
};
test.each([
  ['', undefined],
  [' and a slow GPU', slowGpu],
])(
  'physics in a worker%s: its steps arrive and move the picture, and a push reaches it',
  async (_, script) => {
    const { page, numbers, run, canvas, complaints } = await open('in-a-worker', script);
    const start = await page.screenshot();
    await canvas.tap();
    await expect
      .poll(async () => {
        await run(50);
        return (await numbers())[0];
      })
      .toBeGreaterThan(10);
    expect((await page.screenshot()).equals(start)).toBe(false);
    expect(complaints).toEqual([]);
  },
);

test('rollback: guesses are wrong, steps are repeated, and both machines have the same bits', async () => {
  const { numbers, run, hold, complaints } = await open('rollback');
  await hold('ArrowRight', 1_000);
  await run(1_000);
  const [agreed, repeated] = await numbers();
  expect(agreed).toBeGreaterThan(100);
  expect(repeated).toBeGreaterThan(100);
  expect(complaints).toEqual([]); // the program throws if they differ
});

test('PixiJS: a touch sets the mill going; marbles run through and leave, and the wheels stay in the picture', async () => {
  const { numbers, run, count, canvas, complaints } = await open('with-pixi');
  const [marbles, passed] = await numbers();
  expect(marbles).toBeGreaterThan(20);
  expect(passed).toBeGreaterThan(20);
  const isWheel = (red: number, green: number, blue: number) => blue > red + 60 && blue > green + 20;
  const wheels = await count(isWheel);
  expect(wheels).toBeGreaterThan(1_000);
  await canvas.tap();
  await run(5_000);
  expect((await numbers())[1]).toBeGreaterThan(passed + 10);
  expect(Math.abs((await numbers())[0] - marbles)).toBeLessThan(40); // as many leave as come
  expect(await count(isWheel)).toBeGreaterThan(0.8 * wheels);
  expect(complaints).toEqual([]);
});

test('three.js: balls bring the castle down, and the flag can be pulled', async () => {
  const { page, run, canvas, complaints } = await open('with-three');
  /** Pixels of a colour: the leftmost one, and where they are on average. */
  const find = async (isMeant: (red: number, green: number, blue: number) => boolean) => {
    const picture = await takePicture(canvas);
    const found: [number, number][] = [];
    for (let x = 0; x < picture.width; x++) {
      for (let y = 0; y < picture.height; y++) {
        const [red, green, blue] = picture.at(x, y);
        if (isMeant(red, green, blue)) found.push([x, y]);
      }
    }
    const mean = (k: 0 | 1) => found.reduce((sum, place) => sum + place[k], 0) / found.length;
    return { left: found[0]?.[0] ?? 0, x: mean(0), y: mean(1), count: found.length };
  };
  const isFlag = (red: number, green: number, blue: number) => red > 2 * green && red > 2 * blue;
  const flag = await find(isFlag);
  expect(flag.count).toBeGreaterThan(500);
  const { x, y } = (await canvas.boundingBox())!;
  await page.mouse.move(x + flag.x, y + flag.y);
  await page.mouse.down();
  await run(50);
  await page.mouse.move(x + flag.left - 25, y + flag.y, { steps: 5 });
  await run(500);
  expect((await find(isFlag)).left).toBeLessThan(flag.left - 10); // beyond the pole
  await page.mouse.up();

  const isBeam = (red: number, green: number, blue: number) =>
    red < 160 && red > blue + 30 && !isFlag(red, green, blue);
  const beam = await find(isBeam);
  for (let k = 0; k < 5; k++) {
    await page.keyboard.press('Space');
    await run(400);
  }
  await run(1_500);
  expect((await find(isBeam)).y).toBeGreaterThan(beam.y + 20);
  expect(complaints).toEqual([]);
});

test('Phaser: a shot breaks jars, by keys and by pulling the band', async () => {
  const { page, numbers, run, canvas, complaints } = await open('with-phaser');
  expect(await numbers()).toEqual([4, 0]);
  await page.keyboard.press('Space');
  await run(4_000);
  const [jars, shots] = await numbers();
  expect(jars).toBeLessThan(4);
  expect(shots).toBe(1);
  await canvas.tap({ position: { x: 10, y: 300 } });
  await run(1_000);
  expect((await numbers())[1]).toBe(2);
  expect(complaints).toEqual([]);
});

test('every program has been played', () => {
  expect([...played].sort()).toEqual([...programNames].sort());
});
