/**
 * How a pointer holds a soft body: by all particles around the touched point. This spreads the pull as a fingertip would, instead of
 * pulling out a single particle. The springs together are as strong as one spring on a rigid body of the same mass. With k = m w^2
 * and c = 2 z m w, particles of mass m_i with total mass m pull like the whole body of mass M if each has w_i = w s and z_i = z s, s
 * = sqrt(M / m).
 */

import type { Vec2 } from '@otedama/math2d';
import { BODY_STRIDE, type Body, CX, CY, type SoftBody } from '@otedama/rigid';
import type { DrawnWorld } from './types.js';

/** Radius of the grip around the touched particle, in particle radii: about two rows of the inner grid. */
const GRIP_RADII = 3.5;

/** The held particles, and the factor on the strength of their springs. */
export interface SoftGrip {
  readonly particles: readonly Body[];
  /** s: factor on frequency and damping ratio. */
  readonly strength: number;
  /** Share of the maximum force, per particle. */
  readonly shares: readonly number[];
}

/** The soft body that contains a particle, or null. */
export function softBodyOf(world: DrawnWorld, body: Body): SoftBody | null {
  return world.softBodies.find((softBody) => softBody.particles.includes(body)) ?? null;
}

/** The particles of a soft body within the grip radius of the touched particle. */
export function gripOf(world: DrawnWorld, softBody: SoftBody, touched: Body): SoftGrip {
  const { pose } = world.bodyStore;
  const { radius, mass, layout } = softBody.plan;
  const t = touched.id * BODY_STRIDE;
  const held = softBody.particles
    .map((particle, index) => ({ particle, mass: layout.masses[index], o: particle.id * BODY_STRIDE }))
    .filter(
      ({ o }) => Math.hypot(pose[o + CX] - pose[t + CX], pose[o + CY] - pose[t + CY]) <= GRIP_RADII * radius,
    );
  const together = held.reduce((sum, particle) => sum + particle.mass, 0);
  return {
    particles: held.map(({ particle }) => particle),
    strength: Math.sqrt(mass / together),
    shares: held.map((particle) => particle.mass / together),
  };
}

/** Returns the particle nearest to a point that is inside the skin of a soft body; null if no soft body contains the point. */
export function pickSoftBody(world: DrawnWorld, point: Vec2): Body | null {
  const { pose } = world.bodyStore;
  let found: Body | null = null;
  for (const softBody of world.softBodies) {
    if (!softBody.particles[0].isEnabled || !isInside(softBody.skin, point)) continue;
    let nearest = Number.POSITIVE_INFINITY;
    for (const particle of softBody.particles) {
      const o = particle.id * BODY_STRIDE;
      const distance = Math.hypot(pose[o + CX] - point.x, pose[o + CY] - point.y);
      if (distance >= nearest) continue;
      nearest = distance;
      found = particle;
    }
  }
  return found;
}

/** Even-odd test: counts the edges to the right of the point. */
function isInside(outline: readonly Vec2[], { x, y }: Vec2): boolean {
  let inside = false;
  let a = outline[outline.length - 1];
  for (const b of outline) {
    if (a.y > y !== b.y > y && x < a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x)) inside = !inside;
    a = b;
  }
  return inside;
}
