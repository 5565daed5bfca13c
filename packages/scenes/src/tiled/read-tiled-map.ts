/**
 * Maps of the Tiled editor (https://www.mapeditor.org) as scenes. What has the custom property `bodyType` becomes a body: layers of tiles one
 * static or kinematic body each, with the outline of its tiles; objects one body each.
 *
 * The point (x, y) of the plane of the map, in pixels with y down from its top left corner, is at (x, -y) / pixelsPerMeter in the world.
 */

import {
  InputError,
  PI,
  requireKnownFields,
  requirePositive,
  requireRecord,
  type Vec2,
} from '@otedama/math2d';
import {
  type BodyDefinition,
  SCENE_FORMAT,
  SCENE_VERSION,
  type Scene,
  type SceneCamera,
  validateScene,
} from '@otedama/rigid';
import { requireLayerNames } from './layer-names.js';
import type { TiledChunk, TiledLayer, TiledMap, TiledMapObject } from './map-format.js';
import { type MapPlane, mapPlane, turnedInPicture } from './map-plane.js';
import { requireMap, requireTemplate } from './map-validation.js';
import { mapParts, type Part, partOf, rectanglePart, shapesOf } from './object-parts.js';
import { PropertyScope, pairsOf } from './properties.js';
import { layerBodies } from './tile-layer.js';
import { flippedParts, type TileKind, TileSource } from './tile-source.js';

/** How a map becomes a scene: its scale, and what its tilesets and templates contain. All are optional. */
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
   * Custom properties of layers by their names, as if they were in the map: `{ ground: { bodyType: 'static', friction: 0.8 } }`. They replace
   * those of the layer. Default none. Names of layers of other maps are let be. An `InputError` is thrown if the map has none of the names,
   * and for a name that differs from that of a layer by a letter, or by the case of letters.
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

/** A map as a scene that `loadScene` takes, and its objects with their places and properties. */
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
 * Reads a map in Tiled's JSON format (.tmj), with tile layers as CSV or Base64, which zlib or gzip may have compressed. The world of an
 * isometric map is its ground: x along its rows, y against its columns, a tile 1 m wide and high.
 * @param map the parsed JSON
 * @throws InputError that names the layer and the number of the object: for what cannot be read, for missing tilesets and templates, and for
 * properties of the wrong type or range
 */
