import type { AbstractEngine } from '@babylonjs/core/Engines/abstractEngine.js';
import type { ClothCpu, Collider, SphereCollider } from '@otedama/cloth-webgpu';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import type { ClothStage } from '../src/cloth/cloth-stage.js';
import { clothScenes } from '../src/cloth/scenes.js';
import {
  findBarriers,
  type OpenPage,
  type Picture,
  type Playground,
  resize,
  sharePage,
  takePicture,
  usePlayground,
} from './browser.js';

declare global {
  interface Window {
    clothStage?: ClothStage;
  }
}

const playground = usePlayground();

// tall enough that nothing covers the articles' picture
const viewport = { width: 1280, height: 1000 };

async function open(query: string, options: Parameters<Playground['open']>[1] = {}): Promise<OpenPage> {
  const opened = await playground.open(`cloth.html?${query}`, { viewport, ...options });
  await opened.page.locator('#view[data-state=running]').waitFor();
  return opened;
}

/** Waits until the page shows a cloth. On a phone the list, which knows its name, is hidden. */
const shows = (page: Page, name: string) =>
  page
    .locator(`body:has(#view[data-state=running]) [aria-current=page][href*="scene=${name}"]`)
    .waitFor({ state: 'attached' });

/** Resolves after the next frames have been drawn. While a slow device is busy with two frames, the page leaves out others. */
const drawn = (page: Page) =>
  page.evaluate(async () => {
    const { cloth } = window.clothStage!;
    const isDone = () => (cloth.backend === 'gpu' ? cloth.device.queue.onSubmittedWorkDone() : null);
    await isDone();
    for (let frame = 0; frame < 3; frame++) {
      await new Promise(requestAnimationFrame);
      await isDone();
    }
  });

const stepTimes = (page: Page, count: number) =>
  page.evaluate(async (steps) => {
    for (let i = 0; i < steps; i++) window.clothStage!.step();
    await window.clothStage!.cloth.measure();
  }, count);

/** Takes the focus from a control or the canvas: controls use keys themselves, and a canvas in focus has a ring. */
const blur = (page: Page) =>
  page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });

/** Positions as plain numbers, (x, y, z, inverse mass) per particle. */
const readPositions = (page: Page) =>
  page.evaluate(async () => [...(await window.clothStage!.cloth.readPositions())]);

const stepCount = (page: Page) => page.evaluate(() => window.clothStage!.cloth.stepCount);

/** 10.6.7: the eye is at (0, 0, -8), which gives 66.521881 pixels per unit at z = 0 in a picture of 450 pixels. */
const pixelsPerUnit = 66.521881;
function project(x: number, y: number, z: number): { x: number; y: number } {
  const scale = (pixelsPerUnit * 8) / (z + 8);
  return { x: 225 + scale * x, y: 225 - scale * y };
}

const isCloth = (red: number, green: number, blue: number) => red > green + 20 && red > blue + 20;

/** The extremes of the cloth's pixels match those of its particles, and its middle is drawn. */
function expectDrawnWhereItIs(picture: Picture, positions: readonly number[]): void {
  const expected = { minX: 450, maxX: 0, minY: 450, maxY: 0 };
  const seen = { minX: 450, maxX: 0, minY: 450, maxY: 0 };
  const grow = (box: typeof seen, x: number, y: number) => {
    box.minX = Math.min(box.minX, x);
    box.maxX = Math.max(box.maxX, x);
    box.minY = Math.min(box.minY, y);
    box.maxY = Math.max(box.maxY, y);
  };
  for (let o = 0; o < positions.length; o += 4) {
    const p = project(positions[o], positions[o + 1], positions[o + 2]);
    grow(expected, p.x, p.y);
  }
  for (let y = 0; y < 450; y++) {
    for (let x = 0; x < 450; x++) {
      const [red, green, blue] = picture.at(x, y);
      if (isCloth(red, green, blue)) grow(seen, x + 0.5, y + 0.5);
    }
  }
  for (const side of ['minX', 'maxX', 'minY', 'maxY'] as const) {
    expect(Math.abs(seen[side] - expected[side]), side).toBeLessThan(2);
  }
  const middle = 4 * (25 + 51 * 25);
  const p = project(positions[middle], positions[middle + 1], positions[middle + 2]);
  const [red, green, blue] = picture.at(Math.floor(p.x), Math.floor(p.y));
  expect(isCloth(red, green, blue)).toBe(true);
}

