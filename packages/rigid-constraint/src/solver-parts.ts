import type { JointsPart } from './joints/joints-part.js';
import type { TracingPart } from './tracing-part.js';

/** Parts that a bare solver is made with; what is absent it does not do. */
export interface SolverParts {
  /** Joints; default none, which the capabilities of the solver say. */
  readonly joints?: JointsPart;
  /** Telling a recorder of the rows; default null: a recorder hears of no contact and no row. */
  readonly tracing?: TracingPart | null;
}
