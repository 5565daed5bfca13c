/**
 * Bounces of dynamic bodies off each other, and of bodies that turn by it off static and kinematic ones, in time. The solver holds bodies
 * that bounce together until the end of the step (`ContactStore.noteBounce`). So they lack the way that they would have flown since: a ball
 * on a heavy slab lost 0.2 to 5 % of its energy a bounce, and a box on the ground gained or lost 0.8 % in the mean and up to 5 %. After the
 * step, they are put where a hit in time would have brought them.
 *
 * Let h be the step and h' the length of the steps of symplectic Euler in which the solver integrates; v0, w0 and v, w the velocities and
 * spins of a body at the start and at the end of the step, g its acceleration by gravity and forces, less what contacts carry of it. The
 * hit has changed its velocity by v - v0 - g h. Had it done so the time t before the end of the step, the body would have gone
 *
 *     x = v0 h + g h (h + h') / 2 + t (v - v0 - g h),      theta = w0 h + t (w - w0)                                             (1)
 *
 * (a torque acts like g). The t is the same for both bodies. So their common centre of mass is where it was, and where both fall alike,
 * velocities are right as they are: neither momentum nor energy changes.
 *
 * The time of the hit follows from the speed of approach at the start, that of B as seen from A along the normal n, at the centre of pressure
 * of the contact: u0 = (v_A0 - v_B0) . n. With the separation s and a = (g_A - g_B) . n,
 *
 *     s = u r + a r^2 / 2,      u = u0 + a h' / 2,      t = h - r
 *
 * since steps of symplectic Euler lie on the parabola whose speed is higher by a h' / 2. The r is within the substep in which they met, as
 * bodies that turn arrive with another speed. For two dynamic bodies it is never before the start of the step, where bodies that were found
 * too late are already in each other. The normal and the arms are those of the start, and with an earlier hit they would not fit the places:
 * the angular momentum of discs that meet aside at 20 m/s would change by a hundred times as much. If the hit was foreseen, they are those of
 * its time r0 in free motion (`foreseen-bounces.ts`), and s = u r0. Off static and kinematic bodies only the energy is to be kept, for which
 * the moment does not matter: a body that has entered the ground bounced before the start.
 *
 * Where they do not fall alike (a slab is carried by the ground, the ball that lands on it is not), they should have met with u + a r instead
 * of the speed u_m with which the solver has met them (`NORMAL_VELOCITY`), and their speed of separation should be
 *
 *     z + min(e, z / u_m) (u + a r - u_m) + a h' / 2 - a t     instead of z,                                                      (2)
 *
 * where z / u_m is less than e if friction or the other end of an edge has taken its part, and more if the speed has come from other hits in
 * the step. An impulse at the centre of pressure gives it to them. To it, a body that is carried does not give way.
 *
 * Only bodies that bounce at no other contact in the step are moved: for others, each hit has its own t. Nor are pairs that fall unlike and
 * got most of u_m from something else: a ball that falls to the ground together with a slab under it hits it when the slab stops. Nor are
 * bodies off static ones with others that press on them, whose impulses are in v as well; for these, and for hits that do not turn a body,
 * there is (2) of `owed-time.ts`, which is (1) and (2) along n. The ways are swept like any other. Bodies that joints or soft bodies hold
 * stay, as in `owed-time.ts`.
 */
import { sinCos } from '@otedama/math2d';
import type { BodyStore } from './body-store.js';
import { limitVelocity } from './integration.js';
import {
  AX,
  AY,
  BODY_A,
  BODY_B,
  BODY_LOCK_X,
  BODY_LOCK_Y,
  BODY_STRIDE,
  BX,
  BY,
  C,
  CONTACT_INDEX_STRIDE,
  CONTACT_STRIDE,
  COUNT,
  CX,
  CY,
  DYNAMIC,
  FX,
  FY,
  GRAVITY_SCALE,
  INV_INERTIA,
  INV_MASS,
  LX,
  LY,
  NORMAL_VELOCITY,
  NX,
  NY,
  POINT_STRIDE,
  POINT0,
  PREVIOUS_STRIDE,
  RESTITUTION,
  S,
  SEPARATION,
  STEP_NORMAL_IMPULSE,
  TORQUE,
  VX,
  VY,
  W,
  X,
  Y,
} from './layout.js';
import { placeCluster } from './refit.js';
import { type Fall, keepWayOut, LEAVING_SPEED, readTouch, touch, type Way } from './touch.js';
import type { SweepingState } from './world-state.js';

