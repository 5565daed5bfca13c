/**
 * The plane of a map, in pixels with y down, and where its cells are in it.
 *
 * A map that is drawn straight from above, or from the side, has the plane of its picture: the cells of an orthogonal map are rectangles,
 * those of a hexagonal one hexagons, and those of a staggered one rhombi. An isometric map shows its ground at an angle. Its plane is the
 * ground itself, with square cells, as Tiled stores the places of objects in such maps: u runs along the rows to the right and down in the
 * picture, v to the left and down, and with a = tilewidth / tileheight
 *
 *     x = a (u - v) / 2,   y = (u + v) / 2,   so   u = y + x / a,   v = y - x / a.
 */

import { cos, PI, requireInRange, sin, type Vec2 } from '@otedama/math2d';
import type { TiledMap } from './map-format.js';

/** A rectangle with its upper left corner. */
export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The plane of a map. All lengths are pixels. */
export interface MapPlane {
  /** The lower left corner of the rectangle around a cell. */
  cellCorner(column: number, row: number): Vec2;
  /** The corners of a cell relative to that corner, y up, counter-clockwise. */
  readonly cell: readonly Vec2[];
  /** Whether the picture is another plane, so that circles are ellipses in one of them. */
  readonly isTilted: boolean;
  /** Converts an offset in the picture, y down, to the plane. */
  fromPicture(offset: Vec2): Vec2;
  /** Converts an offset in the plane to the picture. */
  toPicture(offset: Vec2): Vec2;
  /** Converts a point of a tile from the lower left corner of its rectangle in the picture to that of its cell, both y up. */
  fromTile(point: Vec2): Vec2;
  /** The rectangle around all cells of a rectangle of columns and rows. */
  boundsOf(cells: Rectangle): Rectangle;
}

export function mapPlane(map: TiledMap): MapPlane {
  const { orientation, tilewidth, tileheight } = map;
  if (orientation === 'orthogonal') return gridPlane(tilewidth, tileheight);
  return orientation === 'isometric' ? groundPlane(tilewidth, tileheight) : staggeredPlane(map);
}

const same = (point: Vec2): Vec2 => point;

/** The plane of a picture with rectangular cells. */
export const gridPlane = (width: number, height: number): MapPlane => ({
  cellCorner: (column, row) => ({ x: column * width, y: (row + 1) * height }),
  cell: [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ],
  isTilted: false,
  fromPicture: same,
  toPicture: same,
  fromTile: same,
  boundsOf: (cells) => ({
    x: cells.x * width,
    y: cells.y * height,
    width: cells.width * width,
    height: cells.height * height,
  }),
});

/** The ground under rhombi of this width and height, in which they are squares with sides of this height. */
export function groundPlane(width: number, height: number): MapPlane {
  const slope = height / width;
  const fromPicture = ({ x, y }: Vec2): Vec2 => ({ x: y + slope * x, y: y - slope * x });
  return {
    ...gridPlane(height, height),
    isTilted: true,
    fromPicture,
    toPicture: ({ x, y }) => ({ x: (x - y) / (2 * slope), y: (x + y) / 2 }),
    fromTile: ({ x, y }) => {
      // from the upper corner of the rhombus, which is the upper left one of the square
      const ground = fromPicture({ x: x - width / 2, y: height - y });
      return { x: ground.x, y: height - ground.y };
    },
  };
}

/** Turns a point of an object about the place of the object, as Tiled does it in the picture: degrees, clockwise. */
export function turnedInPicture(plane: MapPlane, point: Vec2, rotation: number): Vec2 {
  if (rotation === 0) return point;
  const angle = (rotation * PI) / 180;
  const c = cos(angle);
  const s = sin(angle);
  const { x, y } = plane.toPicture(point);
  return plane.fromPicture({ x: c * x - s * y, y: s * x + c * y });
}

/**
 * Hexagons with a side of `hexsidelength` along the axis of staggering, or rhombi, which are hexagons with a side of 0. Every other row, or
 * column, is shifted by half a cell. Tiled draws cells of an even size, so that half of it is a whole number of pixels.
 */
function staggeredPlane(map: TiledMap): MapPlane {
  const width = 2 * Math.floor(map.tilewidth / 2);
  const height = 2 * Math.floor(map.tileheight / 2);
  const isAlongX = map.staggeraxis === 'x';
  const isEven = map.staggerindex === 'even';
  const longest = isAlongX ? width : height;
  const side = map.orientation === 'hexagonal' ? (map.hexsidelength ?? 0) : 0;
  requireInRange('map.hexsidelength', side, 0, longest);
  const sideX = isAlongX ? side : 0;
  const sideY = isAlongX ? 0 : side;
  /** What a corner lies inside the rectangle around its cell. */
  const insetX = (width - sideX) / 2;
  const insetY = (height - sideY) / 2;
  /** Distance of neighbouring columns if they are shifted, otherwise of cells in a row; and the same of rows. */
  const stepX = isAlongX ? insetX + sideX : width;
  const stepY = isAlongX ? height : insetY + sideY;
  const isShifted = (k: number): boolean => (k % 2 !== 0) !== isEven;
  const corners = [
    { x: insetX, y: 0 },
    { x: width - insetX, y: 0 },
    { x: width, y: insetY },
    { x: width, y: height - insetY },
    { x: width - insetX, y: height },
    { x: insetX, y: height },
    { x: 0, y: height - insetY },
    { x: 0, y: insetY },
  ];
  return {
    cellCorner: (column, row) => ({
      x: column * stepX + (!isAlongX && isShifted(row) ? width / 2 : 0),
      y: row * stepY + (isAlongX && isShifted(column) ? height / 2 : 0) + height,
    }),
    // without a side, two corners are one
    cell: corners.filter(({ x, y }, k) => {
      const before = corners.at(k - 1)!;
      return x !== before.x || y !== before.y;
    }),
    isTilted: false,
    fromPicture: same,
    toPicture: same,
    fromTile: same,
    // several rows, or columns, are half a cell wider than one; one alone may be shifted
    boundsOf: (cells) => {
      const isOne = (isAlongX ? cells.width : cells.height) === 1;
      const shift = isOne && isShifted(isAlongX ? cells.x : cells.y) ? 0.5 : 0;
      const more = isOne ? 0 : 0.5;
      return {
        x: cells.x * stepX + (isAlongX ? 0 : shift * width),
        y: cells.y * stepY + (isAlongX ? shift * height : 0),
        width: cells.width * stepX + (isAlongX ? insetX : more * width),
        height: cells.height * stepY + (isAlongX ? more * height : insetY),
      };
    },
  };
}
