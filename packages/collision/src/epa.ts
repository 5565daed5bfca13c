/**
 * Penetration of two shapes by the expanding polytope algorithm [van den Bergen 2001].
 *
 * If the Minkowski difference D = A - B contains the origin, the shortest displacement that separates the cores leads from the origin
 * to the nearest point of D's boundary. EPA finds the edge with that point. The first polytope consists of the vertices of D that are
 * farthest along the axes. Each round
 *
 *     1. takes the edge with the least distance n.p along its outward normal n,
 *     2. asks for the vertex w of D farthest along n,
 *     3. stops if w lies no farther than the edge: then the edge belongs to D; else inserts w between the ends of the edge.
 *
 * The polytope is always inside D. So once its nearest edge belongs to D, no edge of D can be nearer. Two vertices also make a (flat)
 * polytope, whose edges run there and back. The origin may be outside the first polytope. No special cases are therefore needed when the
 * origin lies on an edge or a vertex of D, or when D is flat, as for two collinear segments (depth 0). Starting from GJK's last
 * triangle, as in 3D, would save nothing in 2D, and the result would depend on which triangle that is.
 *
 * Radii are added at the end: with the depth d of the cores, the shapes overlap by d + r_A + r_B.
 */
import { requireKnownFields, type Transform, type Vec2 } from '@otedama/math2d';
import { TOUCHING_ROUNDING } from './constants.js';
import { type CoreDistance, coreDistance, type DistanceOptions, witnesses } from './gjk.js';
import type { DifferencePoint, MinkowskiDifference } from './minkowski.js';
import type { ConvexCore } from './shapes.js';

/** Penetration of two shapes. */
export interface Penetration {
  /** Length of the shortest displacement that separates the shapes, metres, >= 0. */
  depth: number;
  /** Unit vector from A to B: moving A by -depth n, or B by depth n, leaves them touching. */
  normal: Vec2;
  /** Point of A deepest in B, world coordinates. pointA - pointB = depth n. Metres. */
  pointA: Vec2;
  /** Point of B deepest in A, world coordinates. Metres. */
  pointB: Vec2;
}

/** Signed distance of two shapes: gap or overlap. */
export interface Separation {
  /** Distance if positive, penetration depth if negative, metres. */
  separation: number;
  /** Unit vector from A to B. */
  normal: Vec2;
  /** Point of A nearest to B, or deepest in B, world coordinates, m. pointB - pointA = separation n. */
  pointA: Vec2;
  /** Corresponding point on B, m. */
  pointB: Vec2;
}

/** One round of EPA, for display. Coordinates are those of the Minkowski difference. */
export interface EpaStep {
  /** The polytope, counter-clockwise. */
  polytope: DifferencePoint[];
  /** Index of the vertex where the edge nearest to the origin starts; it ends at the next vertex. */
  edge: number;
  /** Outward unit normal of that edge. */
  normal: Vec2;
  /** Distance of that edge from the origin along the normal, metres. */
  distance: number;
  /** The farthest vertex along the normal. In the last round it lies on the edge. */
  support: DifferencePoint;
  /** Point on the core of A, world coordinates, m, that corresponds to the edge's nearest point to the origin. */
  pointA: Vec2;
  /** Corresponding point on the core of B, m. */
  pointB: Vec2;
}

/** Optional arguments of `penetration` and `separation`: what `distance` takes, and a record of the rounds of EPA. */
export interface PenetrationOptions {
  /** In and out, for GJK: see {@link DistanceOptions}. Default: no warm start. */
  cache?: DistanceOptions['cache'];
  /** Receives the rounds in order; stays empty if the cores do not overlap. Off by default. */
  trace?: EpaStep[] | undefined;
}

/** The penetration of two cores with their radii; null if they are separated. Throws an `InputError` for what is no core or no transform. */
export function penetration(
  coreA: ConvexCore,
  transformA: Transform,
  coreB: ConvexCore,
  transformB: Transform,
  options: PenetrationOptions = {},
): Penetration | null {
  const {
    separation: gap,
    normal,
    pointA,
    pointB,
  } = separation(coreA, transformA, coreB, transformB, options);
  return gap > 0 ? null : { depth: gap === 0 ? 0 : -gap, normal, pointA, pointB };
}

/** Signed distance of two cores with their radii: GJK, and EPA if the cores overlap. Throws an `InputError` as `distance` does. */
export function separation(
  coreA: ConvexCore,
  transformA: Transform,
  coreB: ConvexCore,
  transformB: Transform,
  options: PenetrationOptions = {},
): Separation {
  requireKnownFields(options, 'options', ['cache', 'trace']);
  const found = coreDistance(coreA, transformA, coreB, transformB, { cache: options.cache });
  const result = found.distance > 0 ? apart(found) : expand(found, options.trace);
  const { normal, pointA, pointB } = result;
  return {
    separation: result.separation - coreA.radius - coreB.radius,
    normal,
    pointA: { x: pointA.x + coreA.radius * normal.x, y: pointA.y + coreA.radius * normal.y },
    pointB: { x: pointB.x - coreB.radius * normal.x, y: pointB.y - coreB.radius * normal.y },
  };
}

