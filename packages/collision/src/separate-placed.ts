/**
 * Distance and depth of two placed shapes of a `GeometryStore`: what sweeps of bodies ask for, hence without an allocation.
 *
 * Cores are small (64 vertices at most, four as a rule), so both answers are found by going through their features:
 *
 *     depth     s = max over the edges i of both cores of min over the other's vertices w of n_i . (w - v_i)       if s <= 0
 *     distance  the least distance of an edge of one core to a vertex of the other                                 if s > 0
 *
 * The first is exact because the edges of both cores are those of their Minkowski difference, the second because the nearest points of
 * two disjoint convex cores lie on an edge and at a vertex, or at two vertices. Radii are subtracted at the end.
 *
 * Of two cores without area on one line (a capsule above a circle, two segments end to end) the difference has no area either, and no edge
 * across its ends: s is then 0 however far they are apart, or what rounding makes of 0. But overlapping cores have an edge and a vertex no
 * further from each other than their depth, distance <= -s; flat ones that are further are apart.
 */
import type { GeometryStore } from './geometry-store.js';
import { HALF_SPACE } from './shape-kinds.js';

/** What `separatePlaced` found. One object serves all pairs. */
export class PlacedSeparation {
  /** Distance of the surfaces, m; negative: how deep they overlap. */
  separation = 0;
  /**
   * Unit normal from A to B, world axes, along which the gap is `separation`: no vertex of B lies deeper, so moving B by t changes the gap
   * by n . t at least.
   */
  normalX = 0;
  /** The same along y: unit normal from A to B. */
  normalY = 0;
}

/**
 * Distance or depth of two shapes at the poses they are placed at. A chain segment counts as the segment it is, from both sides. Two half-spaces
 * are not compared: their separation is infinite.
 * @param a id of shape A
 * @param b id of shape B
 */
export function separatePlaced(store: GeometryStore, a: number, b: number, out: PlacedSeparation): void {
  if (store.kind[a] === HALF_SPACE) {
    separateHalfSpace(store, a, b, out);
    return;
  }
  if (store.kind[b] === HALF_SPACE) {
    separateHalfSpace(store, b, a, out);
    out.normalX = -out.normalX;
    out.normalY = -out.normalY;
    return;
  }
  const radii = store.radius[a] + store.radius[b];
  if (store.count[a] === 1 && store.count[b] === 1) {
    const p = 2 * store.first[a];
    const q = 2 * store.first[b];
    const dx = store.worldVertices[q] - store.worldVertices[p];
    const dy = store.worldVertices[q + 1] - store.worldVertices[p + 1];
    const distance = Math.sqrt(dx * dx + dy * dy);
    out.normalX = distance > 0 ? dx / distance : 0;
    out.normalY = distance > 0 ? dy / distance : 1;
    out.separation = distance - radii;
    return;
  }

  // the edge that parts the cores most; its normal is turned to point from A to B
  out.separation = Number.NEGATIVE_INFINITY;
  deepestBehindEdges(store, a, b, 1, out);
  deepestBehindEdges(store, b, a, -1, out);
  const along = out.separation;
  out.separation -= radii;
  const areFlat = store.count[a] < 3 && store.count[b] < 3;
  if (along <= 0 && !areFlat) return;

  nearest.squared = Number.POSITIVE_INFINITY;
  nearestOfEdges(store, a, b, 1);
  nearestOfEdges(store, b, a, -1);
  const distance = Math.sqrt(nearest.squared);
  if (along <= 0 && -along >= FLAT_SHARE * distance) return;
  // faces to faces keep the normal of the edge, which knows more digits than a short difference
  if (distance <= along * FACE_SHARE) return;
  out.separation = distance - radii;
  out.normalX = nearest.dx / distance;
  out.normalY = nearest.dy / distance;
}

/** Up to this share of their distance a depth of flat cores on one line is rounding. */
const FLAT_SHARE = 1e-9;

/** Up to this share of the gap along an edge's normal a distance counts as the same. */
const FACE_SHARE = 1 + 1e-12;

/** Scratch of one call: the shortest way from A to B so far. */
const nearest = { squared: 0, dx: 0, dy: 0 };

function separateHalfSpace(store: GeometryStore, plane: number, other: number, out: PlacedSeparation): void {
  const { worldVertices: vertices, worldNormals: normals } = store;
  const p = 2 * store.first[plane];
  const nx = normals[p];
  const ny = normals[p + 1];
  out.normalX = nx;
  out.normalY = ny;
  let height = Number.POSITIVE_INFINITY;
  if (store.kind[other] !== HALF_SPACE) {
    const first = 2 * store.first[other];
    for (let w = first, end = first + 2 * store.count[other]; w < end; w += 2) {
      const h = nx * (vertices[w] - vertices[p]) + ny * (vertices[w + 1] - vertices[p + 1]);
      if (h < height) height = h;
    }
  }
  out.separation = height - store.radius[other];
}

/** Raises `out` to the best edge of `one` against the vertices of `two`; `sign` turns its normal to point from A to B. */
function deepestBehindEdges(
  store: GeometryStore,
  one: number,
  two: number,
  sign: number,
  out: PlacedSeparation,
): void {
  const { worldVertices: vertices, worldNormals: normals, first, count } = store;
  if (count[one] === 1) return;
  const firstOne = 2 * first[one];
  const firstTwo = 2 * first[two];
  const endTwo = firstTwo + 2 * count[two];
  for (let e = firstOne, end = firstOne + 2 * count[one]; e < end; e += 2) {
    const nx = normals[e];
    const ny = normals[e + 1];
    let least = Number.POSITIVE_INFINITY;
    for (let w = firstTwo; w < endTwo; w += 2) {
      const s = nx * (vertices[w] - vertices[e]) + ny * (vertices[w + 1] - vertices[e + 1]);
      if (s < least) least = s;
    }
    if (least > out.separation) {
      out.separation = least;
      out.normalX = sign * nx;
      out.normalY = sign * ny;
    }
  }
}

/** Shortens `nearest` to the way between an edge of `one` and a vertex of `two`; `sign` is 1 if `one` is A. */
function nearestOfEdges(store: GeometryStore, one: number, two: number, sign: number): void {
  const { worldVertices: vertices, first, count } = store;
  if (count[one] === 1) return;
  const firstOne = 2 * first[one];
  const endOne = firstOne + 2 * count[one];
  const firstTwo = 2 * first[two];
  const endTwo = firstTwo + 2 * count[two];
  for (let e = firstOne; e < endOne; e += 2) {
    const f = e + 2 < endOne ? e + 2 : firstOne;
    const px = vertices[e];
    const py = vertices[e + 1];
    const ex = vertices[f] - px;
    const ey = vertices[f + 1] - py;
    const length = ex * ex + ey * ey;
    for (let w = firstTwo; w < endTwo; w += 2) {
      let dx = vertices[w] - px;
      let dy = vertices[w + 1] - py;
      let t = (dx * ex + dy * ey) / length;
      t = t < 0 ? 0 : t > 1 ? 1 : t;
      dx -= t * ex;
      dy -= t * ey;
      const squared = dx * dx + dy * dy;
      if (squared < nearest.squared) {
        nearest.squared = squared;
        nearest.dx = sign * dx;
        nearest.dy = sign * dy;
      }
    }
  }
}
