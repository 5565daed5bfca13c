/** Pages of tests that are closed and opened again must be as good as new. */

import { expect, test } from 'vitest';
import { usePlayground, wide } from './browser.js';

const playground = usePlayground();

test('a page in a reused context starts without the storage and the complaints of the page before it', async () => {
  const first = await playground.openScene('?scene=tower&engine=webgl&paused=1');
  const context = first.page.context();
  await first.page.evaluate(() => {
    localStorage.setItem('left', 'behind');
    sessionStorage.setItem('left', 'behind');
    console.error('a complaint of the first page');
  });
  await expect.poll(() => first.complaints).toHaveLength(1);
  await first.close();

  const second = await playground.openScene('?scene=pyramid&engine=webgl&paused=1');
  expect(second.page.context()).toBe(context);
  const left = await second.page.evaluate(() => [
    localStorage.getItem('left'),
    sessionStorage.getItem('left'),
  ]);
  expect(left).toEqual([null, null]);
  await second.page.evaluate(() => console.error('a complaint of the second page'));
  await expect.poll(() => second.complaints).toEqual(['a complaint of the second page']);
  expect(first.complaints).toHaveLength(1);

  // other options, or a script, need a context of their own
  const phone = await playground.openScene('?scene=tower&engine=webgl&paused=1', {
    viewport: { width: 390, height: 844 },
  });
  expect(phone.page.context()).not.toBe(context);
  await second.close();
  const scripted = await playground.openScene('?scene=tower&engine=webgl&paused=1', {
    ...wide,
    script: () => {},
  });
  expect(scripted.page.context()).not.toBe(context);
  await scripted.close();
  expect(scripted.page.isClosed()).toBe(true);
  await phone.close();
});
