import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { findBarriers, type Picture, takePicture, usePlayground } from './browser.js';

const playground = usePlayground();

declare global {
  interface Window {
    devices: GPUDevice[];
    targetFormats: GPUTextureFormat[];
    canvasFormats: GPUTextureFormat[];
    /** Draws a frame, where `stopTime` was run. */
    drawFrame?: () => Promise<number>;
  }
}

/** Runs in the page before its scripts: records the devices it opens and the formats it uses. */
function watchGpu() {
  window.devices = [];
  window.targetFormats = [];
  window.canvasFormats = [];
  const { requestDevice } = GPUAdapter.prototype;
  GPUAdapter.prototype.requestDevice = async function (descriptor) {
    const device = await requestDevice.call(this, descriptor);
    window.devices.push(device);
    return device;
  };
  const { createRenderPipeline } = GPUDevice.prototype;
  GPUDevice.prototype.createRenderPipeline = function (descriptor) {
    for (const target of descriptor.fragment?.targets ?? []) {
      if (target != null) window.targetFormats.push(target.format);
    }
    return createRenderPipeline.call(this, descriptor);
  };
  const { configure } = GPUCanvasContext.prototype;
  GPUCanvasContext.prototype.configure = function (configuration) {
    window.canvasFormats.push(configuration.format);
    return configure.call(this, configuration);
  };
}

/** Runs in the page before its scripts: stops the time, and draws only the frames that a test asks for. */
function stopTime() {
  const request = window.requestAnimationFrame.bind(window);
  let callbacks: FrameRequestCallback[] = [];
  window.requestAnimationFrame = (callback) => callbacks.push(callback);
  window.drawFrame = () => {
    const due = callbacks;
    callbacks = [];
    for (const callback of due) callback(0);
    return new Promise(request);
  };
}

/** Resolves two frames later, when all requested changes are on the screen. */
const drawn = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) {
      await (window.drawFrame?.() ?? new Promise(requestAnimationFrame));
    }
  });

const running = (page: Page) => page.locator('#view[data-state=running]').waitFor();
const isRed = (red: number, green: number, blue: number) => red === 255 && green === 0 && blue === 0;
const background = 51; // 0.2 * 255

/** Checks that every pipeline draws in the format of the canvas, and that this is the preferred one. */
async function expectPreferredFormat(page: Page): Promise<void> {
  const seen = await page.evaluate(() => ({
    preferred: navigator.gpu.getPreferredCanvasFormat(),
    target: window.targetFormats,
    canvas: window.canvasFormats,
  }));
  expect(seen.target).toEqual([seen.preferred]);
  expect(seen.canvas).toEqual([seen.preferred]);
}

async function expectNoBarriers(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findBarriers(page), colorScheme).toEqual([]);
  }
}

