/** Pages as visitors get them: bundled by Vite, served from a folder, opened in headless Chromium. */

import { chromiumFlags, ensureChromium } from '@otedama/tooling/chromium';
import { type Browser, chromium, type Page } from 'playwright';
import { type PreviewServer, preview } from 'vite';

export interface Site {
  readonly url: string;
  /**
   * Opens a page of 600 x 400 pixels; `complaints` collects its warnings, errors and uncaught exceptions. With `isStill`, time in
   * the page (frames, timers, `performance.now`) advances only in `page.clock.runFor`, so the content does not depend on the
   * machine's speed. `script` runs in the page before the page's scripts.
   */
  open(
    path: string,
    options?: { isStill?: boolean; script?: () => void },
  ): Promise<{ page: Page; complaints: string[] }>;
  close(): Promise<void>;
}

/** Serves the files of `folder` on a free port and starts a browser. */
export async function openSite(folder: string): Promise<Site> {
  const server: PreviewServer = await preview({
    root: folder,
    configFile: false,
    build: { outDir: '.' },
    preview: { port: 0 },
    logLevel: 'error',
  });
  const url = server.resolvedUrls?.local[0] ?? '';
  const browser: Browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: [...chromiumFlags],
  });
  return {
    url,
    async open(path, { isStill = false, script } = {}) {
      const page = await browser.newPage({ viewport: { width: 600, height: 400 } });
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(String(error)));
      if (isStill) {
        await page.clock.install({ time: 0 });
        await page.clock.pauseAt(1_000);
      }
      if (script !== undefined) await page.addInitScript(script);
      await page.goto(url + path);
      return { page, complaints };
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}
