import { createRandom } from '@otedama/math2d';
import { expect, test } from 'vitest';
import { PAIR_SIZE, solveNormalPair } from '../src/normal-pair.js';

/** The unknowns of K x = b, at the second and third place of an array. */
function solve(k11: number, k12: number, k22: number, b1: number, b2: number): [number, number] {
  const out = new Float64Array([7, 7, 7, 7]);
  const problem = new Float64Array(PAIR_SIZE);
  problem.set([k11, k12, k22, b1, b2]);
  solveNormalPair(out, 1, problem);
  expect([out[0], out[3]]).toEqual([7, 7]);
  return [out[1], out[2]];
}

/** Two arms about a body give K = 1/m + a_i a_j / I, which is never indefinite. */
function matrix(random: ReturnType<typeof createRandom>, isDependent: boolean): [number, number, number] {
  const [m, i, a1] = [random.uniform(0.1, 3), random.uniform(0.1, 3), random.uniform(-2, 2)];
  const a2 = isDependent ? a1 : random.uniform(-2, 2);
  return [m + i * a1 * a1, m + i * a1 * a2, m + i * a2 * a2];
}

test('pushes only, so that no row stays short, and none that pushes goes too far', () => {
  const random = createRandom(2);
  const pushing = [0, 0, 0];
  for (let round = 0; round < 5000; round++) {
    const [k11, k12, k22] = matrix(random, round % 4 === 0);
    const b1 = random.uniform(-1, 1);
    const b2 = random.uniform(-1, 1);
    const [x1, x2] = solve(k11, k12, k22, b1, b2);
    const rest1 = k11 * x1 + k12 * x2 - b1;
    const rest2 = k12 * x1 + k22 * x2 - b2;
    for (const [x, rest] of [
      [x1, rest1],
      [x2, rest2],
    ]) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(rest).toBeGreaterThan(-1e-9);
    }
    pushing[Number(x1 > 0) + Number(x2 > 0)]++;
    if (round % 4 === 0) {
      // one row twice: the first unknown does it all
      expect(x2).toBe(0);
      expect(k11 * x1).toBeCloseTo(Math.max(b1, b2, 0), 9);
    } else {
      expect(Math.abs(x1 * rest1) + Math.abs(x2 * rest2)).toBeLessThan(1e-9);
    }
  }
  for (const count of pushing) expect(count).toBeGreaterThan(300);
});
