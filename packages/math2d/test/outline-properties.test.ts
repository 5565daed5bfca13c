import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cos, createRandom, outline, polygon, sin, transform, type Vec2 } from '../src/index.js';
import { orientation } from '../src/orientation.js';
import { comb, expectCut, leastParts, list, ragged, spiral, star, tangle } from './helpers/outlines.js';

const counterClockwise = (points: Vec2[]): Vec2[] =>
  polygon.isCounterClockwise(points) ? points : [...points].reverse();

describe('orientation', () => {
  test('has the sign of exact integer arithmetic where doubles fail, also for widely spaced points', () => {
    const random = createRandom(11);
    const big = ({ x, y }: Vec2): [bigint, bigint] => [BigInt(x), BigInt(y)];
    const seen = new Set<number>();
    for (let k = 0; k < 1000; k++) {
      // two vectors with a cross product of 1, grown up to 2^50 by adding one to the other: their products are rounded by 2^47 and more
      let b = { x: 1, y: 0 };
      let c = { x: 0, y: 1 };
      while (Math.max(b.x, b.y, c.x, c.y) < 2 ** 49) {
        const sum = { x: b.x + c.x, y: b.y + c.y };
        if (random.next() < 0.5) b = sum;
        else c = sum;
      }
      // collinear, to the left or to the right
      if (k % 3 === 0) c = { x: c.x - b.x, y: c.y - b.y };
      if (k % 3 === 1) c = b;
      const a = { x: random.integer(2 ** 20), y: random.integer(2 ** 20) };
      const [p, q] = [b, c].map(({ x, y }) => ({ x: a.x - x, y: a.y + y }));
      const [[ax, ay], [px, py], [qx, qy]] = [a, p, q].map(big);
      const exact = (ax - qx) * (py - qy) - (ay - qy) * (px - qx);
      const sign = exact > 0n ? 1 : exact < 0n ? -1 : 0;
      expect(Math.sign(orientation(a, p, q))).toBe(sign);
      expect(Math.sign(orientation(a, q, p))).toBe(0 - sign);
      seen.add(sign);
    }
    expect(seen.size).toBe(2);
    // 0.1 + 0.2 is one last bit above 0.3, and the line through the origin with slope 1 reveals it
    const [a, b] = list([0, 0], [0.3, 0.3]);
    expect(orientation(a, b, { x: 0.3, y: 0.1 + 0.2 })).toBeGreaterThan(0);
    expect(orientation(a, { x: 3e-30, y: 3e-30 }, { x: 1e10, y: 1e10 })).toBe(0);
  });
});

