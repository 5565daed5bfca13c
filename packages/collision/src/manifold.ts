/**
 * Contact of two shapes: one normal and up to two points.
 *
 * The normal points from A to B. A point lies midway between the two surfaces. Its separation is measured along the
 * normal and is negative when the shapes overlap. The id of a point names the two features that make it. It does not change
 * while these features touch, so impulses can be transferred from one step to the next.
 *
 * One object is reused for all pairs: kernels overwrite it and allocate nothing.
 */
export class Manifold {
  /** Unit normal from A to B, world axes: x. */
  normalX = 0;
  /** Unit normal from A to B: y. */
  normalY = 0;
  /** Whose face the normal belongs to: 1 for A, -1 for B; 0 if it is the direction from a vertex to a vertex or to a centre. No unit. */
  face = 0;
  /** Number of points: 0, 1 or 2. Fields of unused points keep their old values, and so do the normal and its face if the number is 0. */
  count = 0;
  /** First point, world coordinates, metres. */
  x0 = 0;
  /** The same along y, m. */
  y0 = 0;
  /** Distance of the surfaces along the normal at the first point, metres; negative when overlapping. */
  separation0 = 0;
  /** Features of the first point: 256 times the vertex of A plus the vertex of B. */
  id0 = 0;
  /** Second point, like the first. */
  x1 = 0;
  /** Second point along y, m. */
  y1 = 0;
  /** Gap along the normal at the second point, m; negative when overlapping. */
  separation1 = 0;
  /** Feature id of the second point, like `id0`. */
  id1 = 0;
  /**
   * Where the search for the reference edge starts: the edge of A, plus 256 times the vertex of B that lies deepest behind it; or the
   * bitwise complement of that, with A and B swapped. With a circle: the edge of the other shape. Read and written by `collide`. It
   * changes the time a pair takes, never the result; keep it per pair, start with 0.
   */
  cachedEdge = 0;
  /** Separation up to which points are reported, metres; set by `collide`. */
  speculativeDistance = 0;
  /** Maximum overlap of a corner contact, metres; set it before `collide`. 0 (default) disables the corner test. See `corner.ts`. */
  cornerWidth = 0;
  /**
   * Bits `ACROSS_NORMAL` and `ACROSS_TANGENT`: the faces over which the two shapes may pass each other, because there they overlap by at
   * most `cornerWidth` or have a gap. 0 if this is not a corner contact. Written by `collide`, like the face.
   */
  corners = 0;
  /** Unit normal of the face that `corners` refers to, world axes: x. Its sign has no meaning, nor has its value if `corners` is 0. */
  faceX = 0;
  /** The same along y, no unit. */
  faceY = 0;
  /**
   * Point at which to measure the relative motion of the shapes for `corners`, world coordinates, metres: of the two vertices, the one with
   * the larger radius. A rounded vertex passes when its centre passes, at any rotation.
   */
  cornerX = 0;
  /** The same along y, m. */
  cornerY = 0;
}

/** Feature id of a vertex (or edge) of A and one of B. */
export function featureId(vertexA: number, vertexB: number): number {
  return (vertexA << 8) | vertexB;
}

/** Swaps A and B in place: reverses the normal and swaps the halves of the ids. */
export function flipManifold(manifold: Manifold): void {
  manifold.normalX = -manifold.normalX;
  manifold.normalY = -manifold.normalY;
  manifold.face = 0 - manifold.face; // not -0
  manifold.id0 = ((manifold.id0 & 255) << 8) | (manifold.id0 >> 8);
  manifold.id1 = ((manifold.id1 & 255) << 8) | (manifold.id1 >> 8);
}
