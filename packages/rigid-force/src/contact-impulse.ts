// One contact, solved as a whole: normal and friction impulses together.
//
// Symbols, as in the package README. n is the unit normal from body 1 (A) to body 2 (B), t the tangent (ny, -nx).
//   u_i   normal velocity of B against A at point i before the contact acts, n.(v_2p - v_1p); < 0 approaches
//   u_t   tangential velocity, t.(v_2p - v_1p), less the speed of a moving surface
//   J_i   impulse along n on B (and -n on A) at point i, >= 0
//   B     impulse along t on B (and -t on A)
//   g_i   velocity that point i may not fall below: -e u_i for a bounce, else 0 or -gap/h
//   K     response: change of a velocity by a unit impulse, 1/m_1 + 1/m_2 + (R_1 x a)(R_1 x b)/I_1 + (R_2 x a)(R_2 x b)/I_2
//
// One point. The articles solve J from the normal velocity and B from the tangential one, each as if the other
// impulse were not there. An impulse off the centre changes both velocities, so they are one system:
//
//   [ K_nn  k_nt ] [ J ]   [ g - u   ]
//   [ k_nt  K_tt ] [ B ] = [   - u_t ]                                                  (stick)
//
// The critical coefficient is mu_cr = |B / J| of that solution. If mu >= mu_cr the contact sticks. Otherwise it slides,
// B = s mu J with the sign s that B had, and the normal row alone gives
//
//   J = (g - u) / (K_nn + s mu k_nt)                                                    (slide)
//
// The sliding velocity left over points against B: with J tied to B by the normal row, u_t' rises with B at the rate
// K_tt - k_nt^2/K_nn > 0 and is zero at the sticking B, which lies beyond s mu J. The denominator is positive whenever
// this branch is reached (the line B - s mu J(B) changes sign between 0 and the sticking B).
//
// Two points (an edge on an edge). Both lie on one line along t, so they share one tangential velocity and one B; the
// unknowns are J_1, J_2, B with J_i >= 0, u_i' >= g_i, J_i (u_i' - g_i) = 0, |B| <= mu (J_1 + J_2). The cases
// "both press", "only 1", "only 2" are tried in turn, each with its own stick/slide decision; the first one that
// violates nothing is the solution.

import { VELOCITY_TOLERANCE } from './constants.js';

/** Places of the result in `out`: J_1, J_2 and B, N s. */
export const J1 = 0;
export const J2 = 1;
export const B = 2;

