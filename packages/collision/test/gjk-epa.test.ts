import { polygon, type Random, type Transform, transform, type Vec2, vec2 } from '@otedama/math2d';
import { expect, test } from 'vitest';
import {
  type ConvexCore,
  distance,
  type EpaStep,
  type GjkStep,
  penetration,
  type SimplexCache,
  separation,
} from '../src/index.js';
import { bruteForceCores, gapAlong } from './helpers/brute-force.js';
import { randomPolygon, seeded } from './helpers/random.js';

const still = transform.identity();
const box = (halfX: number, halfY: number, radius = 0): ConvexCore => ({
  vertices: polygon.rectangle(2 * halfX, 2 * halfY),
  radius,
});
const ball = (radius: number): ConvexCore => ({ vertices: [{ x: 0, y: 0 }], radius });
const rod = (x1: number, y1: number, x2: number, y2: number, radius = 0): ConvexCore => ({
  vertices: [
    { x: x1, y: y1 },
    { x: x2, y: y2 },
  ],
  radius,
});
const at = (x: number, y: number, angle = 0): Transform => transform.create(x, y, angle);
const world = (core: ConvexCore, t: Transform): Vec2[] => core.vertices.map((v) => transform.apply(t, v));

/** Two placed cores with 1 to 12 vertices. */
function randomPair(random: Random, spread: number): [ConvexCore, Transform, ConvexCore, Transform] {
  const core = (): ConvexCore => {
    const count = random.next() < 0.15 ? 1 + random.integer(2) : 3 + random.integer(10);
    const vertices =
      count === 2 ? [...randomPolygon(random, 2, 1)] : randomPolygon(random, count, random.uniform(0.3, 1));
    return { vertices, radius: 0 };
  };
  const place = (): Transform =>
    at(random.uniform(-spread, spread), random.uniform(-spread, spread), random.uniform(-4, 4));
  return [core(), place(), core(), place()];
}

test('G2 square +-1 and the segment x = 2: distance 1', () => {
  const found = distance(box(1, 1), still, rod(2, -1, 2, 1), still);
  expect(found.distance).toBe(1);
  expect(found.normal).toEqual({ x: 1, y: 0 });
  expect(found.pointA.x).toBe(1);
  expect(found.pointB.x).toBe(2);
  expect(found.pointA.y).toBeCloseTo(found.pointB.y, 15);
});

test('G4 circles of radius 1: 0 at 1.9, 0.1 at 2.1', () => {
  expect(distance(ball(1), still, ball(1), at(1.9, 0)).distance).toBe(0);
  expect(Math.abs(distance(ball(1), still, ball(1), at(2.1, 0)).distance - 0.1)).toBeLessThan(1e-12);
});

test('G7 boxes (2, 1): depth 0.5 along x at (3.5, 0), 1.8 along y at (0, 0.2)', () => {
  const first = penetration(box(2, 1), still, box(2, 1), at(3.5, 0));
  expect(first?.depth).toBeCloseTo(0.5, 14);
  expect(first?.normal).toEqual({ x: 1, y: 0 });
  const second = penetration(box(2, 1), still, box(2, 1), at(0, 0.2));
  expect(second?.depth).toBeCloseTo(1.8, 14);
  expect(second?.normal).toEqual({ x: 0, y: 1 });
});

test('10.1.4 unit squares: depth 0.1 along x, mirrored when swapped, nothing at 1.001', () => {
  const square = box(0.5, 0.5);
  const found = penetration(square, still, square, at(0.9, 0.1));
  expect(found?.depth).toBeCloseTo(0.1, 14);
  expect(found?.normal).toEqual({ x: 1, y: 0 });
  const swapped = penetration(square, at(0.9, 0.1), square, still);
  expect(swapped?.depth).toBeCloseTo(0.1, 14);
  expect(swapped?.normal).toEqual({ x: -1, y: 0 });
  expect(penetration(square, still, square, at(1.001, 0))).toBeNull();
});

