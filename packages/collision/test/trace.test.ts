/** The iterations of GJK and EPA as data, on random pairs: the trace matches what the queries did. */

import { polygon, type Transform, transform, type Vec2, vec2 } from '@otedama/math2d';
import { expect, test } from 'vitest';
import { type ConvexCore, distance, type EpaStep, type GjkStep, separation } from '../src/index.js';
import { randomPolygon, seeded } from './helpers/random.js';

const PAIRS = 400;

/** Calls `visit` with seeded pairs of placed polygons, points and rods, some of which have a radius. */
function forPairs(
  spread: number,
  visit: (a: ConvexCore, ta: Transform, b: ConvexCore, tb: Transform) => void,
): void {
  const random = seeded(20_26);
  const core = (): ConvexCore => ({
    vertices: randomPolygon(random, 1 + random.integer(9), random.uniform(0.4, 1)),
    radius: random.next() < 0.3 ? 0.1 : 0,
  });
  const place = (): Transform =>
    transform.create(random.uniform(-spread, spread), random.uniform(-spread, spread), random.uniform(-4, 4));
  for (let k = 0; k < PAIRS; k++) visit(core(), place(), core(), place());
}

const minus = (a: Vec2, b: Vec2): Vec2 => ({ x: a.x - b.x, y: a.y - b.y });

function expectClose(found: Vec2, wanted: Vec2, digits: number): void {
  expect(found.x).toBeCloseTo(wanted.x, digits);
  expect(found.y).toBeCloseTo(wanted.y, digits);
}

test('GJK: every round nearer than the last, witnesses make the closest point, the last round is the answer', () => {
  let apart = 0;
  let inside = 0;
  forPairs(3, (a, ta, b, tb) => {
    const trace: GjkStep[] = [];
    const found = distance(a, ta, b, tb, { trace });
    expect(trace).toHaveLength(found.iterations);
    const lengths = trace.map((step) => vec2.length(step.closest));
    for (let k = 1; k < lengths.length; k++) expect(lengths[k]).toBeLessThan(lengths[k - 1]);
    for (const { closest, pointA, pointB } of trace) expectClose(minus(pointA, pointB), closest, 12);
    const last = trace[trace.length - 1];
    if (last.support === null) {
      inside++;
      expect(last.simplex).toHaveLength(3);
      expect(found.distance).toBe(0);
      return;
    }
    apart++;
    const gap = lengths[lengths.length - 1] - a.radius - b.radius;
    expect(Math.max(0, gap)).toBeCloseTo(found.distance, 12);
    // from each witness along the normal to the surface
    if (gap <= 0) return;
    const grown = (p: Vec2, r: number): Vec2 => ({
      x: p.x + r * found.normal.x,
      y: p.y + r * found.normal.y,
    });
    expectClose(grown(last.pointA, a.radius), found.pointA, 12);
    expectClose(grown(last.pointB, -b.radius), found.pointB, 12);
  });
  expect(apart).toBeGreaterThan(100);
  expect(inside).toBeGreaterThan(20);
});

/** Area of the polytope. It grows only if a vertex is added outside. */
const areaOf = (step: EpaStep): number => (step.polytope.length < 3 ? 0 : polygon.area(step.polytope));

test('EPA: the polytope grows by the vertex found on its nearest edge, and the last edge is the depth', () => {
  let grown = 0;
  forPairs(0.5, (a, ta, b, tb) => {
    const trace: EpaStep[] = [];
    const found = separation(a, ta, b, tb, { trace });
    for (let k = 1; k < trace.length; k++) {
      const before = trace[k - 1];
      const after = trace[k];
      expect(after.polytope).toHaveLength(before.polytope.length + 1);
      expect(after.polytope[before.edge + 1]).toEqual(before.support);
      expect(areaOf(after)).toBeGreaterThan(areaOf(before) - 1e-14);
      grown++;
    }
    const last = trace.at(-1);
    if (last === undefined) return;
    expect(-last.distance - a.radius - b.radius).toBeCloseTo(found.separation, 12);
    expectClose(last.normal, found.normal, 12);
    const along = minus(last.pointA, last.pointB);
    expectClose(along, { x: last.distance * last.normal.x, y: last.distance * last.normal.y }, 12);
  });
  expect(grown).toBeGreaterThan(200);
});

test('without a trace the answer has the same bits', () => {
  forPairs(1.5, (a, ta, b, tb) => {
    expect(distance(a, ta, b, tb, { trace: [] })).toEqual(distance(a, ta, b, tb));
    expect(separation(a, ta, b, tb, { trace: [] })).toEqual(separation(a, ta, b, tb));
  });
});