describe('triangle.html', () => {
  test('10.6.1, 10.6.8: exactly 20,000 pixels are red, the rest black, in the preferred format; axe finds nothing; a lost device is replaced, and one that is lost again and again is reported', async () => {
    const { page, complaints } = await playground.open('triangle.html', { script: watchGpu });
    await running(page);
    const picture = await takePicture(page.locator('#view'));
    expect([picture.width, picture.height]).toEqual([400, 400]);
    expect(picture.count(isRed)).toBe(20_000);
    expect(picture.count((r, g, b) => r === 0 && g === 0 && b === 0)).toBe(140_000);
    expect(picture.at(200, 200)).toEqual([255, 0, 0, 255]);
    expect(picture.at(200, 99)).toEqual([0, 0, 0, 255]);
    expect(picture.at(10, 10)).toEqual([0, 0, 0, 255]);
    // the corners (200, 100), (100, 300), (300, 300): a pixel inside each, and its neighbours outside
    expect(picture.at(199, 101)).toEqual([255, 0, 0, 255]);
    expect(picture.at(101, 299)).toEqual([255, 0, 0, 255]);
    expect(picture.at(298, 299)).toEqual([255, 0, 0, 255]);
    expect(picture.at(98, 299)).toEqual([0, 0, 0, 255]);
    expect(picture.at(301, 299)).toEqual([0, 0, 0, 255]);
    expect(picture.at(200, 300)).toEqual([0, 0, 0, 255]);
    await expectPreferredFormat(page);
    await expectNoBarriers(page);
    expect(complaints).toEqual([]);

    await page.evaluate(() => {
      // losses that are seconds apart are not "again and again", and on a busy machine they would be
      performance.now = () => 0;
      window.devices[0].destroy();
    });
    await page.waitForFunction(() => window.devices.length === 2);
    await running(page);
    expect((await takePicture(page.locator('#view'))).count(isRed)).toBe(20_000);
    for (let lost = 2; lost <= 5; lost++) {
      await running(page);
      await page.evaluate(() => window.devices.at(-1)!.destroy());
      if (lost < 5) await page.waitForFunction((n) => window.devices.length === n, lost + 1);
    }
    await page.locator('#view[data-state=failed]').waitFor();
    expect(await page.locator('#message').textContent()).toMatch(/lost again and again/);
  });

  test('every refusal of WebGPU is explained in the page', async () => {
    const refusals: [() => void, RegExp][] = [
      [
        () => Object.defineProperty(Navigator.prototype, 'gpu', { get: () => undefined }),
        /does not offer WebGPU/,
      ],
      [
        () => {
          GPU.prototype.requestAdapter = async () => null;
        },
        /no graphics adapter/,
      ],
      [
        () => {
          GPUAdapter.prototype.requestDevice = async () => {
            throw new Error('no');
          };
        },
        /refused to open a device/,
      ],
      [
        () => {
          HTMLCanvasElement.prototype.getContext = () => null;
        },
        /no WebGPU context/,
      ],
    ];
    for (const [script, sentence] of refusals) {
      const { page, complaints, close } = await playground.open('triangle.html', { script });
      const message = page.locator('#message');
      await message.waitFor();
      expect(await message.textContent()).toMatch(sentence);
      expect(await page.locator('#view').getAttribute('data-state')).toBe('failed');
      expect(complaints).toEqual([]);
      await close();
    }
  });
});

