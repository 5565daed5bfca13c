/**
 * A world with only the features that a page needs. `createWorld` of this entry creates a `BareWorld`. Joints, soft bodies,
 * queries and measurements are functions that take the world, and continuous collision is a part (`continuous`), so that a
 * bundler includes only what is used. Everything else is in the main entry.
 * @module
 */
import { BareWorld, type WorldDefinition, type WorldParts } from './bare-world.js';

/**
 * Creates an empty world without methods for joints, soft bodies, queries and measurements, and only with the given parts. Throws
 * an `InputError` for invalid options, or if the solver rejects them.
 */
export function createWorld(definition: WorldDefinition, parts: WorldParts = {}): BareWorld {
  return new BareWorld(definition, parts);
}

export { BareWorld, type WorldDefinition, type WorldParts } from './bare-world.js';
export { addBuoyancy } from './buoyancy.js';
export { createCharacter } from './character-mover.js';
export { type ContinuousPart, continuous } from './continuous.js';
export { explode } from './explosion.js';
export { interpolatedPose } from './interpolated-pose.js';
export { moveTo } from './move-to.js';
export { readTransforms } from './read-transforms.js';
export { type SeamsPart, seams } from './seams.js';
export { countTouching, touching } from './touching.js';
export { addWind } from './wind.js';
export { setCollisionEnabled } from './world-collisions.js';
export { createJoint, destroyJoint } from './world-joints.js';
export { invariants, stateHash } from './world-measures.js';
export {
  castRay,
  castRayAll,
  castShape,
  overlapAABB,
  overlapPoint,
  overlapShape,
} from './world-queries.js';
export { createSoftBody, destroySoftBody, softBodyOf } from './world-soft-bodies.js';
export { forEachBroadPhaseBox, forEachContact } from './world-visits.js';
