/**
 * The same world without what a page may not need. `createWorld` of this entry makes a `BareWorld`; joints, soft bodies, queries and
 * measuring are functions that take it, and sweeping fast bodies is a part (`continuous`), so that a bundler keeps what is called. All
 * else is in the main entry.
 */
import { BareWorld, type WorldDefinition, type WorldParts } from './bare-world.js';

/**
 * Makes an empty world without the methods for joints, soft bodies, queries and measuring, and without the parts that it is not given. Throws `InputError` on
 * bad numbers, or from the solver.
 */
export function createWorld(definition: WorldDefinition, parts: WorldParts = {}): BareWorld {
  return new BareWorld(definition, parts);
}

export { BareWorld, type WorldDefinition, type WorldParts } from './bare-world.js';
export { addBuoyancy } from './buoyancy.js';
export { createCharacter } from './character-mover.js';
export { type ContinuousPart, continuous } from './continuous.js';
export { explode } from './explosion.js';
export { moveTo } from './move-to.js';
export { countTouching, touching } from './touching.js';
export { addWind } from './wind.js';
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
export { createSoftBody, destroySoftBody } from './world-soft-bodies.js';
