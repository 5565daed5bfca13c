/**
 * The colliders of a cloth, as one table that both backends read: 16 floats a collider,
 *
 *    0  a xyz, kind       at the start of the frame        kind 0, plane: a is a point of it, b its unit normal
 *    4  b xyz, radius                                      kind 1, sphere or capsule: the ends of its axis
 *    8  a xyz, friction   at the end of the frame
 *   12  b xyz, 0
 *
 * and in between they move evenly, as hands and pins do.
 */

import { MAX_COLLIDERS } from './constants.js';
import { ClothError, requireNumber, requireVector } from './errors.js';
import type { Collider, Vector3 } from './types.js';
import { copyOfVector } from './vectors.js';

/** Floats of a collider in the table. */
export const COLLIDER_FLOATS = 16;

/** Kinds of colliders. */
export const PLANE = 0;
export const CAPSULE = 1;

/** Coulomb's coefficient of a collider that names none. */
const DEFAULT_FRICTION = 0.5;

/** The colliders as they were given, and where they are in the frame to come. */
export class ColliderTable {
  readonly words: Float32Array<ArrayBuffer> = new Float32Array(COLLIDER_FLOATS * MAX_COLLIDERS);
  list: readonly Collider[] = [];
  /** Whether the frame to come moves any. */
  moving = false;

  /** Replaces all by `colliders`, which stand where they are given. */
  place(colliders: readonly Collider[]): void {
    this.#adopt(colliders);
    this.arrive();
  }

  /** Lets each move to where `colliders` has it, in the frame to come. Throws a `ClothError` if kinds or number differ. */
  move(colliders: readonly Collider[]): void {
    if (colliders.length !== this.list.length)
      throw new ClothError('colliders.length', colliders.length, `${this.list.length}, as many as there are`);
    colliders.forEach(({ type }, index) => {
      const expected = this.list[index].type;
      if (type !== expected)
        throw new ClothError(`colliders[${index}].type`, type, `'${expected}', as it is now`);
    });
    this.#adopt(colliders);
    this.moving = true;
  }

  /** The frame is over: each is where it was to go. */
  arrive(): void {
    for (let o = 0; o < COLLIDER_FLOATS * this.list.length; o += COLLIDER_FLOATS) {
      this.words.copyWithin(o, o + 8, o + 11);
      this.words.copyWithin(o + 4, o + 12, o + 15);
    }
    this.moving = false;
  }

  #adopt(colliders: readonly Collider[]): void {
    this.list = Object.freeze(colliders.map(copyOf));
    this.list.forEach((collider, index) => {
      const [a, b] = axisOf(collider);
      const o = COLLIDER_FLOATS * index;
      this.words[o + 3] = collider.type === 'plane' ? PLANE : CAPSULE;
      this.words[o + 7] = collider.type === 'plane' ? 0 : collider.radius;
      this.words.set([a.x, a.y, a.z, collider.friction ?? DEFAULT_FRICTION, b.x, b.y, b.z], o + 8);
    });
  }
}

/** Refuses what is not a list of colliders; `field` names it in the message. */
export function checkColliders(field: string, colliders: unknown): asserts colliders is readonly Collider[] {
  if (!Array.isArray(colliders)) throw new ClothError(field, colliders, 'a list of colliders');
  if (colliders.length > MAX_COLLIDERS)
    throw new ClothError(`${field}.length`, colliders.length, `at most ${MAX_COLLIDERS}`);
  colliders.forEach((collider: Collider | null | undefined, index) => {
    checkCollider(`${field}[${index}]`, collider);
  });
}

function checkCollider(field: string, collider: Collider | null | undefined): void {
  switch (collider?.type) {
    case 'plane':
      requireVector(`${field}.point`, collider.point);
      requireVector(`${field}.normal`, collider.normal);
      if (largestOf(collider.normal) === 0)
        throw new ClothError(`${field}.normal`, collider.normal, 'a length above zero');
      break;
    case 'sphere':
      requireVector(`${field}.centre`, collider.centre);
      break;
    case 'capsule':
      requireVector(`${field}.from`, collider.from);
      requireVector(`${field}.to`, collider.to);
      break;
    default:
      throw new ClothError(
        `${field}.type`,
        (collider as { type?: unknown } | null | undefined)?.type,
        "'plane', 'sphere' or 'capsule'",
      );
  }
  if (collider.type !== 'plane') requireNumber(`${field}.radius`, collider.radius, 0, 1e30);
  if (collider.friction !== undefined) requireNumber(`${field}.friction`, collider.friction, 0, 1e30);
}

const largestOf = ({ x, y, z }: Vector3) => Math.max(Math.abs(x), Math.abs(y), Math.abs(z));

const copyOf = (collider: Collider): Collider => {
  const copy: Record<string, unknown> = { ...collider };
  for (const [name, value] of Object.entries(copy))
    if (typeof value === 'object') copy[name] = copyOfVector(value as Vector3);
  return Object.freeze(copy) as unknown as Collider;
};

function axisOf(collider: Collider): readonly [a: Vector3, b: Vector3] {
  if (collider.type === 'sphere') return [collider.centre, collider.centre];
  if (collider.type === 'capsule') return [collider.from, collider.to];
  // by the largest coordinate first: the square of a very long or short normal would not be finite
  const { x, y, z } = collider.normal;
  const largest = largestOf(collider.normal);
  const [nx, ny, nz] = [x / largest, y / largest, z / largest];
  const inverse = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz);
  return [collider.point, { x: nx * inverse, y: ny * inverse, z: nz * inverse }];
}
