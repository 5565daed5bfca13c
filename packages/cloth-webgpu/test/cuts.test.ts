/** Which edges a blade crosses, anywhere in space. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { crossingOf } from '../src/cuts.js';

type Triple = readonly [x: number, y: number, z: number];
const plus = (a: Triple, b: Triple, factor = 1): Triple => [
  a[0] + factor * b[0],
  a[1] + factor * b[1],
  a[2] + factor * b[2],
];
const cross = (a: Triple, b: Triple): Triple => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const unit = (a: Triple): Triple => plus([0, 0, 0], a, 1 / Math.hypot(...a));

test('an edge through the inside of a blade crosses it, whichever end is first; one that ends before it or passes beside does not', () => {
  const within = (most: number) => fc.double({ min: -most, max: most, noNaN: true });
  const point = fc.tuple(within(5), within(5), within(5));
  const length = fc.double({ min: 0.1, max: 3, noNaN: true });
  fc.assert(
    fc.property(
      ...([point, point, fc.integer({ min: 3, max: 7 }), fc.nat({ max: 6 })] as const),
      ...([fc.double({ min: 0, max: 0.9, noNaN: true }), within(2), within(2), length, length] as const),
      (center, upright, count, corner, share, slantU, slantV, before, behind) => {
        fc.pre(Math.hypot(...upright) > 0.1);
        // a regular polygon around the centre, in the plane of u and v
        const normal = unit(upright);
        const u = unit(cross(normal, Math.abs(normal[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0]));
        const v = cross(normal, u);
        const inPlane = (x: number, y: number) => plus(plus(center, u, x), v, y);
        const corners = Array.from({ length: count }, (_, k) =>
          inPlane(Math.cos((2 * Math.PI * k) / count), Math.sin((2 * Math.PI * k) / count)),
        );
        const crosses = crossingOf(corners.map(([x, y, z]) => ({ x, y, z })));
        const isCut = (a: Triple, b: Triple) => {
          // the first particle is another one
          const position = Float32Array.of(9, 9, 9, 1, ...a, 1, ...b, 1);
          return [...new Set([crosses(position, 1, 2), crosses(position, 2, 1)])];
        };
        const toCorner = plus(corners[corner % count], center, -1);
        const slanted = plus(plus(normal, u, slantU), v, slantV);
        const through = (at: Triple, from: number, to: number) =>
          isCut(plus(at, slanted, from), plus(at, slanted, to));
        const inside = plus(center, toCorner, share);
        expect(through(inside, -before, behind)).toEqual([true]);
        expect(through(inside, before, before + behind), 'ends before it').toEqual([false]);
        expect(through(plus(center, toCorner, 1.1 + share), -before, behind), 'beside').toEqual([false]);
      },
    ),
    { seed: 2 },
  );
});
