import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DeviceLoss } from '../src/device-loss.js';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', globalThis);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a device that comes back is told of twice, one that does not is not waited for any longer', () => {
  const said: string[] = [];
  const loss = new DeviceLoss((text) => said.push(text));
  loss.lost();
  expect(said).toEqual([expect.stringMatching(/was lost.*as soon as it is back/)]);
  loss.restored();
  vi.advanceTimersByTime(60_000);
  expect(said).toEqual([expect.any(String), '']);
  loss.lost();
  loss.lost();
  vi.advanceTimersByTime(60_000);
  expect(said).toHaveLength(5);
  expect(said[4]).toMatch(/has not come back.*Reload the page/);
  loss.restored();
  expect(said.at(-1)).toBe('');
});
