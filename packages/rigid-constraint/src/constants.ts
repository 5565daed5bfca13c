/** Default numbers of the package: unit and reason. */

import { LINEAR_SLOP, RESTITUTION_THRESHOLD } from '@otedama/rigid';

/** Passes over all velocity rows a step. Ten hold a stack of ten; warm starting carries the rest over to later steps. */
export const VELOCITY_ITERATIONS = 10;

/** Passes over all contacts a step that push overlaps apart. They end early once no overlap exceeds the slop. */
export const POSITION_ITERATIONS = 4;

/** Share of an overlap (beyond the slop) removed by one position pass, or by one step of Baumgarte's method. */
export const CORRECTION_SHARE = 0.2;

/** Overlap that is left alone, m: resting contacts keep touching and their impulses stay warm. */
export const PENETRATION_SLOP: number = LINEAR_SLOP;

/** Approach speed up to which a contact does not bounce, m/s. */
export const BOUNCE_THRESHOLD: number = RESTITUTION_THRESHOLD;

/** Largest push of one position pass, m: a deep overlap comes apart over several steps instead of in a jump. */
export const MAXIMUM_CORRECTION = 0.2;
/** Largest turn of a body in one of these, rad: a rotation of first order is then longer than 1 by 2 %. */
export const MAXIMUM_CORRECTION_TURN = 0.2;

/**
 * Largest condition number of the 2 x 2 block of a contact. Two points closer together than that allows nearly repeat
 * each other, and are solved one after the other instead [Box2D 2.4].
 */
export const MAXIMUM_BLOCK_CONDITION = 1000;

/** Contacts a kernel call: V8 settles on the fast compilation of a loop that is entered often. */
export const KERNEL_BLOCK = 256;

/**
 * Frequency of rigid joints as a share of the step rate, for each root of the number of passes, with which stiffness goes: 30 Hz with ten passes at
 * 60 Hz. With 0.22 nets and beams of welds still come to rest, with 0.38 they swing themselves to pieces.
 */
export const FRAME_JOINT_HERTZ_SHARE = 0.16;

/** Damping ratio of rigid joints: what is torn apart closes by a quarter in a step, as Baumgarte's term with beta = 0.24 would have it. */
export const FRAME_JOINT_DAMPING_RATIO = 5;
