/**
 * Continuous collision: a body that moves faster than the solver can handle is stopped where it would first enter an obstacle.
 *
 * **Which bodies.** Those that may have passed through something unseen (`fast-bodies.ts`). Each is swept against the shapes of static
 * bodies near its path (`near-shapes.ts`). A bullet is also swept against kinematic and dynamic bodies that are not bullets, in the frame
 * of the other body, which has moved too. If that stops the bullet, its sweep against the static shapes ends there.
 *
 * **Where.** `time-of-impact.ts` finds where it stops, if at all. `sweep-motion.ts` defines the path.
 *
 * **With which velocity.** The velocity that the solver computed, less the gravity and forces of the rest of the step. Otherwise a
 * falling body would arrive with the speed of a lower place and bounce higher than it came from. If contacts pressed on the body in
 * the step, they already balanced these forces, and the velocity stays. `owed-time.ts` gives the rest of the step back when the
 * solver has answered the hit.
 *
 * **Jointed bodies.** They have moved on and are pulled after the stopped body (`joint-gaps.ts`). This motion is swept again.
 *
 * Joints, filters and the `contactFilter` hook apply. Shapes with `preSolveEvents` are not obstacles, because whether they are
 * solid is known only for an actual contact. Chain segments stop bodies that come from their free side. Sensors on the path do not stop
 * it; `passed-sensors.ts` reports them, as soon as both bodies are where they stop.
 */

import { HALF_SPACE } from '@otedama/collision';
import { noteStart } from './bounces-in-time.js';
import { farthestWay, findFastBodies, isFastBullet } from './fast-bodies.js';
import { foresee, lookAhead, lookBack } from './foreseen-contacts.js';
import { limitVelocity } from './integration.js';
import {
  BODY_BULLET,
  BODY_LOCK_X,
  BODY_LOCK_Y,
  BODY_STRIDE,
  C,
  CONTACT_INDEX_STRIDE,
  CONTACT_STRIDE,
  COUNT,
  CX,
  CY,
  FX,
  FY,
  GRAVITY_SCALE,
  INV_INERTIA,
  INV_MASS,
  LX,
  LY,
  NORMAL_IMPULSE,
  POINT_STRIDE,
  POINT0,
  PREVIOUS_STRIDE,
  S,
  STATIC,
  STEP_NORMAL_IMPULSE,
  TORQUE,
  VX,
  VY,
  W,
  X,
  Y,
} from './layout.js';
import { collectNear, placeNow } from './near-shapes.js';
import { owe, payOwedTime } from './owed-time.js';
import { passSensor } from './passed-sensors.js';
import { SHAPE_PRE_SOLVE, SHAPE_SENSOR } from './shape-flags.js';
import { wakeBody } from './sleep.js';
import { ContinuousScratch, DRAWN, STOPPED } from './sweep-motion.js';
import { findImpact } from './time-of-impact.js';
import type { SweepingState } from './world-state.js';

/** Maximum number of times that a body is kept out of all obstacles in which it is deep, as each one may lift it into another. */
const LIFT_ROUNDS = 4;

/** A time after the end of the step. */
const NEVER = 2;

/** Number of bodies checked in one call of `findFastBodies`. */
const FAST_BLOCK = 256;

