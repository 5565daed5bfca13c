/** Checks that parsed JSON has the structure of `map-format.ts`, so that reading it meets no surprise. Other fields are not looked at. */

import { InputError, requireFinite, requireOneOf, requirePositive } from '@otedama/math2d';
import type { TiledMap, TiledTemplate, TiledTileset } from './map-format.js';

/** Checks a value that is there. */
type Rule = (path: string, value: unknown) => void;

const number: Rule = (path, value) => void requireFinite(path, value as number);
const positive: Rule = (path, value) => void requirePositive(path, value as number);
const typed =
  (type: 'string' | 'boolean', expected: string): Rule =>
  (path, value) => {
    if (typeof value !== type) throw new InputError(path, value, expected);
  };
const oneOf =
  (...values: string[]): Rule =>
  (path, value) =>
    void requireOneOf(path, value, values);
const text = typed('string', 'a string');
const flag = typed('boolean', 'true or false');

const object: Rule = (path, value) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InputError(path, value, 'an object');
  }
};

const list =
  (item: Rule): Rule =>
  (path, value) => {
    if (!Array.isArray(value)) throw new InputError(path, value, 'a list');
    value.forEach((entry, k) => {
      item(`${path}[${k}]`, entry);
    });
  };

/** An object with fields that must be there, and fields that may be there. */
const record =
  (needed: Readonly<Record<string, Rule>>, optional: Readonly<Record<string, Rule>> = {}): Rule =>
  (path, value) => {
    object(path, value);
    const fields = value as Readonly<Record<string, unknown>>;
    for (const [name, rule] of Object.entries(needed)) rule(`${path}.${name}`, fields[name]);
    for (const [name, rule] of Object.entries(optional)) {
      if (fields[name] !== undefined) rule(`${path}.${name}`, fields[name]);
    }
  };

/** A list, or what it was before Tiled 1.2: an object of values by name or number. */
const listOrObject =
  (item: Rule, value: Rule): Rule =>
  (path, given) => {
    if (Array.isArray(given)) return list(item)(path, given);
    object(path, given);
    for (const [name, entry] of Object.entries(given as object)) value(`${path}.${name}`, entry);
  };

const anything: Rule = () => {};
const properties = listOrObject(record({ name: text }), anything);
const point = record({ x: number, y: number });
const place: Readonly<Record<string, Rule>> = { id: number, x: number, y: number };
const objectFields: Readonly<Record<string, Rule>> = {
  name: text,
  type: text,
  class: text,
  width: number,
  height: number,
  rotation: number,
  gid: number,
  template: text,
  point: flag,
  ellipse: flag,
  capsule: flag,
  text: object,
  polygon: list(point),
  polyline: list(point),
  properties,
};
const mapObject = record(place, objectFields);

const tileFields: Readonly<Record<string, Rule>> = {
  imagewidth: positive,
  imageheight: positive,
  width: positive,
  height: positive,
  objectgroup: record({}, { objects: list(mapObject) }),
  properties,
};
const tileset = record(
  {},
  {
    firstgid: number,
    source: text,
    tilewidth: positive,
    tileheight: positive,
    tileoffset: point,
    tilerendersize: text,
    objectalignment: text,
    grid: record({}, { orientation: text, width: positive, height: positive }),
    tiles: listOrObject(record({ id: number }, tileFields), record({}, tileFields)),
    tileproperties: object,
  },
);

/** Whole layers of numbers are checked where they are read, cell by cell. */
const cells: Rule = (path, value) => {
  if (typeof value !== 'string' && !Array.isArray(value)) {
    throw new InputError(path, value, 'a list of numbers, or text');
  }
};
const layer: Rule = (path, value) => {
  record(
    { name: text, type: oneOf('tilelayer', 'objectgroup', 'imagelayer', 'group') },
    {
      offsetx: number,
      offsety: number,
      properties,
      layers: list(layer),
      objects: list(mapObject),
      width: number,
      height: number,
      encoding: text,
      compression: text,
      data: cells,
      chunks: list(record({ x: number, y: number, width: number, height: number, data: cells })),
    },
  )(path, value);
};

const map = record(
  {
    orientation: oneOf('orthogonal', 'isometric', 'staggered', 'hexagonal'),
    width: number,
    height: number,
    tilewidth: positive,
    tileheight: positive,
    layers: list(layer),
  },
  {
    staggeraxis: oneOf('x', 'y'),
    staggerindex: oneOf('odd', 'even'),
    hexsidelength: number,
    infinite: flag,
    tilesets: list(tileset),
    properties,
  },
);

/** In a template, Tiled leaves out the place of the object. */
const template = record({ object: record({}, { ...place, ...objectFields }) }, { tileset });

/** @throws InputError that names the field */
export function requireMap(value: unknown): TiledMap {
  if (typeof value !== 'object' || value === null || !('layers' in value)) {
    throw new InputError(
      'map',
      value,
      'a map of Tiled as parsed JSON, with a list of layers: JSON.parse of a file that was saved as .tmj',
    );
  }
  map('map', value);
  return value as TiledMap;
}

/** @throws InputError that names the field */
export function requireTileset(path: string, value: unknown): TiledTileset {
  tileset(path, value);
  return value as TiledTileset;
}

/** @throws InputError that names the field */
export function requireTemplate(path: string, value: unknown): TiledTemplate {
  template(path, value);
  return value as TiledTemplate;
}