for (const { engine, backend } of [
  { engine: 'webgpu', backend: 'gpu' },
  { engine: 'webgl', backend: 'cpu' },
]) {
  describe(`the articles' cloth on ${engine}`, () => {
    const opened = sharePage(() => open(`scene=articles&engine=${engine}&paused=1`, { isDrawn: true }));

    test('10.6.7: 450 x 450, red on (0.8, 0.8, 0.8), drawn where the simulation is', async () => {
      const { page } = opened;
      expect(await page.evaluate(() => window.clothStage!.cloth.backend)).toBe(backend);
      const view = page.locator('#view');
      const first = await takePicture(view);
      expect([first.width, first.height]).toEqual([450, 450]);
      for (const [x, y] of [
        [3, 3],
        [446, 3],
        [3, 446],
        [446, 446],
      ]) {
        expect(first.at(x, y)).toEqual([204, 204, 204, 255]);
      }
      // before the first step: 2 x 3 metres, so 133 x 200 pixels
      expect(Math.abs(first.count(isCloth) - 6 * pixelsPerUnit ** 2)).toBeLessThan(350);
      expectDrawnWhereItIs(first, await readPositions(page));
      await stepTimes(page, 45);
      await drawn(page);
      const positions = await readPositions(page);
      expect(positions[4 * (25 + 51 * 50) + 1]).toBeLessThan(-1.8); // the cloth has fallen
      expectDrawnWhereItIs(await takePicture(view), positions);
    });

    test('10.5.14: grab and drag by pointer moves it, release throws it', async () => {
      const { page } = opened;
      await page.keyboard.press('r');
      const box = (await page.locator('#view').boundingBox())!;
      // the middle of the cloth, slightly beside a vertex
      const start = { x: box.x + 225 + 1, y: box.y + 225 - 1 };
      const particle = 25 + 51 * 25;
      await page.mouse.move(start.x, start.y);
      await page.mouse.down();
      await expect
        .poll(async () => {
          await stepTimes(page, 1);
          return (await readPositions(page))[4 * particle + 3];
        })
        .toBe(0);
      for (let i = 1; i <= 6; i++) {
        await page.mouse.move(start.x + 4 * i, start.y - 5 * i);
        await drawn(page); // Babylon delivers pointer moves once per frame
        await stepTimes(page, 1);
      }
      const held = (await readPositions(page)).slice(4 * particle, 4 * particle + 4);
      const seen = project(held[0], held[1], held[2]);
      expect(Math.abs(seen.x - (225 + 1 + 24))).toBeLessThan(1);
      expect(Math.abs(seen.y - (225 - 1 - 30))).toBeLessThan(1);
      await page.mouse.up();
      await drawn(page);
      const [velocityX, velocityY] = await page.evaluate(async (id) => {
        const velocities = await window.clothStage!.cloth.readVelocities();
        return [velocities[4 * id], velocities[4 * id + 1]];
      }, particle);
      // 4 pixels to the right and 5 up within one step
      expect(Math.abs(velocityX - (4 / pixelsPerUnit) * 60)).toBeLessThan(0.4);
      expect(Math.abs(velocityY - (5 / pixelsPerUnit) * 60)).toBeLessThan(0.4);
      await stepTimes(page, 1);
      expect((await readPositions(page))[4 * particle + 3]).toBe(1);
    });

    if (engine === 'webgl') {
      test('pause, single step, restart and the sliders do what they say', async () => {
        const { page } = opened;
        await page.keyboard.press('r');
        expect(await stepCount(page)).toBe(0);
        const start = await readPositions(page);
        await page.locator('#step').click();
        expect(await stepCount(page)).toBe(1);
        await page.keyboard.press('p');
        await page.waitForFunction(() => window.clothStage!.cloth.stepCount > 5);
        const measurements = page.locator('#measurements');
        await expect
          .poll(() => measurements.textContent())
          .toMatch(/Largest strain.*%.*Mean strain.*%.*ms CPU/);
        await page.keyboard.press('p');
        await expect.poll(() => measurements.textContent()).toMatch(/Frame timeidle/);
        expect(await page.locator('#paused').isVisible()).toBe(true);
        const stopped = await stepCount(page);
        await drawn(page);
        expect(await stepCount(page)).toBe(stopped);
        await page.locator('#restart').click();
        expect(await stepCount(page)).toBe(0);
        expect(await readPositions(page)).toEqual(start);

        const parameter = (name: string) =>
          page.evaluate((key) => window.clothStage!.cloth.parameters[key as 'substeps'], name);
        const row = (title: string) => page.locator('.lil-controller', { hasText: title });
        await row('Substeps').locator('input').fill('12');
        await row('Damping').locator('input').fill('1.5');
        await row('Stretch').locator('input').fill('-5');
        await row('Tethers').locator('input[type=checkbox]').check();
        await row('Tether length').locator('input').fill('1.1');
        expect(await parameter('substeps')).toBe(12);
        expect(await parameter('damping')).toBe(1.5);
        expect(await parameter('stretchCompliance')).toBeCloseTo(1e-5, 12);
        expect(await parameter('tethers')).toBe(1.1);
        await page.getByRole('button', { name: 'Reset to defaults' }).click();
        expect(await parameter('substeps')).toBe(5);
        expect(await parameter('stretchCompliance')).toBeCloseTo(1e-7, 14);
        expect(await parameter('tethers')).toBe(false);

        // if the device lacks the memory, it refuses: the page reports it, the switch is reset, and the cloth continues
        const apart = row('Self-collision').locator('input[type=checkbox]');
        await apart.check();
        expect(await parameter('selfCollision')).not.toBe(false);
        await page.evaluate(() => {
          const { cloth } = window.clothStage!;
          cloth.setParameters({ selfCollision: false });
          const error = Object.assign(new Error('parameters.selfCollision: expected 3 MiB more'), {
            name: 'ClothError',
          });
          (cloth as unknown as { emit(event: object): void }).emit({ type: 'refused', error });
        });
        expect(await apart.isChecked()).toBe(false);
        expect(await page.locator('#message').textContent()).toMatch(
          /goes on without it: .*selfCollision.*3 MiB/,
        );
      });

      test('a cloth that stands still is drawn again only when the picture changes', async () => {
        const { page } = opened;
        await blur(page);
        await page.evaluate(() => {
          const { drawElements } = WebGL2RenderingContext.prototype;
          WebGL2RenderingContext.prototype.drawElements = function (...given) {
            const { dataset } = document.documentElement;
            dataset.draws = String(Number(dataset.draws ?? 0) + 1);
            drawElements.apply(this, given);
          };
        });
        const draws = () => page.evaluate(() => Number(document.documentElement.dataset.draws ?? 0));
        const drawnIn = async (act: () => Promise<unknown>): Promise<number> => {
          const before = await draws();
          await act();
          await drawn(page);
          return (await draws()) - before;
        };
        const stands = () => expect.poll(() => drawnIn(() => drawn(page))).toBe(0);
        await stands();
        const view = page.locator('#view');
        const acts: Record<string, () => Promise<unknown>> = {
          step: () => page.keyboard.press('o'),
          restart: () => page.keyboard.press('r'),
          layer: () => page.getByRole('checkbox', { name: 'Pins', exact: true }).check(),
          size: () => resize(page, { width: 400, height: 1000 }),
          zoom: () => view.hover().then(() => page.mouse.wheel(0, -240)),
          'first view': () => page.keyboard.press('Home'),
        };
        for (const [name, act] of Object.entries(acts)) {
          expect(await drawnIn(act), name).toBeGreaterThan(0);
          await stands();
        }
        const { radius } = clothScenes.find(({ name }) => name === 'articles')!.camera;
        expect(await page.evaluate(() => window.clothStage!.camera.radius)).toBe(radius);
      });
    } else {
      test('the time of the graphics device is shown, and every layer can be shown over the cloth', async () => {
        const { page } = opened;
        await page.keyboard.press('p');
        await expect.poll(() => page.locator('#measurements').textContent()).toMatch(/ms GPU.*Dispatches\d+/);
        await page.keyboard.press('p');
        await blur(page);
        const view = page.locator('#view');
        await drawn(page);
        const plain = await view.screenshot();
        for (const name of ['Strain', 'Constraints', 'Pins', 'Normals']) {
          const box = page.getByRole('checkbox', { name, exact: true });
          await box.check();
          await expect.poll(async () => (await view.screenshot()).equals(plain)).toBe(false);
          await box.uncheck();
          await expect.poll(async () => (await view.screenshot()).equals(plain)).toBe(true);
        }
      });
    }

    test('the console stays clean', () => {
      expect(opened.complaints).toEqual([]);
    });

    if (engine === 'webgpu') {
      test('after the loss of the device the cloth goes on from its last saved state', async () => {
        const { page } = opened;
        await blur(page);
        await page.keyboard.press('r');
        await stepTimes(page, 35);
        const [before, after] = await page.evaluate(async () => {
          const { cloth } = window.clothStage!;
          // reads complete in order: after this one the state saved at step 30 has arrived, however slow the device is
          await cloth.readPositions();
          await new Promise((done) => requestAnimationFrame(done));
          const stepAtLoss = cloth.stepCount;
          const restored = new Promise<number>((done) => {
            cloth.subscribe((event) => event.type === 'restored' && done(event.step));
          });
          window.clothStage!.loseDevice();
          return [stepAtLoss, await restored];
        });
        expect(after).toBeGreaterThan(0);
        expect(after).toBeLessThanOrEqual(before);
        await page.keyboard.press('p');
        await page.waitForFunction((step) => window.clothStage!.cloth.stepCount > step + 5, after);
        await page.keyboard.press('p');
        await drawn(page);
        expect(await page.locator('#message').isVisible()).toBe(false);
        const positions = await readPositions(page);
        expect(positions.every(Number.isFinite)).toBe(true);
        expectDrawnWhereItIs(await takePicture(page.locator('#view')), positions);
      });

      test('another cloth starts on the device of the first', async () => {
        const { page, complaints } = opened;
        const before = complaints.length;
        await page.evaluate(() => {
          const { requestDevice } = GPUAdapter.prototype;
          document.documentElement.dataset.devices = '0';
          GPUAdapter.prototype.requestDevice = function (descriptor) {
            document.documentElement.dataset.devices += '+1';
            return requestDevice.call(this, descriptor);
          };
        });
        await page.locator('#scene-list a[href*="scene=banner&"]').click();
        await shows(page, 'banner');
        expect(await page.evaluate(() => document.documentElement.dataset.devices)).toBe('0');
        const loops = () => {
          const { engine } = window.clothStage as unknown as { engine: AbstractEngine };
          return engine.activeRenderLoops.length;
        };
        expect(await page.evaluate(loops), 'the first one is no longer drawn').toBe(1);
        await stepTimes(page, 3);
        await drawn(page);
        expect(await page.evaluate(() => window.clothStage!.cloth.backend)).toBe('gpu');
        expect(await stepCount(page)).toBe(3);
        expect((await readPositions(page)).every(Number.isFinite)).toBe(true);
        expect(complaints.slice(before)).toEqual([]);
      });
    }
  });
}

