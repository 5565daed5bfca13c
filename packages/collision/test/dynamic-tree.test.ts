import { describe, expect, test } from 'vitest';
import { DynamicTree } from '../src/dynamic-tree.js';
import { ProxyBuffer } from '../src/pair-buffer.js';
import { seeded } from './helpers/random.js';

function boxAt(x: number, y: number): Float64Array {
  return Float64Array.of(x, y, x + 1, y + 1);
}

for (const [name, columns, rows] of [
  ['a row of 200', 200, 1],
  ['a field of 20 x 20', 20, 20],
] as const) {
  test(`T3: height of ${name}: built, moved, rebuilt`, () => {
    const n = columns * rows;
    const tree = new DynamicTree();
    for (let k = 0; k < n; k++) tree.insert(k, boxAt(k % columns, Math.floor(k / columns)), 0);
    expect(tree.height).toBeLessThan(2 * Math.log2(n));
    for (let k = 0; k < n; k++) tree.move(k, boxAt((k % columns) + 10, Math.floor(k / columns) + 20), 0);
    expect(tree.height).toBeLessThan(3 * Math.log2(n));
    tree.rebuild(true);
    expect(tree.height).toBeLessThan(2 * Math.log2(n));
    expect(tree.nodeCount).toBe(2 * n - 1);
    const out = new ProxyBuffer();
    tree.query(Float64Array.of(-100, -100, 100 + columns, 100 + rows), 0, out);
    expect(out.count).toBe(n);
  });
}

test('T4: adding and removing one leaf leaves no node', () => {
  const tree = new DynamicTree();
  expect(tree.height).toBe(-1);
  tree.insert(7, boxAt(0, 0), 0);
  expect([tree.nodeCount, tree.height]).toEqual([1, 0]);
  tree.remove(7);
  expect([tree.nodeCount, tree.height]).toEqual([0, -1]);
});

test.each([0, 1, 2, 3])('a leaf that grows on one side only is found there: side %d', (side) => {
  const tree = new DynamicTree();
  for (let k = 0; k < 9; k++) tree.insert(k, boxAt(10 * (k % 3), 10 * Math.floor(k / 3)), 0);
  // the middle one, at 10 to 11 both ways
  const grown = boxAt(10, 10);
  grown[side] += side < 2 ? -3 : 3;
  tree.move(4, grown, 0);
  const place = [10.5, 10.5, 10.5, 10.5];
  for (const k of [side % 2, (side % 2) + 2]) place[k] += side < 2 ? -2 : 2;
  const out = new ProxyBuffer();
  tree.query(Float64Array.from(place), 0, out);
  expect([...out.proxies.slice(0, out.count)]).toEqual([4]);
});

describe('under random insertion, motion, partial rebuild and removal', () => {
  test('queries match a linear list, heights stay low, no node is lost', () => {
    const random = seeded(6);
    const n = 500;
    const boxes = new Float64Array(4 * n);
    const isPresent = new Uint8Array(n);
    const tree = new DynamicTree();
    let count = 0;
    const out = new ProxyBuffer();
    for (let step = 0; step < 300; step++) {
      for (let p = 0; p < n; p++) {
        if (random.next() > 0.1) continue;
        const x = random.uniform(0, 100);
        const y = random.uniform(0, 100);
        boxes.set([x, y, x + random.uniform(0, 4), y + random.uniform(0, 4)], 4 * p);
        if (isPresent[p] === 0) {
          tree.insert(p, boxes, 4 * p);
          isPresent[p] = 1;
          count++;
        } else if (random.next() < 0.2) {
          tree.remove(p);
          isPresent[p] = 0;
          count--;
        } else if (random.next() < 0.5) tree.move(p, boxes, 4 * p);
        else tree.enlarge(p, boxes, 4 * p);
      }
      if (step % 2 === 0) tree.rebuild();
      expect(tree.nodeCount).toBe(2 * count - 1);
      expect(tree.height).toBeLessThan(4 * Math.log2(count));
      const x = random.uniform(0, 100);
      const y = random.uniform(0, 100);
      out.clear();
      tree.query(Float64Array.of(x, y, x + 10, y + 10), 0, out);
      const expected: number[] = [];
      for (let p = 0; p < n; p++) {
        const o = 4 * p;
        if (
          isPresent[p] === 1 &&
          x <= boxes[o + 2] &&
          boxes[o] <= x + 10 &&
          y <= boxes[o + 3] &&
          boxes[o + 1] <= y + 10
        ) {
          expected.push(p);
        }
      }
      expect([...out.proxies.subarray(0, out.count)].sort((a, b) => a - b)).toEqual(expected);
    }
  });
});

