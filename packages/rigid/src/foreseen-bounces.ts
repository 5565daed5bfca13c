/**
 * Foreseen contacts of bodies that bounce off each other. The solver gives such bodies their speed at the end of the step and holds them in
 * contact until then; afterwards both are put where a bounce in time would have brought them (`bounces-in-time.ts`). With the time of the hit
 * that is
 *
 *     x = x0 + v0 r + v (h - r),
 *
 * as if the impulse had acted at the time r. It keeps the angular momentum if the impulse acts at one point of both bodies as they are then.
 * So, unlike in other foreseen contacts, the normal and the arms are those at the time of the hit, in world axes: both bodies turned by
 * w r. A gap is what it has to be at the start for the free motion to close it at r. Let d be the way of B against A until r, (c, s) the turn
 * of a body until r, and rd = r . n and rn = r x n the parts of its arm. Of a rounded shape only the core turns, so that its radius is taken
 * off rd here. A solver takes the arms for those at the start and turns them on, so
 *
 *     gap_0 = gap_r - n.d - (c_B rd_B + s_B rn_B - rd_B) + (c_A rd_A + s_A rn_A - rd_A).                                          (1)
 *
 * **Which hits.** Bodies that bounce at several contacts in one step are not moved, and with arms of another moment they would not keep their
 * angular momentum. So only bodies that touch nothing else, that no joint holds, and that are first to hit each other are brought to their
 * hit: of the hits of a body in the step, only the first is foreseen, and none if a second one follows within `AT_ONCE` of the step. All
 * others are found one step later, in each other.
 */
import { collide, separatePlaced } from '@otedama/collision';
import { sinCos } from '@otedama/math2d';
import { adopt, boxesOverlap } from './contact-manifold.js';
import {
  AX,
  AY,
  BASE_SEPARATION,
  BODY_A,
  BODY_B,
  BODY_STRIDE,
  BOX_STRIDE,
  BX,
  BY,
  CONTACT_FLAGS,
  CONTACT_INDEX_STRIDE,
  CONTACT_PRE_SOLVE,
  CONTACT_SENSOR,
  CONTACT_STRIDE,
  DYNAMIC,
  LX,
  LY,
  NX,
  NY,
  PLACED_C,
  PLACED_CX,
  PLACED_CY,
  PLACED_S,
  POINT_STRIDE,
  POINT0,
  RADIUS_A,
  RADIUS_B,
  RESTITUTION,
  ROLLING_FACE,
  SHAPE_A,
  SHAPE_B,
  VX,
  VY,
  W,
} from './layout.js';
import { findMeeting } from './meetings.js';
import { mayOwe } from './owed-time.js';
import type { SweepingState } from './world-state.js';

/** Hits of a body that follow each other within this part of the step are one hit at several points: times are known to the slop. */
const AT_ONCE = 1 / 64;

const turnA = { sin: 0, cos: 1 };
const turnB = { sin: 0, cos: 1 };

/** Centre of mass of B as it is seen from A at the time of the hit. */
const center = { x: 0, y: 0 };

/**
 * Gives a contact with restitution that is hit in the step the points at which it is hit.
 * @returns whether it has points now
 */
export function foreseeBounce(state: SweepingState, slot: number): boolean {
  const { bounces, foreseen, box } = state.sweeps;
  if (!bounces.areKnown) findBounces(state);
  if (bounces.times[slot] < 0) return false;
  const { index } = state.contacts;
  const i = slot * CONTACT_INDEX_STRIDE;
  const count = meet(state, slot);
  state.geometry.placeFrom(index[i + SHAPE_B], state.bodies.placed, index[i + BODY_B] * BODY_STRIDE, box, 0);
  if (count === 0) return false;
  adopt(state, slot, count);
  goToHit(state, slot, count);
  foreseen.push(slot);
  return true;
}

/** Begins a step that may foresee hits. */
export function forgetBounces({ sweeps: { bounces } }: SweepingState): void {
  const { hits, times } = bounces;
  if (bounces.areKnown) for (let n = 0; n < hits.count; n++) times[hits.items[n]] = -1;
  bounces.areKnown = false;
}

