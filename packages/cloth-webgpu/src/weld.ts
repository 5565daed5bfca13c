/** Welds a mesh. Renderers split a mesh at the seams of its texture, but a cloth needs it in one piece. */

import { LARGEST_INPUT } from './constants.js';
import { ClothError, requireNumber } from './errors.js';
import { meshLists } from './mesh-lists.js';
import { squaredDistance } from './triangles.js';
import type { TriangleMesh, WeldedMesh } from './types.js';

/** The entry in {@link WeldedMesh.vertexOf} of a vertex that no triangle uses. */
const UNUSED = 0xffffffff;

/**
 * Returns the mesh with all vertices within `tolerance` (metres, >= 0) of an earlier one replaced by the first of them. Default 0: only
 * vertices at exactly the same position. Triangles that collapse and vertices that no triangle uses are removed. A welded vertex has the
 * texture coordinates of the first one; `vertexOf` has the particle of each given vertex, to draw all of them. Throws a `ClothError` for
 * lists with invalid lengths or numbers.
 */
export function weldVertices(mesh: TriangleMesh, tolerance: number = 0): WeldedMesh {
  requireNumber('tolerance', tolerance, 0, LARGEST_INPUT);
  const { positions: given, triangles: corners, uvs: givenUvs } = meshLists('mesh', mesh);
  const count = given.length / 3;
  const first = firstInPlace(given, tolerance);
  const vertexOf = new Uint32Array(count).fill(UNUSED);
  const positions: number[] = [];
  const uvs: number[] = [];
  const triangles: number[] = [];
  for (let t = 0; t < corners.length; t += 3) {
    const ids = Array.from(corners.subarray(t, t + 3), (corner) => first[corner]);
    if (new Set(ids).size < 3) continue;
    for (const id of ids) {
      if (vertexOf[id] === UNUSED) {
        vertexOf[id] = positions.length / 3;
        positions.push(...given.subarray(3 * id, 3 * id + 3));
        if (givenUvs !== undefined) uvs.push(givenUvs[2 * id], givenUvs[2 * id + 1]);
      }
      triangles.push(vertexOf[id]);
    }
  }
  if (triangles.length === 0)
    throw new ClothError('mesh.triangles', mesh.triangles, 'a triangle with an area');
  for (let id = 0; id < count; id++) vertexOf[id] = vertexOf[first[id]];
  return {
    mesh: {
      positions: Float32Array.from(positions),
      triangles: Uint32Array.from(triangles),
      ...(givenUvs === undefined ? {} : { uvs: Float32Array.from(uvs) }),
    },
    vertexOf,
  };
}

/** Returns, for each vertex, the first vertex within the tolerance; itself if there is none before it. */
function firstInPlace(positions: Float64Array, tolerance: number): Uint32Array {
  const first = new Uint32Array(positions.length / 3);
  const cells = new Map<string, number[]>();
  // cells are as wide as the tolerance, so vertices within it are in the same cell or an adjacent one
  const cellOf = (x: number) => (tolerance > 0 ? Math.floor(x / tolerance) : x);
  const around = tolerance > 0 ? [-1, 0, 1] : [0];
  for (let id = 0; id < first.length; id++) {
    const [x, y, z] = positions.subarray(3 * id, 3 * id + 3);
    const keyOf = (i: number, j: number, k: number) => `${cellOf(x) + i} ${cellOf(y) + j} ${cellOf(z) + k}`;
    first[id] = id;
    for (const i of around)
      for (const j of around)
        for (const k of around)
          for (const other of cells.get(keyOf(i, j, k)) ?? [])
            if (squaredDistance(positions, id, other) <= tolerance * tolerance)
              first[id] = Math.min(first[id], other);
    if (first[id] !== id) continue;
    const key = keyOf(0, 0, 0);
    cells.set(key, [...(cells.get(key) ?? []), id]);
  }
  return first;
}
