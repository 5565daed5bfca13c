/** Constants of the soft step: value, unit, reason. Where no other is given, it is the value that Box2D v3 and Rapier have both arrived at. */

/** Substeps a step. At 60 Hz four make 240 Hz: stiff enough for towers of 30 and joints under load. */
export const DEFAULT_SUBSTEPS = 4;

/**
 * Frequency of the spring that pushes an overlap out, Hz. Twice what Box2D v3 and Rapier take: with both points of a contact solved as one
 * block and 64-bit numbers that is still calm, and the overlap at rest falls with the square (a stack of 30 unit boxes sinks by
 * 6 cm in all instead of 25).
 */
export const CONTACT_HERTZ = 60;

/** Largest contact frequency as a share of the substep rate: a spring stiffer than that overshoots within one substep. */
export const CONTACT_HERTZ_SHARE = 0.25;

/** Against bodies of infinite mass the spring is stiffer by this factor: the lowest row of a pile carries all the others. */
export const STATIC_CONTACT_STIFFNESS = 2;

/** Damping ratio of that spring; far above 1, so that an overlap creeps out and never bounces. */
export const CONTACT_DAMPING_RATIO = 10;

/** Largest speed at which an overlap is pushed out, m/s: a body placed inside another is not thrown. */
export const MAXIMUM_PUSH_OUT_SPEED = 3;

/**
 * Overlap of a round shape, as a share of its radius, up to which it rolls. What lies deeper is squeezed, not rolling: its gap counts the
 * spin as that of any body, so that a fast spin opens the contact, which is how a crowd in too small a box calms down (625 circles: at
 * rest after 3 s; were they to keep rolling, friction would keep them spinning).
 */
export const ROLLING_OVERLAP_SHARE = 0.05;

/** Frequency, Hz, and damping ratio of joints that are meant to be rigid. */
export const JOINT_HERTZ = 60;
export const JOINT_DAMPING_RATIO = 2;

/** Largest joint frequency as a share of the substep rate. */
export const JOINT_HERTZ_SHARE = 0.25;
