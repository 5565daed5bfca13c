/**
 * Limits how far hands can pull. A held particle does not yield, so a hand that pulls beyond the tethers would draw it out into a spike.
 * A hand therefore moves its particle only as near to its target as the tethers allow. Within a frame all pins and hands move uniformly.
 * If the particle is within the ball around each pin at the start and at the end of the frame, it is so all the way. One test per frame
 * is therefore enough.
 *
 * A held pin follows its hand without limit.
 */

import type { Sheet } from '../sheet.js';
import type { HeldParticle } from './solver.js';
import type { SolverState } from './solver-state.js';
import { applyTether } from './tethers.js';

/** Limits the targets of the held particles (each particle once) to what the tethers to `anchors` allow. Overwrites `places`. */
export function limitReach(
  { velocity }: SolverState,
  sheet: Sheet,
  anchors: readonly number[],
  scale: number,
  held: readonly HeldParticle[],
  places: Float32Array,
): void {
  // the velocity of a pin is its target position
  for (const id of anchors) places.set(velocity.subarray(4 * id, 4 * id + 3), 4 * id);
  for (const { particle, target } of held) places.set(target, 4 * particle);
  for (const { particle, target } of held) {
    if (velocity[4 * particle + 3] === 0) continue;
    applyTether(places, sheet, anchors, scale, particle);
    target.set(places.subarray(4 * particle, 4 * particle + 3));
  }
}
