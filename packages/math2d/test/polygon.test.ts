import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRandom, InputError, polygon, rotation, segment, type Vec2, vec2 } from '../src/index.js';

describe('10.1.1 second moment per mass of regular polygons', () => {
  const table: [number, number][] = [
    [3, 0.25],
    [4, 0.33333333],
    [5, 0.38483617],
    [6, 0.41666667],
    [8, 0.45118446],
    [64, 0.49919745],
  ];
  for (const [sides, value] of table) {
    test(`10.1.1 n = ${sides}, by the closed form and by the polygon integral`, () => {
      expect(polygon.regularSecondMomentPerMass(1, sides)).toBeCloseTo(value, 8);
      expect(polygon.secondMomentPerMass(polygon.regular(1, sides))).toBeCloseTo(value, 8);
      expect(polygon.secondMomentPerMass(polygon.regular(3, sides))).toBeCloseTo(9 * value, 7);
    });
  }
});

const quad: Vec2[] = [
  { x: 0, y: 0 },
  { x: 4, y: 0 },
  { x: 4, y: 1 },
  { x: 0, y: 3 },
];

test('10.1.2 an irregular polygon, in either order and far from the origin', () => {
  for (const far of [0, 1e7]) {
    for (const vertices of [quad, quad.slice().reverse()]) {
      const moved = vertices.map(({ x, y }) => ({ x: x + far, y: y - far }));
      expect(Math.abs(polygon.area(moved))).toBeCloseTo(8, 12);
      const center = polygon.centroid(moved);
      expect(center.x - far).toBeCloseTo(1.6666667, 6);
      expect(center.y + far).toBeCloseTo(1.0833333, 6);
      expect(polygon.secondMomentPerMass(moved)).toBeCloseTo(1.7152778, 6);
    }
  }
});

test('10.1.3 a rectangle 4 x 2 anywhere', () => {
  const moved = polygon
    .rectangle(4, 2)
    .map((p) => vec2.add(vec2.rotate(p, rotation.fromAngle(0.4)), { x: 7, y: -3 }));
  expect(polygon.secondMomentPerMass(moved)).toBeCloseTo(1.6666667, 7);
});

test('G21 G23 rectangles: inertia 5m/12 of 2 x 1, area of 990 x 10', () => {
  expect(polygon.secondMomentPerMass(polygon.rectangle(2, 1))).toBeCloseTo(5 / 12, 14);
  expect(polygon.area(polygon.rectangle(990, 10))).toBe(9900);
});

