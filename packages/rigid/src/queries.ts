/**
 * Queries: ray casts, overlaps with a box, point or shape, and shape casts. Results are exact for the current poses and are new
 * objects. Lists are sorted by shape id, hits of a ray by distance.
 */
import {
  castRay,
  castShape,
  containsPoint,
  overlapShapes,
  ProxyBuffer,
  type Shape,
  shapeAabb,
  validateShape,
} from '@otedama/collision';
import {
  type Aabb,
  InputError,
  requireBoolean,
  requireFinite,
  requireKnownFields,
  requireRecord,
  requireTransform,
  type Transform,
  type Vec2,
} from '@otedama/math2d';
import { accepts } from './ask.js';
import type { BodyShape } from './body-shape.js';
import type { Filter } from './definitions.js';
import { filtersMatch } from './filter.js';
import { BODY_STRIDE, C, S, X, Y } from './layout.js';
import { SHAPE_SENSOR } from './shape-flags.js';
import { takeInMoves } from './take-in-moves.js';
import { requireFunction, requireKnownShapeFields, requireMagnitude2, validateFilter } from './validate.js';
import type { WorldState } from './world-state.js';

/**
 * Which shapes a query finds. The query counts as a shape with this filter, by default of every category: it finds what collides with
 * anything at all, and no shape whose own `mask` or `category` is 0.
 */
export interface QueryFilter extends Filter {
  /** Whether to find sensors too. Default false. */
  readonly sensors?: boolean;
  /**
   * Called last, for each shape that passes the filter; return true to find it or false to skip it. Anything else throws an `InputError`. It
   * may query the world but not change it. Default: all pass.
   */
  readonly accept?: (shape: BodyShape) => boolean;
}

/** Which shapes a ray finds, and how it treats shapes that contain its start. */
export interface RayQueryFilter extends QueryFilter {
  /**
   * Whether a ray that starts inside a shape hits it, at fraction 0 with normal (0, 0). Default false: the ray ignores shapes that
   * contain its start, as in Box2D.
   */
  readonly solid?: boolean;
}

/** A shape that a ray hits, and where. */
export interface RayCastHit {
  /** The shape that was hit. */
  readonly shape: BodyShape;
  /** Fraction of the translation up to the hit, 0..1. */
  readonly fraction: number;
  /** World point, m. */
  readonly point: Vec2;
  /** Outward unit normal of the shape at the hit. */
  readonly normal: Vec2;
}

/** A shape that a moving shape hits, and where. */
export interface ShapeCastHit {
  /** The shape that was hit. */
  readonly shape: BodyShape;
  /** Fraction of the translation up to the hit, 0..1; 0 if the shapes overlap at the start. */
  readonly fraction: number;
  /** World point of the hit, m. */
  readonly point: Vec2;
  /** Unit normal from the shape that was hit to the moving one. */
  readonly normal: Vec2;
}

/** Largest error of c^2 + s^2 of a pose: above it, distances are wrong by more than half a millionth. */
const ROTATION_TOLERANCE = 1e-6;

const candidates: ProxyBuffer = new ProxyBuffer();

/** Returns the first shape along a ray, or null. Of several at the same fraction, the one with the lowest id. */
export function queryRay(
  state: WorldState,
  origin: Vec2,
  translation: Vec2,
  filter: RayQueryFilter,
): RayCastHit | null {
  let closest: RayCastHit | null = null;
  forEachOnRay(state, origin, translation, filter, (hit) => {
    if (closest === null || hit.fraction < closest.fraction) closest = hit;
    else if (hit.fraction === closest.fraction && hit.shape.id < closest.shape.id) closest = hit;
    // at 0 the search would end, before it has met a shape with a lower id that contains the start too
    return Math.max(closest.fraction, Number.MIN_VALUE);
  });
  return closest;
}

