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
 *
 * A wrong guess of the processor at a branch costs as much as two of these dot products. Tests that are as good as random alone but
 * nearly always agree are therefore joined to one branch by `&` and `|`. The remembered vertex makes the comparisons of a search for
 * the deepest one foreseeable.
 */
import { clipFaces, incidentEdge } from './clip-faces.js';
import { COORDINATE_ROUNDING, RELATIVE_TOLERANCE } from './constants.js';
import { deepestVertex } from './deepest-vertex.js';
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
  const tolerance =
    RELATIVE_TOLERANCE * Math.min(extentA, extentB) +
    COORDINATE_ROUNDING * (Math.abs(centers[2 * a]) + Math.abs(centers[2 * a + 1]) + extentA + extentB);

  // The two sides in the order of the search: the one with the remembered edge first.
  const swap = out.cachedEdge >> 31; // -1 if that is B, otherwise 0
  const start = out.cachedEdge ^ swap;
  const one = a ^ ((a ^ b) & swap);
  const two = a ^ b ^ one;
  const firstOne = 2 * store.first[one];
  const endOne = firstOne + 2 * store.count[one];
  const firstTwo = 2 * store.first[two];
  const endTwo = firstTwo + 2 * store.count[two];

  // Side one against the vertices of side two, the remembered edge and vertex first, then all in order.
  let best = -Infinity;
  let edge = endOne;
  let support = firstTwo + 2 * (start >> 8);
  if (support >= endTwo) support = firstTwo;
  let witnessX = 0;
  let witnessY = 0;
  let e = firstOne + 2 * (start & 255);
  if (e >= endOne) e = firstOne;
  for (let next = firstOne; ; e = next, next += 2) {
    const nx = normals[e];
    const ny = normals[e + 1];
    const vx = vertices[e];
    const vy = vertices[e + 1];
    const bound = nx * (witnessX - vx) + ny * (witnessY - vy);
    if (+(bound >= best) & +(e !== edge)) {
      const deepest = deepestVertex(vertices, normals, e, firstTwo, endTwo, support);
      const s = nx * (vertices[deepest] - vx) + ny * (vertices[deepest + 1] - vy);
      if (s > best || (s === best && e < edge)) {
        out.cachedEdge = (((e - firstOne) >> 1) + ((deepest - firstTwo) << 7)) ^ swap;
        if (s > limit) return 0;
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
  let floor = best + (1 + 3 * swap) * tolerance; // best + tolerance, or best - 2 tolerance
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
    const boundOfStart = nx * (startX - vx) + ny * (startY - vy);
    const boundOfEnd = nx * (endX - vx) + ny * (endY - vy);
    if (+(boundOfStart < floor) | +(boundOfEnd < floor)) continue;
    const deepest = deepestVertex(vertices, normals, f, firstOne, endOne);
    const s = nx * (vertices[deepest] - vx) + ny * (vertices[deepest + 1] - vy);
    if (s > floor) {
      if (s > limit) return 0;
      floor = s;
      edgeTwo = f;
      supportTwo = deepest;
    }
  }

  // B wins if it is better than A by more than the tolerance, whichever of them is side two.
  const useTwo = edgeTwo < endTwo && (swap < 0 ? !(best > floor + tolerance) : floor > best + tolerance);
  const reference = useTwo ? two : one;
  const r = useTwo ? edgeTwo : edge;
  const f = useTwo ? supportTwo : support;
  const index = (r - (useTwo ? firstTwo : firstOne)) >> 1;
  const firstIncident = useTwo ? firstOne : firstTwo;
  const side = useTwo ? ~swap : swap;
  out.cachedEdge = (index + ((f - firstIncident) << 7)) ^ side;
  const edgeIncident = incidentEdge(normals, r, f, firstIncident, useTwo ? endOne : endTwo);
  return clipFaces(
    store,
    reference,
    index,
    a ^ b ^ reference,
    (edgeIncident - firstIncident) >> 1,
    side < 0,
    out,
  );
}