/** Number of bounces of a body that was moved in time. */
export const MOVED_IN_TIME = 255;

/**
 * Share of an impulse along the normal by which it turns a body, as against how it moves it, up to which (2) of `owed-time.ts` is exact: what
 * rounding makes of the arm of a disc.
 */
const CENTRAL = 1e-9;

/**
 * The current pair: its contact; normal from A to B; arms of the normal row at the centre of pressure, m; s, m; u_m, m/s; e; the time r0 of
 * its hit, s, if it was foreseen, otherwise -1; and t, s.
 */
const pair = {
  contact: -1,
  nx: 0,
  ny: 0,
  rnA: 0,
  rnB: 0,
  gap: 0,
  met: 0,
  restitution: 0,
  foreseen: -1,
  time: 0,
};

/** g of A and of B, m/s^2, and the inverse masses and inertias with which they give way to (2). */
const fallA: Fall = { x: 0, y: 0, time: 0 };
const fallB: Fall = { x: 0, y: 0, time: 0 };
const yieldA = { mass: 0, inertia: 0 };
const yieldB = { mass: 0, inertia: 0 };

const way: Way = { x: 0, y: 0, angle: 0 };
const turn = { sin: 0, cos: 1 };

/** Notes the velocities at the start of a step, if there are shapes that may bounce. */
export function noteStart({ bodies: { motion }, shapes, sweeps: { owed } }: SweepingState): void {
  const { restitution, slots } = shapes;
  let shape = 0;
  while (shape < slots && restitution[shape] === 0) shape++;
  if (shape === slots) return;
  if (owed.start.length !== motion.length) owed.start = new Float64Array(motion.length);
  owed.start.set(motion);
}

/** Counts the contacts at which each body bounced in the step. */
export function countBounces(state: SweepingState): void {
  const { contacts, bodies, sweeps } = state;
  const { bounces } = sweeps.owed;
  bounces.fill(0, 0, bodies.slots);
  for (let n = 0; n < contacts.bouncedCount; n++) {
    const contact = contacts.bounced[2 * n];
    const i = contact * CONTACT_INDEX_STRIDE;
    if (!readTouch(state, 2 * contact)) continue;
    // a foreseen hit is in time, also if the bodies hardly leave each other
    if (touch.parting <= LEAVING_SPEED && sweeps.bounces.timeOf(contact) < 0) continue;
    const a = contacts.index[i + BODY_A];
    const b = contacts.index[i + BODY_B];
    if (bounces[a] < MOVED_IN_TIME - 1) bounces[a]++;
    if (bounces[b] < MOVED_IN_TIME - 1) bounces[b]++;
  }
}

/**
 * Moves the bodies of a bounce to where it would have brought them in time.
 * @param bounce its number in the list of the solver
 * @returns false if they did not meet by themselves, or if (2) of `owed-time.ts` is to do it
 */
export function moveInTime(state: SweepingState, bounce: number): boolean {
  const { bodies, contacts, sweeps } = state;
  const { index, bounced, bounceSubsteps } = contacts;
  const contact = bounced[2 * bounce];
  const k = bounced[2 * bounce + 1] - 1;
  const a = index[contact * CONTACT_INDEX_STRIDE + BODY_A];
  const b = index[contact * CONTACT_INDEX_STRIDE + BODY_B];
  if (!sweeps.foresees || !readPair(state, contact)) return false;
  const isPair = bodies.type[a] === bodies.type[b];
  if (!isPair && (isCentral(bodies, a, b) || isPressed(state, bodies.type[a] === DYNAMIC ? a : b)))
    return false;
  findFall(state, a, fallA, yieldA);
  findFall(state, b, fallB, yieldB);
  const h = sweeps.duration;
  const part = h / bounceSubsteps;
  const acceleration = (fallA.x - fallB.x) * pair.nx + (fallA.y - fallB.y) * pair.ny;
  const u = 0.5 * acceleration * part - separationSpeed(sweeps.owed.start, a, b);
  if (!(u > 0)) return false;
  const gained = Math.abs(acceleration) * (h + part);
  if (acceleration !== 0 && pair.met > 2 * u + gained) return false;
  const { foreseen } = pair;
  const gap = foreseen < 0 ? pair.gap : foreseen * u;
  const flight = (2 * gap) / (u + Math.sqrt(Math.max(0, u * u + 2 * acceleration * gap)));
  const latest = foreseen < 0 ? (k + 1) * part : h;
  let earliest = foreseen < 0 ? k * part : 0;
  if (!isPair && k === 0 && gap < 0) earliest = -h;
  const r = Math.max(earliest, Math.min(latest, flight));
  pair.time = h - r;
  // otherwise something else has changed their speed too
  if (acceleration !== 0 && Math.abs(pair.met - u) <= gained) {
    const z = separationSpeed(bodies.motion, a, b);
    const late = Math.min(pair.restitution, z / pair.met) * (u + acceleration * r - pair.met);
    const wanted = z + late + acceleration * (0.5 * part - pair.time);
    if (wanted > 0) push(state, a, b, wanted - z);
  }
  goTo(state, a, fallA);
  goTo(state, b, fallB);
  return true;
}

