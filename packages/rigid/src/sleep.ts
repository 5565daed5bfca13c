/**
 * Sleeping. Bodies that hang together by contacts, by joints, or as particles of a soft body rest together or not at all: such an
 * island falls asleep when every one of its bodies has been slower than the sleep speed for the sleep delay, or has not left its place by
 * more than the tolerance of placement: one body that trembles keeps no pile awake. A sleeping body is out of `bodies.awake`, a contact
 * or joint of sleeping bodies alone out of the active lists, so sleep costs nothing; they keep their impulses, so that a stack that is
 * woken stands as it stood.
 *
 * Islands are not kept from step to step. A search (depth first, over the edges that bodies have anyway) starts at a body that is
 * ready and stops at the first one that is not; that blocker is noted for every body the search met, and while it is restless none
 * of them is looked at again. So a restless pile costs a comparison a body, and an island is walked through about once before it
 * sleeps. Static bodies do not join islands, and neither do kinematic ones, but one that moves keeps what it touches awake.
 */
import { SLEEP_DELAY, SLEEP_SPEED } from './constants.js';
import {
  BODY_ALLOW_SLEEP,
  BODY_ENABLED,
  BODY_FROZEN,
  BODY_STRIDE,
  C,
  CONTACT_FLAGS,
  CONTACT_INDEX_STRIDE,
  CONTACT_SENSOR,
  COUNT,
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
import type { WorldState } from './world-state.js';

/** Whether a body is asleep: dynamic, enabled and sound, but not simulated. */
export function isAsleep(state: WorldState, slot: number): boolean {
  const { bodies } = state;
  return (
    bodies.type[slot] === DYNAMIC &&
    bodies.awakeIndex[slot] < 0 &&
    (bodies.flags[slot] & (BODY_ENABLED | BODY_FROZEN)) === BODY_ENABLED
  );
}

/** Whether a body moves by its own velocity. */
export function isMovingKinematic(state: WorldState, slot: number): boolean {
  const { type, motion } = state.bodies;
  const o = slot * BODY_STRIDE;
  return type[slot] === KINEMATIC && (motion[o + VX] !== 0 || motion[o + VY] !== 0 || motion[o + W] !== 0);
}

/** Scratch of the searches, one for each world: nothing is allocated once it has grown. */
export class SleepScratch {
  /** Bodies a search has met, and how many. */
  found: Int32Array = new Int32Array(64);
  count = 0;
  /** Number of the last search that met a body. */
  mark: Int32Array = new Int32Array(64);
  search = 0;
  /** Body that kept the island of a body awake when it was last looked at, -1 for none. */
  blocker: Int32Array = new Int32Array(64).fill(-1);

  /** Room for all bodies. */
  reserve(bodies: number): void {
    if (bodies <= this.mark.length) return;
    const size = 2 * bodies;
    this.found = new Int32Array(size);
    const mark = new Int32Array(size);
    mark.set(this.mark);
    this.mark = mark;
    const blocker = new Int32Array(size).fill(-1);
    blocker.set(this.blocker);
    this.blocker = blocker;
  }
}

/**
 * Follows how long the awake bodies have been slow, and puts islands to sleep.
 * @param dt the step, s
 */
export function updateSleep(state: WorldState, dt: number): void {
  const { bodies, sleep } = state;
  const { awake, damping, motion, pose, previous, replaced, flags, type } = bodies;
  const inverseStep = 1 / dt;
  let ready = 0;
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
    // the fastest point of the body, and the way it really went: push-out moves bodies without velocity
    const speed = Math.abs(motion[o + VX]) + Math.abs(motion[o + VY]) + Math.abs(motion[o + W]) * extent;
    const way =
      Math.abs(pose[o + X] - previous[p]) +
      Math.abs(pose[o + Y] - previous[p + 1]) +
      Math.abs(pose[o + S] * previous[p + 2] - pose[o + C] * previous[p + 3]) * extent;
    // what trembles about the place where it was placed is at rest
    const isFast = speed > SLEEP_SPEED || way * inverseStep > SLEEP_SPEED;
    if (isFast && (replaced[slot] !== 0 || isAway(state, slot))) {
      damping[d + SLEEP_TIME] = 0;
    } else {
      damping[d + SLEEP_TIME] += dt;
      if (damping[d + SLEEP_TIME] >= SLEEP_DELAY) ready++;
    }
  }
  if (ready === 0) return;

  sleep.reserve(bodies.slots);
  let linked = false;
  for (let k = 0; k < bodies.awakeCount; ) {
    const slot = awake[k];
    const isReady = type[slot] === DYNAMIC && damping[slot * DAMPING_STRIDE + SLEEP_TIME] >= SLEEP_DELAY;
    if (!isReady || isBlocked(state, slot)) {
      k++;
      continue;
    }
    if (!linked) {
      state.jointUpkeep?.link();
      linked = true;
    }
    const blocker = searchIsland(state, slot, true, true);
    if (blocker < 0) {
      // what is placed now has its manifolds made anew in the next step, and sleeps after it
      if (placeStale(state, sleep.found, sleep.count)) {
        k++;
        continue;
      }
      putToSleep(state);
      // the list has changed under way: what took this place is looked at next
      continue;
    }
    for (let n = 0; n < sleep.count; n++) sleep.blocker[sleep.found[n]] = blocker;
    k++;
  }
}

