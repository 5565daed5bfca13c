/**
 * How far hands reach. A hand that pulls beyond the tethers would draw its particle out into a spike, since what is held does not give
 * way; so it takes its particle only as near to its target as the tethers let it. In a frame all pins and hands move evenly: where both ends
 * of the particle's way are within the balls about the pin as it is then, all of the way is, and no substep needs to look again.
 *
 * A pin that is held goes with its hand, wherever.
 */

import type { Sheet } from '../sheet.js';
import type { HeldParticle } from './solver.js';
import type { SolverState } from './solver-state.js';
import { applyTether } from './tethers.js';

/** Brings the targets of what is held, each particle once, to where the tethers to `anchors` let it go; `places` is overwritten. */
export function limitReach(
  { velocity }: SolverState,
  sheet: Sheet,
  anchors: readonly number[],
  scale: number,
  held: readonly HeldParticle[],
  places: Float32Array,
): void {
  // a pin's velocity is its place
  for (const id of anchors) places.set(velocity.subarray(4 * id, 4 * id + 3), 4 * id);
  for (const { particle, target } of held) places.set(target, 4 * particle);
  for (const { particle, target } of held) {
    if (velocity[4 * particle + 3] === 0) continue;
    applyTether(places, sheet, anchors, scale, particle);
    target.set(places.subarray(4 * particle, 4 * particle + 3));
  }
}
