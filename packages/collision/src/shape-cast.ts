/**
 * Computes when moving shapes first touch.
 *
 * **Cast**: B moves along a straight line without rotating. The gap g(f) of two convex shapes is a convex function of the
 * fraction f. With the normal n from A to B at f, its slope is n.t. So the tangent never overshoots the first touch:
 *
 *     f <- f + (g(f) - target) / -n.t,
 *
 * This is Newton's method from the safe side: conservative advancement [Mirtich 1996] with the exact speed. Polygons take as many
 * rounds as faces are involved; round shapes converge quadratically.
 *
 * At the touch itself several normals can be right, as for two corners, and some of them point along the motion. The normal of the
 * round before is the one along which the gap closed, so it is reported then. At the start there is no round before: whether the
 * overlap gets deeper is seen from the gap a little later. It is convex, so if it has not fallen there, it does not fall later.
 *
 * **Time of impact**: both shapes move and rotate between two poses. Let n be the normal at one time, and keep it. The gap along
 * n is never larger than the true gap. No vertex is farther from its centre of mass than r, so the gap along n shrinks no faster than
 *
 *     -n.(v_B - v_A) + |w_A| r_A + |w_B| r_B.
 *
 * So time may advance by the gap divided by this bound without missing a touch. Convergence is linear: slower with fast
 * rotation, but always safe. Radii rotate in place, so r does not include them.
 */
import {
  InputError,
  requireBoolean,
  requireFinite,
  requireFiniteVec2,
  requireInRange,
  requireKnownFields,
  requireNonNegative,
  requirePositive,
  requireTransform,
  type Transform,
  type Vec2,
} from '@otedama/math2d';
import * as transforms from '@otedama/math2d/transform';
import * as vec2 from '@otedama/math2d/vec2';
import {
  CAST_PROBE,
  CAST_ROUNDS,
  CAST_TOLERANCE,
  COORDINATE_ROUNDING,
  IMPACT_ROUNDS,
  IMPACT_TOLERANCE,
} from './constants.js';
import type { Separation } from './epa.js';
import { separateShapes } from './overlap.js';
import type { Shape } from './shape-types.js';
import { convexCore } from './shapes.js';

/** Optional arguments of `castShape`: how far it looks, how close is a touch, and what an overlap at the start means. */
export interface ShapeCastOptions {
  /** Largest fraction of the translation that is searched, >= 0; default 1. */
  readonly maxFraction?: number;
  /** Gap at which the shapes count as touching, metres, >= 0; default 0. */
  readonly target?: number;
  /**
   * How to treat shapes that touch or overlap at the start. false (default): they hit at fraction 0. true: they hit only if the
   * motion makes the overlap deeper; shapes that move apart, or along each other (also at a common corner), do not hit.
   */
  readonly ignoreInitialOverlap?: boolean;
}

/** Where a moving shape hit another one. */
export interface ShapeCastHit {
  /** Whether they touch during the motion. */
  hit: boolean;
  /** Position along the translation, 0..maxFraction; `maxFraction` if nothing was hit. */
  fraction: number;
  /** Touching point on A, world coordinates, m; (0, 0) without a hit. */
  point: Vec2;
  /**
   * Unit normal from A to B at the touch, against the motion of B; (0, 0) without a hit. At fraction 0: the direction in which B leaves A
   * by the shortest way.
   */
  normal: Vec2;
}

/**
 * Moves B by a translation and returns where it first touches A. If the fraction is inexact, it is slightly before the touch.
 *
 * For two moving shapes, use the translation of B minus that of A. Either A or B may be a half-space.
 * @param translation displacement of B, metres, world axes
 * @throws InputError for what is no transform or vector, and for an option that does not exist or is out of its range
 */
