/** Options of sequential impulses, their defaults and validation. */

import {
  requireBoolean,
  requireInRange,
  requireInteger,
  requireKnownFields,
  requireNonNegative,
  requireOneOf,
} from '@otedama/math2d';
import {
  BOUNCE_THRESHOLD,
  CORRECTION_SHARE,
  PENETRATION_SLOP,
  POSITION_ITERATIONS,
  VELOCITY_ITERATIONS,
} from './constants.js';
import { fillIn } from './fill-in.js';

/**
 * How overlaps are removed. `projection` moves the bodies apart after the velocities are solved, and adds no kinetic energy.
 * `baumgarte` adds a push to the velocity rows (Baumgarte stabilization). `none` does not remove overlaps.
 */
export type PositionCorrection = 'projection' | 'baumgarte' | 'none';

/** How the bounce threshold affects faster hits: not at all (`threshold`), or it is subtracted from their speed (`subtract`). */
export type RestitutionRule = 'threshold' | 'subtract';

/** How overlaps of one class of contacts are removed, and when they bounce: `walls`, or `bodies` between two dynamic ones. */
export interface ContactTuning {
  /** Fraction of the overlap beyond the slop that a position pass, or a step of Baumgarte stabilization, removes, 0..1. */
  readonly correctionShare: number;
  /** Overlap that is not corrected, m, >= 0. */
  readonly slop: number;
  /** Approach speed up to which nothing bounces, m/s, >= 0. It must be larger than gravity times the length of a step. */
  readonly restitutionThreshold: number;
}

/** Options of `createSequentialImpulses`: passes per step, and how contacts are corrected and bounce. All are optional. */
export interface SequentialImpulseOptions {
  /** Number of passes over the velocity rows per step, 1..1000; default 10. */
  readonly velocityIterations?: number;
  /** Largest number of position passes per step, 0..1000; default 4. */
  readonly positionIterations?: number;
  /** How overlaps are removed. Default `projection`. */
  readonly positionCorrection?: PositionCorrection;
  /** Whether to start from the impulses of the last step; default true. */
  readonly warmStarting?: boolean;
  /** Whether to solve the two normal rows of a contact together; default true. */
  readonly blockSolver?: boolean;
  /** How the bounce threshold affects faster hits. Default `threshold`. */
  readonly restitutionRule?: RestitutionRule;
  /** Contacts with a static or kinematic body. Default: share 0.2, slop 0.005 m, threshold 1 m/s. */
  readonly walls?: Partial<ContactTuning>;
  /** Contacts between two dynamic bodies. Default: share 0.2, slop 0.005 m, threshold 1 m/s. */
  readonly bodies?: Partial<ContactTuning>;
}

/** `SequentialImpulseOptions` with every default filled in. */
export interface SequentialImpulseSettings extends Required<SequentialImpulseOptions> {
  readonly walls: ContactTuning;
  readonly bodies: ContactTuning;
}

const defaultTuning: ContactTuning = Object.freeze({
  correctionShare: CORRECTION_SHARE,
  slop: PENETRATION_SLOP,
  restitutionThreshold: BOUNCE_THRESHOLD,
});

/** Every setting that `createSequentialImpulses` uses where its options leave one out. */
export const defaultSequentialImpulseSettings: SequentialImpulseSettings = Object.freeze({
  velocityIterations: VELOCITY_ITERATIONS,
  positionIterations: POSITION_ITERATIONS,
  positionCorrection: 'projection',
  warmStarting: true,
  blockSolver: true,
  restitutionRule: 'threshold',
  walls: defaultTuning,
  bodies: defaultTuning,
});

/**
 * The options of the teaching articles behind the scene `articles-constraint`: four iterations, Baumgarte stabilization, no warm
 * starting, and the restitution slop subtracted from the speed.
 */
export const articleSequentialImpulseOptions: SequentialImpulseOptions = Object.freeze({
  velocityIterations: 4,
  positionCorrection: 'baumgarte',
  warmStarting: false,
  restitutionRule: 'subtract',
  walls: Object.freeze({ correctionShare: 0.4, slop: 0.05, restitutionThreshold: 5 }),
  bodies: Object.freeze({ correctionShare: 0.2, slop: 0.1, restitutionThreshold: 4 }),
});

/** Fills in the defaults. Throws an `InputError` for a value out of range or an unknown name. */
export function resolveSettings(options: SequentialImpulseOptions): SequentialImpulseSettings {
  requireKnownFields(options, 'options', Object.keys(defaultSequentialImpulseSettings));
  const settings: SequentialImpulseSettings = {
    ...fillIn(defaultSequentialImpulseSettings, { ...options, walls: undefined, bodies: undefined }),
    walls: resolveTuning('walls', options.walls),
    bodies: resolveTuning('bodies', options.bodies),
  };
  requireInteger('velocityIterations', settings.velocityIterations, 1, 1000);
  requireInteger('positionIterations', settings.positionIterations, 0, 1000);
  requireOneOf('positionCorrection', settings.positionCorrection, ['projection', 'baumgarte', 'none']);
  requireBoolean('warmStarting', settings.warmStarting);
  requireBoolean('blockSolver', settings.blockSolver);
  requireOneOf('restitutionRule', settings.restitutionRule, ['threshold', 'subtract']);
  return settings;
}

function resolveTuning(field: string, tuning: Partial<ContactTuning> = {}): ContactTuning {
  requireKnownFields(tuning, field, Object.keys(defaultTuning));
  const resolved = fillIn(defaultTuning, tuning);
  requireInRange(`${field}.correctionShare`, resolved.correctionShare, 0, 1);
  requireNonNegative(`${field}.slop`, resolved.slop);
  requireNonNegative(`${field}.restitutionThreshold`, resolved.restitutionThreshold);
  return resolved;
}
