/** Checks a solver before a world uses it: one that was written by hand may lack a part that the world asks for only later. */
import { InputError } from '@otedama/math2d';
import { jointKinds } from './joint-layout.js';
import type { Solver } from './solver.js';
import { requireRecord, requireString } from './validate.js';

/** Throws an `InputError` that names the part which a solver lacks: its name, its capabilities, or known joints among them. */
export function validateSolver({ name, capabilities }: Solver): void {
  requireString('solver.name', name);
  requireRecord('solver.capabilities', capabilities);
  const { joints } = capabilities;
  if (!Array.isArray(joints)) {
    throw new InputError('solver.capabilities.joints', joints, 'an array of joint kinds, empty for none');
  }
  joints.forEach((kind, k) => {
    if (jointKinds.includes(kind)) return;
    throw new InputError(`solver.capabilities.joints[${k}]`, kind, `one of ${jointKinds.join(', ')}`);
  });
}
