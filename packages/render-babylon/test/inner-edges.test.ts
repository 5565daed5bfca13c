import type { Vec2 } from '@otedama/math2d';
import { concave } from '@otedama/rigid';
import { expect, test } from 'vitest';
import { findInnerEdges, type ShapeGeometry } from '../src/index.js';

const rectangle = (left: number, bottom: number, right: number, top: number): ShapeGeometry => ({
  kind: 'polygon',
  vertices: [
    { x: left, y: bottom },
    { x: right, y: bottom },
    { x: right, y: top },
    { x: left, y: top },
  ],
});

/** Total length of the edges that are drawn, and of those that are not. */
function lengths(shapes: readonly ShapeGeometry[]): { outer: number; inner: number } {
  const sum = { outer: 0, inner: 0 };
  findInnerEdges(shapes).forEach((found, s) => {
    const shape = shapes[s];
    const corners = found?.corners ?? (shape.kind === 'polygon' ? shape.vertices : []);
    corners.forEach((a, k) => {
      const b = corners[(k + 1) % corners.length];
      sum[found?.isInner[k] === true ? 'inner' : 'outer'] += Math.hypot(b.x - a.x, b.y - a.y);
    });
  });
  return sum;
}

test('two boxes side by side: the shared edge is an inner edge, whole or in part', () => {
  const [left, right] = findInnerEdges([rectangle(0, 0, 1, 1), rectangle(1, 0, 2, 1)]);
  expect(left?.isInner).toEqual([false, true, false, false]);
  expect(right?.isInner).toEqual([false, false, false, true]);
  expect(left?.isEnclosed).toEqual([false, false, false, false]);
  expect(left?.depth).toBe(0.5);
  // a low rectangle beside a high one
  const [high] = findInnerEdges([rectangle(0, 0, 1, 2), rectangle(1, 0, 2, 1)]);
  expect(high?.corners).toHaveLength(5);
  expect(high?.isInner).toEqual([false, true, false, false, false]);
  expect(high?.corners[2]).toEqual({ x: 1, y: 1 });
});

test('four boxes around a common inner corner', () => {
  const found = findInnerEdges([
    rectangle(0, 0, 1, 1),
    rectangle(1, 0, 2, 1),
    rectangle(0, 1, 1, 2),
    rectangle(1, 1, 2, 2),
  ]);
  expect(found.map((edges) => edges?.isEnclosed.filter(Boolean).length)).toEqual([1, 1, 1, 1]);
});

test('where an inner edge ends, the polygon knows how the outline goes on', () => {
  const [low, high] = findInnerEdges([rectangle(0, 0, 3, 1), rectangle(0, 1, 1, 2)]);
  // the inner edge of the low one goes from (1, 1) to (0, 1); the outline comes down to (1, 1), and leaves (0, 1) upwards
  const [from, to] = [
    low?.corners.findIndex(({ x, y }) => x === 1 && y === 1),
    low?.corners.findIndex(({ x, y }) => x === 0 && y === 1),
  ];
  expect(low?.beside).toEqual([
    { corner: from, begins: true, end: { x: 1, y: 2 } },
    { corner: to, begins: false, end: { x: 0, y: 2 } },
  ]);
  expect(high?.beside.map(({ end }) => end)).toEqual([
    { x: 0, y: 0 },
    { x: 3, y: 1 },
  ]);
  // where four outlines meet, it is the one on the other side of the inner edge
  const [, middle] = findInnerEdges([
    rectangle(0, 0, 1, 1),
    rectangle(1, 0, 2, 1),
    rectangle(0, 1, 1, 3),
    rectangle(2, 1, 3, 2),
  ]);
  const ends = middle?.beside.map(({ end, begins }) => [end.x, end.y, begins]) ?? [];
  expect(ends).toContainEqual([0, 0, false]);
  expect(ends).toContainEqual([1, 3, true]);
  expect(ends).toHaveLength(2);
});

