/**
 * Which bodies continuous collision sweeps. A solver finds a contact if shapes are near each other at the start of a step. A body that moves
 * by less than half of its smallest extent cannot pass through anything unseen. A dynamic body whose fastest point moved by more,
 *
 *     |c2 - c1| + |sin turn| extent > max(inner / 2, slop),        inner: radius of the largest circle inside its thinnest shape,
 *
 * is swept from its pose at the start of the step to the pose that the solver computed. A bullet is swept if its own motion and the farthest
 * motion of another body together exceed its limit: it does not matter which of the two was fast. So a racket does not pass through a ball
 * that lies still or sleeps, which is then carried along and woken.
 */
import type { BodyStore } from './body-store.js';
import type { IntList } from './int-list.js';
import {
  BODY_BULLET,
  BODY_FROZEN,
  BODY_STRIDE,
  C,
  CX,
  CY,
  DAMPING_STRIDE,
  DYNAMIC,
  EXTENT,
  LX,
  LY,
  PREVIOUS_STRIDE,
  S,
} from './layout.js';
import { hasSensor } from './near-shapes.js';
import type { SweepingState } from './world-state.js';

/**
 * Lists the bodies from `start` to `end` of `slots` whose fastest point moved by more than their limit, either those that went on after the
 * step (`paid` 1, as in `isPaid`) or the others (0).
 */
export function findFastBodies(
  bodies: BodyStore,
  fast: IntList,
  isPaid: Uint8Array,
  slots: Int32Array,
  start: number,
  end: number,
  paid: number,
): void {
  const { type, flags, pose, previous, damping, sweepLimit } = bodies;
  for (let k = start; k < end; k++) {
    const slot = slots[k];
    if (isPaid[slot] !== paid) continue;
    const o = slot * BODY_STRIDE;
    const p = slot * PREVIOUS_STRIDE;
    const pc = previous[p + 2];
    const ps = previous[p + 3];
    const extent = damping[slot * DAMPING_STRIDE + EXTENT];
    const left = sweepLimit[slot] - Math.abs(pc * pose[o + S] - ps * pose[o + C]) * extent;
    if (
      left >= 0 &&
      squaredWay(pose, previous, o, p) <= left * left &&
      pc * pose[o + C] + ps * pose[o + S] > 0
    )
      continue;
    if (type[slot] === DYNAMIC && (flags[slot] & BODY_FROZEN) === 0) fast.push(slot);
  }
}

/** Whether a bullet and another body may have moved by more than the limit of the bullet against each other. */
export function isFastBullet({ bodies, sweeps }: SweepingState, slot: number): boolean {
  if ((bodies.flags[slot] & BODY_FROZEN) !== 0) return false;
  return wayOf(bodies, slot) + sweeps.farthest > bodies.sweepLimit[slot];
}

/** Square of the distance by which the centre of mass of the body at `o` in `pose`, at `p` in `previous`, moved in this step, m². */
function squaredWay(pose: Float64Array, previous: Float64Array, o: number, p: number): number {
  const pc = previous[p + 2];
  const ps = previous[p + 3];
  const lx = pose[o + LX];
  const ly = pose[o + LY];
  const dx = pose[o + CX] - (previous[p] + (pc * lx - ps * ly));
  const dy = pose[o + CY] - (previous[p + 1] + (ps * lx + pc * ly));
  return dx * dx + dy * dy;
}

/** Upper bound of the distance by which a point of a body moved in this step, m. */
function wayOf({ pose, previous, damping }: BodyStore, slot: number): number {
  const o = slot * BODY_STRIDE;
  const p = slot * PREVIOUS_STRIDE;
  const pc = previous[p + 2];
  const ps = previous[p + 3];
  // the chord of the turn
  const chord = Math.sqrt((pose[o + C] - pc) * (pose[o + C] - pc) + (pose[o + S] - ps) * (pose[o + S] - ps));
  return Math.sqrt(squaredWay(pose, previous, o, p)) + chord * damping[slot * DAMPING_STRIDE + EXTENT];
}

/**
 * Largest way of an awake body in this step, m. Bullets count only if one of them has a sensor: only then a bullet has to find other
 * bullets.
 */
export function farthestWay(state: SweepingState): number {
  const { bodies } = state;
  const { awake, awakeCount, flags } = bodies;
  let areBulletsFound = false;
  for (let k = 0; k < awakeCount && !areBulletsFound; k++) {
    if ((flags[awake[k]] & BODY_BULLET) !== 0) areBulletsFound = hasSensor(state, awake[k]);
  }
  let farthest = 0;
  for (let k = 0; k < awakeCount; k++) {
    if ((flags[awake[k]] & BODY_BULLET) !== 0 && !areBulletsFound) continue;
    farthest = Math.max(farthest, wayOf(bodies, awake[k]));
  }
  return farthest;
}
