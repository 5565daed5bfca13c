/** Volumes inside the closed pieces of a mesh. */

import type { Pieces } from './pieces.js';

/** Volume inside each piece, m³; negative if its triangles face inwards. `positions` have `stride` numbers per particle. */
export function volumesOf(
  positions: ArrayLike<number>,
  triangles: ArrayLike<number>,
  stride: 3 | 4,
  { count, ofParticle, particles: { starts, items } }: Pieces,
): Float64Array {
  const volumes = new Float64Array(count);
  for (let t = 0; t < triangles.length; t += 3) {
    const piece = ofParticle[triangles[t]];
    // seen from a particle of its own, a piece far from the origin loses no digits
    const from = stride * items[starts[piece]];
    const at = (corner: number, axis: number) =>
      positions[stride * triangles[corner] + axis] - positions[from + axis];
    const [ax, ay, az] = [at(t, 0), at(t, 1), at(t, 2)];
    const [bx, by, bz] = [at(t + 1, 0), at(t + 1, 1), at(t + 1, 2)];
    const [cx, cy, cz] = [at(t + 2, 0), at(t + 2, 1), at(t + 2, 2)];
    volumes[piece] += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  }
  return volumes.map((volume) => volume / 6);
}
