/**
 * Position pass of the contacts.
 *
 * A body is a set of particles with its mass and inertia (particle-masses.ts). A contact pushes the particles of its feature by d_i with
 * sum m_i d_i = P. The body then gets the pose that best fits the pushed particles (match-shape.ts). The fit depends only on three sums
 * over the particles. With q_i relative to the centre and the push acting at R,
 *
 *   sum m_i d_i = P,    X = sum m_i q_i x d_i = R x P,    D = sum m_i q_i . d_i = R . P,
 *
 * and since sum m_i q_i = 0 and sum m_i |q_i|^2 = I, the matched pose is, whatever the particles,
 *
 *   centre += P / m,    rotation by the angle of (I + D, X),  that is atan2(X, I + D).
 *
 * A rigid body therefore stores no particles, and the closed form needs no trigonometry: (cos, sin) = (I + D, X) / |(I + D, X)|. Velocities
 * follow from the change, v += P / (m h). The spin changes by X / (I h), which equals the angle divided by h to first order. This
 * conserves the angular momentum exactly. The angle itself would lose second-order terms of it.
 *
 * Size of the push. The gap s at the predicted pose must not be negative. To first order, a push l n moves the contact point by K l in the
 * fit, with K = 1/m_1 + 1/m_2 + (R_1 x n)^2/I_1 + (R_2 x n)^2/I_2. With the compliance alpha of the contact
 * [XPBD, Macklin 2016, eq. 18, one pass a substep]
 *
 *   l = -s / (K + alpha / h^2).
 *
 * The two points of an edge are solved together. Penetration from before the substep is removed at a limited speed. The position pass has
 * no friction. Friction against a push that only removes penetration would tilt stacks until they fall apart.
 *
 * Lever arms are those at the start of the substep. With x' = x + h v', sum m x' x v' equals sum m x x v', and an impulse at the common
 * point does not change it.
 */

import {
  BODY_A,
  BODY_B,
  BODY_STRIDE,
  CONTACT_INDEX_STRIDE,
  CONTACT_STRIDE,
  COUNT,
  DC,
  DS,
  DX,
  DY,
  NORMAL_IMPULSE,
  NX,
  NY,
  POINT_STRIDE,
  POINT0,
  POINT1,
  contactRow as row,
  SEPARATION,
  type SolverWorld,
  turnedAnchor,
  VX,
  VY,
  W,
} from '@otedama/rigid';
import { MAXIMUM_PUSH_SPEED } from './constants.js';
import type { ContactPasses } from './contact-scratch.js';
import * as at from './contact-scratch.js';
import * as pairOf from './normal-pair.js';
import { solveNormalPair } from './normal-pair.js';

const { EX, EY, turnAnchors } = turnedAnchor;
const anchors = new Float64Array(6);

/**
 * One sweep over all touching contacts. Writes the impulses l / h into the contacts.
 * @param rows rows of the contacts at the start of the substep
 * @param h substep, s
 * @param substep index of the substep, for the trace
 */
