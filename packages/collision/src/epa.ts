/**
 * Penetration of two shapes by the expanding polytope algorithm [van den Bergen 2001].
 *
 * If the Minkowski difference D = A - B holds the origin, the shortest displacement that parts the cores leads from the
 * origin to the nearest point of D's outline. EPA finds the edge it lies on: starting from a polytope of vertices of D, the
 * farthest ones along the axes, each round
 *
 *     1. takes the edge with the least distance n.p along its outward normal n,
 *     2. asks for the vertex w of D farthest along n,
 *     3. stops if w lies no farther than the edge: then the edge belongs to D; else puts w between the ends of the edge.
 *
 * The polytope never leaves D, so no edge of D can be nearer than the nearest of the polytope when that one belongs to D.
 * Two vertices make a polytope too, a flat one whose edges run there and back, and the origin may lie outside of it at first;
 * so nothing special happens when the origin lies on an edge or a vertex of D, or when D is flat, as for two collinear segments
 * (depth 0). Starting from GJK's last triangle, as in 3D, would save nothing in the plane and let its choice show in the result.
 *
 * Radii are added afterwards: with the depth d of the cores, the shapes overlap by d + r_A + r_B.
 */
import type { Transform, Vec2 } from '@otedama/math2d';
import { TOUCHING_ROUNDING } from './constants.js';
import { type CoreDistance, coreDistance, type DistanceOptions, witnesses } from './gjk.js';
import type { DifferencePoint, MinkowskiDifference } from './minkowski.js';
import type { ConvexCore } from './shapes.js';

/** How far two shapes overlap. */
export interface Penetration {
  /** Shortest displacement that parts the shapes, metres, >= 0. */
  depth: number;
  /** Unit vector from A to B: moving A by -depth n, or B by depth n, leaves them touching. */
  normal: Vec2;
  /** Point of A deepest in B, world coordinates. pointA - pointB = depth n. Metres. */
  pointA: Vec2;
  /** Point of B deepest in A, world coordinates. Metres. */
  pointB: Vec2;
}

/** Gap or overlap of two shapes in one number. */
export interface Separation {
  /** Distance if positive, minus the depth if negative, metres. */
  separation: number;
  /** Unit vector from A to B. */
  normal: Vec2;
  /** Point of A nearest to B, or deepest in it, world coordinates, m. pointB - pointA = separation n. */
  pointA: Vec2;
  /** The partner of `pointA` on B. */
  pointB: Vec2;
}

/** One round of EPA, for display. Coordinates are those of the Minkowski difference. */
export interface EpaStep {
  /** The polytope, counter-clockwise. */
  polytope: DifferencePoint[];
  /** The edge nearest to the origin runs from this vertex to the next. */
  edge: number;
  /** Its outward unit normal. */
  normal: Vec2;
  /** Its distance from the origin along the normal, metres. */
  distance: number;
  /** The farthest vertex along the normal. In the last round one that lies on the edge. */
  support: DifferencePoint;
  /** The points of the cores, world coordinates, that the edge's nearest point to the origin is made of. */
  pointA: Vec2;
  /** The same on B, m. */
  pointB: Vec2;
}

/** Optional arguments of a query. */
export interface PenetrationOptions {
  /** In and out, for GJK: see {@link DistanceOptions}. Default: start from nothing. */
  cache?: DistanceOptions['cache'];
  /** Receives the rounds in order; stays empty if the cores do not overlap. Off by default. */
  trace?: EpaStep[] | undefined;
}

/** The overlap of two cores grown by their radii; null if there is a gap between them. */
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

/** Distance or overlap of two cores grown by their radii: GJK, and EPA where the cores overlap. */
export function separation(
  coreA: ConvexCore,
  transformA: Transform,
  coreB: ConvexCore,
  transformB: Transform,
  options: PenetrationOptions = {},
): Separation {
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
    // D is a single point at the origin: two equal points, parted by their radii in any direction
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

/** The vertices of D farthest along the axes, counter-clockwise, without repetitions: 1 to 4 of them. */
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
  /** It runs from this vertex of the polytope to the next. */
  index: number;
  nx: number;
  ny: number;
  distance: number;
}

/**
 * The edge nearest to the origin, the first of equals. Edges with the origin outside of them come first; of two on one line
 * the one that holds the foot of the perpendicular is the nearer.
 * @param touching rounding of a distance, metres
 */
function nearestEdge(polytope: DifferencePoint[], touching: number): Edge {
  const best: Edge = { index: 0, nx: 0, ny: 0, distance: 0 };
  let least = Number.POSITIVE_INFINITY;
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

/** The result at the foot of the perpendicular from the origin on an edge, as far as the edge reaches. */
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
    // an origin that rounding puts outside of D touches it
    separation: Math.min(0, -edge.distance),
    normal: { x: edge.nx + 0, y: edge.ny + 0 },
    pointA: mix(a, p.indexA, q.indexA),
    pointB: mix(b, p.indexB, q.indexB),
  };
}