describe('G22 a polygon that is not convex is rejected by name', () => {
  const faults: Record<string, [Vec2[], RegExp]> = {
    clockwise: [quad.slice().reverse(), /clockwise/],
    'two vertices': [quad.slice(0, 2), /at least 3/],
    collinear: [
      [
        { x: 0, y: 0 },
        { x: 1, y: 0 },
        { x: 2, y: 0 },
        { x: 2, y: 2 },
      ],
      /collinear/,
    ],
    'no area': [
      [
        { x: 0, y: 0 },
        { x: 1, y: 1 },
        { x: 2, y: 2 },
      ],
      /zero area/,
    ],
    'self-crossing': [
      [
        { x: 0, y: 0 },
        { x: 2, y: 2 },
        { x: 2, y: 0 },
        { x: 0, y: 3 },
      ],
      /self-crossing/,
    ],
    'a star of five points': [[0, 2, 4, 1, 3].map((k) => polygon.regular(1, 5)[k]), /self-crossing/],
    'not convex': [
      [
        { x: 0, y: 0 },
        { x: 4, y: 0 },
        { x: 1, y: 1 },
        { x: 0, y: 4 },
      ],
      /not convex/,
    ],
    'twice the same': [
      [
        { x: 0, y: 0 },
        { x: 0, y: 0 },
        { x: 1, y: 0 },
        { x: 0, y: 1 },
      ],
      /duplicate/,
    ],
    'not finite': [
      [
        { x: 0, y: 0 },
        { x: Number.NaN, y: 0 },
        { x: 0, y: 1 },
      ],
      /vertices\[1\]\.x/,
    ],
    'too many': [
      Array.from({ length: 65 }, (_, k) => ({ x: Math.cos(k / 10.35), y: Math.sin(k / 10.35) })),
      /at most 64/,
    ],
  };
  for (const [name, [vertices, message]] of Object.entries(faults)) {
    test(`G22 ${name}`, () => {
      expect(() => polygon.validateConvex(vertices)).toThrow(InputError);
      expect(() => polygon.validateConvex(vertices, 'shape.vertices')).toThrow(message);
    });
  }

  test('a regular polygon needs a whole centre, and an angle that is a number', () => {
    expect(() => polygon.regular(1, 5, 0.3 as never)).toThrow('center: expected a vector { x, y }, got 0.3');
    expect(() => polygon.regular(1, 5, { x: 0 } as never)).toThrow('center.y: expected a finite number');
    expect(() => polygon.regular(1, 5, undefined, Number.NaN)).toThrow(
      'angle: expected a finite number, got NaN',
    );
  });

  test('a rectangle stands where and as it is said, and needs a whole centre and an angle that is a number', () => {
    expect(polygon.rectangle(4, 2)).toEqual([
      { x: -2, y: -1 },
      { x: 2, y: -1 },
      { x: 2, y: 1 },
      { x: -2, y: 1 },
    ]);
    // a quarter turn brings the lower left corner to the lower right
    const turned = polygon.rectangle(4, 2, { x: 10, y: 5 }, Math.PI / 2);
    [
      [11, 3],
      [11, 7],
      [9, 7],
      [9, 3],
    ].forEach(([x, y], k) => {
      expect(turned[k].x).toBeCloseTo(x, 12);
      expect(turned[k].y).toBeCloseTo(y, 12);
    });
    expect(() => polygon.validateConvex(turned)).not.toThrow();
    expect(() => polygon.rectangle(1, 1, 0.3 as never)).toThrow(
      'center: expected a vector { x, y }, got 0.3',
    );
    expect(() => polygon.rectangle(1, 1, undefined, Number.NaN)).toThrow(
      'angle: expected a finite number, got NaN',
    );
  });

  test('regular polygons of 3 to 64 sides are valid at any size, position and angle', () => {
    const random = createRandom(5);
    for (let sides = 3; sides <= 64; sides++) {
      const center = { x: random.uniform(-1e4, 1e4), y: random.uniform(-1e4, 1e4) };
      const vertices = polygon.regular(random.uniform(0.01, 100), sides, center, random.uniform(0, 7));
      expect(() => polygon.validateConvex(vertices)).not.toThrow();
      expect(polygon.isConvex(vertices)).toBe(true);
    }
  });
});

test('the hull of random points is convex and contains them all', () => {
  const coordinate = fc.integer({ min: -20, max: 20 });
  fc.assert(
    fc.property(
      fc.array(fc.record({ x: coordinate, y: coordinate }), { minLength: 3, maxLength: 40 }),
      (points) => {
        const hull = polygon.convexHull(points);
        fc.pre(hull.length >= 3);
        expect(polygon.isConvex(hull)).toBe(true);
        for (const p of points) expect(polygon.containsPoint(hull, p)).toBe(true);
        expect(polygon.convexHull(hull)).toEqual(hull);
      },
    ),
    { numRuns: 500, seed: 4 },
  );
});

test('G1 closest points of two segments', () => {
  const result = segment.closestPoints({ x: -1, y: -1 }, { x: -1, y: 1 }, { x: 2, y: 0 }, { x: 1, y: 0 });
  expect(result).toEqual({
    fraction1: 0.5,
    fraction2: 1,
    point1: { x: -1, y: 0 },
    point2: { x: 1, y: 0 },
    distanceSquared: 4,
  });
});

test('closest points of random, parallel and degenerate segments match a search over end points and crossings', () => {
  const random = createRandom(6);
  const point = (): Vec2 => ({ x: random.integer(7) - 3, y: random.integer(7) - 3 });
  for (let k = 0; k < 5000; k++) {
    const [a, b, c, d] = [point(), point(), point(), point()];
    const { distanceSquared } = segment.closestPoints(a, b, c, d);
    const candidates = [
      vec2.distanceSquared(a, segment.closestPoint(c, d, a)),
      vec2.distanceSquared(b, segment.closestPoint(c, d, b)),
      vec2.distanceSquared(c, segment.closestPoint(a, b, c)),
      vec2.distanceSquared(d, segment.closestPoint(a, b, d)),
    ];
    if (segment.intersection(a, b, c, d) !== null) candidates.push(0);
    expect(distanceSquared).toBeCloseTo(Math.min(...candidates), 12);
  }
});
