/**
 * Contact points of two faces: the incident edge is clipped to the width of the reference edge.
 *
 * In the frame of the reference edge v1 -> v2, with tangent t along it and outward normal n, the incident edge
 * w1 -> w2 runs backwards, so w2 is its lower end along t:
 *
 *     t_k = t.(w_k - v1),  s_k = n.(w_k - v1)                       k = 1, 2
 *     s(t) = s2 + (t - t2) (s1 - s2) / (t1 - t2)                    t in [max(t2, 0), min(t1, L)]
 *
 * The contact points are the ends of that interval. Their separations are s minus the two radii. The separation is measured
 * along the normal only, however far the edges are shifted along each other.
 *
 * If the cores are apart and the nearest features are two vertices, the distance along the face normal is not the true
 * distance. The contact is then one point on the line through the vertices.
 *
 * The id of a point contains the two end vertices on its side: (v1, w2) for the lower point, (v2, w1) for the upper one. It
 * is the same whether the point is an end of the one edge or of the other, and whichever of the two faces is the reference.
 * So it does not change while a box slides, or when the reference face changes.
 */
import { COORDINATE_ROUNDING, RELATIVE_TOLERANCE } from './constants.js';
import { markCorner } from './corner.js';
import type { GeometryStore } from './geometry-store.js';
import type { Manifold } from './manifold.js';

/**
 * Writes the manifold of edge `i` of shape `reference` against edge `j` of shape `incident` and returns its point count.
 * The edge `j` must contain the incident vertex deepest below edge `i`. `flipped`: the reference is shape B of the pair.
 */