/** Whether the body that last kept this one's island awake still does. */
function isBlocked(state: WorldState, slot: number): boolean {
  const { bodies, sleep } = state;
  const blocker = sleep.blocker[slot];
  if (blocker < 0 || bodies.awakeIndex[blocker] < 0) return false;
  if (bodies.type[blocker] === KINEMATIC) return isMovingKinematic(state, blocker);
  return bodies.damping[blocker * DAMPING_STRIDE + SLEEP_TIME] < SLEEP_DELAY;
}

/**
 * Collects the island of a body in `sleep.found`.
 * @param untilMoved stop at a kinematic body that moves
 * @param untilRestless stop at the first body that is not ready to sleep
 * @returns the body stopped at, or -1 when the whole island was collected
 */
function searchIsland(state: WorldState, start: number, untilMoved: boolean, untilRestless: boolean): number {
  const { bodies, contacts, sleep } = state;
  const { found, mark } = sleep;
  sleep.search++;
  sleep.count = 1;
  found[0] = start;
  mark[start] = sleep.search;
  for (let n = 0; n < sleep.count; n++) {
    const slot = found[n];
    if (untilRestless && bodies.damping[slot * DAMPING_STRIDE + SLEEP_TIME] < SLEEP_DELAY) return slot;
    for (let edge = bodies.firstEdge[slot]; edge >= 0; edge = contacts.edgeNext[edge]) {
      const i = (edge >> 1) * CONTACT_INDEX_STRIDE;
      if (contacts.index[i + COUNT] === 0 || (contacts.index[i + CONTACT_FLAGS] & CONTACT_SENSOR) !== 0)
        continue;
      const other = contacts.edgeOther[edge];
      if (meetNeighbor(state, other) && untilMoved) return other;
    }
    const mover = state.jointUpkeep?.meetPartners(slot, untilMoved) ?? -1;
    if (mover >= 0) return mover;
    meetParticles(state, slot);
  }
  return -1;
}

/** Adds the particles of the soft body that a body is one of, if it is. */
function meetParticles(state: WorldState, slot: number): void {
  const { softBodies, bodyHandles } = state;
  if (softBodies.length === 0) return;
  const body = bodyHandles[slot]!;
  for (const { particles } of softBodies) {
    if (particles.includes(body)) for (const particle of particles) meetNeighbor(state, particle.id);
  }
}

/**
 * Adds a neighbour to the island that is searched.
 * @returns whether it keeps the island awake: a kinematic body that moves
 */
export function meetNeighbor(state: WorldState, slot: number): boolean {
  const { bodies, sleep } = state;
  // what is disabled or frozen neither rests nor hands it on
  if ((bodies.flags[slot] & (BODY_ENABLED | BODY_FROZEN)) !== BODY_ENABLED) return false;
  if (bodies.type[slot] !== DYNAMIC) return isMovingKinematic(state, slot);
  if (sleep.mark[slot] !== sleep.search) {
    sleep.mark[slot] = sleep.search;
    sleep.found[sleep.count++] = slot;
  }
  return false;
}

