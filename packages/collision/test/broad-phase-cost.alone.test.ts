import { createRandom } from '@otedama/math2d';
import { describe, expect, test } from 'vitest';
import type { BroadPhaseName } from '../src/broad-phase.js';
import { broadPhases } from '../src/broad-phases.js';
import { Grid } from '../src/grid.js';
import { PairBuffer, ProxyBuffer } from '../src/pair-buffer.js';
import { PairTable } from '../src/pair-table.js';
import { bytesPerCall } from './helpers/allocation.js';

const COUNT = 600;
const STEPS = 12;

function scatter(boxes: Float64Array, random: ReturnType<typeof createRandom>, p: number): void {
  const x = random.uniform(0, 25);
  const y = random.uniform(0, 25);
  const half = random.uniform(0.3, 0.6);
  boxes[4 * p] = x - half;
  boxes[4 * p + 1] = y - half;
  boxes[4 * p + 2] = x + half;
  boxes[4 * p + 3] = y + half;
}

for (const name of ['grid', 'tree', 'sweep'] as BroadPhaseName[]) {
  describe(name, () => {
    test('steps with few, some and all boxes moved allocate nothing', () => {
      const random = createRandom(4);
      const boxes = new Float64Array(4 * COUNT);
      const broadPhase = broadPhases[name](boxes);
      const moved = new Int32Array(COUNT);
      for (let p = 0; p < COUNT; p++) {
        scatter(boxes, random, p);
        broadPhase.add(p);
        moved[p] = p;
      }
      const out = new PairBuffer();
      const table = new PairTable();
      let shift = 0.01;
      const run = (): void => {
        for (let step = 0; step < STEPS; step++) {
          const stride = step % 3 === 0 ? 1 : step % 3 === 1 ? 5 : 100;
          let movedCount = 0;
          for (let p = step % stride; p < COUNT; p += stride) {
            for (let k = 0; k < 4; k++) boxes[4 * p + k] += shift;
            moved[movedCount++] = p;
          }
          shift = -shift;
          broadPhase.findPairs(moved, movedCount, out);
          for (let k = 0; k < out.count; k++) {
            const a = out.pairs[2 * k];
            const b = out.pairs[2 * k + 1];
            if (table.get(a, b) < 0) table.set(a, b, k);
          }
        }
      };
      expect(bytesPerCall(STEPS * COUNT, run)).toBeLessThan(0.5);
    });

    test('visiting the boxes allocates nothing', () => {
      const random = createRandom(6);
      const boxes = new Float64Array(4 * COUNT);
      const broadPhase = broadPhases[name](boxes);
      for (let p = 0; p < COUNT; p++) {
        scatter(boxes, random, p);
        broadPhase.add(p);
      }
      // a captured number that changes would be allocated anew
      const sum = new Float64Array(1);
      const visit = (own: Float64Array, offset: number, depth: number): void => {
        sum[0] += own[offset] + depth;
      };
      const run = (): void => {
        for (let k = 0; k < 40; k++) broadPhase.visitBoxes(visit);
      };
      expect(bytesPerCall(40 * COUNT, run)).toBeLessThan(0.5);
      expect(sum[0]).toBeGreaterThan(0);
    });

    test('a ray that stops at its first hits, and a small box, visit a small part of the scene', () => {
      const random = createRandom(5);
      const boxes = new Float64Array(4 * COUNT);
      const broadPhase = broadPhases[name](boxes);
      const moved = Int32Array.from({ length: COUNT }, (_, p) => p);
      for (let p = 0; p < COUNT; p++) {
        scatter(boxes, random, p);
        broadPhase.add(p);
      }
      broadPhase.findPairs(moved, COUNT, new PairBuffer());
      for (const [dx, dy] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
        [0.6, 0.8],
        [-0.8, 0.6],
        [0, 0],
      ]) {
        const x = 12.5 - 12 * dx;
        const y = 12.5 - 12 * dy;
        let nearest = 1;
        const hits: number[] = [];
        broadPhase.castRay(x, y, 24 * dx, 24 * dy, 1, (p, limit) => {
          hits.push(p);
          // distance along the ray to the centre of the box
          const along =
            (0.5 * (boxes[4 * p] + boxes[4 * p + 2]) - x) * dx +
            (0.5 * (boxes[4 * p + 1] + boxes[4 * p + 3]) - y) * dy;
          nearest = Math.min(limit, Math.max(0, along / 24));
          return nearest;
        });
        expect(new Set(hits).size).toBe(hits.length);
        if (name !== 'sweep') expect(hits.length).toBeLessThan(12);
      }
      let stopped = 0;
      broadPhase.castRay(0, 0, 25, 25, 1, () => {
        stopped++;
        return 0;
      });
      expect(stopped).toBe(1);
      const found = new ProxyBuffer();
      expect(broadPhase.queryBox(Float64Array.of(12, 12, 13, 13), 0, found)).toBe(found.count);
      expect(found.count).toBeLessThan(20);
    });
  });
}

test('new pairs come in ascending order, for any broad phase', () => {
  const random = createRandom(6);
  const boxes = new Float64Array(4 * COUNT);
  const moved = Int32Array.from({ length: COUNT }, (_, p) => p);
  for (let p = 0; p < COUNT; p++) scatter(boxes, random, p);
  const lists = (['grid', 'tree', 'sweep', 'allPairs'] as const).map((name) => {
    const broadPhase = broadPhases[name](boxes);
    for (let p = 0; p < COUNT; p++) broadPhase.add(p);
    const out = new PairBuffer();
    broadPhase.findPairs(moved, COUNT, out);
    out.sort();
    return Array.from(out.pairs.subarray(0, 2 * out.count));
  });
  for (let k = 2; k < lists[0].length; k += 2) {
    expect(lists[0][k - 2] * COUNT + lists[0][k - 1]).toBeLessThan(lists[0][k] * COUNT + lists[0][k + 1]);
  }
  for (const list of lists) expect(list).toEqual(lists[0]);
});

test('rotating boxes stay in cells of their size, although they would fit larger existing cells', () => {
  const random = createRandom(7);
  const small = 500;
  const large = 20;
  const boxes = new Float64Array(4 * (small + large));
  const grid = new Grid(boxes);
  const moved = Int32Array.from({ length: small + large }, (_, p) => p);
  const put = (p: number, half: number): void => {
    const x = random.uniform(0, 40);
    const y = random.uniform(0, 40);
    boxes.set([x - half, y - half, x + half, y + half], 4 * p);
  };
  for (let p = 0; p < small + large; p++) {
    put(p, p < small ? 0.5 : 4);
    grid.add(p);
  }
  const out = new PairBuffer();
  grid.findPairs(moved, moved.length, out);
  const counts = (): number[] => grid['levels'].map(({ count }) => count);
  expect(counts()).toEqual([small, large]);
  // each small square now has its own angle
  for (let p = 0; p < small; p++) put(p, random.uniform(0.5, 0.5 * Math.SQRT2));
  for (let k = 0; k < 2; k++) grid.findPairs(moved, moved.length, out);
  expect(counts()).toEqual([small, large]);
});
