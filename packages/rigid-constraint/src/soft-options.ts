/** Options of the soft step, their defaults and validation. */
import {
  requireBoolean,
  requireInteger,
  requireKnownFields,
  requireNonNegative,
  requirePositive,
} from '@otedama/math2d';
import { BOUNCE_THRESHOLD } from './constants.js';
import { fillIn } from './fill-in.js';
import {
  CONTACT_DAMPING_RATIO,
  CONTACT_HERTZ,
  DEFAULT_SUBSTEPS,
  JOINT_DAMPING_RATIO,
  JOINT_HERTZ,
  MAXIMUM_PUSH_OUT_SPEED,
} from './soft-constants.js';

/** Options of `createSoftStep`. All are optional; the defaults suit games with bodies of 0.1 to 10 m. */
export interface SoftStepOptions {
  /**
   * Substeps per step, integer 1..64; default 8. Worlds with joints use three quarters of them. More are stiffer, at proportional cost.
   */
  readonly substeps?: number;
  /** Frequency of the soft contact, Hz, > 0; default 70, limited to a fifth of the substep rate. */
  readonly contactHertz?: number;
  /** Damping ratio of the soft contact, > 0; default 6. Below 1 penetration is removed with a bounce. */
  readonly contactDampingRatio?: number;
  /**
   * Maximum speed at which penetration is removed, m/s, >= 0; default 3. Bodies that were put into each other are slow when they are apart:
   * two are at rest, three to forty reach at most 1 m/s. Ten boxes of 1 m within 10 cm of each other are apart after 0.7 s, thirty after 1.1
   * s; in exactly one place, from where all of them move along one line, ten after 1.8 s, and with 0.5 m/s after 7 s.
   */
  readonly maximumPushOutSpeed?: number;
  /**
   * Joint passes per substep, integer 0..64. The error of rigid joints falls in proportion to their number. The default 0 chooses it by
   * the number of awake joints: ten for up to 100 joints, above that 1,000 divided by their number, and at least two.
   */
  readonly jointPasses?: number;
  /** Frequency of rigid joints, Hz, > 0; default 240, limited to a fifth of the substep rate times the root of the number of passes. */
  readonly jointHertz?: number;
  /** Damping ratio of rigid joints, > 0; default 2. */
  readonly jointDampingRatio?: number;
  /** Approach speed up to which there is no restitution, m/s, >= 0; default 1. Below 1e-6 it acts as 1e-6. */
  readonly restitutionThreshold?: number;
  /** Warm start a step with the impulses of the last one; default true. Turn it off only for comparison. */
  readonly warmStarting?: boolean;
}

/** `SoftStepOptions` with every default filled in. */
export type SoftStepSettings = Readonly<Required<SoftStepOptions>>;

/** Every setting that `createSoftStep` uses where its options leave one out. */
export const defaultSoftStepSettings: SoftStepSettings = Object.freeze({
  substeps: DEFAULT_SUBSTEPS,
  contactHertz: CONTACT_HERTZ,
  contactDampingRatio: CONTACT_DAMPING_RATIO,
  maximumPushOutSpeed: MAXIMUM_PUSH_OUT_SPEED,
  jointPasses: 0,
  jointHertz: JOINT_HERTZ,
  jointDampingRatio: JOINT_DAMPING_RATIO,
  restitutionThreshold: BOUNCE_THRESHOLD,
  warmStarting: true,
});

/** Fills in the defaults. Throws an `InputError` for a setting that is unknown or out of its range. */
export function resolveSoftStep(options: SoftStepOptions): SoftStepSettings {
  requireKnownFields(options, '', Object.keys(defaultSoftStepSettings));
  const settings = fillIn(defaultSoftStepSettings, options);
  requireInteger('substeps', settings.substeps, 1, 64);
  requirePositive('contactHertz', settings.contactHertz);
  requirePositive('contactDampingRatio', settings.contactDampingRatio);
  requireNonNegative('maximumPushOutSpeed', settings.maximumPushOutSpeed);
  requireInteger('jointPasses', settings.jointPasses, 0, 64);
  requirePositive('jointHertz', settings.jointHertz);
  requirePositive('jointDampingRatio', settings.jointDampingRatio);
  requireNonNegative('restitutionThreshold', settings.restitutionThreshold);
  requireBoolean('warmStarting', settings.warmStarting);
  return Object.freeze(settings);
}
