import { describe, expect, test } from 'vitest';
import { createRandom, outline, polygon, type Vec2 } from '../src/index.js';
import { list, ragged, star, tangle } from './helpers/outlines.js';

const square = (size: number): Vec2[] => polygon.rectangle(size, size);

describe('points in outlines', () => {
  test('corners and points of edges belong to an outline, in either orientation', () => {
    for (const shape of [star(5), star(9, 0.2), square(2), tangle(12, createRandom(2), 6)]) {
      for (const points of [shape, [...shape].reverse()]) {
        for (const corner of points) expect(outline.containsPoint(points, corner)).toBe(true);
      }
    }
    const step = list([0, 0], [4, 0], [4, 2], [2, 2], [2, 4], [0, 4]);
    for (const [x, y] of [
      [2, 0],
      [3, 2],
      [2, 3],
      [0, 1],
    ])
      expect(outline.containsPoint(step, { x, y })).toBe(true);
    for (const [x, y] of [
      [3, 2.1],
      [2.1, 4],
      [-0.1, 4],
      [4.1, 2],
      [5, 0],
      [-1, 0],
    ])
      expect(outline.containsPoint(step, { x, y })).toBe(false);
  });

  test('the inside of a hole does not belong, its border does', () => {
    const holes = [square(2)];
    expect(outline.containsPoint(square(4), { x: 0, y: 0 }, holes)).toBe(false);
    expect(outline.containsPoint(square(4), { x: 1, y: 0.5 }, holes)).toBe(true);
    expect(outline.containsPoint(square(4), { x: 1.5, y: 0 }, holes)).toBe(true);
  });

  test('a line that crosses itself contains everything that it goes around', () => {
    // the five-pointed star drawn in one line: its middle is enclosed twice
    const points = polygon.regular(1, 5);
    const drawn = [0, 2, 4, 1, 3].map((k) => points[k]);
    expect(outline.containsPoint(drawn, { x: 0, y: 0 })).toBe(true);
    expect(outline.containsPoint(drawn, { x: 0.8, y: 0 })).toBe(true);
    expect(outline.containsPoint(drawn, { x: -0.7, y: 0 })).toBe(false);
    // the two loops of a figure of eight are drawn in opposite senses
    const eight = list([-2, -1], [2, 1], [2, -1], [-2, 1]);
    expect(outline.containsPoint(eight, { x: 1.5, y: 0 })).toBe(true);
    expect(outline.containsPoint(eight, { x: -1.5, y: 0 })).toBe(true);
    expect(outline.containsPoint(eight, { x: 0, y: 0.5 })).toBe(false);
  });

  test.each([1e-4, 1, 1e4])('agrees with the convex parts of the outline, at the scale %d', (scale) => {
    const random = createRandom(6);
    let inside = 0;
    for (let k = 0; k < 40; k++) {
      const move = ({ x, y }: Vec2): Vec2 => ({ x: scale * (x + 7), y: scale * (y - 3) });
      const points = ragged(5 + random.integer(30), random).map(move);
      const holes = [
        ragged(3 + random.integer(5), random).map(({ x, y }) => move({ x: 0.2 * x, y: 0.2 * y })),
      ];
      const parts = outline.decompose(points, holes);
      for (let i = 0; i < 60; i++) {
        const p = move({ x: random.uniform(-1.1, 1.1), y: random.uniform(-1.1, 1.1) });
        const isInside = outline.containsPoint(points, p, holes);
        if (isInside) inside++;
        expect(isInside).toBe(parts.some((part) => polygon.containsPoint(part, p)));
      }
    }
    expect(inside).toBeGreaterThan(500);
  });

  test('of outlines side by side, every point that is on no border is in exactly one', () => {
    // a fan of triangles around a point; the points asked for are within a rounding error of the edges
    const random = createRandom(8);
    const rim = ragged(40, random);
    const center = { x: 0.1, y: 0.2 };
    for (let k = 0; k < 4000; k++) {
      const edge = random.integer(rim.length);
      const t = random.uniform(0.01, 0.9);
      const p = {
        x: center.x + t * (rim[edge].x - center.x),
        y: center.y + t * (rim[edge].y - center.y),
      };
      const found = [edge + rim.length - 1, edge, edge + 1].filter((i) => {
        const [a, b] = [rim[i % rim.length], rim[(i + 1) % rim.length]];
        return outline.containsPoint([center, a, b], p);
      });
      expect(found.length).toBeGreaterThan(0);
    }
  });

  test('rejects what is no outline', () => {
    expect(() => outline.containsPoint(list([0, 0], [1, 1]), { x: 0, y: 0 })).toThrow(
      /points.*at least 3 points/,
    );
    expect(() => outline.containsPoint(square(1), { x: 0, y: 0 }, [list([0, 0])])).toThrow(/holes\[0\]/);
    expect(() => outline.containsPoint(square(1), { x: Number.NaN, y: 0 })).toThrow(/^p\.x/);
  });
});
