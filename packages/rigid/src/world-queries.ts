/**
 * Queries of a world, as functions. The methods of `World` call them; use them directly with a bare world. Results are exact for
 * the current poses. Queries may be called at any time, also in hooks. All throw an `InputError` for invalid input.
 */
import type { Shape } from '@otedama/collision';
import type { Aabb, Transform, Vec2 } from '@otedama/math2d';
import { type BareWorld, stateOf } from './bare-world.js';
import type { BodyShape } from './body-shape.js';
import {
  type QueryFilter,
  queryAabb,
  queryPoint,
  queryRay,
  queryRayAll,
  queryShape,
  queryShapeCast,
  type RayCastHit,
  type RayQueryFilter,
  type ShapeCastHit,
} from './queries.js';

const identity: Transform = { x: 0, y: 0, c: 1, s: 0 };

/** `World.castRay` for a bare world: the first shape along a ray, m, or null. Throws an `InputError` for invalid input. */
export function castRay(
  world: BareWorld,
  origin: Vec2,
  translation: Vec2,
  filter: RayQueryFilter = {},
): RayCastHit | null {
  return queryRay(stateOf(world), origin, translation, filter);
}

/** `World.castRayAll` for a bare world: all shapes along a ray, m, nearest first. Throws an `InputError` for invalid input. */
export function castRayAll(
  world: BareWorld,
  origin: Vec2,
  translation: Vec2,
  filter: RayQueryFilter = {},
): RayCastHit[] {
  return queryRayAll(stateOf(world), origin, translation, filter);
}

/** `World.overlapAABB` for a bare world: shapes whose bounding boxes touch a box, m, by id. Throws an `InputError` for invalid input. */
export function overlapAABB(world: BareWorld, box: Aabb, filter: QueryFilter = {}): BodyShape[] {
  return queryAabb(stateOf(world), box, filter);
}

/** `World.overlapPoint` for a bare world: shapes that contain a point, m, by id. Throws an `InputError` for invalid input. */
export function overlapPoint(world: BareWorld, point: Vec2, filter: QueryFilter = {}): BodyShape[] {
  return queryPoint(stateOf(world), point, filter);
}

/**
 * `World.overlapShape` for a bare world: shapes that overlap or touch a shape at a pose, by id. Throws an `InputError` for
 * invalid input.
 */
export function overlapShape(
  world: BareWorld,
  shape: Shape,
  pose: Transform = identity,
  filter: QueryFilter = {},
): BodyShape[] {
  return queryShape(stateOf(world), shape, pose, filter);
}

/**
 * `World.castShape` for a bare world: the first shape that a moving shape hits along a translation, m, or null. Throws an
 * `InputError` for invalid input.
 */
export function castShape(
  world: BareWorld,
  shape: Shape,
  pose: Transform,
  translation: Vec2,
  filter: QueryFilter = {},
): ShapeCastHit | null {
  return queryShapeCast(stateOf(world), shape, pose, translation, filter);
}
