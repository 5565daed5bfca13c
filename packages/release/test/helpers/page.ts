/** Pages as visitors get them: bundled by Vite, served from a folder, opened in headless Chromium. */

import { type OpenPage, openPages } from '@otedama/tooling/pages';
import type { Page } from 'playwright';
import { type PreviewServer, preview } from 'vite';

export interface Site {
  readonly url: string;
  /**
   * Opens a page of 600 x 400 pixels; `complaints` collects its warnings, errors and uncaught exceptions. With `isStill`, time in
   * the page (frames, timers, `performance.now`) advances only in `page.clock.runFor`, so the content does not depend on the
   * machine's speed. `script` runs in the page before the page's scripts.
   */
  open(path: string, options?: { isStill?: boolean; script?: () => void }): Promise<OpenPage>;
  close(): Promise<void>;
}

/** Serves the files of `folder` on a free port. */
export async function openSite(folder: string): Promise<Site> {
  const server: PreviewServer = await preview({
    root: folder,
    configFile: false,
    build: { outDir: '.' },
    preview: { port: 0 },
    logLevel: 'error',
  });
  const url = server.resolvedUrls?.local[0] ?? '';
  const pages = openPages(url);
  const stopTime = async ({ clock }: Page) => {
    await clock.install({ time: 0 });
    await clock.pauseAt(1_000);
  };
  return {
    url,
    open: (path, { isStill = false, script } = {}) =>
      pages.open(path, {
        viewport: { width: 600, height: 400 },
        ...(isStill && { prepare: stopTime }),
        ...(script !== undefined && { script }),
      }),
    close: () => server.close(),
  };
}
