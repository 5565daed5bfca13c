/**
 * Sleeping. Awake bodies that are connected by contacts, by joints, or as particles of one soft body form an island. An island
 * falls asleep as a whole. Each of its bodies must, for the sleep delay, have been slower than the sleep speed, or have stayed
 * within the placement tolerance of its placed pose. The second condition lets a pile sleep although one of its bodies trembles
 * in place. A sleeping body is not in `bodies.awake`. A contact or joint is not in its active list if all its bodies sleep.
 * Sleeping bodies therefore cost no time. Contacts and joints keep their impulses, so a stack that wakes up is warm started.
 *
 * Islands are not kept from step to step. A search (depth first, over the existing edges of the bodies) starts at a body that is
 * ready to sleep. It stops at the first body that is not ready. This body is the blocker. It is recorded for every body that the
 * search found, and no search starts at these bodies while the blocker is not ready. A restless pile therefore costs one
 * comparison per body, and an island is traversed about once before it sleeps. The blocker may leave the island and stay restless
 * elsewhere, or be destroyed and its slot reused, so blockers are forgotten every `BLOCKER_MASK` + 1 steps. Static and kinematic bodies do
 * not join islands, but a moving kinematic body keeps the islands that it touches awake.
 */
import { BLOCKER_MASK, SLEEP_DELAY, SLEEP_SPEED } from './constants.js';
import { joins } from './contact-store.js';
import { doubleArrays } from './grow.js';
import { halt } from './integration.js';
import {
  BODY_ALLOW_SLEEP,
  BODY_ENABLED,
  BODY_FIXED_ROTATION,
  BODY_FROZEN,
  BODY_STRIDE,
  C,
  CONTACT_INDEX_STRIDE,
  DAMPING_STRIDE,
  DYNAMIC,
  EXTENT,
  KINEMATIC,
  PREVIOUS_STRIDE,
  S,
  SHAPE_A,
  SHAPE_B,
  SLEEP_TIME,
  VX,
  VY,
  W,
  X,
  Y,
} from './layout.js';
import { isAway, placeStale } from './refit.js';
import type { SoftBody } from './soft-body.js';
import type { WorldState } from './world-state.js';

/** Whether a body is asleep: dynamic, enabled and not frozen, but not simulated. */
export function isAsleep(state: WorldState, slot: number): boolean {
  const { bodies } = state;
  return (
    bodies.type[slot] === DYNAMIC &&
    bodies.awakeIndex[slot] < 0 &&
    (bodies.flags[slot] & (BODY_ENABLED | BODY_FROZEN)) === BODY_ENABLED
  );
}

/** Whether a body is kinematic and has a velocity. */
export function isMovingKinematic(state: WorldState, slot: number): boolean {
  const { type, motion } = state.bodies;
  const o = slot * BODY_STRIDE;
  return type[slot] === KINEMATIC && (motion[o + VX] !== 0 || motion[o + VY] !== 0 || motion[o + W] !== 0);
}

/** Scratch memory of the searches, one per world. It allocates only when it grows. */
export class SleepScratch {
  /** Bodies that the current search has found, `count` of them. */
  found: Int32Array = new Int32Array(64);
  count = 0;
  /** By body: number of the last search that found it. */
  mark: Int32Array = new Int32Array(64);
  search = 0;
  /** The soft body that the current search met last, or null. */
  metSoftBody: SoftBody | null = null;
  /** By body: the blocker that ended the last search of its island, or -1. */
  blocker: Int32Array = new Int32Array(64).fill(-1);

  /** Makes room for a number of bodies. */
  reserve(bodies: number): void {
    while (bodies > this.mark.length) {
      const { length } = this.mark;
      doubleArrays(this);
      this.blocker.fill(-1, length);
    }
  }
}

/**
 * Advances the sleep time of the awake bodies, and puts islands to sleep.
 * @param dt the step, s
 */
export function updateSleep(state: WorldState, dt: number): void {
  if (advanceSleepTimes(state, dt)) putReadyIslandsToSleep(state);
}

