/** A flat rectangle as a mesh, for cloths of several pieces: a grid itself is always one piece. */

import { LARGEST_INPUT, MAX_CELLS } from './constants.js';
import { requireFields, requireInteger, requireNumber } from './errors.js';

/** Size and cells of {@link gridMesh}. */
export interface GridMeshOptions {
  /** Cells along a row, integer 1..2048. Default 20. */
  readonly columns?: number;
  /** Cells along a column, integer 1..2048. Default 20. */
  readonly rows?: number;
  /** Extent along x, m, above 0, at most 1e30. Default 1. */
  readonly width?: number;
  /** Extent along y, m, above 0, at most 1e30. Default 1. */
  readonly height?: number;
}

/** What {@link gridMesh} returns. */
export interface GridMesh {
  /** Vertices, xyz interleaved, m. */
  readonly positions: Float32Array<ArrayBuffer>;
  /** Vertex indices, three per triangle. */
  readonly triangles: Uint32Array<ArrayBuffer>;
  /** Texture coordinates, uv interleaved, no unit. */
  readonly uvs: Float32Array<ArrayBuffer>;
}

/**
 * Makes a flat rectangle around the origin, across the z axis. Its vertices are numbered like the particles of a grid: column + row *
 * (columns + 1), row 0 on top, where v is 0. The diagonals of its cells alternate, so that it is alike in both directions of shear. Throws a
 * `ClothError` if an option is out of range.
 */
export function gridMesh(options: GridMeshOptions = {}): GridMesh {
  requireFields('options', options, ['columns', 'rows', 'width', 'height']);
  const { columns = 20, rows = 20, width = 1, height = 1 } = options;
  requireInteger('options.columns', columns, 1, MAX_CELLS);
  requireInteger('options.rows', rows, 1, MAX_CELLS);
  requireNumber('options.width', width, Number.MIN_VALUE, LARGEST_INPUT);
  requireNumber('options.height', height, Number.MIN_VALUE, LARGEST_INPUT);
  const positions: number[] = [];
  const triangles: number[] = [];
  const uvs: number[] = [];
  for (let row = 0; row <= rows; row++)
    for (let column = 0; column <= columns; column++) {
      const [u, v] = [column / columns, row / rows];
      positions.push((u - 0.5) * width, (0.5 - v) * height, 0);
      uvs.push(u, v);
      if (row === rows || column === columns) continue;
      const a = column + row * (columns + 1);
      const b = a + columns + 1;
      if ((column + row) % 2 === 0) triangles.push(a, b, b + 1, a, b + 1, a + 1);
      else triangles.push(a, b, a + 1, b, b + 1, a + 1);
    }
  return {
    positions: Float32Array.from(positions),
    triangles: Uint32Array.from(triangles),
    uvs: Float32Array.from(uvs),
  };
}
