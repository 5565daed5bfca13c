import type { World } from '@otedama/rigid';
import { expect, test } from 'vitest';
import { broadPhaseLayer, type Color, type DrawnWorld } from '../src/index.js';

type Row = readonly [box: readonly number[], depth: number, proxy: number];

/** What the layer draws of these boxes: left edge and colour. */
function drawn(rows: readonly Row[]): { readonly minX: number; readonly color: Color }[] {
  const world = {
    forEachBroadPhaseBox: (visit: Parameters<World['forEachBroadPhaseBox']>[0]) => {
      for (const [box, depth, proxy] of rows) visit(Float64Array.of(0, ...box), 1, depth, proxy);
    },
  } as unknown as DrawnWorld;
  const boxes: { minX: number; color: Color }[] = [];
  const nothing = () => {};
  const painter = {
    line: nothing,
    point: nothing,
    circle: nothing,
    arrow: nothing,
    box: (minX: number, _minY: number, _maxX: number, _maxY: number, color: Color) =>
      void boxes.push({ minX, color }),
  };
  broadPhaseLayer.draw(world, painter, { metersPerPixel: 0.01, fraction: 1 });
  return boxes;
}

test('boxes of shapes have one colour, inner boxes one for each depth', () => {
  const boxes = drawn([
    [[0, 0, 9, 9], 0, -1],
    [[1, 0, 5, 9], 1, -1],
    [[2, 0, 3, 1], 2, 7],
    [[3, 0, 4, 1], 2, -1],
    [[4, 0, 5, 1], 0, 8],
    [[5, 0, 6, 1], 70, -1],
  ]);
  expect(boxes.map(({ minX }) => minX)).toEqual([0, 1, 2, 3, 4, 5]);
  const [root, child, shape, grandchild, loose, deep] = boxes.map(({ color }) => color);
  expect(new Set([root, child, shape, grandchild, deep].map(String)).size).toBe(5);
  expect(loose).toEqual(shape);
});

test('boxes that have no end are left out', () => {
  const boxes = drawn([
    [[Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Infinity, Infinity], 0, 3],
    [[0, 0, 1, Infinity], 0, 4],
    [[2, 0, 3, 1], 0, 5],
  ]);
  expect(boxes.map(({ minX }) => minX)).toEqual([2]);
});

test('a world that cannot be asked for its boxes, as a bare one, leaves the layer empty', () => {
  const painter = { line() {}, point() {}, circle() {}, arrow() {}, box: () => expect.fail('a box') };
  broadPhaseLayer.draw({} as DrawnWorld, painter, { metersPerPixel: 0.01, fraction: 1 });
});
