/** Checks a solver before a world uses it: one that was written by hand may lack a part that the world asks for only later. */
import { InputError, requireBoolean, requireOneOf, requireRecord } from '@otedama/math2d';
import { jointKinds } from './joint-layout.js';
import { featureFields } from './lifecycle.js';
import type { Solver, SolverCapabilities } from './solver.js';
import { requireString } from './validate.js';

/** Throws an `InputError` that names the part which a solver lacks: its name, its capabilities, or known joints among them. */
export function validateSolver({ name, capabilities }: Solver): void {
  requireString('solver.name', name);
  validateCapabilities(capabilities, 'solver.capabilities');
}

/** Throws an `InputError` for capabilities that are none: joints of unknown kinds, and features that are neither there nor not. */
export function validateCapabilities(capabilities: SolverCapabilities, path: string): void {
  requireRecord(path, capabilities);
  const { joints, softBodies } = capabilities;
  if (softBodies !== undefined && typeof softBodies !== 'function')
    throw new InputError(`${path}.softBodies`, softBodies, 'the function createSoftBody, or nothing');
  if (!Array.isArray(joints))
    throw new InputError(`${path}.joints`, joints, 'an array of joint kinds, empty for none');
  joints.forEach((kind, k) => {
    requireOneOf(`${path}.joints[${k}]`, kind, jointKinds);
  });
  for (const feature of featureFields) requireBoolean(`${path}.${feature}`, capabilities[feature]);
}

/**
 * Returns the function that creates soft bodies.
 * @param path path of the definition, for the error message
 * @throws InputError if the solver has no soft bodies
 */
export function requireSoftBodies(
  path: string,
  { softBodies }: SolverCapabilities,
): NonNullable<SolverCapabilities['softBodies']> {
  if (softBodies !== undefined) return softBodies;
  throw new InputError(path || 'softBody', 'a soft body', 'none, since the solver cannot do it');
}
