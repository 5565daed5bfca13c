/** Exhaustive reference results for the kernels. They share no code with the sources. */
import type { GeometryStore } from '../../src/geometry-store.js';

interface Point {
  x: number;
  y: number;
}

export function worldCore(store: GeometryStore, id: number): Point[] {
  const points: Point[] = [];
  for (let i = 0; i < store.count[id]; i++) {
    const k = 2 * (store.first[id] + i);
    points.push({ x: store.worldVertices[k], y: store.worldVertices[k + 1] });
  }
  return points;
}

/** Signed width of the gap between two cores along a unit direction. */
export function gapAlong(a: Point[], b: Point[], nx: number, ny: number): number {
  let minB = Number.POSITIVE_INFINITY;
  let maxA = Number.NEGATIVE_INFINITY;
  // relative to a[0], so that no digits are lost far from the origin
  for (const w of b) minB = Math.min(minB, nx * (w.x - a[0].x) + ny * (w.y - a[0].y));
  for (const v of a) maxA = Math.max(maxA, nx * (v.x - a[0].x) + ny * (v.y - a[0].y));
  return minB - maxA;
}

function pointToSegment(p: Point, a: Point, b: Point): { distance: number; x: number; y: number } {
  const ex = b.x - a.x;
  const ey = b.y - a.y;
  const squared = ex * ex + ey * ey;
  const f = squared > 0 ? Math.max(0, Math.min(1, ((p.x - a.x) * ex + (p.y - a.y) * ey) / squared)) : 0;
  const x = p.x - (a.x + f * ex);
  const y = p.y - (a.y + f * ey);
  return { distance: Math.hypot(x, y), x, y };
}

/**
 * Signed distance of two cores: the smallest distance over all vertex-edge pairs if an axis separates them, otherwise minus the smallest
 * overlap over all edge normals. Also the unit normal from A to B.
 */
export function bruteForceCores(a: Point[], b: Point[]): { distance: number; nx: number; ny: number } {
  const best = { distance: Number.NEGATIVE_INFINITY, nx: 0, ny: 0 };
  const consider = (nx: number, ny: number): void => {
    const gap = gapAlong(a, b, nx, ny);
    if (gap > best.distance) Object.assign(best, { distance: gap, nx, ny });
  };
  for (const [core, sign] of [
    [a, 1],
    [b, -1],
  ] as const) {
    for (let i = 0; core.length > 1 && i < core.length; i++) {
      const p = core[i];
      const q = core[(i + 1) % core.length];
      const length = Math.hypot(q.x - p.x, q.y - p.y);
      consider((sign * (q.y - p.y)) / length, (-sign * (q.x - p.x)) / length);
    }
  }
  const nearest = { distance: Number.POSITIVE_INFINITY, nx: 0, ny: 0 };
  for (const [from, to, sign] of [
    [a, b, -1],
    [b, a, 1],
  ] as const) {
    for (const p of from) {
      for (let i = 0; i < to.length; i++) {
        const r = pointToSegment(p, to[i], to[(i + 1) % to.length]);
        if (r.distance < nearest.distance) {
          const scale = r.distance > 0 ? sign / r.distance : 0;
          Object.assign(nearest, { distance: r.distance, nx: r.x * scale, ny: r.y * scale });
        }
      }
    }
  }
  // a direction with a positive gap means that the cores are disjoint
  const isApart = nearest.distance > 0 && gapAlong(a, b, nearest.nx, nearest.ny) > 0;
  return isApart ? nearest : best;
}
