/**
 * The same solvers with joints as a part that is passed in: `createSoftStep()` has none and states so in its capabilities,
 * `createSoftStep({}, { joints })` has all; and so are rolling resistance (`rolling`), several
 * hits at once (`simultaneousHits`), contacts in vector registers (`vectorKernels`) and telling a `StepRecorder` of the rows (`softStepTracing`, `sequentialImpulsesTracing`). For pages where every kibibyte counts; all else is in the main entry.
 */

export { type SequentialImpulsesTracing, sequentialImpulsesTracing } from './impulses-trace.js';
export type { JointStep } from './joints/joint-kind.js';
export { type JointsPart, joints, type StepJoints } from './joints/joints-part.js';
export { type RollingPart, rolling, type StepRolling } from './rolling-resistance.js';
export { createBareSequentialImpulses as createSequentialImpulses } from './sequential-impulses.js';
export { type SimultaneousHitsPart, type StepHits, simultaneousHits } from './simultaneous-hits.js';
export { createBareSoftStep as createSoftStep } from './soft-step.js';
export { type SoftStepTracing, softStepTracing } from './soft-trace.js';
export type { SolverParts } from './solver-parts.js';
export { type VectorKernels, type VectorKernelsPart, vectorKernels } from './vector-kernels.js';
