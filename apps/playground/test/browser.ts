/** The playground as it is built, and a headless Chromium to open its pages in. For page tests, which run in Node. */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumFlags, ensureChromium } from '@otedama/tooling/chromium';
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright';
import { build, preview } from 'vite';

export interface OpenPage {
  readonly page: Page;
  /** Warnings, errors and uncaught exceptions of the page so far; a clean page leaves it empty. */
  readonly complaints: string[];
}

export interface Playground {
  readonly url: string;
  readonly browser: Browser;
  /** Opens a page such as `triangle.html` in a context of its own; `script` runs in it before its own scripts. */
  open(path: string, options?: BrowserContextOptions & { script?: () => void }): Promise<OpenPage>;
  close(): Promise<void>;
}

/**
 * Builds the app of the current folder aside, serves it on a free port and starts Chromium. The built pages load their
 * few files at once; a development server would bundle Babylon's modules while the first page waits.
 */
export async function startPlayground(): Promise<Playground> {
  const outDir = await mkdtemp(join(tmpdir(), 'otedama-playground-'));
  const logLevel = 'error';
  await build({ build: { outDir, emptyOutDir: true, reportCompressedSize: false }, logLevel });
  const server = await preview({ build: { outDir }, preview: { port: 0 }, logLevel });
  const url = server.resolvedUrls?.local[0];
  if (url === undefined) throw new Error('the playground server has no address');
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: [...chromiumFlags] });
  return {
    url,
    browser,
    async open(path, { script, ...contextOptions } = {}) {
      const context = await browser.newContext(contextOptions);
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(String(error)));
      if (script !== undefined) await page.addInitScript(script);
      await page.goto(url + path);
      return { page, complaints };
    },
    async close() {
      await browser.close();
      await server.close();
      await rm(outDir, { recursive: true, force: true });
    },
  };
}

/** What is seen of an element, in CSS pixels at a device pixel ratio of 1. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue, alpha of the pixel, 0..255; x to the right, y down. */
  at(x: number, y: number): readonly [number, number, number, number];
  /** Number of pixels that pass. */
  count(passes: (red: number, green: number, blue: number) => boolean): number;
}

/** A screenshot of `element`, as pixels. */
export async function takePicture(element: Locator): Promise<Picture> {
  const png = (await element.screenshot({ animations: 'allow' })).toString('base64');
  const { width, height, data } = await element.page().evaluate(async (encoded) => {
    const blob = await (await fetch(`data:image/png;base64,${encoded}`)).blob();
    const bitmap = await createImageBitmap(blob);
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
    context.drawImage(bitmap, 0, 0);
    const pixels = context.getImageData(0, 0, bitmap.width, bitmap.height).data;
    let binary = '';
    for (let i = 0; i < pixels.length; i += 32768) {
      binary += String.fromCharCode(...pixels.subarray(i, i + 32768));
    }
    return { width: bitmap.width, height: bitmap.height, data: btoa(binary) };
  }, png);
  const pixels = Buffer.from(data, 'base64');
  return {
    width,
    height,
    at(x, y) {
      const i = 4 * (y * width + x);
      return [pixels[i], pixels[i + 1], pixels[i + 2], pixels[i + 3]];
    },
    count(passes) {
      let count = 0;
      for (let i = 0; i < pixels.length; i += 4) {
        if (passes(pixels[i], pixels[i + 1], pixels[i + 2])) count++;
      }
      return count;
    },
  };
}

/** What axe finds wrong with a page: the rule and the elements that break it. */
export async function findBarriers(page: Page): Promise<string[]> {
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const { violations } = await axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
  });
}
