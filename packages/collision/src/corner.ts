/**
 * Corner contacts: contacts where two shapes have a gap or almost no overlap along a face normal, and touch next to that face. Such
 * contacts cause ghost collisions.
 *
 * Example: a box slides over a row of tiles. Solvers allow a little penetration, so before each seam the front of the box overlaps the side
 * of the next tile by that amount. The axis of least penetration is then across the seam, and the box stops at nothing. The same contact is
 * right when the box is really pushed against the tile. Which case applies depends on the motion of the shapes, which collision does not
 * know. Collision therefore only marks the contact as a corner and reports the faces over which the shapes may pass each other.
 *
 * Let v be the vertex of one shape that meets the vertex w of the other, f a unit vector, and
 *
 *     o = f.(v - w) + radii          overlap along f, negative for a gap
 *
 * The shapes may pass each other across f if o <= `cornerWidth` and, for each of the two shapes with its own outward d = f or -f,
 *
 *     e.d <= CORNER_TILT |e|                     for both edges e that leave the vertex: no part of the shape nearby is further out
 *     max(-e.d) + 2 radius >= CORNER_BREADTH o   the extent of the shape along f is large compared to o
 */
import type { GeometryStore } from './geometry-store.js';
import type { Manifold } from './manifold.js';

/** Bit of `Manifold.corners`: the shapes may pass each other across the face's normal, moving along the face. */
export const ACROSS_NORMAL = 1;
/** Bit of `Manifold.corners`: the shapes may pass each other along the face's normal, moving beside the face's end. */
export const ACROSS_TANGENT = 2;

/** Sine of the maximum tilt at which an edge still counts as perpendicular to f: 14 degrees. */
const CORNER_TILT = 0.25;
/** Minimum extent of each shape along f, as a multiple of the overlap. */
const CORNER_BREADTH = 8;

/**
 * Sets the bits of `out.corners` if a contact is a corner contact. `out.faceX`, `out.faceY` hold the face normal n, outward from shape
 * `reference`. The contact is between vertex `v` of `reference` and vertex `w` of `incident`, both counted within their shapes. `v` is the
 * end of the reference face towards `side` (1: (-ny, nx), -1: the opposite way). `acrossNormal`: also test f = n.
 */
export function markCorner(
  store: GeometryStore,
  reference: number,
  v: number,
  incident: number,
  w: number,
  side: number,
  acrossNormal: boolean,
  out: Manifold,
): void {
  const { worldVertices: vertices, first, count, radius } = store;
  const { cornerWidth, faceX, faceY } = out;
  if (cornerWidth <= 0) return;
  const atV = 2 * (first[reference] + v);
  const atW = 2 * (first[incident] + w);
  // a rounded vertex passes when its centre passes, at any rotation
  const round = radius[incident] > radius[reference] ? atW : atV;
  out.cornerX = vertices[round];
  out.cornerY = vertices[round + 1];
  for (let bit = acrossNormal ? ACROSS_NORMAL : ACROSS_TANGENT; bit <= ACROSS_TANGENT; bit++) {
    const fx = bit === ACROSS_NORMAL ? faceX : -side * faceY;
    const fy = bit === ACROSS_NORMAL ? faceY : side * faceX;
    const overlap =
      fx * (vertices[atV] - vertices[atW]) +
      fy * (vertices[atV + 1] - vertices[atW + 1]) +
      radius[reference] +
      radius[incident];
    let isCorner = overlap <= cornerWidth;
    // the edges from v to the next and the previous vertex, then those from w
    for (let k = 0; k < 2 && isCorner; k++) {
      const shape = k === 0 ? reference : incident;
      const from = k === 0 ? atV : atW;
      const n = count[shape];
      let breadth = 2 * radius[shape];
      for (let turn = 1; turn < n; turn += Math.max(n - 2, 1)) {
        const to = 2 * (first[shape] + (((k === 0 ? v : w) + turn) % n));
        const ex = vertices[to] - vertices[from];
        const ey = vertices[to + 1] - vertices[from + 1];
        const climb = (1 - 2 * k) * (ex * fx + ey * fy);
        breadth = Math.max(breadth, 2 * radius[shape] - climb);
        isCorner = isCorner && climb <= CORNER_TILT * Math.sqrt(ex * ex + ey * ey);
      }
      isCorner = isCorner && breadth >= CORNER_BREADTH * overlap;
    }
    if (isCorner) out.corners |= bit;
  }
}
