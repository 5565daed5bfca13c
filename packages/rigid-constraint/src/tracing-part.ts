/** Telling the rows of a solver to a recorder as a part, so that a page that records nothing does not load it. */
import { solveContactRowsTraced, solveExpansionRowsTraced } from './impulses-trace.js';
import { bounceRowsTraced, relaxRowsTraced, solveSoftRowsTraced } from './soft-trace.js';

/** The passes of both methods that tell a recorder (`StepRecorder` of `@otedama/rigid`) what they do; each gives the bits of the silent one. */
export interface TracingPart {
  /** Pass of sequential impulses. */
  readonly solveContactRows: typeof solveContactRowsTraced;
  /** Expansion pass of sequential impulses. */
  readonly solveExpansionRows: typeof solveExpansionRowsTraced;
  /** Pass of the soft step with bias. */
  readonly solveSoftRows: typeof solveSoftRowsTraced;
  /** Pass of the soft step without bias. */
  readonly relaxRows: typeof relaxRowsTraced;
  /** Restitution pass of the soft step. */
  readonly bounceRows: typeof bounceRowsTraced;
}

/** Passes that tell a recorder what they do. */
export const tracing: TracingPart = {
  solveContactRows: solveContactRowsTraced,
  solveExpansionRows: solveExpansionRowsTraced,
  solveSoftRows: solveSoftRowsTraced,
  relaxRows: relaxRowsTraced,
  bounceRows: bounceRowsTraced,
};
