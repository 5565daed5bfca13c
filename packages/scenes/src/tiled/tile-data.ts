/** Cells of tile layers. */

import { InputError, requireInteger } from '@otedama/math2d';
import type { TiledLayer } from './map-format.js';

/** A function of Node, pages and workers. */
declare function atob(data: string): string;

/** Bits of a cell or of the `gid` of an object that say how its tile is flipped; bit 28 is used by hexagonal maps only. */
const FLIPPED_HORIZONTALLY = 0x80000000;
const FLIPPED_VERTICALLY = 0x40000000;
const FLIPPED_DIAGONALLY = 0x20000000;
const TILE_NUMBER = 0x0fffffff;

/** A tile as it is used: its number in the map (> 0), and its flips in the order in which they are done. */
export interface TileUse {
  readonly number: number;
  /** Exchanges x and y. */
  readonly diagonal: boolean;
  readonly horizontal: boolean;
  readonly vertical: boolean;
}

/** Splits the number of a cell or object into tile and flips. */
export function tileUse(gid: number): TileUse {
  return {
    number: gid & TILE_NUMBER,
    diagonal: (gid & FLIPPED_DIAGONALLY) !== 0,
    horizontal: (gid & FLIPPED_HORIZONTALLY) !== 0,
    vertical: (gid & FLIPPED_VERTICALLY) !== 0,
  };
}

/**
 * Calls back for each cell with a tile.
 * @param where place in the map, for messages
 * @throws InputError for compressed or damaged data
 */
export function forEachTile(
  layer: TiledLayer,
  where: string,
  visit: (column: number, row: number, gid: number) => void,
): void {
  const { compression } = layer;
  if (compression !== undefined && compression !== '') {
    throw new InputError(
      `${where}: compression`,
      compression,
      'data that is not compressed: choose the tile layer format CSV in the properties of the map',
    );
  }
  for (const part of layer.chunks ?? [{ ...layer, x: 0, y: 0 }]) {
    const { x, y, width = 0, height = 0, data } = part;
    const cells = typeof data === 'string' ? decodeBase64(data, `${where}: data`) : data;
    if (!Array.isArray(cells) || cells.length !== width * height) {
      throw new InputError(`${where}: data`, cells?.length, `${width} x ${height} cells`);
    }
    cells.forEach((gid: number, k) => {
      if (gid === 0) return;
      requireInteger(`${where}: data[${k}]`, gid, 0, 0xffffffff);
      visit(x + (k % width), y + Math.floor(k / width), gid);
    });
  }
}

/** Unsigned 32-bit integers, little-endian. */
function decodeBase64(data: string, field: string): number[] {
  let bytes: string;
  try {
    bytes = atob(data.trim());
  } catch {
    throw new InputError(field, data, 'base64 text');
  }
  return Array.from({ length: bytes.length >> 2 }, (_, k) => {
    const at = (byte: number): number => bytes.charCodeAt(4 * k + byte);
    return at(0) + 0x100 * at(1) + 0x10000 * at(2) + 0x1000000 * at(3);
  });
}
