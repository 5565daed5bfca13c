/**
 * Particles with the true mass, centre and inertia of a plate.
 *
 * Equal masses at the corners give a square three times the inertia of a uniform plate. Weights that ignore the mass distribution lead to
 * the wrong spin after an off-centre push. For a convex polygon with vertices p_i about its centroid, cut into triangles
 * T_i = (centroid, p_i, p_i+1) of mass M_i:
 *
 *   first moment    sum M_i (p_i + p_i+1) / 3 = 0                                  (the centroid is the origin)
 *   inertia         I = sum M_i (|p_i|^2 + p_i.p_i+1 + |p_i+1|^2) / 6
 *
 * Vertex i gets the mass w_i = k (M_i-1 + M_i). The first moment is then k sum M_i (p_i + p_i+1) = 0 for every k, and
 *
 *   k = I / sum M_i (|p_i|^2 + |p_i+1|^2)
 *
 * makes the inertia exact. Since p_i.p_i+1 <= (|p_i|^2 + |p_i+1|^2)/2, k <= 1/4: the vertices carry at most half of the mass. The rest of
 * the mass is at the centroid. A box gets 1/12 at each corner and 2/3 in the middle.
 */

import { cos, requireInteger, requirePositive, sin, type Vec2 } from '@otedama/math2d';
import * as polygon from '@otedama/math2d/polygon';

/** Point masses of a body: the first one at the centroid, then one per vertex. */
export interface ParticleMasses {
  /** Positions in the frame of the vertices, m. */
  readonly points: Vec2[];
  /** Masses, kg, > 0. */
  readonly masses: number[];
}

/**
 * Particles for a uniform convex polygon of the given mass.
 * @param vertices counter-clockwise, m
 * @param mass kg, > 0
 * @throws InputError for a polygon that is not convex, or a mass that is not above 0
 */
export function polygonParticles(vertices: readonly Vec2[], mass: number): ParticleMasses {
  polygon.validateConvex(vertices);
  requirePositive('mass', mass);
  const center = polygon.centroid(vertices);
  const n = vertices.length;
  const triangles: number[] = [];
  let total = 0;
  for (let i = 0; i < n; i++) {
    const p = vertices[i];
    const next = vertices[(i + 1) % n];
    const area = (p.x - center.x) * (next.y - center.y) - (p.y - center.y) * (next.x - center.x);
    triangles.push(area);
    total += area;
  }
  let spread = 0;
  const masses = vertices.map((p, i) => {
    const w = (mass * (triangles[(i + n - 1) % n] + triangles[i])) / total;
    const x = p.x - center.x;
    const y = p.y - center.y;
    spread += w * (x * x + y * y);
    return w;
  });
  const k = (mass * polygon.secondMomentPerMass(vertices)) / spread;
  let middle = mass;
  for (let i = 0; i < n; i++) {
    masses[i] *= k;
    middle -= masses[i];
  }
  return { points: [center, ...vertices], masses: [middle, ...masses] };
}

/**
 * Particles for a body of any shape. The fit depends only on mass and inertia, so half of the mass is placed at the centre and half on a
 * ring around it. For a disc, the ring is its rim.
 * @param mass kg, > 0
 * @param inertia about the centre of mass, kg m^2, > 0
 * @param count number of particles of the ring, 3..64
 * @throws InputError for numbers out of their range
 */
export function ringParticles(mass: number, inertia: number, count = 12): ParticleMasses {
  requirePositive('mass', mass);
  requirePositive('inertia', inertia);
  requireInteger('count', count, 3, 64);
  const radius = Math.sqrt((2 * inertia) / mass);
  const ring = Array.from({ length: count }, (_, k) => {
    const angle = (2 * Math.PI * k) / count;
    return { x: radius * cos(angle), y: radius * sin(angle) };
  });
  return {
    points: [{ x: 0, y: 0 }, ...ring],
    masses: [mass / 2, ...ring.map(() => mass / (2 * count))],
  };
}
