/** The box of a measurement. */

import { PUSH_SPEED } from './constants.js';
import type { ClothBounds, ClothMeasurement, ClothParameters, Vector3 } from './types.js';
import { lengthOf, vectorOf } from './vectors.js';

/** The box between two corners, xyz, metres. If it is empty, because nothing was measured, a point at the origin. */
export function boundsOf(
  min: ArrayLike<number> & Iterable<number>,
  max: ArrayLike<number> & Iterable<number>,
): ClothBounds {
  const isEmpty = min[0] > max[0];
  const corner = (at: Iterable<number>) => vectorOf(isEmpty ? [0, 0, 0] : at);
  return { min: corner(min), max: corner(max) };
}

/**
 * The bounds of a measurement, enlarged by the motion that is possible in the `seconds` since then. `pushing`: number of things that may push
 * out a particle that has no speed.
 */
export function grownBounds(
  { bounds, largestSpeed }: ClothMeasurement,
  { gravity, drag, airDensity, wind }: ClothParameters,
  pushing: number,
  seconds: number,
): ClothBounds {
  const pull = lengthOf(gravity) + drag * lengthOf(wind);
  // twice the motion of the fastest particle and of a free fall, because constraints can pull a particle along
  const blown = airDensity > 0 ? lengthOf(wind) : 0;
  const grown = (2 * (largestSpeed + blown) + PUSH_SPEED * pushing + pull * seconds) * seconds;
  const moved = ({ x, y, z }: Vector3, by: number) => ({ x: x + by, y: y + by, z: z + by });
  return { min: moved(bounds.min, -grown), max: moved(bounds.max, grown) };
}