/** How far the cloth reaches to the sides of the view, as a share of half its width. */
const reach = (page: Page) =>
  page.evaluate(() => {
    const { camera, cloth } = window.clothStage!;
    const view = camera.getViewMatrix(true).m;
    const { clientWidth, clientHeight } = document.querySelector('canvas')!;
    const seen = (Math.tan(camera.fov / 2) * clientWidth) / clientHeight;
    const along = ([x, y, z]: Float32Array, axis: number) =>
      x * view[axis] + y * view[4 + axis] + z * view[8 + axis] + view[12 + axis];
    const positions = (cloth as ClothCpu).positions;
    return Array.from({ length: cloth.vertexCount }, (_, id) => positions.subarray(4 * id, 4 * id + 3))
      .map((place) => Math.abs(along(place, 0)) / along(place, 2) / seen)
      .reduce((most, share) => Math.max(most, share), 0);
  });

test('every cloth opens from the list without a complaint, on a phone whole and more than half as wide as the view, and moves; the page is not loaded again', async () => {
  // one pass for all of it: most of the work is to start a cloth
  const { page, complaints } = await open('engine=webgl&paused=1', {
    isDrawn: true,
    viewport: { width: 390, height: 844 },
    script: () => {
      const { linkProgram } = WebGL2RenderingContext.prototype;
      WebGL2RenderingContext.prototype.linkProgram = function (program) {
        const { dataset } = document.documentElement;
        dataset.linked = String(Number(dataset.linked ?? 0) + 1);
        linkProgram.call(this, program);
      };
    },
  });
  await page.evaluate(() => {
    document.documentElement.dataset.loaded = 'once';
  });
  const readings = await page.locator('#measurements dt').count();
  for (const { name, title, bodies, frame } of clothScenes) {
    await page
      .locator(`#scene-list a[href*="scene=${name}&"]`)
      .evaluate((anchor: HTMLElement) => anchor.click());
    await shows(page, name);
    if (frame === undefined) {
      const share = await reach(page);
      // a ball that swings needs width beside its sheet
      expect(share, name).toBeGreaterThan(bodies === undefined ? 0.55 : 0.45);
      expect(share, name).toBeLessThan(1);
    }
    // looked at in the page: a large cloth has 100,000 numbers
    const found = await page.evaluate(async () => {
      const { clothStage } = window;
      const start = (await clothStage!.cloth.readPositions()).slice();
      clothStage!.step();
      const end = await clothStage!.cloth.readPositions();
      return { isFinite: end.every(Number.isFinite), hasMoved: end.some((value, k) => value !== start[k]) };
    });
    expect(found, name).toEqual({ isFinite: true, hasMoved: true });
    expect(await page.title()).toBe(`${title} · Otedama`);
    expect(await page.locator('#scene-title').textContent()).toBe(title);
    expect(new URL(page.url()).search).toBe(`?scene=${name}&engine=webgl`);
    // one of each, and still paused
    expect(await page.locator('[aria-current=page]').count(), name).toBe(1);
    expect(await page.locator('#settings .lil-root').count(), name).toBe(1);
    expect(await page.locator('#measurements dt').count(), name).toBe(readings);
    expect(await page.locator('#paused').isVisible(), name).toBe(true);
    expect(complaints, name).toEqual([]);
  }
  const programs = await page.evaluate(() => Number(document.documentElement.dataset.linked));
  expect(programs, 'cloths use the shaders of those before them').toBeLessThan(clothScenes.length);
  const [first, second] = clothScenes.slice(-2);
  await page.keyboard.press(']');
  await shows(page, clothScenes[0].name);
  await page.keyboard.press('[');
  await shows(page, second.name);
  await page.goBack();
  await page.goBack();
  await page.goBack();
  await shows(page, first.name);
  await page.goForward();
  await shows(page, second.name);
  expect(await page.evaluate(() => document.documentElement.dataset.loaded)).toBe('once');

  // of two cloths asked for at once the last one is shown, and nothing of the other remains
  await page.evaluate(
    (names) => {
      for (const name of names) document.querySelector<HTMLElement>(`a[href*="scene=${name}&"]`)!.click();
    },
    [second.name, first.name, second.name],
  );
  await shows(page, second.name);
  expect(await page.locator('#settings .lil-root').count()).toBe(1);
  expect(complaints).toEqual([]);
});

