/**
 * Bodies with a locked axis, in contact rows. A lock is a constraint of its own, v_x = 0, and its impulse is whatever that takes. Solved along
 * with it, a row finds a body that answers along its free axis alone,
 *
 *     1 / m_n = (m_Ax + m_Bx) n_x^2 + (m_Ay + m_By) n_y^2 + i_A rn_A^2 + i_B rn_B^2,      m_x = 0 of a body that is locked along x,
 *
 * and pushes it along that. Rows have one inverse mass for both axes, which is what makes their passes fast, and the lock is solved after them: what
 * a body got along it is taken away. That converges to the same, but by a factor of n_x^2 a pass: too slowly for a hit, which has one step. So the
 * few rows of such bodies are solved as above where it matters.
 *
 * Where the normal is all but that of the lock, the free axis answers to hardly anything, and would have to make way at many times the speed of the
 * approach: such rows leave the body where it is, as a wall (`LEAST_FREE_RESPONSE`).
 */
import { BODY_LOCK_X, BODY_LOCK_Y, BODY_STRIDE, type BodyStore, VX, VY } from '@otedama/rigid';
import { I_A, I_B, M_A, M_B, N_X, N_Y, RN_A, RN_B } from './frame-rows.js';

/** Locks of the two bodies of a row: those of A as they are among its flags, those of B beside them. */
const LOCKS = BODY_LOCK_X | BODY_LOCK_Y;
export const A_X: number = BODY_LOCK_X;
export const A_Y: number = BODY_LOCK_Y;
export const B_X: number = BODY_LOCK_X << 2;
export const B_Y: number = BODY_LOCK_Y << 2;

/** Share of the response of the unlocked bodies below which a row counts as one against a lock: normals within 6 degrees of it. */
export const LEAST_FREE_RESPONSE = 0.01;
/** Rounds over the two points of an edge: on a slope of 70 degrees those of a square on a lock disturb each other by a factor of 6/7, 0.73 a round. */
export const LOCKED_ROUNDS = 64;

/** Locks of the two bodies at `a` and `b` in the motion. */
export function locksOf({ flags }: BodyStore, a: number, b: number): number {
  return (flags[(a / BODY_STRIDE) | 0] & LOCKS) | ((flags[(b / BODY_STRIDE) | 0] & LOCKS) << 2);
}

/** m_n of the point at `p` of the row at `o` between bodies with these locks, kg; 0 where what is free answers too little. */
export function lockedMass(data: Float64Array, o: number, p: number, locks: number): number {
  const nx = data[o + N_X];
  const ny = data[o + N_Y];
  const mA = data[o + M_A];
  const mB = data[o + M_B];
  const mx = ((locks & A_X) === 0 ? mA : 0) + ((locks & B_X) === 0 ? mB : 0);
  const my = ((locks & A_Y) === 0 ? mA : 0) + ((locks & B_Y) === 0 ? mB : 0);
  const rnA = data[p + RN_A];
  const rnB = data[p + RN_B];
  const spin = data[o + I_A] * rnA * rnA + data[o + I_B] * rnB * rnB;
  const k = mx * nx * nx + my * ny * ny + spin;
  return k > LEAST_FREE_RESPONSE * (mA + mB + spin) ? 1 / k : 0;
}

/** Takes the velocities along these locks from the bodies at `a` and `b` in the motion. */
export function holdVelocities(motion: Float64Array, a: number, b: number, locks: number): void {
  if ((locks & A_X) !== 0) motion[a + VX] = 0;
  if ((locks & A_Y) !== 0) motion[a + VY] = 0;
  if ((locks & B_X) !== 0) motion[b + VX] = 0;
  if ((locks & B_Y) !== 0) motion[b + VY] = 0;
}