export function readTiledMap(map: unknown, options: TiledOptions = {}): TiledLevel {
  requireKnownFields(options, '', optionNames);
  const { prefix = '' } = options;
  if (typeof prefix !== 'string') throw new InputError('prefix', prefix, 'a string');
  for (const name of ['layers', 'tilesets', 'templates'] as const)
    if (options[name] !== undefined) requireRecord(name, options[name]);
  const checked = requireMap(map);
  const { layers = {} } = options;
  requireLayerNames('layers', layers, checked.layers);
  for (const [name, properties] of Object.entries(layers)) requireRecord(`layers.${name}`, properties);
  return new MapReader(checked, options).read();
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

/** The shares of an object. Without an alignment, those of a tile object depend on the map. */
function sharesOf(
  { gid = 0 }: TiledMapObject,
  tile: TileKind | undefined,
  plane: MapPlane,
): readonly [number, number] {
  if (gid === 0) return [0, 0];
  const { alignment = 'unspecified' } = tile ?? {};
  const isBottom = alignment === 'unspecified' && plane.isTilted;
  return alignments[isBottom ? 'bottom' : alignment] ?? [0, 1];
}

/** Side of the square that the lower part of the picture of a tile covers on the ground, if the plane is that. */
const groundSide = (plane: MapPlane, width: number): number => plane.fromPicture({ x: width, y: 0 }).x;

/** The point of an object that becomes the origin of its body, in the frame of the object, pixels, y down. */
function originOf(object: TiledMapObject, tile: TileKind | undefined, plane: MapPlane): Vec2 {
  const { width = 0, height = 0, gid = 0 } = object;
  if (object.polygon !== undefined || object.polyline !== undefined) return { x: 0, y: 0 };
  const [shareX, shareY] = sharesOf(object, tile, plane);
  const isGround = gid > 0 && plane.isTilted;
  const middle = isGround ? height - groundSide(plane, width) / 2 : height / 2;
  const offset = { x: (0.5 - shareX) * width, y: middle - shareY * height };
  return isGround ? plane.fromPicture(offset) : offset;
}

/** The chunks of a layer and of those within it. */
const chunksOf = ({ chunks = [], layers = [] }: TiledLayer): TiledChunk[] => [
  ...chunks,
  ...layers.flatMap(chunksOf),
];

class MapReader {
  readonly #map: TiledMap;
  readonly #options: TiledOptions;
  /** Metres per pixel. */
  readonly #scale: number;
  readonly #tiles: TileSource;
  readonly #plane: MapPlane;
  readonly #bodies: BodyDefinition[] = [];
  /** Place in the map of each body, for messages. */
  readonly #places: string[] = [];
  readonly #objects: TiledObject[] = [];

  constructor(map: TiledMap, options: TiledOptions) {
    this.#map = map;
    this.#options = options;
    const { pixelsPerMeter = map.tileheight } = options;
    this.#scale = 1 / requirePositive('pixelsPerMeter', pixelsPerMeter);
    this.#tiles = new TileSource(map, options.tilesets ?? {});
    this.#plane = mapPlane(map);
  }

  read(): TiledLevel {
    const {
      prefix = '',
      name = 'tiled-map',
      gravity = { x: 0, y: -9.81 },
      timeStep = 1 / 60,
    } = this.#options;
    const { layers, properties } = this.#map;
    this.#readLayers(layers, { x: 0, y: 0 }, new PropertyScope(prefix).with(pairsOf(properties)));
    const scene: Scene = {
      format: SCENE_FORMAT,
      version: SCENE_VERSION,
      name,
      gravity,
      timeStep,
      bodies: this.#bodies,
      camera: this.#camera(),
    };
    return { scene: this.#validate(scene), objects: this.#objects };
  }

  /** Shows the whole map: of an infinite one, the chunks that it has. */
  #camera(): SceneCamera {
    const { width, height, infinite, layers } = this.#map;
    const chunks = infinite === true ? layers.flatMap(chunksOf) : [];
    const parts = chunks.length > 0 ? chunks : [{ x: 0, y: 0, width, height }];
    const left = Math.min(...parts.map(({ x }) => x));
    const top = Math.min(...parts.map(({ y }) => y));
    const columns = Math.max(...parts.map((part) => part.x + part.width)) - left;
    const rows = Math.max(...parts.map((part) => part.y + part.height)) - top;
    const bounds = this.#plane.boundsOf({ x: left, y: top, width: columns, height: rows });
    const halfWidth = (bounds.width * this.#scale) / 2;
    const halfHeight = (bounds.height * this.#scale) / 2;
    return {
      x: bounds.x * this.#scale + halfWidth,
      y: 0 - bounds.y * this.#scale - halfHeight,
      halfWidth,
      halfHeight,
    };
  }

  #readLayers(layers: readonly TiledLayer[], outer: Vec2, outerScope: PropertyScope): void {
    for (const layer of layers) {
      const { x, y } = this.#plane.fromPicture({ x: layer.offsetx ?? 0, y: layer.offsety ?? 0 });
      const offset = { x: outer.x + x, y: outer.y + y };
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
    const bodies = layerBodies(layer, this.#plane, this.#tiles, scope, offset, this.#scale, where);
    for (const { kind, shapes } of bodies) {
      this.#addBody({ type: kind, name: layer.name, ...scope.read(where).body, shapes }, where);
    }
  }

  #readObject(given: TiledMapObject, layer: string, offset: Vec2, outer: PropertyScope, where: string): void {
    const object = this.#withTemplate(given, where);
    const { gid = 0, rotation = 0, name = '', width = 0, height = 0 } = object;
    const plane = this.#plane;
    const isTile = gid > 0 && this.#tiles.isKnown(this.#tiles.useOf(gid).number);
    const tile = isTile ? this.#tile(gid) : undefined;
    const scope = outer.with(tile?.properties ?? []).with(pairsOf(object.properties));
    const properties = scope.read(where);
    const scale = this.#scale;
    const turned = (point: Vec2): Vec2 => turnedInPicture(plane, point, rotation);
    const toWorld = (point: Vec2): Vec2 => {
      const { x, y } = turned(point);
      return { x: (object.x + offset.x + x) * scale, y: 0 - (object.y + offset.y + y) * scale };
    };
    const origin = originOf(object, tile, plane);
    const position = toWorld(origin);
    // what is turned in the picture of a ground is distorted on it: that is no angle, but another shape
    const isDistorted = plane.isTilted && rotation !== 0;
    const angle = isDistorted ? 0 : 0 - (rotation * PI) / 180;
    let body: number | null = null;
    if (properties.kind !== 'none') {
      const drawn = gid > 0 ? this.#tileParts(object, gid, origin) : [partOf(object, where)];
      const parts = isDistorted ? mapParts(drawn, undefined, turned) : drawn;
      const middle = isDistorted ? turned(origin) : origin;
      const meters = ({ x, y }: Vec2): Vec2 => ({ x: (x - middle.x) * scale, y: (middle.y - y) * scale });
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
    return this.#tiles.kindOf(this.#tiles.useOf(gid).number);
  }

  /** The shapes of a tile stretched to the size of the object, or if it has none, the rectangle or the cell on the ground that it covers. */
  #tileParts(object: TiledMapObject, gid: number, origin: Vec2): Part[] {
    const { width = 0, height = 0 } = object;
    const plane = this.#plane;
    const tile = this.#tile(gid);
    if (tile.parts.length === 0) {
      const side = groundSide(plane, width);
      const [w, h] = plane.isTilted ? [side, side] : [width, height];
      return mapParts([rectanglePart(w, h)], 1, ({ x, y }) => ({
        x: origin.x - w / 2 + x,
        y: origin.y - h / 2 + y,
      }));
    }
    const use = this.#tiles.useOf(gid);
    const [tileWidth, tileHeight] = use.diagonal ? [tile.height, tile.width] : [tile.width, tile.height];
    const scaleX = width / tileWidth;
    const scaleY = height / tileHeight;
    const isScaled = scaleX === scaleY && !plane.isTilted;
    const [shareX, shareY] = sharesOf(object, tile, plane);
    return mapParts(flippedParts(tile, use), isScaled ? scaleX : undefined, ({ x, y }) =>
      plane.fromPicture({ x: scaleX * x - shareX * width, y: scaleY * y - shareY * height }),
    );
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