test('a pause and a night that come before the engine are not lost: the cloth waits at its start, and is dark', async () => {
  let load = () => {};
  const isLoaded = new Promise<void>((resolve) => {
    load = resolve;
  });
  const { page, complaints } = await playground.open('cloth.html?scene=hammock&engine=webgl', {
    isDrawn: true,
    viewport,
    prepare: (prepared) =>
      prepared.route(/\/engine-[^/]*\.js$/, async (route) => {
        await isLoaded;
        await route.continue();
      }),
  });
  await page.keyboard.press('p');
  expect(await page.locator('#paused').isVisible()).toBe(true);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('night');
  load();
  await shows(page, 'hammock');
  expect(await stepCount(page)).toBe(0);
  const picture = await takePicture(page.locator('.view'));
  expect(picture.at(4, picture.height - 4).slice(0, 3)).toEqual([0x17, 0x1a, 0x21]);
  expect(complaints).toEqual([]);
});

test('a ring of the rod is drawn at every pin of a cloth on rings', async () => {
  const { page, complaints } = await open('engine=webgl&paused=1&scene=tear');
  for (const { name } of clothScenes.filter(({ hasRings }) => hasRings)) {
    await page.locator(`#scene-list a[href*="scene=${name}&"]`).click();
    await shows(page, name);
    const { rings, pins } = await page.evaluate(() => {
      const { camera, cloth } = window.clothStage!;
      const { positions } = cloth as ClothCpu;
      const drawn = camera.getScene().meshes.filter((mesh) => mesh.name === 'ring');
      return {
        rings: drawn.map(({ position }) => position.x),
        pins: [...cloth.pins].map((pin) => positions[4 * pin]),
      };
    });
    expect(rings.length, name).toBeGreaterThan(5);
    expect(rings, name).toEqual(pins);
  }
  expect(complaints).toEqual([]);
});

