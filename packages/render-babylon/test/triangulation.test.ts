import { createRandom, polygon } from '@otedama/math2d';
import { expect, test } from 'vitest';
import { triangulate } from '../src/triangulation.js';
import { softWorld } from './soft-world.js';

const area = ([a, b, c]: readonly { x: number; y: number }[]): number =>
  0.5 * ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));

const outlines = (): { x: number; y: number }[][] => {
  const random = createRandom(3);
  const rectangles = [
    [2, 2],
    [6, 0.7],
    [0.5, 3],
  ].map(([x, y]) => [
    { x: -x, y: -y },
    { x, y: -y },
    { x, y },
    { x: -x, y },
  ]);
  const regular = [3, 5, 6, 12].map((sides) => polygon.regular(1, sides));
  const random10 = Array.from({ length: 10 }, () => {
    const corners = Array.from({ length: 9 }, (_, i) => (2 * Math.PI * (i + random.uniform(0.1, 0.9))) / 9);
    return corners.map((angle) => ({ x: 3 * Math.cos(angle), y: 1.5 * Math.sin(angle) }));
  });
  return [...rectangles, ...regular, ...random10];
};

test('triangles cover the shape once: counter-clockwise, areas add up, all skin edges present, every point used', () => {
  for (const outline of outlines()) {
    const { layout } = softWorld([{ outline }]).softBodies[0].plan;
    const { points, skin } = layout;
    const corners = triangulate(points);
    const triangles = Array.from({ length: corners.length / 3 }, (_, k) => corners.slice(3 * k, 3 * k + 3));
    const areas = triangles.map((triangle) => area(triangle.map((corner) => points[corner])));
    expect(Math.min(...areas)).toBeGreaterThan(0);
    const whole = polygon.area(points.slice(0, skin));
    expect(areas.reduce((sum, part) => sum + part, 0)).toBeCloseTo(whole, 9);
    const edges = new Set(triangles.flatMap(([a, b, c]) => [`${a} ${b}`, `${b} ${c}`, `${c} ${a}`]));
    for (let i = 0; i < skin; i++) expect(edges.has(`${i} ${(i + 1) % skin}`)).toBe(true);
    expect(new Set(corners).size).toBe(points.length);
  }
});

test('no triangle spans a long bar lengthwise: a bent bar stays covered', () => {
  const outline = outlines()[1];
  const { points } = softWorld([{ outline, particleRadius: 0.2 }]).softBodies[0].plan.layout;
  const corners = triangulate(points);
  for (let k = 0; k < corners.length; k += 3) {
    const xs = corners.slice(k, k + 3).map((corner) => points[corner].x);
    expect(Math.max(...xs) - Math.min(...xs)).toBeLessThan(0.6);
  }
});