test('corners of others on an edge part it, whoever else has them; the depth is that of the thickest polygon', () => {
  const [low, ...boxes] = findInnerEdges([
    rectangle(0, 0, 5, 2),
    rectangle(0, 2, 1, 3),
    rectangle(1, 2, 2, 3),
    rectangle(3, 2, 4, 3),
  ]);
  const top = low?.corners.filter(({ y }) => y === 2).map(({ x }) => x);
  expect(top).toEqual([5, 4, 3, 2, 0]);
  expect(low?.isInner).toEqual([false, false, false, true, false, true, false]);
  expect(low?.depth).toBe(1);
  expect(boxes.map((box) => box?.isInner.filter(Boolean).length)).toEqual([2, 2, 1]);
});

test('where several outlines meet at the end of an inner edge, it goes on along the one beside it, in any order and however turned', () => {
  // two squares side by side, and a wedge that stands on the upper end of the edge between them
  const wedge = [
    [0, 0],
    [0.5, 1],
    [-0.5, 1],
  ];
  const left = [
    [-1, -1],
    [0, -1],
    [0, 0],
    [-1, 0],
  ];
  const right = left.map(([x, y]) => [x + 1, y]);
  for (let quarter = 0; quarter < 4; quarter++) {
    const turned = ([u, v]: readonly number[]): Vec2 => {
      const [x, y] = [
        [u, v],
        [-v, u],
        [-u, -v],
        [v, -u],
      ][quarter];
      return { x: x + 7, y: y - 4 };
    };
    const make = (points: readonly number[][]): ShapeGeometry => ({
      kind: 'polygon',
      vertices: points.map(turned),
    });
    for (const order of [
      [wedge, left, right],
      [right, left, wedge],
    ]) {
      const found = findInnerEdges(order.map(make));
      const [ofWedge, ofLeft, ofRight] = [wedge, left, right].map((points) => found[order.indexOf(points)]);
      expect(ofWedge).toBeNull();
      const besides = [ofLeft, ofRight].map((edges) =>
        edges?.beside.map(({ corner, begins, end }) => [edges.corners[corner], begins, end]),
      );
      const [top, bottom] = [turned([0, 0]), turned([0, -1])];
      expect(besides[0]).toHaveLength(2);
      expect(besides[0]).toContainEqual([top, false, turned([1, 0])]);
      expect(besides[0]).toContainEqual([bottom, true, turned([1, -1])]);
      expect(besides[1]).toHaveLength(2);
      expect(besides[1]).toContainEqual([top, true, turned([-1, 0])]);
      expect(besides[1]).toContainEqual([bottom, false, turned([-1, -1])]);
    }
  }
});

test('shapes not face to face have no inner edges: apart, overlapping, rounded, round', () => {
  const one = rectangle(0, 0, 1, 1);
  expect(findInnerEdges([one])).toEqual([null]);
  expect(findInnerEdges([one, rectangle(1.01, 0, 2, 1)])).toEqual([null, null]);
  expect(findInnerEdges([one, rectangle(0.5, 0, 2, 1)])).toEqual([null, null]);
  expect(findInnerEdges([one, rectangle(1, 1, 2, 2)])).toEqual([null, null]);
  const rounded = { ...rectangle(1, 0, 2, 1), radius: 0.1 } as ShapeGeometry;
  expect(findInnerEdges([one, rounded, { kind: 'circle', radius: 1 }])).toEqual([null, null, null]);
});

test('only the outline of a concave body is drawn', () => {
  const comb = [
    [0, 0],
    [9, 0],
    [9, 3],
    [8, 3],
    [8, 1],
    [5, 1],
    [5, 3],
    [4, 3],
    [4, 1],
    [1, 1],
    [1, 3],
    [0, 3],
  ].map(([x, y]) => ({ x, y }));
  const hole = [
    [2, 0.25],
    [3, 0.25],
    [3, 0.75],
    [2, 0.75],
  ].map(([x, y]) => ({ x, y }));
  const turned = ({ x, y }: { x: number; y: number }) => ({ x: 0.8 * x - 0.6 * y, y: 0.6 * x + 0.8 * y });
  for (const motion of [(p: { x: number; y: number }) => p, turned]) {
    const shapes = concave({ points: comb.map(motion), holes: [hole.map(motion)] });
    expect(shapes.length).toBeGreaterThan(4);
    const { outer, inner } = lengths(shapes as ShapeGeometry[]);
    expect(outer).toBeCloseTo(2 * 9 + 2 * 3 + 4 * 2 + 3, 9);
    expect(inner).toBeGreaterThan(3);
  }
});
