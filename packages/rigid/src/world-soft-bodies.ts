/** Soft bodies of a world, as functions. The methods of `World` call them; use them directly with a bare world. */
import { InputError } from '@otedama/math2d';
import { type BareWorld, stateOf } from './bare-world.js';
import type { Body } from './body.js';
import { requireOwnBody } from './own-body.js';
import { particleDefinitions, planSoftBody, SoftBody } from './soft-body.js';
import type { SoftBodyDefinition } from './soft-body-definition.js';
import type { WorldState } from './world-state.js';

/** `World.createSoftBody` for a bare world. Throws an `InputError` for invalid input, or if the solver does not support soft bodies. */
export function createSoftBody(world: BareWorld, definition: SoftBodyDefinition): SoftBody {
  const state = stateOf(world);
  state.requireUnlocked('world.createSoftBody');
  const plan = planSoftBody(definition, '', state.solver.capabilities);
  const particles = particleDefinitions(definition, plan, state.softBodyCount++).map((particle) =>
    world.createBody(particle),
  );
  const softBody = new SoftBody(state, definition, plan, particles);
  state.softBodies.push(softBody);
  return softBody;
}

/** Soft bodies by particle, and the revision of the bodies for which they were listed. */
interface ParticleList {
  readonly revision: number;
  readonly owners: ReadonlyMap<Body, SoftBody>;
}

const particleLists = new WeakMap<WorldState, ParticleList>();

/** `World.softBodyOf` for a bare world. Throws an `InputError` for a body that is not in it. */
export function softBodyOf(world: BareWorld, body: Body): SoftBody | null {
  const state = stateOf(world);
  requireOwnBody(state, 'body', body);
  const { revision } = state.bodies;
  let list = particleLists.get(state);
  // particles start out awake, so a soft body that appears raises the revision, and the particles of one that goes are no own bodies
  if (list === undefined || list.revision !== revision) {
    const owners = new Map<Body, SoftBody>();
    for (const softBody of state.softBodies) {
      for (const particle of softBody.particles) owners.set(particle, softBody);
    }
    list = { revision, owners };
    particleLists.set(state, list);
  }
  return list.owners.get(body) ?? null;
}

/** `World.destroySoftBody` for a bare world. Throws an `InputError` for a soft body that is not in it. */
export function destroySoftBody(world: BareWorld, softBody: SoftBody): void {
  const state = stateOf(world);
  state.requireUnlocked('world.destroySoftBody');
  const place = state.softBodies.indexOf(softBody);
  if (place < 0) throw new InputError('softBody', softBody, 'a soft body that is in this world');
  state.softBodies.splice(place, 1);
  state.retired?.keepSoftBody(softBody);
  for (const particle of softBody.particles) world.destroyBody(particle);
}
