import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InputError, polygon, transform, type Vec2 } from '../src/index.js';

const quad: Vec2[] = [
  { x: 0, y: 0 },
  { x: 4, y: 0 },
  { x: 4, y: 1 },
  { x: 0, y: 3 },
];

describe('integrals', () => {
  test.each([
    [3, 0.25],
    [4, 0.33333333],
    [5, 0.38483617],
    [6, 0.41666667],
    [8, 0.45118446],
    [64, 0.49919745],
  ])('10.1.1 I/m of a regular polygon of %d vertices, by its formula and by the integral', (n, expected) => {
    expect(polygon.regularSecondMomentPerMass(1, n)).toBeCloseTo(expected, 8);
    expect(polygon.secondMomentPerMass(polygon.regular(1, n))).toBeCloseTo(expected, 8);
    expect(polygon.regularSecondMomentPerMass(3, n)).toBeCloseTo(9 * expected, 7);
  });

  test('10.1.1 with many vertices the value approaches that of a disc, 0.5', () => {
    expect(polygon.regularSecondMomentPerMass(1, 1e8)).toBeCloseTo(0.5, 14);
  });

  test('integrals move with the polygon and scale with their powers', () => {
    const number = fc.double({ min: -50, max: 50, noNaN: true });
    fc.assert(
      fc.property(number, number, number, fc.double({ min: 0.1, max: 10, noNaN: true }), (x, y, angle, k) => {
        const motion = transform.create(x, y, angle);
        const moved = quad.map((p) => transform.apply(motion, { x: k * p.x, y: k * p.y }));
        expect(polygon.signedArea(moved) / (8 * k * k)).toBeCloseTo(1, 10);
        expect(polygon.secondMoment(moved) / (polygon.secondMoment(quad) * k ** 4)).toBeCloseTo(1, 9);
        const center = polygon.centroid(quad);
        const expected = transform.apply(motion, { x: k * center.x, y: k * center.y });
        expect(polygon.centroid(moved).x).toBeCloseTo(expected.x, 10);
        expect(polygon.centroid(moved).y).toBeCloseTo(expected.y, 10);
      }),
      { seed: 102 },
    );
  });

  test('the second moment does not depend on the order of the vertices', () => {
    expect(polygon.secondMoment([...quad].reverse())).toBeCloseTo(polygon.secondMoment(quad), 12);
  });

  test('a polygon without area has the mean of its vertices, no moment, no NaN', () => {
    const flat = [
      { x: 0, y: 0 },
      { x: 1, y: 1 },
      { x: 5, y: 5 },
    ];
    expect(polygon.area(flat)).toBe(0);
    expect(polygon.centroid(flat)).toEqual({ x: 2, y: 2 });
    expect(polygon.secondMomentPerMass(flat)).toBe(0);
  });
});

describe('generators', () => {
  test('a regular polygon starts on +x and runs counter-clockwise', () => {
    const hexagon = polygon.regular(2, 6, { x: 1, y: 1 });
    expect(hexagon[0]).toEqual({ x: 3, y: 1 });
    expect(hexagon[1].x).toBeCloseTo(2, 14);
    expect(hexagon[1].y).toBeCloseTo(1 + Math.sqrt(3), 14);
    expect(polygon.isCounterClockwise(hexagon)).toBe(true);
    expect(polygon.isConvex(hexagon)).toBe(true);
  });

  test.each([
    ['radius', () => polygon.regular(0, 4)],
    ['sides', () => polygon.regular(1, 2)],
    ['sides', () => polygon.regular(1, 4.5)],
    ['width', () => polygon.rectangle(-1, 1)],
    ['height', () => polygon.rectangle(1, Number.NaN)],
  ])('an invalid %s is rejected', (field, make) => {
    expect(make).toThrow(InputError);
    expect(make).toThrow(new RegExp(`^${field}`));
  });
});

