/**
 * The manifold of a contact: it is computed at the placed poses and written to the record of the contact, with the impulses of the points
 * that it keeps. `contact-refresh.ts` updates the separations until the next time.
 */
import { ACROSS_NORMAL, ACROSS_TANGENT, collide } from '@otedama/collision';
import { CORNER_SLOPE, EMBEDDED_DEPTH } from './constants.js';
import { recordContact, recordTouch } from './contact-events.js';
import { clearStepImpulses } from './contact-refresh.js';
import {
  AX,
  AY,
  BASE_SEPARATION,
  BODY_A,
  BODY_B,
  BODY_PUT,
  BODY_STRIDE,
  BOX_STRIDE,
  BX,
  BY,
  CONTACT_BEGUN,
  CONTACT_EMBEDDED,
  CONTACT_FLAGS,
  CONTACT_INDEX_STRIDE,
  CONTACT_SENSOR,
  CONTACT_STRIDE,
  COUNT,
  DYNAMIC,
  ID0,
  ID1,
  NORMAL_IMPULSE,
  NORMAL_VELOCITY,
  NX,
  NY,
  PLACED_CX,
  PLACED_CY,
  POINT_STRIDE,
  POINT0,
  POINT1,
  RADIUS_A,
  RADIUS_B,
  ROLLING_FACE,
  ROLLING_IMPULSE,
  SHAPE_A,
  SHAPE_B,
  TANGENT_IMPULSE,
  VX,
  VY,
  W,
} from './layout.js';
import type { SweepingState, WorldState } from './world-state.js';

/**
 * Computes the manifold of a contact at the placed poses in `state.manifold`.
 * @returns the number of its points
 */
export function findManifold(state: WorldState, slot: number, a: number, b: number): number {
  const { contacts, manifold } = state;
  const { index, cachedEdge } = contacts;
  const isSensor = (index[slot * CONTACT_INDEX_STRIDE + CONTACT_FLAGS] & CONTACT_SENSOR) !== 0;
  const distance = isSensor ? 0 : state.speculativeDistance;
  if (!boxesOverlap(state.shapes.tight, a * BOX_STRIDE, b * BOX_STRIDE, distance)) return 0;
  manifold.cachedEdge = cachedEdge[slot];
  const count = collide(state.geometry, a, b, distance, manifold);
  cachedEdge[slot] = manifold.cachedEdge;
  return count;
}

/** Numbers of a point that go with its feature from one manifold to the next: from `NORMAL_IMPULSE` to `NORMAL_VELOCITY`. */
const CARRIED = NORMAL_VELOCITY - NORMAL_IMPULSE + 1;

/** Those of both points of a contact, while its manifold is built. */
const carried = new Float64Array(2 * CARRIED);

/** Builds the manifold at the placed poses. */
export function rebuild(state: WorldState, slot: number, a: number, b: number): void {
  const { contacts, manifold } = state;
  const { index } = contacts;
  const i = slot * CONTACT_INDEX_STRIDE;
  const isSensor = (index[i + CONTACT_FLAGS] & CONTACT_SENSOR) !== 0;
  let count = findManifold(state, slot, a, b);
  if (state.seams !== null) count = state.seams.mend(state, slot, count);
  if (count > 0 && manifold.corners !== 0 && !isSensor && isPassing(state, i)) count = 0;
  if (count > 0 || (state.continuous?.foresee(state as SweepingState, slot) !== true && index[i + COUNT] > 0))
    adopt(state, slot, count);
}

