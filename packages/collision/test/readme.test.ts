import { readFileSync } from 'node:fs';
import * as math2d from '@otedama/math2d';
import { expect, test } from 'vitest';
import * as collision from '../src/index.js';

/** An example of a file as the body of a function of `collision` and `console`. */
function example(file: string, index = 0): string {
  const text = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
  const code = [...text.matchAll(/```js\n([\s\S]*?)```/g)][index]?.[1] ?? '';
  const body = code.replace(/import (\{[^}]*\}) from '@otedama\/collision';/, 'const $1 = collision;');
  expect(body).not.toBe(code);
  return body;
}

/** Runs the first example of a file and returns the values that it prints. */
function printedBy(file: string): unknown[][] {
  const printed: unknown[][] = [];
  new Function('collision', 'console', example(file))(collision, {
    log: (...values: unknown[]) => printed.push(values),
  });
  return printed;
}

test('the README example runs and prints the stated output', () => {
  expect(printedBy('README.md')).toEqual([
    [{ x: 1, y: 0 }, expect.closeTo(-0.1, 12)],
    [expect.closeTo(1.5, 12)],
  ]);
});

test('the README example about broad phases runs and prints the stated output', () => {
  expect(printedBy('docs/broad-phases.md')).toEqual([[1, 0, 1]]);
});

test('the broad phase of one’s own in the docs finds what the others find', () => {
  const body = `${example('docs/broad-phases.md', 1)}; return createList;`;
  const createList = new Function('collision', body)(collision) as collision.CreateBroadPhase;
  const random = math2d.createRandom(4);
  const count = 60;
  const store = new collision.GeometryStore();
  const boxes = new Float64Array(4 * count);
  const own = createList(boxes, store);
  const others = Object.values(collision.broadPhases).map((create) => create(boxes, store));
  const all = [own, ...others];
  const place = (p: number): void =>
    store.place(p, random.uniform(-6, 6), random.uniform(-6, 6), 0.8, 0.6, boxes, 4 * p);
  const flags = (p: number): number =>
    p === 0 ? collision.PROXY_STATIC | collision.PROXY_SHAPE_TEST : p % 4 === 0 ? collision.PROXY_STATIC : 0;
  store.add({ kind: 'segment', point1: { x: -6, y: -6 }, point2: { x: 6, y: 6 } });
  for (let p = 1; p < count; p++) store.add({ kind: 'circle', radius: random.uniform(0.1, 1) });
  const present = new Set<number>();
  let found = 0;
  for (let step = 0; step < 40; step++) {
    // removed proxies stay in the list of the moved ones, as they do in a world
    const moved: number[] = [];
    for (let p = 0; p < count; p++) {
      if (step > 0 && random.integer(4) > 0) continue;
      if (!present.has(p) || p === 0) place(p);
      moved.push(p);
      const isRemoved = present.has(p) && p > 0 && random.integer(2) === 0;
      for (const broadPhase of all) {
        if (isRemoved) broadPhase.remove(p);
        else if (!present.has(p)) broadPhase.add(p, flags(p));
      }
      if (isRemoved) present.delete(p);
      else present.add(p);
    }
    const [first, ...rest] = all.map((broadPhase) => {
      const pairs = new collision.PairBuffer();
      broadPhase.findPairs(Int32Array.from(moved), moved.length, pairs);
      pairs.sort();
      const near = new collision.ProxyBuffer();
      broadPhase.queryBox(Float64Array.of(-2, -1, 2, 1), 0, near);
      const visited: number[] = [];
      broadPhase.visitBoxes((_boxes, _offset, _depth, proxy) => {
        if (proxy >= 0) visited.push(proxy);
      });
      return {
        pairs: [...pairs.pairs.subarray(0, 2 * pairs.count)],
        near: [...near.proxies.subarray(0, near.count)].sort((a, b) => a - b),
        visited: visited.sort((a, b) => a - b),
        count: broadPhase.proxyCount,
      };
    });
    for (const other of rest) expect(first).toEqual(other);
    found += first.pairs.length / 2;
    const rays = all.map((broadPhase) => {
      const hits: number[] = [];
      broadPhase.castRay(-9, 1, 18, -3, 1, (proxy, maxFraction) => {
        hits.push(proxy);
        return maxFraction;
      });
      return new Set(hits);
    });
    for (const ray of rays.slice(1)) for (const proxy of ray) expect(rays[0].has(proxy)).toBe(true);
  }
  expect(found).toBeGreaterThan(500);
  const name: collision.BroadPhase['name'] = 'list'; // any name is allowed
  expect(own.name).toBe(name);
});