/** Returns all shapes along a ray, sorted by fraction, then by id. */
export function queryRayAll(
  state: WorldState,
  origin: Vec2,
  translation: Vec2,
  filter: RayQueryFilter,
): RayCastHit[] {
  const hits: RayCastHit[] = [];
  forEachOnRay(state, origin, translation, filter, (hit) => {
    hits.push(hit);
    return 1;
  });
  return hits.sort((a, b) => a.fraction - b.fraction || a.shape.id - b.shape.id);
}

/** Returns the shapes whose bounding boxes touch a box. */
export function queryAabb(state: WorldState, box: Aabb, filter: QueryFilter): BodyShape[] {
  requireBox(box);
  return collect(state, box, filter, (shape, pose) => {
    const own = shapeAabb(shape, pose);
    return own.minX <= box.maxX && box.minX <= own.maxX && own.minY <= box.maxY && box.minY <= own.maxY;
  });
}

/** Returns the shapes that contain a point, including their outlines. */
export function queryPoint(state: WorldState, point: Vec2, filter: QueryFilter): BodyShape[] {
  requireMagnitude2('point', point);
  const box = { minX: point.x, minY: point.y, maxX: point.x, maxY: point.y };
  return collect(state, box, filter, (shape, pose) => containsPoint(shape, pose, point));
}

/** Returns the shapes that overlap or touch a shape. */
export function queryShape(
  state: WorldState,
  shape: Shape,
  pose: Transform,
  filter: QueryFilter,
): BodyShape[] {
  validateShape(shape, 'shape');
  requireKnownShapeFields(shape, 'shape');
  requirePose(pose);
  return collect(state, shapeAabb(shape, pose), filter, (other, otherPose) =>
    overlapShapes(shape, pose, other, otherPose),
  );
}

/** Returns the first shape that a moving shape hits, or null. Of several at the same fraction, the one with the lowest id. */
export function queryShapeCast(
  state: WorldState,
  shape: Shape,
  pose: Transform,
  translation: Vec2,
  filter: QueryFilter,
): ShapeCastHit | null {
  validateShape(shape, 'shape');
  requireKnownShapeFields(shape, 'shape');
  if (shape.kind === 'halfSpace') throw new InputError('shape.kind', shape.kind, 'a shape of finite size');
  requirePose(pose);
  requireMagnitude2('translation', translation);
  const start = shapeAabb(shape, pose);
  const swept = {
    minX: start.minX + Math.min(0, translation.x),
    minY: start.minY + Math.min(0, translation.y),
    maxX: start.maxX + Math.max(0, translation.x),
    maxY: start.maxY + Math.max(0, translation.y),
  };
  let closest: ShapeCastHit | null = null;
  for (const handle of collect(state, swept, filter, () => true)) {
    const other = state.shapeGeometry[handle.id]!;
    const found = castShape(other, poseOf(state, handle.id), shape, pose, translation);
    if (!found.hit || (closest !== null && found.fraction >= closest.fraction)) continue;
    closest = { shape: handle, fraction: found.fraction, point: found.point, normal: found.normal };
  }
  return closest;
}

/** Visits the hits of a ray. `visit` returns the fraction up to which to continue. */
function forEachOnRay(
  state: WorldState,
  origin: Vec2,
  translation: Vec2,
  filter: RayQueryFilter,
  visit: (hit: RayCastHit) => number,
): void {
  requireRay(origin, translation, filter);
  requireQueryFilter(filter, true);
  takeInMoves(state);
  const options = { solid: filter.solid ?? false };
  state.broadPhase.castRay(origin.x, origin.y, translation.x, translation.y, 1, (id, maxFraction) => {
    if (!isSeen(state, id, filter)) return maxFraction;
    const ray = { origin, translation, maxFraction };
    const { hit, fraction, point, normal } = castRay(
      state.shapeGeometry[id]!,
      poseOf(state, id),
      ray,
      options,
    );
    return hit ? visit({ shape: state.shapeHandles[id]!, fraction, point, normal }) : maxFraction;
  });
}

