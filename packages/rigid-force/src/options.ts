import { InputError } from '@otedama/math2d';
import { MAXIMUM_SUBSTEPS } from './constants.js';

/** A whole number of substeps from 1 on. */
export function checkSubsteps(substeps: number): number {
  if (!Number.isInteger(substeps) || substeps < 1 || substeps > MAXIMUM_SUBSTEPS) {
    throw new InputError('substeps', substeps, `a whole number from 1 to ${MAXIMUM_SUBSTEPS}`);
  }
  return substeps;
}
