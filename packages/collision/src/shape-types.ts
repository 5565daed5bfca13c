/**
 * Shapes as plain literals. Lengths in metres, body coordinates.
 *
 * A half-space is solid where normal . (p - position) < 0. A chain segment collides only with shapes on the right of
 * point1 -> point2, so a counter-clockwise loop of chain segments is the outline of a solid. Its ghosts are the points before
 * and after it in the chain.
 */
import type { Vec2 } from '@otedama/math2d';

/**
 * A shape in body coordinates. Its `kind` is one of: a circle about `center` (default the origin); a capsule about the segment from
 * `point1` to `point2`; a convex polygon of 3 to 64 `vertices`, counter-clockwise, rounded by `radius` (default 0); a segment; a
 * half-space, whose boundary passes through `position` (default the origin), with outward `normal` of any length; a segment of a chain with
 * the points before and after it, `ghost1` and `ghost2`. All lengths are in metres. A `radius` is > 0, for a polygon >= 0.
 */
export type Shape =
  | { readonly kind: 'circle'; readonly center?: Vec2; readonly radius: number }
  | { readonly kind: 'capsule'; readonly point1: Vec2; readonly point2: Vec2; readonly radius: number }
  | { readonly kind: 'polygon'; readonly vertices: readonly Vec2[]; readonly radius?: number }
  | { readonly kind: 'segment'; readonly point1: Vec2; readonly point2: Vec2 }
  | { readonly kind: 'halfSpace'; readonly position?: Vec2; readonly normal: Vec2 }
  | {
      readonly kind: 'chainSegment';
      readonly ghost1: Vec2;
      readonly point1: Vec2;
      readonly point2: Vec2;
      readonly ghost2: Vec2;
    };
