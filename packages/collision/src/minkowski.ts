/**
 * The Minkowski difference D = A - B = { a - b } of two placed cores, given by its support function.
 *
 * Two cores overlap if D contains the origin. Otherwise their distance is the distance of the origin from D. D is never built:
 * GJK and EPA only ask for its support vertex along a direction. It is the vertex of A farthest along that direction minus the
 * vertex of B farthest along the opposite direction.
 *
 * Vertices are stored relative to the first vertex of A, so that cores far from the world origin lose no precision.
 */
import type { Transform, Vec2 } from '@otedama/math2d';
import type { ConvexCore } from './shapes.js';

/** A vertex of A - B and the two vertices that it is made of. */
export interface DifferencePoint {
  /** a - b, metres, world axes. */
  x: number;
  /** The same along y, m. */
  y: number;
  /** Index of a among the vertices of A. */
  indexA: number;
  /** Index of b among the vertices of B. */
  indexB: number;
}

/** Two placed cores, without their radii. */
export class MinkowskiDifference {
  /** Vertices of A in world axes relative to `origin`; xy interleaved, metres. */
  readonly verticesA: Float64Array;
  /** Vertices of B, in the same form. */
  readonly verticesB: Float64Array;
  /** World position of the first vertex of A. */
  readonly origin: Vec2;
  /** Bound of the coordinates of both, metres; the scale of rounding errors. */
  readonly size: number;

  constructor(coreA: ConvexCore, transformA: Transform, coreB: ConvexCore, transformB: Transform) {
    const a = coreA.vertices[0];
    const b = coreB.vertices[0];
    // offset between the first vertices; the large translations cancel first
    const x =
      transformB.x -
      transformA.x +
      transformB.c * b.x -
      transformB.s * b.y -
      transformA.c * a.x +
      transformA.s * a.y;
    const y =
      transformB.y -
      transformA.y +
      transformB.s * b.x +
      transformB.c * b.y -
      transformA.s * a.x -
      transformA.c * a.y;
    this.origin = {
      x: transformA.x + transformA.c * a.x - transformA.s * a.y,
      y: transformA.y + transformA.s * a.x + transformA.c * a.y,
    };
    this.verticesA = place(coreA, transformA, 0, 0);
    this.verticesB = place(coreB, transformB, x, y);
    let size = 0;
    for (const value of this.verticesA) size = Math.max(size, Math.abs(value));
    for (const value of this.verticesB) size = Math.max(size, Math.abs(value));
    this.size = size;
  }

  /** The difference of two given vertices. */
  point(indexA: number, indexB: number): DifferencePoint {
    return {
      x: this.verticesA[2 * indexA] - this.verticesB[2 * indexB],
      y: this.verticesA[2 * indexA + 1] - this.verticesB[2 * indexB + 1],
      indexA,
      indexB,
    };
  }

  /** Support vertex: the farthest one along (dx, dy), the first of equals. The length of the direction does not matter. */
  support(dx: number, dy: number): DifferencePoint {
    return this.point(farthest(this.verticesA, dx, dy), farthest(this.verticesB, -dx, -dy));
  }

  /** World position of a point of A given relative to `origin`. */
  toWorld(x: number, y: number): Vec2 {
    return { x: this.origin.x + x, y: this.origin.y + y };
  }
}

function place(core: ConvexCore, transform: Transform, x: number, y: number): Float64Array {
  const { vertices } = core;
  const { c, s } = transform;
  const first = vertices[0];
  const placed = new Float64Array(2 * vertices.length);
  for (let i = 0; i < vertices.length; i++) {
    const dx = vertices[i].x - first.x;
    const dy = vertices[i].y - first.y;
    placed[2 * i] = x + c * dx - s * dy;
    placed[2 * i + 1] = y + s * dx + c * dy;
  }
  return placed;
}

function farthest(vertices: Float64Array, dx: number, dy: number): number {
  let best = 0;
  let most = dx * vertices[0] + dy * vertices[1];
  for (let k = 2; k < vertices.length; k += 2) {
    const along = dx * vertices[k] + dy * vertices[k + 1];
    if (along > most) {
      most = along;
      best = k;
    }
  }
  return best >> 1;
}
