/**
 * Removes penetration along the normal by displacements, without normal velocities.
 *
 * Each point with a gap s < -slop requests the share beta of it: C = beta (s + slop) < 0. The displacement with the least mass-weighted
 * motion that achieves this acts like an impulse P = -C / K at the point:
 *
 *   d_1 -= P n / m_1,  angle_1 -= (R_1 x n) P / I_1,   d_2 += P n / m_2,  angle_2 += (R_2 x n) P / I_2
 *
 * Points are processed in sequence. Each one reads the gap left by the earlier ones.
 *
 * Moving two free bodies apart by m_1 d_1 = -P n, m_2 d_2 = P n changes their angular momentum by P n x (v_2 - v_1) = -P v_t. To conserve
 * it, the tangential speed must fall as the distance grows, as for two bodies that orbit each other. An impulse q t on body 2 and -q t on
 * body 1, at the centres, adds -q (D.n), with D from centre 1 to centre 2. Hence q = -P v_t / (D.n). This impulse always opposes v_t.
 */

import {
  turnedAnchor as at,
  BODY_A,
  BODY_B,
  BODY_STRIDE,
  CONTACT_INDEX_STRIDE,
  CONTACT_STRIDE,
  COUNT,
  CX,
  CY,
  DC,
  DS,
  DX,
  DY,
  INV_INERTIA,
  INV_MASS,
  LINEAR_SLOP,
  NX,
  NY,
  POINT_STRIDE,
  POINT0,
  SEPARATION,
  type SolverWorld,
  VX,
  VY,
} from '@otedama/rigid';
import { MAXIMUM_PUSH_OUT } from './constants.js';

const anchors = new Float64Array(6);

/** One sweep over all points; `beta` is the share of the penetration beyond the slop that is removed, 0..1. */
export function pushOut(world: SolverWorld, beta: number): void {
  const { index, data, touching, touchingCount } = world.contacts;
  const { mass, motion, pose } = world.bodies;
  for (let k = 0; k < touchingCount; k++) {
    const i = touching[k] * CONTACT_INDEX_STRIDE;
    const c = touching[k] * CONTACT_STRIDE;
    const a = index[i + BODY_A] * BODY_STRIDE;
    const b = index[i + BODY_B] * BODY_STRIDE;
    const count = index[i + COUNT];
    const nx = data[c + NX];
    const ny = data[c + NY];
    const m1 = mass[a + INV_MASS];
    const i1 = mass[a + INV_INERTIA];
    const m2 = mass[b + INV_MASS];
    const i2 = mass[b + INV_INERTIA];
    for (let point = 0; point < count; point++) {
      const p = c + POINT0 + point * POINT_STRIDE;
      at.turnAnchors(data, c, p, motion, a, b, anchors);
      const gap = data[p + SEPARATION] + nx * anchors[at.EX] + ny * anchors[at.EY];
      if (gap >= -LINEAR_SLOP) continue;
      const wanted = beta * (gap + LINEAR_SLOP);
      const C = Math.max(wanted, -MAXIMUM_PUSH_OUT);
      const r1n = anchors[at.R1X] * ny - anchors[at.R1Y] * nx;
      const r2n = anchors[at.R2X] * ny - anchors[at.R2Y] * nx;
      const P = -C / (m1 + m2 + i1 * r1n * r1n + i2 * r2n * r2n);
      motion[a + DX] -= m1 * P * nx;
      motion[a + DY] -= m1 * P * ny;
      turn(motion, a, -i1 * r1n * P);
      motion[b + DX] += m2 * P * nx;
      motion[b + DY] += m2 * P * ny;
      turn(motion, b, i2 * r2n * P);
      if (m1 === 0 || m2 === 0) continue;
      const Dx = pose[b + CX] + motion[b + DX] - (pose[a + CX] + motion[a + DX]);
      const Dy = pose[b + CY] + motion[b + DY] - (pose[a + CY] + motion[a + DY]);
      const Dn = nx * Dx + ny * Dy;
      const q = -P * (ny * (motion[b + VX] - motion[a + VX]) - nx * (motion[b + VY] - motion[a + VY]));
      // Skip the velocity correction if the lever D.n is too small or negative.
      if (Dn < MAXIMUM_PUSH_OUT) continue;
      motion[a + VX] -= (m1 * q * ny) / Dn;
      motion[a + VY] += (m1 * q * nx) / Dn;
      motion[b + VX] += (m2 * q * ny) / Dn;
      motion[b + VY] -= (m2 * q * nx) / Dn;
    }
  }
}

/** Turns the rotation since the last finalized pose by a small angle, rad. */
function turn(motion: Float64Array, o: number, angle: number): void {
  if (angle === 0) return;
  const c = motion[o + DC] - angle * motion[o + DS];
  const s = motion[o + DS] + angle * motion[o + DC];
  const f = 1 / Math.sqrt(c * c + s * s);
  motion[o + DC] = c * f;
  motion[o + DS] = s * f;
}
