import { expect, test } from 'vitest';
import { atan2, cos, createRandom, sin } from '../src/index.js';

/** Units in the last place of `b` by which `a` differs. */
function ulps(a: number, b: number): number {
  const size = Math.max(Math.abs(b), 2 ** -1022);
  return Math.abs(a - b) / 2 ** (Math.floor(Math.log2(size)) - 52);
}

test('sin and cos are within 2 ulp of the engine on 100,000 arguments', () => {
  const random = createRandom(1);
  let worst = 0;
  for (let i = 0; i < 100_000; i++) {
    const x = random.uniform(-1, 1) * 10 ** random.integer(6);
    worst = Math.max(worst, ulps(sin(x), Math.sin(x)), ulps(cos(x), Math.cos(x)));
  }
  expect(worst).toBeLessThan(2);
});

test('atan2 is within 2 ulp of the engine on 100,000 arguments', () => {
  const random = createRandom(2);
  let worst = 0;
  for (let i = 0; i < 100_000; i++) {
    const x = random.uniform(-1, 1) * 10 ** random.integer(6);
    const y = random.uniform(-1, 1) * 10 ** random.integer(6);
    worst = Math.max(worst, ulps(atan2(y, x), Math.atan2(y, x)));
  }
  expect(worst).toBeLessThanOrEqual(2);
});
