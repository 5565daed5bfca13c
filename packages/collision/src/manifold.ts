/**
 * Contact of two shapes: one normal and up to two points.
 *
 * The normal points from A to B. A point lies midway between the two surfaces; its separation is measured along the
 * normal, negative when the shapes overlap. Ids name the two features that make a point and stay the same while these
 * stay in touch, so that impulses can be carried from one step to the next.
 *
 * One object serves all pairs: kernels overwrite it, nothing is allocated.
 */
export class Manifold {
  /** Unit normal from A to B, world axes: x. */
  normalX = 0;
  /** Unit normal from A to B: y. */
  normalY = 0;
  /** Number of points: 0, 1 or 2. Fields of points beyond it, and the normal if it is 0, are left as they were. */
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
  /** Feature id of the second point, as that of the first. */
  id1 = 0;
  /**
   * Where the search for the reference edge starts: k > 0 is edge k - 1 of A, k < 0 edge -k - 1 of B, 0 unknown. Read
   * and written by `collide`. It changes the time a pair takes, never the result; keep it per pair, start with 0.
   */
  cachedEdge = 0;
  /** Separation up to which points are reported, metres; set by `collide`. */
  speculativeDistance = 0;
  /** Overlap up to which a contact may be that of a corner, metres; set it before `collide`, 0 (the default) for no such answer. See `corner.ts`. */
  cornerWidth = 0;
  /**
   * Bits `ACROSS_NORMAL` and `ACROSS_TANGENT`: the faces over which the two shapes may pass each other, since they overlap there by no more
   * than `cornerWidth` or not at all; 0 for a contact that is not one of a corner. Written by `collide`, as the face is.
   */
  corners = 0;
  /** Unit normal of the face that `corners` speaks of, world axes: x. Its sign, and its value without corners, mean nothing. */
  faceX = 0;
  /** The same along y, no unit. */
  faceY = 0;
  /**
   * Where to look at how the shapes of `corners` move against each other, world coordinates, metres: at the vertex, or the centre of the rounding, that
   * has the larger radius. What is round passes as its centre does, however it turns.
   */
  cornerX = 0;
  /** The same along y, m. */
  cornerY = 0;
}

/** Feature id of a vertex (or edge) of A and one of B. */
export function featureId(vertexA: number, vertexB: number): number {
  return (vertexA << 8) | vertexB;
}

/** Exchanges A and B in place: turns the normal round and swaps the halves of the ids. */
export function flipManifold(manifold: Manifold): void {
  manifold.normalX = -manifold.normalX;
  manifold.normalY = -manifold.normalY;
  manifold.id0 = ((manifold.id0 & 255) << 8) | (manifold.id0 >> 8);
  manifold.id1 = ((manifold.id1 & 255) << 8) | (manifold.id1 >> 8);
}