test('a moving ball is where its path says, pushes the sheet, and is back at the start on restart', async () => {
  const { page, complaints } = await open('scene=pushed&engine=webgl&paused=1');
  const passing = clothScenes.find(({ name }) => name === 'pushed')!.bodies!;
  const ball = (colliders: readonly Collider[]) => (colliders[0] as SphereCollider).center.z;
  const place = async () => ball(await page.evaluate(() => window.clothStage!.cloth.colliders));
  const depth = async () => {
    const positions = await readPositions(page);
    return Math.max(...positions.filter((_, word) => word % 4 === 2).map(Math.abs));
  };
  expect(await place()).toBeCloseTo(ball(passing(0)), 9);
  await stepTimes(page, 60);
  expect(await place()).toBeCloseTo(ball(passing(1)), 9);
  expect(await depth()).toBeGreaterThan(0.3);
  await page.keyboard.press('r');
  expect(await place()).toBeCloseTo(ball(passing(0)), 9);
  expect(await depth()).toBeLessThan(0.01);
  await stepTimes(page, 2);
  expect(await depth()).toBeLessThan(0.01);
  expect(complaints).toEqual([]);
});

test('a cape stays within the limits of its figure, moves beyond the figure, and is on it again on restart', async () => {
  const { page, complaints } = await open('scene=cape&engine=webgl&paused=1');
  const { limits, skin } = clothScenes.find(({ name }) => name === 'cape')!.animation!;
  const most = limits.maxDistance as readonly number[];
  /** Distances of the particles from the animation at a time, m. */
  const distances = async (time: number) => {
    const [positions, { positions: places }] = [await readPositions(page), skin(time)];
    return most.map((_, id) =>
      Math.hypot(...[0, 1, 2].map((axis) => positions[4 * id + axis] - places[3 * id + axis])),
    );
  };
  const excess = async (time: number) => {
    const found = await distances(time);
    return Math.max(...found.map((distance, id) => distance - most[id]));
  };
  for (const seconds of [1, 2]) {
    await stepTimes(page, 60);
    expect(await excess(seconds)).toBeLessThan(1e-6);
    expect(Math.max(...(await distances(seconds)))).toBeGreaterThan(0.1);
  }
  await page.keyboard.press('r');
  expect(Math.max(...(await distances(0)))).toBeLessThan(1e-6);
  await stepTimes(page, 30);
  expect(await excess(0.5)).toBeLessThan(1e-6);
  expect(complaints).toEqual([]);
});