test('10.1.5 square and a square on its corner: depth 0.10710678 at the vertex (0.6, 0), at any angle', () => {
  const flat = box(Math.SQRT1_2, Math.SQRT1_2);
  const tip: ConvexCore = { vertices: polygon.regular(1, 4), radius: 0 };
  const found = penetration(flat, still, tip, at(1.6, 0));
  expect(found?.depth).toBeCloseTo(0.10710678, 8);
  expect(found?.normal).toEqual({ x: 1, y: 0 });
  expect(found?.pointB.x).toBeCloseTo(0.6, 14);
  expect(found?.pointB.y).toBeCloseTo(0, 14);
  const turn = at(0, 0, 0.7);
  const turned = penetration(flat, turn, tip, transform.multiply(turn, at(1.6, 0)));
  expect(turned?.depth).toBeCloseTo(0.10710678, 8);
  expect(turned?.normal.x).toBeCloseTo(0.76484219, 8);
  expect(turned?.normal.y).toBeCloseTo(0.64421769, 8);
});

test('10.1.7 GJK matches separating axes on 20,000 pairs, and -n depth separates them', () => {
  const random = seeded(107);
  let overlapping = 0;
  for (let i = 0; i < 20_000; i++) {
    const [a, tA, b, tB] = randomPair(random, 0.8);
    const expected = bruteForceCores(world(a, tA), world(b, tB)).distance;
    if (Math.abs(expected) < 1e-12) continue; // touching up to rounding: either answer is right
    const found = penetration(a, tA, b, tB);
    if ((found !== null) !== expected < 0) expect.fail(`pair ${i}: separating axes say ${expected}`);
    if (found === null) continue;
    overlapping++;
    const moved = { ...tA, x: tA.x - found.depth * found.normal.x, y: tA.y - found.depth * found.normal.y };
    const left = gapAlong(world(a, moved), world(b, tB), found.normal.x, found.normal.y);
    if (!(left > -1e-9)) expect.fail(`pair ${i}: ${left} left`);
  }
  expect(overlapping).toBeGreaterThan(5000);
});

test('any cache gives the same distance: of other cores, with duplicates, or too long', () => {
  const random = seeded(30);
  for (let i = 0; i < 700; i++) {
    const [a, tA, b, tB] = randomPair(random, 2);
    const pairs = Array.from(
      { length: random.integer(6) },
      () => [random.integer(14), random.integer(14)] as const,
    );
    if (pairs.length > 1 && i % 2 === 0) pairs[1] = pairs[0];
    const found = distance(a, tA, b, tB, { cache: { pairs } });
    const expected = distance(a, tA, b, tB);
    if (!(Math.abs(found.distance - expected.distance) < 1e-12)) expect.fail(`pair ${i}: ${found.distance}`);
  }
});

test('G29 distance is symmetric and matches an exhaustive search on 10,000 pairs', () => {
  const random = seeded(29);
  let apart = 0;
  for (let i = 0; i < 10_000; i++) {
    const [a, tA, b, tB] = randomPair(random, 2.5);
    const found = distance(a, tA, b, tB);
    const swapped = distance(b, tB, a, tA);
    const expected = bruteForceCores(world(a, tA), world(b, tB));
    const error = Math.max(
      Math.abs(found.distance - swapped.distance),
      Math.abs(found.distance - Math.max(0, expected.distance)),
    );
    if (!(error < 1e-12))
      expect.fail(`pair ${i}: ${found.distance} ${swapped.distance} ${expected.distance}`);
    if (found.distance < 1e-9) continue;
    apart++;
    const offset = vec2.subtract(found.pointB, found.pointA);
    const consistent =
      Math.abs(found.normal.x + swapped.normal.x) + Math.abs(found.normal.y + swapped.normal.y) < 1e-9 &&
      Math.abs(found.normal.x - expected.nx) + Math.abs(found.normal.y - expected.ny) < 1e-6 &&
      vec2.length(vec2.subtract(offset, vec2.scale(found.normal, found.distance))) < 1e-12;
    if (!consistent) expect.fail(`pair ${i}: normals or points`);
  }
  expect(apart).toBeGreaterThan(5000);
});

