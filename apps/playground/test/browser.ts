/** For page tests, which run in Node: the built playground, and actions on its page. */

import { openPages, type Pages } from '@otedama/tooling/pages';
import type { Page } from 'playwright';
import { afterAll, beforeAll, inject } from 'vitest';
import type {} from '../src/test-handle.js';
import type {} from './serve.js';

export { findBarriers, type OpenPage } from '@otedama/tooling/pages';
export { type Picture, takePicture } from '@otedama/tooling/picture';

/** Screens: a laptop window and a phone. */
export const wide = { viewport: { width: 1280, height: 800 } };
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

export interface Playground extends Pick<Pages, 'url' | 'open'> {
  /** Opens the scene page with a query, by default in a laptop window. Resolves when the state of the page can be read. */
  openScene(query: string, options?: Parameters<Pages['open']>[1]): ReturnType<Pages['open']>;
}

/** The playground for the tests of a file, in its own browser, from before the first test until after the last. */
export function usePlayground(): Playground {
  let pages: Pages | undefined;
  const served = (): Pages => {
    if (pages === undefined) throw new Error('the playground is open while tests run, not before');
    return pages;
  };
  beforeAll(async () => {
    pages = await openPages(inject('playground'));
  }, 120_000);
  afterAll(() => pages?.close());
  return {
    get url() {
      return served().url;
    },
    open: (path, options) => served().open(path, options),
    async openScene(query, options = wide) {
      const opened = await served().open(`index.html${query}`, options);
      await opened.page.waitForFunction(() => window.otedama !== undefined);
      return opened;
    },
  };
}

/** Makes the graphics device of the playground fail, and waits until the page has reported the loss and restored the device. */
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