export function castShape(
  shapeA: Shape,
  transformA: Transform,
  shapeB: Shape,
  transformB: Transform,
  translation: Vec2,
  options: ShapeCastOptions = {},
): ShapeCastHit {
  requireTransform('transformA', transformA);
  requireTransform('transformB', transformB);
  requireFiniteVec2('translation', translation);
  requireKnownFields(options, 'options', ['maxFraction', 'target', 'ignoreInitialOverlap']);
  const { maxFraction = 1, target = 0, ignoreInitialOverlap = false } = options;
  requireNonNegative('options.maxFraction', maxFraction);
  requireNonNegative('options.target', target);
  requireBoolean('options.ignoreInitialOverlap', ignoreInitialOverlap);
  const miss: ShapeCastHit = {
    hit: false,
    fraction: maxFraction,
    point: { x: 0, y: 0 },
    normal: { x: 0, y: 0 },
  };
  const length = vec2.length(translation);
  const tolerance = Math.max(
    CAST_TOLERANCE * (sizeOf(shapeA) + sizeOf(shapeB) + length),
    COORDINATE_ROUNDING * (coordinatesOf(shapeA, transformA) + coordinatesOf(shapeB, transformB)),
  );
  const at = (fraction: number): Separation =>
    separateShapes(shapeA, transformA, shapeB, shifted(transformB, translation, fraction));

  let fraction = 0;
  let found = at(0);
  let approach = -vec2.dot(found.normal, translation);
  if (found.separation - target <= tolerance) {
    const isDeepening = (): boolean =>
      approach > 0 && at((CAST_PROBE * tolerance) / length).separation < found.separation - tolerance;
    if (ignoreInitialOverlap && !isDeepening()) return miss;
    return { hit: true, fraction, point: found.pointA, normal: found.normal };
  }
  for (let round = 1; round < CAST_ROUNDS; round++) {
    // the gap is convex: if it does not shrink here, it does not shrink later
    if (!(approach > 0)) return miss;
    const { normal } = found;
    fraction += (found.separation - target) / approach;
    // due to rounding, the tangent may overshoot the end of the motion although the shapes touch there
    const isAtEnd = !(fraction <= maxFraction);
    if (isAtEnd) fraction = maxFraction;
    found = at(fraction);
    approach = -vec2.dot(found.normal, translation);
    if (found.separation - target <= tolerance) {
      return { hit: true, fraction, point: found.pointA, normal: approach > 0 ? found.normal : normal };
    }
    if (isAtEnd) return miss;
  }
  return miss;
}

function shifted(transform: Transform, translation: Vec2, fraction: number): Transform {
  return {
    x: transform.x + fraction * translation.x,
    y: transform.y + fraction * translation.y,
    c: transform.c,
    s: transform.s,
  };
}

/** Approximate size of a shape, metres; the scale of the tolerances. */
function sizeOf(shape: Shape): number {
  const core = convexCore(shape);
  return core === null ? 0 : core.radius + extentFrom(core.vertices, core.vertices[0]);
}

/** Bound of the coordinates that placing a shape adds up, metres; the scale of their rounding. */
function coordinatesOf(shape: Shape, transform: Transform): number {
  const core = convexCore(shape);
  const p =
    core !== null ? core.vertices[0] : ((shape as Shape & { kind: 'halfSpace' }).position ?? { x: 0, y: 0 });
  return Math.max(Math.abs(transform.x), Math.abs(transform.y)) + Math.abs(p.x) + Math.abs(p.y);
}

/** Greatest distance of the vertices from a point. */
function extentFrom(vertices: readonly Vec2[], p: Vec2): number {
  let extent = 0;
  for (const vertex of vertices) extent = Math.max(extent, vec2.distance(vertex, p));
  return extent;
}

/** A motion between two poses: the centre of mass moves on a straight line at constant speed, and the shape rotates at a constant rate. */
export interface Sweep {
  /** Centre of mass in the coordinates of the shape, metres. */
  readonly localCenter: Readonly<Vec2>;
  /** World position of the centre of mass at time 0, metres. */
  readonly center1: Readonly<Vec2>;
  /** World position of the centre of mass at time 1, metres. */
  readonly center2: Readonly<Vec2>;
  /** Angle at time 0, radians. */
  readonly angle1: number;
  /** Angle at time 1, radians. Full turns count: from 0 to 4 pi the shape rotates twice. */
  readonly angle2: number;
}

/** Returns the pose of a sweep at a time from 0 to 1. Throws an `InputError` for what is no sweep, and for another time. */
export function sweepTransform(sweep: Sweep, time: number): Transform {
  requireSweep('sweep', sweep);
  return poseAt(sweep, requireInRange('time', time, 0, 1));
}

