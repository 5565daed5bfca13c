/**
 * Distance fields: the signed distance to a surface, negative inside, at the nodes of a grid. Between the nodes it is interpolated
 * trilinearly, outside the grid it is continued. A collider places such a field; see cpu/colliders.ts for the contact.
 *
 * On the GPU all fields of a cloth are layers of one 3D texture, stacked along z.
 */

import { LARGEST_INPUT, MAX_FIELDS, MOST_FIELD_NODES } from './constants.js';
import { ClothError, requireInteger, requireNumber, requireVector } from './errors.js';
import type { DistanceField } from './types.js';

/** The fields of a cloth: where each is in the texture, and the size of the texture. */
export interface FieldAtlas {
  readonly fields: readonly DistanceField[];
  /** First layer of each field. */
  readonly layers: readonly number[];
  readonly width: number;
  readonly height: number;
  readonly depth: number;
}

/** Stacks the fields. */
export function createAtlas(fields: readonly DistanceField[]): FieldAtlas {
  const layers: number[] = [];
  let [width, height, depth] = [0, 0, 0];
  for (const { counts } of fields) {
    layers.push(depth);
    width = Math.max(width, counts.x);
    height = Math.max(height, counts.y);
    depth += counts.z;
  }
  return Object.freeze({ fields: Object.freeze([...fields]), layers, width, height, depth });
}

/** Refuses a value that is not a list of valid fields; `field` names it in the message. */
export function checkFields(field: string, fields: unknown): asserts fields is readonly DistanceField[] {
  if (!Array.isArray(fields)) throw new ClothError(field, fields, 'a list of distance fields');
  if (fields.length > MAX_FIELDS)
    throw new ClothError(`${field}.length`, fields.length, `at most ${MAX_FIELDS}`);
  for (let index = 0; index < fields.length; index++) checkField(`${field}[${index}]`, fields[index]);
}

function checkField(field: string, value: unknown): void {
  const { origin, cellSize, counts, distances } = (value ?? {}) as Partial<DistanceField>;
  requireVector(`${field}.origin`, origin);
  requireNumber(`${field}.cellSize`, cellSize, Number.MIN_VALUE, LARGEST_INPUT);
  for (const axis of ['x', 'y', 'z'] as const)
    requireInteger(`${field}.counts.${axis}`, counts?.[axis], 2, MOST_FIELD_NODES);
  const { x, y, z } = counts as DistanceField['counts'];
  if (!(distances instanceof Float32Array))
    throw new ClothError(`${field}.distances`, distances, 'a Float32Array');
  if (distances.length !== x * y * z)
    throw new ClothError(`${field}.distances.length`, distances.length, `${x * y * z} (one a node)`);
  const wrong = distances.findIndex((distance) => !Number.isFinite(distance));
  if (wrong >= 0) throw new ClothError(`${field}.distances[${wrong}]`, distances[wrong], 'a finite number');
}
