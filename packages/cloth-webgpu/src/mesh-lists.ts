/** The lists of a triangle mesh as it is given: checked and copied. */

import { LARGEST_INPUT } from './constants.js';
import { ClothError, requireFields, requireInteger, requireNumber } from './errors.js';
import type { TriangleMesh } from './types.js';

/** Copies of the lists of a `TriangleMesh`. */
export interface MeshLists {
  /** Vertices, xyz, metres. */
  readonly positions: Float64Array;
  /** Three vertex indices per triangle. */
  readonly triangles: Uint32Array<ArrayBuffer>;
  /** Texture coordinates, two per vertex, if there are any. */
  readonly uvs: Float64Array | undefined;
}

/** Checks the lists and copies them. Throws a `ClothError` that names `field`, the list and the index. */
export function meshLists(field: string, mesh: TriangleMesh): MeshLists {
  requireFields(field, mesh, ['positions', 'triangles', 'uvs']);
  const requireCoordinate = (name: string, value: number) =>
    requireNumber(name, value, -LARGEST_INPUT, LARGEST_INPUT);
  const positions = numbersOf(`${field}.positions`, mesh.positions, 3, requireCoordinate);
  const count = positions.length / 3;
  const triangles = numbersOf(`${field}.triangles`, mesh.triangles, 3, (name, value) =>
    requireInteger(name, value, 0, count - 1),
  );
  const uvs = mesh.uvs === undefined ? undefined : numbersOf(`${field}.uvs`, mesh.uvs, 2, requireCoordinate);
  if (uvs !== undefined && uvs.length !== 2 * count)
    throw new ClothError(`${field}.uvs.length`, uvs.length, `${2 * count} (two a vertex)`);
  return { positions, triangles: Uint32Array.from(triangles), uvs };
}

/** Copies a list. Checks each number, and that the length is a multiple of `stride` above 0. */
function numbersOf(
  field: string,
  given: ArrayLike<number>,
  stride: number,
  check: (field: string, value: number) => void,
): Float64Array {
  const length = (given as ArrayLike<number> | null | undefined)?.length;
  if (
    typeof given !== 'object' ||
    !Number.isInteger(length) ||
    length === 0 ||
    (length as number) % stride !== 0
  )
    throw new ClothError(`${field}.length`, length, `a multiple of ${stride} above 0`);
  let k = 0;
  try {
    for (; k < given.length; k++) check(field, given[k]);
  } catch {
    // throws again, with the index: a name for each of a million numbers would take longer than all else
    check(`${field}[${k}]`, given[k]);
  }
  return Float64Array.from(given);
}
