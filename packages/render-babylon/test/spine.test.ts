/** The spine of long polygons. */

import { createRandom, polygon, transform } from '@otedama/math2d';
import { expect, test } from 'vitest';
import { depthOf } from '../src/inner-edges.js';
import { spineOf } from '../src/spine.js';

test('a long box has a spine, whose ends are as far from the short sides as from the long ones', () => {
  const spine = spineOf(polygon.rectangle(20, 2));
  expect(spine?.center).toEqual({ x: 0, y: 0 });
  expect(spine?.half).toEqual({ x: 9, y: 0 });
});

test('what is round enough has none', () => {
  expect(spineOf(polygon.rectangle(3.9, 2))).toBeNull();
  expect(spineOf(polygon.regular(1, 7))).toBeNull();
});

test('it is inside a slanted, pointed polygon', () => {
  const kite = [
    { x: 0, y: 0 },
    { x: 30, y: 3 },
    { x: 29, y: 5 },
    { x: 3, y: 2.5 },
  ];
  const { center, half } = spineOf(kite)!;
  const isInside = ({ x, y }: { x: number; y: number }) =>
    kite.every((a, k) => {
      const b = kite[(k + 1) % kite.length];
      return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x) > 0;
    });
  for (const t of [-1, 0, 1])
    expect(isInside({ x: center.x + t * half.x, y: center.y + t * half.y })).toBe(true);
});

test('it moves and turns with its polygon, and the depth of the polygon stays', () => {
  const random = createRandom(7);
  for (let round = 0; round < 50; round++) {
    const corners = polygon.regular(1, 3 + random.integer(6), { x: 2, y: 1 }, random.uniform(0, 6));
    const long = corners.map(({ x, y }) => ({ x: 9 * x, y }));
    const motion = transform.create(random.uniform(-9, 9), random.uniform(-9, 9), random.uniform(-3, 3));
    const moved = long.map((p) => transform.apply(motion, p));
    expect(depthOf(moved)).toBeCloseTo(depthOf(long), 9);
    const [own, other] = [spineOf(long), spineOf(moved)];
    expect(own === null).toBe(other === null);
    if (own === null || other === null) continue;
    const center = transform.apply(motion, own.center);
    expect(Math.hypot(other.center.x - center.x, other.center.y - center.y)).toBeLessThan(1e-9);
    expect(Math.hypot(other.half.x, other.half.y)).toBeCloseTo(Math.hypot(own.half.x, own.half.y), 9);
  }
});

test('the depth of a regular polygon is the radius of its inner circle', () => {
  for (const sides of [3, 4, 7])
    expect(depthOf(polygon.regular(2, sides, { x: 5, y: -3 }))).toBeCloseTo(
      2 * Math.cos(Math.PI / sides),
      12,
    );
});
