/** A point or a vector of the plane. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Pose of a body, which places its shapes. */
export interface Placement extends Point {
  readonly c: number;
  readonly s: number;
}

export const place = (t: Placement, p: Point): Point => ({
  x: t.x + t.c * p.x - t.s * p.y,
  y: t.y + t.s * p.x + t.c * p.y,
});

/** Corners of the convex hull, counter-clockwise, with Andrew's monotone chain. Points on its edges are omitted. */
export function convexHull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((p, q) => p.x - q.x || p.y - q.y);
  const size = sorted.reduce((most, p) => Math.max(most, Math.abs(p.x), Math.abs(p.y)), 0);
  const chain = (order: readonly Point[]): Point[] => {
    const hull: Point[] = [];
    for (const p of order) {
      for (let n = hull.length; n >= 2; n = hull.length) {
        const [a, b] = [hull[n - 2], hull[n - 1]];
        const left = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
        if (left > 1e-12 * size * size) break;
        hull.pop();
      }
      hull.push(p);
    }
    return hull.slice(0, -1);
  };
  if (sorted.length < 3) return sorted;
  return [...chain(sorted), ...chain(sorted.reverse())];
}
