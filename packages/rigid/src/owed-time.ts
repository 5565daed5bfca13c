/**
 * Owed time: the part of a step that a body lost because a sweep stopped it. The solver answers the hit in the next step. At the end of that
 * step the body goes on for the time that it lost, so it is where it would be if the hit had been solved at once.
 *
 * Let tau be the owed time, v the velocity after the hit, g the acceleration of gravity, h the step, h' the length of the steps in which the
 * solver integrates, and d the displacement to be added. The body moves freely for tau, as seen from what it was stopped at, whose velocity
 * is vs. Solvers use symplectic Euler: velocity first, then position. A fall in such steps, of length h', gives
 *
 *     d = (v - vs) tau + g tau (tau + h') / 2,     v <- v + g tau                                                                 (1)
 *
 * Some solvers let a body bounce only at the end of the step, and until then keep it in contact (`ContactStore.noteBounce`). Let n be the
 * normal of a static or kinematic obstacle, s the separation at the start of the step, e the restitution, a = -g.n, and u = v.n > 0 and
 * moved.n the velocity and the motion in the step as seen from the obstacle. The solver has taken the speed of approach u / e in its substep
 * k, counted from 0. Steps of symplectic Euler lie on the parabola of a flight whose speed is higher by a h' / 2 towards the obstacle. So
 * this flight had the speed v0 at the start of the step, and arrives r after it, before it if r < 0:
 *
 *     v0 = u / e - a h' (k + 1/2),      s = v0 r + a r^2 / 2,      r = 2 s / (v0 + sqrt(v0^2 + 2 a s))
 *
 * Its speed of arrival is v0 + a r, so the body should have bounced with w instead of u and flown freely for t = h - r since then, and the
 * sum of its motion along n should be s + moved.n = w t - a t (t + h') / 2. If it moved less,
 *
 *     w = e (v0 + a r) + a h' / 2
 *     d = (w t - a t (t + h') / 2 - s - moved.n) n,       v <- v + (w - u - a t) n                                                 (2)
 *
 * So a ball with e = 1 keeps its energy to rounding, for any number of bounces. A body that turns arrives with another speed than its
 * contact, so its r is limited to substep k, or to r < 0 if s < 0. (2) is left out for a body that bounced at several contacts in one step,
 * such as a ball in a corner, as each normal would need its own t. Bounces that turn the body, and of two dynamic bodies:
 * `bounces-in-time.ts`.
 *
 * Gravity that a contact carries is left out, and so is the part of d that leads into something that the body touches. The longer way is then
 * swept like any other. A body owes at most one step; what it loses beyond that is lost. Jointed bodies and particles of soft bodies owe
 * nothing, because others would have to move with them.
 */
import { sinCos } from '@otedama/math2d';
import type { BodyStore } from './body-store.js';
import { countBounces, MOVED_IN_TIME, moveInTime } from './bounces-in-time.js';
import { doubleArrays } from './grow.js';
import { limitVelocity } from './integration.js';
import {
  BODY_A,
  BODY_B,
  BODY_FROZEN,
  BODY_LOCK_X,
  BODY_LOCK_Y,
  BODY_STRIDE,
  C,
  CONTACT_INDEX_STRIDE,
  CX,
  CY,
  DYNAMIC,
  GRAVITY_SCALE,
  LX,
  LY,
  PREVIOUS_STRIDE,
  S,
  STATIC,
  VX,
  VY,
  W,
  X,
  Y,
} from './layout.js';
import { placeCluster } from './refit.js';
import type { SnapshotReader, SnapshotWriter } from './snapshot-bytes.js';
import {
  dropCarriedGravity,
  type Fall,
  keepWayOut,
  LEAVING_SPEED,
  readTouch,
  touch,
  type Way,
} from './touch.js';
import type { SweepingState, WorldState } from './world-state.js';

/** Numbers per entry: the time, s, and the pose of the body at the end of the step, `X Y C S`. */
const OWED_STRIDE = 5;

const turn = { sin: 0, cos: 1 };

/** Displacement d of the current body, m, and the gravity that acts on it, m/s^2. */
const way: Way = { x: 0, y: 0, angle: 0 };
const gravity: Fall = { x: 0, y: 0, time: 0 };

/**
 * What the current body was stopped at: its velocity vs, m/s; the number of static and kinematic obstacles at which it bounced at the end of
 * the step, and the edge of the last of them.
 */
const stop = { vx: 0, vy: 0, bounces: 0, edge: -1 };

