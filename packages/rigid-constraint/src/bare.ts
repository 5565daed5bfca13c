/**
 * The same solvers with joints as a part that is passed in: `createSoftStep()` has none and states so in its capabilities,
 * `createSoftStep({}, { joints })` has all. For pages where every kibibyte counts; all else is in the main entry.
 */
export type { JointStep } from './joints/joint-kind.js';
export { type JointsPart, joints, type SolverParts, type StepJoints } from './joints/joints-part.js';
export { createBareSequentialImpulses as createSequentialImpulses } from './sequential-impulses.js';
export { createBareSoftStep as createSoftStep } from './soft-step.js';
