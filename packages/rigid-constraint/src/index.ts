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
export { createSequentialImpulses, type SequentialImpulses } from './sequential-impulses.js';
export { makeSoft, type Softness } from './soft-constraint.js';
// Laws a test or a page may want to plot
export { baumgarteSpeed, bounceSpeed, bounceSpeedAtGap } from './targets.js';
