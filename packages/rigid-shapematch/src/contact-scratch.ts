/**
 * What the contact passes of one solver share: its options, and scratch arrays through which the functions of one contact exchange numbers.
 * Numbers as arguments would be allocated at each call.
 */

import { PAIR_SIZE } from './normal-pair.js';
import type { ShapeMatchingTracing } from './tracing-part.js';

/** Indices in `ContactPasses.state`: velocities u, target velocities g, impulses of the position pass, and mu. */
export const U_1 = 0;
export const U_2 = 1;
export const U_T = 2;
export const G_1 = 3;
export const G_2 = 4;
export const OLD_1 = 5;
export const OLD_2 = 6;
export const OLD_T = 7;
export const MU = 8;

/** Indices in `ContactPasses.push`: P, X = R x P and D = R . P of a push, and 1/h. */
export const PX = 0;
export const PY = 1;
export const X1 = 2;
export const D1 = 3;
export const X2 = 4;
export const D2 = 5;
export const PER_SECOND = 6;

/** Options of the contact passes. */
export interface ContactOptions {
  /** Number of substeps of a step; the contacts hold impulses of a whole step. */
  readonly substeps: number;
  /** Compliance of the contacts, m/N. */
  readonly compliance: number;
  /** Approach speed up to which contacts do not bounce, m/s. */
  readonly restitutionThreshold: number;
  /** Reports to the recorder of the world, if there is one. */
  readonly tracing: ShapeMatchingTracing | null;
}

/** Options and scratch arrays of the contact passes. */
export interface ContactPasses extends ContactOptions {
  /** J_1, J_2, B with restitution, then the same without. */
  readonly impulses: Float64Array;
  /** Problem of `solveNormalPair`. */
  readonly pair: Float64Array;
  readonly state: Float64Array;
  readonly push: Float64Array;
  /** Impulses to apply: J_1, J_2, B. */
  readonly change: Float64Array;
}

export function createContactPasses(options: ContactOptions): ContactPasses {
  return {
    ...options,
    impulses: new Float64Array(6),
    pair: new Float64Array(PAIR_SIZE),
    state: new Float64Array(9),
    push: new Float64Array(7),
    change: new Float64Array(3),
  };
}