/** Gives a contact the points of `state.manifold`. Impulses are matched by feature id. */
export function adopt(state: WorldState, slot: number, count: number): void {
  const { contacts, manifold } = state;
  const { index, data } = contacts;
  const i = slot * CONTACT_INDEX_STRIDE;
  const d = slot * CONTACT_STRIDE;
  const isSensor = (index[i + CONTACT_FLAGS] & CONTACT_SENSOR) !== 0;
  const oldCount = index[i + COUNT];
  // touches are reported at the end of the step, so points that vanish before it are reported here
  if (state.collisions > 0 && oldCount > 0 && !isSensor && (count === 0 || manifold.id0 !== index[i + ID0])) {
    recordTouch(state, slot);
    clearStepImpulses(data, d, 2);
  }
  index[i + COUNT] = count;
  if (count !== oldCount) contacts.revision++;
  if (count === 0) {
    if (oldCount > 0) {
      dropImpulses(data, d);
      index[i + CONTACT_FLAGS] &= ~CONTACT_EMBEDDED;
      if ((index[i + CONTACT_FLAGS] & CONTACT_BEGUN) !== 0) recordContact(state, slot, false);
    }
    return;
  }
  if (isSensor) {
    if (oldCount === 0) recordContact(state, slot, true);
    return;
  }
  // most manifolds keep their points, and these their numbers
  const isSame =
    count === oldCount && manifold.id0 === index[i + ID0] && (count === 1 || manifold.id1 === index[i + ID1]);
  if (!isSame) carryPoints(state, slot, oldCount, count);
  writeBase(state, slot, count);
  if (state.putBodies.count > 0) embedIfPut(state, slot);
}

/** Marks a contact as embedded if it is deep and one of its bodies was put where it is. */
function embedIfPut({ contacts, bodies }: WorldState, slot: number): void {
  const { index, data } = contacts;
  const i = slot * CONTACT_INDEX_STRIDE;
  if (((bodies.flags[index[i + BODY_A]] | bodies.flags[index[i + BODY_B]]) & BODY_PUT) === 0) return;
  const p = slot * CONTACT_STRIDE + POINT0 + BASE_SEPARATION;
  const gap = index[i + COUNT] === 1 ? data[p] : Math.min(data[p], data[p + POINT_STRIDE]);
  if (gap < -EMBEDDED_DEPTH) contacts.embed(slot);
}

/**
 * Gives the points of a manifold the numbers of the old points with the same features, or zeros. A missing point gets zeros, so solvers
 * may add up both points without checking the count.
 * @param oldCount number of points that the contact had; their ids are still in its record
 */
function carryPoints(
  { contacts, manifold }: WorldState,
  slot: number,
  oldCount: number,
  count: number,
): void {
  const { index, data } = contacts;
  const i = slot * CONTACT_INDEX_STRIDE;
  const first = slot * CONTACT_STRIDE + POINT0 + NORMAL_IMPULSE;
  const oldId0 = index[i + ID0];
  const oldId1 = index[i + ID1];
  for (let k = 0; k < CARRIED; k++) {
    carried[k] = data[first + k];
    carried[CARRIED + k] = data[first + POINT_STRIDE + k];
  }
  for (let point = 0; point < 2; point++) {
    const p = first + point * POINT_STRIDE;
    const id = point === 0 ? manifold.id0 : manifold.id1;
    const isThere = point < count;
    const from =
      isThere && oldCount > 0 && id === oldId0 ? 0 : isThere && oldCount > 1 && id === oldId1 ? CARRIED : -1;
    for (let k = 0; k < CARRIED; k++) data[p + k] = from < 0 ? 0 : carried[from + k];
    if (isThere) index[i + ID0 + point] = id;
  }
}

/**
 * Whether the two bodies of a corner contact pass each other there instead of colliding. With u their relative velocity at the
 * corner, f the normal of the face and t its tangent, they pass across f if |u.f| < CORNER_SLOPE |u.t|, and likewise across t.
 *
 * Only corners of static and kinematic bodies can be passed, because rows of tiles consist of these. Between dynamic bodies every
 * corner collides: in a pile that comes to rest it would be random which corners do, and the particles of a soft body form one surface.
 *
 * The bodies then keep the overlap that they had beside the face, at most `CORNER_WIDTH`, until they meet at the face.
 */
