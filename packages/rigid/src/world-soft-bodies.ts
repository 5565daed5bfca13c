/** Soft bodies of a world, as functions. The methods of `World` call them; use them directly with a bare world. */
import { InputError } from '@otedama/math2d';
import { type BareWorld, stateOf } from './bare-world.js';
import type { Body } from './body.js';
import { requireOwnBody } from './own-body.js';
import { listParticles, particleDefinitions, planSoftBody, SoftBody } from './soft-body.js';
import { copySoftBodyDefinition, type SoftBodyDefinition } from './soft-body-definition.js';
import { validateBody } from './validate.js';

/** `World.createSoftBody` for a bare world. Throws an `InputError` for invalid input, or if the solver does not support soft bodies. */
export function createSoftBody(world: BareWorld, definition: SoftBodyDefinition): SoftBody {
  const state = stateOf(world);
  state.requireUnlocked('world.createSoftBody');
  const { capabilities } = state.solver;
  const plan = planSoftBody(definition, '', capabilities);
  const particleBodies = particleDefinitions(definition, plan, state.softBodyCount);
  // all before the first is created: a particle may be out of range although the soft body is not
  for (const body of particleBodies) validateBody(body, '', capabilities);
  state.softBodyCount++;
  const particles = particleBodies.map((body) => world.createBody(body));
  const softBody = new SoftBody(state, copySoftBodyDefinition(definition), plan, particles);
  state.softBodies.push(softBody);
  listParticles(state, softBody);
  return softBody;
}

/** `World.softBodyOf` for a bare world. Throws an `InputError` for a body that is not in it. */
export function softBodyOf(world: BareWorld, body: Body): SoftBody | null {
  const state = stateOf(world);
  requireOwnBody(state, 'body', body);
  return state.particleOwners.get(body.id) ?? null;
}

/** `World.destroySoftBody` for a bare world. Throws an `InputError` for a soft body that is not in it. */
export function destroySoftBody(world: BareWorld, softBody: SoftBody): void {
  const state = stateOf(world);
  state.requireUnlocked('world.destroySoftBody');
  const place = state.softBodies.indexOf(softBody);
  if (place < 0) throw new InputError('softBody', softBody, 'a soft body that is in this world');
  state.softBodies.splice(place, 1);
  state.retired?.keepSoftBody(softBody);
  for (const { id } of softBody.particles) state.particleOwners.delete(id);
  for (const particle of softBody.particles) world.destroyBody(particle);
}
