import { describe, expect, test } from 'vitest';
import { AllPairs } from '../src/all-pairs.js';
import {
  type BroadPhase,
  type BroadPhaseName,
  boxesOverlap,
  PROXY_SHAPE_TEST,
  PROXY_STATIC,
} from '../src/broad-phase.js';
import { broadPhases } from '../src/broad-phases.js';
import { GeometryStore } from '../src/geometry-store.js';
import type { Grid } from '../src/grid.js';
import { PairBuffer, ProxyBuffer } from '../src/pair-buffer.js';
import { seeded } from './helpers/random.js';

const names: BroadPhaseName[] = ['grid', 'tree', 'sweep', 'allPairs'];

function sortedPairs(buffer: PairBuffer): string {
  buffer.sort();
  return buffer.pairs.subarray(0, 2 * buffer.count).join(' ');
}

/** The proxies that `visitBoxes` visits, in increasing order. Fails if it visits one with a box that is not its own. */
function visited(broadPhase: BroadPhase, boxes: Float64Array): number[] {
  const proxies: number[] = [];
  let wrong = 0;
  broadPhase.visitBoxes((own, offset, depth, proxy) => {
    const isSound = own[offset] <= own[offset + 2] && own[offset + 1] <= own[offset + 3] && depth >= 0;
    if (!isSound) wrong++;
    if (proxy < 0) return;
    for (let k = 0; k < 4; k++) if (own[offset + k] !== boxes[4 * proxy + k]) wrong++;
    proxies.push(proxy);
  });
  expect(wrong).toBe(0);
  return proxies.sort((a, b) => a - b);
}

