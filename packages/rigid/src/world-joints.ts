/** Joints of a world, as functions. The methods of `World` call them; use them directly with a bare world. */
import { InputError } from '@otedama/math2d';
import { type BareWorld, stateOf } from './bare-world.js';
import type { Body } from './body.js';
import { Joint } from './joint.js';
import type { JointDefinition } from './joint-definitions.js';
import { addJoint, removeJoint } from './joint-lifecycle.js';
import { JointUpkeep } from './joint-upkeep.js';
import { validateJoint } from './joint-validation.js';
import { requireOwnBody } from './own-body.js';

/** `World.createJoint` for a bare world. Throws an `InputError` for invalid input and for a kind that the solver does not support. */
export function createJoint(world: BareWorld, definition: JointDefinition<Body>): Joint {
  return join(world, definition, true);
}

/** `createJoint` for a scene: it does not wake bodies that the scene defines as sleeping. */
export function createJointOfScene(world: BareWorld, definition: JointDefinition<Body>): Joint {
  return join(world, definition, false);
}

function join(world: BareWorld, definition: JointDefinition<Body>, wakes: boolean): Joint {
  const state = stateOf(world);
  state.requireUnlocked('world.createJoint');
  validateJoint(definition, '', state.solver.capabilities);
  const isGrab = definition.kind === 'grab';
  const bodyA = isGrab ? null : (definition.bodyA ?? null);
  const bodyB = isGrab ? definition.body : definition.bodyB;
  // a misspelt name, or a map that lacks the body: the joint would hold B to the world
  if (bodyA === null && 'bodyA' in definition && definition.bodyA === undefined)
    throw new InputError('bodyA', undefined, 'a body, or null for the world');
  if (bodyA !== null) requireOwnBody(state, 'bodyA', bodyA);
  requireOwnBody(state, isGrab ? 'body' : 'bodyB', bodyB);
  if (bodyA === bodyB) throw new InputError('bodyB', 'the same body as bodyA', 'another body');
  if (isGrab && bodyB.type !== 'dynamic')
    throw new InputError('body', `a ${bodyB.type} body`, 'a dynamic body');
  state.jointUpkeep ??= new JointUpkeep(state);
  return addJoint(state, definition, wakes);
}

/** `World.destroyJoint` for a bare world. Throws an `InputError` for a joint that is not in it. */
export function destroyJoint(world: BareWorld, joint: Joint): void {
  const state = stateOf(world);
  state.requireUnlocked('world.destroyJoint');
  if (!(joint instanceof Joint) || state.jointHandles[joint.id] !== joint) {
    throw new InputError('joint', joint, 'a joint that is in this world');
  }
  removeJoint(state, joint.id);
}
