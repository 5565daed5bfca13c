import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PROXY_SHAPE_TEST, PROXY_STATIC, type ShapeTest } from '../src/broad-phase.js';
import { broadPhases } from '../src/broad-phases.js';
import { PairBuffer, ProxyBuffer } from '../src/pair-buffer.js';

/** Proxies of a game; ids may have gaps and go beyond what the arrays begin with. */
const ids = [...Array.from({ length: 24 }, (_, k) => k), 97, 255, 256, 257, 511, 512, 600, 601];
const flagsOf = (id: number): number => [0, 0, PROXY_STATIC, PROXY_STATIC | PROXY_SHAPE_TEST][id % 4];

/** A shape that fills the lower half of the plane up to a slanted line. */
const lowerHalf: ShapeTest = {
  touchesBox: (_, boxes, offset) => boxes[offset + 1] <= 0.5 * boxes[offset],
};

const whole = fc.integer({ min: -8, max: 8 });
const size = fc.oneof(
  { weight: 6, arbitrary: fc.nat(3) },
  { weight: 1, arbitrary: fc.constantFrom(20, 1e6, Number.POSITIVE_INFINITY) },
);
const boxes = fc
  .tuple(whole, whole, size, size)
  .map(([x, y, width, height]) => [
    width < 1e6 ? x : -width,
    height < 1e6 ? y : -height,
    x + width,
    y + height,
  ]);
const changes = fc.array(
  fc.record({
    id: fc.constantFrom(...ids),
    kind: fc.constantFrom('put', 'put', 'nudge', 'remove'),
    box: boxes,
  }),
  { maxLength: 6 },
);
/** In most rounds few boxes change, in some all. */
const rounds = fc.array(
  fc.record({
    changes,
    shiftsAll: fc.integer({ min: 0, max: 5 }).map((k) => k === 0),
    ask: fc.constantFrom('findPairs', 'findPairs', 'refresh'),
    region: boxes,
  }),
  { minLength: 4, maxLength: 14 },
);

const overlap = (a: ArrayLike<number>, b: ArrayLike<number>): boolean =>
  a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];

describe.each(Object.entries(broadPhases))('%s', (_, create) => {
  test('after any calls: each pair with a moved member once, and all that a box and a ray along an axis meet', () => {
    fc.assert(
      fc.property(fc.array(boxes, { minLength: 12, maxLength: ids.length }), rounds, (first, list) => {
        const all = new Float64Array(4 * 700);
        const broadPhase = create(all, lowerHalf);
        const present = new Set<number>();
        const moved = new Set<number>();
        const own = (id: number): Float64Array => all.subarray(4 * id, 4 * id + 4);
        const put = (id: number, box: ArrayLike<number>): void => {
          all.set(box, 4 * id);
          if (!present.has(id)) broadPhase.add(id, flagsOf(id));
          present.add(id);
          moved.add(id);
        };
        for (const [k, box] of first.entries()) put(ids[k], box);
        const out = new PairBuffer();
        const found = new ProxyBuffer();
        for (const { changes, shiftsAll, ask, region } of list) {
          for (const { id, kind, box } of changes) {
            if (kind === 'put') put(id, box);
            else if (!present.has(id)) continue;
            else if (kind === 'nudge')
              put(
                id,
                own(id).map((x) => x + 0.25),
              );
            else {
              broadPhase.remove(id);
              present.delete(id);
            }
          }
          if (shiftsAll)
            for (const id of present)
              put(
                id,
                own(id).map((x) => x + 1),
              );
          expect(broadPhase.proxyCount).toBe(present.size);

          // proxies that were removed since they moved are still listed
          const listed = Int32Array.from(moved);
          if (ask === 'refresh') broadPhase.refresh(listed, listed.length);
          else {
            const isPair = (p: number, q: number): boolean =>
              (moved.has(p) || moved.has(q)) &&
              overlap(own(p), own(q)) &&
              (flagsOf(p) & flagsOf(q) & PROXY_STATIC) === 0 &&
              ((flagsOf(p) & PROXY_SHAPE_TEST) === 0 || lowerHalf.touchesBox(p, all, 4 * q)) &&
              ((flagsOf(q) & PROXY_SHAPE_TEST) === 0 || lowerHalf.touchesBox(q, all, 4 * p));
            const expected: string[] = [];
            for (const p of present)
              for (const q of present) if (p < q && isPair(p, q)) expected.push(`${p} ${q}`);
            broadPhase.findPairs(listed, listed.length, out);
            const pairs = Array.from({ length: out.count }, (_, k) => {
              const [p, q] = out.pairs.subarray(2 * k, 2 * k + 2);
              return p < q ? `${p} ${q}` : `${q} ${p}`;
            });
            expect(pairs.sort()).toEqual(expected.sort());
            moved.clear();
          }

          const near = (box: ArrayLike<number>): number[] =>
            ids.filter((id) => present.has(id) && overlap(own(id), box));
          found.clear();
          expect(broadPhase.queryBox(Float64Array.of(0, ...region), 1, found)).toBe(found.count);
          expect([...found.proxies.slice(0, found.count).sort()]).toEqual(near(region));
          const [x, y] = [Math.max(region[0], -9), Math.max(region[1], -9)];
          for (const [dx, dy] of [
            [7, 0],
            [0, 7],
            [-7, 0],
            [0, -7],
            [0, 0],
          ]) {
            const hits: number[] = [];
            broadPhase.castRay(x, y, dx, dy, 0.5, (proxy, limit) => {
              hits.push(proxy);
              return limit;
            });
            const line = [
              Math.min(x, x + dx / 2),
              Math.min(y, y + dy / 2),
              Math.max(x, x + dx / 2),
              Math.max(y, y + dy / 2),
            ];
            expect(hits.sort((a, b) => a - b)).toEqual(near(line));
          }
          const visited: number[] = [];
          broadPhase.visitBoxes((_, __, ___, proxy) => proxy >= 0 && visited.push(proxy));
          expect(visited.sort((a, b) => a - b)).toEqual(ids.filter((id) => present.has(id)));
        }
      }),
      { seed: 3, numRuns: 40 },
    );
  });
});
