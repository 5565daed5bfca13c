import type { BoxVisitor, Shape } from '@otedama/collision';
import { type Aabb, refuseUnknownProperties, type Transform, type Vec2 } from '@otedama/math2d';
import { BareWorld, stateOf, type WorldDefinition } from './bare-world.js';
import type { Body } from './body.js';
import type { BodyShape } from './body-shape.js';
import type { ContactView } from './contact-view.js';
import { continuous } from './continuous.js';
import { translateDefinitionNames } from './definition-names.js';
import { insteadOfWorldNames, nameEvents, refuseUnknownNames } from './handle-names.js';
import type { Invariants } from './invariants.js';
import type { Joint } from './joint.js';
import type { JointDefinition } from './joint-definitions.js';
import type { QueryFilter, RayCastHit, RayQueryFilter, ShapeCastHit } from './queries.js';
import { readTransforms } from './read-transforms.js';
import { seams } from './seams.js';
import type { SoftBody } from './soft-body.js';
import type { SoftBodyDefinition } from './soft-body-definition.js';
import { requireSoftBodies, validateSolver } from './solver-validation.js';
import { countTouching, touching } from './touching.js';
import { setCollisionEnabled } from './world-collisions.js';
import { createJoint, destroyJoint } from './world-joints.js';
import { invariants, stateHash } from './world-measures.js';
import { castRay, castRayAll, castShape, overlapAABB, overlapPoint, overlapShape } from './world-queries.js';
import { destroySoftBody, softBodyOf } from './world-soft-bodies.js';
import { forEachBroadPhaseBox, forEachContact } from './world-visits.js';

/**
 * Creates an empty world, with all features as methods. For pages where size counts, the `bare` entry has a `createWorld` without them.
 * Throws an `InputError` for invalid options, or if the solver rejects them.
 * @param definition at least a solver, such as `createSoftStep()` of @otedama/rigid-constraint
 */
export function createWorld(definition: WorldDefinition): World {
  return new World(definition);
}

/**
 * A world of rigid bodies, with all its features as methods; made by `createWorld`. Create bodies and joints, call `step` with a fixed
 * time step, and read poses and `events` after it. Methods throw an `InputError` for invalid input and then leave the world unchanged.
 */
export class World extends BareWorld {
  static {
    translateDefinitionNames();
    refuseUnknownNames();
    refuseUnknownProperties(World, 'world', {}, insteadOfWorldNames);
  }

  constructor(definition: WorldDefinition) {
    super(definition, { continuous, seams });
    validateSolver(definition.solver);
    nameEvents(this.events);
  }

  // ── Joints and soft bodies ────────────────────────────────────────────────────────────────────────────────────

  /**
   * Adds a joint and wakes its bodies. Throws an `InputError` if the definition is invalid or the solver does not support this kind of joint.
   */
  createJoint(definition: JointDefinition<Body>): Joint {
    return createJoint(this, definition);
  }

  /** Removes a joint and wakes its bodies. Its handle becomes invalid. Throws an `InputError` for a joint that is not in this world. */
  destroyJoint(joint: Joint): void {
    destroyJoint(this, joint);
  }

  /** Adds a soft body. Throws an `InputError` with the path of the invalid field, or if the solver does not support soft bodies. */
  createSoftBody(definition: SoftBodyDefinition): SoftBody {
    stateOf(this).requireUnlocked('world.createSoftBody');
    return requireSoftBodies('', this.solver.capabilities)(this, definition);
  }

  /** Removes a soft body with its particles. Throws an `InputError` for one that is not in this world. */
  destroySoftBody(softBody: SoftBody): void {
    destroySoftBody(this, softBody);
  }

  /**
   * The soft body that a body is a particle of, or null: what an event or a query has met. Throws an `InputError` for a body that is not in
   * this world.
   */
  softBodyOf(body: Body): SoftBody | null {
    return softBodyOf(this, body);
  }

  // ── Pairs, contacts, boxes and poses ──────────────────────────────────────────────────────────────────────────

  /**
   * Switches collisions between two bodies off, or on again, whatever their filters. The default is on. A snapshot contains this, a scene
   * does not; a joint of kind `filter` does the same and is part of both. Throws an `InputError` for bodies that are not in this world.
   */
  setCollisionEnabled(bodyA: Body, bodyB: Body, enabled: boolean): void {
    setCollisionEnabled(this, bodyA, bodyB, enabled);
  }

  /**
   * Writes the pose of every body slot to `out`, 4 numbers per slot: x and y of the origin, cosine and sine of the angle. A slot
   * without a body gets the last pose that was in it.
   * @param out an array of at least 4 * `slotCount` numbers
   * @param alpha position between the last two steps, 0..1: 1 (default) gives the current poses, 0 those before the last step. Pass
   *   the `alpha` of a frame clock to draw smooth motion
   * @returns the number of slots written
   * @throws InputError for an array that is too short (the error says how long it must be) and for an `alpha` that is not finite
   */
  readTransforms(out: Float32Array | Float64Array, alpha = 1): number {
    return readTransforms(this, out, alpha);
  }

