/**
 * Ray casts against shapes.
 *
 * A ray is o + f t with 0 <= f <= maxFraction. It hits the outline where it enters the shape, that is, where the outward normal
 * n has n.t < 0. In the coordinates of the shape, the outline consists of
 *
 *     faces     n.(o + f t) = n.a + r between the ends of an edge,      f = (n.(a - o) + r) / n.t
 *     corners   |o + f t - v| = r,                                      the smaller root of a quadratic in f
 *
 * The hit is the least f of all. For a core of zero radius, the ray is clipped by the core's half-planes instead (Cyrus and
 * Beck), so that no ray can pass between two faces.
 */
import {
  InputError,
  requireBoolean,
  requireFiniteVec2,
  requireNonNegative,
  requireRecord,
  requireTransform,
  type Transform,
  type Vec2,
} from '@otedama/math2d';
import * as transforms from '@otedama/math2d/transform';
import * as vec2 from '@otedama/math2d/vec2';
import { RELATIVE_TOLERANCE } from './constants.js';
import { localDistance } from './point.js';
import type { Shape } from './shape-types.js';
import { type ConvexCore, convexCore, halfSpaceLine } from './shapes.js';

/** A ray of finite length: the points `origin + f * translation` with f from 0 to `maxFraction`, in world coordinates. */
export interface Ray {
  /** Start of the ray, metres. */
  readonly origin: Readonly<Vec2>;
  /** Direction and length of the ray, metres. A zero vector hits only shapes that contain the start, and only with `solid`. */
  readonly translation: Readonly<Vec2>;
  /** Largest fraction of `translation` that is searched, >= 0; default 1. */
  readonly maxFraction?: number;
}

/** How a ray treats shapes that contain its start. */
export interface RayOptions {
  /**
   * What happens to a ray that starts inside a shape.
   *
   * false (default): the ray ignores this shape, and hits only shapes that it enters from outside, as in Box2D.
   * true: the ray hits the shape at fraction 0, with its origin as the point and the normal (0, 0), like `solid` in Parry.
   */
  readonly solid?: boolean;
}

/** Where a ray hit a shape. */
export interface RayHit {
  /** Whether the ray hits the shape. */
  hit: boolean;
  /** Position along the ray, 0..maxFraction; `maxFraction` if nothing was hit. */
  fraction: number;
  /** World coordinates, m; the end of the ray if nothing was hit. */
  point: Vec2;
  /** Outward unit normal of the shape there; (0, 0) if nothing was hit or the ray starts inside. */
  normal: Vec2;
}

/**
 * Casts a ray against a shape. The outline is part of the shape: a ray along a side, or one that ends on a side, is a hit. A segment can
 * be hit from both sides and at its ends; a chain segment only from its free side, the right of point1 -> point2.
 * @param transform places the shape in the world
 * @throws InputError for what is no transform or ray, and for an option of the wrong kind
 */
export function castRay(shape: Shape, transform: Transform, ray: Ray, options: RayOptions = {}): RayHit {
  requireTransform('transform', transform);
  if (typeof ray !== 'object' || ray === null)
    throw new InputError('ray', ray, 'a ray { origin, translation }');
  requireFiniteVec2('ray.origin', ray.origin);
  requireFiniteVec2('ray.translation', ray.translation);
  requireRecord('options', options);
  const { maxFraction = 1 } = ray;
  const { solid = false } = options;
  requireNonNegative('ray.maxFraction', maxFraction);
  requireBoolean('options.solid', solid);
  const o = transforms.applyInverse(transform, ray.origin);
  const t = vec2.inverseRotate(ray.translation, transform);
  const at = (fraction: number): Vec2 => ({
    x: ray.origin.x + fraction * ray.translation.x,
    y: ray.origin.y + fraction * ray.translation.y,
  });
  const isInside = hasInside(shape) && localDistance(shape, o).distance < 0;
  if (isInside) {
    const fraction = solid ? 0 : maxFraction;
    return { hit: solid, fraction, point: at(fraction), normal: { x: 0, y: 0 } };
  }
  const found = enter(shape, o, t);
  if (found === null || found.fraction > maxFraction) {
    return { hit: false, fraction: maxFraction, point: at(maxFraction), normal: { x: 0, y: 0 } };
  }
  const normal = vec2.rotate(found.normal, transform);
  return {
    hit: true,
    fraction: found.fraction,
    point: at(found.fraction),
    normal: { x: normal.x + 0, y: normal.y + 0 }, // no -0
  };
}

function hasInside(shape: Shape): boolean {
  return shape.kind !== 'segment' && shape.kind !== 'chainSegment';
}

/** Where a ray enters a shape. */
interface Entry {
  /** >= 0, not limited above. */
  fraction: number;
  normal: Vec2;
}

function enter(shape: Shape, o: Vec2, t: Vec2): Entry | null {
  if (shape.kind === 'halfSpace') {
    const { normal, offset } = halfSpaceLine(shape);
    return enterFace(normal, offset - vec2.dot(normal, o), t);
  }
  const { vertices, radius } = convexCore(shape) as ConvexCore;
  if (shape.kind === 'chainSegment') return enterSegment(vertices[0], vertices[1], o, t, true);
  if (vertices.length === 1) return enterCircle(vertices[0], radius, o, t);
  if (radius > 0) return enterRounded(vertices, radius, o, t);
  return vertices.length === 2
    ? enterSegment(vertices[0], vertices[1], o, t, false)
    : enterPolygon(vertices, o, t);
}

