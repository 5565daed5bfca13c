/**
 * Velocity pass of the contacts: restitution and Coulomb friction, after the position pass.
 *
 * The position pass leaves the velocities (x' - x) / h. They do not include restitution, and they contain the push that removed
 * penetration. For each pressing point (l_i > 0) the normal velocity is set to
 *
 *   u_i' = -e u_i   if the point approached faster than the threshold (u_i before the substep's position pass),
 *   u_i' = 0        otherwise: the point neither sinks in nor is launched.
 *
 * The impulse for this may cancel the impulse of the position pass, but not reverse it: J_i = l_i / h + change >= 0. Friction then stops
 * sliding within Coulomb's limit for the whole substep, |B| <= mu (J_1 + J_2). Off the centre, normal and tangential impulses change each
 * other's velocities, so each contact iterates over both a few times.
 *
 * A bounce must not create energy. Newton's law of restitution together with friction can do so [Kane & Levinson 1985]. The work of the
 * contact over the substep is the work of the position pass plus D.(u_before + u_after) / 2 for the impulses D added here. If it is
 * positive, the bounce is reduced to the share s. The work is quadratic and convex in s and negative at s = 0, so s is its zero.
 */

import {
  applyContactImpulse,
  BODY_A,
  BODY_B,
  BODY_STRIDE,
  CONTACT_INDEX_STRIDE,
  CONTACT_STRIDE,
  COUNT,
  FRICTION,
  NORMAL_IMPULSE,
  NORMAL_VELOCITY,
  NX,
  NY,
  POINT0,
  POINT1,
  RESTITUTION,
  ROLLING,
  ROLLING_IMPULSE,
  contactRow as row,
  type SolverWorld,
  STEP_NORMAL_IMPULSE,
  TANGENT_IMPULSE,
  TANGENT_SPEED,
  VX,
  VY,
  W,
} from '@otedama/rigid';
import { LOCAL_PASSES } from './constants.js';
import type { ContactPasses } from './contact-scratch.js';
import * as at from './contact-scratch.js';
import * as pairOf from './normal-pair.js';
import { solveNormalPair } from './normal-pair.js';

/** Count of numbers per contact in the record of velocities before the position pass: u_1, u_2, u_t, m/s. */
export const BEFORE_STRIDE = 3;

/** Writes the relative velocities of all touching contacts to `before`. */
export function recordVelocities(world: SolverWorld, rows: Float64Array, before: Float64Array): void {
  const { index, data, touching, touchingCount } = world.contacts;
  const motion = world.bodies.motion;
  for (let k = 0; k < touchingCount; k++) {
    const i = touching[k] * CONTACT_INDEX_STRIDE;
    const c = touching[k] * CONTACT_STRIDE;
    const o = k * row.ROW_STRIDE;
    const a = index[i + BODY_A] * BODY_STRIDE;
    const b = index[i + BODY_B] * BODY_STRIDE;
    const nx = data[c + NX];
    const ny = data[c + NY];
    const vx = motion[b + VX] - motion[a + VX];
    const vy = motion[b + VY] - motion[a + VY];
    const un = nx * vx + ny * vy;
    const wa = motion[a + W];
    const wb = motion[b + W];
    const q = k * BEFORE_STRIDE;
    before[q] = un + wb * rows[o + row.R2N] - wa * rows[o + row.R1N];
    before[q + 1] = un + wb * rows[o + row.R2N + 2] - wa * rows[o + row.R1N + 2];
    before[q + 2] =
      ny * vx - nx * vy + wb * rows[o + row.R2T] - wa * rows[o + row.R1T] - data[c + TANGENT_SPEED];
  }
}

/**
 * Warm starting of friction: applies the friction impulses of the previous substep. A body held by friction then does not slide between the
 * prediction and the velocity pass. The velocity pass computes the change of the impulse, and removes it if contact was lost.
 */
