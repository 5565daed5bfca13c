/** The segment in the middle of a long polygon, from which the shader draws its slices (polygon.wgsl.ts). */

import type { Vec2 } from '@otedama/math2d';

/** A chord of the polygon that is at most this many times as long as the polygon is deep has no spine: it is round enough for one centre. */
const ROUND = 4;

/** A segment, by its middle and the vector from there to its end, m. */
export interface Spine {
  readonly center: Vec2;
  readonly half: Vec2;
}

/** Mean of some points, m. */
export function meanOf(points: readonly Vec2[]): Vec2 {
  return {
    x: points.reduce((sum, { x }) => sum + x / points.length, 0),
    y: points.reduce((sum, { y }) => sum + y / points.length, 0),
  };
}

/**
 * The spine of a convex polygon, counter-clockwise; null if it is round enough for a centre. It lies on the chord that is parallel to the
 * longest edge, half-way to the corner farthest from this edge. It ends as far from the ends of the chord as the edge is from it, so the
 * slices at the ends of a rectangle are right-angled.
 */
export function spineOf(corners: readonly Vec2[]): Spine | null {
  let [longest, ux, uy] = [0, 0, 0];
  let from: Vec2 = corners[0];
  corners.forEach((a, k) => {
    const b = corners[(k + 1) % corners.length];
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    if (length <= longest) return;
    [longest, ux, uy, from] = [length, (b.x - a.x) / length, (b.y - a.y) / length, a];
  });
  // along the longest edge, and away from it
  const along = ({ x, y }: Vec2): number => ux * (x - from.x) + uy * (y - from.y);
  const away = ({ x, y }: Vec2): number => ux * (y - from.y) - uy * (x - from.x);
  const depth = Math.max(...corners.map(away)) / 2;
  const ends = corners.flatMap((a, k) => {
    const b = corners[(k + 1) % corners.length];
    const [ha, hb] = [away(a) - depth, away(b) - depth];
    if (ha > 0 === hb > 0) return [];
    return [along(a) + (ha / (ha - hb)) * (along(b) - along(a))];
  });
  const [start, end] = [Math.min(...ends) + depth, Math.max(...ends) - depth];
  if (end - start <= (ROUND - 2) * depth) return null;
  const s = (start + end) / 2;
  const h = (end - start) / 2;
  return {
    center: { x: from.x + s * ux - depth * uy, y: from.y + s * uy + depth * ux },
    half: { x: h * ux, y: h * uy },
  };
}