/** The time that bodies owe, by body. */
export class OwedTime {
  /** Number of bodies that owe time. */
  count = 0;
  slots: Int32Array = new Int32Array(16);
  /** Stride `OWED_STRIDE`. */
  data: Float64Array = new Float64Array(16 * OWED_STRIDE);
  /** Bodies that went on in this step, `paidCount` of them. */
  paid: Int32Array = new Int32Array(16);
  paidCount = 0;
  /** By slot: the time that each of them got, s, and 1 for them. */
  times: Float64Array = new Float64Array(0);
  isPaid: Uint8Array = new Uint8Array(0);
  /** By slot: number of contacts at which the body bounced in this step, or `MOVED_IN_TIME`. */
  bounces: Uint8Array = new Uint8Array(0);
  /** `BodyStore.motion` at the start of the step. */
  start: Float64Array = new Float64Array(0);

  /** Adds a body that owes `time`, s, at its current pose. */
  add({ pose }: BodyStore, slot: number, time: number): void {
    if (this.count === this.slots.length) doubleArrays(this);
    const k = this.count * OWED_STRIDE;
    const o = slot * BODY_STRIDE;
    this.slots[this.count++] = slot;
    this.data[k] = time;
    this.data[k + 1] = pose[o + X];
    this.data[k + 2] = pose[o + Y];
    this.data[k + 3] = pose[o + C];
    this.data[k + 4] = pose[o + S];
  }

  /** Time that entry n owes, s, if its body is awake and still at its pose, which `from` has at `p`; otherwise -1. */
  of(n: number, { awakeIndex, type, flags }: BodyStore, from: Float64Array, p: number): number {
    const k = n * OWED_STRIDE;
    const slot = this.slots[n];
    const { data } = this;
    const isThere =
      data[k + 1] === from[p] &&
      data[k + 2] === from[p + 1] &&
      data[k + 3] === from[p + 2] &&
      data[k + 4] === from[p + 3];
    const moves = awakeIndex[slot] >= 0 && type[slot] === DYNAMIC && (flags[slot] & BODY_FROZEN) === 0;
    return isThere && moves ? data[k] : -1;
  }
}

/** Time that a body owes, s; undefined if it owes none. */
export function owedTimeOf({ bodies, sweeps }: WorldState, slot: number): number | undefined {
  if (sweeps === null) return undefined;
  const { owed } = sweeps;
  const n = owed.slots.subarray(0, owed.count).indexOf(slot);
  const time = n < 0 ? -1 : owed.of(n, bodies, bodies.pose, slot * BODY_STRIDE);
  return time < 0 ? undefined : time;
}

/** Writes the bodies that owe time, for a snapshot. */
export function writeOwedTime({ bodies, sweeps }: WorldState, writer: SnapshotWriter): void {
  if (sweeps === null) return;
  const { owed } = sweeps;
  let count = 0;
  for (let n = 0; n < owed.count; n++)
    if (owed.of(n, bodies, bodies.pose, owed.slots[n] * BODY_STRIDE) >= 0) count++;
  writer.count(count);
  for (let n = 0; n < owed.count; n++) {
    const time = owed.of(n, bodies, bodies.pose, owed.slots[n] * BODY_STRIDE);
    if (time < 0) continue;
    writer.count(owed.slots[n]);
    writer.number(time);
  }
}

/** Reads what `writeOwedTime` wrote, into a world whose bodies are restored. */
export function readOwedTime({ bodies, sweeps }: WorldState, reader: SnapshotReader): void {
  if (sweeps === null) return;
  sweeps.owed.count = 0;
  for (let rest = reader.count(); rest > 0; rest--) sweeps.owed.add(bodies, reader.count(), reader.number());
}

/** Notes the time that a stopped body lost. */
export function owe(state: SweepingState, slot: number): void {
  if (!mayOwe(state, slot)) return;
  const { owed, share, duration } = state.sweeps;
  owed.add(state.bodies, slot, Math.min((1 - share) * (duration + owed.times[slot]), duration));
}

