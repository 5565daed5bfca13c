/**
 * Contacts of a chain segment p1 -> p2 with ghosts: one-sided, from the right only, and smooth over the joints.
 *
 * A body that slides over a row of segments must not collide with their ends. A chain may push only along the normals of its
 * segments and, at a convex joint, along directions between the normals of the two segments there (the Gauss map of the chain).
 * With the edges e0 = p1 - ghost1, e = p2 - p1, e2 = ghost2 - p2, a direction d belongs to p1 if that joint is convex and
 * d.e0 >= 0, d.e <= 0. It belongs to p2 if that joint is convex and d.e >= 0, d.e2 <= 0.
 *
 * Around convex joints, the segment and its neighbours are treated as part of a convex body. The axis of greatest separation
 * is searched among the normals of the three segments and the faces of the other shape. These faces are tested against the
 * ends of all three segments. If the best axis belongs to a neighbour, that neighbour reports the contact. A flat or concave
 * joint has no directions between the normals, so the segment uses its own normal. A body whose centre is behind the segment
 * does not touch it.
 */
import { clipFaces, incidentEdge } from './clip-faces.js';
import { COORDINATE_ROUNDING, RELATIVE_TOLERANCE } from './constants.js';
import { deepestVertex } from './deepest-vertex.js';
import type { GeometryStore } from './geometry-store.js';
import { featureId, type Manifold } from './manifold.js';

/** Writes the manifold of a chain segment (A) and any core (B); returns its point count. */
export function collideChain(store: GeometryStore, a: number, b: number, out: Manifold): number {
  return store.count[b] === 1 ? collideCircle(store, a, b, out) : collideEdges(store, a, b, out);
}

/** A circle: its centre is nearest to the segment itself, or to an end whose joint it belongs to. */
function collideCircle(store: GeometryStore, a: number, b: number, out: Manifold): number {
  const vertices = store.worldVertices;
  const normals = store.worldNormals;
  const p = 2 * store.first[a];
  const p1x = vertices[p];
  const p1y = vertices[p + 1];
  const ex = vertices[p + 2] - p1x;
  const ey = vertices[p + 3] - p1y;
  const nx = normals[p];
  const ny = normals[p + 1];
  const cx = store.worldCenters[2 * b] - p1x;
  const cy = store.worldCenters[2 * b + 1] - p1y;
  const height = nx * cx + ny * cy;
  if (height < 0) return 0;
  const radius = store.radius[b];
  const t = nx * cy - ny * cx;
  const length = nx * ey - ny * ex;
  let distance = height;
  out.normalX = nx;
  out.normalY = ny;
  out.face = 1;
  if (t < 0 || t > length) {
    out.face = 0;
    const end = t < 0 ? 0 : 1;
    const dx = t < 0 ? cx : cx - ex;
    const dy = t < 0 ? cy : cy - ey;
    distance = Math.sqrt(dx * dx + dy * dy);
    if (distance > 0) {
      out.normalX = dx / distance;
      out.normalY = dy / distance;
    }
    if (!isConvexJoint(store, a, end) || !belongsToJoint(store, a, end, out)) return 0;
  }
  if (distance > out.speculativeDistance + radius) return 0;
  const middle = 0.5 * (distance + radius);
  out.x0 = p1x + cx - out.normalX * middle;
  out.y0 = p1y + cy - out.normalY * middle;
  out.separation0 = distance - radius;
  out.id0 = featureId(0, 0);
  return 1;
}

