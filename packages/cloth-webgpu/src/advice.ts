/** How many substeps a cloth needs: without tethers, and for its bending. */

import { MAX_SUBSTEPS } from './constants.js';
import { requireFields, requireInteger, requireNumber } from './errors.js';

/** Input of {@link adviseSubsteps}. */
export interface SubstepQuestion {
  /** Number of links from top to bottom, integer >= 1: the cloth's `rows`. */
  readonly rows: number;
  /** Height at rest, metres, > 0. */
  readonly height: number;
  /** Acceptable stretch of the whole height, as a fraction of it, > 0. Default 0.02. */
  readonly tolerance?: number;
  /** Gravity, m/s², >= 0. Default 10. */
  readonly gravity?: number;
  /** Length of a step, seconds, > 0. Default 1/60. */
  readonly stepSeconds?: number;
}

/**
 * Returns the number of substeps (1..64) that keep a sheet hanging by its whole top edge within the tolerance, without tethers. With one
 * sweep per substep even an inextensible column of n links stretches by g h^2 n^2 / 2, whatever its length and mass; so
 * S >= dt n sqrt(g / (2 tolerance L)). A sheet on two corners needs about four times as many, or tethers.
 */
export function adviseSubsteps(question: SubstepQuestion): number {
  requireFields('question', question, ['rows', 'height', 'tolerance', 'gravity', 'stepSeconds']);
  const { rows, height, tolerance = 0.02, gravity = 10, stepSeconds = 1 / 60 } = question;
  requireInteger('rows', rows, 1, 1e9);
  requireNumber('gravity', gravity, 0);
  requirePositive({ height, tolerance, stepSeconds });
  return possible(stepSeconds * rows * Math.sqrt(gravity / (2 * tolerance * height)));
}

/** Input of {@link adviseBendSubsteps}. */
export interface BendQuestion {
  /** Flexural rigidity, N m, >= 0, see {@link ClothParameters.bendStiffness}. */
  readonly bendStiffness: number;
  /** Mass per square metre, kg/m², > 0. */
  readonly density: number;
  /** The smaller spacing of the grid, or 0.6 times the mean length of the edges of a mesh, metres, > 0. */
  readonly spacing: number;
  /** Length of a step, seconds, > 0. Default 1/60. */
  readonly stepSeconds?: number;
}

/**
 * Returns the number of substeps (1..64) with which a hinged cloth has its full flexural rigidity: S >= 2 dt sqrt(D / density) / l². If 64
 * are too few, the cloth bends like one with a rigidity of density l^4 / 4 h^2; larger cells need fewer.
 */
export function adviseBendSubsteps(question: BendQuestion): number {
  requireFields('question', question, ['bendStiffness', 'density', 'spacing', 'stepSeconds']);
  const { bendStiffness, density, spacing, stepSeconds = 1 / 60 } = question;
  requireNumber('bendStiffness', bendStiffness, 0);
  requirePositive({ density, spacing, stepSeconds });
  return possible((2 * stepSeconds * Math.sqrt(bendStiffness / density)) / (spacing * spacing));
}

function requirePositive(fields: Record<string, number>): void {
  for (const [name, value] of Object.entries(fields)) requireNumber(name, value, Number.MIN_VALUE);
}

/** The number of substeps, 1..64, that comes nearest above. */
const possible = (substeps: number) => Math.min(Math.max(Math.ceil(substeps), 1), MAX_SUBSTEPS);
