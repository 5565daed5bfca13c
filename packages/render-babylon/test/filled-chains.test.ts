import { outline, polygon, type Vec2 } from '@otedama/math2d';
import { chain, type ShapeDefinition } from '@otedama/rigid';
import { expect, test } from 'vitest';
import { type FilledShape, fillChains } from '../src/filled-chains.js';
import { driftingWorld } from './drifting-world.js';

const ring = (...points: readonly (readonly [x: number, y: number])[]): Vec2[] =>
  points.map(([x, y]) => ({ x, y }));
const square = (left: number, bottom: number, size: number): Vec2[] =>
  ring([left, bottom], [left + size, bottom], [left + size, bottom + size], [left, bottom + size]);
const loop = (points: readonly Vec2[]): ShapeDefinition[] => chain({ points, loop: true });

/** What is drawn of a static body. */
function filled(...shapes: readonly (readonly ShapeDefinition[])[]): readonly FilledShape[] {
  const body = driftingWorld().createBody({ type: 'static', shapes: shapes.flat() });
  return fillChains(body.shapes);
}

const polygonsOf = (shapes: readonly FilledShape[]): (readonly Vec2[])[] =>
  shapes.flatMap(({ geometry }) => (geometry.kind === 'polygon' ? [geometry.vertices] : []));
const areaOf = (shapes: readonly FilledShape[]): number =>
  polygonsOf(shapes).reduce((sum, vertices) => sum + polygon.signedArea(vertices), 0);
const covers = (shapes: readonly FilledShape[], x: number, y: number): boolean =>
  polygonsOf(shapes).some((vertices) => outline.containsPoint(vertices, { x, y }));
const linesOf = (shapes: readonly FilledShape[]): number =>
  shapes.filter(({ geometry }) => geometry.kind === 'chainSegment').length;

test('a counter-clockwise loop is filled, convex or not, and the other shapes stay', () => {
  const [vertices, ...others] = polygonsOf(filled(loop(square(1, 2, 3))));
  expect(new Set(vertices)).toEqual(new Set(square(1, 2, 3)));
  expect(others).toEqual([]);
  const corner = ring([0, 0], [4, 0], [4, 1], [1, 1], [1, 3], [0, 3]);
  const shapes = filled([{ kind: 'circle', radius: 1 }], loop(corner));
  expect(areaOf(shapes)).toBeCloseTo(6, 12);
  expect(covers(shapes, 3, 2)).toBe(false);
  expect(linesOf(shapes)).toBe(0);
  expect(shapes[0].geometry.kind).toBe('circle');
});

test('what is no solid stays a line: open chains, containers, loops that cross themselves', () => {
  const open = filled(chain({ points: square(0, 0, 1) }));
  expect(linesOf(open)).toBe(3);
  expect(polygonsOf(open)).toEqual([]);
  const container = filled(loop(square(0, 0, 1).reverse()));
  expect(linesOf(container)).toBe(4);
  expect(polygonsOf(container)).toEqual([]);
  const crossing = filled(loop(ring([0, 0], [4, 0], [4, 4], [2, -1], [0, 4])));
  expect(linesOf(crossing)).toBe(5);
  // three segments that lie like a loop, but do not know each other
  const loose = loop(square(0, 0, 1)).map((segment) => ({ ...segment, ghost1: { x: 9, y: 9 } }));
  expect(linesOf(filled(loose as ShapeDefinition[]))).toBe(4);
});

test('loops in loops are holes and islands, whichever comes first', () => {
  const outer = loop(square(0, 0, 10));
  const hole = loop(square(1, 1, 8).reverse());
  const island = loop(square(2, 2, 3));
  const beside = loop(square(20, 0, 1));
  for (const order of [
    [outer, hole, island, beside],
    [beside, island, hole, outer],
  ]) {
    const shapes = filled(...order);
    expect(linesOf(shapes)).toBe(0);
    expect(areaOf(shapes)).toBeCloseTo(100 - 64 + 9 + 1, 9);
    expect(covers(shapes, 1.5, 1.5), 'in the hole').toBe(false);
    expect(covers(shapes, 3, 3), 'on the island').toBe(true);
    expect(covers(shapes, 0.5, 5), 'around the hole').toBe(true);
  }
});

test('borders that touch, as those of tiles do: at corners, and a corner on an edge', () => {
  // two tiles that meet at a corner, as one loop that passes it twice
  const pair = loop(ring([0, 0], [1, 0], [1, 1], [2, 1], [2, 2], [1, 2], [1, 1], [0, 1]));
  expect(areaOf(filled(pair))).toBeCloseTo(2, 9);
  expect(linesOf(filled(pair))).toBe(0);
  // a hole that meets the free space outside at the corner (1, 1)
  const notched = ring([0, 1], [1, 1], [1, 0], [4, 0], [4, 4], [0, 4]);
  const touching = filled(loop(notched), loop(square(1, 1, 1).reverse()));
  expect(linesOf(touching)).toBe(0);
  expect(areaOf(touching)).toBeCloseTo(16 - 1 - 1, 4);
  expect(covers(touching, 1.5, 1.5)).toBe(false);
  // a tip that stands on the middle of an edge of the same loop
  const arch = ring([0, 0], [6, 0], [6, 4], [0, 4], [0, 3], [2, 3], [3, 1], [4, 3], [5, 3], [5, 1], [0, 1]);
  const standing = filled(loop(arch));
  expect(linesOf(standing)).toBe(0);
  expect(areaOf(standing)).toBeCloseTo(polygon.signedArea(arch), 4);
  expect(covers(standing, 1.5, 2)).toBe(false);
});

test('loops that only report touches are filled too, apart from the solid ones', () => {
  const sensor = loop(square(1, 1, 1)).map((segment) => ({ ...segment, sensor: true }));
  const shapes = filled(loop(square(0, 0, 3)), sensor as ShapeDefinition[]);
  expect(shapes.map(({ isSensor }) => isSensor)).toEqual([false, true]);
});
