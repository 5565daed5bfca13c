/**
 * Grab joints as springs, for solvers without joint rows.
 *
 * A damped spring of frequency f and damping ratio z, for the mass m of the body, pulls the anchor of the body, at the offset r
 * from its centre, to the target: C = anchor - target, k = m w^2, c = 2 z m w with w = 2 pi f. The force is evaluated at the end
 * of the substep h (implicit Euler), so it is stable for every k and h. The impulse P and the velocity u' = u + K P of the anchor
 * satisfy
 *
 *     P = -h (k (C + h u') + c u')   =>   (1 + b K) P = -(h k C + b u),   b = h c + h^2 k
 *
 * with K = 1/m + (the 2x2 response of the offset r). If P exceeds h times the largest force of the joint, it is shortened to that and
 * turned into the direction of -(h k C + b u) - b K P, the force at the velocity that the shortened P leaves: far from its target the
 * joint pulls straight towards it, also if it holds the body off its centre.
 */
import { TWO_PI } from '@otedama/math2d';
import * as joint from './joint-layout.js';
import {
  BODY_STRIDE,
  C,
  CX,
  CY,
  DC,
  DS,
  DX,
  DY,
  INV_INERTIA,
  INV_MASS,
  LX,
  LY,
  MASS,
  S,
  VX,
  VY,
  W,
} from './layout.js';
import type { SolverWorld } from './solver.js';

/**
 * Applies all active grab joints to the velocities for a substep.
 * @param h substep, s
 */
export function applyGrabSprings(world: SolverWorld, h: number): void {
  const { index, data, active, activeCount } = world.joints;
  const { motion, pose, mass } = world.bodies;
  for (let n = 0; n < activeCount; n++) {
    const slot = active[n];
    if (index[slot * joint.JOINT_INDEX_STRIDE + joint.JOINT_KIND] !== joint.GRAB) continue;
    const o = index[slot * joint.JOINT_INDEX_STRIDE + joint.JOINT_BODY_B] * BODY_STRIDE;
    const j = slot * joint.JOINT_STRIDE;
    const invMass = mass[o + INV_MASS];
    if (invMass === 0) continue;
    const invInertia = mass[o + INV_INERTIA];
    const lx = data[j + joint.ANCHOR_BX] - pose[o + LX];
    const ly = data[j + joint.ANCHOR_BY] - pose[o + LY];
    const cosine = motion[o + DC] * pose[o + C] - motion[o + DS] * pose[o + S];
    const sine = motion[o + DS] * pose[o + C] + motion[o + DC] * pose[o + S];
    const rx = cosine * lx - sine * ly;
    const ry = sine * lx + cosine * ly;
    const cx = pose[o + CX] + motion[o + DX] + rx - data[j + joint.ANCHOR_AX];
    const cy = pose[o + CY] + motion[o + DY] + ry - data[j + joint.ANCHOR_AY];
    const ux = motion[o + VX] - motion[o + W] * ry;
    const uy = motion[o + VY] + motion[o + W] * rx;
    const omega = TWO_PI * data[j + joint.HERTZ];
    const k = mass[o + MASS] * omega * omega;
    const c = 2 * data[j + joint.DAMPING_RATIO] * mass[o + MASS] * omega;
    const b = h * (c + h * k);
    const m00 = 1 + b * (invMass + invInertia * ry * ry);
    const m01 = -b * invInertia * rx * ry;
    const m11 = 1 + b * (invMass + invInertia * rx * rx);
    const det = m00 * m11 - m01 * m01;
    const fx = -(h * k * cx + b * ux);
    const fy = -(h * k * cy + b * uy);
    let px = (m11 * fx - m01 * fy) / det;
    let py = (m00 * fy - m01 * fx) / det;
    const limit = h * data[j + joint.MAXIMUM_FORCE];
    const size = Math.sqrt(px * px + py * py);
    if (size > limit) {
      const share = limit / size;
      const sx = fx - share * (m00 * px + m01 * py - px);
      const sy = fy - share * (m01 * px + m11 * py - py);
      const length = Math.sqrt(sx * sx + sy * sy);
      px = (limit * sx) / length;
      py = (limit * sy) / length;
    }
    data[j + joint.REACTION_X] = px / h;
    data[j + joint.REACTION_Y] = py / h;
    motion[o + VX] += invMass * px;
    motion[o + VY] += invMass * py;
    motion[o + W] += invInertia * (rx * py - ry * px);
  }
}
