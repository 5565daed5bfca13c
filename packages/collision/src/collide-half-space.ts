/**
 * Contact of a half-space (solid where n.(p - v) < 0) and a core: the lowest vertex and the lower one of its neighbours.
 *
 * Each vertex w has the separation n.(w - v) - radius. The walls of the articles are such half-spaces.
 */
import { deepestVertex } from './deepest-vertex.js';
import type { GeometryStore } from './geometry-store.js';
import type { Manifold } from './manifold.js';

/** Writes the manifold of a half-space (A) and any core (B); returns its point count. The id of a point is its vertex of B. */
export function collideHalfSpace(store: GeometryStore, a: number, b: number, out: Manifold): number {
  const vertices = store.worldVertices;
  const v = 2 * store.first[a];
  const nx = store.worldNormals[v];
  const ny = store.worldNormals[v + 1];
  const vx = vertices[v];
  const vy = vertices[v + 1];
  const first = store.first[b];
  const count = store.count[b];
  const radius = store.radius[b];
  const limit = out.speculativeDistance + radius;

  const w = deepestVertex(vertices, store.worldNormals, v, 2 * first, 2 * (first + count));
  const low = nx * (vertices[w] - vx) + ny * (vertices[w + 1] - vy);
  if (low > limit) return 0;
  const lowest = (w >> 1) - first;
  out.normalX = nx;
  out.normalY = ny;
  out.face = 1;
  if (count > 1) {
    const next = lowest + 1 < count ? lowest + 1 : 0;
    const previous = lowest > 0 ? lowest - 1 : count - 1;
    const wn = 2 * (first + next);
    const wp = 2 * (first + previous);
    const sn = nx * (vertices[wn] - vx) + ny * (vertices[wn + 1] - vy);
    const sp = nx * (vertices[wp] - vx) + ny * (vertices[wp + 1] - vy);
    const usesNext = sn <= sp;
    const second = usesNext ? sn : sp;
    if (second <= limit) {
      // in the order of the edge, so that the points are not swapped when the other end becomes the lowest
      const start = usesNext ? lowest : previous;
      const end = usesNext ? next : lowest;
      const startS = usesNext ? low : second;
      const endS = usesNext ? second : low;
      const startW = 2 * (first + start);
      const endW = 2 * (first + end);
      out.x0 = vertices[startW] - 0.5 * nx * (startS + radius);
      out.y0 = vertices[startW + 1] - 0.5 * ny * (startS + radius);
      out.separation0 = startS - radius;
      out.id0 = start;
      out.x1 = vertices[endW] - 0.5 * nx * (endS + radius);
      out.y1 = vertices[endW + 1] - 0.5 * ny * (endS + radius);
      out.separation1 = endS - radius;
      out.id1 = end;
      return 2;
    }
  }
  out.x0 = vertices[w] - 0.5 * nx * (low + radius);
  out.y0 = vertices[w + 1] - 0.5 * ny * (low + radius);
  out.separation0 = low - radius;
  out.id0 = lowest;
  return 1;
}
