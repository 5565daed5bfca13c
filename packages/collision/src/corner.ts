/**
 * Corners: contacts of two shapes that are apart along a face, or overlap there by next to nothing, but meet beside it.
 *
 * A box that slides over a row of tiles sinks into them by what solvers let be, and before each seam the box's front and the side of the next
 * tile overlap by just that. The axis of least depth is then across the seam, and the box stops at nothing. The same contact is right when
 * the box is pushed against the tile to stay. What it is depends on how the shapes move, which collision does not know; so
 * it only says that the contact is one of a corner, and the faces over which the shapes may pass each other.
 *
 * Let v be the vertex of one shape that meets the vertex w of the other, f a unit vector, and
 *
 *     o = f.(v - w) + radii          overlap along f, negative for a gap
 *
 * The shapes may pass each other across f where o <= `cornerWidth` and, for either shape with its own outward d = f or -f,
 *
 *     e.d <= CORNER_TILT |e|                     for both edges e that leave the vertex: nothing of the shape is further out nearby
 *     max(-e.d) + 2 radius >= CORNER_BREADTH o   the shape is broad along f: o is next to nothing of it
 */
import type { GeometryStore } from './geometry-store.js';
import type { Manifold } from './manifold.js';

/** Bit of `Manifold.corners`: the shapes may pass each other across the face's normal, moving along the face. */
export const ACROSS_NORMAL = 1;
/** Bit of `Manifold.corners`: the shapes may pass each other along the face's normal, moving beside the face's end. */
export const ACROSS_TANGENT = 2;

/** Sine of the tilt up to which an edge counts as lying across f: 14 degrees. */
const CORNER_TILT = 0.25;
/** Breadth of either shape along f, in overlaps. */
const CORNER_BREADTH = 8;

/**
 * Marks a contact as that of a corner where it is one. `out.faceX`, `out.faceY` hold the face's normal n, out of shape `reference`; the
 * contact is at that shape's vertex `v`, the end of its face towards `side` (1: (-ny, nx), -1: the opposite way), and vertex `w` of shape
 * `incident`, both counted within their shapes. `acrossNormal`: f = n is possible too.
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
  // what is round passes as its centre does, however it turns
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
    // the edges from v to the next and the previous vertex, and those from w
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
