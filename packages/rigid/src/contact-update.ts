/**
 * The collision phase: new pairs, separated pairs, manifolds, and the list of contacts for the solver.
 *
 * New pairs are created in ascending order of (shape A, shape B), so the order of contacts is the same with every broad phase. A
 * manifold is rebuilt if one of the two bodies was placed. Otherwise only its separations are refreshed; see
 * `contact-refresh.ts`.
 *
 * In a pile at rest only the separations change, so only they are updated. A world is *steady* if visiting every contact would
 * give the same result as the last visit. This result depends on
 *
 * - bodies that are placed;
 * - the active list, points, flags, types and masses: the revision of the contacts changes with them;
 * - which bodies are simulated or frozen: the revision of the bodies changes with it;
 * - the answers of the pre-solve hook, and the motion of kinematic bodies on which a body sleeps. No revision changes with these,
 *   so a world with either is never steady.
 */
import { ACROSS_NORMAL, ACROSS_TANGENT, collide } from '@otedama/collision';
import { combine } from './combine.js';
import { CORNER_SLOPE, EMBEDDED_DEPTH, FIRST_CONTACT_TOLERANCES } from './constants.js';
import { recordContact, recordTouch } from './contact-events.js';
import { clearStepImpulses, refreshContact, refreshTouching } from './contact-refresh.js';
import { joins } from './contact-store.js';
import { shouldCollide } from './filter.js';
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
  CONTACT_PRE_SOLVE,
  CONTACT_SENSOR,
  CONTACT_SKIPPED,
  CONTACT_STRIDE,
  COUNT,
  DYNAMIC,
  FRICTION,
  ID0,
  ID1,
  INV_MASS,
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
  RESTITUTION,
  ROLLING,
  ROLLING_FACE,
  ROLLING_IMPULSE,
  SHAPE_A,
  SHAPE_B,
  TANGENT_IMPULSE,
  TANGENT_SPEED,
  VX,
  VY,
  W,
} from './layout.js';
import { isAway, placeCluster } from './refit.js';
import {
  SHAPE_BOX_TEST,
  SHAPE_CONTACT_EVENTS,
  SHAPE_HIT_EVENTS,
  SHAPE_PRE_SOLVE,
  SHAPE_SENSOR,
} from './shape-flags.js';
import { isAsleep, isMovingKinematic, wakeBody } from './sleep.js';
import type { WorldState } from './world-state.js';

/** Creates contacts for pairs of moved shapes that have none yet. This may move the boxes of more shapes, which are then searched too. */
export function updatePairs(state: WorldState): void {
  const { moved, pairs, pairTable, newPairs, contactFilter, shapeHandles } = state;
  for (let searched = 0; searched < moved.count; ) {
    searched = moved.count;
    state.broadPhase.findPairs(moved.items, searched, pairs);
    const found = pairs.pairs;
    newPairs.clear();
    for (let k = 0, end = 2 * pairs.count; k < end; k += 2) {
      const a = found[k];
      const b = found[k + 1];
      if (pairTable.get(a, b) >= 0 || !shouldCollide(state, a, b)) continue;
      newPairs.push(a, b);
    }
    newPairs.sort();
    const fresh = newPairs.pairs;
    for (let k = 0, end = 2 * newPairs.count; k < end; k += 2) {
      const a = fresh[k];
      const b = fresh[k + 1];
      if (contactFilter === null || contactFilter(shapeHandles[a]!, shapeHandles[b]!))
        createContact(state, a, b);
    }
  }
}

/**
 * Updates every active contact, removes those whose fat boxes separated, and fills `contacts.touching`.
 * @param refreshes false to leave the refresh of the touching contacts to the solver
 */
export function updateContacts(state: WorldState, refreshes: boolean): void {
  const { contacts, bodies, replacedBodies } = state;
  if (replacedBodies.count === 0 && contacts.revision + bodies.revision === state.steadyRevision) {
    if (refreshes) refreshTouching(contacts, bodies, state.collisions === 0);
    state.stats.refreshedManifolds += contacts.touchingCount;
  } else {
    updateEach(state, refreshes);
  }
}