test('G30 EPA finds the minimum depth over all edges of the Minkowski difference on 10,000 overlapping pairs', () => {
  const random = seeded(30);
  let count = 0;
  while (count < 10_000) {
    const [a, tA, b, tB] = randomPair(random, 0.5);
    const expected = -bruteForceCores(world(a, tA), world(b, tB)).distance;
    if (!(expected > 1e-6)) continue;
    count++;
    const found = separation(a, tA, b, tB);
    if (!(Math.abs(found.separation + expected) <= 1e-9 * expected)) {
      expect.fail(`pair ${count}: ${-found.separation}, by all edges ${expected}`);
    }
    const offset = vec2.subtract(found.pointB, found.pointA);
    const error = vec2.length(vec2.subtract(offset, vec2.scale(found.normal, found.separation)));
    if (!(error < 1e-12)) expect.fail(`pair ${count}: points`);
  }
});

test('radii enlarge both shapes: rounded boxes overlap by the radii minus the gap', () => {
  const found = penetration(box(1, 1, 0.2), still, box(1, 1, 0.3), at(2.4, 0.5));
  expect(found?.depth).toBeCloseTo(0.1, 14);
  expect(found?.normal).toEqual({ x: 1, y: 0 });
  expect(found?.pointA.x).toBeCloseTo(1.2, 14);
  expect(found?.pointB.x).toBeCloseTo(1.1, 14);
  expect(distance(box(1, 1, 0.2), still, box(1, 1, 0.3), at(2.7, 0.5)).distance).toBeCloseTo(0.2, 14);
});

test('the points of rounded cores are on their outlines, and the separation along the normal apart', () => {
  const random = seeded(9);
  let apart = 0;
  for (let i = 0; i < 700; i++) {
    const [a, tA, b, tB] = randomPair(random, 2);
    const roundA: ConvexCore = { ...a, radius: random.uniform(0, 0.5) };
    const roundB: ConvexCore = { ...b, radius: random.uniform(0, 0.5) };
    const { separation: gap, normal, pointA, pointB } = separation(roundA, tA, roundB, tB);
    if (gap > 0) apart++;
    const across = vec2.subtract(pointB, pointA);
    if (!(vec2.length(vec2.subtract(across, vec2.scale(normal, gap))) < 1e-12))
      expect.fail(`pair ${i}: across`);
    // the foremost points along the normal
    const reach = ({ vertices, radius }: ConvexCore, t: Transform, n: Vec2): number =>
      Math.max(...world({ vertices, radius }, t).map((p) => vec2.dot(p, n))) + radius;
    if (!(Math.abs(vec2.dot(pointA, normal) - reach(roundA, tA, normal)) < 1e-12))
      expect.fail(`pair ${i}: A`);
    const back = vec2.negate(normal);
    if (!(Math.abs(vec2.dot(pointB, back) - reach(roundB, tB, back)) < 1e-12)) expect.fail(`pair ${i}: B`);
    if (gap > 0) expect(penetration(roundA, tA, roundB, tB)).toBe(null);
    else expect(penetration(roundA, tA, roundB, tB)?.depth).toBe(-gap);
  }
  expect(apart).toBeGreaterThan(500);
  expect(apart).toBeLessThan(1500);
});

test('shapes that just touch have the depth 0, not -0', () => {
  expect(penetration(ball(1), still, ball(1), at(2, 0))?.depth).toBe(0);
  expect(penetration(box(1, 1), still, box(1, 1), at(2, 0.5))?.depth).toBe(0);
});

test('the closest points of overlapping shapes are one common point', () => {
  const { distance: gap, pointA, pointB } = distance(ball(1), still, ball(1), at(1.5, 0));
  expect(gap).toBe(0);
  expect(pointA).toEqual(pointB);
  expect(pointA.x).toBeCloseTo(0.75, 14);
});

