/**
 * Solves one contact as a whole: normal and friction impulses together.
 *
 * Symbols: n is the unit normal from body 1 (A) to body 2 (B), t the tangent (ny, -nx).
 *   u_i   normal velocity of B relative to A at point i without the contact, n.(v_2p - v_1p); < 0 if approaching
 *   u_t   tangential velocity without the contact, t.(v_2p - v_1p), minus the speed of a moving surface
 *   J_i   impulse along n on B (and -n on A) at point i, >= 0
 *   B     impulse along t on B (and -t on A)
 *   g_i   lower bound of the normal velocity at point i after the contact: -e u_i for a bounce, else 0 or -gap/h
 *   K     response: change of a velocity by a unit impulse, 1/m_1 + 1/m_2 + (R_1 x a)(R_1 x b)/I_1 + (R_2 x a)(R_2 x b)/I_2
 *
 * One point. The articles compute J from the normal velocity and B from the tangential velocity, each without the other impulse:
 *
 *   J = -(1 + e) u / K_nn,   B = -u_t / K_tt               (between two bodies they act there on body 1, with the opposite signs)
 *
 * That is right if k_nt = 0, for a contact straight below the centre. Elsewhere each impulse changes both velocities, so this code solves
 * them as one system:
 *
 *   [ K_nn  k_nt ] [ J ]   [ g - u   ]
 *   [ k_nt  K_tt ] [ B ] = [   - u_t ]                                                  (stick)
 *
 * The critical coefficient is mu_cr = |B / J| of this solution. If mu >= mu_cr the contact sticks. Otherwise it slides: B = s mu J, where
 * s is the sign of the sticking B, and the normal row alone gives
 *
 *   J = (g - u) / (K_nn + s mu k_nt)                                                    (slide)
 *
 * The remaining sliding velocity is opposite to B. Proof: if J follows from B by the normal row, u_t' rises with B at the rate
 * K_tt - k_nt^2/K_nn > 0. It is zero at the sticking B, and |B| is smaller than that in the sliding case. The denominator is positive
 * whenever this branch is reached (the line B - s mu J(B) changes sign between 0 and the sticking B).
 *
 * Two points (an edge on an edge). Both are on one line along t, so they share one tangential velocity and one B. The unknowns are J_1,
 * J_2, B with J_i >= 0, u_i' >= g_i, J_i (u_i' - g_i) = 0, |B| <= mu (J_1 + J_2). The cases "both points press", "only point 1", "only
 * point 2" are tried in this order, each with its own stick/slide decision. The first case that satisfies all conditions is the solution.
 */

import { ROW_TOLERANCE, VELOCITY_TOLERANCE } from './constants.js';

/** Indices of the result in `out`: J_1, J_2 and B, N s. */
export const J1 = 0;
export const J2 = 1;
export const B = 2;

/**
 * Indices of a contact's numbers in `problem`: responses K, velocities u, target velocities g, mu, and the g without restitution. The
 * functions take arrays, because numbers would be allocated at each call.
 */
export const K_11 = 0;
export const K_12 = 1;
export const K_22 = 2;
export const K_1T = 3;
export const K_2T = 4;
export const K_TT = 5;
export const U_1 = 6;
export const U_2 = 7;
export const U_T = 8;
export const G_1 = 9;
export const G_2 = 10;
export const MU = 11;
export const REST_1 = 12;
export const REST_2 = 13;
/** Count of numbers in a problem. */
export const PROBLEM_SIZE = 14;

/**
 * Solves a contact. Writes J_1, J_2 and B to `out`; overwrites the target velocities g.
 * @param plastic scratch for the impulses without restitution
 * @param two whether the contact has two points
 * @param bounces whether a g contains restitution; the bounce is then limited so that it adds no energy
 */
export function solveContact(
  out: Float64Array,
  plastic: Float64Array,
  problem: Float64Array,
  two: boolean,
  bounces: boolean,
): void {
  const k11 = problem[K_11];
  const k12 = problem[K_12];
  const k22 = problem[K_22];
  if (two && k11 * k22 - k12 * k12 <= ROW_TOLERANCE * k11 * k22) {
    // the two normal rows are one: it gets the stricter conditions, and each point gets half of its impulse
    problem[U_1] = Math.min(problem[U_1], problem[U_2]);
    problem[G_1] = Math.max(problem[G_1], problem[G_2]);
    solveOnePoint(out, problem, 0);
    out[J1] *= 0.5;
    out[J2] = out[J1];
    return;
  }
  solvePoints(out, problem, two);
  if (!bounces) return;
  problem[G_1] = problem[REST_1];
  problem[G_2] = problem[REST_2];
  solvePoints(plastic, problem, two);
  limitEnergy(out, plastic, problem);
}

