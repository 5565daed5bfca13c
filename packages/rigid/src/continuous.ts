/**
 * Continuous collision: a body that moves faster than the solver can handle is stopped where it would first enter an obstacle.
 *
 * **Which bodies.** A solver finds a contact if shapes are near each other at the start of a step. A body that moves by less than
 * half of its smallest extent cannot pass through anything unseen. A dynamic body whose fastest point moved by more,
 *
 *     |c2 - c1| + |sin turn| extent > max(inner / 2, slop),        inner: radius of the largest circle inside its thinnest shape,
 *
 * is swept from its pose at the start of the step to the pose that the solver computed. Every such body is swept against the
 * shapes of static bodies. A bullet is also swept against kinematic and dynamic bodies that are not bullets, in the frame of the
 * other body, which has moved too. If that stops the bullet, its sweep against the static shapes ends there. It does not matter
 * which of the two was fast: a bullet is swept if its own motion and the farthest motion of another body together exceed its
 * limit. So a racket does not pass through a ball that lies still or sleeps, which is then carried along and woken.
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
 * solid is known only for an actual contact. Chain segments stop bodies that come from their free side. A sensor that the path
 * crosses from outside to outside reports begin and end in the same step.
 */

import { HALF_SPACE, separatePlaced } from '@otedama/collision';
import type { BodyStore } from './body-store.js';
import type { IntList } from './int-list.js';
import { limitVelocity } from './integration.js';
import {
  BODY_BULLET,
  BODY_FROZEN,
  BODY_LOCK_X,
  BODY_LOCK_Y,
  BODY_STRIDE,
  BOX_STRIDE,
  C,
  CONTACT_BEGUN,
  CONTACT_FLAGS,
  CONTACT_INDEX_STRIDE,
  CONTACT_STRIDE,
  COUNT,
  CX,
  CY,
  DAMPING_STRIDE,
  DYNAMIC,
  EXTENT,
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
import { owe, payOwedTime } from './owed-time.js';
import { placeCluster } from './refit.js';
import { SHAPE_BOX_TEST, SHAPE_CONTACT_EVENTS, SHAPE_PRE_SOLVE, SHAPE_SENSOR } from './shape-flags.js';
import { wakeBody } from './sleep.js';
import { ContinuousScratch, DRAWN, STOPPED } from './sweep-motion.js';
import { advance, findImpact, mayTouch, pathToward, placeAt } from './time-of-impact.js';
import type { SweepingState } from './world-state.js';

/** Largest number of static shapes that are checked one by one. If there are more, the broad phase is queried. */
const LISTED_OBSTACLES = 32;

/** Separation at which a path counts as crossing a sensor, m. */
const SENSOR_TOLERANCE = 1e-6;

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

/**
 * Lists the bodies from `start` to `end` of `slots` whose fastest point moved by more than their limit, either those that went on after the
 * step (`paid` 1, as in `isPaid`) or the others (0).
 */
function findFastBodies(
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
function isFastBullet({ bodies, sweeps }: SweepingState, slot: number): boolean {
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
function farthestWay(state: SweepingState): number {
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
  try {
    isStopped = findStop(state, slot);
  } finally {
    if (!isStopped) {
      // the sweep moved the shapes: put them back where they are placed, also if the filter hook throws
      for (let shape = bodies.firstShape[slot]; shape >= 0; shape = shapes.next[shape]) {
        geometry.placeFrom(shape, bodies.placed, o, box, 0);
      }
    }
  }
  if (!isStopped) return;
  stats.stoppedBodies++;
  sweeps.roles[slot] = STOPPED;
  if (bodies.awakeIndex[slot] >= 0) {
    settle(state, slot);
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
    for (let k = 0; k < near.count; k++) passSensor(state, near.proxies[k], shape);
  }
  return isStopped;
}

/** Subtracts gravity and forces of the part of the step that a stopped body lost, unless contacts have balanced them. */
function takeBackForces(state: SweepingState, slot: number): void {
  const { bodies, sweeps } = state;
  const paid = sweeps.owed.times[slot];
  // a body that went on has left what pressed on it
  if (paid === 0 && isPressed(state, slot)) return;
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

/** Whether static or moving obstacles stop a body. `stop` is then the motion along which the first impact was found, at its time. */
function findFirstImpact(state: SweepingState, slot: number, isStatic: boolean): boolean {
  const { bodies, shapes, geometry, sweeps } = state;
  const { near } = sweeps;
  sweeps.limit = NEVER;
  let isFound = false;
  for (let shape = bodies.firstShape[slot]; shape >= 0; shape = shapes.next[shape]) {
    if (geometry.kind[shape] === HALF_SPACE) continue;
    if ((shapes.flags[shape] & (SHAPE_SENSOR | SHAPE_PRE_SOLVE)) !== 0) continue;
    for (let k = 0; k < near.count; k++) {
      const obstacle = near.proxies[k];
      if ((bodies.type[shapes.body[obstacle]] === STATIC) !== isStatic) continue;
      if (findImpact(state, obstacle, shape, slot)) isFound = true;
    }
  }
  return isFound;
}

/** Fills `near` with the shapes that the path of a body may meet: static ones and moving sensors, for a bullet all that can stop it. */
function collectNear(state: SweepingState, slot: number): void {
  const { bodies, shapes, broadPhase } = state;
  const { near, motion, way, wide, obstacles, farthest } = state.sweeps;
  const reach = bodies.damping[slot * DAMPING_STRIDE + EXTENT];
  way[0] = Math.min(motion.x1, motion.x2) - reach;
  way[1] = Math.min(motion.y1, motion.y2) - reach;
  way[2] = Math.max(motion.x1, motion.x2) + reach;
  way[3] = Math.max(motion.y1, motion.y2) + reach;
  near.clear();
  const isBullet = (bodies.flags[slot] & BODY_BULLET) !== 0;
  const { statics, movingSensors } = obstacles;
  const areSensorsListed = !isBullet && movingSensors.count <= LISTED_OBSTACLES;
  if (areSensorsListed && statics.count <= LISTED_OBSTACLES) {
    for (let k = 0; k < statics.count; k++) {
      const id = statics.items[k];
      if (meetsWay(state, id)) near.push(id);
    }
  } else if (areSensorsListed) {
    broadPhase.queryBox(way, 0, near);
    keepNear(state, slot, true);
  } else {
    wide[0] = way[0] - farthest;
    wide[1] = way[1] - farthest;
    wide[2] = way[2] + farthest;
    wide[3] = way[3] + farthest;
    if (!state.sweeps.isKnown) state.takeInMoves();
    state.sweeps.isKnown = true;
    broadPhase.queryBox(isBullet ? wide : way, 0, near);
    keepNear(state, slot, false);
    return;
  }
  for (let k = 0; k < movingSensors.count; k++) {
    const id = movingSensors.items[k];
    if (shapes.body[id] === slot) continue;
    bringUpToDate(state, shapes.body[id]);
    if (meetsWay(state, id)) near.push(id);
  }
}

/**
 * Reduces `near`, sorted by id, to shapes of other bodies that the path may meet: static ones and, unless `isStatic`, moving sensors and
 * whatever stops a bullet. The sorting is done before anything is placed. Each broad phase lists shapes in its own order, and placing a
 * body adds the contacts of sleeping bodies to the active list.
 */
function keepNear(state: SweepingState, slot: number, isStatic: boolean): void {
  const { near } = state.sweeps;
  const { proxies } = near;
  const { body, flags } = state.shapes;
  const { type } = state.bodies;
  const isBullet = (state.bodies.flags[slot] & BODY_BULLET) !== 0;
  const detects = isBullet && hasSensor(state, slot);
  let count = 0;
  for (let k = 0; k < near.count; k++) {
    const id = proxies[k];
    const other = body[id];
    if (other === slot) continue;
    if (type[other] === STATIC) {
      if (!meetsWay(state, id)) continue;
    } else {
      // bullets are stopped by all moving bodies except bullets
      const isStop = isBullet && (state.bodies.flags[other] & BODY_BULLET) === 0;
      if (isStatic || !(isStop || detects || (flags[id] & SHAPE_SENSOR) !== 0)) continue;
      if (isBullet && !cameAcross(state, other)) continue;
    }
    let place = count++;
    for (; place > 0 && proxies[place - 1] > id; place--) proxies[place] = proxies[place - 1];
    proxies[place] = id;
  }
  near.count = 0;
  for (let k = 0; k < count; k++) {
    const id = proxies[k];
    bringUpToDate(state, body[id]);
    if (isBullet || meetsWay(state, id)) proxies[near.count++] = id;
  }
}

/** Whether one of the shapes of a body is a sensor. */
function hasSensor({ bodies, shapes }: SweepingState, slot: number): boolean {
  for (let shape = bodies.firstShape[slot]; shape >= 0; shape = shapes.next[shape]) {
    if ((shapes.flags[shape] & SHAPE_SENSOR) !== 0) return true;
  }
  return false;
}

/** Places a body that may be hit if it is stale. */
function bringUpToDate(state: SweepingState, body: number): void {
  if (state.bodies.stale[body] !== 0) placeNow(state, body);
}

/** Places a body during a sweep. A broad phase that was updated in this sweep takes in the new boxes, and only these. */
function placeNow(state: SweepingState, body: number): void {
  placeCluster(state, body);
  const { sweeps, cluster, bodies, shapes } = state;
  if (!sweeps.isKnown) return;
  const { changed } = sweeps;
  changed.count = 0;
  for (let k = 0; k < cluster.count; k++) {
    const first = bodies.firstShape[cluster.items[k]];
    for (let shape = first; shape >= 0; shape = shapes.next[shape]) changed.push(shape);
  }
  state.broadPhase.refresh(changed.items, changed.count);
}

/** Whether a shape's box overlaps the box around the path; if its box is too coarse, whether the shape itself does. */
function meetsWay(state: SweepingState, id: number): boolean {
  const { tight, flags } = state.shapes;
  const { way } = state.sweeps;
  const b = id * BOX_STRIDE;
  if (tight[b] > way[2] || way[0] > tight[b + 2] || tight[b + 1] > way[3] || way[1] > tight[b + 3])
    return false;
  return (flags[id] & SHAPE_BOX_TEST) === 0 || state.geometry.touchesBox(id, way, 0);
}

/** Whether the box around everything that a moving body may have touched in the step overlaps the box around the path. */
function cameAcross(state: SweepingState, body: number): boolean {
  const { pose, previous, damping } = state.bodies;
  const { way } = state.sweeps;
  const o = body * BODY_STRIDE;
  const p = body * PREVIOUS_STRIDE;
  const extent = damping[body * DAMPING_STRIDE + EXTENT];
  const x1 = previous[p] + (previous[p + 2] * pose[o + LX] - previous[p + 3] * pose[o + LY]);
  const y1 = previous[p + 1] + (previous[p + 3] * pose[o + LX] + previous[p + 2] * pose[o + LY]);
  const x2 = pose[o + CX];
  const y2 = pose[o + CY];
  return (
    Math.min(x1, x2) - extent <= way[2] &&
    way[0] <= Math.max(x1, x2) + extent &&
    Math.min(y1, y2) - extent <= way[3] &&
    way[1] <= Math.max(y1, y2) + extent
  );
}

/** Reports a sensor that the path enters and leaves. A sensor met at the start or the end is reported by its contact. */
function passSensor(state: SweepingState, other: number, shape: number): void {
  const { shapes, events, contacts, pairTable, sweeps } = state;
  const { separation } = sweeps;
  const bits = shapes.flags[other] | shapes.flags[shape];
  if ((bits & SHAPE_SENSOR) === 0 || (bits & SHAPE_CONTACT_EVENTS) === 0) return;
  if (!mayTouch(state, other, shape)) return;
  const contact = pairTable.get(Math.min(other, shape), Math.max(other, shape));
  if (contact >= 0 && (contacts.index[contact * CONTACT_INDEX_STRIDE + CONTACT_FLAGS] & CONTACT_BEGUN) !== 0)
    return;
  const path = pathToward(state, other);
  path.time = 1;
  placeAt(state, shape, path);
  separatePlaced(state.geometry, other, shape, separation);
  if (separation.separation <= 0) return;
  path.time = 0;
  placeAt(state, shape, path);
  separatePlaced(state.geometry, other, shape, separation);
  if (separation.separation <= 0) return;
  sweeps.target = 0;
  sweeps.tolerance = SENSOR_TOLERANCE;
  sweeps.cap = 1;
  if (!advance(state, other, shape, path)) return;
  if (separation.separation > SENSOR_TOLERANCE) return;
  const isSensor = (shapes.flags[shape] & SHAPE_SENSOR) !== 0;
  const sensor = state.shapeHandles[isSensor ? shape : other]!;
  const visitor = state.shapeHandles[isSensor ? other : shape]!;
  // a solver that calls `collide` several times per step may have found it before
  const { items } = events.sensorBegin;
  for (let k = 0; k < items.length; k++)
    if (items[k].sensor === sensor && items[k].visitor === visitor) return;
  if (!events.sensorEnd.takeBack(true, 'sensor', sensor, 'visitor', visitor)) {
    const begin = events.sensorBegin.next();
    begin.sensor = sensor;
    begin.visitor = visitor;
  }
  const leave = events.sensorEnd.next();
  leave.sensor = sensor;
  leave.visitor = visitor;
}

/** Continuous collision: a part with which a world may be created. */
export interface ContinuousPart {
  /** Creates the scratch of one world. */
  create(): ContinuousScratch;
  /** Stops the fast bodies of the step before they pass through an obstacle. */
  sweep(state: SweepingState): void;
}

/** Continuous collision: stops fast bodies at static ones, and bullets also at moving ones. */
export const continuous: ContinuousPart = {
  create: () => new ContinuousScratch(),
  sweep: sweepFastBodies,
};