/** Finds which hits are foreseen: the first one of each body. */
function findBounces(state: SweepingState): void {
  const { bodies, contacts, sweeps, replacedBodies } = state;
  const { bounces } = sweeps;
  bounces.areKnown = true;
  bounces.hits.count = 0;
  bounces.reserve(contacts.capacity, bodies.slots);
  for (let k = 0; k < replacedBodies.count; k++) {
    const body = replacedBodies.items[k];
    for (let edge = bodies.firstEdge[body]; edge >= 0; edge = contacts.edgeNext[edge]) {
      // of two bodies that were both placed, A lists the contact
      const isListed = (edge & 1) !== 0 && bodies.replaced[contacts.edgeOther[edge]] !== 0;
      if (!isListed && mayBounce(state, edge >> 1) && findMeeting(state, edge >> 1)) list(state, edge >> 1);
    }
  }
  choose(state);
}

/** Whether a contact has restitution and two dynamic bodies. */
function mayBounce({ bodies: { type }, contacts: { index, data } }: SweepingState, contact: number): boolean {
  const i = contact * CONTACT_INDEX_STRIDE;
  if (type[index[i + BODY_A]] !== DYNAMIC || type[index[i + BODY_B]] !== DYNAMIC) return false;
  if ((index[i + CONTACT_FLAGS] & (CONTACT_SENSOR | CONTACT_PRE_SOLVE)) !== 0) return false;
  return data[contact * CONTACT_STRIDE + RESTITUTION] > 0;
}

/** Lists a hit that was found. The order does not depend on the numbers of contacts, which a restored snapshot may change. */
function list({ contacts: { index }, sweeps }: SweepingState, contact: number): void {
  const { bounces, relative } = sweeps;
  const { hits, parts } = bounces;
  const { time } = relative;
  const i = contact * CONTACT_INDEX_STRIDE;
  let place = hits.count;
  for (; place > 0 && parts[place - 1] >= time; place--) {
    const j = hits.items[place - 1] * CONTACT_INDEX_STRIDE;
    const order = index[j + SHAPE_A] - index[i + SHAPE_A] || index[j + SHAPE_B] - index[i + SHAPE_B];
    if (parts[place - 1] === time && order < 0) break;
  }
  bounces.insert(place, contact, relative);
}

/** Chooses among the hits that may come those that are foreseen. */
function choose(state: SweepingState): void {
  const { contacts, sweeps } = state;
  const { index } = contacts;
  const { bounces, duration } = sweeps;
  const { hits, parts, taken, times } = bounces;
  for (let n = 0; n < hits.count; n++) {
    const i = hits.items[n] * CONTACT_INDEX_STRIDE;
    const a = index[i + BODY_A];
    const b = index[i + BODY_B];
    if (taken[a] + taken[b] > 0) continue;
    taken[a] = 1;
    taken[b] = 1;
    let isAtOnce = false;
    for (let m = n + 1; m < hits.count && parts[m] <= parts[n] + AT_ONCE; m++) {
      const j = hits.items[m] * CONTACT_INDEX_STRIDE;
      const c = index[j + BODY_A];
      const d = index[j + BODY_B];
      if (c !== a && c !== b && d !== a && d !== b) continue;
      taken[c] = 1;
      taken[d] = 1;
      isAtOnce = true;
    }
    if (!isAtOnce && isAlone(state, a) && isAlone(state, b)) times[hits.items[n]] = parts[n] * duration;
  }
  for (let n = 0; n < hits.count; n++) {
    const i = hits.items[n] * CONTACT_INDEX_STRIDE;
    taken[index[i + BODY_A]] = 0;
    taken[index[i + BODY_B]] = 0;
  }
}

/** Whether a body touches nothing and may be moved by itself. */
function isAlone(state: SweepingState, body: number): boolean {
  const { bodies, contacts, shapes, geometry, speculativeDistance: reach } = state;
  const { index } = contacts;
  const { separation } = state.sweeps;
  if (!mayOwe(state, body)) return false;
  for (let edge = bodies.firstEdge[body]; edge >= 0; edge = contacts.edgeNext[edge]) {
    const i = (edge >> 1) * CONTACT_INDEX_STRIDE;
    if ((index[i + CONTACT_FLAGS] & CONTACT_SENSOR) !== 0) continue;
    const a = index[i + SHAPE_A];
    const b = index[i + SHAPE_B];
    if (!boxesOverlap(shapes.tight, a * BOX_STRIDE, b * BOX_STRIDE, reach)) continue;
    separatePlaced(geometry, a, b, separation);
    if (separation.separation <= reach) return false;
  }
  return true;
}

/**
 * Places B as it is seen from A at the time of the hit, and finds the manifold there. Unlike the path along which the hit was found, which is
 * straight, this is exact, so that the impulse acts at one point.
 * @returns the number of its points
 */
