import { createRandom } from '@otedama/math2d';
import { expect, test } from 'vitest';
import { ArrivalClock } from '../src/arrival-clock.js';

const frame = 1000 / 60;
const KEPT = 4;

/**
 * Shows states that are sent every `period` ms and arrive up to `jitter` ms late, with a timer of 4 ms. Returns how far the steps that are
 * shown in a frame are from the even number, at worst, in steps; and the same if the last state is gone to from the time of its arrival on.
 */
function unevenness(period: number, jitter: number): { smoothed: number; plain: number } {
  const random = createRandom(1);
  const late = Array.from({ length: 600 }, (_, k) => period * k + jitter * random.next());
  const arrivals = late.map((time) => 4 * Math.ceil(time / 4)).sort((a, b) => a - b);
  const clock = new ArrivalClock(frame);
  const worst = { smoothed: 0, plain: 0 };
  let before = { smoothed: Number.NaN, plain: Number.NaN };
  let count = 0;
  for (let time = 0; time < 590 * period; time += frame) {
    while (arrivals[count] <= time) clock.arrive(arrivals[count++]);
    const since = (time - arrivals[count - 1]) / frame;
    const shown = {
      smoothed: count - 1 - clock.age(time, Math.min(count, KEPT)),
      plain: count - 2 + Math.min(1, since),
    };
    for (const way of ['smoothed', 'plain'] as const) {
      const error = Math.abs(shown[way] - before[way] - frame / period);
      if (time > 2_000) worst[way] = Math.max(worst[way], error);
    }
    before = shown;
  }
  return worst;
}

test.each([
  [frame, 4],
  [frame, 8],
  [frame, 12],
  [40, 4],
])('states every %d ms that are up to %d ms late are shown evenly', (period, jitter) => {
  const { smoothed, plain } = unevenness(period, jitter);
  expect(smoothed).toBeLessThan(0.05); // steps per frame
  expect(plain).toBeGreaterThan(5 * smoothed);
});

/** A clock that got states at even times. */
function evenClock(): ArrivalClock {
  const clock = new ArrivalClock(10);
  for (let k = 0; k < 50; k++) clock.arrive(10 * k);
  return clock;
}

test('even arrivals are shown one and a half intervals late, and no later than what is kept', () => {
  expect(new ArrivalClock(10).age(0, 1)).toBe(0);
  const clock = evenClock();
  expect(clock.age(490, KEPT)).toBeCloseTo(1.5, 12);
  expect(clock.age(497.5, KEPT)).toBeCloseTo(0.75, 12);
  expect(clock.age(900, KEPT)).toBe(0);
  expect(evenClock().age(490, 2)).toBe(1);
});

test('after a pause it goes on from the last state that was shown, and never back', () => {
  const clock = evenClock();
  let before = 0;
  const ages: number[] = [];
  for (let count = 50; count < 60; count++) {
    for (const since of [0, 2, 4, 6, 8, 9.9]) {
      const age = clock.age(4_990 + 10 * (count - 50) + since, KEPT);
      expect(count - age).toBeGreaterThanOrEqual(before);
      before = count - age;
      ages.push(age);
    }
    clock.arrive(5_000 + 10 * (count - 50));
  }
  expect(ages[0]).toBe(0); // the pause
  expect(ages[6]).toBe(1); // at once after it
  for (const age of ages) expect(age).toBeLessThan(1.6);
});

test('many at once after a stall do not stop it', () => {
  const clock = evenClock();
  for (let k = 0; k < 200; k++) clock.arrive(700);
  for (let k = 1; k < 300; k++) clock.arrive(700 + 10 * k);
  const shown = [0, 2.5, 5].map((since) => clock.age(3_690 + since, KEPT));
  for (const [k, age] of [1.5, 1.25, 1].entries()) expect(Math.abs(shown[k] - age)).toBeLessThan(0.05);
});