function solvePoints(out: Float64Array, problem: Float64Array, two: boolean): void {
  if (two) solveTwoPoints(out, problem);
  else solveOnePoint(out, problem, 0);
}

/** Solves a contact with one point, which is point 0 or 1 of the problem. Writes `out[J1]` and `out[B]`; `out[J2]` is 0. */
export function solveOnePoint(out: Float64Array, problem: Float64Array, point: number): void {
  const Knn = problem[point === 0 ? K_11 : K_22];
  const knt = problem[K_1T + point];
  const Ktt = problem[K_TT];
  const u = problem[U_1 + point];
  const ut = problem[U_T];
  const g = problem[G_1 + point];
  const mu = problem[MU];
  out[J1] = 0;
  out[J2] = 0;
  out[B] = 0;
  if (u >= g) return;
  const b = g - u;
  const stickJ = (b * Ktt + knt * ut) / (Knn * Ktt - knt * knt);
  const stickB = -(ut + knt * stickJ) / Ktt;
  if (Math.abs(stickB) <= mu * stickJ) {
    out[J1] = stickJ;
    out[B] = stickB;
    return;
  }
  const sMu = stickB < 0 ? -mu : mu;
  const slideJ = b / (Knn + sMu * knt);
  out[J1] = slideJ;
  out[B] = sMu * slideJ;
}

/** Solves a contact with two points. Writes `out[J1]`, `out[J2]` and `out[B]`. */
export function solveTwoPoints(out: Float64Array, problem: Float64Array): void {
  const K12 = problem[K_12];
  const k1t = problem[K_1T];
  const k2t = problem[K_2T];
  const u1 = problem[U_1];
  const u2 = problem[U_2];
  const g1 = problem[G_1];
  const g2 = problem[G_2];
  out[J1] = 0;
  out[J2] = 0;
  out[B] = 0;
  if (u1 >= g1 && u2 >= g2) return;
  if (bothPress(out, problem)) return;

  solveOnePoint(out, problem, 0);
  if (out[J1] > 0 && u2 + K12 * out[J1] + k2t * out[B] >= g2 - VELOCITY_TOLERANCE) return;

  solveOnePoint(out, problem, 1);
  out[J2] = out[J1];
  out[J1] = 0;
  if (out[J2] > 0 && u1 + K12 * out[J2] + k1t * out[B] >= g1 - VELOCITY_TOLERANCE) return;

  // With strong friction far off the centre, no case may fit exactly, or none at all. Without friction, one case always fits. The friction
  // impulse is then clamped to its cone.
  frictionless(out, problem);
  const limit = problem[MU] * (out[J1] + out[J2]);
  const wanted = -(problem[U_T] + k1t * out[J1] + k2t * out[J2]) / problem[K_TT];
  out[B] = Math.max(-limit, Math.min(wanted, limit));
}

/** Case "both points press". Writes the impulses to `out`, and returns true if no normal impulse is negative. */
function bothPress(out: Float64Array, problem: Float64Array): boolean {
  const k1t = problem[K_1T];
  const k2t = problem[K_2T];
  const Ktt = problem[K_TT];
  const ut = problem[U_T];
  // Stick: substitute B = -(ut + k1t J1 + k2t J2)/Ktt into the normal rows.
  const m11 = problem[K_11] - (k1t * k1t) / Ktt;
  const m12 = problem[K_12] - (k1t * k2t) / Ktt;
  const m22 = problem[K_22] - (k2t * k2t) / Ktt;
  const c1 = problem[G_1] - problem[U_1] + (k1t * ut) / Ktt;
  const c2 = problem[G_2] - problem[U_2] + (k2t * ut) / Ktt;
  const det = m11 * m22 - m12 * m12;
  const stick1 = (m22 * c1 - m12 * c2) / det;
  const stick2 = (m11 * c2 - m12 * c1) / det;
  const stickB = -(ut + k1t * stick1 + k2t * stick2) / Ktt;
  if (Math.abs(stickB) <= problem[MU] * (stick1 + stick2)) {
    out[J1] = stick1;
    out[J2] = stick2;
    out[B] = stickB;
    return stick1 >= 0 && stick2 >= 0;
  }
  const s = stickB < 0 ? -1 : 1;
  return bothSlide(out, problem, s) || bothSlide(out, problem, -s);
}

