/** What passes over hinges in vector registers offer: `VectorKernels` has them, and a page without joints does not ask for them. */
import type { HingeRows } from './hinge-rows.js';

/** Passes over free hinges in pairs. */
export interface HingeKernels {
  /**
   * Gives `rows` room for `count` rows where the kernels find them, for this step; false, and nothing done, if there is no room yet. There
   * will be in the next step.
   */
  holdHinges(rows: HingeRows, count: number): boolean;
  /** `startHinges` for rows `start` to `end`, both even. */
  startHinges(rows: HingeRows, start: number, end: number, share: 0 | 1): void;
  /** `solveHinges` for rows `start` to `end`, both even. */
  solveHinges(rows: HingeRows, start: number, end: number, soft: Float64Array): void;
}