/** Advances the sleep time of the awake bodies by `dt`, s, or sets it back. Returns whether one of them is ready to sleep. */
function advanceSleepTimes(state: WorldState, dt: number): boolean {
  const { bodies } = state;
  const { awake, damping, motion, pose, previous, replaced, flags, type } = bodies;
  const inverseStep = 1 / dt;
  let isAnyReady = false;
  for (let k = 0; k < bodies.awakeCount; k++) {
    const slot = awake[k];
    const d = slot * DAMPING_STRIDE;
    if ((flags[slot] & BODY_ALLOW_SLEEP) === 0 || type[slot] !== DYNAMIC) {
      damping[d + SLEEP_TIME] = 0;
      continue;
    }
    const o = slot * BODY_STRIDE;
    const p = slot * PREVIOUS_STRIDE;
    const extent = damping[d + EXTENT];
    // speed of the fastest point, and the distance actually moved: position correction moves bodies without velocity
    const speed = Math.abs(motion[o + VX]) + Math.abs(motion[o + VY]) + Math.abs(motion[o + W]) * extent;
    const way =
      Math.abs(pose[o + X] - previous[p]) +
      Math.abs(pose[o + Y] - previous[p + 1]) +
      Math.abs(pose[o + S] * previous[p + 2] - pose[o + C] * previous[p + 3]) * extent;
    // a fast body that stays near its placed pose only trembles, and counts as at rest
    const isFast = speed > SLEEP_SPEED || way * inverseStep > SLEEP_SPEED;
    if (isFast && (replaced[slot] !== 0 || isAway(state, slot))) {
      damping[d + SLEEP_TIME] = 0;
    } else {
      damping[d + SLEEP_TIME] += dt;
      if (damping[d + SLEEP_TIME] >= SLEEP_DELAY) isAnyReady = true;
    }
  }
  return isAnyReady;
}

/** Puts the islands to sleep whose bodies are all ready, one search for each. */
function putReadyIslandsToSleep(state: WorldState): void {
  const { bodies, sleep } = state;
  const { awake, damping, type } = bodies;
  sleep.reserve(bodies.slots);
  if ((state.stats.steps & BLOCKER_MASK) === 0) sleep.blocker.fill(-1, 0, bodies.slots);
  let held = false;
  const { awakeCount } = bodies;
  for (let k = 0; k < bodies.awakeCount; ) {
    const slot = awake[k];
    const isReady = type[slot] === DYNAMIC && damping[slot * DAMPING_STRIDE + SLEEP_TIME] >= SLEEP_DELAY;
    if (!isReady || isBlocked(state, slot)) {
      k++;
      continue;
    }
    if (!held) {
      state.jointUpkeep?.holdDriven();
      held = true;
    }
    const blocker = searchIsland(state, slot, true, true);
    if (blocker < 0) {
      // bodies that are placed now get new manifolds in the next step, and sleep after it
      if (placeStale(state, sleep.found, sleep.count)) {
        k++;
        continue;
      }
      putToSleep(state);
      // `putToSleep` changed the list: another body is at index k now
      continue;
    }
    for (let n = 0; n < sleep.count; n++) sleep.blocker[sleep.found[n]] = blocker;
    k++;
  }
  if (bodies.awakeCount < awakeCount) putEdgesToRest(state);
}

/** Whether the recorded blocker of a body's island still keeps it awake. */
function isBlocked(state: WorldState, slot: number): boolean {
  const { bodies, sleep } = state;
  const blocker = sleep.blocker[slot];
  if (blocker < 0 || bodies.awakeIndex[blocker] < 0) return false;
  if (bodies.type[blocker] === KINEMATIC) return isMovingKinematic(state, blocker);
  return bodies.damping[blocker * DAMPING_STRIDE + SLEEP_TIME] < SLEEP_DELAY;
}

/**
 * Collects the island of a body in `sleep.found`.
 * @param untilMoved stop at a moving kinematic body
 * @param untilRestless stop at the first body that is not ready to sleep
 * @returns the body at which the search stopped, or -1 if it collected the whole island
 */
