import { cos, mat2, polygon, sin, type Vec2 } from '@otedama/math2d';
import { describe, expect, test } from 'vitest';
import { matchShape } from '../src/match-shape.js';

const square = polygon.regular(1, 4);
const moved = (points: readonly Vec2[], angle: number, x: number, y: number): Vec2[] =>
  points.map((p) => ({
    x: cos(angle) * p.x - sin(angle) * p.y + x,
    y: sin(angle) * p.x + cos(angle) * p.y + y,
  }));

/** Particles above the wall y = 0 stay; those below are moved onto it. */
const ontoFloor = (points: readonly Vec2[]): Vec2[] => points.map((p) => ({ x: p.x, y: Math.max(p.y, 0) }));

describe('shape matching', () => {
  test('10.4.5 a moved square: angle, centre, and goals equal to the moved points', () => {
    const points = moved(square, Math.PI / 6, 3, -2);
    const match = matchShape(square, points);
    expect(match.angle).toBeCloseTo(0.52359878, 8);
    expect(match.center.x).toBeCloseTo(3, 12);
    expect(match.center.y).toBeCloseTo(-2, 12);
    match.goals.forEach((goal, i) => {
      expect(goal.x).toBeCloseTo(points[i].x, 12);
      expect(goal.y).toBeCloseTo(points[i].y, 12);
    });
  });

  test('10.4.6 one vertex moved aside', () => {
    const points = square.map((p, i) => (i === 0 ? { x: 1, y: -0.1 } : p));
    const match = matchShape(square, points);
    expect(match.center.x).toBeCloseTo(0, 12);
    expect(match.center.y).toBeCloseTo(-0.025, 12);
    expect(match.angle).toBeCloseTo(-0.024994794, 9);
    expect(match.goals[0].x).toBeCloseTo(0.99968765, 8);
    expect(match.goals[0].y).toBeCloseTo(-0.049992191, 8);
  });

  test('10.4.7 flat square: lower vertices raised', () => {
    const flat = polygon.rectangle(Math.SQRT2, Math.SQRT2);
    const both = matchShape(
      flat,
      flat.map((p) => (p.y < 0 ? { x: p.x, y: p.y + 0.1 } : p)),
    );
    expect(both.center.y).toBeCloseTo(0.05, 12);
    expect(both.angle).toBeCloseTo(0, 12);
    const left = matchShape(
      flat,
      flat.map((p) => (p.y < 0 && p.x < 0 ? { x: p.x, y: p.y + 0.1 } : p)),
    );
    expect(left.center.y).toBeCloseTo(0.025, 12);
    expect(left.angle).toBeCloseTo(-0.017993851, 9);
  });

  test('10.4.10 four relaxations with 0.98 leave 8.125 % of an edge depth and 33 % of a vertex depth', () => {
    const leftAfter = (rest: readonly Vec2[], depth: number): number => {
      const lowest = Math.min(...rest.map((p) => p.y));
      const start = rest.map((p) => ({ x: p.x, y: p.y - lowest - depth }));
      let points: Vec2[] = start;
      for (let relaxation = 0; relaxation < 4; relaxation++)
        points = matchShape(start, ontoFloor(points)).goals;
      const raised = points.reduce((sum, p, i) => sum + (p.y - start[i].y) / points.length, 0);
      return 1 - (0.98 * raised) / depth;
    };
    expect(leftAfter(polygon.rectangle(1, 1), 1e-3)).toBeCloseTo(0.08125, 8);
    expect(leftAfter(polygon.regular(1, 4, { x: 0, y: 0 }, -Math.PI / 2), 1e-3)).toBeCloseTo(0.330078125, 9);
  });

  test('D-S8 a singular or mirrored fit keeps the previous angle or a proper rotation, never NaN', () => {
    const point = square.map(() => ({ x: 2, y: 3 }));
    expect(matchShape(square, point, undefined, 0.4).angle).toBe(0.4);
    const mirrored = square.map((p) => ({ x: p.x, y: -p.y }));
    expect(matchShape(square, mirrored, undefined, -0.7).angle).toBe(-0.7);
    const skewMirror = square.map((p) => ({ x: p.x + 0.2 * p.y, y: 0.1 * p.x - 0.5 * p.y }));
    const match = matchShape(square, skewMirror);
    expect(match.angle).toBeCloseTo(-0.19739556, 8);
    for (const goal of match.goals) expect(Number.isFinite(goal.x + goal.y)).toBe(true);
  });

  test('D-S7 the rotation agrees with both polar decompositions of A_pq', () => {
    const points = square.map((p, i) => ({ x: 1.2 * p.x - 0.4 * p.y + 0.1 * i, y: 0.5 * p.x + 0.9 * p.y }));
    const { apq, rotation } = matchShape(square, points, [1, 2, 3, 4]);
    for (const root of [mat2.squareRoot, mat2.squareRootByDiagonalization]) {
      const S = root(mat2.multiply(mat2.transpose(apq), apq));
      if (S === null) throw new Error('no root');
      const inverse = mat2.inverse(S);
      if (inverse === null) throw new Error('no inverse');
      const R = mat2.multiply(apq, inverse);
      expect(R.m00).toBeCloseTo(rotation.c, 12);
      expect(R.m10).toBeCloseTo(rotation.s, 12);
      expect(R.m01).toBeCloseTo(-rotation.s, 12);
    }
  });

  test('points, counts and weights must fit each other', () => {
    expect(() => matchShape([], [])).toThrow(/rest/);
    expect(() => matchShape(square, square.slice(1))).toThrow(/displaced/);
    expect(() => matchShape(square, square, [1])).toThrow(/weights/);
  });
});