const degenerate: Record<string, [ConvexCore, Transform, ConvexCore, Transform, number]> = {
  'equal points': [ball(0), still, ball(0), still, 0],
  'equal circles': [ball(1), still, ball(0.5), still, -1.5],
  'point on a vertex': [ball(0), at(1, 1), box(1, 1), still, 0],
  'point on an edge': [ball(0), at(1, 0.3), box(1, 1), still, 0],
  'point in the middle': [ball(0), still, box(1, 2), still, -1],
  'crossing segments': [rod(-1, 0, 1, 0), still, rod(0, -0.5, 0, 0.25), still, -0.25],
  'collinear overlapping segments': [rod(-1, 0, 1, 0), still, rod(0, 0, 3, 0), still, 0],
  'collinear separate segments': [rod(-1, 0, 1, 0), still, rod(2, 0, 3, 0), still, 1],
  'the same segment': [rod(-1, 2, 1, 3), still, rod(-1, 2, 1, 3), still, 0],
  'segment of length 0': [rod(1, 1, 1, 1), still, box(0.5, 0.5), still, Math.SQRT1_2],
  'segment ending on a segment': [rod(-1, 0, 1, 0), still, rod(0, 0, 0, 1), still, 0],
  'parallel segments': [rod(-1, 0, 1, 0), still, rod(-1, 2, 1, 2), still, 2],
  'equal boxes': [box(1, 1), still, box(1, 1), still, -2],
  'nested concentric boxes': [
    box(3, 3),
    still,
    box(1, 1),
    at(0, 0, 0.4),
    -(3 + Math.cos(0.4) + Math.sin(0.4)),
  ],
  'boxes sharing an edge': [box(1, 1), still, box(1, 1), at(2, 0), 0],
  'boxes sharing a corner': [box(1, 1), still, box(1, 1), at(2, 2), 0],
  'a sliver against a box': [box(5, 1e-9), at(0, 1.5), box(1, 1), still, 0.5 - 1e-9],
  'a tiny box in a large one': [box(1e-9, 1e-9), still, box(1e3, 1e3), still, -(1e3 + 1e-9)],
  'a vertex with edges of 1e-9': [
    {
      vertices: [
        { x: 0, y: 0 },
        { x: 1, y: 0 },
        { x: 1, y: 1e-9 },
        { x: 0, y: 1 },
      ],
      radius: 0,
    },
    still,
    rod(2, -1, 2, 1),
    still,
    1,
  ],
};

test.each(Object.entries(degenerate))('degenerate input: %s', (_, [a, tA, b, tB, expected]) => {
  for (const found of [separation(a, tA, b, tB), separation(b, tB, a, tA)]) {
    expect(found.separation).toBeCloseTo(expected, 12);
    expect(vec2.length(found.normal)).toBeCloseTo(1, 14);
    const offset = vec2.subtract(found.pointB, found.pointA);
    expect(vec2.length(vec2.subtract(offset, vec2.scale(found.normal, found.separation)))).toBeLessThan(
      1e-12,
    );
  }
  const { distance: gap, pointA, pointB } = distance(a, tA, b, tB);
  expect(gap).toBeCloseTo(Math.max(0, expected), 12);
  for (const value of [pointA.x, pointA.y, pointB.x, pointB.y]) expect(value).toBeTypeOf('number');
});

test('cores with repeated vertices, barely touching or 1e7 away give finite answers in few iterations', () => {
  const random = seeded(77);
  let most = 0;
  for (let i = 0; i < 2000; i++) {
    const [a, tA, b, tB] = randomPair(random, 1);
    const offset = i % 2 === 0 ? 1e7 : 0;
    const snapped = (core: ConvexCore): ConvexCore =>
      // a coarse grid produces coincident vertices, parallel edges and exactly touching shapes
      ({
        vertices:
          i % 3 === 0
            ? core.vertices.map((v) => ({ x: Math.round(4 * v.x) / 4, y: Math.round(4 * v.y) / 4 }))
            : core.vertices,
        radius: core.radius,
      });
    const placeA = i % 3 === 0 ? at(offset, offset) : { ...tA, x: tA.x + offset, y: tA.y - offset };
    const placeB =
      i % 3 === 0
        ? at(offset + random.integer(9) / 4 - 1, offset + random.integer(9) / 4 - 1)
        : { ...tB, x: tB.x + offset, y: tB.y - offset };
    const coreA = snapped(a);
    const coreB = snapped(b);
    const found = separation(coreA, placeA, coreB, placeB);
    const swapped = separation(coreB, placeB, coreA, placeA);
    const allFinite = [
      found.separation,
      found.normal.x,
      found.normal.y,
      found.pointA.x,
      found.pointB.y,
    ].every(Number.isFinite);
    if (!allFinite) expect.fail(`pair ${i}: ${JSON.stringify(found)}`);
    if (!(Math.abs(found.separation - swapped.separation) < (offset > 0 ? 1e-8 : 1e-12))) {
      expect.fail(`pair ${i}: ${found.separation} and ${swapped.separation}`);
    }
    most = Math.max(most, distance(coreA, placeA, coreB, placeB).iterations);
  }
  expect(most).toBeLessThan(16);
});