export function solveContactPositions(
  world: SolverWorld,
  rows: Float64Array,
  { compliance, tracing, impulses, pair, push: moved }: ContactPasses,
  h: number,
  substep: number,
): void {
  const { index, data, touching, touchingCount } = world.contacts;
  const motion = world.bodies.motion;
  const softness = compliance / (h * h);
  // Compliant contacts move by less than their error. The speed limit applies to the motion.
  const push = MAXIMUM_PUSH_SPEED * h;
  const perSecond = 1 / h;
  const { trace } = world;
  for (let k = 0; k < touchingCount; k++) {
    const slot = touching[k];
    const i = slot * CONTACT_INDEX_STRIDE;
    const c = slot * CONTACT_STRIDE;
    const o = k * row.ROW_STRIDE;
    const a = index[i + BODY_A] * BODY_STRIDE;
    const b = index[i + BODY_B] * BODY_STRIDE;
    const count = index[i + COUNT];
    const p0 = c + POINT0;
    const p1 = c + POINT1;
    const nx = data[c + NX];
    const ny = data[c + NY];
    data[p0 + NORMAL_IMPULSE] = 0;
    data[p1 + NORMAL_IMPULSE] = 0;
    if (rows[o + row.KTT] === 0) continue;

    // gap of each point at the current pose, minus the part of an old penetration that the speed limit leaves
    let error1 = 0;
    let error2 = 0;
    for (let point = 0; point < count; point++) {
      const p = p0 + point * POINT_STRIDE;
      turnAnchors(data, c, p, motion, a, b, anchors);
      const K = point === 0 ? rows[o + row.K11] : rows[o + row.K22];
      const old = rows[o + row.GAP + point] + (push * (K + softness)) / K;
      const error = data[p + SEPARATION] + nx * anchors[EX] + ny * anchors[EY] - (old < 0 ? old : 0);
      if (point === 0) error1 = error;
      else error2 = error;
    }
    if (error1 >= 0 && (count === 1 || error2 >= 0)) continue;

    const k11 = rows[o + row.K11];
    const k12 = count === 2 ? rows[o + row.K12] : 0;
    const k22 = count === 2 ? rows[o + row.K22] : 0;
    let l1 = -error1 / (k11 + softness);
    let l2 = 0;
    if (count === 2) {
      pair[pairOf.PAIR_K11] = k11 + softness;
      pair[pairOf.PAIR_K12] = k12;
      pair[pairOf.PAIR_K22] = k22 + softness;
      pair[pairOf.PAIR_B1] = -error1;
      pair[pairOf.PAIR_B2] = -error2;
      solveNormalPair(impulses, 0, pair);
      l1 = impulses[0];
      l2 = impulses[1];
    }
    data[p0 + NORMAL_IMPULSE] = l1 * perSecond;
    data[p1 + NORMAL_IMPULSE] = l2 * perSecond;

    // twice the work of the push, P.(2 u + K P) with P = l / h
    const vx = motion[b + VX] - motion[a + VX];
    const vy = motion[b + VY] - motion[a + VY];
    const un = nx * vx + ny * vy;
    const u1 = un + motion[b + W] * rows[o + row.R2N] - motion[a + W] * rows[o + row.R1N];
    const u2 = un + motion[b + W] * rows[o + row.R2N + 2] - motion[a + W] * rows[o + row.R1N + 2];
    const P1 = l1 * perSecond;
    const P2 = l2 * perSecond;
    rows[o + row.ROW_SCRATCH] = P1 * (2 * u1 + k11 * P1 + k12 * P2) + P2 * (2 * u2 + k12 * P1 + k22 * P2);

    const ln = l1 + l2;
    // R x P and R.P of both bodies; R.n = -(R x t)
    moved[at.PX] = nx * ln;
    moved[at.PY] = ny * ln;
    moved[at.X1] = rows[o + row.R1N] * l1 + rows[o + row.R1N + 2] * l2;
    moved[at.X2] = rows[o + row.R2N] * l1 + rows[o + row.R2N + 2] * l2;
    moved[at.D1] = -rows[o + row.R1T] * ln;
    moved[at.D2] = -rows[o + row.R2T] * ln;
    moved[at.PER_SECOND] = perSecond;
    if (tracing === null || trace === null) {
      moveBody(motion, a, rows, o + row.M1, moved, at.X1, -1);
      moveBody(motion, b, rows, o + row.M2, moved, at.X2, 1);
    } else {
      const before = [tracing.pose(world.bodies, a), tracing.pose(world.bodies, b)] as const;
      moveBody(motion, a, rows, o + row.M1, moved, at.X1, -1);
      moveBody(motion, b, rows, o + row.M2, moved, at.X2, 1);
      tracing.fits(trace, world, rows, { slot, row: o, substep, bodies: [a, b], before, lengths: [l1, l2] });
    }
  }
}

/**
 * Sets the pose and velocity that fit particles pushed by P with the moments X and D.
 * @param mass index of 1/m and 1/I of the body in `rows`
 * @param moment index of X and D of the body in `moved`
 * @param sign -1 for body A, which is pushed in the opposite direction
 */
function moveBody(
  motion: Float64Array,
  o: number,
  rows: Float64Array,
  mass: number,
  moved: Float64Array,
  moment: number,
  sign: number,
): void {
  const m = sign * rows[mass];
  const i = sign * rows[mass + 1];
  const perSecond = moved[at.PER_SECOND];
  const dx = m * moved[at.PX];
  const dy = m * moved[at.PY];
  motion[o + DX] += dx;
  motion[o + DY] += dy;
  motion[o + VX] += dx * perSecond;
  motion[o + VY] += dy * perSecond;
  if (i === 0) return;
  const sine = i * moved[moment];
  const cosine = 1 + i * moved[moment + 1];
  motion[o + W] += sine * perSecond;
  const c = cosine * motion[o + DC] - sine * motion[o + DS];
  const s = sine * motion[o + DC] + cosine * motion[o + DS];
  const f = 1 / Math.sqrt(c * c + s * s);
  motion[o + DC] = c * f;
  motion[o + DS] = s * f;
}