/** Substitutes B = s mu (J1 + J2) into the normal rows. True if both points press and B opposes the remaining sliding velocity. */
function bothSlide(out: Float64Array, problem: Float64Array, s: number): boolean {
  const k1t = problem[K_1T];
  const k2t = problem[K_2T];
  const sMu = s * problem[MU];
  const b1 = problem[G_1] - problem[U_1];
  const b2 = problem[G_2] - problem[U_2];
  const m11 = problem[K_11] + sMu * k1t;
  const m12 = problem[K_12] + sMu * k1t;
  const m21 = problem[K_12] + sMu * k2t;
  const m22 = problem[K_22] + sMu * k2t;
  const det = m11 * m22 - m12 * m21;
  const first = (m22 * b1 - m12 * b2) / det;
  const second = (m11 * b2 - m21 * b1) / det;
  const along = sMu * (first + second);
  out[J1] = first;
  out[J2] = second;
  out[B] = along;
  const slide = problem[U_T] + k1t * first + k2t * second + problem[K_TT] * along;
  return first >= 0 && second >= 0 && sMu * slide <= 0;
}

/** Solves the two normal rows alone: both press, only the first, only the second, or none. */
function frictionless(out: Float64Array, problem: Float64Array): void {
  const K11 = problem[K_11];
  const K12 = problem[K_12];
  const K22 = problem[K_22];
  const b1 = problem[G_1] - problem[U_1];
  const b2 = problem[G_2] - problem[U_2];
  const det = K11 * K22 - K12 * K12;
  let first = (K22 * b1 - K12 * b2) / det;
  let second = (K11 * b2 - K12 * b1) / det;
  if (!(first >= 0 && second >= 0)) {
    const onlyFirst = b1 > 0 && K12 * (b1 / K11) >= b2 - VELOCITY_TOLERANCE;
    first = onlyFirst ? b1 / K11 : 0;
    second = onlyFirst || b2 <= 0 ? 0 : b2 / K22;
  }
  out[J1] = first;
  out[J2] = second;
}

/**
 * Prevents a hit from increasing the kinetic energy.
 *
 * Newton's restitution (by velocities) together with friction can create energy if the contact is far off the centre
 * [Kane & Levinson 1985]. The energy gained by impulses J is T(J) = J.u + J.K J / 2. The plastic impulses J_0 (e = 0) never add energy:
 * T(J_0) <= 0. Along the line J_0 + s (J_e - J_0), T is convex. It therefore crosses zero once:
 *
 *   T(s) = T_0 + s a + s^2 c,   c = D.K D / 2,  a = T_e - T_0 - c,  D = J_e - J_0
 *
 * Both ends satisfy the friction cone and the non-penetration conditions, so all impulses between them do as well.
 *
 * @param bouncing impulses with restitution; overwritten with the limited ones
 * @param plastic impulses without restitution
 * @param problem the contact. U_2 and the responses of a missing second point have no effect, because both J_2 are 0
 */
export function limitEnergy(bouncing: Float64Array, plastic: Float64Array, problem: Float64Array): void {
  const gained = work(bouncing[J1], bouncing[J2], bouncing[B], problem);
  if (gained <= 0) return;
  const T0 = work(plastic[J1], plastic[J2], plastic[B], problem);
  const d1 = bouncing[J1] - plastic[J1];
  const d2 = bouncing[J2] - plastic[J2];
  const dB = bouncing[B] - plastic[B];
  const c = quadratic(d1, d2, dB, problem);
  const a = gained - T0 - c;
  const below = Math.min(T0, 0);
  const root = Math.sqrt(a * a - 4 * c * below);
  // The larger root, in the form without cancellation.
  const s = a > 0 ? (-2 * below) / (a + root) : (root - a) / (2 * c);
  bouncing[J1] = plastic[J1] + s * d1;
  bouncing[J2] = plastic[J2] + s * d2;
  bouncing[B] = plastic[B] + s * dB;
}

/** T(J) = J.u + J.K J / 2 */
function work(j1: number, j2: number, jt: number, problem: Float64Array): number {
  return j1 * problem[U_1] + j2 * problem[U_2] + jt * problem[U_T] + quadratic(j1, j2, jt, problem);
}

/** J.K J / 2 */
function quadratic(j1: number, j2: number, jt: number, problem: Float64Array): number {
  const squares = problem[K_11] * j1 * j1 + problem[K_22] * j2 * j2 + problem[K_TT] * jt * jt;
  return 0.5 * squares + problem[K_12] * j1 * j2 + (problem[K_1T] * j1 + problem[K_2T] * j2) * jt;
}
