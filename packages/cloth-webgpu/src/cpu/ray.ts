/** Ray against the cloth's triangles, both sides [Moller 1997, "Fast, Minimum Storage Ray/Triangle Intersection"]. */

import { RAY_EDGE_SLACK } from '../constants.js';
import type { RaySix } from '../hands.js';
import type { Grip } from '../types.js';

/** The first triangle along the ray, of those with these corners, three particle ids each; or null. */
export function castRay(position: Float32Array, triangles: Uint32Array, ray: RaySix): Grip | null {
  let best = Number.POSITIVE_INFINITY;
  let first = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const distance = hitTriangle(position, triangles[t], triangles[t + 1], triangles[t + 2], ray);
    if (distance >= best) continue;
    best = distance;
    first = t;
  }
  if (best === Number.POSITIVE_INFINITY) return null;
  return nearestCorner(position, triangles.subarray(first, first + 3), best, ray);
}

/** The one of three particles that is nearest to the point at distance `best` along the ray; of equally near ones the first. */
function nearestCorner(position: Float32Array, corners: Uint32Array, best: number, ray: RaySix): Grip {
  let particle = corners[0];
  let nearest = Number.POSITIVE_INFINITY;
  for (const corner of corners) {
    let squared = 0;
    for (let axis = 0; axis < 3; axis++) {
      const away = ray[axis] + best * ray[3 + axis] - position[4 * corner + axis];
      squared += away * away;
    }
    if (squared < nearest) {
      nearest = squared;
      particle = corner;
    }
  }
  return { distance: best, particle };
}

/** Distance along the ray to the triangle a, b, c, in lengths of its direction; infinite if it misses. */
export function hitTriangle(position: Float32Array, a: number, b: number, c: number, ray: RaySix): number {
  const [ox, oy, oz, dx, dy, dz] = ray;
  const ax = position[4 * a];
  const ay = position[4 * a + 1];
  const az = position[4 * a + 2];
  const ux = position[4 * b] - ax;
  const uy = position[4 * b + 1] - ay;
  const uz = position[4 * b + 2] - az;
  const vx = position[4 * c] - ax;
  const vy = position[4 * c + 1] - ay;
  const vz = position[4 * c + 2] - az;
  const px = dy * vz - dz * vy;
  const py = dz * vx - dx * vz;
  const pz = dx * vy - dy * vx;
  const determinant = ux * px + uy * py + uz * pz;
  const tx = ox - ax;
  const ty = oy - ay;
  const tz = oz - az;
  const beta = (tx * px + ty * py + tz * pz) / determinant;
  const qx = ty * uz - tz * uy;
  const qy = tz * ux - tx * uz;
  const qz = tx * uy - ty * ux;
  const gamma = (dx * qx + dy * qy + dz * qz) / determinant;
  const t = (vx * qx + vy * qy + vz * qz) / determinant;
  // without a determinant, which is along the plane of the triangle, the quotients are not finite, and it is a miss
  const inside =
    beta >= -RAY_EDGE_SLACK && gamma >= -RAY_EDGE_SLACK && beta + gamma <= 1 + RAY_EDGE_SLACK && t >= 0;
  return inside ? t : Number.POSITIVE_INFINITY;
}
