/** Collisions of two bodies of a world, as a function. The method of `World` calls it; use it directly with a bare world. */
import { requireBoolean } from '@otedama/math2d';
import { type BareWorld, stateOf } from './bare-world.js';
import type { Body } from './body.js';
import { bodyPairKey } from './filter.js';
import { refilterBodies } from './lifecycle.js';
import { requireOwnBody } from './own-body.js';
import { wakeBody } from './sleep.js';

/** `World.setCollisionEnabled` for a bare world. Throws an `InputError` for bodies that are not in it, and for anything but true or false. */
export function setCollisionEnabled(world: BareWorld, bodyA: Body, bodyB: Body, enabled: boolean): void {
  const state = stateOf(world);
  state.requireUnlocked('world.setCollisionEnabled');
  requireOwnBody(state, 'bodyA', bodyA);
  requireOwnBody(state, 'bodyB', bodyB);
  const key = bodyPairKey(bodyA.id, bodyB.id);
  if (requireBoolean('enabled', enabled) === !state.disabledPairs.has(key)) return;
  if (enabled) state.disabledPairs.delete(key);
  else state.disabledPairs.add(key);
  refilterBodies(state, bodyA.id, bodyB.id);
  if (!enabled) return;
  // they may overlap
  wakeBody(state, bodyA.id);
  wakeBody(state, bodyB.id);
}
