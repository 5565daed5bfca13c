import type { World } from '@otedama/rigid';
import { expect, test } from 'vitest';
import { broadPhaseLayer, type Color, type DrawnWorld } from '../src/index.js';

type Row = readonly [box: readonly number[], depth: number, proxy: number];

interface DrawnBox {
  readonly minX: number;
  /** minX, minY, maxX, maxY, m. */
  readonly sides: readonly number[];
  readonly color: Color;
  /** CSS pixels. */
  readonly width: number;
}

/** What the layer draws of these boxes. */
function drawn(rows: readonly Row[]): DrawnBox[] {
  const world = {
    forEachBroadPhaseBox: (visit: Parameters<World['forEachBroadPhaseBox']>[0]) => {
      for (const [box, depth, proxy] of rows) visit(Float64Array.of(0, ...box), 1, depth, proxy);
    },
  } as unknown as DrawnWorld;
  const boxes: DrawnBox[] = [];
  const nothing = () => {};
  const painter = {
    line: nothing,
    point: nothing,
    circle: nothing,
    arrow: nothing,
    box: (minX: number, minY: number, maxX: number, maxY: number, color: Color, width: number) =>
      void boxes.push({ minX, sides: [minX, minY, maxX, maxY], color, width }),
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

test('boxes are drawn at their place, those of shapes thinner than the ones they are in', () => {
  const boxes = drawn([
    [[-4, -3, -1, 2], 0, -1],
    [[-3, -2, -2, 1], 1, 0],
  ]);
  expect(boxes.map(({ sides }) => sides)).toEqual([
    [-4, -3, -1, 2],
    [-3, -2, -2, 1],
  ]);
  expect(boxes.map(({ width }) => width)).toEqual([1.5, 1]);
});

test('from the root to the depth of 6 the hue goes from violet over green to orange, and is the same below', () => {
  const depths = Array.from({ length: 9 }, (_, depth): Row => [[0, 0, 1, 1], depth, -1]);
  const colors = drawn(depths).map(({ color }) => color);
  const [[rootRed, rootGreen, rootBlue]] = colors;
  expect(rootBlue).toBeGreaterThan(rootRed);
  expect(rootRed).toBeGreaterThan(rootGreen);
  const [middleRed, middleGreen, middleBlue] = colors[3];
  expect(middleGreen).toBeGreaterThan(Math.max(middleRed, middleBlue));
  const [deepRed, deepGreen, deepBlue] = colors[6];
  expect(deepRed).toBeGreaterThan(deepGreen);
  expect(deepGreen).toBeGreaterThan(deepBlue);
  expect([colors[7], colors[8]]).toEqual([colors[6], colors[6]]);
  expect(new Set(colors.slice(0, 7).map(String)).size).toBe(7);
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
