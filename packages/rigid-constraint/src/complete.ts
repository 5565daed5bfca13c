/** The solvers with all their parts, as exported by the main entry. */
import { embedded } from './embedded-bodies.js';
import { sequentialImpulsesTracing } from './impulses-trace.js';
import { joints } from './joints/joints-part.js';
import type { SequentialImpulseOptions } from './options.js';
import { rolling } from './rolling-resistance.js';
import { createBareSequentialImpulses, type SequentialImpulses } from './sequential-impulses.js';
import { vectorKernels } from './shared-vector-kernels.js';
import { shocks } from './shocks.js';
import { simultaneousHits } from './simultaneous-hits.js';
import type { SoftStepOptions } from './soft-options.js';
import { createBareSoftStep, type SoftStep } from './soft-step.js';
import { softStepTracing } from './soft-trace.js';

/**
 * Creates the default solver of this package, the one for games: the soft step, with joints of every kind. Options out of range throw an
 * `InputError`.
 * @param options default: 8 substeps, contacts of 70 Hz, joints as stiff as they can be; see `defaultSoftStepSettings`
 */
export function createSoftStep(options: SoftStepOptions = {}): SoftStep {
  return createBareSoftStep(options, {
    joints,
    rolling,
    hits: simultaneousHits,
    shocks,
    embedded,
    tracing: softStepTracing,
    kernels: vectorKernels,
  });
}

/**
 * Creates a sequential impulses solver, the textbook method, for learning and comparison; with joints of every kind. Options out of range
 * throw an `InputError`.
 */
export function createSequentialImpulses(options: SequentialImpulseOptions = {}): SequentialImpulses {
  return createBareSequentialImpulses(options, { joints, rolling, tracing: sequentialImpulsesTracing });
}