function searchIsland(state: WorldState, start: number, untilMoved: boolean, untilRestless: boolean): number {
  const { bodies, contacts, sleep } = state;
  const { found, mark } = sleep;
  sleep.search++;
  sleep.metSoftBody = null;
  sleep.count = 1;
  found[0] = start;
  mark[start] = sleep.search;
  for (let n = 0; n < sleep.count; n++) {
    const slot = found[n];
    if (untilRestless && bodies.damping[slot * DAMPING_STRIDE + SLEEP_TIME] < SLEEP_DELAY) return slot;
    for (let edge = bodies.firstEdge[slot]; edge >= 0; edge = contacts.edgeNext[edge]) {
      if (!joins(contacts, edge >> 1)) continue;
      const other = contacts.edgeOther[edge];
      if (meetNeighbor(state, other) && untilMoved) return other;
    }
    const mover = state.jointUpkeep?.meetPartners(slot, untilMoved) ?? -1;
    if (mover >= 0) return mover;
    meetParticles(state, slot);
  }
  return -1;
}

/** If the body is a particle of a soft body, adds all particles of that soft body. */
function meetParticles(state: WorldState, slot: number): void {
  const { particleOwners, sleep } = state;
  const owner = particleOwners.get(slot);
  // the particles of a soft body follow each other in the search, so the others of the last one have been added
  if (owner === undefined || owner === sleep.metSoftBody) return;
  sleep.metSoftBody = owner;
  for (const particle of owner.particles) meetNeighbor(state, particle.id);
}

/**
 * Adds a neighbour to the island of the current search.
 * @returns whether it is a moving kinematic body, which keeps the island awake
 */
export function meetNeighbor(state: WorldState, slot: number): boolean {
  const { bodies, sleep } = state;
  // disabled and frozen bodies do not connect islands
  if ((bodies.flags[slot] & (BODY_ENABLED | BODY_FROZEN)) !== BODY_ENABLED) return false;
  if (bodies.type[slot] !== DYNAMIC) return isMovingKinematic(state, slot);
  if (sleep.mark[slot] !== sleep.search) {
    sleep.mark[slot] = sleep.search;
    sleep.found[sleep.count++] = slot;
  }
  return false;
}

/** Puts the bodies of the last search to sleep and clears their velocities. `putEdgesToRest` has to follow. */
function putToSleep(state: WorldState): void {
  const { bodies, sleep } = state;
  const { motion } = bodies;
  const found = sleep.found.subarray(0, sleep.count).sort();
  for (const slot of found) {
    bodies.setAwake(slot, false);
    sleep.blocker[slot] = -1;
    halt(motion, slot);
    // inside a step the previous pose stays, because the step's motion is still to be drawn; the next step settles all poses
    if (!state.isStepping) bodies.settlePose(slot);
    state.events.bodySleep.next(state.isStepping).body = state.bodyHandles[slot]!;
  }
}

/** Removes the contacts and joints without an awake body from the active lists: once for all islands that fell asleep together. */
function putEdgesToRest(state: WorldState): void {
  const { bodies, contacts } = state;
  // contacts of bodies that this step's refit placed must be updated once more before they leave the active list
  contacts.keepActive(
    (bodyA, bodyB) =>
      bodies.awakeIndex[bodyA] >= 0 ||
      bodies.awakeIndex[bodyB] >= 0 ||
      (bodies.replaced[bodyA] | bodies.replaced[bodyB]) !== 0,
  );
  state.jointUpkeep?.rest();
}

/**
 * Wakes a sleeping body and its whole island. Does nothing for any other body, except that it resets the sleep time of an awake
 * one.
 * @param slot body, or -1
 */
