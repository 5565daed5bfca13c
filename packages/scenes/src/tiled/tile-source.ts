/** The tiles of a map: size, collision shapes and properties by number. */

import { InputError, type Vec2 } from '@otedama/math2d';
import type { TiledMap, TiledMapObject, TiledTile, TiledTileset } from './map-format.js';
import { gridPlane, groundPlane, type MapPlane, turnedInPicture } from './map-plane.js';
import { requireTileset } from './map-validation.js';
import { mapParts, type Part, partOf } from './object-parts.js';
import { pairsOf } from './properties.js';
import { type TileUse, tileUse } from './tile-data.js';

/** A tile of a tileset. */
export interface TileKind {
  /** Size on a tile layer, pixels. */
  readonly width: number;
  readonly height: number;
  /** Collision shapes, pixels from its top left corner, y down; empty if it has none. */
  readonly parts: readonly Part[];
  readonly properties: readonly (readonly [string, unknown])[];
  /** Where it is drawn relative to its cell, pixels, y down. */
  readonly offset: Vec2;
  /** Which of its points is at the position of a tile object. */
  readonly alignment: string;
}

export class TileSource {
  readonly #map: TiledMap;
  readonly #external: Readonly<Record<string, unknown>>;
  readonly #kinds = new Map<number, TileKind>();

  /** @param external tilesets by their `source` */
  constructor(map: TiledMap, external: Readonly<Record<string, unknown>>) {
    this.#map = map;
    this.#external = external;
  }

  /** Number of a tile in this map, given its number in a template and the tileset that the template names. */
  numberFrom(template: TiledTileset, gid: number, where: string): number {
    const first = this.#map.tilesets?.find(({ source }) => source === template.source)?.firstgid;
    if (first === undefined) {
      throw new InputError(`${where}: tileset`, template.source, 'a tileset of the map');
    }
    return gid - (template.firstgid ?? 1) + first;
  }

  /** Splits the number of a cell or object into tile and flips. */
  useOf(gid: number): TileUse {
    return tileUse(gid, this.#map.orientation === 'hexagonal');
  }

  /** Whether the tileset of a tile is known: it is part of the map, or was given. */
  isKnown(number: number): boolean {
    const { source } = this.#tilesetOf(number);
    return source === undefined || source in this.#external;
  }

  /**
   * @param number number of the tile in the map, > 0
   * @throws InputError if its tileset is a file that was not given, or cannot be read
   */
  kindOf(number: number): TileKind {
    let kind = this.#kinds.get(number);
    if (kind === undefined) {
      kind = this.#read(number);
      this.#kinds.set(number, kind);
    }
    return kind;
  }

  #tilesetOf(number: number): TiledTileset {
    const { tilesets = [] } = this.#map;
    const found = tilesets.filter(({ firstgid = 1 }) => firstgid <= number).at(-1);
    if (found === undefined)
      throw new InputError('map.tilesets', tilesets.length, `a tileset with tile ${number}`);
    return found;
  }

  #read(number: number): TileKind {
    const entry = this.#tilesetOf(number);
    const tileset = entry.source === undefined ? entry : this.#givenTileset(entry.source);
    const id = number - (entry.firstgid ?? 1);
    const tile = tileOf(tileset, id);
    const width = tile?.width ?? tile?.imagewidth ?? tileset.tilewidth ?? this.#map.tilewidth;
    const height = tile?.height ?? tile?.imageheight ?? tileset.tileheight ?? this.#map.tileheight;
    const isScaled = tileset.tilerendersize === 'grid';
    const [scaleX, scaleY] = isScaled ? [this.#map.tilewidth / width, this.#map.tileheight / height] : [1, 1];
    const where = `tileset ${JSON.stringify(entry.source ?? entry.firstgid)}, tile ${id}`;
    const { orientation, width: gridWidth = width, height: gridHeight = height } = tileset.grid ?? {};
    const isGround = orientation === 'isometric';
    const drawn: Drawn = isGround
      ? { plane: groundPlane(gridWidth, gridHeight), left: gridWidth / 2, top: height - gridHeight }
      : { plane: gridPlane(width, height), left: 0, top: 0 };
    const parts = (tile?.objectgroup?.objects ?? []).flatMap((object) => placedParts(object, drawn, where));
    return {
      width: scaleX * width,
      height: scaleY * height,
      parts: mapParts(parts, scaleX === scaleY ? scaleX : undefined, ({ x, y }) => ({
        x: scaleX * x,
        y: scaleY * y,
      })),
      properties: pairsOf(tile?.properties ?? tileset.tileproperties?.[id]),
      offset: tileset.tileoffset ?? { x: 0, y: 0 },
      alignment: tileset.objectalignment ?? 'unspecified',
    };
  }

  #givenTileset(source: string): TiledTileset {
    const given = this.#external[source];
    const field = `tilesets[${JSON.stringify(source)}]`;
    if (given === undefined) {
      const expected =
        'the tileset, parsed, in the option tilesets under this name; or export the map with Embed tilesets';
      throw new InputError(field, given, expected);
    }
    return requireTileset(field, given);
  }
}

/** What a tileset says about a tile. Before Tiled 1.2, `tiles` was an object. */
function tileOf({ tiles = [] }: TiledTileset, id: number): Omit<TiledTile, 'id'> | undefined {
  return isList(tiles) ? tiles.find((candidate) => candidate.id === id) : tiles[id];
}

const isList = (value: object): value is readonly TiledTile[] => Array.isArray(value);

/** The plane in which the shapes of a tile are drawn, and where its origin is in the picture of the tile. */
interface Drawn {
  readonly plane: MapPlane;
  readonly left: number;
  readonly top: number;
}

/** The shape of an object of a tile, in the frame of the tile. */
function placedParts(object: TiledMapObject, { plane, left, top }: Drawn, where: string): Part[] {
  if (object.point === true) return [];
  const part = partOf(object, `${where}, object ${object.id}`);
  return mapParts([part], plane.isTilted ? undefined : 1, (point) => {
    const turned = turnedInPicture(plane, point, object.rotation ?? 0);
    const { x, y } = plane.toPicture({ x: object.x + turned.x, y: object.y + turned.y });
    return { x: left + x, y: top + y };
  });
}

/** The shapes of a tile that is flipped and turned as it is used, pixels from the top left corner of its flipped rectangle. */
export function flippedParts({ parts, width, height }: TileKind, use: TileUse): Part[] {
  const [w, h] = use.diagonal ? [height, width] : [width, height];
  const plane = gridPlane(w, h);
  return mapParts(parts, 1, (point) => {
    const { x, y } = use.diagonal ? { x: point.y, y: point.x } : point;
    const flipped = { x: use.horizontal ? w - x : x, y: use.vertical ? h - y : y };
    const turned = turnedInPicture(plane, { x: flipped.x - w / 2, y: flipped.y - h / 2 }, use.turn);
    return use.turn === 0 ? flipped : { x: turned.x + w / 2, y: turned.y + h / 2 };
  });
}
