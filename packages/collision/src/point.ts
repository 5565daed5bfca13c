/**
 * Point queries: whether a point is inside a shape, its distance, and the nearest point of the outline.
 *
 * All are computed in the coordinates of the shape, where the core is the hull of its vertices. A point is inside the hull if it
 * is left of all edges. Then its nearest point is on the edge with the least distance. Otherwise it is on the nearest segment.
 */
import {
  requireBoolean,
  requireFiniteVec2,
  requireTransform,
  type Transform,
  type Vec2,
} from '@otedama/math2d';
import * as segment from '@otedama/math2d/segment';
import * as transforms from '@otedama/math2d/transform';
import * as vec2 from '@otedama/math2d/vec2';
import type { Shape } from './shape-types.js';
import { type ConvexCore, convexCore, halfSpaceLine } from './shapes.js';

/** Position of a point relative to the outline of a shape. */
export interface PointDistance {
  /** Metres; negative inside. */
  distance: number;
  /** Nearest point of the outline, world coordinates, m. */
  point: Vec2;
  /** Outward unit normal of the outline there, world axes. */
  normal: Vec2;
}

/**
 * Returns the signed distance of a point from a shape.
 *
 * Segments and chain segments have no inside: their distance is never negative. If several directions are equally near (at the
 * centre of a circle, on a segment), the normal is one of them. Throws an `InputError` for what is no transform or point.
 * @param transform places the shape in the world
 * @param p world coordinates, m
 */
export function distanceToPoint(shape: Shape, transform: Transform, p: Vec2): PointDistance {
  const local = localPoint(transform, p);
  const found = localDistance(shape, local);
  return {
    distance: found.distance,
    point: transforms.apply(transform, found.point),
    normal: vec2.rotate(found.normal, transform),
  };
}

/**
 * Whether a point is inside a shape or on its outline. Segments and chain segments contain the points on them.
 * World coordinates, m. Throws an `InputError` for what is no transform or point.
 */
export function containsPoint(shape: Shape, transform: Transform, p: Vec2): boolean {
  return localDistance(shape, localPoint(transform, p)).distance <= 0;
}

/**
 * Returns the point of a shape nearest to p, world coordinates, m. Throws an `InputError` for what is no transform or
 * point, and for a `solid` that is neither true nor false.
 * @param p world coordinates, m
 * @param solid true (default): the inside belongs to the shape, so a point inside is its own nearest point; false: the result is
 *   always a point of the outline
 */
export function closestPoint(shape: Shape, transform: Transform, p: Vec2, solid = true): Vec2 {
  requireBoolean('solid', solid);
  const found = distanceToPoint(shape, transform, p);
  return solid && found.distance <= 0 ? { x: p.x, y: p.y } : found.point;
}

/** A point in the coordinates of the shape. */
function localPoint(transform: Transform, p: Vec2): Vec2 {
  return transforms.applyInverse(requireTransform('transform', transform), requireFiniteVec2('p', p));
}

/** `distanceToPoint` in the coordinates of the shape. */
export function localDistance(shape: Shape, p: Vec2): PointDistance {
  if (shape.kind === 'halfSpace') {
    const { normal, offset } = halfSpaceLine(shape);
    const distance = vec2.dot(normal, p) - offset;
    return { distance, point: vec2.subtract(p, vec2.scale(normal, distance)), normal };
  }
  const core = convexCore(shape) as ConvexCore;
  const inner = coreDistanceToPoint(core.vertices, p);
  const { radius } = core;
  return {
    distance: inner.distance - radius,
    point: vec2.add(inner.point, vec2.scale(inner.normal, radius)),
    normal: inner.normal,
  };
}

/** Signed distance of a point from the hull of some vertices. */
function coreDistanceToPoint(vertices: readonly Vec2[], p: Vec2): PointDistance {
  const n = vertices.length;
  // among all edges, find the face with the greatest signed distance to p, and the segment nearest to p
  let height = -Infinity;
  let face: Vec2 = { x: 1, y: 0 };
  let near = vertices[0];
  let nearest = vec2.distance(p, near);
  for (let i = 0; i < n && n > 1; i++) {
    const a = vertices[i];
    const b = vertices[i + 1 < n ? i + 1 : 0];
    const e = vec2.subtract(b, a);
    const normal = vec2.normalize({ x: e.y, y: -e.x });
    const above = vec2.dot(normal, vec2.subtract(p, a));
    if (above > height) {
      height = above;
      face = normal;
    }
    const point = segment.closestPoint(a, b, p);
    const distance = vec2.distance(p, point);
    if (distance < nearest) {
      nearest = distance;
      near = point;
    }
  }
  if (n > 2 && height <= 0) {
    return { distance: height, point: vec2.subtract(p, vec2.scale(face, height)), normal: face };
  }
  const normal = nearest > 0 ? vec2.normalize(vec2.subtract(p, near)) : face;
  return { distance: nearest, point: { x: near.x, y: near.y }, normal };
}