/** Returns the shapes near a box that pass the filter and a test, by id. */
function collect(
  state: WorldState,
  box: Aabb,
  filter: QueryFilter,
  test: (shape: Shape, pose: Transform) => boolean,
): BodyShape[] {
  requireQueryFilter(filter, false);
  takeInMoves(state);
  candidates.clear();
  const count = state.broadPhase.queryBox(
    Float64Array.of(box.minX, box.minY, box.maxX, box.maxY),
    0,
    candidates,
  );
  const found: BodyShape[] = [];
  const ids = candidates.proxies.slice(0, count).sort();
  for (const id of ids) {
    if (isSeen(state, id, filter) && test(state.shapeGeometry[id]!, poseOf(state, id))) {
      found.push(state.shapeHandles[id]!);
    }
  }
  return found;
}

function isSeen(state: WorldState, id: number, filter: QueryFilter): boolean {
  const { shapes } = state;
  if ((shapes.flags[id] & SHAPE_SENSOR) !== 0 && filter.sensors !== true) return false;
  const { category = 0xffffffff, mask = 0xffffffff, group = 0 } = filter;
  if (!filtersMatch(category, mask, group, shapes.category[id], shapes.mask[id], shapes.group[id]))
    return false;
  return filter.accept === undefined || accepts(state, filter.accept, id);
}

function poseOf(state: WorldState, id: number): Transform {
  const { pose } = state.bodies;
  const o = state.shapes.body[id] * BODY_STRIDE;
  return { x: pose[o + X], y: pose[o + Y], c: pose[o + C], s: pose[o + S] };
}

/** Checks the ends of a ray. What other engines take in their place tells that the call is theirs: a ray, a length, a callback. */
function requireRay(origin: Vec2, translation: Vec2, filter: unknown): void {
  const isTheirs =
    typeof origin === 'function' ||
    (typeof origin === 'object' && origin !== null && 'origin' in origin) ||
    typeof translation === 'number' ||
    (filter !== null && typeof filter !== 'object');
  if (isTheirs)
    throw new InputError(
      'castRay',
      [origin, translation, filter],
      'castRay(origin, translation, filter), with the translation from the origin to the end of the ray, to - from, and a filter { ... } or none',
    );
  requireMagnitude2('origin', origin);
  requireMagnitude2('translation', translation);
}

function requireQueryFilter(filter: RayQueryFilter, isRay: boolean): void {
  requireKnownFields(filter, 'filter', [
    'category',
    'mask',
    'group',
    'sensors',
    'accept',
    ...(isRay ? ['solid'] : []),
  ]);
  const { sensors, accept, solid, ...bits } = filter;
  validateFilter(bits, 'filter');
  if (sensors !== undefined) requireBoolean('filter.sensors', sensors);
  if (solid !== undefined) requireBoolean('filter.solid', solid);
  if (accept !== undefined) requireFunction('filter.accept', accept);
}

function requireBox(box: Aabb): void {
  requireRecord('box', box);
  for (const field of ['minX', 'minY', 'maxX', 'maxY'] as const) requireFinite(`box.${field}`, box[field]);
  if (box.maxX < box.minX)
    throw new InputError('box.maxX', box.maxX, `a number >= minX, which is ${box.minX}`);
  if (box.maxY < box.minY)
    throw new InputError('box.maxY', box.maxY, `a number >= minY, which is ${box.minY}`);
}

function requirePose(pose: Transform): void {
  requireMagnitude2('pose', requireTransform('pose', pose));
  const length = pose.c * pose.c + pose.s * pose.s;
  if (Math.abs(length - 1) > ROTATION_TOLERANCE) {
    throw new InputError('pose', pose, `a rotation with c^2 + s^2 = 1 (within ${ROTATION_TOLERANCE})`);
  }
}
