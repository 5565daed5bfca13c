/**
 * Triangles over points inside a convex outline, by the incremental method of Bowyer and Watson (1981): a point is added by
 * taking out every triangle whose circumcircle holds it and joining the point to the rim of the hole. Each triangle is
 * local (its circumcircle is empty), so that the triangles of a shape at rest still cover it after it has bent.
 */

import type { Vec2 } from '@otedama/math2d';

/** How far the outline is bulged, as a share of its size: its collinear points must become corners of the hull. */
const BULGE = 0.02;

/** Shift that keeps four points from lying on one circle exactly, as a share of the size; far below the bulge. */
const SHIFT = 1e-7;

/**
 * Delaunay triangles (three indices each, counter-clockwise) of points whose first ones follow a convex outline. Every edge of the
 * outline is an edge of a triangle, and points on a straight side make no triangle by themselves.
 */
export function triangulate(points: readonly Vec2[]): number[] {
  const n = points.length;
  const cx = points.reduce((sum, p) => sum + p.x, 0) / n;
  const cy = points.reduce((sum, p) => sum + p.y, 0) / n;
  const size = Math.max(...points.map((p) => Math.hypot(p.x - cx, p.y - cy)));
  // p (1 - BULGE |p|^2) moves the ends of a chord inwards by more than its middle: straight sides bend outwards
  const placed = points.map((p, i): Vec2 => {
    const x = (p.x - cx) / size;
    const y = (p.y - cy) / size;
    const k = 1 - BULGE * (x * x + y * y);
    return { x: k * x + SHIFT * Math.sin(12.9898 * i), y: k * y + SHIFT * Math.sin(78.233 * i) };
  });
  // three corners far outside, taken away in the end
  const all = [...placed, { x: -1e4, y: -1e4 }, { x: 1e4, y: -1e4 }, { x: 0, y: 1e4 }];
  let triangles: [number, number, number][] = [[n, n + 1, n + 2]];
  for (let i = 0; i < n; i++) {
    const p = placed[i];
    const rim = new Map<string, [number, number]>();
    triangles = triangles.filter(([a, b, c]) => {
      if (!inCircle(all[a], all[b], all[c], p)) return true;
      for (const [from, to] of [
        [a, b],
        [b, c],
        [c, a],
      ] as const) {
        // an edge of two triangles that both go is inside the hole
        if (!rim.delete(`${to} ${from}`)) rim.set(`${from} ${to}`, [from, to]);
      }
      return false;
    });
    for (const [from, to] of rim.values()) triangles.push([from, to, i]);
  }
  return triangles.filter((corners) => Math.max(...corners) < n).flat();
}

/** Whether p lies inside the circle through a, b and c (counter-clockwise). */
function inCircle(a: Vec2, b: Vec2, c: Vec2, p: Vec2): boolean {
  const [ax, ay] = [a.x - p.x, a.y - p.y];
  const [bx, by] = [b.x - p.x, b.y - p.y];
  const [cx, cy] = [c.x - p.x, c.y - p.y];
  const determinant =
    (ax * ax + ay * ay) * (bx * cy - cx * by) -
    (bx * bx + by * by) * (ax * cy - cx * ay) +
    (cx * cx + cy * cy) * (ax * by - bx * ay);
  return determinant > 0;
}