test('body coordinates 1e7 from the body origin lose only the rounding of the input', () => {
  const far = 2 ** 23;
  const shifted = (core: ConvexCore): ConvexCore => ({
    vertices: core.vertices.map((v) => ({ x: v.x + far, y: v.y + far })),
    radius: 0,
  });
  const found = separation(shifted(box(1, 1)), still, shifted(box(1, 1)), at(1.75, 0));
  expect(found.separation).toBe(-0.25);
});

test('the same input gives bit-identical results', () => {
  const random = seeded(3);
  for (let i = 0; i < 100; i++) {
    const pair = randomPair(random, 1);
    expect(separation(...pair)).toStrictEqual(separation(...pair));
  }
});

test('a cache reduces the iterations and does not change the result', () => {
  const random = seeded(8);
  let cold = 0;
  let warm = 0;
  for (let i = 0; i < 700; i++) {
    const [a, tA, b, tB] = randomPair(random, 3);
    const cache: SimplexCache = { pairs: [] };
    distance(a, tA, b, tB, { cache });
    const moved = { ...tB, x: tB.x + 0.01 };
    const fresh = distance(a, tA, b, moved);
    const cached = distance(a, tA, b, moved, { cache });
    if (!(Math.abs(fresh.distance - cached.distance) < 1e-12)) expect.fail(`pair ${i}`);
    cold += fresh.iterations;
    warm += cached.iterations;
  }
  expect(warm).toBeLessThan(0.6 * cold);
});

test('a cache of other shapes does not change the result', () => {
  const cache: SimplexCache = {
    pairs: [
      [40, 3],
      [0, 0],
      [0, 0],
      [1, 1],
    ],
  };
  expect(distance(box(1, 1), still, ball(0.5), at(3, 0), { cache }).distance).toBe(1.5);
});

test('GJK traces its iterations: the closest point gets nearer, the last one is the answer', () => {
  const trace: GjkStep[] = [];
  const hexagon: ConvexCore = { vertices: polygon.regular(1, 6), radius: 0 };
  const found = distance(hexagon, at(0, 0, 0.2), hexagon, at(3, 1), { trace });
  expect(trace).toHaveLength(found.iterations);
  const lengths = trace.map((step) => vec2.length(step.closest));
  for (let i = 1; i < lengths.length; i++) expect(lengths[i]).toBeLessThan(lengths[i - 1]);
  expect(lengths.at(-1)).toBeCloseTo(found.distance, 14);
  for (const step of trace) expect(step.simplex.length).toBeLessThanOrEqual(2);
  const inside: GjkStep[] = [];
  distance(hexagon, still, hexagon, at(0.3, 0.1), { trace: inside });
  expect(inside.at(-1)?.simplex).toHaveLength(3);
  expect(inside.at(-1)?.support).toBeNull();
});

test('EPA traces its iterations: the polytope gains a vertex, the nearest edge moves outwards', () => {
  const trace: EpaStep[] = [];
  const octagon: ConvexCore = { vertices: polygon.regular(1, 8), radius: 0 };
  const found = penetration(octagon, still, octagon, at(0.3, 0.1, 0.1), { trace });
  expect(trace.length).toBeGreaterThan(2);
  for (let i = 1; i < trace.length; i++) {
    expect(trace[i].polytope).toHaveLength(trace[i - 1].polytope.length + 1);
    expect(trace[i].distance).toBeGreaterThanOrEqual(trace[i - 1].distance - 1e-15);
  }
  expect(trace.at(-1)?.distance).toBeCloseTo(found?.depth ?? Number.NaN, 15);
});
