import type { TriangleMesh, Vector3 } from '@otedama/cloth-webgpu';

/** A cushion: its cloth at rest, which is flat, and the shape in which it starts. */
export interface Cushion {
  readonly mesh: TriangleMesh & { readonly positions: readonly number[] };
  readonly shape: (vertex: number) => Vector3;
}

/**
 * Two square sheets, one on the other and sewn together along their edges. It starts full.
 * @param side of a sheet, m
 * @param cells along a side
 * @param height of the middle of the seam, m
 */
export function cushionMesh(side: number, cells: number, height: number): Cushion {
  const positions: number[] = [];
  const uvs: number[] = [];
  const triangles: number[] = [];
  /** Where each vertex of the lower sheet is; the seam belongs to both. */
  const below: number[] = [];
  const count = cells + 1;
  const upper = count * count;
  const isSeam = (index: number) => index === 0 || index === cells;
  for (const isLower of [false, true])
    for (let row = 0; row < count; row++)
      for (let column = 0; column < count; column++) {
        const id = column + row * count;
        if (isLower && (isSeam(column) || isSeam(row))) {
          below.push(id);
          continue;
        }
        if (isLower) below.push(positions.length / 3);
        positions.push((column / cells - 0.5) * side, 0, (row / cells - 0.5) * side);
        uvs.push(column / cells, row / cells);
      }
  for (let row = 0; row < cells; row++)
    for (let column = 0; column < cells; column++) {
      const a = column + row * count;
      const [b, c, d] = [a + 1, a + count, a + count + 1];
      // the diagonals lead towards the middle; at a corner, one across it would belong to both sheets
      const isInwards = column < cells / 2 === row < cells / 2;
      const faces = isInwards ? [a, c, d, a, d, b] : [a, c, b, b, c, d];
      triangles.push(...faces, ...faces.map((_, k) => below[faces[k - (k % 3) + 2 - (k % 3)]]));
    }
  const half = side / 2;
  return {
    mesh: { positions, triangles, uvs },
    shape(vertex) {
      const [x, z] = [positions[3 * vertex], positions[3 * vertex + 2]];
      // as it lies when it is full: the seam drawn in between the corners, the sheets round above and below
      const within = (place: number) => 1 - (place / half) * (place / half);
      const bulge = 0.38 * half * within(x) * within(z) * (vertex < upper ? 1 : -1);
      return { x: (0.94 - 0.11 * within(z)) * x, y: height + bulge, z: (0.94 - 0.11 * within(x)) * z };
    },
  };
}
