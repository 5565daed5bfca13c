/**
 * What a traced fit means for particles: where the push puts them, and the goals of the fit.
 *
 * The position pass knows a push by the sums P = sum m_i d_i, R x P and R . P alone (contact-positions.ts). To show it, the push
 * is shared among the particles: with R = sum l_i q_i, sum l_i = 1 (barycentric coordinates in the triangle of the centre and two
 * neighbours on the rim), the displacements
 *
 *   d_i = l_i P / m_i      give      sum m_i d_i = P,   sum m_i q_i x d_i = R x P,   sum m_i q_i . d_i = R . P
 *
 * so the pose that fits these particles is the pose that the solver took.
 */

import type { Vec2 } from '@otedama/math2d';
import type { TracedFit, TracedPose } from '@otedama/rigid';
import type { ParticleMasses } from './particle-masses.js';

/** Particles of a body in one fit, world axes, m. */
export interface PushedParticles {
  /** Before the push, m. */
  readonly before: Vec2[];
  /** With the push, m: what the shape is matched to. */
  readonly pushed: Vec2[];
  /** Where the matched shape puts them, m. */
  readonly goals: Vec2[];
}

/**
 * Places of the particles in a traced fit.
 * @param particles the centre first, then the rim counter-clockwise, body axes; as `polygonParticles` and `ringParticles` give them
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
  let best = { particle: 1, next: 2, first: 0, second: 0, worst: Number.NEGATIVE_INFINITY };
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