export function recallFriction(
  world: SolverWorld,
  rows: Float64Array,
  { substeps, change }: ContactPasses,
): void {
  const { index, data, touching, touchingCount } = world.contacts;
  const motion = world.bodies.motion;
  for (let k = 0; k < touchingCount; k++) {
    const i = touching[k] * CONTACT_INDEX_STRIDE;
    const c = touching[k] * CONTACT_STRIDE;
    const p1 = c + POINT1;
    const tangent = (data[c + POINT0 + TANGENT_IMPULSE] + data[p1 + TANGENT_IMPULSE]) / substeps;
    if (tangent === 0) continue;
    const a = index[i + BODY_A] * BODY_STRIDE;
    const b = index[i + BODY_B] * BODY_STRIDE;
    change[0] = 0;
    change[1] = 0;
    change[2] = tangent;
    applyContactImpulse(motion, rows, k * row.ROW_STRIDE, a, b, data, c, change);
  }
}

/**
 * One sweep over the pressing contacts.
 * @param rows rows of the contacts at the end of the position pass
 * @param before velocities recorded by `recordVelocities` at the start of the substep
 * @param h length of the substep, s, for the trace
 * @param substep index of the substep, for the trace
 */
export function solveContactVelocities(
  world: SolverWorld,
  rows: Float64Array,
  passes: ContactPasses,
  before: Float64Array,
  h: number,
  substep: number,
): void {
  const { index, data, touching, touchingCount } = world.contacts;
  const motion = world.bodies.motion;
  const { substeps, restitutionThreshold: threshold, tracing, impulses, state, change } = passes;
  const trace = world.trace;
  for (let k = 0; k < touchingCount; k++) {
    const slot = touching[k];
    const i = slot * CONTACT_INDEX_STRIDE;
    const c = slot * CONTACT_STRIDE;
    const o = k * row.ROW_STRIDE;
    const q = k * BEFORE_STRIDE;
    const p0 = c + POINT0;
    const p1 = c + POINT1;
    const two = index[i + COUNT] === 2;
    const old1 = data[p0 + NORMAL_IMPULSE];
    const old2 = data[p1 + NORMAL_IMPULSE];
    const oldT = (data[p0 + TANGENT_IMPULSE] + data[p1 + TANGENT_IMPULSE]) / substeps;
    if (before[q] < data[p0 + NORMAL_VELOCITY]) data[p0 + NORMAL_VELOCITY] = before[q];
    if (two && before[q + 1] < data[p1 + NORMAL_VELOCITY]) data[p1 + NORMAL_VELOCITY] = before[q + 1];
    const pressed = old1 > 0 || old2 > 0;
    if (!pressed && oldT === 0) continue;

    const a = index[i + BODY_A] * BODY_STRIDE;
    const b = index[i + BODY_B] * BODY_STRIDE;
    const nx = data[c + NX];
    const ny = data[c + NY];
    if (!pressed) {
      change[0] = 0;
      change[1] = 0;
      change[2] = -oldT;
      applyContactImpulse(motion, rows, o, a, b, data, c, change);
      data[p0 + TANGENT_IMPULSE] = 0;
      data[p1 + TANGENT_IMPULSE] = 0;
      continue;
    }
    const mu = data[c + FRICTION];
    const e = data[c + RESTITUTION];
    const wa = motion[a + W];
    const wb = motion[b + W];
    const vx = motion[b + VX] - motion[a + VX];
    const vy = motion[b + VY] - motion[a + VY];
    const un = nx * vx + ny * vy;
    const u1 = un + wb * rows[o + row.R2N] - wa * rows[o + row.R1N];
    const u2 = two ? un + wb * rows[o + row.R2N + 2] - wa * rows[o + row.R1N + 2] : 0;
    const ut = ny * vx - nx * vy + wb * rows[o + row.R2T] - wa * rows[o + row.R1T] - data[c + TANGENT_SPEED];
    const bounce1 = e > 0 && old1 > 0 && before[q] < -threshold;
    const bounce2 = e > 0 && old2 > 0 && before[q + 1] < -threshold;
    const g1 = bounce1 ? -e * before[q] : 0;
    const g2 = bounce2 ? -e * before[q + 1] : 0;

    state[at.U_1] = u1;
    state[at.U_2] = u2;
    state[at.U_T] = ut;
    state[at.G_1] = g1;
    state[at.G_2] = g2;
    state[at.OLD_1] = old1;
    state[at.OLD_2] = old2;
    state[at.OLD_T] = oldT;
    state[at.MU] = mu;
    contactImpulses(passes, 0, rows, o);
    if (bounce1 || bounce2) {
      state[at.G_1] = 0;
      state[at.G_2] = 0;
      contactImpulses(passes, 3, rows, o);
      limitEnergy(passes, rows, o);
    }
    const new1 = impulses[0];
    const new2 = impulses[1];
    const newT = impulses[2];
    data[p0 + NORMAL_IMPULSE] = substeps * new1;
    data[p1 + NORMAL_IMPULSE] = substeps * new2;
    const share = new1 + new2 > 0 ? new1 / (new1 + new2) : 1;
    // The friction impulse of a hit ends with the hit and must not be warm started.
    const lasting = bounce1 || bounce2 ? 0 : substeps * newT;
    data[p0 + TANGENT_IMPULSE] = share * lasting;
    data[p1 + TANGENT_IMPULSE] = (1 - share) * lasting;
    data[p0 + STEP_NORMAL_IMPULSE] += new1;
    data[p1 + STEP_NORMAL_IMPULSE] += new2;
    change[0] = new1 - old1;
    change[1] = new2 - old2;
    change[2] = newT - oldT;
    applyContactImpulse(motion, rows, o, a, b, data, c, change);
    if (data[c + ROLLING] > 0)
      resistRolling(motion, rows, o, a, b, data, c, data[c + ROLLING] * (new1 + new2));

    if (tracing !== null && trace !== null) {
      tracing.contactRows(trace, world, rows, {
        pass: substep,
        phase: 'velocities',
        slot,
        row: o,
        duration: h,
        velocities: [u1, u2, ut],
        targets: [g1, g2, 0],
        before: [old1, old2, oldT],
        after: [new1, new2, newT],
        isVisited: [old1 > 0, old2 > 0],
      });
    }
  }
}

