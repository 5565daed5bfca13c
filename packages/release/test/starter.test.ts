/** The starter: copied out of the workspace, installed with npm from the tarballs, built by its own script, and used. */

import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { takePicture } from '@otedama/tooling/picture';
import { build } from 'vite';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { installOffline } from './helpers/install.js';
import { openSite, type Site } from './helpers/page.js';
import { drop, handsOf, type Pinball, quiet } from './helpers/pinball-bot.js';
import { type Game, PlatformBot } from './helpers/platform-bot.js';
import { run } from './helpers/run.js';

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL('../../../', import.meta.url));
const starter = join(root, 'apps', 'starter');
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'otedama-starter-')));
const manifest = JSON.parse(readFileSync(join(starter, 'package.json'), 'utf8'));
const tarballs = inject('tarballs');
const pageFiles = ['index.html', 'platformer.html', 'pinball.html'];
let site: Site;

/** Source of a dependency: our tarball, or the workspace's copy of a third-party package. */
const sourceOf = (name: string): string => tarballs[name] ?? dirname(require.resolve(`${name}/package.json`));

beforeAll(async () => {
  for (const file of [...pageFiles, 'public', 'src', 'tsconfig.json', 'vite.config.ts']) {
    cpSync(join(starter, file), join(folder, file), { recursive: true });
  }
  const { dependencies, devDependencies, ...rest } = manifest;
  writeFileSync(join(folder, 'package.json'), JSON.stringify(rest));
  const wanted = Object.keys({ ...dependencies, ...devDependencies });
  // the tarballs depend on siblings that are not in any registry yet
  await installOffline(folder, [...new Set([...wanted.map(sourceOf), ...Object.values(tarballs)])]);
  await run(folder, 'npm', 'run', 'build');
  // its games alone, for Node
  const input = ['game', 'pinball-game'].map((name) => join(folder, 'src', `${name}.ts`));
  const inNode = { ssr: true, outDir: 'dist-node', rollupOptions: { input } };
  await build({ root: folder, configFile: false, build: inNode, logLevel: 'error' });
  site = await openSite(join(folder, 'dist'));
});

afterAll(async () => {
  await site?.close();
  rmSync(folder, { recursive: true, force: true });
});

test('it depends on published versions, and is small', () => {
  const { dependencies, devDependencies } = manifest;
  for (const [name, range] of Object.entries<string>({ ...dependencies, ...devDependencies })) {
    const installed = JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'));
    const [major, minor] = range.replace('^', '').split('.').map(Number);
    const [installedMajor, installedMinor] = installed.version.split('.').map(Number);
    expect(installedMajor, `${name} ${range}`).toBe(major);
    if (major === 0) expect(installedMinor, `${name} ${range}`).toBe(minor);
    else expect(installedMinor, `${name} ${range}`).toBeGreaterThanOrEqual(minor);
  }
  const lines = readFileSync(join(starter, 'src', 'main.ts'), 'utf8').split('\n').length;
  expect(lines).toBeLessThan(70);
});

test('the root README shows the starter unchanged', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  expect(readme).toContain(`\`\`\`ts\n${readFileSync(join(starter, 'src', 'main.ts'), 'utf8')}\`\`\``);
});

const differs = (a: readonly number[], b: readonly number[]) =>
  a.some((value, i) => Math.abs(value - b[i]) > 8);

test('it draws and animates, a tap drops a ball and a pointer drags it', async () => {
  // time stands still between two calls of `run`, so a slow screenshot misses nothing
  const { page, complaints, close } = await site.open('', { isStill: true });
  const run = (seconds: number) => page.clock.runFor(1000 * seconds);
  const canvas = page.locator('canvas');
  const at = async (x: number, y: number) => (await takePicture(canvas)).at(x, y);
  /** Waits until a point has, or does not have, the colour of the air. */
  const shows = (what: 'air' | 'a body', x: number, y: number) =>
    expect.poll(async () => differs(await at(x, y), air)).toBe(what === 'a body');

  // air in the upper left corner, ground along the lower edge; before that the shaders are still compiling
  const isDrawn = async () => {
    await run(0.02);
    const picture = await takePicture(canvas);
    return differs(picture.at(5, 5), picture.at(300, 395)) && picture.at(5, 5)[0] > 240;
  };
  await expect.poll(isDrawn).toBe(true);
  const air = await at(5, 5);
  const first = await takePicture(canvas);
  // saturated pixels are bodies: paper and ground have no saturated colours
  expect(first.count((r, g, b) => Math.max(r, g, b) - Math.min(r, g, b) > 60)).toBeGreaterThan(5_000);
  await run(1);
  const moved = async () => {
    const now = await takePicture(canvas);
    let count = 0;
    for (let y = 0; y < 400; y += 4) {
      for (let x = 0; x < 600; x += 4) if (differs(first.at(x, y), now.at(x, y))) count++;
    }
    return count;
  };
  await expect.poll(moved).toBeGreaterThan(100);

  await shows('air', 560, 30);
  await page.mouse.click(560, 30);
  await run(0.05);
  await shows('a body', 560, 30);
  await run(1);
  await shows('air', 560, 30); // the ball has fallen by more than its diameter

  // a ball on the ground at the left, 0.5 m up at 28.6 pixels per metre, follows the pointer
  await page.mouse.click(40, 320);
  await run(1);
  await shows('a body', 40, 350);
  await shows('air', 90, 290);
  await page.mouse.move(40, 343);
  await page.mouse.down();
  await page.mouse.move(90, 290, { steps: 5 });
  await run(0.5);
  await shows('a body', 90, 290);
  await shows('air', 40, 350);
  await page.mouse.up();
  await run(1);
  await shows('air', 90, 290);
  expect(complaints).toEqual([]);
  await close();
});

