/** Default numbers of the package, with unit and reason. */

import { LINEAR_SLOP, RESTITUTION_THRESHOLD } from '@otedama/rigid';

/** Passes over all velocity rows per step. Ten hold a stack of ten; warm starting leaves the rest to later steps. */
export const VELOCITY_ITERATIONS = 10;

/** Maximum number of passes per step that remove penetration. They end early once no penetration exceeds the slop. */
export const POSITION_ITERATIONS = 4;

/** Share of the penetration beyond the slop that one position pass, or one step of Baumgarte stabilization, removes. */
export const CORRECTION_SHARE = 0.2;

/** Penetration that is not corrected, m. It keeps resting contacts touching, and their impulses available for warm starting. */
export const PENETRATION_SLOP: number = LINEAR_SLOP;

/** Approach speed up to which a contact has no restitution, m/s. */
export const BOUNCE_THRESHOLD: number = RESTITUTION_THRESHOLD;

/** Maximum correction of one position pass, m. Deep penetration is removed over several steps instead of in one jump. */
export const MAXIMUM_CORRECTION = 0.2;
/** Maximum rotation of a body by one correction, rad. A first-order rotation is then too long by 2 %. */
export const MAXIMUM_CORRECTION_TURN = 0.2;

/**
 * Maximum condition number of the 2 x 2 block of a contact. Two points closer together than this allows are nearly redundant, and are
 * solved one after the other instead [Box2D 2.4].
 */
export const MAXIMUM_BLOCK_CONDITION = 1000;

/** Contacts per kernel call. V8 compiles a loop with its fast compiler if the loop is entered often. */
export const KERNEL_BLOCK = 256;

/**
 * Frequency of rigid joints as a share of the step rate, times the root of the number of passes, because stiffness grows with the passes:
 * 30 Hz with ten passes at 60 Hz. Nets and beams of welds still come to rest with 0.22; with 0.38 their oscillation grows until they
 * break up.
 */
export const FRAME_JOINT_HERTZ_SHARE = 0.16;

/** Damping ratio of rigid joints. A separated joint closes by a quarter per step, as with Baumgarte stabilization and beta = 0.24. */
export const FRAME_JOINT_DAMPING_RATIO = 5;