/** Entry through a line at the height `offset` above the origin of the ray; offset <= 0 for a ray that starts outside. */
function enterFace(normal: Vec2, offset: number, t: Vec2): Entry | null {
  const slope = vec2.dot(normal, t);
  if (!(slope < 0)) return null;
  const fraction = offset / slope;
  return fraction >= 0 ? { fraction: fraction + 0, normal } : null;
}

/** Entry into a disc. With m = o - center, the smaller root of t.t f^2 + 2 m.t f + m.m - r^2 = 0. */
function enterCircle(center: Vec2, radius: number, o: Vec2, t: Vec2): Entry | null {
  const m = vec2.subtract(o, center);
  const tt = vec2.lengthSquared(t);
  const mt = vec2.dot(m, t);
  if (!(mt < 0 && tt > 0)) return null;
  // distance of the line from the centre, times |t|; the cross product avoids cancellation in the discriminant
  const miss = vec2.cross(m, t);
  const discriminant = radius * radius * tt - miss * miss;
  if (!(discriminant >= 0)) return null;
  // c / (-mt + root) is the smaller root, without cancellation
  const c = vec2.lengthSquared(m) - radius * radius;
  const fraction = Math.max(0, c / (Math.sqrt(discriminant) - mt));
  const p = { x: m.x + fraction * t.x, y: m.y + fraction * t.y };
  return { fraction, normal: vec2.normalize(p) };
}

/** Entry into a rounded core: the first entry through its faces and corners. */
function enterRounded(vertices: readonly Vec2[], radius: number, o: Vec2, t: Vec2): Entry | null {
  let first: Entry | null = null;
  const n = vertices.length;
  for (let i = 0; i < n; i++) {
    const a = vertices[i];
    const b = vertices[i + 1 < n ? i + 1 : 0];
    const e = vec2.subtract(b, a);
    const normal = vec2.normalize({ x: e.y, y: -e.x });
    const oa = vec2.subtract(a, o);
    const onFace = enterFace(normal, vec2.dot(normal, oa) + radius, t);
    if (onFace !== null && (first === null || onFace.fraction < first.fraction)) {
      const along = onFace.fraction * vec2.dot(t, e) - vec2.dot(oa, e);
      if (along >= 0 && along <= vec2.lengthSquared(e)) first = onFace;
    }
    const onCorner = enterCircle(a, radius, o, t);
    if (onCorner !== null && (first === null || onCorner.fraction < first.fraction)) first = onCorner;
  }
  return first;
}

/** Entry into a polygon: the last entry into one of its half-planes, if the ray leaves none of them before. */
function enterPolygon(vertices: readonly Vec2[], o: Vec2, t: Vec2): Entry | null {
  let fraction = -Infinity;
  let leave = Infinity;
  let normal: Vec2 = { x: 0, y: 0 };
  const n = vertices.length;
  for (let i = 0; i < n; i++) {
    const a = vertices[i];
    const e = vec2.subtract(vertices[i + 1 < n ? i + 1 : 0], a);
    const outward = { x: e.y, y: -e.x };
    const above = vec2.dot(outward, vec2.subtract(o, a));
    const slope = vec2.dot(outward, t);
    if (slope < 0) {
      const f = -above / slope;
      if (f > fraction) {
        fraction = f;
        normal = outward;
      }
    } else if (slope > 0) {
      leave = Math.min(leave, -above / slope);
    } else if (above > 0) {
      return null;
    }
  }
  // a ray that starts on the outline does not start inside; if it leaves there, it does not hit
  if (!(fraction >= 0 && fraction <= leave)) return null;
  return { fraction: fraction + 0, normal: vec2.normalize(normal) };
}

/**
 * Entry through a segment a -> b, from both sides or only from its right. The line of the ray crosses the segment if a and b are on
 * different sides of it. Two segments with a common end find the same side for that end, so no ray passes between them.
 *
 * Almost along the segment, rounding decides where the lines cross. Such a ray hits the end that it reaches first, or hits at fraction 0 if
 * it starts on the segment. It does not hit a one-sided segment.
 */
function enterSegment(a: Vec2, b: Vec2, o: Vec2, t: Vec2, isOneSided: boolean): Entry | null {
  const e = vec2.subtract(b, a);
  const oa = vec2.subtract(a, o);
  const ob = vec2.subtract(b, o);
  const sideA = vec2.cross(t, oa);
  const sideB = vec2.cross(t, ob);
  if ((sideA > 0 && sideB > 0) || (sideA < 0 && sideB < 0)) return null;
  const slope = vec2.cross(t, e); // negative if the ray runs against the normal on the right
  if (isOneSided && !(slope < 0)) return null;
  if (Math.abs(slope) > RELATIVE_TOLERANCE * vec2.length(t) * vec2.length(e)) {
    const fraction = vec2.cross(oa, e) / slope;
    if (!(fraction >= 0)) return null;
    const right = vec2.normalize({ x: e.y, y: -e.x });
    return { fraction: fraction + 0, normal: slope < 0 ? right : vec2.negate(right) };
  }
  const tt = vec2.lengthSquared(t);
  if (isOneSided || tt === 0) return null;
  const toA = vec2.dot(oa, t) / tt;
  const toB = vec2.dot(ob, t) / tt;
  if (toA < 0 && toB < 0) return null;
  const fraction = Math.max(0, Math.min(toA, toB));
  return { fraction, normal: vec2.normalize(vec2.negate(t)) };
}
