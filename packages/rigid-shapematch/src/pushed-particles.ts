/**
 * Computes the particle positions of a traced fit: before the push, after it, and the goals of the fit.
 *
 * The position pass only computes the sums P = sum m_i d_i, R x P and R . P of a push (contact-positions.ts). For display, the push is
 * distributed over the particles. With R = sum l_i q_i, sum l_i = 1 (barycentric coordinates in the triangle of the centre and two
 * neighbours on the rim), the displacements
 *
 *   d_i = l_i P / m_i      give      sum m_i d_i = P,   sum m_i q_i x d_i = R x P,   sum m_i q_i . d_i = R . P
 *
 * so the pose that fits these particles equals the pose of the solver.
 */

import type { Vec2 } from '@otedama/math2d';
import type { TracedFit, TracedPose } from '@otedama/rigid';
import type { ParticleMasses } from './particle-masses.js';

/** Particles of a body in one fit, in world coordinates, m. */
export interface PushedParticles {
  /** Positions before the push, m. */
  readonly before: Vec2[];
  /** Positions after the push, m. The shape is matched to these. */
  readonly pushed: Vec2[];
  /** Positions in the matched shape, m. */
  readonly goals: Vec2[];
}

/**
 * Returns the positions of the particles in a traced fit.
 * @param particles the centre, then the rim counter-clockwise, in body coordinates, as returned by `polygonParticles` and `ringParticles`
 */
export function pushedParticles(fit: TracedFit, particles: ParticleMasses): PushedParticles {
  const { points, masses } = particles;
  const center = points[0];
  const arms = points.map((p) => ({ x: p.x - center.x, y: p.y - center.y }));
  const before = arms.map((q) => placed(fit.before, q));
  const pushed = before.map((p) => ({ ...p }));
  for (const { x, y, px, py } of fit.pushes) {
    const { c, s } = fit.before;
    for (const { particle, share } of sharesOf({ x: c * x + s * y, y: c * y - s * x }, arms)) {
      pushed[particle].x += (share * px) / masses[particle];
      pushed[particle].y += (share * py) / masses[particle];
    }
  }
  return { before, pushed, goals: arms.map((q) => placed(fit.after, q)) };
}

function placed(pose: TracedPose, q: Vec2): Vec2 {
  return { x: pose.x + pose.c * q.x - pose.s * q.y, y: pose.y + pose.s * q.x + pose.c * q.y };
}

/** Barycentric coordinates of `r` in the triangle of the centre and the two rim particles on either side of it. */
function sharesOf(r: Vec2, arms: readonly Vec2[]): { particle: number; share: number }[] {
  let best = { particle: 1, next: 2, first: 0, second: 0, worst: -Infinity };
  for (let particle = 1; particle < arms.length; particle++) {
    const next = particle + 1 < arms.length ? particle + 1 : 1;
    const p = arms[particle];
    const q = arms[next];
    const area = p.x * q.y - p.y * q.x;
    const first = (r.x * q.y - r.y * q.x) / area;
    const second = (p.x * r.y - p.y * r.x) / area;
    const worst = Math.min(first, second);
    if (worst > best.worst) best = { particle, next, first, second, worst };
  }
  return [
    { particle: 0, share: 1 - best.first - best.second },
    { particle: best.particle, share: best.first },
    { particle: best.next, share: best.second },
  ];
}
