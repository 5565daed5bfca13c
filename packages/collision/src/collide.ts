/**
 * Computes the manifold of any two shapes of a GeometryStore.
 *
 * Some kernels expect the shape of the higher kind first. For the other order, the shapes are swapped and the manifold is flipped.
 */
import { collideBoxes } from './collide-boxes.js';
import { collideChain } from './collide-chain.js';
import { collideCircles, collideCoreCircle } from './collide-circle.js';
import { collideCores } from './collide-cores.js';
import { collideHalfSpace } from './collide-half-space.js';
import type { GeometryStore } from './geometry-store.js';
import { flipManifold, type Manifold } from './manifold.js';
import { BOX, CIRCLE, HALF_SPACE } from './shape-kinds.js';

/**
 * Writes the contact of the placed shapes `a` and `b` to `out` and returns its number of points (0, 1 or 2). Points up to
 * `speculativeDistance` (metres, >= 0) apart are included. Two chain segments never touch, nor do two half-spaces.
 */
export function collide(
  store: GeometryStore,
  a: number,
  b: number,
  speculativeDistance: number,
  out: Manifold,
): number {
  out.speculativeDistance = speculativeDistance;
  out.corners = 0;
  out.count = dispatch(store, a, b, out);
  return out.count;
}

/** Calls the kernel of the two kinds. @returns the number of points */
function dispatch(store: GeometryStore, a: number, b: number, out: Manifold): number {
  const kindA = store.kind[a];
  const kindB = store.kind[b];
  if (kindA !== CIRCLE && kindB !== CIRCLE && kindA <= BOX && kindB <= BOX) {
    return kindA === BOX && kindB === BOX ? collideBoxes(store, a, b, out) : collideCores(store, a, b, out);
  }
  const isSwapped = kindB > kindA;
  const high = isSwapped ? kindB : kindA;
  if (high === CIRCLE) return collideCircles(store, a, b, out);
  if (kindA === kindB) return 0; // two chain segments or two half-spaces

  const first = isSwapped ? b : a;
  const second = isSwapped ? a : b;
  let count: number;
  if (high <= BOX) count = collideCoreCircle(store, first, second, out);
  else if (high === HALF_SPACE) count = collideHalfSpace(store, first, second, out);
  else {
    count = collideChain(store, first, second, out);
    // the chain kernel already handles corners, through the neighbours of the segment
    out.corners = 0;
  }
  if (isSwapped && count > 0) flipManifold(out);
  return count;
}