/** Stops the fast bodies of the step before they pass through an obstacle. Poses must be final and all stale bodies placed. */
function sweepFastBodies(state: SweepingState): void {
  const { bodies, stats } = state;
  const { flags } = bodies;
  const { obstacles, fast, owed } = state.sweeps;
  stats.sweptBodies = 0;
  stats.stoppedBodies = 0;
  payOwedTime(state);
  lookBack(state);
  if (bodies.movements === 0) return;
  obstacles.update(state);
  const { bullets } = obstacles;
  fast.count = 0;
  // a path of several parts may be long although no part is
  const isWhole = bodies.movements === 1;
  const candidates = isWhole ? bodies.sweepCandidates : bodies.awake;
  const count = isWhole ? bodies.sweepCandidateCount : bodies.awakeCount;
  for (let start = 0; start < count; start += FAST_BLOCK) {
    findFastBodies(bodies, fast, owed.isPaid, candidates, start, Math.min(start + FAST_BLOCK, count), 0);
  }
  findFastBodies(bodies, fast, owed.isPaid, owed.paid, 0, owed.paidCount, 1);
  if (fast.count + bullets.count === 0) return;
  state.sweeps.farthest = bullets.count > 0 ? farthestWay(state) : 0;
  state.sweeps.isKnown = false;
  reserveRoles(state);
  for (let k = 0; k < fast.count; k++) {
    if ((flags[fast.items[k]] & BODY_BULLET) === 0) sweepBody(state, fast.items[k]);
  }
  // bullets come last, because they are swept against all others
  for (let k = 0; k < bullets.count; k++) {
    if (isFastBullet(state, bullets.items[k])) sweepBody(state, bullets.items[k]);
  }
  if (stats.stoppedBodies > 0 && state.joints.activeCount > 0) drawJoined(state);
}

/** Pulls jointed bodies after the stopped ones, again with a sweep. */
function drawJoined(state: SweepingState): void {
  const { bodies, sweeps, jointUpkeep } = state;
  const { awake, awakeCount, pose } = bodies;
  const { roles, before, motion } = sweeps;
  for (let k = 0; k < awakeCount; k++) {
    const o = awake[k] * BODY_STRIDE;
    const p = awake[k] * PREVIOUS_STRIDE;
    before[p] = pose[o + CX];
    before[p + 1] = pose[o + CY];
    before[p + 2] = pose[o + C];
    before[p + 3] = pose[o + S];
  }
  jointUpkeep?.closeGaps(roles);
  for (let k = 0; k < awakeCount; k++) {
    const slot = awake[k];
    if ((roles[slot] & DRAWN) === 0) continue;
    const p = slot * PREVIOUS_STRIDE;
    motion.x1 = before[p];
    motion.y1 = before[p + 1];
    motion.c1 = before[p + 2];
    motion.s1 = before[p + 3];
    goTo(state, slot);
    collectNear(state, slot);
    try {
      if (findFirstImpact(state, slot, true)) motion.endAt(sweeps.stop);
    } finally {
      // as in `sweepBody`
      settle(state, slot);
    }
  }
}

/** Makes room for the roles of all bodies and clears those of the last step. */
function reserveRoles({ bodies, sweeps }: SweepingState): void {
  if (bodies.slots <= sweeps.roles.length) {
    sweeps.roles.fill(0, 0, bodies.slots);
    return;
  }
  sweeps.roles = new Uint8Array(2 * bodies.slots);
  sweeps.before = new Float64Array(2 * bodies.slots * PREVIOUS_STRIDE);
}

/** Sweeps one body over the step, stops it at the first impact, and checks the sensors on its path. */
function sweepBody(state: SweepingState, slot: number): void {
  const { bodies, shapes, geometry, stats } = state;
  const { sweeps } = state;
  const { near, motion, box } = sweeps;
  const o = slot * BODY_STRIDE;
  const p = slot * PREVIOUS_STRIDE;
  stats.sweptBodies++;
  goTo(state, slot);
  motion.c1 = bodies.previous[p + 2];
  motion.s1 = bodies.previous[p + 3];
  motion.x1 = bodies.previous[p] + (motion.c1 * motion.lx - motion.s1 * motion.ly);
  motion.y1 = bodies.previous[p + 1] + (motion.s1 * motion.lx + motion.c1 * motion.ly);
  collectNear(state, slot);
  if (near.count === 0) return;

  let isStopped = false;
  let isMoved = false;
  try {
    isStopped = findStop(state, slot);
    isMoved = isStopped || sweeps.isLifted;
  } finally {
    if (!isMoved) {
      // the sweep moved the shapes: put them back where they are placed, also if the filter hook throws
      for (let shape = bodies.firstShape[slot]; shape >= 0; shape = shapes.next[shape]) {
        geometry.placeFrom(shape, bodies.placed, o, box, 0);
      }
    }
  }
  if (!isMoved) return;
  stats.stoppedBodies++;
  sweeps.roles[slot] = STOPPED;
  if (bodies.awakeIndex[slot] >= 0) {
    settle(state, slot);
    if (!isStopped) return;
    takeBackForces(state, slot);
    owe(state, slot);
  } else {
    // a sleeping bullet that a fast body has met: no force has acted on it in this step
    wakeBody(state, slot);
    settle(state, slot);
  }
}