describe('parts', () => {
  test.each([8, 14, 30, 80])('fill random outlines of %d points', (count) => {
    const random = createRandom(count);
    for (let k = 0; k < 600 / count; k++) expectCut(tangle(count, random));
  });

  test.each([10, 14, 20])('fill outlines of %d points of a small grid, many on one line', (count) => {
    const random = createRandom(count);
    for (let k = 0; k < 15; k++) expectCut(tangle(count, random, count - 4));
  });

  test.each([
    ['a star', star(5)],
    ['a star of 500 spikes', star(500, 0.9)],
    ['a spiral of 3,000 points', spiral(5, 300)],
    ['a comb of 400 teeth', comb(400)],
    ['a ragged ring of 2,000 points', ragged(2000, createRandom(1))],
  ] as const)('fill %s, also rotated, moved and small', (_, points) => {
    expectCut([...points]);
    const motion = transform.create(3, -200, 0.7);
    expectCut(points.map((p) => transform.apply(motion, p)));
    expectCut(points.map((p) => ({ x: 1e-9 * p.x, y: 1e-9 * p.y })));
  });

  test('are the outline itself if it is convex, and two parts if it has 100 corners', () => {
    const hexagon = polygon.regular(1, 6, { x: 3, y: 0 });
    const [only, ...more] = expectCut(hexagon);
    expect(more).toEqual([]);
    expect(new Set(only.map(({ x }) => x))).toEqual(new Set(hexagon.map(({ x }) => x)));
    const round = (count: number): Vec2[] =>
      Array.from({ length: count }, (_, k) => ({
        x: 3 * cos((2 * Math.PI * k) / count),
        y: sin((2 * Math.PI * k) / count),
      }));
    expect(expectCut(round(64))).toHaveLength(1);
    expect(expectCut(round(65))).toHaveLength(2);
    // the cut is across the ellipse, not along it
    const halves = expectCut(round(100));
    expect(halves.map((part) => part.length)).toEqual([51, 51]);
    for (const part of halves) expect(Math.abs(polygon.centroid(part).x)).toBeGreaterThan(1);
    expect(expectCut(round(1000))).toHaveLength(17);
  });

  test.each([
    [
      'a cross',
      list([1, 0], [2, 0], [2, 1], [3, 1], [3, 2], [2, 2], [2, 3], [1, 3], [1, 2], [0, 2], [0, 1], [1, 1]),
      3,
    ],
    ['a T', list([0, 2], [1, 2], [1, 0], [2, 0], [2, 2], [3, 2], [3, 3], [0, 3]), 2],
    ['a five-pointed star', star(5), 4],
    ['a comb of six teeth', comb(6), 7],
  ] as const)('of %s are of minimum number', (_, points, count) => {
    expect(expectCut([...points])).toHaveLength(count);
    expect(leastParts(counterClockwise([...points]))).toBe(count);
  });

  test('are few: within 1/30 of the minimum number over random outlines, and never above four times it', () => {
    const random = createRandom(7);
    let sum = 0;
    let least = 0;
    for (const [count, times] of [
      [8, 60],
      [14, 30],
      [20, 8],
    ]) {
      for (let k = 0; k < times; k++) {
        const points = counterClockwise(tangle(count, random));
        const parts = outline.decompose(points).length;
        const best = leastParts(points);
        expect(parts).toBeGreaterThanOrEqual(best);
        expect(parts).toBeLessThanOrEqual(4 * best - 3);
        sum += parts;
        least += best;
      }
    }
    expect(sum / least).toBeLessThan(1 + 1 / 30);
  });

  test('are bit-identical for any start of the list and either orientation', () => {
    const random = createRandom(23);
    const holes = [
      star(4).map(({ x, y }) => ({ x: 4 + x, y: 4 + y })),
      polygon.regular(1, 7, { x: 8, y: 4 }),
    ];
    const frame = list([0, 0], [10, 0], [10, 8], [5, 9], [0, 8]);
    const expected = outline.decompose(frame, holes);
    const points = tangle(40, random);
    const gridPoints = tangle(20, random, 12);
    fc.assert(
      fc.property(fc.nat(39), fc.boolean(), (shift, isReversed) => {
        const turned = <T>(items: T[]): T[] => {
          const k = shift % items.length;
          const again = [...items.slice(k), ...items.slice(0, k)];
          return isReversed ? again.reverse() : again;
        };
        for (const own of [points, gridPoints])
          expect(outline.decompose(turned(own))).toEqual(outline.decompose(own));
        expect(outline.decompose(turned(frame), turned(holes.map(turned)))).toEqual(expected);
      }),
      { seed: 4, numRuns: 40 },
    );
  });

  test('surround holes', () => {
    expectCut(polygon.regular(2, 32), [polygon.regular(1, 32)]);
    const frame = list([0, 0], [10, 0], [10, 8], [5, 5], [0, 8]);
    expectCut(frame, [
      star(5).map(({ x, y }) => ({ x: 2 + x, y: 2 + y })),
      polygon.regular(1, 9, { x: 8, y: 3 }),
    ]);
    // holes one behind another, on one line, with collinear corners
    const square = (x: number, y: number): Vec2[] => list([x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]);
    const tiles = [0, 1, 2, 3, 4].flatMap((i) => [0, 1, 2].map((j) => square(1 + 2 * i, 1 + 2 * j)));
    expect(expectCut(list([0, 0], [11, 0], [11, 7], [0, 7]), tiles).length).toBeLessThan(40);
  });

  test('surround a hole beside a wall, behind which the nearest corner is', () => {
    const walled = list(
      [0, 0],
      [10, 0],
      [10, 10],
      [5.2, 10],
      [5.2, 0.5],
      [5, 0.5],
      [5, 10],
      [4, 10],
      [4.5, 5],
    );
    expectCut(walled, [list([5.6, 5], [6.6, 4.5], [6.6, 5.5])]);
  });

  test('surround random holes', () => {
    const random = createRandom(31);
    for (let k = 0; k < 10; k++) {
      const holes: Vec2[][] = [];
      for (let i = 0; i < 4; i++) {
        for (let j = 0; j < 4; j++) {
          if (random.next() < 0.3) continue;
          const shift = { x: i + 0.1, y: j + 0.1 };
          holes.push(
            tangle(3 + random.integer(9), random).map((p) => ({
              x: shift.x + 0.8 * p.x,
              y: shift.y + 0.8 * p.y,
            })),
          );
        }
      }
      expectCut(list([0, 0], [4, 0], [4, 4], [0, 4]), holes);
    }
  });

  test('lose only rounding at corners that almost touch', () => {
    // the tip of a notch is 1e-12 away from the far side
    const notch = list([0, 0], [4, 0], [4, 2], [2.5, 2], [2, 1e-12], [1.5, 2], [0, 2]);
    const parts = outline.decompose(notch);
    for (const part of parts) polygon.validateConvex(part);
    expect(parts.reduce((sum, part) => sum + polygon.area(part), 0)).toBeCloseTo(polygon.area(notch), 10);
  });
});

