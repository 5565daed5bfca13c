/** How many substeps a cloth needs. */

import { MAX_SUBSTEPS } from './constants.js';
import { requireInteger, requireNumber } from './errors.js';

/** What {@link adviseSubsteps} goes by. */
export interface SubstepQuestion {
  /** Links one below the other, integer >= 1: the cloth's `rows`. */
  readonly rows: number;
  /** Height at rest, metres, > 0. */
  readonly height: number;
  /** Stretch of the whole height that is still fine, as a fraction of it, > 0. Default 0.02. */
  readonly tolerance?: number;
  /** Gravity, m/s², >= 0. Default 10. */
  readonly gravity?: number;
  /** Length of a step, seconds, > 0. Default 1/60. */
  readonly stepSeconds?: number;
}

/**
 * Substeps (1..64) that keep a sheet hanging on its whole top edge within the tolerance without tethers. With one
 * sweep a substep an inextensible column of n links still stretches by g h^2 n^2 / 2, whatever its length and mass;
 * so S >= dt n sqrt(g / (2 tolerance L)). A sheet on two corners needs about four times as many, or tethers.
 */
export function adviseSubsteps(question: SubstepQuestion): number {
  const { rows, height, tolerance = 0.02, gravity = 10, stepSeconds = 1 / 60 } = question;
  requireInteger('rows', rows, 1, 1e9);
  requireNumber('height', height, Number.MIN_VALUE);
  requireNumber('tolerance', tolerance, Number.MIN_VALUE);
  requireNumber('gravity', gravity, 0);
  requireNumber('stepSeconds', stepSeconds, Number.MIN_VALUE);
  const substeps = Math.ceil(stepSeconds * rows * Math.sqrt(gravity / (2 * tolerance * height)));
  return Math.min(Math.max(substeps, 1), MAX_SUBSTEPS);
}