describe('convexity', () => {
  const list = (...points: [number, number][]): Vec2[] => points.map(([x, y]) => ({ x, y }));

  test.each([
    ['too few', list([0, 0], [1, 0])],
    ['clockwise', list([0, 0], [0, 1], [1, 1], [1, 0])],
    ['zero area', list([0, 0], [1, 1], [2, 2], [3, 3])],
    ['a straight corner', list([0, 0], [1, 0], [2, 0], [1, 2])],
    ['a reflex corner', list([0, 0], [4, 0], [4, 4], [3, 1])],
    ['a bow tie', list([0, 0], [2, 0], [0, 1], [2, 1.5])],
    ['a star that turns twice', list([0, 3], [-1.8, -2.4], [2.9, 0.9], [-2.9, 0.9], [1.8, -2.4])],
    ['a repeated vertex', list([0, 0], [1, 0], [1, 0], [0, 1])],
    ['NaN', list([0, 0], [1, Number.NaN], [0, 1])],
    ['65 vertices', Array.from({ length: 65 }, (_, i) => ({ x: Math.cos(i / 10.5), y: Math.sin(i / 10.5) }))],
  ])('G22 %s is rejected', (_, vertices) => {
    expect(() => polygon.validateConvex(vertices, 'shape.vertices')).toThrow(InputError);
    expect(() => polygon.validateConvex(vertices, 'shape.vertices')).toThrow(/^shape\.vertices/);
  });

  test.each([
    ['clockwise', list([0, 0], [0, 1], [1, 1], [1, 0])],
    ['zero area', list([0, 0], [1, 1], [2, 2], [3, 3])],
    ['collinear vertices', list([0, 0], [1, 0], [2, 0], [1, 2])],
    ['not convex', list([0, 0], [4, 0], [4, 4], [3, 1])],
    ['self-crossing', list([0, 0], [2, 0], [0, 1], [3, 1.5])],
    ['self-crossing', list([0, 3], [-1.8, -2.4], [2.9, 0.9], [-2.9, 0.9], [1.8, -2.4])],
    ['duplicate vertices', list([0, 0], [1, 0], [1, 0], [0, 1])],
  ])('the error says that a polygon is rejected as %s', (fault, vertices) => {
    expect(() => polygon.validateConvex(vertices)).toThrow(`got "${fault}"`);
  });

  test('polygons of 3 to 64 vertices are valid, near the origin and far away', () => {
    for (let n = 3; n <= 64; n++) {
      for (const center of [
        { x: 0, y: 0 },
        { x: 1e7, y: -1e7 },
      ]) {
        expect(() => polygon.validateConvex(polygon.regular(0.5, n, center))).not.toThrow();
      }
    }
  });

  test('hulls of a line, a point and nothing', () => {
    const line = [0, 3, 1, 2].map((x) => ({ x, y: 2 * x }));
    expect(polygon.convexHull(line)).toEqual([
      { x: 0, y: 0 },
      { x: 3, y: 6 },
    ]);
    expect(
      polygon.convexHull([
        { x: 1, y: 1 },
        { x: 1, y: 1 },
      ]),
    ).toEqual([{ x: 1, y: 1 }]);
    expect(polygon.convexHull([{ x: 1, y: 1 }])).toEqual([{ x: 1, y: 1 }]);
    expect(polygon.convexHull([])).toEqual([]);
  });

  test('a hull is convex, consists of the points and contains them all, also on a grid', () => {
    const coordinate = fc.integer({ min: 0, max: 6 });
    fc.assert(
      fc.property(
        fc.array(fc.record({ x: coordinate, y: coordinate }), { minLength: 1, maxLength: 30 }),
        (points) => {
          const hull = polygon.convexHull(points);
          for (const p of hull) expect(points).toContainEqual(p);
          const isLine = points.every((p) =>
            points.every(
              (q) => (p.x - points[0].x) * (q.y - points[0].y) === (p.y - points[0].y) * (q.x - points[0].x),
            ),
          );
          expect(hull.length < 3).toBe(isLine);
          if (isLine) return;
          polygon.validateConvex(hull);
          for (const p of points) expect(polygon.containsPoint(hull, p)).toBe(true);
          const least = [...points].sort((a, b) => a.x - b.x || a.y - b.y)[0];
          expect(hull[0]).toEqual(least);
        },
      ),
      { seed: 103 },
    );
  });

  test('points inside, on and outside a polygon', () => {
    expect(polygon.containsPoint(quad, { x: 1, y: 1 })).toBe(true);
    expect(polygon.containsPoint(quad, { x: 4, y: 0.5 })).toBe(true);
    expect(polygon.containsPoint(quad, { x: 4, y: 3 })).toBe(false);
    expect(polygon.containsPoint(quad, { x: Number.NaN, y: 0 })).toBe(false);
  });
});