for (const name of names) {
  describe(name, () => {
    test('T1: two separate boxes, a third overlaps both, then moves to one', () => {
      const boxes = new Float64Array([0, 0, 1, 1, 2, 2, 3, 3, 1, 1, 2, 2]);
      const broadPhase = broadPhases[name](boxes);
      const out = new PairBuffer();
      broadPhase.add(0);
      broadPhase.add(1);
      broadPhase.findPairs(Int32Array.of(0, 1), 2, out);
      expect(out.count).toBe(0);
      broadPhase.add(2);
      broadPhase.findPairs(Int32Array.of(2), 1, out);
      expect(sortedPairs(out)).toBe('0 2 1 2');
      boxes.set([0.5, 0.5, 1.5, 1.5], 8);
      broadPhase.findPairs(Int32Array.of(2), 1, out);
      expect(sortedPairs(out)).toBe('0 2');
    });

    test('no box is lost when the last row or column ends with rounding', () => {
      const random = seeded(1);
      const out = new ProxyBuffer();
      const everywhere = Float64Array.of(-100, -100, 100, 100);
      for (let round = 0; round < 1_000; round++) {
        const count = 3 + random.integer(8);
        const boxes = new Float64Array(4 * count);
        for (let k = 0; k < count; k++) {
          const [x, y, size] = [
            random.integer(1024) / 64,
            random.integer(1024) / 64,
            0.5 + random.integer(128) / 128,
          ];
          boxes.set([x, y, x + size, y + size], 4 * k);
        }
        const broadPhase = broadPhases[name](boxes);
        for (let k = 0; k < count; k++) broadPhase.add(k, PROXY_STATIC);
        broadPhase.refresh(
          Int32Array.from({ length: count }, (_, k) => k),
          count,
        );
        out.clear();
        broadPhase.queryBox(everywhere, 0, out);
        expect(out.count).toBe(count);
      }
    });

    test('a ray that its visitor ends meets no further box, of whatever size, also right after boxes have moved', () => {
      const boxes = new Float64Array(4 * 9);
      const broadPhase = broadPhases[name](boxes);
      for (let p = 0; p < 9; p++) {
        const half = p < 3 ? Number.POSITIVE_INFINITY : p;
        boxes.set([-half, -half, half, half], 4 * p);
        broadPhase.add(p);
      }
      const moved = Int32Array.of(3, 4, 5);
      for (const count of [0, 3]) {
        // they leave their cells
        for (let k = 0; k < count; k++)
          for (let side = 0; side < 4; side++) boxes[4 * moved[k] + side] += moved[k] - 0.5;
        broadPhase.findPairs(moved, count, new PairBuffer());
        let visits = 0;
        broadPhase.castRay(0.1, 0.1, 5, 5, 1, () => {
          visits++;
          return 0;
        });
        expect(visits).toBe(1);
      }
    });

    test('10.1.9: 100 boxes in a column 3 apart are no candidate pair', () => {
      const boxes = new Float64Array(400);
      const broadPhase = broadPhases[name](boxes);
      const moved = new Int32Array(100);
      for (let i = 0; i < 100; i++) {
        boxes.set([-1, 3 * i - 1, 1, 3 * i + 1], 4 * i);
        broadPhase.add(i);
        moved[i] = i;
      }
      const out = new PairBuffer();
      broadPhase.findPairs(moved, 100, out);
      expect(out.count).toBe(0);
    });

    test('the long AABBs of slanted walls and half-spaces pair only with boxes near the actual shape', () => {
      const random = seeded(19);
      const store = new GeometryStore();
      const boxes = new Float64Array(4 * 300);
      const tested = broadPhases[name](boxes, store);
      const moved = Int32Array.from({ length: 300 }, (_, p) => p);
      const expected: string[] = [];
      const walls = 3;
      const place = (id: number, x: number, y: number, angle: number): void => {
        store.place(id, x, y, Math.cos(angle), Math.sin(angle), boxes, 4 * id);
      };
      store.add({ kind: 'halfSpace', normal: { x: -0.3, y: 1 } });
      store.add({ kind: 'segment', point1: { x: -20, y: 30 }, point2: { x: 20, y: -10 } });
      store.add({ kind: 'capsule', point1: { x: -20, y: -10 }, point2: { x: 20, y: 30 }, radius: 1 });
      for (let p = 0; p < 300; p++) {
        if (p < walls) place(p, 0, 0, 0);
        else {
          store.add({ kind: 'circle', radius: random.uniform(0.1, 1) });
          place(p, random.uniform(-20, 20), random.uniform(-10, 30), 0);
        }
        tested.add(p, p < walls ? PROXY_STATIC | PROXY_SHAPE_TEST : 0);
      }
      // an edge with unit normal n through v meets a box if |n.(c - v)| is within the box's extent along n plus the radius
      const lines = [
        { nx: -0.3 / Math.hypot(0.3, 1), ny: 1 / Math.hypot(0.3, 1), x: 0, y: 0, radius: 0, isSolid: true },
        { nx: Math.SQRT1_2, ny: Math.SQRT1_2, x: 0, y: 10, radius: 0, isSolid: false },
        { nx: -Math.SQRT1_2, ny: Math.SQRT1_2, x: 0, y: 10, radius: 1, isSolid: false },
      ];
      for (let p = 0; p < 300; p++) {
        for (let q = p < walls ? walls : p + 1; q < 300; q++) {
          if (!boxesOverlap(boxes, 4 * p, boxes, 4 * q)) continue;
          if (p < walls) {
            const { nx, ny, x, y, radius, isSolid } = lines[p];
            const cx = 0.5 * (boxes[4 * q] + boxes[4 * q + 2]);
            const cy = 0.5 * (boxes[4 * q + 1] + boxes[4 * q + 3]);
            const reach = (boxes[4 * q + 2] - cx) * (Math.abs(nx) + Math.abs(ny)) + radius;
            const height = nx * (cx - x) + ny * (cy - y);
            if (isSolid ? height > reach : Math.abs(height) > reach) continue;
          }
          expected.push(`${p} ${q}`);
        }
      }
      const out = new PairBuffer();
      tested.findPairs(moved, 300, out);
      expect(sortedPairs(out)).toBe(expected.join(' '));
      expect(expected.length).toBeGreaterThan(200);
    });
  });
}

