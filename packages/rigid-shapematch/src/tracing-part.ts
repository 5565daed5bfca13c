/** Telling a recorder of the passes as a part of the solver, so that a page that records nothing does not load it. */

import { traceContactRows } from '@otedama/rigid';
import { displacedPose, traceFits } from './trace-fits.js';

/** What a solver tells a recorder (`StepRecorder` of `@otedama/rigid`) with. */
export interface ShapeMatchingTracing {
  /** Tells the rows of the velocity pass; impulses in N s. */
  readonly contactRows: typeof traceContactRows;
  /** The pose of a body within a step, m. */
  readonly pose: typeof displacedPose;
  /** Tells the fits of the position pass; pushes in m. */
  readonly fits: typeof traceFits;
}

/** Tells a recorder of rows and fits. */
export const tracing: ShapeMatchingTracing = {
  contactRows: traceContactRows,
  pose: displacedPose,
  fits: traceFits,
};