function poseAt(sweep: Sweep, time: number): Transform {
  const angle = sweep.angle1 + time * (sweep.angle2 - sweep.angle1);
  const center = vec2.lerp(sweep.center1, sweep.center2, time);
  const { c, s } = transforms.create(0, 0, angle);
  const offset = vec2.rotate(sweep.localCenter, { c, s });
  return { x: center.x - offset.x, y: center.y - offset.y, c, s };
}

/** Optional arguments of `timeOfImpact`: until when it looks, and how close is a touch. */
export interface TimeOfImpactOptions {
  /** Latest time that is searched, 0..1; default 1. */
  readonly maxTime?: number;
  /** Gap at which the shapes count as touching, metres, >= 0; default 0. With a small gap, the normal is well defined. */
  readonly target?: number;
  /** How much larger than the target the final gap may be, metres, > 0; default 1e-6. */
  readonly tolerance?: number;
}

/** What `timeOfImpact` returns: whether and when two moving shapes touch, and where. */
export interface TimeOfImpact {
  /**
   * `hit`: the gap falls to the target at `time`. `separated`: it stays above the target until `maxTime`. `overlapped`: it is below the
   * target at time 0. `failed`: the maximum number of rounds was reached; nothing touches before `time`.
   */
  state: 'hit' | 'separated' | 'overlapped' | 'failed';
  /** Fraction of the motion, 0..maxTime. Before it the gap is at least the target. */
  time: number;
  /** World point on A nearest to B at that time, m. */
  point: Vec2;
  /** Unit normal from A to B at that time. */
  normal: Vec2;
  /** Number of evaluations of the gap. */
  rounds: number;
}

/**
 * Returns the first time at which the gap between two moving and rotating shapes falls to the target. A half-space must not rotate: it
 * would reach everywhere, so the result is `failed` at time 0. Throws an `InputError` for what is no sweep, and for an
 * option that does not exist or is out of its range.
 */
export function timeOfImpact(
  shapeA: Shape,
  sweepA: Sweep,
  shapeB: Shape,
  sweepB: Sweep,
  options: TimeOfImpactOptions = {},
): TimeOfImpact {
  requireSweep('sweepA', sweepA);
  requireSweep('sweepB', sweepB);
  requireKnownFields(options, 'options', ['maxTime', 'target', 'tolerance']);
  const { maxTime = 1, target = 0, tolerance = IMPACT_TOLERANCE } = options;
  requireInRange('options.maxTime', maxTime, 0, 1);
  requireNonNegative('options.target', target);
  requirePositive('options.tolerance', tolerance);
  const motionA = vec2.subtract(sweepA.center2, sweepA.center1);
  const motionB = vec2.subtract(sweepB.center2, sweepB.center1);
  const motion = vec2.subtract(motionB, motionA);
  const spin = spinReach(shapeA, sweepA) + spinReach(shapeB, sweepB);

  let time = 0;
  for (let rounds = 1; ; rounds++) {
    const found = separateShapes(shapeA, poseAt(sweepA, time), shapeB, poseAt(sweepB, time));
    const result = { time, point: found.pointA, normal: found.normal, rounds };
    const gap = found.separation - target;
    if (gap <= tolerance)
      return { state: rounds === 1 && gap < -tolerance ? 'overlapped' : 'hit', ...result };
    if (time >= maxTime) return { state: 'separated', ...result };
    if (rounds >= IMPACT_ROUNDS || spin === Infinity) return { state: 'failed', ...result };
    const closing = spin - vec2.dot(found.normal, motion);
    time = closing > 0 ? Math.min(maxTime, time + gap / closing) : maxTime;
  }
}

function requireSweep(field: string, sweep: Sweep): void {
  if (typeof sweep !== 'object' || sweep === null)
    throw new InputError(field, sweep, 'a sweep { localCenter, center1, center2, angle1, angle2 }');
  for (const name of ['localCenter', 'center1', 'center2'] as const)
    requireFiniteVec2(`${field}.${name}`, sweep[name]);
  for (const name of ['angle1', 'angle2'] as const) requireFinite(`${field}.${name}`, sweep[name]);
}

/** Bound of the distance that any point of a shape moves by the rotation of its sweep, metres. */
function spinReach(shape: Shape, sweep: Sweep): number {
  const turn = Math.abs(sweep.angle2 - sweep.angle1);
  if (turn === 0) return 0;
  const core = convexCore(shape);
  return core === null ? Infinity : turn * extentFrom(core.vertices, sweep.localCenter);
}
