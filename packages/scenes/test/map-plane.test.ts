/** Cells of maps of every orientation: they fill the plane once, and lie in the bounds that are told for them. */

import { polygon, type Vec2 } from '@otedama/math2d';
import { expect, test } from 'vitest';
import type { TiledMap } from '../src/tiled/map-format.js';
import { mapPlane } from '../src/tiled/map-plane.js';

const staggered = [
  { orientation: 'staggered', tilewidth: 32, tileheight: 16, hexsidelength: 6 },
  { orientation: 'hexagonal', tilewidth: 16, tileheight: 16, hexsidelength: 8 },
  // of odd sizes, Tiled draws cells that are a pixel smaller
  { orientation: 'hexagonal', tilewidth: 21, tileheight: 15, hexsidelength: 6 },
  { orientation: 'hexagonal', tilewidth: 20, tileheight: 14 },
].flatMap((map) =>
  (['x', 'y'] as const).flatMap((staggeraxis) =>
    (['odd', 'even'] as const).map((staggerindex) => ({ ...map, staggeraxis, staggerindex })),
  ),
);
const maps = [
  { orientation: 'orthogonal', tilewidth: 20, tileheight: 12 },
  { orientation: 'isometric', tilewidth: 32, tileheight: 16 },
  ...staggered,
] as unknown as TiledMap[];

/** Corners of a cell in the plane, y down. */
function cellOf(map: TiledMap, column: number, row: number): Vec2[] {
  const plane = mapPlane(map);
  const corner = plane.cellCorner(column, row);
  return plane.cell.map(({ x, y }) => ({ x: corner.x + x, y: corner.y - y }));
}

/** Whether a point is inside a convex polygon, for either direction of its corners. */
function contains(corners: readonly Vec2[], { x, y }: Vec2): boolean {
  const sides = corners.map((a, k) => {
    const b = corners[(k + 1) % corners.length];
    return Math.sign((b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x));
  });
  return sides.every((side) => side > 0) || sides.every((side) => side < 0);
}

test.each(maps)(
  '$orientation, $tilewidth x $tileheight, $staggeraxis $staggerindex: each point is in one cell',
  (map) => {
    const cells = Array.from({ length: 81 }, (_, k) => cellOf(map, (k % 9) - 4, Math.floor(k / 9) - 4));
    for (const { x, y } of cellOf(map, 0, 0).concat(cellOf(map, 1, 1))) {
      for (let k = 0; k < 40; k++) {
        // irrational steps stay off the edges
        const point = { x: x + 9 * Math.sin(1 + 2 * k), y: y + 9 * Math.cos(3 * k) };
        expect(cells.filter((cell) => contains(cell, point)).length).toBe(1);
      }
    }
  },
);

test.each(maps)(
  '$orientation, $tilewidth x $tileheight, $staggeraxis $staggerindex: the bounds hold the cells tightly',
  (map) => {
    for (const [x, y, width, height] of [
      [0, 0, 3, 2],
      [-2, 1, 2, 3],
      [1, -3, 4, 4],
      [0, 0, 1, 1],
      [1, 1, 1, 1],
      [0, 1, 3, 1],
      [1, 0, 1, 3],
    ]) {
      const points = Array.from({ length: width * height }, (_, k) =>
        cellOf(map, x + (k % width), y + Math.floor(k / width)),
      ).flat();
      const [xs, ys] = [points.map((point) => point.x), points.map((point) => point.y)];
      const bounds = mapPlane(map).boundsOf({ x, y, width, height });
      const around = [bounds.x, bounds.y, bounds.x + bounds.width, bounds.y + bounds.height];
      expect(around).toEqual([Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]);
    }
  },
);

test('a cell has as many corners as its kind, counter-clockwise, and its area', () => {
  const cell = (more: object) =>
    mapPlane({ tilewidth: 32, tileheight: 16, ...more } as unknown as TiledMap).cell;
  const counts = maps.map((map) => mapPlane(map).cell.length);
  expect(new Set(counts.slice(0, 2))).toEqual(new Set([4]));
  expect(polygon.area(cell({ orientation: 'orthogonal' }))).toBe(512);
  expect(polygon.area(cell({ orientation: 'staggered', hexsidelength: 6 }))).toBe(256);
  const hexagon = { orientation: 'hexagonal', hexsidelength: 6 };
  // a rectangle of the side, and two triangles
  expect(polygon.area(cell({ ...hexagon, staggeraxis: 'x' }))).toBe((16 * (32 + 6)) / 2);
  expect(polygon.area(cell({ ...hexagon, staggeraxis: 'y' }))).toBe((32 * (16 + 6)) / 2);
  expect(cell({ ...hexagon, staggeraxis: 'x' })).toHaveLength(6);
});
