/** Options of sequential impulses, their defaults and checks. */

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
 * How overlaps are removed: `projection` moves the bodies apart after the velocities are done and adds no kinetic
 * energy; `baumgarte` is the articles' way, a push in the velocity rows; `none` lets overlaps be.
 */
export type PositionCorrection = 'projection' | 'baumgarte' | 'none';

/** What the bounce threshold does to faster hits: nothing, or it is taken off their speed (the articles' slop). */
export type RestitutionRule = 'threshold' | 'subtract';

/** Numbers of one class of contacts. */
export interface ContactTuning {
  /** Share of the overlap beyond the slop removed by a position pass, or by a step of Baumgarte's method, 0..1. */
  readonly correctionShare: number;
  /** Overlap that is left alone, m, >= 0. */
  readonly slop: number;
  /** Approach speed up to which nothing bounces, m/s, >= 0. Must exceed gravity times the step. */
  readonly restitutionThreshold: number;
}

/** Everything that can be set; all of it may be left out. */
export interface SequentialImpulseOptions {
  /** Passes over the velocity rows a step, 1..1000; default 10. */
  readonly velocityIterations?: number;
  /** Largest number of position passes a step, 0..1000; default 4. */
  readonly positionIterations?: number;
  /** Default `projection`. */
  readonly positionCorrection?: PositionCorrection;
  /** Start from the impulses of the last step; default true. */
  readonly warmStarting?: boolean;
  /** Solve the two normal rows of a contact together; default true. */
  readonly blockSolver?: boolean;
  /** Default `threshold`. */
  readonly restitutionRule?: RestitutionRule;
  /** Contacts with a static or kinematic body. Default: share 0.2, slop 0.005 m, threshold 1 m/s. */
  readonly walls?: Partial<ContactTuning>;
  /** Contacts between two dynamic bodies. Default: share 0.2, slop 0.005 m, threshold 1 m/s. */
  readonly bodies?: Partial<ContactTuning>;
}

/** Options with nothing left out. */
export interface SequentialImpulseSettings extends Required<SequentialImpulseOptions> {
  readonly walls: ContactTuning;
  readonly bodies: ContactTuning;
}

const defaultTuning: ContactTuning = Object.freeze({
  correctionShare: CORRECTION_SHARE,
  slop: PENETRATION_SLOP,
  restitutionThreshold: BOUNCE_THRESHOLD,
});

/** The defaults. */
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

/** The articles' own numbers: four iterations, Baumgarte's method, no warm start, the slop taken off the speed. */
export const articleSequentialImpulseOptions: SequentialImpulseOptions = Object.freeze({
  velocityIterations: 4,
  positionCorrection: 'baumgarte',
  warmStarting: false,
  restitutionRule: 'subtract',
  walls: Object.freeze({ correctionShare: 0.4, slop: 0.05, restitutionThreshold: 5 }),
  bodies: Object.freeze({ correctionShare: 0.2, slop: 0.1, restitutionThreshold: 4 }),
});

/** Fills in defaults; a value out of range or an unknown name is an `InputError`. */
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
