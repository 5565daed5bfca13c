/** What hands hold, and where they take it. */

import type { Hand } from '../hands.js';
import type { Sheet } from '../sheet.js';
import { limitReach } from './reach.js';
import type { HeldParticle } from './solver.js';
import type { SolverState } from './solver-state.js';

/** What a hand holds. `depth` is the distance of its targets along its ray, metres. */
export interface Hold {
  readonly hand: Pick<Hand, 'slot' | 'ray'>;
  readonly particle: number;
  readonly depth: number;
}

/** What limits how far hands reach: tethers of `tetherScale` (0 for none) to `anchors`. `places` is overwritten, if there are any. */
export interface Reach {
  readonly anchors: readonly number[];
  readonly tetherScale: number;
  readonly places: () => Float32Array;
}

/** Where each particle that is held goes in the next step, each once: of `holds`, by ascending slot, the last one of a particle counts. */
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
