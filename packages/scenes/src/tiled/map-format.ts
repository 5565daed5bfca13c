/**
 * The part of Tiled's JSON map format that is read, as of Tiled 1.12: https://doc.mapeditor.org/en/stable/reference/json-map-format.
 * Lengths are pixels, y points down, rotations are degrees clockwise. Fields that only matter for drawing are left out.
 */

/** A custom property. */
export interface TiledProperty {
  readonly name: string;
  readonly type?: string;
  readonly value: unknown;
}

/** The custom properties of one place; an object of values before Tiled 1.2. */
export type TiledProperties = readonly TiledProperty[] | Readonly<Record<string, unknown>>;

/** A point of a polygon or polyline, relative to its object. */
export interface TiledPoint {
  readonly x: number;
  readonly y: number;
}

/** An object of an object layer, or a collision shape of a tile. */
export interface TiledMapObject {
  readonly id: number;
  readonly name?: string;
  /** The class of the object; written as `class` by Tiled 1.9. */
  readonly type?: string;
  readonly class?: string;
  readonly x: number;
  readonly y: number;
  readonly width?: number;
  readonly height?: number;
  readonly rotation?: number;
  readonly gid?: number;
  readonly template?: string;
  readonly point?: boolean;
  readonly ellipse?: boolean;
  readonly capsule?: boolean;
  readonly text?: object;
  readonly polygon?: readonly TiledPoint[];
  readonly polyline?: readonly TiledPoint[];
  readonly properties?: TiledProperties;
}

/** A rectangle of cells of an infinite map. */
export interface TiledChunk {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly data: readonly number[] | string;
}

/** A layer: tiles, objects, an image, or a group of layers. */
export interface TiledLayer {
  readonly type: 'tilelayer' | 'objectgroup' | 'imagelayer' | 'group';
  readonly name: string;
  readonly offsetx?: number;
  readonly offsety?: number;
  readonly properties?: TiledProperties;
  readonly layers?: readonly TiledLayer[];
  readonly objects?: readonly TiledMapObject[];
  readonly width?: number;
  readonly height?: number;
  readonly encoding?: string;
  readonly compression?: string;
  readonly data?: readonly number[] | string;
  readonly chunks?: readonly TiledChunk[];
}

/** What a tileset says about one of its tiles. */
export interface TiledTile {
  readonly id: number;
  readonly imagewidth?: number;
  readonly imageheight?: number;
  readonly width?: number;
  readonly height?: number;
  readonly objectgroup?: { readonly objects?: readonly TiledMapObject[] };
  readonly properties?: TiledProperties;
}

/** A tileset, in the map or in a file of its own. */
export interface TiledTileset {
  readonly firstgid?: number;
  readonly source?: string;
  readonly tilewidth?: number;
  readonly tileheight?: number;
  readonly tileoffset?: TiledPoint;
  readonly tilerendersize?: string;
  readonly objectalignment?: string;
  /** The grid in which collision shapes of tiles are drawn. */
  readonly grid?: { readonly orientation?: string; readonly width?: number; readonly height?: number };
  /** By number before Tiled 1.2. */
  readonly tiles?: readonly TiledTile[] | Readonly<Record<number, Omit<TiledTile, 'id'>>>;
  /** Properties of tiles by number, before Tiled 1.2. */
  readonly tileproperties?: Readonly<Record<number, Readonly<Record<string, unknown>>>>;
}

/** A template of objects. */
export interface TiledTemplate {
  readonly tileset?: TiledTileset;
  /** Without its place. */
  readonly object: Partial<TiledMapObject>;
}

/** A map. */
export interface TiledMap {
  readonly orientation: 'orthogonal' | 'isometric' | 'staggered' | 'hexagonal';
  /** Which axis of staggered and hexagonal maps has every other row or column of cells shifted. */
  readonly staggeraxis?: 'x' | 'y';
  /** Whether those with an even or an odd number are shifted. */
  readonly staggerindex?: 'odd' | 'even';
  /** Length of the side of a hexagon that is parallel to that axis. */
  readonly hexsidelength?: number;
  /** Whether layers consist of chunks. */
  readonly infinite?: boolean;
  readonly width: number;
  readonly height: number;
  readonly tilewidth: number;
  readonly tileheight: number;
  readonly layers: readonly TiledLayer[];
  readonly tilesets?: readonly TiledTileset[];
  readonly properties?: TiledProperties;
}