function apart(found: CoreDistance): Separation {
  const [pointA, pointB] = witnesses(found);
  return { separation: found.distance, normal: found.normal, pointA, pointB };
}

/** EPA on overlapping cores. */
function expand(found: CoreDistance, trace: EpaStep[] | undefined): Separation {
  const { difference } = found;
  const touching = TOUCHING_ROUNDING * difference.size;
  const polytope = firstPolytope(difference);
  if (polytope.length < 2) {
    // D is a single point at the origin: two equal points, separated by their radii in any direction
    const [pointA, pointB] = witnesses(found);
    return { separation: 0, normal: { x: 1, y: 0 }, pointA, pointB };
  }
  const limit = difference.verticesA.length + difference.verticesB.length;
  for (let round = 0; ; round++) {
    const nearest = nearestEdge(polytope, touching);
    const w = difference.support(nearest.nx, nearest.ny);
    if (trace !== undefined) {
      const { pointA, pointB } = onEdge(difference, polytope, nearest);
      trace.push({
        polytope: polytope.map((p) => ({ ...p })),
        edge: nearest.index,
        normal: { x: nearest.nx, y: nearest.ny },
        distance: nearest.distance,
        support: { ...w },
        pointA,
        pointB,
      });
    }
    const progress = nearest.nx * w.x + nearest.ny * w.y - nearest.distance;
    const isKnown = polytope.some((p) => p.indexA === w.indexA && p.indexB === w.indexB);
    if (isKnown || progress <= touching || round >= limit) return onEdge(difference, polytope, nearest);
    polytope.splice(nearest.index + 1, 0, w);
  }
}

/** The vertices of D farthest along the axes, counter-clockwise, without duplicates: 1 to 4 of them. */
function firstPolytope(difference: MinkowskiDifference): DifferencePoint[] {
  const same = TOUCHING_ROUNDING * difference.size;
  const polytope: DifferencePoint[] = [];
  for (const [dx, dy] of AXES) {
    const w = difference.support(dx, dy);
    if (!polytope.some((p) => Math.abs(p.x - w.x) <= same && Math.abs(p.y - w.y) <= same)) polytope.push(w);
  }
  return polytope;
}

const AXES = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const;

interface Edge {
  /** The edge runs from this vertex of the polytope to the next one. */
  index: number;
  nx: number;
  ny: number;
  distance: number;
}

/**
 * The edge nearest to the origin; the first one of equals. Edges that have the origin on their outer side come first. Of two edges on one
 * line, the one that contains the foot of the perpendicular is nearer.
 * @param touching rounding error of a distance, metres
 */
function nearestEdge(polytope: DifferencePoint[], touching: number): Edge {
  const best: Edge = { index: 0, nx: 0, ny: 0, distance: 0 };
  let least = Infinity;
  for (let i = 0; i < polytope.length; i++) {
    const p = polytope[i];
    const q = polytope[i + 1 < polytope.length ? i + 1 : 0];
    const ex = q.x - p.x;
    const ey = q.y - p.y;
    const length = Math.sqrt(ex * ex + ey * ey);
    const height = (p.x * ey - p.y * ex) / length;
    const beyond = Math.max(0, (p.x * ex + p.y * ey) / length, -(q.x * ex + q.y * ey) / length);
    const away = height < -touching ? height : Math.sqrt(height * height + beyond * beyond);
    if (away < least) {
      least = away;
      best.index = i;
      best.nx = ey / length;
      best.ny = -ex / length;
      best.distance = height;
    }
  }
  return best;
}

/** The result at the foot of the perpendicular from the origin to an edge, clamped to the edge. */
function onEdge(difference: MinkowskiDifference, polytope: DifferencePoint[], edge: Edge): Separation {
  const p = polytope[edge.index];
  const q = polytope[edge.index + 1 < polytope.length ? edge.index + 1 : 0];
  const ex = q.x - p.x;
  const ey = q.y - p.y;
  const t = Math.max(0, Math.min(1, -(p.x * ex + p.y * ey) / (ex * ex + ey * ey)));
  const a = difference.verticesA;
  const b = difference.verticesB;
  const mix = (vertices: Float64Array, i: number, j: number): Vec2 =>
    difference.toWorld(
      (1 - t) * vertices[2 * i] + t * vertices[2 * j],
      (1 - t) * vertices[2 * i + 1] + t * vertices[2 * j + 1],
    );
  return {
    // if rounding puts the origin outside D, it touches D
    separation: Math.min(0, -edge.distance),
    normal: { x: edge.nx + 0, y: edge.ny + 0 },
    pointA: mix(a, p.indexA, q.indexA),
    pointB: mix(b, p.indexB, q.indexB),
  };
}