/** Moves the bodies that owe time from the last step, and those that bounced late. */
export function payOwedTime(state: SweepingState): void {
  const { bodies, sweeps, contacts } = state;
  const { owed } = sweeps;
  if (bodies.slots > owed.times.length) {
    owed.times = new Float64Array(2 * bodies.slots);
    owed.isPaid = new Uint8Array(2 * bodies.slots);
    owed.bounces = new Uint8Array(2 * bodies.slots);
    owed.paidCount = 0;
  }
  for (let k = 0; k < owed.paidCount; k++) {
    owed.times[owed.paid[k]] = 0;
    owed.isPaid[owed.paid[k]] = 0;
  }
  owed.paidCount = 0;
  const { count } = owed;
  owed.count = 0;
  if (bodies.movements === 0) return;
  const most = count + 2 * contacts.bouncedCount;
  if (most > owed.paid.length) owed.paid = new Int32Array(2 * most);
  for (let n = 0; n < count; n++) {
    const slot = owed.slots[n];
    owed.times[slot] = Math.max(0, owed.of(n, bodies, bodies.previous, slot * PREVIOUS_STRIDE));
  }
  countBounces(state);
  for (let n = 0; n < contacts.bouncedCount; n++) {
    const i = contacts.bounced[2 * n] * CONTACT_INDEX_STRIDE;
    const a = contacts.index[i + BODY_A];
    const b = contacts.index[i + BODY_B];
    if (!isLone(state, a) || !isLone(state, b) || !moveInTime(state, n)) continue;
    listMoved(state, a);
    listMoved(state, b);
  }
  for (let n = 0; n < contacts.bouncedCount; n++) {
    const i = contacts.bounced[2 * n] * CONTACT_INDEX_STRIDE;
    const a = contacts.index[i + BODY_A];
    const b = contacts.index[i + BODY_B];
    if (bodies.type[a] === bodies.type[b]) continue;
    const slot = bodies.type[a] === DYNAMIC ? a : b;
    if (owed.isPaid[slot] === 0 && mayOwe(state, slot) && goOn(state, slot, n)) list(owed, slot);
  }
  for (let n = 0; n < count; n++) {
    const slot = owed.slots[n];
    const isDue = owed.isPaid[slot] === 0 || owed.bounces[slot] === MOVED_IN_TIME;
    if (isDue && owed.times[slot] > 0 && goOn(state, slot, -1)) list(owed, slot);
  }
}

/** Whether a body may move on by itself. */
export function mayOwe({ bodies, jointUpkeep, particleOwners }: SweepingState, slot: number): boolean {
  const isFrozen = (bodies.flags[slot] & BODY_FROZEN) !== 0;
  return !isFrozen && jointUpkeep?.isJointed(slot) !== true && !particleOwners.has(slot);
}

/** Whether a body bounced at one contact only in the step and may move on, or does not move by its bounces. */
function isLone(state: SweepingState, slot: number): boolean {
  return (
    state.bodies.type[slot] !== DYNAMIC || (state.sweeps.owed.bounces[slot] === 1 && mayOwe(state, slot))
  );
}

/** Lists a body that was moved in time, if it is dynamic. */
function listMoved({ bodies, sweeps: { owed } }: SweepingState, slot: number): void {
  if (bodies.type[slot] !== DYNAMIC) return;
  owed.bounces[slot] = MOVED_IN_TIME;
  list(owed, slot);
}

/** Lists a body that was moved on, once. */
function list(owed: OwedTime, slot: number): void {
  if (owed.isPaid[slot] !== 0) return;
  owed.isPaid[slot] = 1;
  owed.paid[owed.paidCount++] = slot;
}

/**
 * Moves a body on by the time that it owes: see the head of this file.
 * @param bounce its bounce in the list of the solver; -1: it bounced at none or at several
 * @returns false if that bounce was not its only one, or the body owes no time and has nothing to move
 */
