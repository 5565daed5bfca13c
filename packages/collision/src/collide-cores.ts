/**
 * Contact of two convex cores with at least one edge each (polygons, capsules, segments): separating axes, then clipping.
 *
 * For edge i of A with normal n_i through v_i and the core B
 *
 *     s_i = min over the vertices w of B of n_i.(w - v_i)
 *
 * The greatest s over the edges of both cores is the separation if the nearest features are a face and a vertex, and
 * minus the depth if the cores overlap: the edges of both are the edges of the Minkowski difference
 * [Gregorius, Robust Contact Creation for Physics Simulations, GDC 2015].
 *
 * Most edges are dismissed by one dot product. The disc of radius rho around the centre c of B lies inside B, so
 *
 *     s_i <= n_i.(c - v_i) - rho
 *
 * and an edge whose bound is below the best s so far cannot win; the minimum is cut short in the same way. Where the search
 * starts (cachedEdge) decides only how many edges are dismissed. Ties go to the lower index, and to A unless B is better by
 * more than a tolerance, so the result does not depend on the start.
 */
import { clipFaces } from './clip-faces.js';
import { COORDINATE_ROUNDING, RELATIVE_TOLERANCE } from './constants.js';
import type { GeometryStore } from './geometry-store.js';
import type { Manifold } from './manifold.js';

/** Writes the manifold of two cores with two or more vertices; returns its point count. */
export function collideCores(store: GeometryStore, a: number, b: number, out: Manifold): number {
  const vertices = store.worldVertices;
  const normals = store.worldNormals;
  const centers = store.worldCenters;
  const limit = out.speculativeDistance + store.radius[a] + store.radius[b];
  const extentA = store.extent[a];
  const extentB = store.extent[b];
  const rounding =
    COORDINATE_ROUNDING * (Math.abs(centers[2 * a]) + Math.abs(centers[2 * a + 1]) + extentA + extentB);
  const tolerance = RELATIVE_TOLERANCE * Math.min(extentA, extentB) + rounding;

  const cached = out.cachedEdge;
  const startsAtB = cached < 0;
  let bestA = Number.NEGATIVE_INFINITY;
  let bestB = Number.NEGATIVE_INFINITY;
  let edgeA = 64;
  let edgeB = 64;
  let supportA = 0; // vertex of B deepest below edgeA
  let supportB = 0;

  for (let pass = 0; pass < 2; pass++) {
    const sideB = (pass === 0) === startsAtB;
    const self = sideB ? b : a;
    const other = sideB ? a : b;
    const count = store.count[self];
    const first = store.first[self];
    const otherStart = 2 * store.first[other];
    const otherEnd = otherStart + 2 * store.count[other];
    const cx = centers[2 * other];
    const cy = centers[2 * other + 1];
    const inner = store.innerRadius[other] - rounding;
    // below this the other side wins anyway
    let best = pass === 0 ? Number.NEGATIVE_INFINITY : sideB ? bestA + tolerance : bestB - 2 * tolerance;
    let bestEdge = 64;
    let bestSupport = 0;
    let i = pass === 0 ? (sideB ? -cached - 1 : cached > 0 ? cached - 1 : 0) : 0;
    if (i >= count) i = 0;
    for (let k = 0; k < count; k++) {
      const e = 2 * (first + i);
      const nx = normals[e];
      const ny = normals[e + 1];
      const vx = vertices[e];
      const vy = vertices[e + 1];
      if (nx * (cx - vx) + ny * (cy - vy) - inner >= best) {
        let s = Number.POSITIVE_INFINITY;
        let support = otherStart;
        for (let w = otherStart; w < otherEnd; w += 2) {
          const d = nx * (vertices[w] - vx) + ny * (vertices[w + 1] - vy);
          if (d < s) {
            s = d;
            support = w;
            if (d < best) break;
          }
        }
        if (s > best || (s === best && i < bestEdge)) {
          if (s > limit) {
            out.cachedEdge = sideB ? -i - 1 : i + 1;
            out.count = 0;
            return 0;
          }
          best = s;
          bestEdge = i;
          bestSupport = (support - otherStart) >> 1;
        }
      }
      i = i + 1 < count ? i + 1 : 0;
    }
    if (sideB) {
      bestB = best;
      edgeB = bestEdge;
      supportB = bestSupport;
    } else {
      bestA = best;
      edgeA = bestEdge;
      supportA = bestSupport;
    }
  }

  const useB = bestB > bestA + tolerance && edgeB < 64;
  const reference = useB ? b : a;
  const incident = useB ? a : b;
  const edge = useB ? edgeB : edgeA;
  const support = useB ? supportB : supportA;
  out.cachedEdge = useB ? -edge - 1 : edge + 1;

  // Of the two incident edges at the deepest vertex, the one that faces the reference edge more squarely.
  const e = 2 * (store.first[reference] + edge);
  const nx = normals[e];
  const ny = normals[e + 1];
  const previous = support > 0 ? support - 1 : store.count[incident] - 1;
  const f = 2 * (store.first[incident] + support);
  const g = 2 * (store.first[incident] + previous);
  const facing = nx * normals[f] + ny * normals[f + 1];
  const facingPrevious = nx * normals[g] + ny * normals[g + 1];
  const incidentEdge = facingPrevious < facing ? previous : support;
  return clipFaces(store, reference, edge, incident, incidentEdge, useB, out);
}
