/** Custom properties of a map: which of them describe bodies, and their inheritance from map to group, layer, tile and object. */

import { InputError, requireInteger, requireOneOf } from '@otedama/math2d';
import type { BodyDefinition, Filter, ShapeDefinition } from '@otedama/rigid';
import type { TiledProperties, TiledProperty } from './map-format.js';

type Check = (field: string, value: never) => unknown;

const bits: Check = (field, value) => requireInteger(field, value, -0x80000000, 0xffffffff);
/** The range of a number is checked with the whole scene, by `validateScene`. */
const number: Check = (field, value: unknown) => {
  if (typeof value !== 'number')
    throw new InputError(field, value, 'a number: a property of type float or int');
};
const text: Check = (field, value: unknown) => {
  if (typeof value !== 'string') throw new InputError(field, value, 'a property of type string');
};
const flag: Check = (field, value: unknown) => {
  if (typeof value !== 'boolean') throw new InputError(field, value, 'a property of type bool');
};

const bodyFields: Readonly<Record<string, Check>> = {
  angularVelocity: number,
  mass: number,
  gravityScale: number,
  linearDamping: number,
  angularDamping: number,
  fixedRotation: flag,
  lockX: flag,
  lockY: flag,
  bullet: flag,
  allowFastRotation: flag,
  allowSleep: flag,
  awake: flag,
  enabled: flag,
};
const shapeFields: Readonly<Record<string, Check>> = {
  density: number,
  friction: number,
  restitution: number,
  tangentSpeed: number,
  rollingResistance: number,
  frictionCombine: text,
  restitutionCombine: text,
  sensor: flag,
  contactEvents: flag,
  hitEvents: flag,
  preSolveEvents: flag,
};
const filterFields: Readonly<Record<string, Check>> = { category: bits, mask: bits, group: bits };

/** What the property `bodyType` may say. */
const bodyTypes = ['none', 'static', 'kinematic', 'dynamic'] as const;
/** What the property `freeSide` of a polyline may say. */
const freeSides = ['both', 'left', 'right'] as const;

/** What the properties of an object or tile say about its body. */
export interface BodyProperties {
  readonly kind: (typeof bodyTypes)[number];
  readonly freeSide: (typeof freeSides)[number];
  readonly body: Omit<BodyDefinition, 'type' | 'shapes'>;
  readonly shape: Omit<ShapeDefinition, 'kind'>;
}

/** The properties of one place in the map, and the places that it inherits from. */
export class PropertyScope {
  readonly #values: ReadonlyMap<string, unknown>;
  readonly #prefix: string;

  constructor(prefix: string, values: ReadonlyMap<string, unknown> = new Map()) {
    this.#prefix = prefix;
    this.#values = values;
  }

  /** This scope with the properties of an inner place, which take precedence. */
  with(properties: Iterable<readonly [string, unknown]>): PropertyScope {
    return new PropertyScope(this.#prefix, new Map([...this.#values, ...properties]));
  }

  /** All values by name, of the place itself and of those around it. */
  get values(): Readonly<Record<string, unknown>> {
    return Object.fromEntries(this.#values);
  }

  /**
   * Reads what concerns bodies. Properties of other names are the game's own.
   * @param where place in the map, for messages
   * @throws InputError for a value of the wrong type
   */
  read(where: string): BodyProperties {
    const { kind = 'none', freeSide = 'both' } = {
      kind: this.#values.get(`${this.#prefix}bodyType`),
      freeSide: this.#values.get(`${this.#prefix}freeSide`),
    };
    requireOneOf(`${where}: ${this.#prefix}bodyType`, kind, bodyTypes);
    if (kind !== 'none') requireOneOf(`${where}: ${this.#prefix}freeSide`, freeSide, freeSides);
    const pick = (fields: Readonly<Record<string, Check>>): Record<string, unknown> => {
      const picked: Record<string, unknown> = {};
      for (const [name, check] of Object.entries(fields)) {
        const value = this.#values.get(this.#prefix + name);
        if (value === undefined || kind === 'none') continue;
        check(`${where}: ${this.#prefix}${name}`, value as never);
        picked[name] = value;
      }
      return picked;
    };
    const filter = pick(filterFields) as Filter;
    return {
      kind: kind as BodyProperties['kind'],
      freeSide: freeSide as BodyProperties['freeSide'],
      body: pick(bodyFields),
      shape: { ...pick(shapeFields), ...(Object.keys(filter).length > 0 ? { filter } : {}) },
    };
  }
}

/** The properties of one place as pairs of name and value. Before Tiled 1.2 they were an object. */
export const pairsOf = (properties: TiledProperties = []): [string, unknown][] =>
  isList(properties) ? properties.map(({ name, value }) => [name, value]) : Object.entries(properties);

const isList = (value: object): value is readonly TiledProperty[] => Array.isArray(value);