/** Takes the bodies of the last search out of the simulation, at rest. */
function putToSleep(state: WorldState): void {
  const { bodies, contacts, sleep } = state;
  const { motion } = bodies;
  const found = sleep.found.subarray(0, sleep.count).sort();
  for (const slot of found) {
    bodies.setAwake(slot, false);
    sleep.blocker[slot] = -1;
    const o = slot * BODY_STRIDE;
    motion[o + VX] = 0;
    motion[o + VY] = 0;
    motion[o + W] = 0;
    // its last motion is still to be drawn: the next step begins with this, as with that of the others
    if (!state.isStepping) bodies.settlePose(slot);
    state.events.recordSleep(state.bodyHandles[slot]!, state.isStepping);
  }
  // those of a body that was placed anew by this step's refit have to be built once more before they rest
  contacts.keepActive(
    (bodyA, bodyB) =>
      bodies.awakeIndex[bodyA] >= 0 ||
      bodies.awakeIndex[bodyB] >= 0 ||
      (bodies.replaced[bodyA] | bodies.replaced[bodyB]) !== 0,
  );
  state.jointUpkeep?.rest();
}

/**
 * Wakes a sleeping body and everything that sleeps with it. Does nothing for any other body.
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
  state.jointUpkeep?.link();
  searchIsland(state, slot, false, false);
  const found = sleep.found.subarray(0, sleep.count).sort();
  for (const body of found) {
    bodies.damping[body * DAMPING_STRIDE + SLEEP_TIME] = 0;
    if (!isAsleep(state, body)) continue;
    bodies.setAwake(body, true);
    state.events.recordWake(state.bodyHandles[body]!, state.isStepping);
  }
  // contacts and joints come back in an order of their own, whatever the order in which the search met them
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
  state.jointUpkeep?.resume();
}

/**
 * Gives a body a velocity, m/s and rad/s, and wakes it. A kinematic one that starts to move wakes what is joined to it: what it touches finds out in
 * the next step, which looks at contacts but not at joints.
 */
export function setVelocity(state: WorldState, slot: number, vx: number, vy: number, w: number): void {
  const { motion } = state.bodies;
  const o = slot * BODY_STRIDE;
  wakeBody(state, slot);
  const wasMoving = isMovingKinematic(state, slot);
  motion[o + VX] = vx;
  motion[o + VY] = vy;
  motion[o + W] = w;
  if (!wasMoving && isMovingKinematic(state, slot)) state.jointUpkeep?.wakePartners(slot);
}

/** Wakes everything that touches a body or is joined to it: for a body that is moved, changed or taken away. */
export function wakeNeighbors(state: WorldState, slot: number): void {
  const { bodies, contacts } = state;
  wakeBody(state, slot);
  for (let edge = bodies.firstEdge[slot]; edge >= 0; edge = contacts.edgeNext[edge]) {
    const count = contacts.index[(edge >> 1) * CONTACT_INDEX_STRIDE + COUNT];
    if (count > 0) wakeBody(state, contacts.edgeOther[edge]);
  }
  state.jointUpkeep?.wakePartners(slot);
}

/** Puts the whole island of a body to sleep at once, whatever its speed; not while it hangs on a moving kinematic body. */
export function forceSleep(state: WorldState, slot: number): void {
  const { bodies, sleep } = state;
  if (bodies.awakeIndex[slot] < 0 || bodies.type[slot] !== DYNAMIC) return;
  sleep.reserve(bodies.slots);
  state.jointUpkeep?.link();
  if (searchIsland(state, slot, true, false) >= 0) return;
  placeStale(state, sleep.found, sleep.count);
  putToSleep(state);
}

/** Wakes every body. */
export function wakeAll(state: WorldState): void {
  for (let slot = 0; slot < state.bodies.slots; slot++) {
    if (isAsleep(state, slot)) wakeBody(state, slot);
  }
}
