/**
 * Owed time: the part of a step that a body lost because a sweep stopped it. The solver answers the hit in the next step. At the end of that
 * step the body goes on for the time that it lost, so it is where it would be if the hit had been solved at once.
 *
 * Let tau be the owed time, v the velocity after the hit, g the acceleration of gravity, h the step, h' the length of the steps in which the
 * solver integrates, and d the displacement to be added. The body moves freely for tau, as seen from what it was stopped at, whose velocity is
 * vs. Solvers use symplectic Euler: velocity first, then position. A fall in such steps, of length h', gives
 *
 *     d = (v - vs) tau + g tau (tau + h') / 2,     v <- v + g tau                                                                 (1)
 *
 * Some solvers let a body bounce only at the end of the step, and until then keep it in contact. Let n be the normal of a static obstacle,
 * s the separation at the start of the step, e the restitution, u = v.n > 0. The hit was at s e / u, which is before the step if s < 0. So the
 * body has flown freely for t = h - s e / u, and the sum of its motion along n should be  s + moved.n = u t + (g.n) t (t + h') / 2.  If it
 * moved less,
 *
 *     d = (u t + (g.n) t (t + h') / 2 - s - moved.n) n,       v <- v + ((g.n) t - (g.n) s e^2 / u) n                              (2)
 *
 * The last term is the speed that the body won in the fall through s, which the solver did not see. (2) is also done for fast bodies that were
 * swept but not stopped, with tau = 0. For solvers that bounce late, h' is at most a quarter of the step. A larger h' loses energy: for a ball
 * that falls by 2 m, 0.3 mm of height a hit. A sweep stops a body on the chord of its way, which loses as much. So no energy is gained.
 *
 * Gravity that a contact carries is left out, and so is the part of d that leads into something that the body touches. The longer way is then
 * swept like any other. A body owes at most one step; what it loses beyond that is lost. Jointed bodies and particles of soft bodies owe
 * nothing, because others would have to move with them.
 */
import { sinCos } from '@otedama/math2d';
import type { BodyStore } from './body-store.js';
import { SLEEP_SPEED } from './constants.js';
import { doubleArrays } from './grow.js';
import { limitVelocity } from './integration.js';
import {
  AX,
  AY,
  BODY_A,
  BODY_B,
  BODY_FROZEN,
  BODY_LOCK_X,
  BODY_LOCK_Y,
  BODY_STRIDE,
  BX,
  BY,
  C,
  CONTACT_FLAGS,
  CONTACT_INDEX_STRIDE,
  CONTACT_SENSOR,
  CONTACT_SKIPPED,
  CONTACT_STRIDE,
  COUNT,
  CX,
  CY,
  DYNAMIC,
  GRAVITY_SCALE,
  LX,
  LY,
  NORMAL_IMPULSE,
  NX,
  NY,
  POINT_STRIDE,
  POINT0,
  PREVIOUS_STRIDE,
  RESTITUTION,
  S,
  SEPARATION,
  STATIC,
  STEP_NORMAL_IMPULSE,
  VX,
  VY,
  W,
  X,
  Y,
} from './layout.js';
import { placeCluster } from './refit.js';
import type { SnapshotReader, SnapshotWriter } from './snapshot-bytes.js';
import type { SweepingState, WorldState } from './world-state.js';

/** Numbers per entry: the time, s, and the pose of the body at the end of the step, `X Y C S`. */
const OWED_STRIDE = 5;

const turn = { sin: 0, cos: 1 };

/** Displacement d of the current body, m, and the gravity that acts on it, m/s^2. */
const way = { x: 0, y: 0 };
const gravity = { x: 0, y: 0 };

/** A contact of the current body: n towards it, least separation, m, least normal velocity, m/s, whether it presses, and its restitution. */
const touch = { nx: 0, ny: 0, gap: 0, parting: 0, presses: false, restitution: 0 };

/** h' / h of solvers that let bodies bounce late. */
const SUBSTEP_SHARE = 0.25;

/** A solver lets a body bounce late if it has moved by less than this share of u h. */
const LATE_SHARE = 0.5;

/** Normal velocity from which a body that was pressed counts as leaving, m/s. */
const LEAVING_SPEED = SLEEP_SPEED;

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

