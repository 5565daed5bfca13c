/**
 * The hinges of a mesh; see hinges.ts. There is one at each inner edge, from x2 to x4, with the corners x1 and x3 opposite it. With its
 * triangles unfolded into a plane, let e be the length of the edge, h the height of a corner above it, and p how far from x2 along the edge
 * the foot of that height is:
 *
 *   c1 = e / h1,   c3 = e / h3,   c2 = -(e - p1) / h1 - (e - p3) / h3,   c4 = -p1 / h1 - p3 / h3
 *
 * d is then e times the sum of the slopes of both triangles away from the edge [Bergou 2006, sec. 3], which is 0 if they are in one plane.
 * As long as the triangles keep their shapes, d is along the direction n between their normals, that of
 * (x4 - x2) x (c1 (x1 - x2) - c3 (x3 - x2)).
 *
 * With A the area of both triangles, E = D d^2 / 2 A, so alpha = A / D. Where a sheet has the curvature k along a direction m, the slopes
 * of a hinge between two like triangles add up to  k ((x1 - x2) . m) ((x1 - x4) . m) / h.  With even triangles the sum of E over all hinges
 * is then D k^2 / 2 per area, for every m. With the right triangles of a square grid it is so for m along rows and columns, and up to three
 * times that for m between them. A strip of even triangles also bends a little like a saddle, as these hinges have the energy of a plate
 * with Poisson's ratio -1 / 3. It is then softer, by up to a ninth; a sheet that bends in one direction is not.
 */

import { sortByColor } from './coloring.js';
import { findNormal } from './cpu/bending.js';
import { HINGE_ROW, HINGE_SHAPE, type Hinges } from './hinges.js';
import { unfold } from './triangles.js';

/** The hinges of all inner edges. `folds` has x1..x4 of each. */
export function meshHinges(positions: Float32Array, folds: Uint32Array): Hinges {
  // two triangles with the same corners have nothing to unfold
  const folding = folds.filter((_, k) => folds[k & ~3] !== folds[(k & ~3) + 2]);
  const ids = new Uint32Array(folding.length);
  const colors = sortByColor(folding, 4, positions.length / 3, ids, 0).map((color) => ({
    ...color,
    kind: HINGE_ROW,
    areHinges: true as const,
  }));
  const shapes = new Float32Array((HINGE_SHAPE * ids.length) / 4);
  for (let k = 0; k < ids.length / 4; k++) {
    const { e, p1, h1, p3, h3 } = unfold(positions, ids, 4 * k);
    const shape = [e / h1, -(e - p1) / h1 - (e - p3) / h3, e / h3, -p1 / h1 - p3 / h3, (e * (h1 + h3)) / 2];
    shapes.set(shape, HINGE_SHAPE * k);
    shapes[HINGE_SHAPE * k + 5] = bendAtRest(positions, { ids, shapes }, k);
  }
  return { ids, shapes, colors };
}

/** The component of d along n of hinge k at rest, m: its r. */
function bendAtRest(
  positions: Float32Array,
  { ids, shapes }: Pick<Hinges, 'ids' | 'shapes'>,
  k: number,
): number {
  const [x1, x2, x3, x4] = ids.subarray(4 * k, 4 * k + 4);
  const from = (id: number) => [0, 1, 2].map((axis) => positions[3 * id + axis] - positions[3 * x2 + axis]);
  const [u, v, e] = [from(x1), from(x3), from(x4)];
  const [c1, , c3, c4] = shapes.subarray(HINGE_SHAPE * k, HINGE_SHAPE * k + 4);
  const n = findNormal(e[0], e[1], e[2], c1 * u[0] - c3 * v[0], c1 * u[1] - c3 * v[1], c1 * u[2] - c3 * v[2]);
  const along = (axis: number) => (c1 * u[axis] + c3 * v[axis] + c4 * e[axis]) * n[axis];
  return along(0) + along(1) + along(2);
}
