/**
 * Intersection of two convex polygons, by clipping one against the edges of the other [Sutherland 1974].
 *
 * For each edge of the second polygon, the part of the first on the left of the edge's line is kept: vertices on the left
 * stay, and a vertex is added where an edge of the first crosses the line. The part that remains is the intersection.
 */
import { requirePoints, type Vec2 } from '@otedama/math2d';
import * as vec2 from '@otedama/math2d/vec2';
import { CLIP_TOLERANCE } from './constants.js';

/**
 * Returns the intersection of two convex polygons, counter-clockwise like them, without repeated or collinear vertices.
 *
 * Polygons that only touch have a flat intersection: 2 vertices for a common part of an edge, 1 for a common point. Polygons
 * that are apart give an empty list.
 * @param a convex, counter-clockwise, metres
 * @param b likewise, metres, in the same coordinates
 * @throws InputError for what is no list of finite points
 */
export function intersectPolygons(a: readonly Vec2[], b: readonly Vec2[]): Vec2[] {
  requirePoints('a', a);
  requirePoints('b', b);
  if (a.length === 0 || b.length === 0) return [];
  // coordinates relative to a vertex keep their precision far from the origin
  const o = a[0];
  const clip = b.map((v) => vec2.subtract(v, o));
  let points = a.map((v) => vec2.subtract(v, o));
  let size = 0;
  for (const { x, y } of [...points, ...clip]) size = Math.max(size, Math.abs(x), Math.abs(y));
  const tolerance = CLIP_TOLERANCE * size;
  for (let i = 0; i < clip.length && points.length > 0; i++) {
    points = keepLeft(points, clip[i], clip[i + 1 < clip.length ? i + 1 : 0], tolerance);
  }
  return withoutIdleCorners(points, tolerance).map((v) => vec2.add(v, o));
}

/** Returns the part of a polygon left of the line from p to q. Vertices within the tolerance of the line are kept unchanged. */
function keepLeft(points: Vec2[], p: Vec2, q: Vec2, tolerance: number): Vec2[] {
  const e = vec2.normalize(vec2.subtract(q, p));
  const heights = points.map((v) => vec2.cross(e, vec2.subtract(v, p)));
  const kept: Vec2[] = [];
  for (let i = 0; i < points.length; i++) {
    const j = i + 1 < points.length ? i + 1 : 0;
    const from = heights[i];
    const to = heights[j];
    if (from >= -tolerance) kept.push(points[i]);
    const crosses = (from > tolerance && to < -tolerance) || (from < -tolerance && to > tolerance);
    if (crosses) kept.push(vec2.lerp(points[i], points[j], from / (from - to)));
  }
  return kept;
}

/** Drops vertices that repeat their neighbour or lie on the line between their neighbours. */
function withoutIdleCorners(points: Vec2[], tolerance: number): Vec2[] {
  const corners = [...points];
  for (let i = 0; i < corners.length && corners.length > 1; ) {
    const before = corners[i > 0 ? i - 1 : corners.length - 1];
    const after = corners[i + 1 < corners.length ? i + 1 : 0];
    const chord = vec2.subtract(after, before);
    const offset = vec2.subtract(corners[i], before);
    const length = vec2.length(chord);
    const repeats = vec2.length(offset) <= tolerance;
    // only between its neighbours, not beyond one of them: the tip of a flat intersection is kept
    const along = vec2.dot(offset, chord);
    const isStraight =
      Math.abs(vec2.cross(chord, offset)) <= tolerance * length && along > 0 && along < length * length;
    if (repeats || isStraight) {
      corners.splice(i, 1);
      i = Math.max(0, i - 2);
    } else {
      i++;
    }
  }
  return corners;
}