/** Whether the normal impulse of the pair hardly turns its bodies. */
function isCentral({ mass }: BodyStore, a: number, b: number): boolean {
  const { rnA, rnB } = pair;
  const oA = a * BODY_STRIDE;
  const oB = b * BODY_STRIDE;
  const turning = mass[oA + INV_INERTIA] * rnA * rnA + mass[oB + INV_INERTIA] * rnB * rnB;
  return turning <= CENTRAL * (mass[oA + INV_MASS] + mass[oB + INV_MASS]);
}

/** Whether another dynamic body presses on a body, at another contact than that of the pair. */
function isPressed(state: SweepingState, slot: number): boolean {
  const { bodies, contacts } = state;
  for (let edge = bodies.firstEdge[slot]; edge >= 0; edge = contacts.edgeNext[edge]) {
    if (edge >> 1 === pair.contact || bodies.type[contacts.edgeOther[edge]] !== DYNAMIC) continue;
    if (readTouch(state, edge) && touch.presses) return true;
  }
  return false;
}

/** Reads a contact into `pair`. @returns false if it did not press or approach */
function readPair({ contacts: { index, data }, sweeps }: SweepingState, contact: number): boolean {
  const d = contact * CONTACT_STRIDE;
  const nx = data[d + NX];
  const ny = data[d + NY];
  let sum = 0;
  pair.contact = contact;
  pair.nx = nx;
  pair.ny = ny;
  pair.rnA = 0;
  pair.rnB = 0;
  pair.gap = 0;
  pair.met = 0;
  pair.restitution = data[d + RESTITUTION];
  pair.foreseen = sweeps.bounces.timeOf(contact);
  for (let point = 0; point < index[contact * CONTACT_INDEX_STRIDE + COUNT]; point++) {
    const q = d + POINT0 + point * POINT_STRIDE;
    const lambda = data[q + STEP_NORMAL_IMPULSE];
    sum += lambda;
    pair.rnA += lambda * (data[q + AX] * ny - data[q + AY] * nx);
    pair.rnB += lambda * (data[q + BX] * ny - data[q + BY] * nx);
    pair.gap += lambda * data[q + SEPARATION];
    pair.met -= lambda * data[q + NORMAL_VELOCITY];
  }
  pair.rnA /= sum;
  pair.rnB /= sum;
  pair.gap /= sum;
  pair.met /= sum;
  return sum > 0 && pair.met > 0;
}

/** Finds g of a body, and how it gives way. */
function findFall(
  state: SweepingState,
  slot: number,
  fall: Fall,
  yields: { mass: number; inertia: number },
): void {
  const { bodies, contacts } = state;
  const { mass, flags } = bodies;
  const o = slot * BODY_STRIDE;
  fall.x = 0;
  fall.y = 0;
  yields.mass = mass[o + INV_MASS];
  yields.inertia = mass[o + INV_INERTIA];
  if (bodies.type[slot] !== DYNAMIC) return;
  const scale = mass[o + GRAVITY_SCALE];
  if ((flags[slot] & BODY_LOCK_X) === 0) fall.x = state.gravityX * scale + mass[o + FX] * mass[o + INV_MASS];
  if ((flags[slot] & BODY_LOCK_Y) === 0) fall.y = state.gravityY * scale + mass[o + FY] * mass[o + INV_MASS];
  for (let edge = bodies.firstEdge[slot]; edge >= 0; edge = contacts.edgeNext[edge]) {
    if (!readTouch(state, edge) || !touch.presses || touch.parting > LEAVING_SPEED) continue;
    const gn = fall.x * touch.nx + fall.y * touch.ny;
    if (gn >= 0) continue;
    fall.x -= gn * touch.nx;
    fall.y -= gn * touch.ny;
    yields.mass = 0;
    yields.inertia = 0;
  }
}

