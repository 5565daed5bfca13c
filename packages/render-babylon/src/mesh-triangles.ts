import { VertexBuffer } from '@babylonjs/core/Buffers/buffer.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import type { DeepImmutable, FloatArray, IndicesArray } from '@babylonjs/core/types.js';
import { InputError } from '@otedama/math2d';
import { requireVertices } from './input.js';

/** The triangles of a mesh in world coordinates: a `TriangleMesh` of @otedama/cloth-webgpu. */
export interface MeshTriangles {
  /** Positions of the vertices, xyz, in metres. */
  readonly positions: Float32Array;
  /**
   * Three vertex indices for each triangle. The triangles turn counter-clockwise when seen from the side that the mesh's normals
   * point to.
   */
  readonly triangles: Uint32Array;
  /** Two texture coordinates for each vertex. Missing if the mesh has none. */
  readonly uvs?: Float32Array;
}

/**
 * Reads the triangles of a Babylon.js mesh in its current pose, to create a cloth from them. Scaling, parents, skeleton and morph targets
 * are applied. Vertices that the mesh repeats along texture seams and sharp edges are still separate; join them with `weldVertices`:
 *
 *     const cloth = await createCloth({ mesh: weldVertices(meshTriangles(shirt)).mesh, density: 0.2 });
 *
 * The mesh itself is not changed. Hide it with `mesh.isVisible = false` and draw the cloth with a {@link ClothMesh}.
 * @throws InputError if it is no mesh, if the mesh has no vertices, or a number of indices that is not a multiple of three
 */
export function meshTriangles(mesh: AbstractMesh): MeshTriangles {
  requireVertices(mesh);
  const local = mesh.getPositionData(true, true) ?? [];
  if (local.length === 0) throw new InputError('mesh', mesh.name, 'a mesh with vertices');
  const count = local.length / 3;
  const given = mesh.getIndices() ?? [];
  const triangles =
    given.length > 0 ? Uint32Array.from(given) : Uint32Array.from({ length: count }, (_, id) => id);
  if (triangles.length % 3 !== 0)
    throw new InputError('mesh indices', triangles.length, 'a multiple of three, one index for each corner');

  const world = mesh.computeWorldMatrix(true);
  const positions = new Float32Array(local.length);
  const place = new Vector3();
  for (let o = 0; o < local.length; o += 3) {
    Vector3.TransformCoordinatesFromFloatsToRef(local[o], local[o + 1], local[o + 2], world, place);
    place.toArray(positions, o);
  }

  // Mirroring reverses the winding of the triangles, but not the normals.
  const isMirrored = world.determinant() < 0;
  if (turnsClockwise(local, triangles, mesh.getVerticesData(VertexBuffer.NormalKind)) !== isMirrored) {
    for (let t = 0; t < triangles.length; t += 3) {
      [triangles[t + 1], triangles[t + 2]] = [triangles[t + 2], triangles[t + 1]];
    }
  }
  const uvs = mesh.getVerticesData(VertexBuffer.UVKind);
  return { positions, triangles, ...(uvs ? { uvs: Float32Array.from(uvs) } : {}) };
}

/**
 * Whether most triangles by area turn clockwise when seen from the side their normals point to; false for a mesh without normals.
 * Babylon.js does not define the winding: it depends on the handedness of the scene that the mesh was made for.
 */
function turnsClockwise(
  positions: DeepImmutable<FloatArray> | number[],
  triangles: DeepImmutable<IndicesArray>,
  normals: DeepImmutable<FloatArray> | null,
): boolean {
  if (normals === null) return false;
  let sum = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((corner) => Vector3.FromArray(positions, 3 * triangles[t + corner]));
    const area = Vector3.Cross(b.subtract(a), c.subtract(a));
    sum += Vector3.Dot(area, Vector3.FromArray(normals, 3 * triangles[t]));
  }
  return sum < 0;
}