/** A core with edges: the axis of greatest separation, if it is one of the segment's own or a face of B, and the clipped faces. */
function collideEdges(store: GeometryStore, a: number, b: number, out: Manifold): number {
  const vertices = store.worldVertices;
  const normals = store.worldNormals;
  const p = 2 * store.first[a];
  const p1x = vertices[p];
  const p1y = vertices[p + 1];
  const p2x = vertices[p + 2];
  const p2y = vertices[p + 3];
  const nx = normals[p];
  const ny = normals[p + 1];
  const height = nx * (store.worldCenters[2 * b] - p1x) + ny * (store.worldCenters[2 * b + 1] - p1y);
  if (height < 0) return 0;
  const limit = out.speculativeDistance + store.radius[b];
  const length = nx * (p2y - p1y) - ny * (p2x - p1x);
  const firstB = 2 * store.first[b];
  const endB = firstB + 2 * store.count[b];

  const extentA = store.extent[a];
  const extentB = store.extent[b];
  const tolerance =
    RELATIVE_TOLERANCE * Math.min(extentA, extentB) +
    COORDINATE_ROUNDING * (Math.abs(p1x) + Math.abs(p1y) + extentA + extentB);

  // The segment's own face.
  const support = deepestVertex(vertices, normals, p, firstB, endB);
  let best = nx * (vertices[support] - p1x) + ny * (vertices[support + 1] - p1y);
  if (best > limit) return 0;

  // The faces of the neighbours at convex joints.
  let isNeighbours = false;
  for (let end = 0; end < 2; end++) {
    if (!isConvexJoint(store, a, end)) continue;
    const from = end === 0 ? p + 4 : p + 2; // ghost1 -> point1, or point2 -> ghost2
    const to = end === 0 ? p : p + 6;
    const ex = vertices[to] - vertices[from];
    const ey = vertices[to + 1] - vertices[from + 1];
    const edgeLength = Math.sqrt(ex * ex + ey * ey);
    let s = Infinity;
    for (let w = firstB; w < endB; w += 2) {
      s = Math.min(s, ey * (vertices[w] - vertices[from]) - ex * (vertices[w + 1] - vertices[from + 1]));
    }
    s /= edgeLength;
    if (s > limit) return 0;
    if (s > best + tolerance) {
      best = s;
      isNeighbours = true;
    }
  }

  // Faces of B against the ends of the segment and, around a convex joint, against the far end of the neighbour.
  let faceB = -1;
  for (let w = firstB; w < endB; w += 2) {
    const mx = normals[w];
    const my = normals[w + 1];
    const wx = vertices[w];
    const wy = vertices[w + 1];
    const toStart = mx * (p1x - wx) + my * (p1y - wy);
    const toEnd = mx * (p2x - wx) + my * (p2y - wy);
    const end = toStart <= toEnd ? 0 : 1;
    let s = end === 0 ? toStart : toEnd;
    // a face of B that faces the same way as the segment may be below it, inside the ground: it does not separate them
    if (s > limit && mx * nx + my * ny <= 0) return 0;
    if (s <= best + tolerance || !isConvexJoint(store, a, end)) continue;
    const ghost = p + 4 + 2 * end;
    // the joint has only directions between the normals of its two segments: none is against a face that faces the way of both
    const joint = p + 2 * end;
    const ahead = mx * (vertices[ghost + 1] - vertices[joint + 1]) - my * (vertices[ghost] - vertices[joint]);
    if (mx * nx + my * ny > 0 && (2 * end - 1) * ahead > 0) continue;
    const toGhost = mx * (vertices[ghost] - wx) + my * (vertices[ghost + 1] - wy);
    const isBeyond = toGhost < s - tolerance;
    if (isBeyond) s = toGhost;
    if (s > best + tolerance) {
      best = s;
      faceB = w;
      isNeighbours = isBeyond;
    }
  }
  if (isNeighbours) return 0;
  if (faceB >= 0) {
    // a normal at more than 90 degrees to the segment's is nearer to the neighbour's: the neighbour reports it
    if (normals[faceB] * nx + normals[faceB + 1] * ny > 0) return 0;
    const points = clipFaces(store, b, (faceB - firstB) >> 1, a, 0, true, out);
    const isCorner = out.normalX !== -normals[faceB] || out.normalY !== -normals[faceB + 1];
    return isCorner && !ownsCorner(store, a, out) ? 0 : points;
  }

  const w1 = incidentEdge(normals, p, support, firstB, endB);
  const w2 = w1 + 2 < endB ? w1 + 2 : firstB;
  const t1 = nx * (vertices[w1 + 1] - p1y) - ny * (vertices[w1] - p1x);
  const t2 = nx * (vertices[w2 + 1] - p1y) - ny * (vertices[w2] - p1x);
  const isBeside = (t1 < 0 && t2 < 0) || (t1 > length && t2 > length);
  if (isBeside && best <= -tolerance) return 0;
  const points = clipFaces(store, a, 0, b, (w1 - firstB) >> 1, false, out);
  const isCorner = out.normalX !== nx || out.normalY !== ny;
  const isOwn = isCorner ? ownsCorner(store, a, out) : !isBeside;
  return isOwn ? points : 0;
}

/** Whether the normal of a contact at an end of the segment is one of the directions of its joint. */
function ownsCorner(store: GeometryStore, chain: number, out: Manifold): boolean {
  const end = out.id0 >> 8;
  return isConvexJoint(store, chain, end) && belongsToJoint(store, chain, end, out);
}

/** Whether the joint at an end (0: point1, 1: point2) is convex, seen from the free side. */
function isConvexJoint(store: GeometryStore, chain: number, end: number): boolean {
  const w = store.worldVertices;
  const p = 2 * store.first[chain];
  const ex = w[p + 2] - w[p];
  const ey = w[p + 3] - w[p + 1];
  // e0 x e, or e x e2
  const cross =
    end === 0
      ? (w[p] - w[p + 4]) * ey - (w[p + 1] - w[p + 5]) * ex
      : ex * (w[p + 7] - w[p + 3]) - ey * (w[p + 6] - w[p + 2]);
  return cross > 0;
}

/** Whether the normal in `out` lies between the normals of the two segments at a convex joint. */
function belongsToJoint(store: GeometryStore, chain: number, end: number, out: Manifold): boolean {
  const dx = out.normalX;
  const dy = out.normalY;
  const w = store.worldVertices;
  const p = 2 * store.first[chain];
  const along = dx * (w[p + 2] - w[p]) + dy * (w[p + 3] - w[p + 1]);
  return end === 0
    ? along <= 0 && dx * (w[p] - w[p + 4]) + dy * (w[p + 1] - w[p + 5]) >= 0
    : along >= 0 && dx * (w[p + 6] - w[p + 2]) + dy * (w[p + 7] - w[p + 3]) <= 0;
}
