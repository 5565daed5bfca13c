/**
 * Contact of a shape with one given face of a polygon. `collide` chooses the face of least penetration, which is wrong where a shape is
 * beside the polygon and continues it: its neighbour covers that face, and the shapes can only part along another one.
 */
import { clipFaces, incidentEdge } from './clip-faces.js';
import type { GeometryStore } from './geometry-store.js';
import { featureId, type Manifold } from './manifold.js';

/**
 * Writes the contact of the placed shape `other` with edge `edge` of the placed polygon `polygon` to `out`, as `collide` does, and returns
 * its number of points (0, 1 or 2). The normal is that of the edge. A shape that is not over the edge has no contact.
 * @param edge number of the edge: it begins at this vertex of the polygon
 * @param other id of a circle, capsule, segment or polygon of the store
 * @param isFlipped whether the polygon is shape B of the manifold and `other` shape A
 * @param speculativeDistance points up to this distance apart are included, m, >= 0
 */
export function collideFace(
  store: GeometryStore,
  polygon: number,
  edge: number,
  other: number,
  isFlipped: boolean,
  speculativeDistance: number,
  out: Manifold,
): number {
  out.speculativeDistance = speculativeDistance;
  out.corners = 0;
  out.count = 0;
  const { worldVertices: vertices, worldNormals: normals } = store;
  const r = 2 * (store.first[polygon] + edge);
  const end = 2 * (store.first[polygon] + (edge + 1 < store.count[polygon] ? edge + 1 : 0));
  const nx = normals[r];
  const ny = normals[r + 1];
  const x = vertices[r];
  const y = vertices[r + 1];
  const radius = store.radius[other];
  // the deepest vertex, and the extent along the edge with t = (-ny, nx)
  const firstVertex = 2 * store.first[other];
  const endVertex = firstVertex + 2 * store.count[other];
  let deepest = firstVertex;
  let least = Infinity;
  let low = Infinity;
  let high = -Infinity;
  for (let w = firstVertex; w < endVertex; w += 2) {
    const dx = vertices[w] - x;
    const dy = vertices[w + 1] - y;
    const s = nx * dx + ny * dy;
    if (s < least) {
      least = s;
      deepest = w;
    }
    const t = nx * dy - ny * dx;
    low = Math.min(low, t);
    high = Math.max(high, t);
  }
  const length = nx * (vertices[end + 1] - y) - ny * (vertices[end] - x);
  if (high < 0 || low > length || least > speculativeDistance + radius + store.radius[polygon]) return 0;
  const sign = isFlipped ? -1 : 1;
  if (endVertex === firstVertex + 2) {
    const middle = 0.5 * (least - radius + store.radius[polygon]);
    out.normalX = sign * nx;
    out.normalY = sign * ny;
    out.face = sign;
    out.x0 = vertices[deepest] - nx * (least - middle);
    out.y0 = vertices[deepest + 1] - ny * (least - middle);
    out.separation0 = least - radius - store.radius[polygon];
    out.id0 = featureId(0, 0);
    out.count = 1;
    return 1;
  }
  const incident = incidentEdge(normals, r, deepest, firstVertex, endVertex);
  const count = clipFaces(store, polygon, edge, other, (incident - firstVertex) >> 1, isFlipped, out);
  // the nearest features are two vertices beside the edge
  if (count === 0 || out.normalX !== sign * nx || out.normalY !== sign * ny) return 0;
  out.count = count;
  return count;
}
