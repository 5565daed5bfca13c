/** Optional parts of a bare solver. */
import type { EmbeddedPart } from './embedded-bodies.js';
import type { JointsPart } from './joints/joints-part.js';
import type { RollingPart } from './rolling-resistance.js';
import type { ShocksPart } from './shocks.js';
import type { SimultaneousHitsPart } from './simultaneous-hits.js';
import type { VectorKernelsPart } from './vector-kernels.js';

/** Parts of a bare solver. A solver does not support what is left out. */
export interface SolverParts<Tracing> {
  /** Joints; default none, which the solver reports in its capabilities. */
  readonly joints?: JointsPart;
  /** Rolling resistance (`rolling`); default null: none, which the solver reports in its capabilities. */
  readonly rolling?: RollingPart | null;
  /**
   * Hits of one body on several others at once (`simultaneousHits`); soft step only. Default null: such hits are solved one after the
   * other: in the corner of two walls this removes up to 56 % of the energy or adds up to 38 %, depending on the angle.
   */
  readonly hits?: SimultaneousHitsPart | null;
  /**
   * Hits that reach farther than the two bodies that collide (`shocks`); soft step only. Default null: a body with restitution 0 that hits
   * a box against a wall rebounds with 9 % of its speed if it weighs a tenth of the box, and with 64 % if it weighs ten times as much; with
   * the part at most 3 and 14 %.
   */
  readonly shocks?: ShocksPart | null;
  /**
   * Bodies that were put into others (`embedded`); soft step only. Default null: three bodies in one place fly apart at 5 m/s, ten at 27
   * m/s; with the part at 0.1 and 0.3 m/s.
   */
  readonly embedded?: EmbeddedPart | null;
  /**
   * Reporting rows to a recorder (`StepRecorder` of `@otedama/rigid`): `softStepTracing` or `sequentialImpulsesTracing`. Default null: a
   * recorder gets no contacts and no rows.
   */
  readonly tracing?: Tracing | null;
  /**
   * Vector kernels, which solve contacts and free hinges two at a time (`vectorKernels`); soft step only. Same bits, faster. Default
   * null.
   */
  readonly kernels?: VectorKernelsPart | null;
}
