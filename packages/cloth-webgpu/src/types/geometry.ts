/** Points, motions, rays and triangle meshes. Metres; y up. */

/** A point (m) or a vector (m/s, m/s²), y up. */
export interface Vector3 {
  /** Along the x axis. */
  readonly x: number;
  /** Along the y axis. */
  readonly y: number;
  /** Along the z axis. */
  readonly z: number;
}

/** A rotation as a quaternion: about the unit axis (x, y, z) / sin(a / 2) by the angle a, with w = cos(a / 2). */
export interface Quaternion {
  /** Along the x axis. */
  readonly x: number;
  /** Along the y axis. */
  readonly y: number;
  /** Along the z axis. */
  readonly z: number;
  /** The cosine of half the angle. */
  readonly w: number;
}

/** A rigid motion: a rotation about a point, then a translation. */
export interface RigidMotion {
  /** How far the point `about` moves, m. Default not at all. */
  readonly translation?: Vector3;
  /** The rotation. It is normalized, so its length must be above zero. Default: no rotation. */
  readonly rotation?: Quaternion;
  /** The point about which it rotates, m. Default the origin. */
  readonly about?: Vector3;
}

/** A surface made of triangles, as modelling programs and renderers store it. */
export interface TriangleMesh {
  /** Vertices, xyz interleaved, m, within ±1e30: the shape at rest. */
  readonly positions: ArrayLike<number>;
  /**
   * Vertex indices of the corners, three per triangle. An edge has at most two triangles, with the same winding. No triangle may be
   * degenerate, and every vertex belongs to some triangle.
   */
  readonly triangles: ArrayLike<number>;
  /** Texture coordinates, uv interleaved, within ±1e30. Default 0. */
  readonly uvs?: ArrayLike<number>;
}

/** What `weldVertices` returns: a mesh without repeated vertices, and which of them each given vertex became. */
export interface WeldedMesh {
  /** The mesh in one piece, for `ClothDefinition.mesh`. */
  readonly mesh: {
    /** Vertices, xyz interleaved, m. */
    readonly positions: Float32Array<ArrayBuffer>;
    /** Vertex indices, three per triangle. */
    readonly triangles: Uint32Array<ArrayBuffer>;
    /** Texture coordinates, uv interleaved, no unit, if there were any. */
    readonly uvs?: Float32Array<ArrayBuffer>;
  };
  /** For each given vertex, its index in `mesh`, and so its particle in the cloth; 0xffffffff for a vertex that no triangle uses. */
  readonly vertexOf: Uint32Array<ArrayBuffer>;
}

/** A ray. `direction` may have any length above zero; distances along the ray are in metres. */
export interface Ray {
  /** Where the ray starts, m. */
  readonly origin: Vector3;
  readonly direction: Vector3;
}

/**
 * The target of a held particle: a point, or the pointer's ray (then at the distance at which the ray hit the cloth; if the particle was
 * taken by its id that is 0, the origin of the ray).
 */
export type HandTarget = Vector3 | Ray;
