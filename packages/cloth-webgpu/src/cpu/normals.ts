/**
 * Smooth normals: for each particle, the sum of the cross products of its triangles (so large triangles have more weight), normalized.
 * The triangles of a grid, (TL, BL, BR) and (TL, BR, TR), are wound so that a flat start position faces +z. Those of a mesh keep the
 * caller's winding.
 */

import { MIN_LENGTH_SQUARED } from '../constants.js';

/**
 * Writes (nx, ny, nz, 0) for every particle; (0, 0, 1, 0) where no triangle has an area. `triangles` has three particle ids for each;
 * 0, 0, 0 is none.
 */
export function computeNormals(position: Float32Array, triangles: Uint32Array, normals: Float32Array): void {
  normals.fill(0);
  for (let t = 0; t < triangles.length; t += 3)
    addTriangle(position, normals, 4 * triangles[t], 4 * triangles[t + 1], 4 * triangles[t + 2]);
  for (let o = 0; o < normals.length; o += 4) {
    const squared =
      normals[o] * normals[o] + normals[o + 1] * normals[o + 1] + normals[o + 2] * normals[o + 2];
    if (squared < MIN_LENGTH_SQUARED * MIN_LENGTH_SQUARED || !(squared < Number.POSITIVE_INFINITY)) {
      normals[o] = normals[o + 1] = 0;
      normals[o + 2] = 1;
    } else {
      const inverse = 1 / Math.sqrt(squared);
      normals[o] *= inverse;
      normals[o + 1] *= inverse;
      normals[o + 2] *= inverse;
    }
  }
}

function addTriangle(position: Float32Array, normals: Float32Array, a: number, b: number, c: number): void {
  const ux = position[b] - position[a];
  const uy = position[b + 1] - position[a + 1];
  const uz = position[b + 2] - position[a + 2];
  const vx = position[c] - position[a];
  const vy = position[c + 1] - position[a + 1];
  const vz = position[c + 2] - position[a + 2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  normals[a] += nx;
  normals[a + 1] += ny;
  normals[a + 2] += nz;
  normals[b] += nx;
  normals[b + 1] += ny;
  normals[b + 2] += nz;
  normals[c] += nx;
  normals[c + 1] += ny;
  normals[c + 2] += nz;
}