  /**
   * Calls `visit` for each contact that has points, except those of sensors. Contacts of awake bodies come first, in the order of the
   * solver, then those of resting bodies. The same view object is used for all calls.
   * @param visit may change the world, and even destroy the bodies of a contact; contacts that no longer exist are skipped. It must
   *   not step the world or restore a snapshot
   * @throws InputError if `visit` is not a function
   */
  forEachContact(visit: (contact: ContactView) => void): void {
    forEachContact(this, visit);
  }

  /**
   * Calls `visit` for each box of the broad phase, m: the fat box of every shape, and the boxes that the broad phase files them under,
   * which are the inner nodes of trees or the occupied cells of a grid, each before what it contains. Draw them to see why a world
   * finds its pairs fast or slowly. For a shape, `proxy` is its id; see `shapeAt`. Half-spaces have infinite boxes.
   * @param visit may read the world but not change it
   * @throws InputError if `visit` is not a function
   */
  forEachBroadPhaseBox(visit: BoxVisitor): void {
    forEachBroadPhaseBox(this, visit);
  }

  // ── Queries ───────────────────────────────────────────────────────────────────────────────────────────────────
  // Results are exact for the current poses. Queries may be called at any time, also in hooks.

  /**
   * Returns the first shape that a ray hits, or null. Chain segments are hit only from their free side.
   * @param origin start of the ray, m
   * @param translation direction and length of the ray, m: not its end, but the way to it, `{ x: to.x - from.x, y: to.y - from.y }`. A ray of
   *   length 0 hits nothing, or with `solid` what contains its start
   * @throws InputError for numbers that are not finite, or an invalid filter
   */
  castRay(origin: Vec2, translation: Vec2, filter?: RayQueryFilter): RayCastHit | null {
    return castRay(this, origin, translation, filter);
  }

  /** Returns all shapes that a ray hits, nearest first. Parameters and `InputError` as in `castRay`. */
  castRayAll(origin: Vec2, translation: Vec2, filter?: RayQueryFilter): RayCastHit[] {
    return castRayAll(this, origin, translation, filter);
  }

  /** Returns the shapes whose bounding boxes touch a box, m, sorted by id. Throws an `InputError` for an invalid box. */
  overlapAABB(box: Aabb, filter?: QueryFilter): BodyShape[] {
    return overlapAABB(this, box, filter);
  }

  /** Returns the shapes that contain a point, m, including their outlines, sorted by id. Throws an `InputError` for an invalid point. */
  overlapPoint(point: Vec2, filter?: QueryFilter): BodyShape[] {
    return overlapPoint(this, point, filter);
  }

  /**
   * Returns the shapes that touch a body or a shape as of the last step, sorted by id. For a sensor, these are the shapes inside it;
   * for a solid shape, they include the sensors that contain it. Unlike counting begin and end events, this is also correct after
   * restoring a snapshot. Throws an `InputError` for a body or shape that is not in this world.
   */
  touching(of: Body | BodyShape): BodyShape[] {
    return touching(this, of);
  }

  /**
   * Returns the number of pairs of solid shapes that touch as of the last step, including resting bodies but not sensors. It goes
   * through all contacts. `stats.touchingContacts` is cheaper, but counts only awake bodies and includes pairs that are about to
   * touch.
   */
  countTouching(): number {
    return countTouching(this);
  }

  /**
   * Returns the shapes that overlap or touch a shape at a pose (default: identity; `transform.create(x, y, angle)` of @otedama/math2d makes
   * one), sorted by id. Chain segments count from both sides. Throws an `InputError` for an invalid shape or pose.
   */
  overlapShape(shape: Shape, pose?: Transform, filter?: QueryFilter): BodyShape[] {
    return overlapShape(this, shape, pose, filter);
  }

  /**
   * Moves a shape from a pose along a translation, m, without rotation, and returns the first shape that it hits, or null. Poses and chain
   * segments are as in `overlapShape`. Throws an `InputError` for an invalid shape, pose or translation, and for half-spaces.
   */
  castShape(shape: Shape, pose: Transform, translation: Vec2, filter?: QueryFilter): ShapeCastHit | null {
    return castShape(this, shape, pose, translation, filter);
  }

  // ── Measuring ─────────────────────────────────────────────────────────────────────────────────────────────────

  /**
   * Measures energies, momenta, deepest overlap and joint error of the current state, independently of the solver. Costs about as
   * much as finding all contacts from scratch.
   */
  invariants(): Invariants {
    return invariants(this);
  }

  /**
   * Returns a hash of the bodies with their shapes, the contacts and joints, the pairs whose collisions are switched off, and the
   * definitions of the fields, 16 hexadecimal digits. Equal states give equal hashes on every machine. It does not cover the number of steps:
   * compare hashes of the same step. Nor does it cover what shows only when a later step uses it: hooks, options, the solver, the geometry
   * and density of shapes, the stiffness of soft bodies.
   */
  stateHash(): string {
    return stateHash(this);
  }
}
