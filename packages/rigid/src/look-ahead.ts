/**
 * How far the fat boxes of fast bodies reach, so that two bodies that will meet within a step are a pair before it (`foreseen-contacts.ts`):
 * over the way v dt that each of them has before it.
 *
 * **Crowds.** Where hundreds of bodies fall, flow or turn together, all neighbours would become pairs, although hardly any two of them come
 * nearer to each other: 3,000 bodies that fall in ranks had three times as many pairs, and a step took 1.6 times as long. So the boxes of a
 * crowd do not reach ahead. Its bodies still foresee the hits on all that is within the margins of the boxes, 12 cm for bodies of a metre,
 * which are most: of the overlaps of more than 5 cm in a rain of 250 bodies, 1,190 without foresight, 300 are left, and 220 if the boxes
 * reach ahead. Cells in which only the velocity against that of the other bodies counts were tried; to fill them cost as much as it saved.
 *
 * **Afterwards.** A box that has reached ahead would stay as large where its body comes to rest, and pair it with all around. So the boxes of
 * slow bodies that have just been placed are made small again.
 */
import {
  BODY_STRIDE,
  BOX_STRIDE,
  CX,
  CY,
  DAMPING_STRIDE,
  DYNAMIC,
  EXTENT,
  PLACED_CX,
  PLACED_CY,
  TURN_S,
  VX,
  VY,
  W,
} from './layout.js';
import { holdInFatBox, wanted } from './refit.js';
import type { SweepingState } from './world-state.js';

/** Share of the way above which a body is swept (`fast-bodies.ts`), from which on its boxes reach ahead: a quarter of its inner radius. */
const AHEAD_SHARE = 0.5;

/** Fast bodies are a crowd if there are more than this number, and more than one body in `CROWD_PART` is fast. */
const CROWD = 256;
const CROWD_PART = 8;

/**
 * Margins of a fat box by which it may be larger, on any side, than it has to be. A box that moves in its fat box without being turned comes
 * to 2.
 */
const LOOSE_MARGINS = 3;

/** Lets the fat boxes of fast dynamic bodies reach over their way, unless they are a crowd. */
export function reachAhead(state: SweepingState): void {
  const { bodies, sweeps, replacedBodies } = state;
  const { awake, awakeCount, type, slots } = bodies;
  const { hasty } = sweeps;
  hasty.count = 0;
  for (let k = 0; k < awakeCount; k++) {
    if (isHasty(state, awake[k]) && type[awake[k]] === DYNAMIC) hasty.push(awake[k]);
  }
  for (let k = 0; k < replacedBodies.count; k++) {
    const slot = replacedBodies.items[k];
    if (type[slot] === DYNAMIC && !isHasty(state, slot)) tighten(state, slot);
  }
  if (hasty.count > CROWD && hasty.count * CROWD_PART > slots) return;
  for (let k = 0; k < hasty.count; k++) reach(state, hasty.items[k]);
}

/** Whether a body is so fast that its boxes have to reach ahead. */
function isHasty({ bodies, sweeps }: SweepingState, slot: number): boolean {
  const { motion, damping, sweepLimit } = bodies;
  const o = slot * BODY_STRIDE;
  const speed =
    Math.abs(motion[o + VX]) +
    Math.abs(motion[o + VY]) +
    Math.abs(motion[o + W]) * damping[slot * DAMPING_STRIDE + EXTENT];
  return sweeps.duration * speed > AHEAD_SHARE * sweepLimit[slot];
}

/** Lets the boxes of a body reach over its way. */
function reach(state: SweepingState, slot: number): void {
  const { motion, pose, placed, damping, firstShape } = state.bodies;
  const { duration: dt } = state.sweeps;
  const o = slot * BODY_STRIDE;
  const extent = damping[slot * DAMPING_STRIDE + EXTENT];
  const spin = dt * Math.abs(motion[o + W]) * extent;
  const room = state.boxReach + Math.abs(placed[o + TURN_S]) * extent + Math.min(spin, extent);
  const dx = pose[o + CX] - placed[o + PLACED_CX];
  const dy = pose[o + CY] - placed[o + PLACED_CY];
  wanted[0] = dx + Math.min(0, dt * motion[o + VX]) - room;
  wanted[1] = dy + Math.min(0, dt * motion[o + VY]) - room;
  wanted[2] = dx + Math.max(0, dt * motion[o + VX]) + room;
  wanted[3] = dy + Math.max(0, dt * motion[o + VY]) + room;
  const { next } = state.shapes;
  for (let shape = firstShape[slot]; shape >= 0; shape = next[shape]) holdInFatBox(state, shape);
}

/** Rebuilds the fat boxes of a body that has just been placed if they are far larger than they have to be without a way ahead. */
function tighten(state: SweepingState, slot: number): void {
  const { boxReach } = state;
  const { fat, tight, margin, next } = state.shapes;
  for (let shape = state.bodies.firstShape[slot]; shape >= 0; shape = next[shape]) {
    const b = shape * BOX_STRIDE;
    const loose = boxReach + LOOSE_MARGINS * margin[shape];
    if (
      fat[b] < tight[b] - loose ||
      fat[b + 1] < tight[b + 1] - loose ||
      fat[b + 2] > tight[b + 2] + loose ||
      fat[b + 3] > tight[b + 3] + loose
    ) {
      // contains nothing
      fat[b] = Infinity;
      wanted[0] = wanted[1] = -boxReach;
      wanted[2] = wanted[3] = boxReach;
      holdInFatBox(state, shape);
    }
  }
}
