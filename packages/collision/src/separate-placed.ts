/**
 * Distance and penetration depth of two placed shapes of a `GeometryStore`. Sweeps of bodies call this, so it does not allocate.
 *
 * Cores are small (at most 64 vertices, usually four), so both results are found by looping over their features:
 *
 *     depth     s = max over the edges i of both cores of min over the other's vertices w of n_i . (w - v_i)       if s <= 0
 *     distance  the least distance of an edge of one core to a vertex of the other                                 if s > 0
 *
 * The depth is exact because the edges of both cores are the edges of their Minkowski difference. The distance is exact because the nearest
 * points of two disjoint convex cores lie on an edge and at a vertex, or at two vertices. Radii are subtracted at the end.
 *
 * Two cores without area on one line (a capsule above a circle, two segments end to end) are a special case. Their difference has no area
 * either, and no edge across its ends. So s is 0 up to rounding, at any distance. But overlapping cores always have an edge and a vertex
 * with distance <= -s. Flat cores with a larger distance are separated.
 */
import type { GeometryStore } from './geometry-store.js';
import { HALF_SPACE } from './shape-kinds.js';

/** Result of `separatePlaced`. One object is reused for all pairs. */
export class PlacedSeparation {
  /** Distance of the surfaces, m; negative if they overlap. */
  separation = 0;
  /**
   * Unit normal from A to B, world axes: x. The gap along it is `separation`. No vertex of B lies deeper, so moving B by t changes
   * the gap by at least n . t.
   */
  normalX = 0;
  /** Unit normal from A to B: y. */
  normalY = 0;
}

/**
 * Computes the distance or depth of two shapes at their placed poses. A chain segment counts as a two-sided segment. Two half-spaces are
 * not compared: their separation is infinite.
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

  // find the edge of maximum separation; its normal is flipped to point from A to B
  out.separation = -Infinity;
  deepestBehindEdges(store, a, b, 1, out);
  deepestBehindEdges(store, b, a, -1, out);
  const along = out.separation;
  out.separation -= radii;
  const areFlat = store.count[a] < 3 && store.count[b] < 3;
  if (along <= 0 && !areFlat) return;

  nearest.squared = Infinity;
  nearestOfEdges(store, a, b, 1);
  nearestOfEdges(store, b, a, -1);
  const distance = Math.sqrt(nearest.squared);
  if (along <= 0 && -along >= FLAT_SHARE * distance) return;
  // face against face: keep the edge normal, it is more precise than the normal from a short difference
  if (distance <= along * FACE_SHARE) return;
  out.separation = distance - radii;
  out.normalX = nearest.dx / distance;
  out.normalY = nearest.dy / distance;
}

/** Flat cores on one line: a depth up to this share of their distance is rounding. */
const FLAT_SHARE = 1e-9;

/** A distance up to this multiple of the gap along an edge normal counts as equal to it. */
const FACE_SHARE = 1 + 1e-12;

/** Scratch of one call: shortest vector from A to B so far. */
const nearest = { squared: 0, dx: 0, dy: 0 };

function separateHalfSpace(store: GeometryStore, plane: number, other: number, out: PlacedSeparation): void {
  const { worldVertices: vertices, worldNormals: normals } = store;
  const p = 2 * store.first[plane];
  const nx = normals[p];
  const ny = normals[p + 1];
  out.normalX = nx;
  out.normalY = ny;
  let height = Infinity;
  if (store.kind[other] !== HALF_SPACE) {
    const first = 2 * store.first[other];
    for (let w = first, end = first + 2 * store.count[other]; w < end; w += 2) {
      const h = nx * (vertices[w] - vertices[p]) + ny * (vertices[w + 1] - vertices[p + 1]);
      if (h < height) height = h;
    }
  }
  out.separation = height - store.radius[other];
}

/** Updates `out` if an edge of `one` has a greater separation from the vertices of `two`. `sign` makes the normal point from A to B. */
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
    let least = Infinity;
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

/** Updates `nearest` if an edge of `one` and a vertex of `two` are closer. `sign` is 1 if `one` is A, else -1. */
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