describe('instancing.html', () => {
  test('10.6.3, 10.6.8: red cubes on dark grey, none cut off by the frame, in the preferred format; axe finds nothing; after the loss of the device they fly on', async () => {
    const { page, complaints } = await playground.open('instancing.html', { script: watchGpu });
    await running(page);
    const picture = await takePicture(page.locator('#view'));
    expect([picture.width, picture.height]).toEqual([500, 400]);
    const red = picture.count(isRed);
    const gray = picture.count((r, g, b) => r === background && g === background && b === background);
    expect(red + gray).toBe(200_000);
    // 100 cubes of edge 0.1 at 4 units: each about (400 / 3.7304613 * 0.1)^2 = 115 pixels, a few hidden
    expect(red).toBeGreaterThan(6_000);
    expect(red).toBeLessThan(25_000);
    let onFrame = 0;
    for (let x = 0; x < 500; x++)
      onFrame += Number(picture.at(x, 0)[0] === 255) + Number(picture.at(x, 399)[0] === 255);
    for (let y = 0; y < 400; y++)
      onFrame += Number(picture.at(0, y)[0] === 255) + Number(picture.at(499, y)[0] === 255);
    expect(onFrame).toBe(0);
    await expectPreferredFormat(page);
    const still = page.locator('#still');
    expect(await still.isChecked()).toBe(false);
    await still.check();
    await expectNoBarriers(page);
    await still.uncheck();
    expect(complaints).toEqual([]);

    await page.evaluate(() => window.devices[0].destroy());
    await page.waitForFunction(() => window.devices.length === 2);
    await running(page);
    expect((await takePicture(page.locator('#view'))).count(isRed)).toBeGreaterThan(6_000);
  });

  test('a drag rotates, the right button pans, the wheel zooms, one finger rotates, two fingers pinch, and Home restores the very same picture; shaded, near faces hide far ones', async () => {
    const { page, complaints } = await playground.open('instancing.html', {
      script: stopTime,
      hasTouch: true,
    });
    await expect
      .poll(async () => {
        await drawn(page);
        return page.locator('#view').getAttribute('data-state');
      })
      .toBe('running');
    const view = page.locator('#view');
    const shot = async () => {
      await drawn(page);
      return takePicture(view);
    };
    const start = await shot();
    const same = (other: Picture) => {
      let equal = 0;
      for (let y = 0; y < 400; y++) {
        for (let x = 0; x < 500; x++) if (start.at(x, y)[0] === other.at(x, y)[0]) equal++;
      }
      return equal === 200_000;
    };
    const redCenter = (picture: Picture) => {
      let [sum, count] = [0, 0];
      for (let y = 0; y < 400; y++) {
        for (let x = 0; x < 500; x++) {
          if (picture.at(x, y)[0] === 255) {
            sum += x;
            count++;
          }
        }
      }
      return sum / count;
    };
    expect(same(await shot())).toBe(true);
    const box = (await view.boundingBox())!;
    const [x, y] = [box.x + 250, box.y + 200];
    const drag = async (button: 'left' | 'right', byX: number, byY: number) => {
      await page.mouse.move(x, y);
      await page.mouse.down({ button });
      await page.mouse.move(x + byX, y + byY, { steps: 4 });
      await page.mouse.up({ button });
    };

    await drag('left', 60, 25);
    const rotated = await shot();
    expect(same(rotated)).toBe(false);
    // still in front of the eye and complete: rotated, not moved away
    expect(Math.abs(redCenter(rotated) - 250)).toBeLessThan(60);
    await page.keyboard.press('Home');
    expect(same(await shot())).toBe(true);

    await drag('right', 80, 0);
    expect(redCenter(await shot()) - redCenter(start)).toBeGreaterThan(50);
    await page.keyboard.press('Home');

    await page.mouse.move(x, y);
    await page.mouse.wheel(0, 300);
    const far = await shot();
    expect(far.count(isRed)).toBeLessThan(0.6 * start.count(isRed));
    await page.locator('#reset').click();
    expect(same(await shot())).toBe(true);

    const touch = await page.context().newCDPSession(page);
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [number, number][]) =>
      touch.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: points.map(([x, y], id) => ({ x: box.x + x, y: box.y + y, id })),
      });
    const before = start.count(isRed);
    await send('touchStart', [100, 200], [400, 200]);
    await send('touchMove', [200, 200], [300, 200]);
    await send('touchEnd');
    await drawn(page);
    // fingers a third as far apart: three times the distance, about a ninth of the area
    const pinched = (await takePicture(view)).count(isRed);
    expect(pinched).toBeLessThan(0.2 * before);
    expect(pinched).toBeGreaterThan(0.05 * before);
    await page.locator('#reset').click();
    await drawn(page);
    const first = await view.screenshot();
    await send('touchStart', [250, 200]);
    await send('touchMove', [320, 220]);
    await send('touchEnd');
    await drawn(page);
    expect((await view.screenshot()).equals(first)).toBe(false);

    await page.locator('#reset').click();
    await page.locator('#shaded').check();
    await drawn(page);
    const picture = await takePicture(view);
    expect(picture.count(isRed)).toBeLessThan(100);
    expect(picture.count((r, g, b) => r > 60 && g === 0 && b === 0)).toBeGreaterThan(6_000);
    expect(complaints).toEqual([]);
  });

  test('with reduced motion they stand still at first, and a box lets them fly or stand still; what stands still is not drawn', async () => {
    const { page } = await playground.open('instancing.html', {
      reducedMotion: 'reduce',
      script: () => {
        const { submit } = GPUQueue.prototype;
        GPUQueue.prototype.submit = function (...given) {
          const { dataset } = document.documentElement;
          dataset.submits = String(Number(dataset.submits ?? 0) + 1);
          return submit.apply(this, given);
        };
      },
    });
    await running(page);
    const submits = () => page.evaluate(() => Number(document.documentElement.dataset.submits));
    const still = page.locator('#still');
    expect(await still.isChecked()).toBe(true);
    const view = page.locator('#view');
    const isMoving = async () => {
      const before = await view.screenshot();
      for (let k = 0; k < 3; k++) await drawn(page);
      return !(await view.screenshot()).equals(before);
    };
    const before = await submits();
    expect(await isMoving()).toBe(false);
    expect(await submits()).toBe(before);
    await page.locator('#shaded').click();
    await expect.poll(submits).toBe(before + 1);
    await still.uncheck();
    await expect.poll(isMoving).toBe(true);
    await still.check();
    await drawn(page);
    expect(await isMoving()).toBe(false);
  });
});
