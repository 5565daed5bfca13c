/**
 * How a character pushes a dynamic body: by impulses l_i >= 0 along -n at the one or two points of their contact, with the unit
 * normal n towards the character. No point may approach by more than its gap g_i:
 *
 *     u_i = n . (v_i - v) - g_i / dt      a_i = r_i x n      K_ij = 1 / M + 1 / m + a_i a_j / I
 *     u' = u - K l <= 0,   l >= 0,   l . u' = 0
 *
 * v is the velocity that the character requests. M is its mass, which resists like the mass of a body. Solving both points
 * together keeps a crate flat on the ground. A single point would tip it unless it is at the height of the centre.
 */
import type { Manifold } from '@otedama/collision';
import type { Vec2 } from '@otedama/math2d';
import type { BodyStore } from './body-store.js';
import { BODY_STRIDE, CX, CY, INV_INERTIA, INV_MASS, VX, VY, W } from './layout.js';

/** Fraction of K11 K22 above which the determinant counts as nonzero: the two points are then distinct. */
const LEAST_DETERMINANT = 1e-9;

/** The pushing character: its velocity, m/s, and mass, kg, over a step, s. */
export interface Pusher {
  readonly velocity: Vec2;
  readonly mass: number;
  readonly dt: number;
}

/**
 * Pushes a body at the points of a manifold.
 * @param n unit normal from the body to the character
 * @returns whether an impulse was applied
 */
export function pushBody(
  bodies: BodyStore,
  slot: number,
  manifold: Manifold,
  n: Vec2,
  pusher: Pusher,
): boolean {
  const { pose, motion, mass } = bodies;
  const o = slot * BODY_STRIDE;
  const invInertia = mass[o + INV_INERTIA];
  const invMass = 1 / pusher.mass + mass[o + INV_MASS];
  const nearest =
    manifold.count === 2 ? Math.min(manifold.separation0, manifold.separation1) : manifold.separation0;
  const approach = n.x * (motion[o + VX] - pusher.velocity.x) + n.y * (motion[o + VY] - pusher.velocity.y);
  const arm0 = n.y * (manifold.x0 - pose[o + CX]) - n.x * (manifold.y0 - pose[o + CY]);
  const u0 = approach + arm0 * motion[o + W] - (manifold.separation0 - nearest) / pusher.dt;
  const k00 = invMass + arm0 * arm0 * invInertia;
  let l0 = Math.max(0, u0 / k00);
  let l1 = 0;
  let arm1 = 0;
  if (manifold.count === 2) {
    arm1 = n.y * (manifold.x1 - pose[o + CX]) - n.x * (manifold.y1 - pose[o + CY]);
    const u1 = approach + arm1 * motion[o + W] - (manifold.separation1 - nearest) / pusher.dt;
    const k11 = invMass + arm1 * arm1 * invInertia;
    const k01 = invMass + arm0 * arm1 * invInertia;
    const determinant = k00 * k11 - k01 * k01;
    const both0 = k11 * u0 - k01 * u1;
    const both1 = k00 * u1 - k01 * u0;
    if (determinant > LEAST_DETERMINANT * k00 * k11 && both0 >= 0 && both1 >= 0) {
      l0 = both0 / determinant;
      l1 = both1 / determinant;
    } else if (u1 - k01 * l0 > 0) {
      l0 = 0;
      l1 = u1 / k11;
    }
  }
  const impulse = l0 + l1;
  if (impulse === 0) return false;
  motion[o + VX] -= mass[o + INV_MASS] * impulse * n.x;
  motion[o + VY] -= mass[o + INV_MASS] * impulse * n.y;
  motion[o + W] -= invInertia * (arm0 * l0 + arm1 * l1);
  return true;
}