/**
 * Computes the total impulses J_1, J_2, B of the substep and writes them from index `place` on. `state` holds velocities that already
 * include the old impulses.
 */
function contactImpulses(passes: ContactPasses, place: number, rows: Float64Array, o: number): void {
  const { impulses: out, pair, state } = passes;
  const u1 = state[at.U_1];
  const u2 = state[at.U_2];
  const ut = state[at.U_T];
  const g1 = state[at.G_1];
  const g2 = state[at.G_2];
  const old1 = state[at.OLD_1];
  const old2 = state[at.OLD_2];
  const oldT = state[at.OLD_T];
  const mu = state[at.MU];
  const k11 = rows[o + row.K11];
  const k1t = rows[o + row.K1T];
  const ktt = rows[o + row.KTT];
  const both = old1 > 0 && old2 > 0;
  const k12 = old2 > 0 ? rows[o + row.K12] : 0;
  const k22 = old2 > 0 ? rows[o + row.K22] : 0;
  const k2t = old2 > 0 ? rows[o + row.K2T] : 0;
  let j1 = old1;
  let j2 = old2;
  let jt = oldT;
  for (let pass = 0; pass < LOCAL_PASSES; pass++) {
    const d = jt - oldT;
    const b1 = g1 - u1 + k11 * old1 + k12 * old2 - k1t * d;
    const b2 = g2 - u2 + k12 * old1 + k22 * old2 - k2t * d;
    if (both) {
      pair[pairOf.PAIR_K11] = k11;
      pair[pairOf.PAIR_K12] = k12;
      pair[pairOf.PAIR_K22] = k22;
      pair[pairOf.PAIR_B1] = b1;
      pair[pairOf.PAIR_B2] = b2;
      solveNormalPair(out, place, pair);
      j1 = out[place];
      j2 = out[place + 1];
    } else if (old1 > 0) {
      j1 = Math.max(b1 / k11, 0);
    } else {
      j2 = Math.max(b2 / k22, 0);
    }
    const slide = ut + k1t * (j1 - old1) + k2t * (j2 - old2);
    const limit = mu * (j1 + j2);
    jt = Math.max(-limit, Math.min(oldT - slide / ktt, limit));
  }
  out[place] = j1;
  out[place + 1] = j2;
  out[place + 2] = jt;
}

