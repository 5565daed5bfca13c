/** Checks a push, and fills in what is left out. */

import { LARGEST_INPUT, SMALLEST_INPUT } from './constants.js';
import { requireFields, requireNumber, requireVector } from './errors.js';
import type { ClothImpulse, Vector3 } from './types.js';

/** A push with all its values: along `along`, N s, and away from the centre, N s, one of which is 0. */
export interface Push {
  readonly point: Vector3;
  readonly radius: number;
  readonly falloff: number;
  readonly along: Vector3;
  readonly away: number;
}

const none: Vector3 = Object.freeze({ x: 0, y: 0, z: 0 });

/** Returns the push that is meant. Throws a `ClothError` that names the field. */
export function pushOf(field: string, given: ClothImpulse): Push {
  requireFields(field, given, ['point', 'radius', 'impulse', 'falloff']);
  const { point, radius, impulse, falloff = 1 } = given;
  requireVector(`${field}.point`, point);
  requireNumber(`${field}.radius`, radius, SMALLEST_INPUT, LARGEST_INPUT);
  requireNumber(`${field}.falloff`, falloff, 0, 1);
  if (typeof impulse === 'number') requireNumber(`${field}.impulse`, impulse, -LARGEST_INPUT, LARGEST_INPUT);
  else requireVector(`${field}.impulse`, impulse);
  return typeof impulse === 'number'
    ? { point, radius, falloff, along: none, away: impulse }
    : { point, radius, falloff, along: impulse, away: 0 };
}
