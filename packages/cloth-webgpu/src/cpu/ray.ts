/** Ray against the cloth's triangles, both sides [Moller 1997, "Fast, Minimum Storage Ray/Triangle Intersection"]. */

import { RAY_EDGE_SLACK } from '../constants.js';
import type { Sheet } from '../sheet.js';

/** A unit ray in six numbers: origin xyz, direction xyz. */
export type RayNumbers = readonly [number, number, number, number, number, number];

/** Nearest hit: distance t >= 0 in metres, and the vertex of the triangle nearest to the hit point. */
export interface RayHit {
  readonly distance: number;
  readonly particle: number;
}

/** The first triangle along the ray, or null. */
export function castRay(position: Float32Array, sheet: Sheet, ray: RayNumbers): RayHit | null {
  let best = Number.POSITIVE_INFINITY;
  let corners: readonly [number, number, number] = [0, 0, 0];
  if (sheet.isMesh) return hitMesh(position, sheet.triangles, ray);
  const { countX, columns, rows } = sheet;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const topLeft = column + row * countX;
      const bottomLeft = topLeft + countX;
      const first = hitTriangle(position, topLeft, bottomLeft, bottomLeft + 1, ray);
      if (first < best) {
        best = first;
        corners = [topLeft, bottomLeft, bottomLeft + 1];
      }
      const second = hitTriangle(position, topLeft, bottomLeft + 1, topLeft + 1, ray);
      if (second < best) {
        best = second;
        corners = [topLeft, bottomLeft + 1, topLeft + 1];
      }
    }
  }
  return best === Number.POSITIVE_INFINITY ? null : nearestCorner(position, corners, best, ray);
}

function hitMesh(position: Float32Array, triangles: Uint32Array, ray: RayNumbers): RayHit | null {
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

function nearestCorner(
  position: Float32Array,
  corners: Iterable<number> & ArrayLike<number>,
  best: number,
  ray: RayNumbers,
): RayHit {
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

function hitTriangle(position: Float32Array, a: number, b: number, c: number, ray: RayNumbers): number {
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
  if (determinant === 0) return Number.POSITIVE_INFINITY;
  const tx = ox - ax;
  const ty = oy - ay;
  const tz = oz - az;
  const beta = (tx * px + ty * py + tz * pz) / determinant;
  const qx = ty * uz - tz * uy;
  const qy = tz * ux - tx * uz;
  const qz = tx * uy - ty * ux;
  const gamma = (dx * qx + dy * qy + dz * qz) / determinant;
  const t = (vx * qx + vy * qy + vz * qz) / determinant;
  const inside =
    beta >= -RAY_EDGE_SLACK && gamma >= -RAY_EDGE_SLACK && beta + gamma <= 1 + RAY_EDGE_SLACK && t >= 0;
  return inside ? t : Number.POSITIVE_INFINITY;
}
