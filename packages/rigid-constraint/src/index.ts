// Solvers

export { createSequentialImpulses, createSoftStep } from './complete.js';
export { solvedJointKinds } from './joints/joint-solver.js';

// Soft step

export { defaultSoftStepSettings, type SoftStepOptions, type SoftStepSettings } from './soft-options.js';
export type { SoftStep } from './soft-step.js';

// Sequential impulses

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

// Laws that a test or a page may want to plot

export { makeSoft, type Softness } from './soft-constraint.js';
export { baumgarteSpeed, bounceSpeed } from './targets.js';
