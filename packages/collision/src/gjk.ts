/**
 * Distance of two convex cores by the algorithm of Gilbert, Johnson and Keerthi [1988; van den Bergen 1999, A Fast and Robust GJK
 * Implementation].
 *
 * GJK iterates over the Minkowski difference D = A - B with a simplex of 1 to 3 of its vertices. Each round
 *
 *     1. finds the point v of the simplex nearest to the origin and drops the vertices that v does not need,
 *     2. asks for the vertex w of D farthest towards the origin, along d = -v,
 *     3. stops if w lies no farther along d than v does: then no point of D is nearer than v; else adds w.
 *
 * |v| is the distance of the cores. The weights that make v from difference vertices also make the closest points from the cores' vertices.
 * If a triangle contains the origin, the cores overlap; EPA computes the depth.
 *
 * Measures against rounding: v on an edge is computed along the normal of the edge, not as a small difference of large numbers. The
 * iteration ends if the support vertex is already in the simplex, or if v is not nearer than the last one. D has finitely many vertices, so
 * every iteration ends.
 */
import { InputError, requireKnownFields, requireTransform, type Transform, type Vec2 } from '@otedama/math2d';
import { TOUCHING_ROUNDING } from './constants.js';
import { type DifferencePoint, MinkowskiDifference } from './minkowski.js';
import type { ConvexCore } from './shapes.js';

/** Warm start: the vertices that the last query between the same two cores ended with. Starts empty: `{ pairs: [] }`. */
export interface SimplexCache {
  /** One to three pairs (index in A, index in B). Written by the query. */
  pairs: (readonly [number, number])[];
}

/** One round of GJK, for display. Coordinates are those of the Minkowski difference; GJK searches for the origin. */
export interface GjkStep {
  /** The simplex after reduction: the vertices that define the closest point. */
  simplex: DifferencePoint[];
  /** Point of the simplex nearest to the origin, m. */
  closest: Vec2;
  /** Search direction, a unit vector; (0, 0) if the simplex contains the origin. */
  direction: Vec2;
  /** The support vertex along `direction`; null if the simplex contains the origin. */
  support: DifferencePoint | null;
  /** The point on the core of A, world coordinates, m, that corresponds to `closest`. */
  pointA: Vec2;
  /** The same on B: `closest` is pointA - pointB. */
  pointB: Vec2;
}

/** Optional arguments of `distance`: a warm start from the last query, and a record of the rounds. */
export interface DistanceOptions {
  /** In and out: warm start; saves rounds when shapes move little between queries. Default: no warm start. */
  cache?: SimplexCache | undefined;
  /** Receives the rounds in order. Off by default. */
  trace?: GjkStep[] | undefined;
}

/** Distance of two shapes and their closest points. */
export interface DistanceResult {
  /** Distance, m; 0 if the shapes overlap or touch. */
  distance: number;
  /** Point of A nearest to B, world coordinates, m. For overlapping shapes both points are the same one, common to both shapes. */
  pointA: Vec2;
  /** Point of B nearest to A, world coordinates. m. */
  pointB: Vec2;
  /** Unit vector from A to B; (0, 0) if the cores overlap; use EPA for a normal in that case. */
  normal: Vec2;
  /** Number of GJK rounds. */
  iterations: number;
}

/** Final state of GJK on two cores without radii. Shared with EPA. */
export interface CoreDistance {
  difference: MinkowskiDifference;
  /** The simplex of the closest point; it has three vertices if the origin is inside it. */
  simplex: DifferencePoint[];
  /** Barycentric weight of each simplex vertex in the closest point; they sum to 1. */
  weights: number[];
  /** Distance of the cores, metres; 0 if they overlap or touch. */
  distance: number;
  /** Unit vector from A to B, or (0, 0). */
  normal: Vec2;
  iterations: number;
}

/**
 * Distance of two cores with their radii. Cores may have any number of vertices, including points and segments. Throws an `InputError` for
 * what is no core or no transform.
 * @param transformA places `coreA` in the world
 * @param transformB places `coreB` in the world
 */
