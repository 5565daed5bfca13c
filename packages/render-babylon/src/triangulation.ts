/**
 * Triangulation of points inside a convex outline with the incremental method of Bowyer and Watson (1981). To add a point, every
 * triangle whose circumcircle contains it is removed, and the point is connected to the rim of the hole. Each triangle is local (its
 * circumcircle is empty), so the triangles of a shape at rest still cover it after it has bent.
 */

import type { Vec2 } from '@otedama/math2d';

/**
 * Amount by which the outline is bulged, as a fraction of its size. Collinear points of the outline thereby become corners of the
 * hull.
 */
const BULGE = 0.02;

/** Shift that prevents four points from being exactly cocircular, as a fraction of the size. Far smaller than the bulge. */
const SHIFT = 1e-7;

/**
 * Delaunay triangles (three indices each, counter-clockwise) of points whose first ones follow a convex outline. Every edge of the
 * outline is an edge of a triangle. Points on one straight side form no triangle among themselves.
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
  // three corners far outside, removed at the end
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
        // an edge shared by two removed triangles is inside the hole
        if (!rim.delete(`${to} ${from}`)) rim.set(`${from} ${to}`, [from, to]);
      }
      return false;
    });
    for (const [from, to] of rim.values()) triangles.push([from, to, i]);
  }
  return triangles.filter((corners) => Math.max(...corners) < n).flat();
}

/** Whether p is inside the circle through a, b and c (counter-clockwise). */
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
