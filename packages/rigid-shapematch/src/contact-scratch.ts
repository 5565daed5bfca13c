/**
 * Scratch arrays through which the functions of one contact exchange numbers. Numbers as arguments would be allocated at each call.
 */

import { PAIR_SIZE } from './normal-pair.js';

/** Indices in `ContactScratch.state`: velocities u, target velocities g, impulses of the position pass, and mu. */
export const U_1 = 0;
export const U_2 = 1;
export const U_T = 2;
export const G_1 = 3;
export const G_2 = 4;
export const OLD_1 = 5;
export const OLD_2 = 6;
export const OLD_T = 7;
export const MU = 8;

/** Indices in `ContactScratch.push`: P, X = R x P and D = R . P of a push, and 1/h. */
export const PX = 0;
export const PY = 1;
export const X1 = 2;
export const D1 = 3;
export const X2 = 4;
export const D2 = 5;
export const PER_SECOND = 6;

export interface ContactScratch {
  /** J_1, J_2, B with restitution, then the same without. */
  readonly impulses: Float64Array;
  /** Problem of `solveNormalPair`. */
  readonly pair: Float64Array;
  readonly state: Float64Array;
  readonly push: Float64Array;
  /** Impulses to apply: J_1, J_2, B. */
  readonly change: Float64Array;
}

export function createContactScratch(): ContactScratch {
  return {
    impulses: new Float64Array(6),
    pair: new Float64Array(PAIR_SIZE),
    state: new Float64Array(9),
    push: new Float64Array(7),
    change: new Float64Array(3),
  };
}