/** Ends the motion at the current pose of a body. */
function goTo({ bodies: { pose }, sweeps: { motion } }: SweepingState, slot: number): void {
  const o = slot * BODY_STRIDE;
  motion.lx = pose[o + LX];
  motion.ly = pose[o + LY];
  motion.x2 = pose[o + CX];
  motion.y2 = pose[o + CY];
  motion.c2 = pose[o + C];
  motion.s2 = pose[o + S];
}

/** Puts a body where the motion ends. */
function settle(state: SweepingState, slot: number): void {
  const { bodies, sweeps } = state;
  const { motion, pose } = sweeps;
  const o = slot * BODY_STRIDE;
  motion.time = 1;
  motion.writePose(pose);
  bodies.pose[o + X] = pose[0];
  bodies.pose[o + Y] = pose[1];
  bodies.pose[o + C] = pose[2];
  bodies.pose[o + S] = pose[3];
  bodies.pose[o + CX] = motion.x2;
  bodies.pose[o + CY] = motion.y2;
  placeNow(state, slot);
}

/**
 * Finds where nearby obstacles stop a body, if they do, and checks the sensors on its path.
 * @returns whether the body is stopped
 */
function findStop(state: SweepingState, slot: number): boolean {
  const { bodies, shapes, geometry, sweeps } = state;
  const { near, motion, stop } = sweeps;
  // moving obstacles first: static ones are then checked on the path up to where the moving ones stop a bullet
  sweeps.share = 1;
  sweeps.isLifted = false;
  let isStopped = false;
  if ((bodies.flags[slot] & BODY_BULLET) !== 0 && findFirstImpact(state, slot, false)) {
    motion.endAt(stop);
    sweeps.share = stop.time;
    isStopped = true;
    collectNear(state, slot);
  }
  if (findFirstImpact(state, slot, true)) {
    motion.endAt(stop);
    sweeps.share *= stop.time;
    isStopped = true;
  }
  for (let shape = bodies.firstShape[slot]; shape >= 0; shape = shapes.next[shape]) {
    if (geometry.kind[shape] === HALF_SPACE) continue;
    for (let k = 0; k < near.count; k++) {
      if (!isYetToSweep(state, shapes.body[near.proxies[k]], slot)) passSensor(state, near.proxies[k], shape);
    }
  }
  return isStopped;
}

/**
 * Whether a body is a bullet that is swept after body `slot`, and may still be stopped. If one of them has a sensor, the other one is found
 * again from there.
 */
function isYetToSweep(state: SweepingState, other: number, slot: number): boolean {
  const { flags } = state.bodies;
  if ((flags[other] & BODY_BULLET) === 0) return false;
  // bullets are swept in the order of their slots
  const isAfter = (flags[slot] & BODY_BULLET) === 0 || other > slot;
  return isAfter && isFastBullet(state, other);
}

/** Subtracts gravity and forces of the part of the step that a stopped body lost, unless contacts have balanced them. */
function takeBackForces(state: SweepingState, slot: number): void {
  const { bodies, sweeps } = state;
  const paid = sweeps.owed.times[slot];
  // a body that went on has left what pressed on it
  if (sweeps.owed.isPaid[slot] === 0 && isPressed(state, slot)) return;
  const { motion, mass, flags } = bodies;
  const o = slot * BODY_STRIDE;
  const rest = (1 - sweeps.share) * (sweeps.duration + paid);
  const inverse = mass[o + INV_MASS];
  const scale = mass[o + GRAVITY_SCALE];
  if ((flags[slot] & BODY_LOCK_X) === 0)
    motion[o + VX] -= rest * (state.gravityX * scale + mass[o + FX] * inverse);
  if ((flags[slot] & BODY_LOCK_Y) === 0)
    motion[o + VY] -= rest * (state.gravityY * scale + mass[o + FY] * inverse);
  motion[o + W] -= rest * mass[o + TORQUE] * mass[o + INV_INERTIA];
  limitVelocity(bodies, slot);
}