function isPassing(state: WorldState, i: number): boolean {
  const { manifold } = state;
  const { motion, placed, type } = state.bodies;
  const { index } = state.contacts;
  const bodyA = index[i + BODY_A];
  const bodyB = index[i + BODY_B];
  if (type[bodyA] === DYNAMIC && type[bodyB] === DYNAMIC) return false;
  const a = bodyA * BODY_STRIDE;
  const b = bodyB * BODY_STRIDE;
  const { cornerX: x, cornerY: y, faceX, faceY, corners } = manifold;
  const ux =
    motion[b + VX] -
    motion[b + W] * (y - placed[b + PLACED_CY]) -
    (motion[a + VX] - motion[a + W] * (y - placed[a + PLACED_CY]));
  const uy =
    motion[b + VY] +
    motion[b + W] * (x - placed[b + PLACED_CX]) -
    (motion[a + VY] + motion[a + W] * (x - placed[a + PLACED_CX]));
  const across = Math.abs(ux * faceX + uy * faceY);
  const along = Math.abs(uy * faceX - ux * faceY);
  return (
    ((corners & ACROSS_NORMAL) !== 0 && across < CORNER_SLOPE * along) ||
    ((corners & ACROSS_TANGENT) !== 0 && along < CORNER_SLOPE * across)
  );
}

/** Clears all impulses of the contact at d. */
export function dropImpulses(data: Float64Array, d: number): void {
  data[d + ROLLING_IMPULSE] = 0;
  data[d + POINT0 + NORMAL_IMPULSE] = 0;
  data[d + POINT0 + TANGENT_IMPULSE] = 0;
  data[d + POINT1 + NORMAL_IMPULSE] = 0;
  data[d + POINT1 + TANGENT_IMPULSE] = 0;
}

/** Writes the data from which a contact is refreshed: normal, anchors and separations of `state.manifold` at the placed poses. */
export function writeBase(state: WorldState, slot: number, count: number): void {
  const { manifold, geometry } = state;
  const { index, data, kept } = state.contacts;
  const { placed } = state.bodies;
  kept[slot] = -1;
  const i = slot * CONTACT_INDEX_STRIDE;
  const d = slot * CONTACT_STRIDE;
  const oA = index[i + BODY_A] * BODY_STRIDE;
  const oB = index[i + BODY_B] * BODY_STRIDE;
  data[d + NX] = manifold.normalX;
  data[d + NY] = manifold.normalY;
  data[d + RADIUS_A] = geometry.radius[index[i + SHAPE_A]];
  data[d + RADIUS_B] = geometry.radius[index[i + SHAPE_B]];
  const { face } = manifold;
  const isRound = data[d + (face > 0 ? RADIUS_B : RADIUS_A)] > 0;
  data[d + ROLLING_FACE] = count === 1 && isRound ? face : 0;
  writeBasePoint(data, d + POINT0, manifold.separation0, manifold.x0, manifold.y0, placed, oA, oB);
  if (count === 2)
    writeBasePoint(data, d + POINT1, manifold.separation1, manifold.x1, manifold.y1, placed, oA, oB);
}

/** Writes the separation and the anchors of a point (x, y) at p. The bodies are at `oA` and `oB` in `placed`. */
function writeBasePoint(
  data: Float64Array,
  p: number,
  separation: number,
  x: number,
  y: number,
  placed: Float64Array,
  oA: number,
  oB: number,
): void {
  data[p + BASE_SEPARATION] = separation;
  data[p + AX] = x - placed[oA + PLACED_CX];
  data[p + AY] = y - placed[oA + PLACED_CY];
  data[p + BX] = x - placed[oB + PLACED_CX];
  data[p + BY] = y - placed[oB + PLACED_CY];
}

/** Whether two boxes, one of them widened by a distance, overlap or touch. */
export function boxesOverlap(boxes: Float64Array, a: number, b: number, distance: number): boolean {
  return (
    boxes[a] - distance <= boxes[b + 2] &&
    boxes[b] - distance <= boxes[a + 2] &&
    boxes[a + 1] - distance <= boxes[b + 3] &&
    boxes[b + 1] - distance <= boxes[a + 3]
  );
}