export function clipFaces(
  store: GeometryStore,
  reference: number,
  i: number,
  incident: number,
  j: number,
  flipped: boolean,
  out: Manifold,
): number {
  const vertices = store.worldVertices;
  const normals = store.worldNormals;
  const firstR = store.first[reference];
  const firstI = store.first[incident];
  const i2 = i + 1 < store.count[reference] ? i + 1 : 0;
  const j2 = j + 1 < store.count[incident] ? j + 1 : 0;
  const radiusR = store.radius[reference];
  const radiusI = store.radius[incident];
  const radii = radiusR + radiusI;
  const limit = out.speculativeDistance + radii;

  const v1 = 2 * (firstR + i);
  const v2 = 2 * (firstR + i2);
  const w1 = 2 * (firstI + j);
  const w2 = 2 * (firstI + j2);
  const v1x = vertices[v1];
  const v1y = vertices[v1 + 1];
  const nx = normals[v1];
  const ny = normals[v1 + 1];
  out.faceX = nx;
  out.faceY = ny;
  // t = (-ny, nx)
  const length = nx * (vertices[v2 + 1] - v1y) - ny * (vertices[v2] - v1x);
  const d1x = vertices[w1] - v1x;
  const d1y = vertices[w1 + 1] - v1y;
  const d2x = vertices[w2] - v1x;
  const d2y = vertices[w2 + 1] - v1y;
  const t1 = nx * d1y - ny * d1x;
  const s1 = nx * d1x + ny * d1y;
  const t2 = nx * d2y - ny * d2x;
  const s2 = nx * d2x + ny * d2y;

  const extentR = store.extent[reference];
  const extentI = store.extent[incident];
  const tolerance =
    RELATIVE_TOLERANCE * Math.min(extentR, extentI) + COORDINATE_ROUNDING * (Math.abs(v1x) + Math.abs(v1y));
  const sign = flipped ? -1 : 1;
  // ids with the vertex of A in the upper byte
  const lowerId = flipped ? (j2 << 8) | i : (i << 8) | j2;
  const upperId = flipped ? (j << 8) | i2 : (i2 << 8) | j;

  const lowerIsDeepest = s2 <= s1;
  const deepS = lowerIsDeepest ? s2 : s1;
  const deepT = lowerIsDeepest ? t2 : t1;

  if (deepS > -tolerance && (deepT < -tolerance || deepT > length + tolerance)) {
    // The deepest vertex is beside the reference edge: find the point of the incident edge nearest to that end of the reference edge.
    const atLower = deepT < 0;
    const corner = atLower ? 0 : length;
    const et = t1 - t2;
    const es = s1 - s2;
    const along = (corner - t2) * et - s2 * es;
    if (along <= 0 || along >= et * et + es * es) {
      const atW2 = along <= 0;
      const dt = (atW2 ? t2 : t1) - corner;
      const ds = atW2 ? s2 : s1;
      const distance = Math.sqrt(dt * dt + ds * ds);
      if (distance > tolerance) {
        if (distance > limit) return 0;
        const ct = dt / distance;
        const cs = ds / distance;
        const normalX = nx * cs - ny * ct;
        const normalY = ny * cs + nx * ct;
        const middle = 0.5 * (distance + radiusR - radiusI);
        out.normalX = sign * normalX;
        out.normalY = sign * normalY;
        out.face = 0;
        out.x0 = v1x - ny * corner + normalX * middle;
        out.y0 = v1y + nx * corner + normalY * middle;
        out.separation0 = distance - radii;
        const vertexR = atLower ? i : i2;
        const vertexI = atW2 ? j2 : j;
        out.id0 = flipped ? (vertexI << 8) | vertexR : (vertexR << 8) | vertexI;
        markCorner(store, reference, vertexR, incident, vertexI, atLower ? -1 : 1, true, out);
        return 1;
      }
    }
  }

  out.normalX = sign * nx;
  out.normalY = sign * ny;
  out.face = sign;
  const lowT = Math.max(t2, 0);
  const highT = Math.min(t1, length);
  if (highT - lowT <= out.cornerWidth) {
    // the two edges overlap only at their ends: the upper end of one and the lower end of the other
    const atUpper = t1 > length;
    markCorner(store, reference, atUpper ? i2 : i, incident, atUpper ? j2 : j, atUpper ? 1 : -1, false, out);
  }
  // Two points if there is room. Otherwise the faces meet in a corner, or are so short that both points would coincide: one point.
  let t = deepT < 0 ? 0 : Math.min(deepT, length);
  let s = deepS;
  let isLower = lowerIsDeepest;
  if (highT - lowT > tolerance) {
    const slope = (s1 - s2) / (t1 - t2);
    const lowS = t2 > 0 ? s2 : s2 - t2 * slope;
    const highS = t1 < length ? s1 : s1 + (length - t1) * slope;
    if (lowS <= limit && highS <= limit) {
      // in the order of A's edge, whichever face is the reference
      const startT = flipped ? highT : lowT;
      const startS = flipped ? highS : lowS;
      const endT = flipped ? lowT : highT;
      const endS = flipped ? lowS : highS;
      const startMiddle = 0.5 * (startS + radiusR - radiusI);
      const endMiddle = 0.5 * (endS + radiusR - radiusI);
      out.x0 = v1x - ny * startT + nx * startMiddle;
      out.y0 = v1y + nx * startT + ny * startMiddle;
      out.separation0 = startS - radii;
      out.id0 = flipped ? upperId : lowerId;
      out.x1 = v1x - ny * endT + nx * endMiddle;
      out.y1 = v1y + nx * endT + ny * endMiddle;
      out.separation1 = endS - radii;
      out.id1 = flipped ? lowerId : upperId;
      return 2;
    }
    // only the end that is near enough, if there is one
    const useLow = lowS <= limit;
    t = useLow ? lowT : highT;
    s = useLow ? lowS : highS;
    isLower = useLow;
  }
  if (s > limit) return 0;
  const middle = 0.5 * (s + radiusR - radiusI);
  out.x0 = v1x - ny * t + nx * middle;
  out.y0 = v1y + nx * t + ny * middle;
  out.separation0 = s - radii;
  out.id0 = isLower ? lowerId : upperId;
  return 1;
}

/**
 * Returns the incident edge of a core for the reference normal at `r`: of the two edges at the deepest vertex `f`, the one whose normal is
 * more opposite to it. All are offsets in `normals`; those of the core are `first` to `end`.
 */
export function incidentEdge(
  normals: Float64Array,
  r: number,
  f: number,
  first: number,
  end: number,
): number {
  const previous = f > first ? f - 2 : end - 2;
  const nx = normals[r];
  const ny = normals[r + 1];
  const facing = nx * normals[f] + ny * normals[f + 1];
  const facingPrevious = nx * normals[previous] + ny * normals[previous + 1];
  return facingPrevious < facing ? previous : f;
}
