import { polygon, transform, type Vec2, vec2 } from '@otedama/math2d';
import { describe, expect, test } from 'vitest';
import {
  closestPoint,
  containsPoint,
  distanceToPoint,
  intersectPolygons,
  overlapAabb,
  overlapShapes,
  type Shape,
  separateShapes,
  shapeAabb,
} from '../src/index.js';
import { coreKinds, randomCore, randomPolygon, seeded } from './helpers/random.js';

const still = transform.identity();
const at = (x: number, y: number, angle = 0) => transform.create(x, y, angle);
const v = (x: number, y: number): Vec2 => ({ x, y });
const box: Shape = { kind: 'polygon', vertices: polygon.rectangle(2, 2) };
const ball = (radius: number): Shape => ({ kind: 'circle', radius });
const square = (minX: number, minY: number, maxX: number, maxY: number): Vec2[] => [
  v(minX, minY),
  v(maxX, minY),
  v(maxX, maxY),
  v(minX, maxY),
];

/** Checks that two polygons are the same cycle of vertices. */
function expectCycle(actual: Vec2[], expected: Vec2[]): void {
  expect(actual).toHaveLength(expected.length);
  for (const point of expected) {
    const nearest = Math.min(...actual.map((p) => vec2.distance(p, point)));
    expect(nearest).toBeLessThan(1e-12);
  }
}

