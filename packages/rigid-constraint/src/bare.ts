/**
 * The same solvers with optional parts, for pages where every kibibyte counts. Everything else is in the main entry.
 *
 * `createSoftStep()` has no joints and reports that in its capabilities; `createSoftStep({}, { joints })` has all kinds. The other parts
 * are rolling resistance (`rolling`), several hits at once (`simultaneousHits`), hits against what stands at a wall (`shocks`), bodies
 * that were put into others (`embedded`), contacts in vector registers (`vectorKernels`), and reporting rows to a `StepRecorder`
 * (`softStepTracing`, `sequentialImpulsesTracing`).
 * @module
 */

export {
  type EmbeddedPart,
  embedded,
  type StepEmbedded,
} from './embedded-bodies.js';
export { type SequentialImpulsesTracing, sequentialImpulsesTracing } from './impulses-trace.js';
export type { JointStep } from './joints/joint-kind.js';
export { type JointsPart, joints, type StepJoints } from './joints/joints-part.js';
export { type RollingPart, rolling, type StepRolling } from './rolling-resistance.js';
export { createBareSequentialImpulses as createSequentialImpulses } from './sequential-impulses.js';
export { vectorKernels } from './shared-vector-kernels.js';
export { type ShocksPart, type StepShocks, shocks } from './shocks.js';
export { type SimultaneousHitsPart, type StepHits, simultaneousHits } from './simultaneous-hits.js';
export { createBareSoftStep as createSoftStep } from './soft-step.js';
export { type SoftStepTracing, softStepTracing } from './soft-trace.js';
export type { SolverParts } from './solver-parts.js';
export type { VectorKernels, VectorKernelsPart } from './vector-kernels.js';
