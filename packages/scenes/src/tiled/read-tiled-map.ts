/**
 * Maps of the Tiled editor (https://www.mapeditor.org) as scenes. What has the custom property `bodyType` becomes a body: layers of tiles one static or
 * kinematic body each, with the outline of its tiles; objects one body each.
 *
 * The point (x, y) of the map, in pixels with y down from its top left corner, is at (x, -y) / pixelsPerMeter in the world.
 */

import { InputError, PI, requireKnownFields, requirePositive, type Vec2 } from '@otedama/math2d';
import { type BodyDefinition, SCENE_FORMAT, SCENE_VERSION, type Scene, validateScene } from '@otedama/rigid';
import type { TiledLayer, TiledMap, TiledMapObject } from './map-format.js';
import { requireMap, requireTemplate } from './map-validation.js';
import { mapParts, type Part, partOf, rectanglePart, shapesOf } from './object-parts.js';
import { PropertyScope, pairsOf } from './properties.js';
import { tileUse } from './tile-data.js';
import { layerBodies } from './tile-layer.js';
import { flippedParts, type TileKind, TileSource } from './tile-source.js';
import { turnedPoint } from './turned-point.js';

/** How a map becomes a scene. */
export interface TiledOptions {
  /** Pixels of the map per metre, > 0. Default: the height of its tiles, so that a tile is 1 m high. */
  readonly pixelsPerMeter?: number;
  /** Name of the scene. Default `tiled-map`. */
  readonly name?: string;
  /** Gravity, m/s^2. Default (0, -9.81). */
  readonly gravity?: Vec2;
  /** Suggested length of a step, s, > 0, at most 1. Default 1/60. */
  readonly timeStep?: number;
  /** What the names of the properties that describe bodies begin with, such as `physics.`. Default: nothing. */
  readonly prefix?: string;
  /**
   * Custom properties of layers by their names, as if they were in the map: `{ ground: { bodyType: 'static', friction: 0.8 } }`. They replace those of the
   * layer. Default none.
   */
  readonly layers?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Tilesets that are files of their own, parsed, by the `source` in the map, such as `terrain.tsj`. Default none. */
  readonly tilesets?: Readonly<Record<string, unknown>>;
  /** Templates, parsed, by the `template` in the map, such as `crate.tj`. Default none. */
  readonly templates?: Readonly<Record<string, unknown>>;
}

/** An object of the map, whether it is a body or not: where a player starts, where a sound comes from, a crate. */
export interface TiledObject {
  /** Number that Tiled shows as ID; unique in the map. */
  readonly id: number;
  /** Its name; empty if it has none. */
  readonly name: string;
  /** Its class; empty if it has none. */
  readonly type: string;
  /** Name of its layer. */
  readonly layer: string;
  /** Index of its body in `scene.bodies`; null if it is none. */
  readonly body: number | null;
  /** Its centre, m; for points, polygons and polylines the point where Tiled puts it. A body has its origin there. */
  readonly position: Vec2;
  /** Rotation, rad, counter-clockwise. */
  readonly angle: number;
  /** Size before rotation, m; 0 for points, polygons and polylines. */
  readonly width: number;
  /** Size before rotation along y, m. */
  readonly height: number;
  /** Corners of a polygon or points of a polyline, in the world, m: the path of a lift, for example. Empty for others. */
  readonly points: readonly Vec2[];
  /** Number of its tile in the map, with the bits of its flips; 0 if it is none. */
  readonly gid: number;
  /** Custom properties by name: its own, and those of its tile, its layers and the map. */
  readonly properties: Readonly<Record<string, unknown>>;
}

/** A map as a scene. */
export interface TiledLevel {
  /** Everything that is a body, for `loadScene`. A body has the name of its object or layer. */
  readonly scene: Scene;
  /** All objects, in the order of the map. */
  readonly objects: readonly TiledObject[];
}

const optionNames: readonly (keyof TiledOptions)[] = [
  'pixelsPerMeter',
  'name',
  'gravity',
  'timeStep',
  'prefix',
  'layers',
  'tilesets',
  'templates',
];

/**
 * Reads a map in Tiled's JSON format (.tmj), orthogonal, with tile layers as CSV or as Base64 without compression.
 * @param map the parsed JSON
 * @throws InputError that names the layer and the number of the object: for what cannot be read, for missing tilesets and templates, and for
 * properties of the wrong type or range
 */