export function distance(
  coreA: ConvexCore,
  transformA: Transform,
  coreB: ConvexCore,
  transformB: Transform,
  options: DistanceOptions = {},
): DistanceResult {
  const found = coreDistance(coreA, transformA, coreB, transformB, options);
  const { normal, iterations } = found;
  const [onCoreA, onCoreB] = witnesses(found);
  const gap = found.distance - coreA.radius - coreB.radius;
  const pointA = { x: onCoreA.x + coreA.radius * normal.x, y: onCoreA.y + coreA.radius * normal.y };
  const pointB = { x: onCoreB.x - coreB.radius * normal.x, y: onCoreB.y - coreB.radius * normal.y };
  if (gap > 0) return { distance: gap, pointA, pointB, normal, iterations };
  const middle = { x: 0.5 * (pointA.x + pointB.x), y: 0.5 * (pointA.y + pointB.y) };
  return { distance: 0, pointA: middle, pointB: { ...middle }, normal, iterations };
}

/** The points on the two cores given by the weights of the simplex, world coordinates. */
export function witnesses(found: Pick<CoreDistance, 'difference' | 'simplex' | 'weights'>): [Vec2, Vec2] {
  const { difference, simplex, weights } = found;
  let ax = 0;
  let ay = 0;
  let bx = 0;
  let by = 0;
  for (let i = 0; i < simplex.length; i++) {
    const { indexA, indexB } = simplex[i];
    ax += weights[i] * difference.verticesA[2 * indexA];
    ay += weights[i] * difference.verticesA[2 * indexA + 1];
    bx += weights[i] * difference.verticesB[2 * indexB];
    by += weights[i] * difference.verticesB[2 * indexB + 1];
  }
  return [difference.toWorld(ax, ay), difference.toWorld(bx, by)];
}

function requireCore(field: string, core: ConvexCore): void {
  if (Array.isArray(core?.vertices) && core.radius >= 0) return;
  throw new InputError(field, core, 'a core { vertices, radius }, as convexCore(shape) returns');
}

/** GJK on two cores without radii. Throws an `InputError` for what is no core or no transform. */
export function coreDistance(
  coreA: ConvexCore,
  transformA: Transform,
  coreB: ConvexCore,
  transformB: Transform,
  options: DistanceOptions = {},
): CoreDistance {
  requireCore('coreA', coreA);
  requireTransform('transformA', transformA);
  requireCore('coreB', coreB);
  requireTransform('transformB', transformB);
  requireKnownFields(options, 'options', ['cache', 'trace']);
  const { cache, trace } = options;
  const difference = new MinkowskiDifference(coreA, transformA, coreB, transformB);
  const touching = TOUCHING_ROUNDING * difference.size;
  const limit = coreA.vertices.length + coreB.vertices.length + MORE_ROUNDS;

  let closest = reduce(firstSimplex(difference, coreA, coreB, cache));
  let iterations = 0;
  let isOverlapping = false;
  for (;;) {
    iterations++;
    if (closest.simplex.length === 3 || closest.distance <= touching) {
      isOverlapping = true;
      trace?.push(traceStep(difference, closest, null));
      break;
    }
    const w = difference.support(closest.dx, closest.dy);
    trace?.push(traceStep(difference, closest, w));
    const isKnown = closest.simplex.some((p) => p.indexA === w.indexA && p.indexB === w.indexB);
    // how much farther w is along d than the closest point, whose coordinate along d is -distance
    const progress = closest.dx * w.x + closest.dy * w.y + closest.distance;
    if (isKnown || progress <= touching || iterations >= limit) break;
    const next = reduce([...closest.simplex, w]);
    if (next.simplex.length < 3 && next.distance >= closest.distance) break;
    closest = next;
  }

  if (cache !== undefined) cache.pairs = closest.simplex.map((p) => [p.indexA, p.indexB]);
  return {
    difference,
    simplex: closest.simplex,
    weights: closest.weights,
    distance: isOverlapping ? 0 : closest.distance,
    // d points from v to the origin, that is, from A to B; adding 0 turns -0 into 0
    normal: isOverlapping ? { x: 0, y: 0 } : { x: closest.dx + 0, y: closest.dy + 0 },
    iterations,
  };
}

