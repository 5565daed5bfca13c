/**
 * The collision phase: new pairs, separated pairs, manifolds, and the list of contacts for the solver.
 *
 * New pairs are created in ascending order of (shape A, shape B), so the order of contacts is the same with every broad phase. A
 * manifold is rebuilt if one of the two bodies was placed (`contact-manifold.ts`). Otherwise only its separations are refreshed
 * (`contact-refresh.ts`).
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
import { combine } from './combine.js';
import { FIRST_CONTACT_TOLERANCES } from './constants.js';
import { recordContact, recordTouch } from './contact-events.js';
import { boxesOverlap, dropImpulses, rebuild } from './contact-manifold.js';
import { clearStepImpulses, refreshContact, refreshTouching } from './contact-refresh.js';
import { joins } from './contact-store.js';
import { shouldCollide } from './filter.js';
import {
  BODY_A,
  BODY_B,
  BODY_PUT,
  BODY_STRIDE,
  BOX_STRIDE,
  CONTACT_BEGUN,
  CONTACT_FLAGS,
  CONTACT_INDEX_STRIDE,
  CONTACT_PRE_SOLVE,
  CONTACT_SKIPPED,
  CONTACT_STRIDE,
  COUNT,
  DYNAMIC,
  FRICTION,
  INV_MASS,
  RESTITUTION,
  ROLLING,
  SHAPE_A,
  SHAPE_B,
  TANGENT_SPEED,
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