export function readTiledMap(map: unknown, options: TiledOptions = {}): TiledLevel {
  requireKnownFields(options, '', optionNames);
  return new MapReader(requireMap(map), options).read();
}

/** Shares of the width and height of a tile object at which Tiled puts it, by the alignment of the tileset. */
const alignments: Readonly<Record<string, readonly [number, number]>> = {
  unspecified: [0, 1],
  topleft: [0, 0],
  top: [0.5, 0],
  topright: [1, 0],
  left: [0, 0.5],
  center: [0.5, 0.5],
  right: [1, 0.5],
  bottomleft: [0, 1],
  bottom: [0.5, 1],
  bottomright: [1, 1],
};

/** The point of an object that becomes the origin of its body, in the frame of the object, pixels, y down. */
function originOf(object: TiledMapObject, tile: TileKind | undefined): Vec2 {
  const { width = 0, height = 0, gid = 0 } = object;
  if (object.polygon !== undefined || object.polyline !== undefined) return { x: 0, y: 0 };
  const [shareX, shareY] = gid > 0 ? (alignments[tile?.alignment ?? 'unspecified'] ?? [0, 1]) : [0, 0];
  return { x: (0.5 - shareX) * width, y: (0.5 - shareY) * height };
}

class MapReader {
  readonly #map: TiledMap;
  readonly #options: TiledOptions;
  /** Metres per pixel. */
  readonly #scale: number;
  readonly #tiles: TileSource;
  readonly #bodies: BodyDefinition[] = [];
  /** Place in the map of each body, for messages. */
  readonly #places: string[] = [];
  readonly #objects: TiledObject[] = [];

  constructor(map: TiledMap, options: TiledOptions) {
    this.#map = map;
    this.#options = options;
    this.#scale = 1 / requirePositive('pixelsPerMeter', options.pixelsPerMeter ?? map.tileheight);
    this.#tiles = new TileSource(map, options.tilesets ?? {});
  }

  read(): TiledLevel {
    const {
      prefix = '',
      name = 'tiled-map',
      gravity = { x: 0, y: -9.81 },
      timeStep = 1 / 60,
    } = this.#options;
    const { width, height, tilewidth, tileheight, layers, properties } = this.#map;
    this.#readLayers(layers, { x: 0, y: 0 }, new PropertyScope(prefix).with(pairsOf(properties)));
    const halfWidth = (width * tilewidth * this.#scale) / 2;
    const halfHeight = (height * tileheight * this.#scale) / 2;
    const scene: Scene = {
      format: SCENE_FORMAT,
      version: SCENE_VERSION,
      name,
      gravity,
      timeStep,
      bodies: this.#bodies,
      camera: { x: halfWidth, y: -halfHeight, halfWidth, halfHeight },
    };
    return { scene: this.#validate(scene), objects: this.#objects };
  }

  #readLayers(layers: readonly TiledLayer[], outer: Vec2, outerScope: PropertyScope): void {
    for (const layer of layers) {
      const offset = { x: outer.x + (layer.offsetx ?? 0), y: outer.y + (layer.offsety ?? 0) };
      const given = Object.entries(this.#options.layers?.[layer.name] ?? {});
      const scope = outerScope.with(pairsOf(layer.properties)).with(given);
      const where = `layer ${JSON.stringify(layer.name)}`;
      if (layer.type === 'group') this.#readLayers(layer.layers ?? [], offset, scope);
      else if (layer.type === 'tilelayer') this.#readTiles(layer, offset, scope, where);
      else if (layer.type === 'objectgroup') {
        for (const object of layer.objects ?? []) {
          this.#readObject(object, layer.name, offset, scope, `${where}, object ${object.id}`);
        }
      }
    }
  }

  #readTiles(layer: TiledLayer, offset: Vec2, scope: PropertyScope, where: string): void {
    const bodies = layerBodies(layer, this.#map, this.#tiles, scope, offset, this.#scale, where);
    for (const { kind, shapes } of bodies) {
      this.#addBody({ type: kind, name: layer.name, ...scope.read(where).body, shapes }, where);
    }
  }

  #readObject(given: TiledMapObject, layer: string, offset: Vec2, outer: PropertyScope, where: string): void {
    const object = this.#withTemplate(given, where);
    const { gid = 0, rotation = 0, name = '', width = 0, height = 0 } = object;
    const tile = gid > 0 && this.#tiles.isKnown(tileUse(gid).number) ? this.#tile(gid) : undefined;
    const scope = outer.with(tile?.properties ?? []).with(pairsOf(object.properties));
    const properties = scope.read(where);
    const scale = this.#scale;
    const origin = originOf(object, tile);
    const placement = { x: object.x + offset.x, y: object.y + offset.y, rotation };
    const toWorld = (point: Vec2): Vec2 => {
      const { x, y } = turnedPoint(point, placement);
      return { x: x * scale, y: 0 - y * scale };
    };
    const position = toWorld(origin);
    const angle = 0 - (rotation * PI) / 180;
    let body: number | null = null;
    if (properties.kind !== 'none') {
      const parts = gid > 0 ? this.#tileParts(object, gid, origin) : [partOf(object, where)];
      const meters = ({ x, y }: Vec2): Vec2 => ({ x: (x - origin.x) * scale, y: (origin.y - y) * scale });
      const shapes = shapesOf(parts, properties, meters, scale, where);
      const named = name === '' ? {} : { name };
      const placed = { type: properties.kind, ...named, position, angle };
      body = this.#addBody({ ...placed, ...properties.body, shapes }, where);
    }
    this.#objects.push({
      id: object.id,
      name,
      type: object.type ?? object.class ?? '',
      layer,
      body,
      position,
      angle,
      width: width * scale,
      height: height * scale,
      points: (object.polygon ?? object.polyline ?? []).map(toWorld),
      gid,
      properties: scope.values,
    });
  }

