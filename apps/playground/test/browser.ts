/** For page tests, which run in Node: the built playground, and actions on its page. */

import { usePages } from '@otedama/tooling/page-tests';
import type { Pages } from '@otedama/tooling/pages';
import type { Page } from 'playwright';
import { inject } from 'vitest';
import type {} from '../src/test-handle.js';
import type {} from './serve.js';

export { findBarriers, type OpenPage } from '@otedama/tooling/pages';
export { type Picture, takePicture } from '@otedama/tooling/picture';

/** Screens: a laptop window and a phone. */
export const wide = { viewport: { width: 1280, height: 800 } };
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

export interface Playground extends Pages {
  /** Opens the scene page with a query, by default in a laptop window. Resolves when the state of the page can be read. */
  openScene(query: string, options?: Parameters<Pages['open']>[1]): ReturnType<Pages['open']>;
}

/** The playground for the tests of a file. A page that a test opened is closed after it. */
export function usePlayground(): Playground {
  const pages = usePages(() => inject('playground'));
  return {
    get url() {
      return pages.url;
    },
    open: pages.open,
    async openScene(query, options = wide) {
      const opened = await pages.open(`index.html${query}`, options);
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