/** Impulses of a contact with one point: `out[J1]`, `out[B]`; `out[J2]` is 0. */
export function solveOnePoint(
  out: Float64Array,
  Knn: number,
  knt: number,
  Ktt: number,
  u: number,
  ut: number,
  g: number,
  mu: number,
): void {
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

/** Impulses of a contact with two points: `out[J1]`, `out[J2]`, `out[B]`. */
export function solveTwoPoints(
  out: Float64Array,
  K11: number,
  K12: number,
  K22: number,
  k1t: number,
  k2t: number,
  Ktt: number,
  u1: number,
  u2: number,
  ut: number,
  g1: number,
  g2: number,
  mu: number,
): void {
  out[J1] = 0;
  out[J2] = 0;
  out[B] = 0;
  if (u1 >= g1 && u2 >= g2) return;
  if (bothPress(out, K11, K12, K22, k1t, k2t, Ktt, g1 - u1, g2 - u2, ut, mu)) return;

  solveOnePoint(out, K11, k1t, Ktt, u1, ut, g1, mu);
  if (out[J1] > 0 && u2 + K12 * out[J1] + k2t * out[B] >= g2 - VELOCITY_TOLERANCE) return;

  solveOnePoint(out, K22, k2t, Ktt, u2, ut, g2, mu);
  out[J2] = out[J1];
  out[J1] = 0;
  if (out[J2] > 0 && u1 + K12 * out[J2] + k1t * out[B] >= g1 - VELOCITY_TOLERANCE) return;

  // Strong friction far off the centre can leave no case that fits to the last bit, or none at all. Without friction
  // one always does; friction then takes what its cone allows.
  frictionless(out, K11, K12, K22, g1 - u1, g2 - u2);
  const limit = mu * (out[J1] + out[J2]);
  const wanted = -(ut + k1t * out[J1] + k2t * out[J2]) / Ktt;
  out[B] = wanted > limit ? limit : Math.max(wanted, -limit);
}

/** Both points press: true, with the impulses in `out`, if none of them comes out negative. */
function bothPress(
  out: Float64Array,
  K11: number,
  K12: number,
  K22: number,
  k1t: number,
  k2t: number,
  Ktt: number,
  b1: number,
  b2: number,
  ut: number,
  mu: number,
): boolean {
  // Stick: B = -(ut + k1t J1 + k2t J2)/Ktt put into the normal rows.
  const m11 = K11 - (k1t * k1t) / Ktt;
  const m12 = K12 - (k1t * k2t) / Ktt;
  const m22 = K22 - (k2t * k2t) / Ktt;
  const c1 = b1 + (k1t * ut) / Ktt;
  const c2 = b2 + (k2t * ut) / Ktt;
  const det = m11 * m22 - m12 * m12;
  const stick1 = (m22 * c1 - m12 * c2) / det;
  const stick2 = (m11 * c2 - m12 * c1) / det;
  const stickB = -(ut + k1t * stick1 + k2t * stick2) / Ktt;
  if (Math.abs(stickB) <= mu * (stick1 + stick2)) {
    out[J1] = stick1;
    out[J2] = stick2;
    out[B] = stickB;
    return stick1 >= 0 && stick2 >= 0;
  }
  const s = stickB < 0 ? -1 : 1;
  return (
    bothSlide(out, K11, K12, K22, k1t, k2t, Ktt, b1, b2, ut, s * mu) ||
    bothSlide(out, K11, K12, K22, k1t, k2t, Ktt, b1, b2, ut, -s * mu)
  );
}

/** B = s mu (J1 + J2) put into the normal rows; true if both press and B opposes the sliding that is left. */
function bothSlide(
  out: Float64Array,
  K11: number,
  K12: number,
  K22: number,
  k1t: number,
  k2t: number,
  Ktt: number,
  b1: number,
  b2: number,
  ut: number,
  sMu: number,
): boolean {
  const m11 = K11 + sMu * k1t;
  const m12 = K12 + sMu * k1t;
  const m21 = K12 + sMu * k2t;
  const m22 = K22 + sMu * k2t;
  const det = m11 * m22 - m12 * m21;
  const first = (m22 * b1 - m12 * b2) / det;
  const second = (m11 * b2 - m21 * b1) / det;
  const along = sMu * (first + second);
  out[J1] = first;
  out[J2] = second;
  out[B] = along;
  return first >= 0 && second >= 0 && sMu * (ut + k1t * first + k2t * second + Ktt * along) <= 0;
}

function frictionless(
  out: Float64Array,
  K11: number,
  K12: number,
  K22: number,
  b1: number,
  b2: number,
): void {
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
 * Keeps a hit from raising the kinetic energy.
 *
 * Restitution by velocities (Newton) together with friction can create energy when the contact lies far off the centre
 * [Kane & Levinson 1985]. The energy gained by impulses J is T(J) = J.u + J.K J / 2. The plastic impulses J_0 (e = 0)
 * never gain any: T(J_0) <= 0. On the way J_0 + s (J_e - J_0) T is convex, so it crosses zero once:
 *
 *   T(s) = T_0 + s a + s^2 c,   c = D.K D / 2,  a = T_e - T_0 - c,  D = J_e - J_0
 *
 * Both ends respect the friction cone and the non-penetration of the points, hence so does everything between.
 *
 * @param bouncing impulses with restitution; overwritten with the limited ones
 * @param plastic impulses without it
 */
export function limitEnergy(
  bouncing: Float64Array,
  plastic: Float64Array,
  K11: number,
  K12: number,
  K22: number,
  k1t: number,
  k2t: number,
  Ktt: number,
  u1: number,
  u2: number,
  ut: number,
): void {
  const energy = quadratic(K11, K12, K22, k1t, k2t, Ktt, bouncing[J1], bouncing[J2], bouncing[B]);
  const gained = bouncing[J1] * u1 + bouncing[J2] * u2 + bouncing[B] * ut + energy;
  if (gained <= 0) return;
  const plasticEnergy = quadratic(K11, K12, K22, k1t, k2t, Ktt, plastic[J1], plastic[J2], plastic[B]);
  const T0 = plastic[J1] * u1 + plastic[J2] * u2 + plastic[B] * ut + plasticEnergy;
  const d1 = bouncing[J1] - plastic[J1];
  const d2 = bouncing[J2] - plastic[J2];
  const dB = bouncing[B] - plastic[B];
  const c = quadratic(K11, K12, K22, k1t, k2t, Ktt, d1, d2, dB);
  const a = gained - T0 - c;
  const below = Math.min(T0, 0);
  const root = Math.sqrt(a * a - 4 * c * below);
  // The larger root, in the form that does not cancel.
  const s = a > 0 ? (-2 * below) / (a + root) : (root - a) / (2 * c);
  bouncing[J1] = plastic[J1] + s * d1;
  bouncing[J2] = plastic[J2] + s * d2;
  bouncing[B] = plastic[B] + s * dB;
}

/** J.K J / 2 */
function quadratic(
  K11: number,
  K12: number,
  K22: number,
  k1t: number,
  k2t: number,
  Ktt: number,
  j1: number,
  j2: number,
  jt: number,
): number {
  return 0.5 * (K11 * j1 * j1 + K22 * j2 * j2 + Ktt * jt * jt) + K12 * j1 * j2 + (k1t * j1 + k2t * j2) * jt;
}