test('an outline of 1e-60 m is cut like one of 1 m, a smaller one has no area', () => {
  const sized = (size: number): Vec2[] => star(5).map(({ x, y }) => ({ x: size * x, y: size * y }));
  expectCut(sized(1e-60));
  expect(() => outline.decompose(sized(1e-61))).toThrow(/^points: .*area/);
});

describe('ignored points', () => {
  const square = list([0, 0], [2, 0], [2, 2], [0, 2]);

  test('duplicate points, an explicit closing point, and points on a straight line', () => {
    const expected = outline.decompose(square);
    const busy = list(
      [0, 0],
      [0, 0],
      [0.5, 0],
      [1, 1e-13],
      [2, 0],
      [2, 2],
      [2, 2 + 1e-13],
      [0, 2],
      [0, 1],
      [0, 0],
    );
    expect(outline.decompose(busy)).toEqual(expected);
    // the point with the smallest coordinates is itself on a line
    expect(outline.decompose(list([0, 0], [2, 0], [2, 2], [0, 2], [-1e-13, 1]))[0]).toHaveLength(4);
    const fine = Array.from({ length: 4000 }, (_, k) => {
      const [a, b] = [square[Math.floor(k / 1000)], square[(Math.floor(k / 1000) + 1) % 4]];
      const t = (k % 1000) / 1000;
      return { x: a.x + t * (b.x - a.x), y: a.y + t * (b.y - a.y) };
    });
    expect(outline.decompose(fine)).toEqual(expected);
  });

  test('points count as one within a share of the larger side, wherever the outline is', () => {
    const cut = (d: number): Vec2[] => list([0, 0], [100, 0], [100, 1 - d], [100 - d, 1], [0, 1]);
    const upright = (points: Vec2[]): Vec2[] => points.map(({ x, y }) => ({ x: y, y: x }));
    for (const [x, y] of [
      [0, 0],
      [-40, -70],
      [30, -80],
      [-30, 60],
    ]) {
      for (const make of [cut, (d: number) => upright(cut(d))]) {
        const corners = (d: number): Vec2[] =>
          outline.simplify(
            make(d).map((p) => ({ x: p.x + x, y: p.y + y })),
            0,
          );
        expect(corners(5e-11)).toHaveLength(4);
        expect(corners(5e-10)).toHaveLength(5);
      }
    }
  });

  test('a corner of 1/1,000 is kept', () => {
    expect(outline.decompose([...square, { x: -1e-3, y: 1 }])[0]).toHaveLength(5);
  });
});

