/** Reports to a recorder as an optional part of the solver, so that a page without a recorder does not load the code. */

import { traceContactRows } from '@otedama/rigid';
import { displacedPose, traceFits } from './trace-fits.js';

/** Functions by which a solver reports to a recorder (`StepRecorder` of `@otedama/rigid`). */
export interface ShapeMatchingTracing {
  /** Reports the rows of the velocity pass; impulses in N s. */
  readonly contactRows: typeof traceContactRows;
  /** Returns the pose of a body within a step, m. */
  readonly pose: typeof displacedPose;
  /** Reports the fits of the position pass; pushes in m. */
  readonly fits: typeof traceFits;
}

/** The part that reports the rows and fits of every substep to a recorder: `createShapeMatching({}, { tracing })`. */
export const tracing: ShapeMatchingTracing = {
  contactRows: traceContactRows,
  pose: displacedPose,
  fits: traceFits,
};