test('the platformer draws, a key walks the hero to the first coin, and a pause stops it', async () => {
  const { page, complaints, close } = await site.open('platformer.html', { isStill: true });
  const run = (seconds: number) => page.clock.runFor(1000 * seconds);
  const score = page.locator('output');
  const heroes = async () => {
    await run(0.02);
    return (await takePicture(page.locator('canvas'))).count((r, g, b) => r > 200 && g < 140 && b < 140);
  };
  await expect.poll(heroes).toBeGreaterThan(300);
  await expect(score.textContent()).resolves.toContain('Coins: 0');
  await page.keyboard.press('p');
  await page.keyboard.down('ArrowRight');
  await run(3);
  await expect(score.textContent()).resolves.toContain('Coins: 0 · P goes on');
  await page.keyboard.press('p');
  await run(2.2);
  await expect(score.textContent()).resolves.toContain('Coins: 1');
  await page.keyboard.up('ArrowRight');
  expect(await heroes()).toBeGreaterThan(300); // the camera has followed
  await page.keyboard.press('r');
  await run(0.1);
  await expect(score.textContent()).resolves.toContain('Coins: 0');
  // as on a phone, which has no keys
  await page.keyboard.press('p');
  await run(0.1);
  await expect(score.textContent()).resolves.toContain('goes on');
  await page.locator('canvas').click();
  await run(0.1);
  await expect(score.textContent()).resolves.not.toContain('goes on');
  expect(complaints).toEqual([]);
  await close();
});

test.each([30, 144])(
  'the platformer can be won, in Node, with steps of 1/%i s; a saved game goes on alike',
  async (rate) => {
    const { Game } = await import(join(folder, 'dist-node', 'game.js'));
    const map = JSON.parse(readFileSync(join(folder, 'public', 'level.tmj'), 'utf8'));
    const game: Game = new Game(map);
    const bot = new PlatformBot(game);
    const heard = new Set<string>();
    const play = (seconds: number) => {
      for (let step = 0; step < seconds * rate && !game.isWon; step++) {
        game.step(bot.wish(), 1 / rate);
        for (const { sound } of game.sounds) heard.add(sound);
      }
    };
    play(13);
    const saved = game.remember();
    play(2);
    const hash = game.world.stateHash();
    game.restore(saved);
    play(2);
    expect(game.world.stateHash()).toBe(hash);
    play(60);
    expect(game.isWon).toBe(true);
    expect(game.coins).toBeGreaterThan(3);
    expect([...heard]).toEqual(expect.arrayContaining(['jump', 'coin', 'checkpoint', 'won']));
  },
);

test('the pinball page draws, shoots a ball, counts points and pauses', async () => {
  const { page, complaints, close } = await site.open('pinball.html', { isStill: true });
  const run = (seconds: number) => page.clock.runFor(1000 * seconds);
  const display = page.locator('output');
  const bumpers = async () => {
    await run(0.02);
    return (await takePicture(page.locator('canvas'))).count((r, g, b) => r > 180 && g < 150 && b < 150);
  };
  await expect.poll(bumpers).toBeGreaterThan(300);
  await expect(display.textContent()).resolves.toContain('0 · Balls: 3');
  await expect(display.textContent()).resolves.toContain('Hold Space');
  await page.keyboard.press('p');
  await run(0.1);
  await expect(display.textContent()).resolves.toContain('P goes on');
  await page.keyboard.press('p');
  await page.keyboard.down('Space');
  await run(1);
  await page.keyboard.up('Space');
  await run(3);
  await expect(display.textContent()).resolves.toMatch(/^[1-9]\d+ · Balls/);
  expect(complaints).toEqual([]);
  await close();
});