/** Whether a contact of a body has pressed on it in this step. */
function isPressed(state: SweepingState, slot: number): boolean {
  const { index, data, edgeNext } = state.contacts;
  for (let edge = state.bodies.firstEdge[slot]; edge >= 0; edge = edgeNext[edge]) {
    const contact = edge >> 1;
    const count = index[contact * CONTACT_INDEX_STRIDE + COUNT];
    for (let point = 0; point < count; point++) {
      const p = contact * CONTACT_STRIDE + POINT0 + point * POINT_STRIDE;
      if (data[p + NORMAL_IMPULSE] > 0 || data[p + STEP_NORMAL_IMPULSE] > 0) return true;
    }
  }
  return false;
}

/**
 * Whether static or moving obstacles stop a body. `stop` is then the motion along which the first impact was found, at its time. Lifts the
 * end of the motion where the body would go deeper into obstacles in which it is deep.
 */
function findFirstImpact(state: SweepingState, slot: number, isStatic: boolean): boolean {
  const { sweeps } = state;
  for (let round = 1; ; round++) {
    sweeps.limit = NEVER;
    const { x2, y2 } = sweeps.motion;
    const isFound = findImpacts(state, slot, isStatic);
    if (sweeps.motion.x2 === x2 && sweeps.motion.y2 === y2) return isFound;
    sweeps.isLifted = true;
    // times were found on another path
    if (round === LIFT_ROUNDS) return false;
  }
}

/** One round of `findFirstImpact`. */
function findImpacts(state: SweepingState, slot: number, isStatic: boolean): boolean {
  const { bodies, shapes, geometry, sweeps } = state;
  const { near } = sweeps;
  let isFound = false;
  for (let shape = bodies.firstShape[slot]; shape >= 0; shape = shapes.next[shape]) {
    if (geometry.kind[shape] === HALF_SPACE) continue;
    if ((shapes.flags[shape] & (SHAPE_SENSOR | SHAPE_PRE_SOLVE)) !== 0) continue;
    for (let k = 0; k < near.count; k++) {
      const obstacle = near.proxies[k];
      if ((bodies.type[shapes.body[obstacle]] === STATIC) !== isStatic) continue;
      if (!findImpact(state, obstacle, shape, slot)) continue;
      if (sweeps.isDeep) lift(state, slot);
      else isFound = true;
    }
  }
  return isFound;
}

/** Lifts the end of the motion from the obstacle of the last impact, along the free axes of a body. */
function lift({ bodies: { flags }, sweeps }: SweepingState, slot: number): void {
  const { motion, separation } = sweeps;
  if ((flags[slot] & BODY_LOCK_X) === 0) motion.x2 += sweeps.lift * separation.normalX;
  if ((flags[slot] & BODY_LOCK_Y) === 0) motion.y2 += sweeps.lift * separation.normalY;
}

/** Continuous collision: a part with which a world may be created. */
export interface ContinuousPart {
  /** Creates the scratch of one world. */
  create(): ContinuousScratch;
  /** Stops the fast bodies of the step before they pass through an obstacle. */
  sweep(state: SweepingState): void;
  /** Begins a step that foresees the hits of fast bodies on each other. */
  lookAhead(state: SweepingState): void;
  /**
   * In such a step, finds the contact of two moving bodies that will touch. Returns whether the contact has points now.
   * @param slot number of the contact
   */
  foresee(state: SweepingState, slot: number): boolean;
}

/** Continuous collision: stops fast bodies at static ones, and bullets also at moving ones. */
export const continuous: ContinuousPart = {
  create: () => new ContinuousScratch(),
  sweep: sweepFastBodies,
  lookAhead(state) {
    noteStart(state);
    lookAhead(state);
  },
  foresee,
};
