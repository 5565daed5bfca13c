/** For page tests, which run in Node: the built playground, and actions on its page. */

import { usePages } from '@otedama/tooling/page-tests';
import type { OpenOptions, Pages } from '@otedama/tooling/pages';
import type { Page } from 'playwright';
import { inject } from 'vitest';
import type {} from '../src/test-handle.js';
import type {} from './serve.js';

export { sharePage } from '@otedama/tooling/page-tests';
export { findBarriers, type OpenOptions, type OpenPage, resize } from '@otedama/tooling/pages';
export { type Picture, takePicture } from '@otedama/tooling/picture';

/** Screens: a laptop window and a phone. */
export const wide = { viewport: { width: 1280, height: 800 } };
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

export interface Playground extends Pages {
  /** Opens the scene page with a query, by default in a laptop window. Resolves when the state of the page can be read. */
  openScene(query: string, options?: OpenOptions): ReturnType<Pages['open']>;
}

const onWebGl = { isDrawn: false, compositor: 'software' } as const;

/**
 * The playground for the tests of a file. A page that a test opened is closed after it. Most tests look only at what is around the drawing:
 * a page with WebGL draws nothing, unless its test says `isDrawn`.
 */
export function usePlayground(): Playground {
  const pages = usePages(() => inject('playground'));
  const open = (path: string, options: OpenOptions = {}) =>
    pages.open(path, { ...(path.includes('engine=webgl') && onWebGl), ...options });
  return {
    get url() {
      return pages.url;
    },
    open,
    async openScene(query, options = wide) {
      const opened = await open(`index.html${query}`, options);
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

/** Presses a key several times, all within one frame: with `page.keyboard` each press would wait for a frame of its own. */
export const press = (page: Page, key: string, times: number): Promise<void> =>
  page.evaluate(
    ([pressed, count]) => {
      for (let k = 0; k < count; k++) window.dispatchEvent(new KeyboardEvent('keydown', { key: pressed }));
    },
    [key, times] as const,
  );

/** Makes steps of the scene page as the key "O" does, all of them in the next frame: a page that runs draws a frame for each. */
export async function makeSteps(page: Page, count: number): Promise<void> {
  const before = await page.evaluate(() => window.otedama!.steps);
  await press(page, 'o', count);
  await page.waitForFunction((end) => window.otedama!.steps >= end, before + count);
}

/**
 * Shows the scene of a link in an open scene page, as going back to its address would. Pause, style, comparison and lessons stay as
 * they are, and links to what does not exist are not reported.
 */
export async function follow(page: Page, query: string): Promise<void> {
  await page.evaluate((address) => {
    history.pushState(null, '', address);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, query);
  const { searchParams } = new URL(query, 'http://localhost');
  await page.waitForFunction((scene) => window.otedama!.scene === scene, searchParams.get('scene'));
}