describe.each(['even', 'mixed sizes', 'one far away', 'half-spaces and statics'])('boxes: %s', (spread) => {
  test('T5: random motion, insertion, removal: the pairs of the oracle at each step', () => {
    const random = seeded(7);
    const [capacity, steps] = spread === 'even' ? [1000, 500] : [400, 250];
    const boxes = new Float64Array(4 * capacity);
    const tested = names.filter((name) => name !== 'allPairs').map((name) => broadPhases[name](boxes));
    const oracle = new AllPairs(boxes);
    const isPresent = new Uint8Array(capacity);
    const place = (p: number): void => {
      let x = random.uniform(0, 40);
      let y = random.uniform(0, 40);
      let half = random.uniform(0.3, 0.6);
      if (spread === 'mixed sizes') half *= 10 ** random.uniform(-1, 1);
      if (spread === 'one far away' && p % 100 === 3) {
        x *= 1e9 * (random.next() - 0.5);
        y *= 1e6;
      }
      if (spread === 'half-spaces and statics' && p % 200 === 3) half = Number.POSITIVE_INFINITY;
      boxes.set([x - half, y - 0.7 * half, x + half, y + 0.7 * half], 4 * p);
    };
    const shift = (p: number, dx: number, dy: number): void => {
      for (let k = 0; k < 4; k++) boxes[4 * p + k] += k % 2 === 0 ? dx : dy;
    };
    const add = (p: number): void => {
      isPresent[p] = 1;
      place(p);
      const flags = spread === 'half-spaces and statics' && p % 3 === 0 ? PROXY_STATIC : 0;
      for (const each of [oracle, ...tested]) each.add(p, flags);
    };
    const found = new PairBuffer();
    const expected = new PairBuffer();
    const moved: number[] = [];
    const findPairs = (broadPhase: BroadPhase, out: PairBuffer): void => {
      const list = Int32Array.from(moved);
      broadPhase.findPairs(list, list.length, out);
      out.sort();
    };
    const isAsExpected = (): boolean =>
      found.count === expected.count &&
      found.pairs.subarray(0, 2 * found.count).every((proxy, k) => proxy === expected.pairs[k]);
    const proxiesIn = (broadPhase: BroadPhase, box: Float64Array): [number, number[]] => {
      const found = new ProxyBuffer();
      return [broadPhase.queryBox(box, 1, found), [...found.proxies.slice(0, found.count).sort()]];
    };
    const hitsOf = (broadPhase: BroadPhase, x: number, y: number, dx: number, dy: number): number[] => {
      const hits: number[] = [];
      broadPhase.castRay(x, y, dx, dy, 1, (p, f) => {
        hits.push(p);
        return f;
      });
      return hits.sort((a, b) => a - b);
    };
    for (let step = 0; step < steps; step++) {
      moved.length = 0;
      const share = step === 0 ? 1 : step % 50 === 0 ? 0.8 : step % 7 === 0 ? 0 : random.uniform(0, 0.05);
      for (let p = 0; p < capacity; p++) {
        if (random.next() >= share) continue;
        if (isPresent[p] === 0) add(p);
        else if (random.next() < 0.2) {
          isPresent[p] = 0;
          for (const each of [oracle, ...tested]) each.remove(p);
          continue;
        } else if (random.next() < 0.5) place(p);
        else shift(p, random.uniform(-0.3, 0.3), random.uniform(-0.3, 0.3));
        moved.push(p);
      }
      findPairs(oracle, expected);
      for (const each of tested) {
        findPairs(each, found);
        if (!isAsExpected()) expect.fail(`step ${step}: ${each.constructor.name}`);
        expect(each.proxyCount).toBe(oracle.proxyCount);
      }
      if (step % 10 > 0) continue;
      const [x, y] = [random.uniform(0, 40), random.uniform(0, 40)];
      const [dx, dy] = [random.uniform(-30, 30), random.uniform(-30, 30)];
      const box = Float64Array.of(0, x, y, x + 3, y + 5);
      const inBox = proxiesIn(oracle, box);
      const hits = hitsOf(oracle, x, y, dx, dy);
      const present = [...isPresent.keys()].filter((p) => isPresent[p] === 1);
      expect(visited(oracle, boxes)).toEqual(present);
      for (const each of tested) {
        expect(proxiesIn(each, box)).toEqual(inBox);
        expect(hitsOf(each, x, y, dx, dy)).toEqual(hits);
        expect(visited(each, boxes)).toEqual(present);
      }
    }
  });
});

test('the cells of a grid are as high as its boxes or higher, half as wide, and each box has its centre in one', () => {
  const boxes = new Float64Array(4 * 50);
  const random = seeded(3);
  const grid = broadPhases.grid(boxes);
  for (let p = 0; p < 50; p++) {
    const [x, y] = [random.uniform(0, 9), random.uniform(0, 9)];
    boxes.set([x, y, x + 1, y + 0.5], 4 * p);
    grid.add(p);
  }
  const cells: Float64Array[] = [];
  const depths = new Set<number>();
  grid.visitBoxes((own, offset, depth, proxy) => {
    if (proxy < 0) {
      expect(depth).toBe(0);
      cells.push(own.slice(offset, offset + 4));
    } else depths.add(depth);
  });
  // the boxes were added just now: visiting sorts them first
  expect(depths).toEqual(new Set([1]));
  expect(new Set(cells.map(String)).size).toBe(cells.length);
  const holds = ([minX, minY, maxX, maxY]: Float64Array, x: number, y: number): boolean =>
    x >= minX - 1e-9 && x <= maxX + 1e-9 && y >= minY - 1e-9 && y <= maxY + 1e-9;
  for (const [minX, minY, maxX, maxY] of cells) {
    expect(maxY - minY).toBeGreaterThanOrEqual(1);
    expect(maxX - minX).toBeCloseTo((maxY - minY) / 2, 9);
  }
  for (let p = 0; p < 50; p++) {
    const [x, y] = [boxes[4 * p] + 0.5, boxes[4 * p + 1] + 0.25];
    expect(cells.filter((cell) => holds(cell, x, y)).length, `${p}`).toBe(1);
  }
});

