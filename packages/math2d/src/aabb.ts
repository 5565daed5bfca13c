/**
 * Axis-aligned bounding boxes. Touching boxes count as overlapping.
 * @module
 */
import type { Vec2 } from './vec2.js';

/** A box whose sides are parallel to the axes: its lower left and upper right corner, metres. */
export interface Aabb {
  /** Left end, <= `maxX`. */
  minX: number;
  /** Lower end, <= `maxY`. */
  minY: number;
  /** Right end, >= `minX`. Equal to `minX` for a box that contains a single point. */
  maxX: number;
  /** Upper end. */
  maxY: number;
}

/** Box from its four bounds, which are not checked. */
export function create(minX: number, minY: number, maxX: number, maxY: number): Aabb {
  return { minX, minY, maxX, maxY };
}

/** Whether no bound is NaN and no lower bound is above its upper one. */
export function isValid(a: Aabb): boolean {
  return a.minX <= a.maxX && a.minY <= a.maxY;
}

/** Smallest box that contains both boxes. */
export function union(a: Aabb, b: Aabb): Aabb {
  return {
    minX: Math.min(a.minX, b.minX),
    minY: Math.min(a.minY, b.minY),
    maxX: Math.max(a.maxX, b.maxX),
    maxY: Math.max(a.maxY, b.maxY),
  };
}

/** Whether two boxes share a point; touching counts. */
export function overlaps(a: Aabb, b: Aabb): boolean {
  return a.minX <= b.maxX && b.minX <= a.maxX && a.minY <= b.maxY && b.minY <= a.maxY;
}

/** Whether b lies within a, borders included. */
export function contains(a: Aabb, b: Aabb): boolean {
  return a.minX <= b.minX && a.minY <= b.minY && b.maxX <= a.maxX && b.maxY <= a.maxY;
}

/** Whether a point lies in a box or on its border. */
export function containsPoint(a: Aabb, p: Vec2): boolean {
  return a.minX <= p.x && p.x <= a.maxX && a.minY <= p.y && p.y <= a.maxY;
}

/** Midpoint of a box, in a fresh object. */
export function center(a: Aabb): Vec2 {
  return { x: 0.5 * (a.minX + a.maxX), y: 0.5 * (a.minY + a.maxY) };
}

/** Half of width and height. */
export function extents(a: Aabb): Vec2 {
  return { x: 0.5 * (a.maxX - a.minX), y: 0.5 * (a.maxY - a.minY) };
}

/** Sum of the four sides. A bounding volume tree uses it as its cost. */
export function perimeter(a: Aabb): number {
  return 2 * (a.maxX - a.minX + (a.maxY - a.minY));
}

/** The box grown by `margin` on every side. */
export function expand(a: Aabb, margin: number): Aabb {
  return { minX: a.minX - margin, minY: a.minY - margin, maxX: a.maxX + margin, maxY: a.maxY + margin };
}

/** Smallest box around points. Without points it is invalid: minima are +Infinity, maxima -Infinity. */
export function fromPoints(points: readonly Vec2[]): Aabb {
  const box = {
    minX: Infinity,
    minY: Infinity,
    maxX: -Infinity,
    maxY: -Infinity,
  };
  for (const { x, y } of points) {
    box.minX = Math.min(box.minX, x);
    box.minY = Math.min(box.minY, y);
    box.maxX = Math.max(box.maxX, x);
    box.maxY = Math.max(box.maxY, y);
  }
  return box;
}

/** Where a ray enters a box. */
export interface AabbRayHit {
  /** Share of the translation, 0..1. */
  fraction: number;
  /** Point at which the ray enters the box. */
  point: Vec2;
  /** Outward normal of the side hit. */
  normal: Vec2;
}

/**
 * First point at which the ray from `origin` along `translation` enters the box, by the slab method. Null if the ray misses, starts inside,
 * or runs parallel to a slab and outside of it.
 */
export function rayCast(a: Aabb, origin: Vec2, translation: Vec2): AabbRayHit | null {
  let enter = -Infinity;
  let leave = Infinity;
  let normal: Vec2 = { x: 0, y: 0 };
  const slabs = [
    [origin.x, translation.x, a.minX, a.maxX, 1, 0],
    [origin.y, translation.y, a.minY, a.maxY, 0, 1],
  ] as const;
  for (const [start, along, low, high, axisX, axisY] of slabs) {
    if (along === 0) {
      if (start < low || start > high) return null;
      continue;
    }
    const near = ((along > 0 ? low : high) - start) / along;
    const far = ((along > 0 ? high : low) - start) / along;
    if (near > enter) {
      enter = near;
      const sign = along > 0 ? -1 : 1;
      normal = { x: sign * axisX + 0, y: sign * axisY + 0 };
    }
    leave = Math.min(leave, far);
  }
  if (enter < 0 || enter > 1 || enter > leave) return null;
  return {
    fraction: enter,
    point: { x: origin.x + enter * translation.x, y: origin.y + enter * translation.y },
    normal,
  };
}
