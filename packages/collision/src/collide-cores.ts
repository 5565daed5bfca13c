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
 * Most edges are dismissed by one dot product: any single vertex w gives s_i <= n_i.(w - v_i), and an edge whose bound is
 * below the best s so far cannot win. On the side where the search starts, w is the deepest vertex of the last edge that was
 * not dismissed. On the other side, w is each of the two ends of the best edge of the first side. The start of the search
 * (cachedEdge) affects only how many edges are dismissed. Ties go to the lower index, and to A unless B is better by more than
 * a tolerance, so the result does not depend on the start.
 */
import { clipFaces, incidentEdge } from './clip-faces.js';
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

  // The two sides in the order of the search: the one with the remembered edge first.
  const cached = out.cachedEdge;
  const startsAtB = cached < 0;
  const one = startsAtB ? b : a;
  const two = startsAtB ? a : b;
  const firstOne = 2 * store.first[one];
  const endOne = firstOne + 2 * store.count[one];
  const firstTwo = 2 * store.first[two];
  const endTwo = firstTwo + 2 * store.count[two];

  // Side one against the vertices of side two, the remembered edge first, then all in order.
  let best = -Infinity;
  let edge = endOne;
  let support = firstTwo;
  let witnessX = 0;
  let witnessY = 0;
  let e = firstOne + 2 * (startsAtB ? -cached - 1 : cached > 0 ? cached - 1 : 0);
  if (e >= endOne) e = firstOne;
  for (let next = firstOne; ; e = next, next += 2) {
    const nx = normals[e];
    const ny = normals[e + 1];
    const vx = vertices[e];
    const vy = vertices[e + 1];
    if (nx * (witnessX - vx) + ny * (witnessY - vy) >= best && e !== edge) {
      let s = Infinity;
      let deepest = firstTwo;
      for (let w = firstTwo; w < endTwo; w += 2) {
        const d = nx * (vertices[w] - vx) + ny * (vertices[w + 1] - vy);
        if (d < s) {
          s = d;
          deepest = w;
        }
      }
      if (s > best || (s === best && e < edge)) {
        if (s > limit) {
          const i = (e - firstOne) >> 1;
          out.cachedEdge = startsAtB ? -i - 1 : i + 1;
          return 0;
        }
        best = s;
        edge = e;
        support = deepest;
      }
      witnessX = vertices[deepest];
      witnessY = vertices[deepest + 1];
    }
    if (next >= endOne) break;
  }

  // Side two: only an edge that beats side one matters. Test the two ends of the best edge of side one first.
  let floor = startsAtB ? best - 2 * tolerance : best + tolerance;
  let edgeTwo = endTwo;
  let supportTwo = firstOne;
  const edgeEnd = edge + 2 < endOne ? edge + 2 : firstOne;
  const startX = vertices[edge];
  const startY = vertices[edge + 1];
  const endX = vertices[edgeEnd];
  const endY = vertices[edgeEnd + 1];
  for (let f = firstTwo; f < endTwo; f += 2) {
    const nx = normals[f];
    const ny = normals[f + 1];
    const vx = vertices[f];
    const vy = vertices[f + 1];
    if (nx * (startX - vx) + ny * (startY - vy) < floor || nx * (endX - vx) + ny * (endY - vy) < floor)
      continue;
    let s = Infinity;
    let deepest = firstOne;
    for (let w = firstOne; w < endOne; w += 2) {
      const d = nx * (vertices[w] - vx) + ny * (vertices[w + 1] - vy);
      if (d < s) {
        s = d;
        deepest = w;
      }
    }
    if (s > floor) {
      if (s > limit) {
        const i = (f - firstTwo) >> 1;
        out.cachedEdge = startsAtB ? i + 1 : -i - 1;
        return 0;
      }
      floor = s;
      edgeTwo = f;
      supportTwo = deepest;
    }
  }

  // B wins if it is better than A by more than the tolerance, whichever of them is side two.
  const useTwo = edgeTwo < endTwo && (startsAtB ? !(best > floor + tolerance) : floor > best + tolerance);
  const useB = useTwo !== startsAtB;
  const reference = useB ? b : a;
  const incident = useB ? a : b;
  const r = useTwo ? edgeTwo : edge;
  const f = useTwo ? supportTwo : support;
  const index = (r - (useTwo ? firstTwo : firstOne)) >> 1;
  out.cachedEdge = useB ? -index - 1 : index + 1;

  const firstIncident = useTwo ? firstOne : firstTwo;
  const edgeIncident = incidentEdge(normals, r, f, firstIncident, useTwo ? endOne : endTwo);
  return clipFaces(store, reference, index, incident, (edgeIncident - firstIncident) >> 1, useB, out);
}