test('when all boxes have become smaller, so do the cells of a grid', () => {
  const boxes = new Float64Array(4 * 300);
  const random = seeded(4);
  const grid = broadPhases.grid(boxes);
  const out = new PairBuffer();
  const all = Int32Array.from({ length: 300 }, (_, p) => p);
  for (const p of all) grid.add(p);
  function heightWithBoxesOf(size: number, searches: number): number {
    for (let k = 0; k < searches; k++) {
      for (const p of all) {
        const [x, y] = [random.uniform(0, 20), random.uniform(0, 20)];
        boxes.set([x, y, x + size, y + size], 4 * p);
      }
      grid.findPairs(all, 300, out);
    }
    let height = 0;
    grid.visitBoxes((own, offset, _depth, proxy) => {
      if (proxy < 0) height = own[offset + 3] - own[offset + 1];
    });
    return height;
  }
  expect(heightWithBoxesOf(2, 1)).toBeCloseTo(2.2, 9);
  expect(heightWithBoxesOf(0.5, 100)).toBeCloseTo(0.55, 9);
});

test('in a sparse world a query and a ray read the boxes around them, not all', () => {
  const count = 2000;
  const boxes = new Float64Array(4 * count);
  const random = seeded(5);
  const grid = broadPhases.grid(boxes) as Grid;
  for (let p = 0; p < count; p++) {
    const [x, y] = [random.uniform(0, 1000), random.uniform(0, 1000)];
    boxes.set([x, y, x + 0.5, y + 0.5], 4 * p);
    grid.add(p);
  }
  const found = new ProxyBuffer();
  grid.queryBox(boxes, 0, found);
  const [level] = grid['levels'];
  expect(level.isDense).toBe(false);
  let reads = 0;
  const own = level.boxes;
  level.boxes = new Proxy(own, {
    get(target, key) {
      reads++;
      return target[key as unknown as number];
    },
  });
  const readsOf = (search: () => void): number => {
    reads = 0;
    search();
    return reads;
  };
  expect(readsOf(() => grid.queryBox(boxes, 4, found))).toBeLessThan(200);
  expect(found.proxies.slice(0, found.count)).toContain(1);
  for (const [dx, dy] of [
    [30, 0],
    [0, -30],
    [-20, 20],
  ]) {
    expect(readsOf(() => grid.castRay(500, 500, dx, dy, 1, (_, fraction) => fraction))).toBeLessThan(800);
  }
  // a ray or box over more cells than there are boxes reads each box once
  const everywhere = Float64Array.of(0, 0, 1000, 1000);
  found.clear();
  expect(readsOf(() => grid.queryBox(everywhere, 0, found))).toBe(4 * count);
  expect(found.count).toBe(count);
  const hits: number[] = [];
  grid.castRay(0, 0, 1000, 1000, 1, (proxy, fraction) => {
    hits.push(proxy);
    return fraction;
  });
  expect(hits.length).toBeGreaterThan(0);
  expect(new Set(hits).size).toBe(hits.length);
});

test('a box that moves out of the rows, to where the cell of another row would have the number of its own, is found there', () => {
  const boxes = new Float64Array(4 * 100);
  const grid = broadPhases.grid(boxes) as Grid;
  const put = (p: number, x: number, y: number) => boxes.set([x, y, x + 0.5, y + 0.5], 4 * p);
  for (let p = 0; p < 100; p++) {
    put(p, p % 10, Math.floor(p / 10));
    grid.add(p);
  }
  const out = new PairBuffer();
  grid.findPairs(
    Int32Array.from({ length: 100 }, (_, p) => p),
    100,
    out,
  );
  const [level] = grid['levels'];
  expect(level.isDense).toBe(true);
  const row = level.rowLength / level.inverseWidth;
  for (const side of [-1, 1]) {
    // the middle box goes a row of cells to one side, and a row down or up
    put(55, 5 + side * row, 5 - side * level['cellSize']);
    grid.findPairs(Int32Array.of(55), 1, out);
    const found = new ProxyBuffer();
    grid.queryBox(boxes, 4 * 55, found);
    expect([...found.proxies.slice(0, found.count)]).toEqual([55]);
    put(55, 5, 5);
    grid.findPairs(Int32Array.of(55), 1, out);
  }
});

test('boxes that were added and not sorted yet are removed in any order', () => {
  const boxes = new Float64Array(40);
  const grid = broadPhases.grid(boxes);
  for (let p = 0; p < 10; p++) {
    boxes.set([p, 0, p + 0.5, 1], 4 * p);
    grid.add(p);
  }
  for (const p of [3, 9, 0, 8]) grid.remove(p);
  const found = new ProxyBuffer();
  grid.queryBox(Float64Array.of(0, 0, 10, 1), 0, found);
  expect([...found.proxies.slice(0, found.count).sort()]).toEqual([1, 2, 4, 5, 6, 7]);
});
