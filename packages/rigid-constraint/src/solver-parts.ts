/** What a bare solver can be made without. */
import type { JointsPart } from './joints/joints-part.js';
import type { RollingPart } from './rolling-resistance.js';
import type { SimultaneousHitsPart } from './simultaneous-hits.js';
import type { VectorKernelsPart } from './vector-kernels.js';

/** Parts that a bare solver is made with; what is absent it does not do. */
export interface SolverParts<Tracing> {
  /** Joints; default none, which the capabilities of the solver say. */
  readonly joints?: JointsPart;
  /** Rolling resistance (`rolling`); default null: none, which the capabilities of the solver say. */
  readonly rolling?: RollingPart | null;
  /**
   * Hits of one body on several others at once (`simultaneousHits`), by the soft step alone. Default null: they are taken one after the other, which gives
   * or takes energy, up to half in the corner of two walls.
   */
  readonly hits?: SimultaneousHitsPart | null;
  /**
   * Telling a recorder (`StepRecorder` of `@otedama/rigid`) of the rows: `softStepTracing` or `sequentialImpulsesTracing`. Default null: a
   * recorder hears of no contact and no row.
   */
  readonly tracing?: Tracing | null;
  /** Contacts and free hinges solved two at a time in vector registers (`vectorKernels`), by the soft step alone: the same bits, sooner. Default null. */
  readonly kernels?: VectorKernelsPart | null;
}
