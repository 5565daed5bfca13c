/** The box of a measurement. */

import type { ClothBounds } from './types.js';

/** The box between two corners, xyz, metres. If it is empty, because nothing was measured, a point at the origin. */
export function boundsOf(min: ArrayLike<number>, max: ArrayLike<number>): ClothBounds {
  const isEmpty = min[0] > max[0];
  const corner = (at: ArrayLike<number>) =>
    isEmpty ? { x: 0, y: 0, z: 0 } : { x: at[0], y: at[1], z: at[2] };
  return { min: corner(min), max: corner(max) };
}
