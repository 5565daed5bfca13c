/**
 * The blade that cuts a cloth, as a fan of triangles (0, k - 1, k) between its corners. An edge from a to b crosses it if the ray from a
 * along b - a (cpu/ray.ts), whose distances are then shares of the edge, hits it at 1 or less.
 */

import { hitTriangle } from './cpu/ray.js';
import { requireVector } from './errors.js';
import type { Vector3 } from './types.js';

/**
 * Returns whether the edge between particles a and b crosses the blade with these corners, which are copied. An edge in the plane of the
 * blade does not. Throws a `ClothError` if one of the corners, or of the first three, is no vector.
 */
export function crossingOf(
  blade: readonly Vector3[],
): (position: Float32Array, a: number, b: number) => boolean {
  const given = Array.from(blade ?? []);
  const count = Math.max(given.length, 3);
  const corners = new Float32Array(4 * count);
  for (let k = 0; k < count; k++) {
    requireVector(`blade[${k}]`, given[k]);
    corners.set([given[k].x, given[k].y, given[k].z], 4 * k);
  }
  return (position, a, b) => {
    const [x, y, z] = position.subarray(4 * a);
    const [endX, endY, endZ] = position.subarray(4 * b);
    for (let k = 2; k < count; k++)
      if (hitTriangle(corners, 0, k - 1, k, [x, y, z, endX - x, endY - y, endZ - z]) <= 1) return true;
    return false;
  };
}
