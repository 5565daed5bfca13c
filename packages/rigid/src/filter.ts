/** Decides which shapes collide. */
import { DYNAMIC, KINEMATIC } from './layout.js';
import { SHAPE_SENSOR } from './shape-flags.js';
import type { WorldState } from './world-state.js';

/**
 * The rule of categories, masks and groups, symmetric in A and B.
 * @param categoryA, maskA, groupA 32 bits each
 */
export function filtersMatch(
  categoryA: number,
  maskA: number,
  groupA: number,
  categoryB: number,
  maskB: number,
  groupB: number,
): boolean {
  if (groupA === groupB && groupA !== 0) return groupA > 0;
  return (categoryA & maskB) !== 0 && (categoryB & maskA) !== 0;
}

/**
 * Whether two shapes may have a contact. They must belong to different bodies, collision of these must be enabled and not
 * disabled by a joint, and their filters must match. Either both are solid and at least one body is dynamic, or exactly one is a
 * sensor and not both bodies are static.
 */
export function shouldCollide(state: WorldState, a: number, b: number): boolean {
  const { shapes, bodies } = state;
  const bodyA = shapes.body[a];
  const bodyB = shapes.body[b];
  if (bodyA === bodyB) return false;
  const sensorA = shapes.flags[a] & SHAPE_SENSOR;
  const sensorB = shapes.flags[b] & SHAPE_SENSOR;
  if ((sensorA & sensorB) !== 0) return false;
  // the types are in the order static, kinematic, dynamic
  const leastType = (sensorA | sensorB) === 0 ? DYNAMIC : KINEMATIC;
  if (bodies.type[bodyA] < leastType && bodies.type[bodyB] < leastType) return false;
  const { category, mask, group } = shapes;
  if (!filtersMatch(category[a], mask[a], group[a], category[b], mask[b], group[b])) return false;
  return !isCollisionOff(state, bodyA, bodyB);
}

/** Whether the collisions of two bodies are switched off, by `setCollisionEnabled` or by a joint. */
export function isCollisionOff(
  { disabledPairs, jointedPairs }: WorldState,
  bodyA: number,
  bodyB: number,
): boolean {
  if (disabledPairs.size === 0 && jointedPairs.size === 0) return false;
  const key = bodyPairKey(bodyA, bodyB);
  return disabledPairs.has(key) || jointedPairs.has(key);
}

/** Maximum number of slots of a world: two slots fit exactly into one number. */
const MOST_SLOTS = 0x4000000;

/** Key of a pair of body slots, independent of their order. */
export function bodyPairKey(a: number, b: number): number {
  return a < b ? a * MOST_SLOTS + b : b * MOST_SLOTS + a;
}

/** The two slots in a `bodyPairKey`, the lower one first. */
export function bodiesOfPair(key: number): [number, number] {
  const lower = Math.floor(key / MOST_SLOTS);
  return [lower, key - lower * MOST_SLOTS];
}

/** Whether a slot is one of the two in a `bodyPairKey`. */
export function isInBodyPair(key: number, slot: number): boolean {
  return bodiesOfPair(key).includes(slot);
}