/** Speed of separation of the pair at its centre of pressure with these velocities, m/s. */
function separationSpeed(motion: Float64Array, a: number, b: number): number {
  const oA = a * BODY_STRIDE;
  const oB = b * BODY_STRIDE;
  return (
    pair.nx * (motion[oB + VX] - motion[oA + VX]) +
    pair.ny * (motion[oB + VY] - motion[oA + VY]) +
    (motion[oB + W] * pair.rnB - motion[oA + W] * pair.rnA)
  );
}

/** Changes the speed of separation. */
function push({ bodies }: SweepingState, a: number, b: number, change: number): void {
  const { nx, ny, rnA, rnB } = pair;
  const response = yieldA.mass + yieldB.mass + yieldA.inertia * rnA * rnA + yieldB.inertia * rnB * rnB;
  if (response === 0) return;
  const { motion } = bodies;
  const oA = a * BODY_STRIDE;
  const oB = b * BODY_STRIDE;
  const impulse = change / response;
  motion[oA + VX] -= yieldA.mass * nx * impulse;
  motion[oA + VY] -= yieldA.mass * ny * impulse;
  motion[oA + W] -= yieldA.inertia * rnA * impulse;
  motion[oB + VX] += yieldB.mass * nx * impulse;
  motion[oB + VY] += yieldB.mass * ny * impulse;
  motion[oB + W] += yieldB.inertia * rnB * impulse;
}

/** (1) for a body of the pair, if it is dynamic. */
function goTo(state: SweepingState, slot: number, fall: Fall): void {
  const { bodies, contacts, sweeps } = state;
  const { motion, pose, previous, mass, flags } = bodies;
  if (bodies.type[slot] !== DYNAMIC) return;
  const { duration: h, owed } = sweeps;
  const { start } = owed;
  const { time } = pair;
  const o = slot * BODY_STRIDE;
  const p = slot * PREVIOUS_STRIDE;
  const c = previous[p + 2];
  const s = previous[p + 3];
  const drop = 0.5 * h * (h + h / contacts.bounceSubsteps);
  const isFreeX = (flags[slot] & BODY_LOCK_X) === 0;
  const isFreeY = (flags[slot] & BODY_LOCK_Y) === 0;
  // velocities along a locked axis are 0
  if (!isFreeX) motion[o + VX] = 0;
  if (!isFreeY) motion[o + VY] = 0;
  limitVelocity(bodies, slot);
  const x = previous[p] + (c * pose[o + LX] - s * pose[o + LY]);
  const y = previous[p + 1] + (s * pose[o + LX] + c * pose[o + LY]);
  const vx = start[o + VX];
  const vy = start[o + VY];
  way.x = x + vx * h + fall.x * drop + time * (motion[o + VX] - vx - fall.x * h) - pose[o + CX];
  way.y = y + vy * h + fall.y * drop + time * (motion[o + VY] - vy - fall.y * h) - pose[o + CY];
  const w = start[o + W];
  const spinUp = mass[o + TORQUE] * mass[o + INV_INERTIA];
  const theta = w * h + spinUp * drop + time * (motion[o + W] - w - spinUp * h);
  // from where the solver has turned it
  way.angle = theta - (c * pose[o + S] - s * pose[o + C]);
  // bodies whose hit was foreseen touch nothing else
  if (pair.foreseen < 0) keepWayOut(state, slot, way, pair.contact);
  if (isFreeX) pose[o + CX] += way.x;
  if (isFreeY) pose[o + CY] += way.y;
  sinCos(theta, turn);
  pose[o + C] = c * turn.cos - s * turn.sin;
  pose[o + S] = s * turn.cos + c * turn.sin;
  pose[o + X] = pose[o + CX] - (pose[o + C] * pose[o + LX] - pose[o + S] * pose[o + LY]);
  pose[o + Y] = pose[o + CY] - (pose[o + S] * pose[o + LX] + pose[o + C] * pose[o + LY]);
  placeCluster(state, slot);
}
