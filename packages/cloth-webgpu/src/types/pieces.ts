/** Several sheets in one cloth. */

import type { ClothDefinition } from './definition.js';
import type { Quaternion, TriangleMesh, Vector3 } from './geometry.js';

/** One sheet of a cloth of several, for `joinPieces`. */
export interface ClothPiece {
  /** Its shape at rest, such as a `gridMesh`. It may consist of several parts itself. */
  readonly mesh: TriangleMesh;
  /** Where the origin of its mesh starts, m. Default the origin. */
  readonly center?: Vector3;
  /** How it is turned about that origin at the start. It is normalized, so its length must be above zero. Default: not at all. */
  readonly rotation?: Quaternion;
  /** Its velocity at the start, m/s. Default at rest. */
  readonly velocity?: Vector3;
  /** Mass per square metre at rest, kg/m², 1e-30..1e30. Default 0.2, a shirt. */
  readonly density?: number;
  /** Indices of its own vertices that are pinned at the start. Default none. */
  readonly pins?: readonly number[];
}

/** Which particles and triangles of a cloth belong to a piece. */
export interface PieceRange {
  /** Its first particle. Vertex k of its mesh is particle `firstVertex + k`. */
  readonly firstVertex: number;
  /** Number of its particles. */
  readonly vertexCount: number;
  /** Index of its first corner in `Cloth.indices`. */
  readonly firstIndex: number;
  /** Number of its corners there, three per triangle. */
  readonly indexCount: number;
}

/** What `joinPieces` returns. */
export interface JoinedPieces {
  /** The fields of a definition that describe all pieces: `createCloth({ ...definition, selfCollision: true })`. */
  readonly definition: Required<Pick<ClothDefinition, 'mesh' | 'shape' | 'velocity' | 'density' | 'pins'>>;
  /** The pieces, in the order in which they were given. */
  readonly pieces: readonly PieceRange[];
}
