// Sequential impulses

export { createSequentialImpulses, createSoftStep } from './complete.js';
// Soft step
export { solvedJointKinds } from './joints/joint-solver.js';
export {
  articleSequentialImpulseOptions,
  type ContactTuning,
  defaultSequentialImpulseSettings,
  type PositionCorrection,
  type RestitutionRule,
  type SequentialImpulseOptions,
  type SequentialImpulseSettings,
} from './options.js';
export type { SequentialImpulses } from './sequential-impulses.js';
export { makeSoft, type Softness } from './soft-constraint.js';
export {
  defaultSoftStepSettings,
  type SoftStep,
  type SoftStepOptions,
  type SoftStepSettings,
} from './soft-step.js';
// Laws a test or a page may want to plot
export { baumgarteSpeed, bounceSpeed, bounceSpeedAtGap } from './targets.js';
