/** The particles that hands hold, and their targets. */

import type { Hand } from '../hands.js';
import type { Sheet } from '../sheet.js';
import { limitReach } from './reach.js';
import type { HeldParticle } from './solver.js';
import type { SolverState } from './solver-state.js';

/** A hand and the particle that it holds. `depth` is the distance of the target along the hand's ray, metres. */
export interface Hold {
  readonly hand: Pick<Hand, 'slot' | 'ray'>;
  readonly particle: number;
  readonly depth: number;
}

/**
 * Limits how far hands can pull: tethers to `anchors`, with lengths scaled by `tetherScale` (0: no tethers). `places` returns an array to
 * overwrite; it is called only if there are tethers.
 */
export interface Reach {
  readonly anchors: readonly number[];
  readonly tetherScale: number;
  readonly places: () => Float32Array;
}

/**
 * Returns the target of each held particle in the next step, each particle once. `holds` is sorted by slot. If a particle has several
 * holds, the last one counts.
 */
export function heldParticles(
  holds: readonly Hold[],
  state: SolverState,
  sheet: Sheet,
  { anchors, tetherScale, places }: Reach,
): HeldParticle[] {
  const last = new Map(holds.map((hold) => [hold.particle, hold]));
  const held = [...last.values()].map(heldParticle);
  if (held.length > 0 && tetherScale > 0 && anchors.length > 0)
    limitReach(state, sheet, anchors, tetherScale, held, places());
  return held;
}

function heldParticle({ hand, particle, depth }: Hold): HeldParticle {
  const target = new Float32Array(3);
  for (let axis = 0; axis < 3; axis++) target[axis] = hand.ray[axis] + depth * hand.ray[axis + 3];
  return { particle, target };
}
