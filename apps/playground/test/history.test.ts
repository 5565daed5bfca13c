import { expect, test } from 'vitest';
import { History, type Sample } from '../src/history.js';

const sampleAt = (time: number): Sample => ({ time, energy: 0, momentum: 0, overlap: 0, contacts: 0 });

test('a run of any length stays in a bounded number of samples, evenly spread, its beginning kept', () => {
  const history = new History();
  for (let step = 1; step <= 100_000; step++) history.add(sampleAt(step / 60));
  const times = history.samples.map((sample) => sample.time);
  expect(times.length).toBeLessThanOrEqual(600);
  expect(times.length).toBeGreaterThan(250);
  expect(times[0]).toBe(1 / 60);
  expect(times.at(-1)).toBeGreaterThan(0.99 * (100_000 / 60));
  const gaps = times.slice(1).map((time, index) => time - times[index]);
  expect(Math.max(...gaps)).toBeLessThan(3 * Math.min(...gaps));
});

test('while nothing moves on, nothing is added', () => {
  const history = new History();
  history.add(sampleAt(1));
  history.add(sampleAt(1));
  history.add(sampleAt(0.5));
  expect(history.samples).toHaveLength(1);
});

test('going back in time drops what came after it, and not the sample of that time', () => {
  const history = new History();
  for (let step = 0; step <= 10; step++) history.add(sampleAt(step / 8));
  history.cut(0.5);
  expect(history.samples.map((sample) => sample.time)).toEqual([0, 0.125, 0.25, 0.375, 0.5]);
  history.add(sampleAt(0.625));
  expect(history.samples.at(-1)?.time).toBe(0.625);
});
