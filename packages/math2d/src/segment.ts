/**
 * Straight segments between two points; the points may coincide.
 * @module
 */
import { orientation } from './orientation.js';
import { lerp, type Vec2 } from './vec2.js';

/** The closest points of two segments: where they are, and how far from each other. */
export interface SegmentDistance {
  /** Position of the nearest point along the first segment, 0..1. */
  fraction1: number;
  /** Position of the nearest point along the second segment, 0..1. */
  fraction2: number;
  /** Nearest point of the first segment. */
  point1: Vec2;
  /** Nearest point of the second segment. */
  point2: Vec2;
  /** Square of the distance, m^2. */
  distanceSquared: number;
}

/** Position along the segment from a to b of the point nearest to p, 0..1. */
export function closestFraction(a: Vec2, b: Vec2, p: Vec2): number {
  const x = b.x - a.x;
  const y = b.y - a.y;
  const lengthSquared = x * x + y * y;
  return lengthSquared > 0 ? clamp01(((p.x - a.x) * x + (p.y - a.y) * y) / lengthSquared) : 0;
}

/** Point of the segment from a to b that is nearest to p. */
export function closestPoint(a: Vec2, b: Vec2, p: Vec2): Vec2 {
  return lerp(a, b, closestFraction(a, b, p));
}

/**
 * Closest points of the segments p1-q1 and p2-q2, crossing, parallel or degenerate [Ericson, Real-Time Collision Detection, 5.1.9].
 */
export function closestPoints(p1: Vec2, q1: Vec2, p2: Vec2, q2: Vec2): SegmentDistance {
  const d1 = { x: q1.x - p1.x, y: q1.y - p1.y };
  const d2 = { x: q2.x - p2.x, y: q2.y - p2.y };
  const r = { x: p1.x - p2.x, y: p1.y - p2.y };
  const a = d1.x * d1.x + d1.y * d1.y;
  const e = d2.x * d2.x + d2.y * d2.y;
  const c = d1.x * r.x + d1.y * r.y;
  const f = d2.x * r.x + d2.y * r.y;
  let s = 0;
  let t = 0;
  if (a > 0 && e > 0) {
    const b = d1.x * d2.x + d1.y * d2.y;
    const cross = d1.x * d2.y - d1.y * d2.x;
    // In the plane a e - b^2 = cross^2, which is free of cancellation. For parallel segments any s is a valid start.
    const denominator = cross * cross;
    s = denominator > 0 ? clamp01((b * f - c * e) / denominator) : 0;
    t = (b * s + f) / e;
    if (t < 0) {
      t = 0;
      s = clamp01(-c / a);
    } else if (t > 1) {
      t = 1;
      s = clamp01((b - c) / a);
    }
  } else if (a > 0) {
    s = clamp01(-c / a);
  } else if (e > 0) {
    t = clamp01(f / e);
  }
  const point1 = at(p1, d1, s);
  const point2 = at(p2, d2, t);
  const x = point2.x - point1.x;
  const y = point2.y - point1.y;
  return { fraction1: s, fraction2: t, point1, point2, distanceSquared: x * x + y * y };
}

/**
 * Point at which the segments p1-q1 and p2-q2 cross or touch; null if they do not meet or are parallel. They meet if the ends of each are
 * not on the same side of the other. The sides are exact unless products of coordinates underflow: nearly parallel segments meet only where
 * they do, and nothing passes between two segments with a common end.
 */
export function intersection(p1: Vec2, q1: Vec2, p2: Vec2, q2: Vec2): Vec2 | null {
  const sideP2 = orientation(p1, q1, p2);
  const sideQ2 = orientation(p1, q1, q2);
  if ((sideP2 > 0 && sideQ2 > 0) || (sideP2 < 0 && sideQ2 < 0)) return null;
  const sideP1 = orientation(p2, q2, p1);
  const sideQ1 = orientation(p2, q2, q1);
  if ((sideP1 > 0 && sideQ1 > 0) || (sideP1 < 0 && sideQ1 < 0) || sideP1 === sideQ1) return null;
  return lerp(p1, q1, sideP1 / (sideP1 - sideQ1));
}

const clamp01 = (t: number): number => (t < 0 ? 0 : t > 1 ? 1 : t);

/** The point p + t d. */
const at = (p: Vec2, d: Vec2, t: number): Vec2 => ({ x: p.x + t * d.x, y: p.y + t * d.y });