/** `updateContacts` for a world that is not steady: visits every contact. */
function updateEach(state: WorldState, refreshes: boolean): void {
  const { bodies, contacts } = state;
  const { index, data, active, touching } = contacts;
  const { replaced, mass, pose, placed } = bodies;
  const movedFlag = state.shapes.moved;
  const isFirst = state.collisions === 0;
  const { awakeIndex, type } = bodies;
  let touchingCount = 0;
  let rebuilt = 0;
  let refreshed = 0;
  let isAsked = false;
  for (let k = 0; k < contacts.activeCount; ) {
    const slot = active[k];
    const i = slot * CONTACT_INDEX_STRIDE;
    const bodyA = index[i + BODY_A];
    const bodyB = index[i + BODY_B];
    let isPutOn = false;
    if ((replaced[bodyA] | replaced[bodyB]) !== 0) {
      const a = index[i + SHAPE_A];
      const b = index[i + SHAPE_B];
      if ((movedFlag[a] | movedFlag[b]) !== 0 && isParted(state, a, b)) {
        if (!isFirst && joins(contacts, slot)) recordTouch(state, slot);
        destroyContact(state, slot);
        continue;
      }
      const wasApart = index[i + COUNT] === 0;
      rebuild(state, slot, a, b);
      rebuilt++;
      // a static or kinematic body was put on a dynamic one, which stayed where it was
      isPutOn =
        wasApart &&
        joins(contacts, slot) &&
        type[bodyA] !== type[bodyB] &&
        replaced[type[bodyA] === DYNAMIC ? bodyA : bodyB] === 0;
    }
    const isAwakeA = awakeIndex[bodyA] >= 0;
    const isAwakeB = awakeIndex[bodyB] >= 0;
    if (!isAwakeA && !isAwakeB && !isPutOn) {
      // both bodies were put to sleep by the user, or one is asleep and the other static
      contacts.setActive(slot, false);
      continue;
    }
    k++;
    if (!joins(contacts, slot)) continue;
    // touched bodies wake up: their contacts are appended to the list that this loop iterates over
    if (!isAwakeA && type[bodyA] === DYNAMIC) wakeIfPushed(state, bodyA, bodyB, isPutOn);
    else if (!isAwakeB && type[bodyB] === DYNAMIC) wakeIfPushed(state, bodyB, bodyA, isPutOn);
    let flags = index[i + CONTACT_FLAGS];
    refreshed++;
    const isMoving =
      (awakeIndex[bodyA] >= 0 && mass[bodyA * BODY_STRIDE + INV_MASS] > 0) ||
      (awakeIndex[bodyB] >= 0 && mass[bodyB * BODY_STRIDE + INV_MASS] > 0);
    if (refreshes || !isMoving || (flags & CONTACT_PRE_SOLVE) !== 0) {
      const d = slot * CONTACT_STRIDE;
      refreshContact(data, d, index[i + COUNT], pose, placed, bodyA * BODY_STRIDE, bodyB * BODY_STRIDE);
      if (isFirst) clearStepImpulses(data, d, index[i + COUNT]);
    }
    if ((flags & CONTACT_PRE_SOLVE) !== 0) {
      isAsked = state.preSolve !== null;
      flags = askPreSolve(state, slot);
    }
    if (isMoving && (flags & CONTACT_SKIPPED) === 0) touching[touchingCount++] = slot;
  }
  contacts.touchingCount = touchingCount;
  contacts.touchingRevision++;
  // a contact of a body that sleeps on a kinematic one (and may have woken since) was refreshed but is not in `touching`
  const isSteady = !isAsked && refreshed === touchingCount;
  state.steadyRevision = isSteady ? contacts.revision + bodies.revision : -1;
  state.stats.rebuiltManifolds += rebuilt;
  state.stats.refreshedManifolds += refreshed;
}

/** Wakes a sleeping body that an awake body touches, a dynamic one or a moving kinematic one, or on which any body was put. */
function wakeIfPushed(state: WorldState, asleep: number, other: number, isPutOn: boolean): void {
  if (isPutOn || state.bodies.type[other] === DYNAMIC || isMovingKinematic(state, other)) {
    wakeBody(state, asleep);
  }
}

/** Clears the lists of placed, moved and put bodies after the contacts were updated. */
export function clearMoved({ moved, shapes, replacedBodies, putBodies, bodies }: WorldState): void {
  for (let k = 0; k < putBodies.count; k++) bodies.flags[putBodies.items[k]] &= ~BODY_PUT;
  putBodies.count = 0;
  for (let k = 0; k < moved.count; k++) shapes.moved[moved.items[k]] = 0;
  moved.count = 0;
  for (let k = 0; k < replacedBodies.count; k++) bodies.replaced[replacedBodies.items[k]] = 0;
  replacedBodies.count = 0;
}

/** `CONTACT_*` bits of a contact from the `SHAPE_*` bits of either shape: those of events and hooks are one place higher. */
export function contactFlags(bits: number): number {
  return (bits & SHAPE_SENSOR) | ((bits & (SHAPE_CONTACT_EVENTS | SHAPE_HIT_EVENTS | SHAPE_PRE_SOLVE)) << 1);
}

/** Creates a contact of two shapes, A < B, without points. */
function createContact(state: WorldState, a: number, b: number): void {
  const { shapes, contacts, bodies } = state;
  const { replaced } = bodies;
  const bodyA = shapes.body[a];
  const bodyB = shapes.body[b];
  const flags = contactFlags(shapes.flags[a] | shapes.flags[b]);
  state.stats.newContacts++;
  const slot = contacts.create(a, b, bodyA, bodyB, flags, bodies);
  state.pairTable.set(a, b, slot);
  mixMaterials(state, slot);
  // the first manifold, too, needs both bodies at poses of the same time
  if (isAway(state, bodyA, FIRST_CONTACT_TOLERANCES)) placeCluster(state, bodyA);
  if (isAway(state, bodyB, FIRST_CONTACT_TOLERANCES)) placeCluster(state, bodyB);
  // a pair can be new although neither body was placed, because its filter may have changed
  if ((replaced[bodyA] | replaced[bodyB]) === 0) {
    const body = isAsleep(state, bodyA) ? bodyB : bodyA;
    replaced[body] = 1;
    state.replacedBodies.push(body);
  }
}

