/** The spine of long polygons. */

import { polygon } from '@otedama/math2d';
import { expect, test } from 'vitest';
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
