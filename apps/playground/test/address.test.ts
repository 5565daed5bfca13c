import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AddressWriter } from '../src/address.js';

/** Records what is written and when: `+` for another page, `=` for the same page. */
function bar() {
  const written: string[] = [];
  const times: number[] = [];
  const note = (sign: string) => (_: unknown, __: string, address?: string | URL | null) => {
    written.push(`${sign}${address}`);
    times.push(performance.now());
  };
  return { written, times, pushState: note('+'), replaceState: note('=') };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a lone change is written at once, the same address only once', () => {
  const { written, ...history } = bar();
  const writer = new AddressWriter(history, 'tower');
  writer.write('?scene=tower', 'tower');
  writer.write('?scene=tower', 'tower');
  vi.advanceTimersByTime(5000);
  expect(written).toEqual(['=?scene=tower']);
  writer.write('?scene=tower&paused=1', 'tower');
  expect(written.slice(1)).toEqual(['=?scene=tower&paused=1']);
});

test('whatever comes thirty times a second, no 30 seconds see more than 100 writes, and the last one is written', () => {
  for (const pageOf of [() => 'tower', (k: number) => `scene-${k}`]) {
    const { written, times, ...history } = bar();
    const writer = new AddressWriter(history, 'tower');
    for (let k = 0; k < 2000; k++) {
      writer.write(`?at=${k}`, pageOf(k));
      expect(writer.latest).toBe(`?at=${k}`);
      vi.advanceTimersByTime(33);
    }
    vi.advanceTimersByTime(5000);
    expect(written.at(-1)).toMatch(/^[+=]\?at=1999$/);
    expect(written.length).toBeGreaterThan(60);
    times.forEach((time, k) => {
      expect((times[k + 100] ?? Number.POSITIVE_INFINITY) - time).toBeGreaterThan(30_000);
    });
  }
});

/** Uses up all writes that are allowed at once. */
function useUp(writer: AddressWriter, page: string): void {
  for (let k = 0; k < 100; k++) writer.write(`?at=${k}`, page);
}

test('a few changes are written one by one; of many, a page is left as it was last, and those that are passed by are none to go back to', () => {
  const { written, ...history } = bar();
  const writer = new AddressWriter(history, 'tower');
  writer.write('?scene=tower', 'tower');
  writer.write('?scene=arch', 'arch');
  writer.write('?scene=tower', 'tower');
  expect(written).toEqual(['=?scene=tower', '+?scene=arch', '+?scene=tower']);
  useUp(writer, 'tower');
  const before = written.length;
  writer.write('?scene=tower&paused=1', 'tower');
  writer.write('?scene=arch', 'arch');
  writer.write('?scene=bridge', 'bridge');
  vi.advanceTimersByTime(5000);
  expect(written.slice(before)).toEqual(['=?scene=tower&paused=1', '+?scene=bridge']);
});

test('who went back is not taken forward by what was still to be written', () => {
  const { written, ...history } = bar();
  const writer = new AddressWriter(history, 'tower');
  useUp(writer, 'tower');
  const before = written.length;
  // the pending write of the page being left is written first
  writer.write('?scene=arch', 'arch');
  writer.arrive('fountain');
  vi.advanceTimersByTime(5000);
  writer.write('?scene=fountain', 'fountain');
  expect(written.slice(before)).toEqual(['=?at=99', '=?scene=fountain']);
});