describe('points', () => {
  test('Q10 (0.5, 0.5) is in the circle at (1, 0) and the box, (4, -4) is not', () => {
    const circle: Shape = { kind: 'circle', radius: 1, center: v(1, 0) };
    for (const shape of [circle, box]) {
      expect(containsPoint(shape, still, v(0.5, 0.5))).toBe(true);
      expect(containsPoint(shape, still, v(4, -4))).toBe(false);
    }
  });

  test('Q19 box 2 x 1: the centre and a point on the face are in, (2, 0) is out', () => {
    const shape: Shape = { kind: 'polygon', vertices: polygon.rectangle(2, 1) };
    expect([v(0, 0), v(1, 0), v(2, 0)].map((p) => containsPoint(shape, still, p))).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('distances inside, outside and at corners', () => {
    expect(distanceToPoint(box, still, v(0.5, 0))).toEqual({
      distance: -0.5,
      point: v(1, 0),
      normal: v(1, 0),
    });
    const corner = distanceToPoint(box, at(1, 0), v(5, 4));
    expect(corner.distance).toBeCloseTo(Math.hypot(3, 3), 14);
    expect(corner.point).toEqual(v(2, 1));
    expect(distanceToPoint({ kind: 'halfSpace', normal: v(0, 2) }, at(0, 1), v(3, 4))).toEqual({
      distance: 3,
      point: v(3, 1),
      normal: v(0, 1),
    });
    expect(distanceToPoint(ball(2), still, v(0, 0)).distance).toBe(-2);
  });

  test('the closest point of an inner point is itself for a solid, never for an outline', () => {
    expect(closestPoint(box, still, v(0.5, 0.1))).toEqual(v(0.5, 0.1));
    expect(closestPoint(box, still, v(0.5, 0.1), false)).toEqual(v(1, 0.1));
    expect(closestPoint(box, still, v(3, 0.5))).toEqual(v(1, 0.5));
  });

  test('point distance equals the separation from a point-sized shape, for every kind', () => {
    const random = seeded(19);
    for (let i = 0; i < 1200; i++) {
      const shape = randomCore(random, coreKinds[i % coreKinds.length]);
      const place = at(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-3, 3));
      const p = v(random.uniform(-2, 2), random.uniform(-2, 2));
      const found = distanceToPoint(shape, place, p);
      const expected = separateShapes(shape, place, { kind: 'circle', radius: 1e-300 }, at(p.x, p.y));
      if (!(Math.abs(found.distance - expected.separation) < 1e-12)) expect.fail(`point ${i}`);
      const foot = vec2.add(found.point, vec2.scale(found.normal, found.distance));
      if (!(vec2.distance(foot, p) < 1e-12)) expect.fail(`foot ${i}`);
      const onOutline = distanceToPoint(shape, place, found.point).distance;
      if (!(Math.abs(onOutline) < 1e-12)) expect.fail(`point ${i} is not on the outline`);
    }
  });
});

describe('overlap', () => {
  test('G10 a ball of radius 1 at (1, 1) lies in the box around the origin', () => {
    expect(separateShapes(box, still, ball(1), at(1, 1)).separation).toBeLessThan(0);
    expect(overlapShapes(box, still, ball(1), at(1, 1))).toBe(true);
  });

  test('G9 a long capsule overlaps a large triangle', () => {
    const capsule: Shape = { kind: 'capsule', point1: v(0, -5), point2: v(0, 5), radius: 10 };
    const triangle: Shape = { kind: 'polygon', vertices: [v(64, 507), v(440, 326), v(1072, 507)] };
    const found = separateShapes(capsule, at(381.592, 348.491), triangle, still);
    expect(found.separation).toBeLessThan(0);
    expect(separateShapes(triangle, still, capsule, at(381.592, 348.491)).separation).toBeCloseTo(
      found.separation,
      10,
    );
  });

  test('G11 a ball on a box is found in both argument orders', () => {
    const half: Shape = { kind: 'polygon', vertices: polygon.rectangle(1, 1) };
    const place = at(0.0517938, 3.05178815);
    expect(overlapShapes(ball(0.5), place, half, at(0, 4))).toBe(true);
    expect(overlapShapes(half, at(0, 4), ball(0.5), place)).toBe(true);
  });

  test('overlap and separation agree, in both orders, half-spaces included', () => {
    const random = seeded(21);
    const kinds = [...coreKinds, 'halfSpace'] as const;
    const make = (kind: (typeof kinds)[number]): Shape =>
      kind === 'halfSpace'
        ? { kind, normal: v(random.uniform(-1, 1), 1), position: v(0, 0.1) }
        : randomCore(random, kind);
    for (let i = 0; i < 1200; i++) {
      const a = make(kinds[i % 8]);
      const b = make(kinds[random.integer(8)]);
      const placeA = at(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-3, 3));
      const placeB = at(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-3, 3));
      const found = separateShapes(a, placeA, b, placeB);
      const swapped = separateShapes(b, placeB, a, placeA);
      const same =
        found.separation === swapped.separation || Math.abs(found.separation - swapped.separation) < 1e-12;
      if (!same) expect.fail(`pair ${i}: ${found.separation}, ${swapped.separation}`);
      if (overlapShapes(a, placeA, b, placeB) !== found.separation <= 0) expect.fail(`pair ${i}: overlap`);
    }
  });

  test('the points of a slanted half-space and a shape are its foot and the deepest point', () => {
    const random = seeded(22);
    for (let i = 0; i < 500; i++) {
      const line = at(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-3, 3));
      const half: Shape = { kind: 'halfSpace', normal: v(random.uniform(-1, 1), 1), position: v(0.2, 0.1) };
      const shape = randomCore(random, coreKinds[i % coreKinds.length]);
      const place = at(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-3, 3));
      const { separation, normal, pointA, pointB } = separateShapes(half, line, shape, place);
      expect(Math.abs(distanceToPoint(half, line, pointA).distance)).toBeLessThan(1e-12);
      expect(Math.abs(distanceToPoint(shape, place, pointB).distance)).toBeLessThan(1e-12);
      expect(vec2.distance(vec2.add(pointA, vec2.scale(normal, separation)), pointB)).toBeLessThan(1e-12);
    }
  });

  test('overlap and separation agree on touching shapes whose coordinates have no exact binary form', () => {
    const random = seeded(9);
    const tenth = (range: number): number => (random.integer(2 * range + 1) - range) * 1e-5;
    let touching = 0;
    for (let i = 0; i < 2000; i++) {
      const a: Shape = { kind: 'circle', radius: (1 + random.integer(9)) * 1e-5 };
      const b: Shape = { kind: 'capsule', point1: v(-3e-5, 0), point2: v(tenth(4), 5e-5), radius: 4e-5 };
      const place = at(tenth(12), tenth(12));
      const { separation } = separateShapes(a, still, b, place);
      if (Math.abs(separation) < 1e-18) touching++;
      if (overlapShapes(a, still, b, place) !== separation <= 0) expect.fail(`pair ${i}: ${separation}`);
    }
    expect(touching).toBeGreaterThan(5);
  });

  test('half-spaces facing each other have a gap, all others overlap', () => {
    const up: Shape = { kind: 'halfSpace', normal: v(0, 1) };
    const down: Shape = { kind: 'halfSpace', normal: v(0, -1), position: v(5, 3) };
    expect(separateShapes(up, still, down, still)).toMatchObject({ separation: 3, normal: v(0, 1) });
    expect(overlapShapes(up, still, down, still)).toBe(false);
    expect(overlapShapes(up, still, up, at(0, 9, 0.1))).toBe(true);
  });

  test('a shape and an axis-aligned box', () => {
    expect(overlapAabb(ball(1), still, { minX: 0.8, minY: 0.8, maxX: 2, maxY: 2 })).toBe(false);
    expect(overlapAabb(ball(1), still, { minX: 0.6, minY: 0.6, maxX: 2, maxY: 2 })).toBe(true);
    expect(
      overlapAabb({ kind: 'halfSpace', normal: v(0, 1) }, still, { minX: 0, minY: 1, maxX: 1, maxY: 2 }),
    ).toBe(false);
  });
});