/** Rounds allowed beyond one per vertex. GJK rarely visits a vertex twice; only rounding can reach this limit. */
const MORE_ROUNDS = 16;

/** The first simplex: the cached one as far as it is valid for these cores, or a vertex on the side of the origin. */
function firstSimplex(
  difference: MinkowskiDifference,
  coreA: ConvexCore,
  coreB: ConvexCore,
  cache: SimplexCache | undefined,
): DifferencePoint[] {
  const points: DifferencePoint[] = [];
  for (const [indexA, indexB] of cache?.pairs ?? []) {
    const isValid = indexA < coreA.vertices.length && indexB < coreB.vertices.length;
    if (isValid && points.length < 3) points.push(difference.point(indexA, indexB));
  }
  if (points.length === 0) {
    const { x, y } = difference.point(0, 0);
    points.push(difference.support(-x, -y));
  }
  return points;
}

/** A round as reported to the trace; without a support vertex, the simplex contains the origin. */
function traceStep(
  difference: MinkowskiDifference,
  closest: Closest,
  support: DifferencePoint | null,
): GjkStep {
  const isInside = support === null;
  const [pointA, pointB] = witnesses({ difference, simplex: closest.simplex, weights: closest.weights });
  return {
    simplex: closest.simplex.map((p) => ({ ...p })),
    closest: isInside
      ? { x: 0, y: 0 }
      : { x: -closest.dx * closest.distance, y: -closest.dy * closest.distance },
    direction: isInside ? { x: 0, y: 0 } : { x: closest.dx, y: closest.dy },
    support: support === null ? null : { ...support },
    pointA,
    pointB,
  };
}

/** The point of a simplex nearest to the origin: at `distance` along -(dx, dy), a unit vector. */
interface Closest {
  simplex: DifferencePoint[];
  weights: number[];
  distance: number;
  dx: number;
  dy: number;
}

/** The closest point and the vertices it needs. Three vertices mean that the triangle contains the origin. */
function reduce(simplex: DifferencePoint[]): Closest {
  if (simplex.length === 1) return reducePoint(simplex[0]);
  if (simplex.length === 2) return reduceEdge(simplex[0], simplex[1]);
  const [p, q, r] = simplex;
  // barycentric coordinates of the origin, multiplied by twice the area
  const pq = p.x * q.y - p.y * q.x;
  const qr = q.x * r.y - q.y * r.x;
  const rp = r.x * p.y - r.y * p.x;
  const area = pq + qr + rp;
  const isInside = area > 0 ? pq >= 0 && qr >= 0 && rp >= 0 : area < 0 && pq <= 0 && qr <= 0 && rp <= 0;
  if (isInside) {
    return { simplex, weights: [qr / area, rp / area, pq / area], distance: 0, dx: 0, dy: 0 };
  }
  // the newest vertex is the last one: test its edges first, so that they win ties
  let best = reduceEdge(q, r);
  for (const other of [reduceEdge(p, r), reduceEdge(p, q)]) if (other.distance < best.distance) best = other;
  return best;
}

function reducePoint(p: DifferencePoint): Closest {
  const distance = Math.sqrt(p.x * p.x + p.y * p.y);
  const k = distance > 0 ? -1 / distance : 0;
  return { simplex: [p], weights: [1], distance, dx: k * p.x, dy: k * p.y };
}

function reduceEdge(p: DifferencePoint, q: DifferencePoint): Closest {
  const ex = q.x - p.x;
  const ey = q.y - p.y;
  const squared = ex * ex + ey * ey;
  // p + t e is nearest for t = -p.e / e.e
  const ofQ = -(p.x * ex + p.y * ey);
  const ofP = q.x * ex + q.y * ey;
  if (!(ofQ > 0 && squared > 0)) return reducePoint(p);
  if (!(ofP > 0)) return reducePoint(q);
  const length = Math.sqrt(squared);
  const height = (p.x * ey - p.y * ex) / length; // signed height of the edge over the origin along (ey, -ex)
  const side = height > 0 ? -1 : 1;
  return {
    simplex: [p, q],
    weights: [ofP / squared, ofQ / squared],
    distance: Math.abs(height),
    dx: (side * ey) / length,
    dy: (-side * ex) / length,
  };
}