/** Writes the combined coefficients of the two shapes into a contact. */
export function mixMaterials(state: WorldState, slot: number): void {
  const { data, index } = state.contacts;
  const a = index[slot * CONTACT_INDEX_STRIDE + SHAPE_A];
  const b = index[slot * CONTACT_INDEX_STRIDE + SHAPE_B];
  writeMixed(state, a, b, data, slot * CONTACT_STRIDE);
  state.contacts.kept[slot] = -1;
}

/** Writes the combined coefficients of two shapes into the contact record at `d`. */
export function writeMixed(state: WorldState, a: number, b: number, data: Float64Array, d: number): void {
  const { shapes, geometry } = state;
  data[d + FRICTION] = combine(
    shapes.frictionRule[a],
    shapes.frictionRule[b],
    shapes.friction[a],
    shapes.friction[b],
  );
  data[d + RESTITUTION] = combine(
    shapes.restitutionRule[a],
    shapes.restitutionRule[b],
    shapes.restitution[a],
    shapes.restitution[b],
  );
  data[d + TANGENT_SPEED] = shapes.tangentSpeed[a] + shapes.tangentSpeed[b];
  data[d + ROLLING] =
    Math.max(shapes.rollingResistance[a], shapes.rollingResistance[b]) *
    Math.max(geometry.radius[a], geometry.radius[b]);
}

/** Removes a contact from the world and reports its end. */
export function destroyContact(state: WorldState, slot: number): void {
  const { contacts } = state;
  const i = slot * CONTACT_INDEX_STRIDE;
  if (joins(contacts, slot)) {
    wakeBody(state, contacts.index[i + BODY_A]);
    wakeBody(state, contacts.index[i + BODY_B]);
  }
  if ((contacts.index[i + CONTACT_FLAGS] & CONTACT_BEGUN) !== 0) recordContact(state, slot, false);
  state.pairTable.delete(contacts.index[i + SHAPE_A], contacts.index[i + SHAPE_B]);
  contacts.remove(slot, state.bodies);
}

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

/** Builds the manifold at the placed poses. Impulses are matched by feature id. */
function rebuild(state: WorldState, slot: number, a: number, b: number): void {
  const { contacts, manifold } = state;
  const { index, data } = contacts;
  const i = slot * CONTACT_INDEX_STRIDE;
  const d = slot * CONTACT_STRIDE;
  const isSensor = (index[i + CONTACT_FLAGS] & CONTACT_SENSOR) !== 0;
  let count = findManifold(state, slot, a, b);
  if (state.seams !== null) count = state.seams.mend(state, slot, count);
  if (count > 0 && manifold.corners !== 0 && !isSensor && isPassing(state, i)) count = 0;
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

/** Clears the impulses of a point. */
function dropPoint(data: Float64Array, p: number): void {
  data[p + NORMAL_IMPULSE] = 0;
  data[p + TANGENT_IMPULSE] = 0;
}

/** Clears all impulses of the contact at d. */
export function dropImpulses(data: Float64Array, d: number): void {
  data[d + ROLLING_IMPULSE] = 0;
  dropPoint(data, d + POINT0);
  dropPoint(data, d + POINT1);
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

/**
 * Asks the pre-solve hook whether a contact acts in this step.
 * @returns the flags of the contact
 */
function askPreSolve(state: WorldState, slot: number): number {
  const { index, data } = state.contacts;
  const i = slot * CONTACT_INDEX_STRIDE + CONTACT_FLAGS;
  index[i] &= ~CONTACT_SKIPPED;
  const hook = state.preSolve;
  if (hook === null || hook(state.contactView.at(slot))) return index[i];
  index[i] |= CONTACT_SKIPPED;
  const d = slot * CONTACT_STRIDE;
  dropImpulses(data, d);
  return index[i];
}

/** Whether the pair is no longer one for the broad phase. */
function isParted(state: WorldState, a: number, b: number): boolean {
  const { fat, flags } = state.shapes;
  if (!boxesOverlap(fat, a * BOX_STRIDE, b * BOX_STRIDE, 0)) return true;
  if ((flags[a] & SHAPE_BOX_TEST) !== 0) return !state.geometry.touchesBox(a, fat, b * BOX_STRIDE);
  return (flags[b] & SHAPE_BOX_TEST) !== 0 && !state.geometry.touchesBox(b, fat, a * BOX_STRIDE);
}

/** Whether two boxes, one of them widened by a distance, overlap or touch. */
function boxesOverlap(boxes: Float64Array, a: number, b: number, distance: number): boolean {
  return (
    boxes[a] - distance <= boxes[b + 2] &&
    boxes[b] - distance <= boxes[a + 2] &&
    boxes[a + 1] - distance <= boxes[b + 3] &&
    boxes[b + 1] - distance <= boxes[a + 3]
  );
}
