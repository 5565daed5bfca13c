import type { Shape } from '@otedama/collision';
import type { Aabb, Transform, Vec2 } from '@otedama/math2d';
import { BareWorld, type WorldDefinition } from './bare-world.js';
import type { Body } from './body.js';
import type { BodyShape } from './body-shape.js';
import { continuous } from './continuous.js';
import type { Invariants } from './invariants.js';
import type { Joint } from './joint.js';
import type { JointDefinition } from './joint-definitions.js';
import type { QueryFilter, RayCastHit, RayQueryFilter, ShapeCastHit } from './queries.js';
import type { SoftBody } from './soft-body.js';
import type { SoftBodyDefinition } from './soft-body-definition.js';
import { countTouching, touching } from './touching.js';
import { createJoint, destroyJoint } from './world-joints.js';
import { invariants, stateHash } from './world-measures.js';
import { castRay, castRayAll, castShape, overlapAABB, overlapPoint, overlapShape } from './world-queries.js';
import { createSoftBody, destroySoftBody } from './world-soft-bodies.js';

/** Makes an empty world. Throws `InputError` on bad numbers, or from the solver. */
export function createWorld(definition: WorldDefinition): World {
  return new World(definition);
}

/** A world of rigid bodies with everything it can do as a method. */
export class World extends BareWorld {
  constructor(definition: WorldDefinition) {
    super(definition, { continuous });
  }

  // ── Joints and soft bodies ────────────────────────────────────────────────────────────────────────────────────

  /** Adds a joint. Throws `InputError` when the solver cannot do its kind. */
  createJoint(definition: JointDefinition<Body>): Joint {
    return createJoint(this, definition);
  }

  /** Removes a joint. Its handle goes stale. Throws `InputError` for a joint that is not in this world. */
  destroyJoint(joint: Joint): void {
    destroyJoint(this, joint);
  }

  /** Adds a deformable body. Throws `InputError` with the path of the bad field, or when the solver cannot do it. */
  createSoftBody(definition: SoftBodyDefinition): SoftBody {
    return createSoftBody(this, definition);
  }

  /** Removes a deformable body with its particles. Throws `InputError` for one that is not in this world. */
  destroySoftBody(softBody: SoftBody): void {
    destroySoftBody(this, softBody);
  }

  // ── Questions ─────────────────────────────────────────────────────────────────────────────────────────────────
  // Answers are exact at the present poses. They may be asked at any time, also in hooks.

  /**
   * First shape along a ray, or null.
   * @param origin where it starts, m
   * @param translation how far it goes, m; need not have length 1
   * @throws InputError on numbers that are not finite, or a bad filter
   */
  castRay(origin: Vec2, translation: Vec2, filter?: RayQueryFilter): RayCastHit | null {
    return castRay(this, origin, translation, filter);
  }

  /** Every shape along a ray, nearest first; parameters, `InputError` and all, as `castRay`. */
  castRayAll(origin: Vec2, translation: Vec2, filter?: RayQueryFilter): RayCastHit[] {
    return castRayAll(this, origin, translation, filter);
  }

  /** Shapes whose bounding boxes touch a box, m, by id. Throws `InputError` on a box that is not one. */
  overlapAABB(box: Aabb, filter?: QueryFilter): BodyShape[] {
    return overlapAABB(this, box, filter);
  }

  /** Shapes that hold a point, m, outlines included, by id. Throws `InputError` on a bad point. */
  overlapPoint(point: Vec2, filter?: QueryFilter): BodyShape[] {
    return overlapPoint(this, point, filter);
  }

  /**
   * Shapes that touch a body or a shape, by id: what has begun to and has not ended, as of the last step. Of a sensor those within it; of
   * what is solid also the sensors that it is in. Unlike sums of begins and ends it is right after a snapshot was restored, too. Throws
   * `InputError` for what is not in this world.
   */
  touching(of: Body | BodyShape): BodyShape[] {
    return touching(this, of);
  }

  /**
   * Number of pairs of solid shapes that touch: what has begun to and has not ended, as of the last step, resting bodies included, sensors not. Goes
   * through all contacts, unlike `stats.touchingContacts`, which the last step has counted: of awake bodies, and with those that are about to touch.
   */
  countTouching(): number {
    return countTouching(this);
  }

  /** Shapes that overlap or touch a shape at a pose (default: as it is written), by id. Throws `InputError` on a bad shape or pose. */
  overlapShape(shape: Shape, pose?: Transform, filter?: QueryFilter): BodyShape[] {
    return overlapShape(this, shape, pose, filter);
  }

  /**
   * First shape that a shape meets on its way from a pose along a translation, m, without turning; or null. Throws `InputError` on a bad
   * shape, pose or translation, and for half-spaces.
   */
  castShape(shape: Shape, pose: Transform, translation: Vec2, filter?: QueryFilter): ShapeCastHit | null {
    return castShape(this, shape, pose, translation, filter);
  }

  // ── Measuring ─────────────────────────────────────────────────────────────────────────────────────────────────

  /**
   * Energies, momenta, deepest overlap and joint error, measured now, apart from the solver. Costs about as much as finding all
   * contacts from nothing.
   */
  invariants(): Invariants {
    return invariants(this);
  }

  /** Hash of everything later steps depend on, 16 hexadecimal digits: equal states give equal hashes on every machine. */
  stateHash(): string {
    return stateHash(this);
  }
}