function goOn(state: SweepingState, slot: number, bounce: number): boolean {
  const { bodies, contacts, sweeps } = state;
  const { motion, pose, mass, flags } = bodies;
  const tau = sweeps.owed.times[slot];
  const o = slot * BODY_STRIDE;
  const locksX = (flags[slot] & BODY_LOCK_X) !== 0;
  const locksY = (flags[slot] & BODY_LOCK_Y) !== 0;
  const scale = mass[o + GRAVITY_SCALE];
  gravity.x = locksX ? 0 : state.gravityX * scale;
  gravity.y = locksY ? 0 : state.gravityY * scale;
  way.x = 0;
  way.y = 0;
  findStop(state, slot);
  const bouncesLate = bounce >= 0;
  if (bouncesLate) {
    if (stop.bounces !== 1 || stop.edge >> 1 !== contacts.bounced[2 * bounce]) return false;
    raiseBounce(state, slot, contacts.bounced[2 * bounce + 1] - 1);
  }
  if (tau === 0 && way.x === 0 && way.y === 0) return false;
  gravity.time = tau;
  const isMoved = sweeps.owed.bounces[slot] === MOVED_IN_TIME;
  dropCarriedGravity(state, slot, gravity, isMoved);
  // (1), with h' = part
  const part = bouncesLate || isMoved ? sweeps.duration / contacts.bounceSubsteps : sweeps.duration;
  const drop = 0.5 * tau * (tau + part);
  way.x += (motion[o + VX] - stop.vx) * tau + gravity.x * drop;
  way.y += (motion[o + VY] - stop.vy) * tau + gravity.y * drop;
  motion[o + VX] += gravity.x * tau;
  motion[o + VY] += gravity.y * tau;
  limitVelocity(bodies, slot);
  const angle = motion[o + W] * tau;
  // one that does not bounce comes down with its other end
  way.angle = isMoved ? angle : 0;
  keepWayOut(state, slot, way, -1);
  if (!locksX) pose[o + CX] += way.x;
  if (!locksY) pose[o + CY] += way.y;
  const c = pose[o + C];
  const s = pose[o + S];
  sinCos(angle, turn);
  pose[o + C] = c * turn.cos - s * turn.sin;
  pose[o + S] = s * turn.cos + c * turn.sin;
  pose[o + X] = pose[o + CX] - (pose[o + C] * pose[o + LX] - pose[o + S] * pose[o + LY]);
  pose[o + Y] = pose[o + CY] - (pose[o + S] * pose[o + LX] + pose[o + C] * pose[o + LY]);
  placeCluster(state, slot);
  return true;
}

/** Finds in `stop` what a body was stopped at and at which obstacles it bounced at the end of the step. */
function findStop(state: SweepingState, slot: number): void {
  const { bodies, contacts, sweeps } = state;
  const { motion } = bodies;
  const tau = sweeps.owed.times[slot];
  const o = slot * BODY_STRIDE;
  stop.vx = 0;
  stop.vy = 0;
  stop.bounces = 0;
  stop.edge = -1;
  for (let edge = bodies.firstEdge[slot]; edge >= 0; edge = contacts.edgeNext[edge]) {
    const other = contacts.edgeOther[edge];
    const isDynamic = bodies.type[other] === DYNAMIC;
    // a velocity vs matters only to a body that owes time
    if ((tau === 0 && isDynamic) || !readTouch(state, edge) || !touch.presses) continue;
    if (bodies.type[other] !== STATIC) {
      stop.vx = motion[other * BODY_STRIDE + VX];
      stop.vy = motion[other * BODY_STRIDE + VY];
    }
    if (isDynamic) continue;
    const u = motion[o + VX] * touch.nx + motion[o + VY] * touch.ny - touch.wall;
    if (touch.restitution === 0 || !(touch.parting > LEAVING_SPEED && u > LEAVING_SPEED)) continue;
    stop.bounces++;
    stop.edge = edge;
  }
}

/** (2): gives a body that bounced at one obstacle in substep `k` the way and the speed that it has too little of. */
function raiseBounce(state: SweepingState, slot: number, k: number): void {
  const { bodies, contacts, sweeps } = state;
  const { motion, pose, previous } = bodies;
  const o = slot * BODY_STRIDE;
  const p = slot * PREVIOUS_STRIDE;
  const h = sweeps.duration;
  // h'
  const part = h / contacts.bounceSubsteps;
  const movedX =
    pose[o + CX] - (previous[p] + (previous[p + 2] * pose[o + LX] - previous[p + 3] * pose[o + LY]));
  const movedY =
    pose[o + CY] - (previous[p + 1] + (previous[p + 3] * pose[o + LX] + previous[p + 2] * pose[o + LY]));
  readTouch(state, stop.edge);
  const { nx, ny, gap, wall, restitution: e } = touch;
  const u = motion[o + VX] * nx + motion[o + VY] * ny - wall;
  const a = -(gravity.x * nx + gravity.y * ny);
  const moved = movedX * nx + movedY * ny - wall * h;
  const v0 = u / e - a * part * (k + 0.5);
  const flight = (2 * gap) / (v0 + Math.sqrt(Math.max(0, v0 * v0 + 2 * a * gap)));
  const r = Math.max(k === 0 && gap < 0 ? -h : k * part, Math.min((k + 1) * part, flight));
  const t = h - r;
  const w = e * (v0 + a * r) + 0.5 * a * part;
  const rise = w * t - 0.5 * a * t * (t + part) - (gap + moved);
  const change = w - u - a * t;
  if (!(rise > 0 && u + change > 0)) return;
  way.x = rise * nx;
  way.y = rise * ny;
  motion[o + VX] += change * nx;
  motion[o + VY] += change * ny;
}
