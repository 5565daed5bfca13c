/** The box of a measurement. */

import type { ClothBounds } from './types.js';
import { vectorOf } from './vectors.js';

/** The box between two corners, xyz, metres. If it is empty, because nothing was measured, a point at the origin. */
export function boundsOf(
  min: ArrayLike<number> & Iterable<number>,
  max: ArrayLike<number> & Iterable<number>,
): ClothBounds {
  const isEmpty = min[0] > max[0];
  const corner = (at: Iterable<number>) => vectorOf(isEmpty ? [0, 0, 0] : at);
  return { min: corner(min), max: corner(max) };
}