describe('bounds', () => {
  test('G24 a box 1 x 2 turned by 90 degrees has the half extents (1, 0.5)', () => {
    const found = shapeAabb({ kind: 'polygon', vertices: polygon.rectangle(1, 2) }, at(0, 0, Math.PI / 2));
    expect(found.maxX).toBeCloseTo(1, 15);
    expect(found.maxY).toBeCloseTo(0.5, 15);
    expect(found.minX).toBeCloseTo(-1, 15);
    expect(found.minY).toBeCloseTo(-0.5, 15);
  });

  test('G25 a rounded box of half 0.5 and radius 0.1 reaches to 0.6', () => {
    const found = shapeAabb({ kind: 'polygon', vertices: polygon.rectangle(1, 1), radius: 0.1 }, still);
    expect(found).toEqual({ minX: -0.6, minY: -0.6, maxX: 0.6, maxY: 0.6 });
  });

  test('G26 a circle at (1, 0): [0, 2] x [-1, 1]', () => {
    const found = shapeAabb({ kind: 'circle', radius: 1, center: v(1, 0) }, still);
    expect(found).toEqual({ minX: 0, minY: -1, maxX: 2, maxY: 1 });
  });

  test('a half-space has infinite bounds', () => {
    const found = shapeAabb({ kind: 'halfSpace', normal: v(0, 1) }, still);
    expect(Object.values(found).map(Math.abs)).toEqual(new Array(4).fill(Number.POSITIVE_INFINITY));
  });
});

describe('clipping', () => {
  const unit = square(0, 0, 0.1, 0.1);

  test('G12 squares apart: nothing', () => {
    expect(intersectPolygons(unit, square(1, 0, 1.1, 0.1))).toEqual([]);
  });

  test('G13 a square within: itself', () => {
    const inner = square(0.025, 0.025, 0.075, 0.075);
    expectCycle(intersectPolygons(unit, inner), inner);
    expectCycle(intersectPolygons(inner, unit), inner);
  });

  test('G15 the diamond through the mid-points: itself', () => {
    const diamond = [v(0.05, 0), v(0.1, 0.05), v(0.05, 0.1), v(0, 0.05)];
    expectCycle(intersectPolygons(unit, diamond), diamond);
    expectCycle(intersectPolygons(diamond, unit), diamond);
  });

  test('G16 identical squares: 4 vertices', () => {
    expectCycle(intersectPolygons(unit, unit), unit);
  });

  test('G17 squares that share an edge: its ends', () => {
    expectCycle(intersectPolygons(unit, square(0.1, 0, 0.2, 0.1)), [v(0.1, 0), v(0.1, 0.1)]);
    expectCycle(intersectPolygons(unit, square(0.1, 0.05, 0.2, 0.3)), [v(0.1, 0.05), v(0.1, 0.1)]);
  });

  test('squares that share a corner: that corner', () => {
    expectCycle(intersectPolygons(unit, square(0.1, 0.1, 0.2, 0.2)), [v(0.1, 0.1)]);
  });

  test('the area of the intersection does not depend on the order and matches a point count', () => {
    const random = seeded(12);
    for (let i = 0; i < 200; i++) {
      const place = (points: Vec2[]): Vec2[] => {
        const t = at(random.uniform(-0.7, 0.7), random.uniform(-0.7, 0.7), random.uniform(-3, 3));
        return points.map((p) => transform.apply(t, p));
      };
      const a = place(randomPolygon(random, 3 + random.integer(6), 1));
      const b = place(randomPolygon(random, 3 + random.integer(6), 1));
      const common = intersectPolygons(a, b);
      expect(polygon.area(common)).toBeCloseTo(polygon.area(intersectPolygons(b, a)), 12);
      for (let k = 0; k < 200; k++) {
        const p = v(random.uniform(-1.7, 1.7), random.uniform(-1.7, 1.7));
        const isInBoth = polygon.containsPoint(a, p) && polygon.containsPoint(b, p);
        expect(polygon.containsPoint(common, p)).toBe(isInBoth);
      }
    }
  });

  test('moved, mirrored at the origin, or begun at another vertex, the intersection is the same', () => {
    const random = seeded(13);
    const turnedTo = (points: Vec2[], k: number): Vec2[] => [...points.slice(k), ...points.slice(0, k)];
    for (let i = 0; i < 100; i++) {
      // a and b touch at a side of both, up to rounding
      const a = polygon.rectangle(random.uniform(0.5, 1), 1);
      const b = polygon
        .rectangle(random.uniform(0.5, 1), 1)
        .map((p) => v(p.x + random.uniform(0, 0.2), p.y + 1));
      const turn = at(random.uniform(-2, 2), random.uniform(-2, 2), random.uniform(-3, 3));
      const place = (points: Vec2[]): Vec2[] => points.map((p) => transform.apply(turn, p));
      const half = (points: Vec2[]): Vec2[] => points.map((p) => v(-p.x, -p.y));
      const one = place(a);
      const two = place(square(b[0].x, b[0].y, b[2].x, b[2].y));
      const common = intersectPolygons(one, two);
      expect(common).toHaveLength(2);
      for (let k = 0; k < 4; k++) {
        expectCycle(intersectPolygons(turnedTo(one, k), two), common);
        expectCycle(half(intersectPolygons(half(turnedTo(one, k)), half(two))), common);
      }
    }
  });

  test('far from the origin only the rounding of the input is lost', () => {
    const far = 2 ** 23;
    const move = (points: Vec2[]): Vec2[] => points.map((p) => v(p.x + far, p.y - far));
    const common = intersectPolygons(move(square(0, 0, 2, 2)), move(square(1, 0.5, 3, 3)));
    expectCycle(common, move(square(1, 0.5, 2, 2)));
  });
});
