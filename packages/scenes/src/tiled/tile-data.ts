/** Cells of tile layers. */

import { InputError, requireInteger } from '@otedama/math2d';
import { inflate } from 'pako';
import type { TiledLayer } from './map-format.js';

/** A function of Node, pages and workers. */
declare function atob(data: string): string;

/** Bits of a cell or of the `gid` of an object that say how its tile is flipped. In hexagonal maps the third one turns it by 60 degrees. */
const FLIPPED_HORIZONTALLY = 0x80000000;
const FLIPPED_VERTICALLY = 0x40000000;
const FLIPPED_DIAGONALLY = 0x20000000;
/** Turns a tile of a hexagonal map by 120 degrees. */
const TURNED = 0x10000000;
const TILE_NUMBER = 0x0fffffff;

/** A tile as it is used: its number in the map (> 0), and its flips in the order in which they are done. */
export interface TileUse {
  readonly number: number;
  /** Exchanges x and y. */
  readonly diagonal: boolean;
  readonly horizontal: boolean;
  readonly vertical: boolean;
  /** Degrees by which it is turned about its centre, clockwise: a multiple of 60, 0 if the map is not hexagonal. */
  readonly turn: number;
}

/** Splits the number of a cell or object into tile and flips. */
export function tileUse(gid: number, isHexagonal: boolean): TileUse {
  const isDiagonal = (gid & FLIPPED_DIAGONALLY) !== 0;
  const turn = (isDiagonal ? 60 : 0) + ((gid & TURNED) !== 0 ? 120 : 0);
  return {
    number: gid & TILE_NUMBER,
    diagonal: isDiagonal && !isHexagonal,
    horizontal: (gid & FLIPPED_HORIZONTALLY) !== 0,
    vertical: (gid & FLIPPED_VERTICALLY) !== 0,
    turn: isHexagonal ? turn : 0,
  };
}

/** What Tiled calls the formats of compressed layers that are read. */
const compressions: readonly string[] = ['zlib', 'gzip'];

/**
 * Calls back for each cell with a tile.
 * @param where place in the map, for messages
 * @throws InputError for damaged data and for compressions that are not read
 */
export function forEachTile(
  layer: TiledLayer,
  where: string,
  visit: (column: number, row: number, gid: number) => void,
): void {
  const { compression = '' } = layer;
  if (compression !== '' && !compressions.includes(compression)) {
    throw new InputError(
      `${where}: compression`,
      compression,
      'zlib, gzip or none: choose the tile layer format CSV or Base64 (zlib compressed) in the properties of the map',
    );
  }
  for (const part of layer.chunks ?? [{ ...layer, x: 0, y: 0 }]) {
    const { x, y, width = 0, height = 0, data } = part;
    const field = `${where}: data`;
    const count = width * height;
    const cells = typeof data === 'string' ? cellsOf(data, compression !== '', count, field) : data;
    if (!isList(cells) || cells.length !== count) {
      throw new InputError(field, cells?.length, `${width} x ${height} cells`);
    }
    for (let k = 0; k < count; k++) {
      const gid = cells[k];
      if (gid === 0) continue;
      requireInteger(`${field}[${k}]`, gid, 0, 0xffffffff);
      visit(x + (k % width), y + Math.floor(k / width), gid);
    }
  }
}

const isList = (value: ArrayLike<number> | undefined): value is ArrayLike<number> =>
  Array.isArray(value) || value instanceof Uint32Array;

/** The cells of base64 text: unsigned 32-bit integers, little-endian, which may be compressed. */
function cellsOf(data: string, isCompressed: boolean, count: number, field: string): Uint32Array {
  const stored = decodeBase64(data, field);
  const bytes = isCompressed
    ? inflated(stored, 4 * requireInteger(field, count, 0, 0x7fffffff), field)
    : stored;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint32Array.from({ length: bytes.length >> 2 }, (_, k) => view.getUint32(4 * k, true));
}

function decodeBase64(data: string, field: string): Uint8Array<ArrayBuffer> {
  let text: string;
  try {
    text = atob(data.trim());
  } catch {
    throw new InputError(field, data, 'base64 text');
  }
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** Both formats are recognized by their first bytes, and their checksums are compared. */
function inflated(stored: Uint8Array, size: number, field: string): Uint8Array<ArrayBuffer> {
  let problem: string;
  try {
    const bytes = inflate(stored);
    if (bytes.length === size) return bytes;
    problem = `${bytes.length} bytes`;
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error);
  }
  throw new InputError(field, problem, `compressed data of ${size / 4} cells, ${size} bytes`);
}