  #addBody(body: BodyDefinition, where: string): number {
    this.#places.push(where);
    return this.#bodies.push(body) - 1;
  }

  #tile(gid: number): TileKind {
    return this.#tiles.kindOf(tileUse(gid).number);
  }

  /** The shapes of a tile, or its rectangle if it has none, stretched to the size of the object about its origin. */
  #tileParts({ width = 0, height = 0 }: TiledMapObject, gid: number, origin: Vec2): Part[] {
    const use = tileUse(gid);
    const tile = this.#tile(gid);
    const isWhole = tile.parts.length === 0;
    const [tileWidth, tileHeight] = use.diagonal ? [tile.height, tile.width] : [tile.width, tile.height];
    const scaleX = isWhole ? 1 : width / tileWidth;
    const scaleY = isWhole ? 1 : height / tileHeight;
    const parts = isWhole ? [rectanglePart(width, height)] : flippedParts(tile, use);
    return mapParts(parts, scaleX === scaleY ? scaleX : undefined, ({ x, y }) => ({
      x: origin.x - width / 2 + scaleX * x,
      y: origin.y - height / 2 + scaleY * y,
    }));
  }

  /** The object with what its template says, where it says nothing itself. */
  #withTemplate(object: TiledMapObject, where: string): TiledMapObject {
    if (object.template === undefined) return object;
    const given = this.#options.templates?.[object.template];
    const field = `${where}: template ${JSON.stringify(object.template)}`;
    if (given === undefined) {
      const expected =
        'the template, parsed, in the option templates under this name; or export the map with Detach templates';
      throw new InputError(field, given, expected);
    }
    const template = requireTemplate(field, given);
    const { gid } = template.object;
    const isTile = gid !== undefined && object.gid === undefined && template.tileset !== undefined;
    const number = isTile ? { gid: this.#tiles.numberFrom(template.tileset, gid, where) } : {};
    const properties = Object.fromEntries([
      ...pairsOf(template.object.properties),
      ...pairsOf(object.properties),
    ]);
    return { ...template.object, ...number, ...object, properties };
  }

  /** Checks the scene; an error about a body names its place in the map. */
  #validate(scene: Scene): Scene {
    try {
      return validateScene(scene);
    } catch (error) {
      const found = error instanceof InputError ? /^bodies\[(\d+)\]\.?(.*)$/.exec(error.field) : null;
      if (found === null) throw error;
      const { value, expected } = error as InputError;
      throw new InputError(`${this.#places[Number(found[1])]}: ${found[2]}`, value, expected);
    }
  }
}
