/**
 * Foreseen contacts: hits of fast moving bodies on each other. A solver finds a contact if shapes are within the speculative distance of each
 * other at the start of a step, 2 cm. At 20 m/s a body moves 33 cm in a step, so two bodies would enter each other by up to that, and the
 * push-out would take many steps. Static bodies stop such a body by a sweep (`continuous.ts`). Two moving bodies must not be stopped, since
 * each has to pass its momentum on within the step. So their contact is found before the step, where they will meet:
 *
 * - The fat boxes of fast bodies reach over the way ahead, so that the pair is known (`look-ahead.ts`).
 * - Conservative advancement finds the pose at which they all but touch, to within the slop, if they do (`meetings.ts`).
 * - The manifold there has the normal of the faces that will meet. Its anchors are taken back to the start of the step with their bodies.
 *
 * The gap of the contact at the start is that between the two points that will meet, and the solver lets them come together and no
 * further. Bodies that pass each other have no contact, however near they pass: the nearest faces at the start of the step do not matter.
 *
 * Another hit in the same step may change the motion. Then the contact is where nothing presses, or a hit is seen one step later, as it
 * would be without foresight. What is behind a wall is not hit (`free-way.ts`).
 *
 * Contacts with restitution: `foreseen-bounces.ts`.
 *
 * A foreseen contact lasts for one step. It is found anew in each, so nothing of it has to be stored.
 */
import { collide } from '@otedama/collision';
import { adopt } from './contact-manifold.js';
import { foreseeBounce, forgetBounces } from './foreseen-bounces.js';
import {
  BODY_A,
  BODY_B,
  BODY_STRIDE,
  BX,
  BY,
  CONTACT_FLAGS,
  CONTACT_INDEX_STRIDE,
  CONTACT_PRE_SOLVE,
  CONTACT_SENSOR,
  CONTACT_STRIDE,
  DYNAMIC,
  POINT_STRIDE,
  POINT0,
  RESTITUTION,
  ROLLING_FACE,
  SHAPE_A,
  SHAPE_B,
} from './layout.js';
import { reachAhead } from './look-ahead.js';
import { findMeeting } from './meetings.js';
import type { SweepMotion } from './sweep-motion.js';
import { placeAt } from './time-of-impact.js';
import type { SweepingState } from './world-state.js';

/** Begins a step with foresight. */
export function lookAhead(state: SweepingState): void {
  const { sweeps } = state;
  sweeps.foresees = true;
  sweeps.foreseen.count = 0;
  forgetBounces(state);
  reachAhead(state);
}

/**
 * Finds the contact of two bodies that will touch in the step. Called for each contact whose manifold is computed and has no points.
 * @returns whether it has points now
 */
export function foresee(state: SweepingState, slot: number): boolean {
  const { sweeps, bodies, geometry, manifold } = state;
  const { index, data, cachedEdge } = state.contacts;
  const i = slot * CONTACT_INDEX_STRIDE;
  const bodyA = index[i + BODY_A];
  const bodyB = index[i + BODY_B];
  if (!sweeps.foresees || bodies.type[bodyA] !== DYNAMIC || bodies.type[bodyB] !== DYNAMIC) return false;
  if ((index[i + CONTACT_FLAGS] & (CONTACT_SENSOR | CONTACT_PRE_SOLVE)) !== 0) return false;
  if (data[slot * CONTACT_STRIDE + RESTITUTION] > 0) return foreseeBounce(state, slot);
  if (!findMeeting(state, slot)) return false;
  const { relative: path } = sweeps;
  const b = index[i + SHAPE_B];
  placeAt(state, b, path);
  manifold.cachedEdge = cachedEdge[slot];
  const count = collide(geometry, index[i + SHAPE_A], b, state.speculativeDistance, manifold);
  geometry.placeFrom(b, bodies.placed, bodyB * BODY_STRIDE, sweeps.box, 0);
  if (count === 0) return false;
  adopt(state, slot, count);
  takeBack(state, slot, count, path);
  sweeps.foreseen.push(slot);
  return true;
}

/**
 * Takes the anchors of B back from where it will be at the time of the path to where it is placed. The arms of a rolling contact stay there.
 */
function takeBack({ contacts, sweeps }: SweepingState, slot: number, count: number, path: SweepMotion): void {
  const { data } = contacts;
  const { pose } = sweeps;
  path.writePose(pose);
  const c = path.c1 * pose[2] + path.s1 * pose[3];
  const s = path.c1 * pose[3] - path.s1 * pose[2];
  const dx = path.time * (path.x2 - path.x1);
  const dy = path.time * (path.y2 - path.y1);
  const d = slot * CONTACT_STRIDE;
  data[d + ROLLING_FACE] = 0;
  for (let p = d + POINT0, end = p + count * POINT_STRIDE; p < end; p += POINT_STRIDE) {
    const x = data[p + BX] - dx;
    const y = data[p + BY] - dy;
    data[p + BX] = c * x + s * y;
    data[p + BY] = c * y - s * x;
  }
}

/** Ends the step: the next one finds the contacts anew, also if their bodies are where they were placed. */
export function lookBack(state: SweepingState): void {
  const { bodies, contacts, sweeps, replacedBodies } = state;
  const { foreseen } = sweeps;
  sweeps.foresees = false;
  for (let k = 0; k < foreseen.count; k++) {
    const i = foreseen.items[k] * CONTACT_INDEX_STRIDE;
    const bodyA = contacts.index[i + BODY_A];
    if ((bodies.replaced[bodyA] | bodies.replaced[contacts.index[i + BODY_B]]) !== 0) continue;
    bodies.replaced[bodyA] = 1;
    replacedBodies.push(bodyA);
  }
}