/**
 * Scales the impulses with bounce, the first three of `impulses`, towards the plastic ones, the last three, so that the contact gains no
 * energy.
 */
function limitEnergy({ impulses: s, state }: ContactPasses, rows: Float64Array, o: number): void {
  const old1 = state[at.OLD_1];
  const old2 = state[at.OLD_2];
  const oldT = state[at.OLD_T];
  const full = work(state, rows, o, s[0] - old1, s[1] - old2, s[2] - oldT);
  if (full <= 0) return;
  const none = Math.min(work(state, rows, o, s[3] - old1, s[4] - old2, s[5] - oldT), 0);
  const d1 = 0.5 * (s[0] + s[3]) - old1;
  const d2 = 0.5 * (s[1] + s[4]) - old2;
  const dt = 0.5 * (s[2] + s[5]) - oldT;
  // work(share) = none + linear share + quadratic share^2 from its values at 0, 1/2 and 1
  const quadratic = 2 * (full + none - 2 * work(state, rows, o, d1, d2, dt));
  const linear = full - none - quadratic;
  const root = Math.sqrt(Math.max(linear * linear - 4 * quadratic * none, 0));
  const share = linear > 0 ? (-2 * none) / (linear + root) : (root - linear) / (2 * quadratic);
  for (let n = 0; n < 3; n++) s[n] = s[n + 3] + share * (s[n] - s[n + 3]);
}

/** Twice the work of the contact over the substep if the impulses (d1, d2, dt) are added to the impulses of the position pass. */
function work(
  state: Float64Array,
  rows: Float64Array,
  o: number,
  d1: number,
  d2: number,
  dt: number,
): number {
  const u1 = state[at.U_1];
  const u2 = state[at.U_2];
  const ut = state[at.U_T];
  // without a second point d2 is 0, and K12, K22 and K2T must not be used
  const after1 =
    u1 + rows[o + row.K11] * d1 + rows[o + row.K1T] * dt + (d2 === 0 ? 0 : rows[o + row.K12] * d2);
  const after2 = d2 === 0 ? 0 : u2 + rows[o + row.K12] * d1 + rows[o + row.K22] * d2 + rows[o + row.K2T] * dt;
  const afterT =
    ut + rows[o + row.K1T] * d1 + rows[o + row.KTT] * dt + (d2 === 0 ? 0 : rows[o + row.K2T] * d2);
  return rows[o + row.ROW_SCRATCH] + d1 * (u1 + after1) + d2 * (u2 + after2) + dt * (ut + afterT);
}

/** Applies an angular impulse of at most `limit` (N m s) against the relative angular velocity. */
function resistRolling(
  motion: Float64Array,
  rows: Float64Array,
  o: number,
  a: number,
  b: number,
  data: Float64Array,
  c: number,
  limit: number,
): void {
  const i1 = rows[o + row.I1];
  const i2 = rows[o + row.I2];
  if (i1 + i2 === 0) return;
  const wanted = -(motion[b + W] - motion[a + W]) / (i1 + i2);
  const roll = Math.max(-limit, Math.min(wanted, limit));
  data[c + ROLLING_IMPULSE] = roll;
  motion[a + W] -= i1 * roll;
  motion[b + W] += i2 * roll;
}
