/** Substeps of the impulse method a step: its only means to spread a load through a stack, since it never repeats a sweep. */
export const DEFAULT_SUBSTEPS = 8;

/** Substeps of the penalty method a step: springs are stiffer by the square of it. */
export const DEFAULT_PENALTY_SUBSTEPS = 16;

/** Largest number of substeps accepted; beyond it a step is a mistake rather than a wish. */
export const MAXIMUM_SUBSTEPS = 1000;

/** Share of an overlap (beyond the slop) that one substep removes. Less than 1, because several contacts of a body push it. */
export const DEFAULT_PUSH_OUT = 0.2;

/** Largest overlap that one substep removes, m: a body placed deep inside another comes out in steps, not with a jump. */
export const MAXIMUM_PUSH_OUT = 0.05;

/** Velocities closer than this are taken as equal when the cases of a contact are told apart, m/s: rounding, not physics. */
export const VELOCITY_TOLERANCE = 1e-10;

/**
 * Relative size of the determinant of two normal rows below which they are one row: points on one spot, or bodies that
 * cannot turn. 1e-9 keeps half of the digits of a double.
 */
export const ROW_TOLERANCE = 1e-9;

/**
 * Contact points of full strength that the stability bound of the penalty method allows a body: two edges with two points
 * each, as a box in a stack has.
 */
export const POINTS_PER_BODY = 4;

/** Share of the stability bound that an automatic spring stiffness uses: half of it, since a pair has twice the response of one body. */
export const STIFFNESS_SHARE = 0.5;

/** Damping ratio of springs at rest: settles in a few swings and leaves most of the stability bound to the stiffness. */
export const DEFAULT_DAMPING_RATIO = 0.3;

/** Tangential over normal stiffness of a penalty spring; 1 to 2/3 for elastic spheres [Cundall & Strack 1979]. */
export const TANGENT_STIFFNESS_RATIO = 0.5;

/** Speed of a spring contact below which it is damped rather than hysteretic, m/s: well under the threshold of bouncing, so that a bounce hardly feels it. */
export const SETTLE_SPEED = 0.25;