function meet(state: SweepingState, slot: number): number {
  const { bodies, contacts, geometry, manifold, sweeps } = state;
  const { motion, placed, pose: poses } = bodies;
  const { index, cachedEdge } = contacts;
  const { pose, box } = sweeps;
  const i = slot * CONTACT_INDEX_STRIDE;
  const oA = index[i + BODY_A] * BODY_STRIDE;
  const oB = index[i + BODY_B] * BODY_STRIDE;
  const time = sweeps.bounces.times[slot];
  sinCos(-time * motion[oA + W], turnA);
  sinCos(time * (motion[oB + W] - motion[oA + W]), turnB);
  const dx = placed[oB + PLACED_CX] - placed[oA + PLACED_CX] + time * (motion[oB + VX] - motion[oA + VX]);
  const dy = placed[oB + PLACED_CY] - placed[oA + PLACED_CY] + time * (motion[oB + VY] - motion[oA + VY]);
  center.x = placed[oA + PLACED_CX] + (turnA.cos * dx - turnA.sin * dy);
  center.y = placed[oA + PLACED_CY] + (turnA.sin * dx + turnA.cos * dy);
  const c = placed[oB + PLACED_C] * turnB.cos - placed[oB + PLACED_S] * turnB.sin;
  const s = placed[oB + PLACED_S] * turnB.cos + placed[oB + PLACED_C] * turnB.sin;
  pose[0] = center.x - (c * poses[oB + LX] - s * poses[oB + LY]);
  pose[1] = center.y - (s * poses[oB + LX] + c * poses[oB + LY]);
  pose[2] = c;
  pose[3] = s;
  const b = index[i + SHAPE_B];
  geometry.placeFrom(b, pose, 0, box, 0);
  manifold.cachedEdge = cachedEdge[slot];
  return collide(geometry, index[i + SHAPE_A], b, state.speculativeDistance, manifold);
}

/** Turns normal and arms of a contact to where they are at the time of its hit, and sets the gaps (1). */
function goToHit({ bodies, contacts, sweeps }: SweepingState, slot: number, count: number): void {
  const { index, data } = contacts;
  const { motion, placed } = bodies;
  const i = slot * CONTACT_INDEX_STRIDE;
  const oA = index[i + BODY_A] * BODY_STRIDE;
  const oB = index[i + BODY_B] * BODY_STRIDE;
  const time = sweeps.bounces.times[slot];
  sinCos(time * motion[oA + W], turnA);
  sinCos(time * motion[oB + W], turnB);
  const { cos: c, sin: s } = turnA;
  const d = slot * CONTACT_STRIDE;
  const nx = c * data[d + NX] - s * data[d + NY];
  const ny = s * data[d + NX] + c * data[d + NY];
  data[d + NX] = nx;
  data[d + NY] = ny;
  data[d + ROLLING_FACE] = 0;
  const radiusA = data[d + RADIUS_A];
  const radiusB = data[d + RADIUS_B];
  // anchors at B are from where it is placed
  const shiftX = placed[oB + PLACED_CX] - center.x;
  const shiftY = placed[oB + PLACED_CY] - center.y;
  const apart =
    nx * (placed[oB + PLACED_CX] - placed[oA + PLACED_CX]) +
    ny * (placed[oB + PLACED_CY] - placed[oA + PLACED_CY]);
  const way = time * (nx * (motion[oB + VX] - motion[oA + VX]) + ny * (motion[oB + VY] - motion[oA + VY]));
  for (let p = d + POINT0, end = p + count * POINT_STRIDE; p < end; p += POINT_STRIDE) {
    const ax = c * data[p + AX] - s * data[p + AY];
    const ay = s * data[p + AX] + c * data[p + AY];
    const fromX = data[p + BX] + shiftX;
    const fromY = data[p + BY] + shiftY;
    const bx = c * fromX - s * fromY;
    const by = s * fromX + c * fromY;
    data[p + AX] = ax;
    data[p + AY] = ay;
    data[p + BX] = bx;
    data[p + BY] = by;
    const turned =
      turnB.cos * (bx * nx + by * ny + radiusB) +
      turnB.sin * (bx * ny - by * nx) -
      turnA.cos * (ax * nx + ay * ny - radiusA) -
      turnA.sin * (ax * ny - ay * nx);
    // a refresh adds how far the anchors are apart where the bodies are placed
    data[p + BASE_SEPARATION] -= way + apart + turned - radiusA - radiusB;
  }
}