test('a ray shortened at every hit ends at the nearest box', () => {
  const random = seeded(17);
  const n = 400;
  const boxes = new Float64Array(4 * n);
  const tree = new DynamicTree();
  for (let p = 0; p < n; p++) {
    const x = random.uniform(0, 100);
    const y = random.uniform(0, 100);
    boxes.set([x, y, x + 2, y + 2], 4 * p);
    tree.insert(p, boxes, 4 * p);
  }
  const entry = (p: number, x: number, y: number, dx: number, dy: number): number => {
    const f = [
      [(boxes[4 * p] - x) / dx, (boxes[4 * p + 2] - x) / dx].sort((a, b) => a - b),
      [(boxes[4 * p + 1] - y) / dy, (boxes[4 * p + 3] - y) / dy].sort((a, b) => a - b),
    ];
    const enter = Math.max(f[0][0], f[1][0], 0);
    return enter <= Math.min(f[0][1], f[1][1], 1) ? enter : 2;
  };
  let visits = 0;
  for (let k = 0; k < 500; k++) {
    const [x, y, dx, dy] = [0, 0, 0, 0].map((_, i) => random.uniform(i < 2 ? 0 : -100, 100));
    let nearest = 1;
    for (let p = 0; p < n; p++) nearest = Math.min(nearest, entry(p, x, y, dx, dy));
    const left = tree.castRay(x, y, dx, dy, 1, (p, limit) => {
      visits++;
      return Math.min(limit, entry(p, x, y, dx, dy));
    });
    expect(left).toBe(nearest);
  }
  expect(visits / 500).toBeLessThan(4);
});

test('visits every node once, each inside the box of the one above it', () => {
  const random = seeded(11);
  const tree = new DynamicTree();
  const none = (): void => expect.fail('an empty tree has no box');
  tree.visitBoxes(none);
  for (let k = 0; k < 60; k++) tree.insert(k, boxAt(random.uniform(0, 40), random.uniform(0, 40)), 0);
  for (let k = 0; k < 60; k += 4) tree.remove(k);
  const path: number[][] = [];
  const leaves: number[] = [];
  let nodes = 0;
  let deepest = 0;
  tree.visitBoxes((boxes, offset, depth, proxy) => {
    const box = [...boxes.subarray(offset, offset + 4)];
    expect(depth).toBeLessThanOrEqual(path.length);
    path.length = depth;
    for (const [minX, minY, maxX, maxY] of path) {
      expect(box[0] >= minX && box[1] >= minY && box[2] <= maxX && box[3] <= maxY).toBe(true);
    }
    if (proxy >= 0) leaves.push(proxy);
    else path.push(box);
    nodes++;
    deepest = Math.max(deepest, depth);
  });
  expect(leaves.sort((a, b) => a - b)).toEqual(
    Array.from({ length: 60 }, (_, k) => k).filter((k) => k % 4 !== 0),
  );
  expect(nodes).toBe(tree.nodeCount);
  expect(deepest).toBe(tree.height);
});

test('a visitor may move leaves to the boxes that they have, as a query inside a query does', () => {
  const count = 40;
  const boxes = new Float64Array(4 * count);
  const tree = new DynamicTree();
  for (let p = 0; p < count; p++) {
    boxes.set([p, 0, p + 1.5, 1], 4 * p);
    tree.insert(p, boxes, 4 * p);
  }
  const hits: number[] = [];
  tree.castRay(-1, 0.5, 60, 0, 1, (proxy, limit) => {
    hits.push(proxy);
    if (hits.length > count) throw new Error('visited twice');
    for (let p = 0; p < count; p++) tree.move(p, boxes, 4 * p);
    return limit;
  });
  expect(hits.sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, p) => p));
});
