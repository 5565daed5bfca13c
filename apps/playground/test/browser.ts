/** The playground as it is built, and a headless Chromium to open its pages in. For page tests, which run in Node. */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumFlags, ensureChromium } from '@otedama/tooling/chromium';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright';
import { build, preview } from 'vite';
import type {} from '../src/test-handle.js';

export { type Picture, takePicture } from '@otedama/tooling/picture';

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

/** Has the graphics device of the playground fail, and waits until the page has told of it and has it back. */
export function loseDevice(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((done) => {
        const message = document.querySelector<HTMLElement>('#message');
        let isLost = false;
        new MutationObserver(() => {
          if (message?.hidden === false) isLost = true;
          else if (isLost) done();
        }).observe(message as HTMLElement, { attributeFilter: ['hidden'] });
        window.otedama?.loseDevice();
      }),
  );
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
