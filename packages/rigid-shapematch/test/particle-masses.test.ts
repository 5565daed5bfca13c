import { polygon, type Vec2 } from '@otedama/math2d';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchShape } from '../src/match-shape.js';
import { polygonParticles } from '../src/particle-masses.js';

describe('particle masses', () => {
  test('D-S11 a box carries 2/3 in the middle and 1/12 at each corner', () => {
    const { masses, points } = polygonParticles(polygon.rectangle(4, 2), 6);
    expect(points[0]).toEqual({ x: 0, y: 0 });
    expect(masses[0]).toBeCloseTo(4, 12);
    for (const m of masses.slice(1)) expect(m).toBeCloseTo(0.5, 12);
  });

  test('D-S11 mass, centroid and inertia of any convex polygon are exact, no mass is negative', () => {
    const point = fc.record({
      x: fc.integer({ min: -50, max: 50 }),
      y: fc.integer({ min: -50, max: 50 }),
    });
    fc.assert(
      fc.property(fc.array(point, { minLength: 3, maxLength: 12 }), (cloud: Vec2[]) => {
        const hull = polygon.convexHull(cloud.map((p) => ({ x: p.x / 10, y: p.y / 10 })));
        fc.pre(hull.length >= 3 && polygon.isConvex(hull));
        const { points, masses } = polygonParticles(hull, 3);
        const center = polygon.centroid(hull);
        const sum = (f: (p: Vec2) => number) => points.reduce((s, p, i) => s + masses[i] * f(p), 0);
        expect(sum(() => 1)).toBeCloseTo(3, 9);
        expect(sum((p) => p.x - center.x)).toBeCloseTo(0, 8);
        expect(sum((p) => p.y - center.y)).toBeCloseTo(0, 8);
        const inertia = sum((p) => (p.x - center.x) ** 2 + (p.y - center.y) ** 2);
        expect(inertia / (3 * polygon.secondMomentPerMass(hull))).toBeCloseTo(1, 9);
        expect(Math.min(...masses)).toBeGreaterThan(0);
      }),
      { seed: 5, numRuns: 300 },
    );
  });

  test('10.4.12 with the same impulse, masses 9 and 1 move 1 : 9', () => {
    const box = polygon.rectangle(1, 1);
    const shift = [9, 1].map((mass) => {
      const { points, masses } = polygonParticles(box, mass);
      const pushed = points.map((p, i) => (i === 1 ? { x: p.x, y: p.y + 0.01 / masses[i] } : p));
      return matchShape(points, pushed, masses).center.y;
    });
    expect(shift[1] / shift[0]).toBeCloseTo(9, 9);
    expect(shift[1]).toBeCloseTo(0.01, 12);
  });

  test('D-S11 the matched pose responds to an impulse at a corner with the mass and inertia of the plate', () => {
    const box = polygon.rectangle(2, 1);
    const { points, masses } = polygonParticles(box, 2);
    const push = 1e-6;
    const pushed = points.map((p, i) => (i === 1 ? { x: p.x, y: p.y + push / masses[i] } : p));
    const match = matchShape(points, pushed, masses);
    const inertia = 2 * polygon.secondMomentPerMass(box);
    expect(match.center.y / (push / 2)).toBeCloseTo(1, 9);
    expect(match.angle / ((points[1].x * push) / inertia)).toBeCloseTo(1, 5);
  });
});