export function wakeBody(state: WorldState, slot: number): void {
  if (slot < 0) return;
  const { bodies, contacts, sleep } = state;
  if (!isAsleep(state, slot)) {
    if (bodies.awakeIndex[slot] >= 0) bodies.damping[slot * DAMPING_STRIDE + SLEEP_TIME] = 0;
    return;
  }
  sleep.reserve(bodies.slots);
  searchIsland(state, slot, false, false);
  const found = sleep.found.subarray(0, sleep.count).sort();
  for (const body of found) {
    bodies.damping[body * DAMPING_STRIDE + SLEEP_TIME] = 0;
    if (!isAsleep(state, body)) continue;
    bodies.setAwake(body, true);
    state.events.bodyWake.next(state.isStepping).body = state.bodyHandles[body]!;
  }
  // contacts and joints get a defined order in the active lists that does not depend on the order of the search
  const woken: number[] = [];
  for (const body of found) {
    for (let edge = bodies.firstEdge[body]; edge >= 0; edge = contacts.edgeNext[edge]) {
      if (contacts.activeIndex[edge >> 1] < 0) {
        contacts.setActive(edge >> 1, true);
        woken.push(edge >> 1);
      }
    }
  }
  const { index, active, activeIndex } = contacts;
  woken.sort(
    (p, q) =>
      index[p * CONTACT_INDEX_STRIDE + SHAPE_A] - index[q * CONTACT_INDEX_STRIDE + SHAPE_A] ||
      index[p * CONTACT_INDEX_STRIDE + SHAPE_B] - index[q * CONTACT_INDEX_STRIDE + SHAPE_B],
  );
  const first = contacts.activeCount - woken.length;
  woken.forEach((contact, k) => {
    active[first + k] = contact;
    activeIndex[contact] = first + k;
  });
  state.jointUpkeep?.resume(found);
}

/**
 * Sets the velocity of a body, m/s and rad/s; one whose rotation is locked keeps the angular velocity 0. Wakes it, unless each component
 * that changes becomes 0: a body that is stopped, or gets the velocity that it has, may sleep. A kinematic body that starts to move also
 * wakes the bodies joined to it. The bodies that it touches are woken in the next step, which checks contacts but not joints.
 */
export function setVelocity(state: WorldState, slot: number, vx: number, vy: number, spin: number): void {
  const { motion, flags } = state.bodies;
  const o = slot * BODY_STRIDE;
  const w = (flags[slot] & BODY_FIXED_ROTATION) === 0 ? spin : 0;
  if (
    (vx !== 0 && vx !== motion[o + VX]) ||
    (vy !== 0 && vy !== motion[o + VY]) ||
    (w !== 0 && w !== motion[o + W])
  ) {
    wakeBody(state, slot);
  }
  const wasMoving = isMovingKinematic(state, slot);
  motion[o + VX] = vx;
  motion[o + VY] = vy;
  motion[o + W] = w;
  if (!wasMoving && isMovingKinematic(state, slot)) state.jointUpkeep?.wakePartners(slot);
}

/** Wakes all bodies that touch a body or are joined to it, for a body that is moved, changed or removed. */
export function wakeNeighbors(state: WorldState, slot: number): void {
  const { bodies, contacts } = state;
  wakeBody(state, slot);
  for (let edge = bodies.firstEdge[slot]; edge >= 0; edge = contacts.edgeNext[edge]) {
    if (joins(contacts, edge >> 1)) wakeBody(state, contacts.edgeOther[edge]);
  }
  state.jointUpkeep?.wakePartners(slot);
}

/** Puts the whole island of a body to sleep at once, at any speed. Does nothing if the island is connected to a moving kinematic body. */
export function forceSleep(state: WorldState, slot: number): void {
  const { bodies, sleep } = state;
  if (bodies.awakeIndex[slot] < 0 || bodies.type[slot] !== DYNAMIC) return;
  sleep.reserve(bodies.slots);
  if (searchIsland(state, slot, true, false) >= 0) return;
  placeStale(state, sleep.found, sleep.count);
  putToSleep(state);
  putEdgesToRest(state);
}

/** Wakes every body, after a change that may move all of them. One that is awake must be at rest anew before it sleeps. */
export function wakeAll(state: WorldState): void {
  for (let slot = 0; slot < state.bodies.slots; slot++) wakeBody(state, slot);
}
