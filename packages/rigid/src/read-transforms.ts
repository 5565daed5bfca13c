/** Poses for rendering. */
import { InputError, requireFinite } from '@otedama/math2d';
import { type BareWorld, stateOf } from './bare-world.js';
import type { BodyStore } from './body-store.js';
import { BODY_STRIDE, PREVIOUS_STRIDE } from './layout.js';

/**
 * `World.readTransforms` for a bare world: x and y, m, cosine and sine of every slot. Throws an `InputError` for an array that is too short
 * or none, and for an `alpha` that is not finite.
 */
export function readTransforms(world: BareWorld, out: Float32Array | Float64Array, alpha = 1): number {
  const { bodies } = stateOf(world);
  const { slots } = bodies;
  if (!ArrayBuffer.isView(out)) throw new InputError('out', out, 'a Float32Array or Float64Array');
  if (out.length < 4 * slots) {
    throw new InputError('out.length', out.length, `at least ${4 * slots}, 4 for each of the ${slots} slots`);
  }
  requireFinite('alpha', alpha);
  for (let slot = 0; slot < slots; slot++) writeTransform(bodies, slot, alpha, out, 4 * slot);
  return slots;
}

/** Writes x, y, cosine and sine of a body between its last two poses to `out` from index k on. */
export function writeTransform(
  { pose, previous }: BodyStore,
  slot: number,
  alpha: number,
  out: Float32Array | Float64Array,
  k: number,
): void {
  const o = slot * BODY_STRIDE;
  const p = slot * PREVIOUS_STRIDE;
  if (alpha === 1) {
    for (let j = 0; j < 4; j++) out[k + j] = pose[o + j];
    return;
  }
  out[k] = previous[p] + alpha * (pose[o] - previous[p]);
  out[k + 1] = previous[p + 1] + alpha * (pose[o + 1] - previous[p + 1]);
  // chord between the two rotations, normalised
  const c = previous[p + 2] + alpha * (pose[o + 2] - previous[p + 2]);
  const s = previous[p + 3] + alpha * (pose[o + 3] - previous[p + 3]);
  const length = Math.sqrt(c * c + s * s);
  out[k + 2] = length > 0 ? c / length : pose[o + 2];
  out[k + 3] = length > 0 ? s / length : pose[o + 3];
}
