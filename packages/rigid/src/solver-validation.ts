/** Checks a solver before a world uses it: one that was written by hand may lack a part that the world asks for only later. */
import { InputError, requireRecord } from '@otedama/math2d';
import { jointKinds } from './joint-layout.js';
import type { Solver, SolverCapabilities } from './solver.js';
import { requireString } from './validate.js';

/** Throws an `InputError` that names the part which a solver lacks: its name, its capabilities, or known joints among them. */
export function validateSolver({ name, capabilities }: Solver): void {
  requireString('solver.name', name);
  requireRecord('solver.capabilities', capabilities);
  const { joints, softBodies } = capabilities;
  if (softBodies !== undefined && typeof softBodies !== 'function') {
    throw new InputError(
      'solver.capabilities.softBodies',
      softBodies,
      'the function createSoftBody, or nothing',
    );
  }
  if (!Array.isArray(joints)) {
    throw new InputError('solver.capabilities.joints', joints, 'an array of joint kinds, empty for none');
  }
  joints.forEach((kind, k) => {
    if (jointKinds.includes(kind)) return;
    throw new InputError(`solver.capabilities.joints[${k}]`, kind, `one of ${jointKinds.join(', ')}`);
  });
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
