/**
 * Contacts of circles with circles, capsules, segments and polygons. At most one point.
 *
 * Let p be the point of the other core nearest to the centre q. The normal is (q - p) / |q - p|, the separation is
 * |q - p| minus the radii. If the centre is on or inside the other core, the normal is that of the nearest edge.
 */
import { COORDINATE_ROUNDING, RELATIVE_TOLERANCE } from './constants.js';
import { markCorner } from './corner.js';
import type { GeometryStore } from './geometry-store.js';
import type { Manifold } from './manifold.js';

/** Writes the manifold of two circles; returns its point count. */
export function collideCircles(store: GeometryStore, a: number, b: number, out: Manifold): number {
  const vertices = store.worldVertices;
  const p = 2 * store.first[a];
  const q = 2 * store.first[b];
  const radiusA = store.radius[a];
  const radiusB = store.radius[b];
  const px = vertices[p];
  const py = vertices[p + 1];
  const dx = vertices[q] - px;
  const dy = vertices[q + 1] - py;
  const squared = dx * dx + dy * dy;
  const limit = out.speculativeDistance + radiusA + radiusB;
  if (squared > limit * limit) return 0;
  const distance = Math.sqrt(squared);
  let nx = 0;
  let ny = a < b ? 1 : -1; // concentric: any direction, the opposite one when the circles are swapped
  if (distance > 0) {
    nx = dx / distance;
    ny = dy / distance;
  }
  const middle = 0.5 * (distance + radiusA - radiusB);
  out.normalX = nx;
  out.normalY = ny;
  out.face = 0;
  out.x0 = px + nx * middle;
  out.y0 = py + ny * middle;
  out.separation0 = distance - radiusA - radiusB;
  out.id0 = 0;
  return 1;
}

/** Writes the manifold of a core with edges (A: polygon, capsule or segment) and a circle (B); returns its point count. */
export function collideCoreCircle(store: GeometryStore, a: number, b: number, out: Manifold): number {
  const vertices = store.worldVertices;
  const normals = store.worldNormals;
  const first = store.first[a];
  const count = store.count[a];
  const q = 2 * store.first[b];
  const qx = vertices[q];
  const qy = vertices[q + 1];
  const radiusA = store.radius[a];
  const radiusB = store.radius[b];
  const limit = out.speculativeDistance + radiusA + radiusB;

  // the edge with the greatest signed distance to the centre, the lowest one if there are several; the remembered one first
  let edge = out.cachedEdge;
  if (edge < 0 || edge >= count) edge = 0;
  let best = -Infinity;
  for (let i = edge, next = 0; i < count; i = next++) {
    const e = 2 * (first + i);
    const s = normals[e] * (qx - vertices[e]) + normals[e + 1] * (qy - vertices[e + 1]);
    // one branch, see `collide-cores.ts`
    if (+(s > best) | (+(s === best) & +(i < edge))) {
      best = s;
      edge = i;
    }
  }
  out.cachedEdge = edge;
  if (best > limit) return 0;

  const end = edge + 1 < count ? edge + 1 : 0;
  const v1 = 2 * (first + edge);
  const v2 = 2 * (first + end);
  let nx = normals[v1];
  let ny = normals[v1 + 1];
  const v1x = vertices[v1];
  const v1y = vertices[v1 + 1];
  const extentA = store.extent[a];
  const extentB = store.extent[b];
  const tolerance =
    RELATIVE_TOLERANCE * Math.min(extentA, extentB) + COORDINATE_ROUNDING * (Math.abs(qx) + Math.abs(qy));
  let distance = best;
  out.face = 1;
  if (best > -tolerance) {
    // t = (-ny, nx) along the edge
    const t = nx * (qy - v1y) - ny * (qx - v1x);
    const length = nx * (vertices[v2 + 1] - v1y) - ny * (vertices[v2] - v1x);
    if (t < 0 || t > length) {
      const corner = t < 0 ? v1 : v2;
      const dx = qx - vertices[corner];
      const dy = qy - vertices[corner + 1];
      const toCorner = Math.sqrt(dx * dx + dy * dy);
      if (toCorner > tolerance) {
        if (toCorner > limit) return 0;
        out.faceX = nx;
        out.faceY = ny;
        markCorner(store, a, t < 0 ? edge : end, b, 0, t < 0 ? -1 : 1, true, out);
        distance = toCorner;
        out.face = 0;
        nx = dx / toCorner;
        ny = dy / toCorner;
      }
    }
  }
  // midway between q - n radiusB and q - n (distance - radiusA)
  const middle = 0.5 * (distance - radiusA + radiusB);
  out.normalX = nx;
  out.normalY = ny;
  out.x0 = qx - nx * middle;
  out.y0 = qy - ny * middle;
  out.separation0 = distance - radiusA - radiusB;
  out.id0 = 0;
  return 1;
}
