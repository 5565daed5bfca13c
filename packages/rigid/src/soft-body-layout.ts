/**
 * Particles of a soft body.
 *
 * The outline is moved inwards by the particle radius r, so that the circles of the skin touch the rest shape from inside.
 * Neighbouring skin particles are at most r apart. The notch between two is then r (1 - sqrt(3)/2) = 0.13 r deep, and a corner
 * cannot pass between them until the skin is stretched to twice its length. Inner particles form a grid of spacing 2 r. They
 * serve the shape, not the contacts.
 *
 * Masses. Skin and inner particles have two different masses, such that their sum is the mass of the body and their inertia about
 * the centre is the one of the rest shape. If this requires a negative mass (few particles), all masses are equal.
 */
import type { Vec2 } from '@otedama/math2d';
import * as polygon from '@otedama/math2d/polygon';

/** Share of a length by which two may differ and count as equal, so that rounding does not decide about particles and regions. */
export const SAME_LENGTH = 1e-9;

/** Positions and masses of the particles; the first `skin` of them follow the outline counter-clockwise. */
export interface SoftBodyLayout {
  /** Body frame, m. */
  readonly points: readonly Vec2[];
  /** kg. */
  readonly masses: readonly number[];
  readonly skin: number;
}

/** Computes the layout of the particles, or null if the radius leaves no room inside the outline. */
export function layoutSoftBody(
  outline: readonly Vec2[],
  radius: number,
  mass: number,
): SoftBodyLayout | null {
  const inner = drawIn(outline, radius);
  if (inner === null) return null;
  const points: Vec2[] = [];
  inner.forEach((p, i) => {
    const next = inner[(i + 1) % inner.length];
    const length = Math.sqrt(squaredDistance(p, next));
    const pieces = Math.max(1, Math.ceil(length / radius - SAME_LENGTH));
    for (let k = 0; k < pieces; k++) {
      const f = k / pieces;
      points.push({ x: p.x + f * (next.x - p.x), y: p.y + f * (next.y - p.y) });
    }
  });
  const skin = points.length;
  const core = drawIn(inner, radius * (1 - SAME_LENGTH));
  if (core !== null) {
    const center = polygon.centroid(outline);
    const reach = Math.ceil(
      Math.max(...core.map((p) => Math.abs(p.x - center.x) + Math.abs(p.y - center.y))) / radius,
    );
    for (let i = -reach; i <= reach; i++) {
      for (let j = -reach; j <= reach; j++) {
        const p = { x: center.x + 2 * radius * j, y: center.y + 2 * radius * i };
        if (polygon.containsPoint(core, p)) points.push(p);
      }
    }
  }
  return { points, masses: spreadMass(outline, points, skin, mass), skin };
}

/** The convex polygon with every edge moved inwards by `distance`, or null if nothing remains. */
function drawIn(outline: readonly Vec2[], distance: number): Vec2[] | null {
  const n = outline.length;
  const result: Vec2[] = [];
  for (let i = 0; i < n; i++) {
    const [p, q, r] = [outline[(i + n - 1) % n], outline[i], outline[(i + 1) % n]];
    const a = direction(p, q);
    const b = direction(q, r);
    // q moved along both inward normals (-a.y, a.x) and (-b.y, b.x)
    const k = distance / (1 + a.x * b.x + a.y * b.y);
    result.push({ x: q.x - k * (a.y + b.y), y: q.y + k * (a.x + b.x) });
  }
  for (let i = 0; i < n; i++) {
    const before = direction(outline[i], outline[(i + 1) % n]);
    const p = result[i];
    const q = result[(i + 1) % n];
    if ((q.x - p.x) * before.x + (q.y - p.y) * before.y <= 0) return null;
  }
  return result;
}

function squaredDistance(p: Vec2, q: Vec2): number {
  const x = q.x - p.x;
  const y = q.y - p.y;
  return x * x + y * y;
}

function direction(p: Vec2, q: Vec2): Vec2 {
  const length = Math.sqrt(squaredDistance(p, q));
  return { x: (q.x - p.x) / length, y: (q.y - p.y) / length };
}

function spreadMass(outline: readonly Vec2[], points: readonly Vec2[], skin: number, mass: number): number[] {
  const center = polygon.centroid(outline);
  const spread = (from: number, to: number): number => {
    let sum = 0;
    for (let i = from; i < to; i++) sum += squaredDistance(center, points[i]);
    return sum;
  };
  const inside = points.length - skin;
  const outer = spread(0, skin);
  const inner = spread(skin, points.length);
  // skin a + inside b = 1, outer a + inner b = I / m
  const det = skin * inner - inside * outer;
  const target = polygon.secondMomentPerMass(outline);
  const a = (inner - inside * target) / det;
  const b = (skin * target - outer) / det;
  const fits = inside > 0 && a > 0 && b > 0;
  const equal = 1 / points.length;
  return points.map((_, i) => mass * (fits ? (i < skin ? a : b) : equal));
}
