/**
 * The colliders of a cloth, as one table that both backends read. A collider has 24 floats:
 *
 *    0  a xyz, kind       at the start of the frame        kind 0, plane: a is a point on it, b its unit normal
 *    4  b xyz, radius                                      kind 1, sphere or capsule: a and b are the ends of its axis, with their radii
 *    8  q xyzw                                             kind 2, box: a is its centre, b its half sizes, q its rotation
 *   12  a xyz, friction   at the end of the frame          kind 3, field: a is its position, q its rotation; at 4 are the position of
 *   16  b xyz, radius at b                                 its first node and its cell size, at 16 the counts of its nodes and its
 *   20  q xyzw                                             first layer in the texture
 *
 * Between start and end they move uniformly, like hands and pins. q is a unit quaternion. It is interpolated as the
 * normalized weighted sum of the two quaternions. The rotation takes the shorter way, and is uniform up to a term in the third power of
 * the angle of the rotation in a frame.
 */

import { LARGEST_INPUT, MAX_COLLIDERS } from './constants.js';
import { createAtlas, type FieldAtlas } from './distance-field.js';
import { ClothError, requireFields, requireNumber, requireRotation, requireVector } from './errors.js';
import type { SheetReactions } from './reactions-part.js';
import type { Collider, DistanceField, Quaternion, Vector3 } from './types.js';
import { copyOfVector, largestOf, noTurn, unitQuaternion, unitVector } from './vectors.js';

/** Floats of a collider in the table. */
export const COLLIDER_FLOATS = 24;

/** Offset, in floats, from a value at the start of a frame to the same value at its end. */
export const COLLIDER_END = 12;

/** Kinds of colliders. */
export const PLANE = 0;
export const CAPSULE = 1;
export const BOX = 2;
export const FIELD = 3;

/** Default Coulomb friction coefficient of a collider. */
const DEFAULT_FRICTION = 0.5;

const kinds: Readonly<Record<Collider['type'], number>> = {
  plane: PLANE,
  sphere: CAPSULE,
  capsule: CAPSULE,
  box: BOX,
  field: FIELD,
};

/** The colliders as they were given, and their positions in the next frame. */
export class ColliderTable {
  readonly words: Float32Array<ArrayBuffer> = new Float32Array(COLLIDER_FLOATS * MAX_COLLIDERS);
  /** The table before a change. */
  readonly #before: Float32Array = new Float32Array(this.words.length);
  list: readonly Collider[] = [];
  /** Whether the colliders move in the next frame. */
  moving = false;
  readonly atlas: FieldAtlas;

  readonly reactions: SheetReactions | undefined;

  /**
   * @param fields the distance fields that colliders may use
   * @param reactions where the impulses on the colliders are added up
   */
  constructor(fields: readonly DistanceField[], reactions: SheetReactions | undefined) {
    this.atlas = createAtlas(fields);
    this.reactions = reactions;
  }

  /** Replaces all colliders by `colliders`, at rest at their given positions. Returns whether they are others, or elsewhere. */
  place(colliders: readonly Collider[]): boolean {
    const count = this.list.length;
    const isChanged = this.#adopt(colliders) || this.moving || colliders.length !== count;
    this.arrive();
    this.reactions?.drop(colliders.length);
    return isChanged;
  }

  /**
   * Moves each collider to its position in `colliders` during the next frame. Returns whether any moves. Throws a `ClothError` if kinds or
   * number differ.
   */
  move(colliders: readonly Collider[]): boolean {
    if (colliders.length !== this.list.length)
      throw new ClothError('colliders.length', colliders.length, `${this.list.length}, as many as there are`);
    colliders.forEach(({ type }, index) => {
      const expected = this.list[index].type;
      if (type !== expected)
        throw new ClothError(`colliders[${index}].type`, type, `'${expected}', as it is now`);
    });
    const isChanged = this.#adopt(colliders);
    this.moving ||= isChanged;
    return isChanged;
  }

  /** Ends the frame: the end positions become the start positions. */
  arrive(): void {
    for (let o = 0; o < COLLIDER_FLOATS * this.list.length; o += COLLIDER_FLOATS) {
      this.words.copyWithin(o, o + COLLIDER_END, o + COLLIDER_END + 3);
      if (this.words[o + 3] !== FIELD)
        this.words.copyWithin(o + 4, o + COLLIDER_END + 4, o + COLLIDER_END + 7);
      this.words.copyWithin(o + 8, o + COLLIDER_END + 8, o + COLLIDER_END + 12);
    }
    this.moving = false;
  }