/** Time that a body owes, s; undefined if it neither was swept in the last step nor owes any. */
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

/** Notes the time that a swept body lost, if any. */
export function owe(state: SweepingState, slot: number, isStopped: boolean): void {
  const { sweeps, jointUpkeep, particleOwners, bodies } = state;
  if (jointUpkeep?.isJointed(slot) === true || particleOwners.has(slot)) return;
  const { owed, share, duration } = sweeps;
  const time = isStopped ? Math.min((1 - share) * (duration + owed.times[slot]), duration) : 0;
  owed.add(bodies, slot, time);
}

/** Moves the bodies that owe time from the last step. */
export function payOwedTime(state: SweepingState): void {
  const { bodies, sweeps } = state;
  const { owed } = sweeps;
  if (bodies.slots > owed.times.length) {
    owed.times = new Float64Array(2 * bodies.slots);
    owed.isPaid = new Uint8Array(2 * bodies.slots);
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
  if (count > owed.paid.length) owed.paid = new Int32Array(2 * count);
  for (let n = 0; n < count; n++) {
    const slot = owed.slots[n];
    // most bodies of the list were swept, but not stopped, and are far from all static ones
    if (owed.data[n * OWED_STRIDE] === 0 && !isAtStatic(state, slot)) continue;
    const time = owed.of(n, bodies, bodies.previous, slot * PREVIOUS_STRIDE);
    if (time < 0 || !goOn(state, slot, time)) continue;
    owed.times[slot] = time;
    owed.isPaid[slot] = 1;
    owed.paid[owed.paidCount++] = slot;
  }
}

/** Whether a body has a contact with a static one. */
function isAtStatic({ bodies: { firstEdge, type }, contacts }: SweepingState, slot: number): boolean {
  const { edgeNext, edgeOther } = contacts;
  for (let edge = firstEdge[slot]; edge >= 0; edge = edgeNext[edge]) {
    if (type[edgeOther[edge]] === STATIC) return true;
  }
  return false;
}

/** Moves a body on by the time `tau` that it owes: see the head of this file. @returns false if it owes none and has nothing to move */
function goOn(state: SweepingState, slot: number, tau: number): boolean {
  const { bodies, contacts, sweeps } = state;
  const { motion, pose, previous, mass, flags } = bodies;
  const { edgeNext, edgeOther } = contacts;
  const h = sweeps.duration;
  const o = slot * BODY_STRIDE;
  const p = slot * PREVIOUS_STRIDE;
  const locksX = (flags[slot] & BODY_LOCK_X) !== 0;
  const locksY = (flags[slot] & BODY_LOCK_Y) !== 0;
  const scale = mass[o + GRAVITY_SCALE];
  const gx = locksX ? 0 : state.gravityX * scale;
  const gy = locksY ? 0 : state.gravityY * scale;
  const c = pose[o + C];
  const s = pose[o + S];
  const movedX =
    pose[o + CX] - (previous[p] + (previous[p + 2] * pose[o + LX] - previous[p + 3] * pose[o + LY]));
  const movedY =
    pose[o + CY] - (previous[p + 1] + (previous[p + 3] * pose[o + LX] + previous[p + 2] * pose[o + LY]));
  way.x = 0;
  way.y = 0;
  gravity.x = gx;
  gravity.y = gy;
  let vsx = 0;
  let vsy = 0;
  // h'
  let part = h;
  for (let edge = bodies.firstEdge[slot]; edge >= 0; edge = edgeNext[edge]) {
    const other = edgeOther[edge];
    const isStatic = bodies.type[other] === STATIC;
    // a velocity vs matters only to a body that owes time
    if ((tau === 0 && !isStatic) || !readTouch(state, edge) || !touch.presses) continue;
    const { nx, ny } = touch;
    if (!isStatic) {
      vsx = motion[other * BODY_STRIDE + VX];
      vsy = motion[other * BODY_STRIDE + VY];
      continue;
    }
    const u = motion[o + VX] * nx + motion[o + VY] * ny;
    if (!(touch.parting > LEAVING_SPEED && u > LEAVING_SPEED)) continue;
    const gn = gx * nx + gy * ny;
    const moved = (movedX + way.x) * nx + (movedY + way.y) * ny;
    if (moved > LATE_SHARE * u * h) continue;
    const { gap, restitution: e } = touch;
    const t = Math.min(h - (gap * e) / u, 2 * h);
    part = SUBSTEP_SHARE * h;
    const rise = u * t + 0.5 * gn * t * (t + part) - (gap + moved);
    const change = gn * t - (gn * gap * e * e) / u;
    if (rise <= 0 || u + change <= 0) continue;
    way.x += rise * nx;
    way.y += rise * ny;
    motion[o + VX] += change * nx;
    motion[o + VY] += change * ny;
  }
  if (tau === 0 && way.x === 0 && way.y === 0) return false;
  for (let edge = bodies.firstEdge[slot]; edge >= 0; edge = edgeNext[edge]) {
    if (!readTouch(state, edge)) continue;
    const { nx, ny, parting, gap } = touch;
    const gn = gravity.x * nx + gravity.y * ny;
    if (gn < 0 && gap + parting * tau + gn * tau * tau <= 0) {
      gravity.x -= gn * nx;
      gravity.y -= gn * ny;
    }
  }
  const drop = 0.5 * tau * (tau + part);
  way.x += (motion[o + VX] - vsx) * tau + gravity.x * drop;
  way.y += (motion[o + VY] - vsy) * tau + gravity.y * drop;
  motion[o + VX] += gravity.x * tau;
  motion[o + VY] += gravity.y * tau;
  limitVelocity(bodies, slot);
  for (let edge = bodies.firstEdge[slot]; edge >= 0; edge = edgeNext[edge]) {
    if (!readTouch(state, edge)) continue;
    const { nx, ny } = touch;
    const inward = way.x * nx + way.y * ny + Math.max(0, touch.gap);
    if (inward >= 0) continue;
    way.x -= inward * nx;
    way.y -= inward * ny;
  }
  if (!locksX) pose[o + CX] += way.x;
  if (!locksY) pose[o + CY] += way.y;
  sinCos(motion[o + W] * tau, turn);
  pose[o + C] = c * turn.cos - s * turn.sin;
  pose[o + S] = s * turn.cos + c * turn.sin;
  pose[o + X] = pose[o + CX] - (pose[o + C] * pose[o + LX] - pose[o + S] * pose[o + LY]);
  pose[o + Y] = pose[o + CY] - (pose[o + S] * pose[o + LX] + pose[o + C] * pose[o + LY]);
  placeCluster(state, slot);
  return true;
}

/** Reads the contact of an edge into `touch`, as seen from the body of the edge. @returns false if it has no points or cannot push */
function readTouch({ bodies, contacts }: SweepingState, edge: number): boolean {
  const { index, data } = contacts;
  const contact = edge >> 1;
  const i = contact * CONTACT_INDEX_STRIDE;
  const count = index[i + COUNT];
  if (count === 0 || (index[i + CONTACT_FLAGS] & (CONTACT_SENSOR | CONTACT_SKIPPED)) !== 0) return false;
  const { motion } = bodies;
  const d = contact * CONTACT_STRIDE;
  const a = index[i + BODY_A] * BODY_STRIDE;
  const b = index[i + BODY_B] * BODY_STRIDE;
  const nx = data[d + NX];
  const ny = data[d + NY];
  touch.gap = Number.POSITIVE_INFINITY;
  touch.parting = Number.POSITIVE_INFINITY;
  touch.presses = false;
  touch.restitution = data[d + RESTITUTION];
  for (let point = 0; point < count; point++) {
    const q = d + POINT0 + point * POINT_STRIDE;
    const ux =
      motion[b + VX] - motion[b + W] * data[q + BY] - (motion[a + VX] - motion[a + W] * data[q + AY]);
    const uy =
      motion[b + VY] + motion[b + W] * data[q + BX] - (motion[a + VY] + motion[a + W] * data[q + AX]);
    touch.parting = Math.min(touch.parting, nx * ux + ny * uy);
    touch.gap = Math.min(touch.gap, data[q + SEPARATION]);
    if (data[q + NORMAL_IMPULSE] > 0 || data[q + STEP_NORMAL_IMPULSE] > 0) touch.presses = true;
  }
  // the normal points from A to B: towards the body if it is B
  const sign = (edge & 1) === 0 ? -1 : 1;
  touch.nx = sign * nx;
  touch.ny = sign * ny;
  return true;
}
