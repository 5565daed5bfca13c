import { InputError, polygon, transform } from '@otedama/math2d';
import { expect, test } from 'vitest';
import { massProperties, type Shape } from '../src/index.js';
import { randomPolygon, seeded } from './helpers/random.js';

/** Sums over the midpoints of a fine grid: mass, centre and inertia without a formula for the shape. */
function byGrid(
  shape: Shape & { kind: 'polygon' },
  cells: number,
): { mass: number; x: number; inertia: number } {
  const radius = shape.radius ?? 0;
  const inside = (x: number, y: number): boolean => {
    let least = Number.POSITIVE_INFINITY;
    let isLeft = true;
    shape.vertices.forEach((a, i) => {
      const b = shape.vertices[(i + 1) % shape.vertices.length];
      const ex = b.x - a.x;
      const ey = b.y - a.y;
      if (ex * (y - a.y) - ey * (x - a.x) < 0) isLeft = false;
      const t = Math.max(0, Math.min(1, ((x - a.x) * ex + (y - a.y) * ey) / (ex * ex + ey * ey)));
      least = Math.min(least, Math.hypot(x - a.x - t * ex, y - a.y - t * ey));
    });
    return isLeft || least <= radius;
  };
  const size = 2.5;
  const step = (2 * size) / cells;
  let count = 0;
  let sumX = 0;
  let sumY = 0;
  let sumSquares = 0;
  for (let i = 0; i < cells; i++) {
    for (let j = 0; j < cells; j++) {
      const x = -size + (i + 0.5) * step;
      const y = -size + (j + 0.5) * step;
      if (!inside(x, y)) continue;
      count++;
      sumX += x;
      sumY += y;
      sumSquares += x * x + y * y;
    }
  }
  const area = step * step;
  const inertia = area * (sumSquares - (sumX * sumX + sumY * sumY) / count);
  return { mass: count * area, x: sumX / count, inertia };
}

test('G18 circle r 1 at (1, 0), density 1: mass pi, inertia pi/2 about its own centre', () => {
  const { mass, inertia, center } = massProperties({ kind: 'circle', center: { x: 1, y: 0 }, radius: 1 }, 1);
  expect(mass).toBeCloseTo(Math.PI, 14);
  expect(inertia).toBeCloseTo(Math.PI / 2, 14);
  expect(center.x).toBeCloseTo(1, 14);
  expect(center.y).toBeCloseTo(0, 14);
});

test('G19 square half 1: mass 4 and inertia 8/3 at any position; only the centre moves', () => {
  const square = (x: number, y: number): Shape => ({
    kind: 'polygon',
    vertices: polygon.rectangle(2, 2).map((v) => ({ x: v.x + x, y: v.y + y })),
  });
  for (const [x, y] of [
    [0, 0],
    [0.4, -0.7],
    [1e7, -1e7],
  ]) {
    const { mass, inertia, center } = massProperties(square(x, y), 1);
    expect(mass).toBeCloseTo(4, 9);
    expect(inertia).toBeCloseTo(8 / 3, 8);
    expect(center.x).toBeCloseTo(x, 8);
    expect(center.y).toBeCloseTo(y, 8);
  }
});

test('G21 rectangle 2 x 1 of mass m: I = 5 m/12', () => {
  const { mass, inertia } = massProperties({ kind: 'polygon', vertices: polygon.rectangle(2, 1) }, 3.5);
  expect(mass).toBeCloseTo(7, 12);
  expect(inertia).toBeCloseTo((5 * 7) / 12, 12);
});

test('G23 polygon 990 x 10: area 9900', () => {
  expect(massProperties({ kind: 'polygon', vertices: polygon.rectangle(990, 10) }, 1).mass).toBe(9900);
});

test('a capsule has the mass of a rectangle and a disc', () => {
  const length = 3;
  const r = 0.7;
  const { mass, inertia, center } = massProperties(
    { kind: 'capsule', point1: { x: 1, y: 1 }, point2: { x: 1, y: 4 }, radius: r },
    2,
  );
  const box = 2 * (2 * r * length);
  const disc = 2 * Math.PI * r * r;
  // half discs: their own moment about the centre of the full disc, shifted by length/2 using their centroid 4r/(3 pi)
  const discs = disc * (r * r * 0.5 + length * length * 0.25 + (length * 4 * r) / (3 * Math.PI));
  expect(mass).toBeCloseTo(box + disc, 12);
  expect(inertia).toBeCloseTo((box * (length * length + 4 * r * r)) / 12 + discs, 12);
  expect(center.x).toBeCloseTo(1, 12);
  expect(center.y).toBeCloseTo(2.5, 12);
});

test('rounded polygons match a sum over grid cells', () => {
  const random = seeded(5);
  for (let i = 0; i < 4; i++) {
    const shape = {
      kind: 'polygon',
      vertices: randomPolygon(random, 3 + i, 1.5),
      radius: random.uniform(0.1, 0.6),
    } as const;
    const exact = massProperties(shape, 1);
    const grid = byGrid(shape, 600);
    expect(exact.mass / grid.mass).toBeCloseTo(1, 3);
    expect(exact.inertia / grid.inertia).toBeCloseTo(1, 3);
    expect(exact.center.x).toBeCloseTo(grid.x, 3);
  }
});

test('a rounded polygon that turns has the same mass and inertia, and its centre turns with it', () => {
  const random = seeded(6);
  for (let i = 0; i < 20; i++) {
    const vertices = randomPolygon(random, 3 + (i % 4), 1.5);
    const radius = random.uniform(0.1, 0.6);
    const own = massProperties({ kind: 'polygon', vertices, radius }, 1);
    for (const angle of [Math.PI / 2, 1]) {
      const turn = transform.create(0.3, -0.2, angle);
      const turned = vertices.map((p) => transform.apply(turn, p));
      const { mass, inertia, center } = massProperties({ kind: 'polygon', vertices: turned, radius }, 1);
      expect(mass / own.mass).toBeCloseTo(1, 12);
      expect(inertia / own.inertia).toBeCloseTo(1, 12);
      const expected = transform.apply(turn, own.center);
      expect(Math.hypot(center.x - expected.x, center.y - expected.y)).toBeLessThan(1e-12);
    }
  }
});

test('shapes without area have no mass', () => {
  const point1 = { x: 0, y: 0 };
  const point2 = { x: 2, y: 0 };
  expect(massProperties({ kind: 'segment', point1, point2 }, 1)).toEqual({
    mass: 0,
    center: { x: 1, y: 0 },
    inertia: 0,
  });
  expect(massProperties({ kind: 'halfSpace', normal: { x: 0, y: 1 } }, 1).mass).toBe(0);
});

test.each([-1, Number.NaN, Number.POSITIVE_INFINITY])('density %d is rejected', (density) => {
  expect(() => massProperties({ kind: 'circle', radius: 1 }, density)).toThrow(InputError);
});
