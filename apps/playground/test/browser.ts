/** For page tests, which run in Node: the playground as it is built, and what can be done to its page. */

import type { Page } from 'playwright';
import type {} from '../src/test-handle.js';

export {
  findBarriers,
  type OpenPage,
  type Pages as Playground,
  servePages as startPlayground,
} from '@otedama/tooling/pages';
export { type Picture, takePicture } from '@otedama/tooling/picture';

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
