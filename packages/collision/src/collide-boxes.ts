/**
 * Contact of two boxes: the separating axes in closed form, then the same clipping as for all polygons.
 *
 * With the centre offset d = cB - cA, the normals n0, n1 of A and m0, m1 of B, half sizes a0, a1 and b0, b1, and
 * c = |n0.m0| = |n1.m1|, s = |n0.m1| = |n1.m0|:
 *
 *     s_A0 = |d.n0| - a0 - (c b0 + s b1)         s_A1 = |d.n1| - a1 - (s b0 + c b1)
 *     s_B0 = |d.m0| - b0 - (c a0 + s a1)         s_B1 = |d.m1| - b1 - (s a0 + c a1)
 */
import { clipFaces } from './clip-faces.js';
import { COORDINATE_ROUNDING, RELATIVE_TOLERANCE } from './constants.js';
import type { GeometryStore } from './geometry-store.js';
import type { Manifold } from './manifold.js';

/** Writes the manifold of two boxes (rounded or not); returns its point count. */
export function collideBoxes(store: GeometryStore, a: number, b: number, out: Manifold): number {
  const normals = store.worldNormals;
  const centers = store.worldCenters;
  const half = store.halfSizes;
  const n = 2 * store.first[a];
  const m = 2 * store.first[b];
  const nx = normals[n];
  const ny = normals[n + 1];
  const mx = normals[m];
  const my = normals[m + 1];
  const ax = centers[2 * a];
  const ay = centers[2 * a + 1];
  const dx = centers[2 * b] - ax;
  const dy = centers[2 * b + 1] - ay;
  const a0 = half[2 * a];
  const a1 = half[2 * a + 1];
  const b0 = half[2 * b];
  const b1 = half[2 * b + 1];
  const limit = out.speculativeDistance + store.radius[a] + store.radius[b];

  const cosine = nx * mx + ny * my;
  const sine = nx * my - ny * mx;
  const c = Math.abs(cosine);
  const s = Math.abs(sine);
  const dn0 = dx * nx + dy * ny;
  const dn1 = dy * nx - dx * ny;
  const sA0 = Math.abs(dn0) - a0 - (c * b0 + s * b1);
  if (sA0 > limit) return 0;
  const sA1 = Math.abs(dn1) - a1 - (s * b0 + c * b1);
  if (sA1 > limit) return 0;
  const dm0 = dx * mx + dy * my;
  const dm1 = dy * mx - dx * my;
  const sB0 = Math.abs(dm0) - b0 - (c * a0 + s * a1);
  if (sB0 > limit) return 0;
  const sB1 = Math.abs(dm1) - b1 - (s * a0 + c * a1);
  if (sB1 > limit) return 0;

  // Edges 0 and 1 face along the normals 0 and 1, edges 2 and 3 against them. The other centre is at +d from A, at -d from B.
  const eA0 = dn0 >= 0 ? 0 : 2;
  const eA1 = dn1 >= 0 ? 1 : 3;
  const eB0 = dm0 <= 0 ? 0 : 2;
  const eB1 = dm1 <= 0 ? 1 : 3;
  const useA1 = sA1 > sA0 || (sA1 === sA0 && eA1 < eA0);
  const useB1 = sB1 > sB0 || (sB1 === sB0 && eB1 < eB0);
  const bestA = useA1 ? sA1 : sA0;
  const bestB = useB1 ? sB1 : sB0;
  const extentA = store.extent[a];
  const extentB = store.extent[b];
  const tolerance =
    RELATIVE_TOLERANCE * Math.min(extentA, extentB) +
    COORDINATE_ROUNDING * (Math.abs(ax) + Math.abs(ay) + extentA + extentB);
  const useB = bestB > bestA + tolerance;

  // The normal of the incident edge is the one most opposite to the reference normal. The reference normal has the components
  // (p, q) along the incident box's normals 0 and 1.
  const edge = useB ? (useB1 ? eB1 : eB0) : useA1 ? eA1 : eA0;
  const turn = useB ? -sine : sine; // rotation from the reference box to the incident box
  let p = (edge & 1) === 0 ? cosine : turn;
  let q = (edge & 1) === 0 ? -turn : cosine;
  if (edge >= 2) {
    p = -p;
    q = -q;
  }
  const incidentEdge = Math.abs(p) > Math.abs(q) ? (p > 0 ? 2 : 0) : q > 0 ? 3 : 1;
  return clipFaces(store, useB ? b : a, edge, useB ? a : b, incidentEdge, useB, out);
}