test.each([60, 144])(
  'the pinball table keeps its balls, in Node, with steps of 1/%i s; a saved game goes on alike',
  async (rate) => {
    const { Pinball } = await import(join(folder, 'dist-node', 'pinball-game.js'));
    const table: Pinball = new Pinball();
    const play = (seconds: number) => {
      for (let step = 0; step < seconds * rate && !table.isOver; step++) {
        const { score, balls } = table;
        table.step(handsOf(table), 1 / rate);
        const lost = table.inPlay.filter(({ position: { x, y } }) => !(x > -3 && x < 3.6 && y > 0 && y < 12));
        const isRight =
          lost.length === 0 &&
          table.score >= score &&
          table.balls <= balls &&
          table.inPlay.length > 0 !== table.isOver;
        if (!isRight)
          expect.fail(`step ${step}: ${lost.length} balls outside, ${score} to ${table.score} points`);
      }
    };
    play(6);
    const saved = table.remember();
    play(4);
    const [hash, score] = [table.world.stateHash(), table.score];
    table.restore(saved);
    play(4);
    expect([table.world.stateHash(), table.score]).toEqual([hash, score]);
    play(15);
    // what else the bot meets is chance: the next test puts a ball before each part
    expect(table.score).toBeGreaterThan(0);
  },
);

test.each([60, 144])('each part of the pinball table counts, with steps of 1/%i s', async (rate) => {
  const { Pinball } = await import(join(folder, 'dist-node', 'pinball-game.js'));
  const dt = 1 / rate;
  const still = { x: 0, y: 0 };
  const right = { x: 4, y: 0 };
  let table: Pinball = new Pinball();
  expect(drop(table, 'thud', { x: 2, y: 7.8 }, right, dt)).toBe(0);
  for (const [x, y] of [
    [0, 8.2],
    [1.6, 8.4],
    [0.7, 9.5],
  ]) {
    expect(drop(table, 'bumper', { x, y: y - 0.65 }, { x: 0, y: 4 }, dt)).toBe(100);
  }
  for (const side of [-1, 1]) {
    expect(drop(table, 'sling', { x: 1.1 * side, y: 3.5 }, { x: 4 * side, y: 0 }, dt)).toBe(10);
  }
  expect(drop(table, 'ramp', { x: -0.75, y: 5.4 }, { x: -3, y: 8.4 }, dt)).toBe(2000);

  for (const y of [5.7, 6.2]) expect(drop(table, 'target', { x: 2.4, y }, right, dt)).toBe(500);
  expect(drop(table, 'target', { x: 2.4, y: 6.7 }, right, dt)).toBe(500 + 5000);
  // all lanes lit: from now on everything counts twice
  for (const x of [-0.6, 0.2, 1]) expect(drop(table, 'lane', { x, y: 11.1 }, still, dt)).toBe(200);
  expect(table.multiplier).toBe(2);
  expect(drop(table, 'target', { x: 2.4, y: 6.2 }, right, dt)).toBe(1000);

  expect(drop(table, 'drain', { x: 0, y: 1 }, still, dt)).toBe(0);
  expect(table).toMatchObject({ balls: 2, isWaiting: true });

  table = new Pinball();
  for (let lock = 1; lock < 3; lock++) {
    expect(drop(table, 'lock', { x: 1.9, y: 7.6 }, still, dt)).toBe(1000);
    expect(table).toMatchObject({ locked: lock, balls: 3, isWaiting: true });
  }
  expect(drop(table, 'multiball', { x: 1.9, y: 7.6 }, still, dt)).toBe(1000);
  expect(table.inPlay).toHaveLength(3);
});

test('who shakes the pinball table too much is tilted: the flippers are dead', async () => {
  const { Pinball } = await import(join(folder, 'dist-node', 'pinball-game.js'));
  const table: Pinball = new Pinball();
  /** The lower of the two flippers' angles: -0.5 while the left one is down. */
  const lowest = () =>
    Math.min(...table.world.joints.filter(({ kind }) => kind === 'revolute').map(({ angle }) => angle));
  const hold = (hands: object) => {
    for (let step = 0; step < 60; step++) table.step({ ...quiet, ...hands }, 1 / 120);
    return lowest();
  };
  expect(hold({})).toBeCloseTo(-0.5, 1);
  expect(hold({ left: true })).toBeCloseTo(0.5, 1);
  for (const nudge of [-1, 1]) table.step({ ...quiet, nudge }, 1 / 120);
  expect(table.isTilted).toBe(false);
  table.step({ ...quiet, nudge: 1 }, 1 / 120);
  expect(table.isTilted).toBe(true);
  expect(hold({ left: true })).toBeCloseTo(-0.5, 1);
});

test('without a graphics device the page says so and suggests a remedy', async () => {
  const { page, close } = await site.open('', {
    script: () => {
      Object.defineProperty(navigator, 'gpu', { value: undefined });
      HTMLCanvasElement.prototype.getContext = () => null;
    },
  });
  await expect.poll(() => page.locator('body').textContent()).toContain('another browser usually helps');
  await close();
});
