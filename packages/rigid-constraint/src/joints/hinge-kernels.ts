/** Vector kernels for hinges. `VectorKernels` implements them; a page without joints does not use them. */
import type { HingeRows } from './hinge-rows.js';

/** Passes over free hinges, in pairs. */
export interface HingeKernels {
  /**
   * Gives `rows` room for `count` rows in the memory of the kernels, for this step. Returns false and does nothing if there is no room
   * yet; the next step will have it.
   */
  holdHinges(rows: HingeRows, count: number): boolean;
  /** `startHinges` for rows `start` to `end`, both even. */
  startHinges(rows: HingeRows, start: number, end: number, share: 0 | 1): void;
  /** `solveHinges` for rows `start` to `end`, both even. */
  solveHinges(rows: HingeRows, start: number, end: number, soft: Float64Array): void;
}