test('without WebGPU the page says so and runs the cloth on the processor; on every screen the cloth fills the stage, the text over it stays within and apart, and axe finds nothing', async () => {
  const { page, complaints } = await open('scene=hammock&paused=1', {
    script: () => {
      Reflect.deleteProperty(Navigator.prototype, 'gpu');
    },
  });
  expect(await page.evaluate(() => window.clothStage!.cloth.backend)).toBe('cpu');
  const message = page.locator('#message');
  expect(await message.isVisible()).toBe(true);
  expect(await message.textContent()).toMatch(
    /^This browser has no WebGPU\. The cloth runs on the processor, with fewer particles\..*iOS 26/,
  );

  const box = async (selector: string) => (await page.locator(selector).boundingBox())!;
  for (const width of [1280, 800, 390, 360]) {
    await resize(page, { width, height: 760 });
    await drawn(page);
    const stage = await box('main.stage');
    expect(await box('#view')).toEqual(await box('.view'));
    const readings = await box('.hud');
    expect((await box('.view')).height + readings.height).toBe(stage.height);
    expect(await page.locator('.hud').evaluate((part) => part.scrollWidth - part.clientWidth)).toBe(0);
    for (const selector of ['.scene-head', '.hud', '#notice', '#paused']) {
      const part = await box(selector);
      expect(part.x, selector).toBeGreaterThanOrEqual(stage.x);
      expect(part.y, selector).toBeGreaterThanOrEqual(stage.y);
      expect(part.x + part.width, selector).toBeLessThanOrEqual(stage.x + stage.width);
      expect(part.y + part.height, selector).toBeLessThanOrEqual(stage.y + stage.height);
    }
    const written = await Promise.all(['.scene-head', '#notice', '#hint'].map(box));
    for (const [k, one] of written.entries())
      for (const other of written.slice(k + 1)) {
        const beside = one.x >= other.x + other.width || other.x >= one.x + one.width;
        const above = one.y >= other.y + other.height || other.y >= one.y + one.height;
        expect(beside || above, `${width} wide`).toBe(true);
      }
    expect(await page.evaluate(() => document.documentElement.scrollWidth), 'nothing sticks out').toBe(width);
    if (width === 1280) {
      expect(await findBarriers(page)).toEqual([]);
      const help = await box('.cloth-help');
      expect(help.y + help.height, 'the help below the list is whole').toBeLessThanOrEqual(760);
    }
  }
  await page.locator('#notice-close').click();
  expect(await message.isVisible()).toBe(false);
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('view');
  const settings = page.locator('#settings');
  expect(await settings.isVisible()).toBe(false);
  await page.locator('#settings-toggle').click();
  expect(await settings.isVisible()).toBe(true);
  expect(await findBarriers(page)).toEqual([]);

  // the colours follow the system, page and canvas alike, until others are chosen
  const wall = async () => {
    await drawn(page);
    const picture = await takePicture(page.locator('.view'));
    return picture.at(4, picture.height - 4).slice(0, 3);
  };
  const night = page.getByRole('checkbox', { name: 'Night' });
  expect(await night.isChecked()).toBe(false);
  await expect.poll(wall).toEqual([0xec, 0xe6, 0xda]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(wall).toEqual([0x17, 0x1a, 0x21]);
  expect(await findBarriers(page), 'by night').toEqual([]);
  expect(await night.isChecked()).toBe(true);
  await night.uncheck();
  await expect.poll(wall).toEqual([0xec, 0xe6, 0xda]);
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('day');
  expect(complaints).toEqual([]);
});

test('until the cloth can be seen, the page says that it is prepared, and not what can be done with it', async () => {
  const { page, complaints } = await open('engine=webgl&paused=1');
  const [preparing, hint] = [page.getByText('Preparing the cloth'), page.locator('#hint')];
  const seen = async () => [await preparing.isVisible(), await hint.isVisible()];
  expect(await seen()).toEqual([false, true]);
  for (const state of ['loading', undefined]) {
    await page.locator('#view').evaluate((canvas, to) => {
      delete canvas.dataset.state;
      if (to !== undefined) canvas.dataset.state = to;
    }, state);
    expect(await seen(), state).toEqual([true, false]);
    expect(await findBarriers(page)).toEqual([]);
  }
  await page.evaluate(() => document.body.setAttribute('data-failed', ''));
  expect(await seen()).toEqual([false, false]);
  expect(complaints).toEqual([]);
});