  /** Takes over places and sizes. Returns whether any number of the table has changed. */
  #adopt(colliders: readonly Collider[]): boolean {
    this.#before.set(this.words);
    this.list = Object.freeze(colliders.map(copyOf));
    this.list.forEach((collider, index) => {
      const [a, b] = placesOf(collider);
      const o = COLLIDER_FLOATS * index;
      const end = o + COLLIDER_END;
      this.words[o + 3] = kinds[collider.type];
      if ('radius' in collider) {
        this.words[o + 7] = collider.radius;
        this.words[end + 7] =
          collider.type === 'capsule' ? (collider.toRadius ?? collider.radius) : collider.radius;
      }
      this.words.set([a.x, a.y, a.z, collider.friction ?? DEFAULT_FRICTION, b.x, b.y, b.z], end);
      if (collider.type !== 'box' && collider.type !== 'field') return;
      // the size of a box takes effect at once, like a radius
      if (collider.type === 'box') this.words.set([b.x, b.y, b.z], o + 4);
      else {
        const { origin, cellSize } = collider.field;
        const layer = this.atlas.layers[this.atlas.fields.indexOf(collider.field)];
        this.words.set([origin.x, origin.y, origin.z, cellSize], o + 4);
        this.words[end + 7] = layer;
      }
      this.words.set(unitQuaternion(collider.rotation ?? noTurn), end + 8);
      // q and -q are the same rotation: take the one nearer to the start
      const nearness = [8, 9, 10, 11].reduce((sum, k) => sum + this.words[o + k] * this.words[end + k], 0);
      if (nearness < 0) for (let k = 8; k < 12; k++) this.words[end + k] = -this.words[end + k];
    });
    return this.words.some((word, k) => word !== this.#before[k]);
  }
}

/** Refuses a value that is not a list of valid colliders; `field` names it in the message. */
export function checkColliders(
  field: string,
  colliders: unknown,
  fields: readonly DistanceField[],
): asserts colliders is readonly Collider[] {
  if (!Array.isArray(colliders)) throw new ClothError(field, colliders, 'a list of colliders');
  if (colliders.length > MAX_COLLIDERS)
    throw new ClothError(`${field}.length`, colliders.length, `at most ${MAX_COLLIDERS}`);
  // not forEach, which skips holes
  for (let index = 0; index < colliders.length; index++)
    checkCollider(`${field}[${index}]`, colliders[index] as Collider | null | undefined, fields);
}

/** Fields of each kind of collider, besides `type` and `friction`: vectors, except for those that `checkCollider` names. */
const fieldsOfKind: Readonly<Record<Collider['type'], readonly string[]>> = {
  plane: ['point', 'normal'],
  sphere: ['center', 'radius'],
  capsule: ['from', 'to', 'radius', 'toRadius'],
  box: ['center', 'halfSizes', 'rotation'],
  field: ['field', 'position', 'rotation'],
};

function checkCollider(
  field: string,
  collider: Collider | null | undefined,
  fields: readonly DistanceField[],
): void {
  const type = collider?.type as Collider['type'];
  const kinds = Object.keys(fieldsOfKind);
  // a misspelt name of the type is unknown too
  if (type === undefined && collider)
    requireFields(field, collider, ['type', 'friction', ...Object.values(fieldsOfKind).flat()]);
  if (!kinds.includes(type)) throw new ClothError(`${field}.type`, type, `one of ${kinds.join(', ')}`);
  const values = collider as unknown as Readonly<Record<string, never>>;
  requireFields(field, values, ['type', 'friction', ...fieldsOfKind[type]]);
  for (const name of fieldsOfKind[type]) {
    const path = `${field}.${name}`;
    const value = values[name];
    if (name === 'radius') requireNumber(path, value, 0, LARGEST_INPUT);
    else if (name === 'toRadius') {
      if (value !== undefined) requireNumber(path, value, 0, LARGEST_INPUT);
    } else if (name === 'rotation') {
      if (value !== undefined) requireRotation(path, value);
    } else if (name === 'field') {
      if (!fields.includes(value)) throw new ClothError(path, value, 'one of the fields of the definition');
    } else {
      requireVector(path, value);
      if (name === 'normal' && largestOf(value) === 0)
        throw new ClothError(path, value, 'a length above zero');
      if (name === 'halfSizes')
        for (const axis of ['x', 'y', 'z'] as const)
          requireNumber(`${path}.${axis}`, value[axis], 0, LARGEST_INPUT);
    }
  }
  if (values.friction !== undefined) requireNumber(`${field}.friction`, values.friction, 0, LARGEST_INPUT);
}

const copyOf = (collider: Collider): Collider => {
  const copy: Record<string, unknown> = { ...collider };
  // a field is a table that nobody copies
  for (const [name, value] of Object.entries(copy))
    if (typeof value === 'object' && name !== 'field')
      copy[name] =
        name === 'rotation' ? copyOfQuaternion(value as Quaternion) : copyOfVector(value as Vector3);
  return Object.freeze(copy) as unknown as Collider;
};

/** A frozen copy, made by field names like that of a vector. */
const copyOfQuaternion = ({ x, y, z, w }: Quaternion): Quaternion => Object.freeze({ x, y, z, w });

/** The vectors a and b at the end of a frame, as in the table. */
function placesOf(collider: Collider): readonly [a: Vector3, b: Vector3] {
  if (collider.type === 'sphere') return [collider.center, collider.center];
  if (collider.type === 'capsule') return [collider.from, collider.to];
  if (collider.type === 'box') return [collider.center, collider.halfSizes];
  if (collider.type === 'field') return [collider.position, collider.field.counts];
  return [collider.point, unitVector(collider.normal)];
}
