/**
 * Contact rows of bodies with a locked axis. A lock is a constraint of its own, v_x = 0, whose impulse is whatever that takes. If the row
 * is solved together with the lock, the body responds along its free axis only,
 *
 *     1 / m_n = (m_Ax + m_Bx) n_x^2 + (m_Ay + m_By) n_y^2 + i_A rn_A^2 + i_B rn_B^2,      m_x = 0 of a body that is locked along x,
 *
 * and the row pushes it along that axis. Normal rows have one inverse mass for both axes, which makes their passes fast. The lock is
 * solved after them and removes the velocity along the locked axis. This converges to the same result, but only by a factor of n_x^2 a
 * pass: too slowly for a hit, which has one step. So the few rows of such bodies are solved as above where it matters.
 *
 * If the normal almost equals the locked axis, the free axis has almost no response, and the body would have to move aside at many times
 * the approach speed. Such rows treat the body as a wall (`LEAST_FREE_RESPONSE`).
 */
import { BODY_LOCK_X, BODY_LOCK_Y, BODY_STRIDE, type BodyStore, VX, VY } from '@otedama/rigid';
import { I_A, I_B, M_A, M_B, N_X, N_Y, RN_A, RN_B } from './frame-rows.js';

/** Locks of the two bodies of a row: the flag bits of A as they are, those of B shifted by two. */
const LOCKS = BODY_LOCK_X | BODY_LOCK_Y;
export const A_X: number = BODY_LOCK_X;
export const A_Y: number = BODY_LOCK_Y;
export const B_X: number = BODY_LOCK_X << 2;
export const B_Y: number = BODY_LOCK_Y << 2;

/** A row counts as a row against a wall below this share of the unlocked response: normals within 6 degrees of the lock. */
export const LEAST_FREE_RESPONSE = 0.01;
/**
 * Rounds over the two points of an edge. The points of a square on a locked body, on a slope of 70 degrees, disturb each other by a
 * factor of 6/7: a round leaves 0.73 of the error.
 */
export const LOCKED_ROUNDS = 64;

/** Locks of the two bodies at `a` and `b` in the motion. */
export function locksOf({ flags }: BodyStore, a: number, b: number): number {
  return (flags[(a / BODY_STRIDE) | 0] & LOCKS) | ((flags[(b / BODY_STRIDE) | 0] & LOCKS) << 2);
}

/**
 * Speed along the normal of the row at `o` that the point at `q` gets from a unit impulse at the one at `p`, 1/kg: an entry of K = J M^-1 J^T
 * of bodies with these locks.
 */
export function response(data: Float64Array, o: number, p: number, q: number, locks: number): number {
  const nx = data[o + N_X];
  const ny = data[o + N_Y];
  const mA = data[o + M_A];
  const mB = data[o + M_B];
  const mx = ((locks & A_X) === 0 ? mA : 0) + ((locks & B_X) === 0 ? mB : 0);
  const my = ((locks & A_Y) === 0 ? mA : 0) + ((locks & B_Y) === 0 ? mB : 0);
  const spin =
    data[o + I_A] * data[p + RN_A] * data[q + RN_A] + data[o + I_B] * data[p + RN_B] * data[q + RN_B];
  return mx * nx * nx + my * ny * ny + spin;
}

/** m_n of the point at `p` of the row at `o` between bodies with these locks, kg; 0 if the free axes respond too little. */
export function lockedMass(data: Float64Array, o: number, p: number, locks: number): number {
  const k = response(data, o, p, p, locks);
  return k > LEAST_FREE_RESPONSE * response(data, o, p, p, 0) ? 1 / k : 0;
}

/** Sets the velocities along these locks to 0, for the bodies at `a` and `b` in the motion. */
export function holdVelocities(motion: Float64Array, a: number, b: number, locks: number): void {
  if ((locks & A_X) !== 0) motion[a + VX] = 0;
  if ((locks & A_Y) !== 0) motion[a + VY] = 0;
  if ((locks & B_X) !== 0) motion[b + VX] = 0;
  if ((locks & B_Y) !== 0) motion[b + VY] = 0;
}