describe('rejected by name', () => {
  const square = list([0, 0], [4, 0], [4, 4], [0, 4]);
  const hole = list([1, 1], [2, 1], [2, 2], [1, 2]);
  test.each<[string, string, RegExp, Vec2[], Vec2[][]?]>([
    ['two points', 'points', /at least 3 points/, list([0, 0], [1, 0])],
    ['NaN', 'points[1].y', /finite/, list([0, 0], [1, Number.NaN], [0, 1])],
    ['infinity', 'points[2].x', /finite/, list([0, 0], [1, 0], [Number.POSITIVE_INFINITY, 1])],
    [
      'a coordinate beyond reason',
      'points[2].x',
      /-1000000000000 to 1000000000000/,
      list([0, 0], [1, 0], [1e13, 1]),
    ],
    ['one place', 'points', /area/, list([1, 1], [1, 1], [1, 1])],
    ['a line', 'points', /area/, list([0, 0], [1, 1], [3, 3], [2, 2])],
    ['a line that runs back', 'points[3]', /run back/, list([0, 0], [4, 0], [4, 4], [2, 8], [4, 4], [0, 4])],
    [
      'a bow tie',
      'points[0]',
      /does not cross itself \(the edge to points\[1\] crosses that from points\[2\] to points\[3\]/,
      list([0, 0], [2, 1], [2, 0], [0, 1]),
    ],
    [
      'a bow tie that ends where it begins',
      'points[0]',
      /to points\[1\] crosses that from points\[2\] to points\[3\]/,
      list([0, 0], [2, 1], [2, 0], [0, 1], [0, 0]),
    ],
    [
      'an uneven bow tie',
      'points[0]',
      /crosses that from points\[2\] to points\[3\]/,
      list([0, 0], [2, 1], [3, 0], [0, 1.5]),
    ],
    [
      'a corner on an edge',
      'points[3]',
      /not on the edge from points\[0\] to points\[1\]: make two outlines of it, or move it a little/,
      list([0, 0], [4, 0], [4, 4], [2, 0], [0, 4], [0, 1]),
    ],
    [
      'a place passed twice',
      'points[1]',
      /touch itself at a corner \(points\[4\] is in the same place: make two outlines of it, or move it/,
      list([0, 0], [1, 1], [0, 2], [3, 2], [1, 1], [3, 0]),
    ],
    [
      'two squares that meet at a corner',
      'points[2]',
      /points\[6\] is in the same place/,
      list([0, 0], [1, 0], [1, 1], [2, 1], [2, 2], [1, 2], [1, 1], [0, 1]),
    ],
    [
      'a hole with a corner on a corner',
      'points[0]',
      /at a corner \(holes\[0\]\[2\] is in the same place: move it a little/,
      square,
      [list([1, 1], [2, 1], [0, 0])],
    ],
    [
      'a hole with a corner on an edge',
      'holes[0][0]',
      /not on the edge from points\[0\] to points\[1\]: move it a little/,
      square,
      [list([1, 0], [2, 1], [1, 1])],
    ],
    [
      'a line passed twice',
      'points[4]',
      /not on the edge from points\[0\] to points\[1\]/,
      list([0, 0], [3, 0], [3, 2], [2, 2], [2, 0], [1, 0], [1, 2], [0, 2]),
    ],
    [
      'a star that turns twice',
      'points[0]',
      /does not cross itself/,
      list([0, 3], [-1.8, -2.4], [2.9, 0.9], [-2.9, 0.9], [1.8, -2.4]),
    ],
    [
      'a hole outside',
      'holes[1]',
      /within points/,
      square,
      [hole, hole.map(({ x, y }) => ({ x: x + 9, y }))],
    ],
    [
      'a hole in a hole',
      'holes[0]',
      /outside of holes\[1\]/,
      square,
      [list([1.2, 1.2], [1.5, 1.2], [1.5, 1.5]), hole],
    ],
    [
      'a hole across the border',
      'points[1]',
      /crosses that from holes\[0\]\[/,
      square,
      [hole.map(({ x, y }) => ({ x: x + 2.5, y }))],
    ],
    ['a hole twice', 'holes[0][0]', /holes\[1\]\[0\] is in the same place/, square, [hole, hole]],
    ['a hole of two points', 'holes[0]', /at least 3 points/, square, [list([1, 1], [2, 2])]],
    ['a flat hole', 'holes[0]', /area/, square, [list([1, 1], [2, 2], [3, 3])]],
    ['a sliver', 'points', /area/, list([0, 0], [1, 0], [1, 3e-12], [0, 3e-12])],
    [
      'a sliver as a hole',
      'holes[0]',
      /area/,
      square,
      [list([1, 1], [3, 1], [3, 1 + 6e-12], [1, 1 + 6e-12])],
    ],
  ])('%s', (_, field, message, points, holes) => {
    const cut = (): unknown => outline.decompose(points, holes);
    expect(cut).toThrow(message);
    expect(cut).toThrow(expect.objectContaining({ name: 'InputError', field }));
  });

  test('a value that is not a list', () => {
    expect(() => outline.decompose({} as Vec2[])).toThrow(/^points/);
    expect(() => outline.decompose(square, {} as Vec2[][])).toThrow(/^holes: .*a list of outlines/);
    expect(() => outline.simplify(square, -1)).toThrow(/^tolerance/);
    expect(() => outline.simplify(list([0, 0], [2, 1], [2, 0], [0, 1]), 0)).toThrow(/^points\[0\]/);
  });
});

describe('simplify', () => {
  test('keeps only the corners of a traced square', () => {
    const random = createRandom(3);
    const traced: Vec2[] = [];
    const corners = list([0, 0], [10, 0], [10, 10], [0, 10]);
    for (let k = 0; k < 400; k++) {
      const [a, b] = [corners[Math.floor(k / 100)], corners[(Math.floor(k / 100) + 1) % 4]];
      const t = (k % 100) / 100;
      const noise = k % 100 === 0 ? 0 : 0.05;
      traced.push({
        x: a.x + t * (b.x - a.x) + random.uniform(-noise, noise),
        y: a.y + t * (b.y - a.y) + random.uniform(-noise, noise),
      });
    }
    const short = outline.simplify(traced, 0.2);
    expect(short.length).toBeLessThan(8);
    for (const corner of corners) {
      expect(Math.min(...short.map((p) => Math.hypot(p.x - corner.x, p.y - corner.y)))).toBeLessThan(0.1);
    }
  });

  test('stays within the tolerance and simple, for any tolerance', () => {
    fc.assert(
      fc.property(fc.nat(1e6), fc.double({ min: 0, max: 0.7, noNaN: true }), (seed, tolerance) => {
        const points = tangle(24, createRandom(seed));
        const short = outline.simplify(points, tolerance);
        expect(short.length).toBeGreaterThanOrEqual(3);
        expect(polygon.isCounterClockwise(short)).toBe(true);
        // it is accepted as an outline
        outline.decompose(short);
        const far = points.map((p) =>
          Math.min(
            ...short.map((a, k) => {
              const b = short[(k + 1) % short.length];
              const t = Math.max(
                0,
                Math.min(
                  1,
                  ((p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y)) /
                    ((b.x - a.x) ** 2 + (b.y - a.y) ** 2),
                ),
              );
              return Math.hypot(p.x - a.x - t * (b.x - a.x), p.y - a.y - t * (b.y - a.y));
            }),
          ),
        );
        expect(Math.max(...far)).toBeLessThanOrEqual(tolerance + 1e-12);
      }),
      { seed: 9, numRuns: 60 },
    );
  });

  test('a tolerance of 0 keeps every corner, and the start point does not matter', () => {
    const points = star(9);
    expect(outline.simplify(points, 0)).toHaveLength(18);
    expect(outline.simplify([...points.slice(5), ...points.slice(0, 5)].reverse(), 0.1)).toEqual(
      outline.simplify(points, 0.1),
    );
  });
});
