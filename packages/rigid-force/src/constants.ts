/**
 * Substeps per step of the impulse method. A load spreads through a stack only from substep to substep, because a sweep is never repeated.
 */
export const DEFAULT_SUBSTEPS = 8;

/** Substeps per step of the penalty method. The stable spring stiffness grows with the square of this number. */
export const DEFAULT_PENALTY_SUBSTEPS = 16;

/** Largest number of substeps accepted. A larger number is most likely a mistake. */
export const MAXIMUM_SUBSTEPS = 1000;

/** Share of the penetration beyond the slop that one substep removes. Less than 1, because several contacts may push the same body. */
export const DEFAULT_PUSH_OUT = 0.2;

/**
 * Largest penetration that one substep removes, m. A body placed deep inside another is pushed out over several substeps and does not
 * jump.
 */
export const MAXIMUM_PUSH_OUT = 0.05;

/** Velocities that differ by less than this count as equal in the case distinction of a contact, m/s. The difference is rounding error. */
export const VELOCITY_TOLERANCE = 1e-10;

/**
 * Two normal rows count as dependent if the determinant of their 2 x 2 matrix is at most this share of k11 k22. This happens for coincident
 * points, and for bodies that cannot turn. 1e-9 keeps half of the digits of a double.
 */
export const ROW_TOLERANCE = 1e-9;

/**
 * Number of contact points at full stiffness per body that the stability limit of the penalty method assumes: two edges with two points
 * each, as for a box in a stack.
 */
export const POINTS_PER_BODY = 4;

/** Share of the stability limit used by the automatic spring stiffness. Half, because a pair has twice the response of one body. */
export const STIFFNESS_SHARE = 0.5;

/** Damping ratio of springs at rest. Contacts settle in a few oscillations, and most of the stability limit remains for the stiffness. */
export const DEFAULT_DAMPING_RATIO = 0.3;

/** Ratio of the tangential to the normal stiffness of a penalty spring. For elastic spheres it is 1 to 2/3 [Cundall & Strack 1979]. */
export const TANGENT_STIFFNESS_RATIO = 0.5;

/**
 * Normal speed up to which a spring contact is damped instead of hysteretic, m/s. It is well below the restitution threshold, so the
 * damping hardly affects a bounce.
 */
export const SETTLE_SPEED = 0.25;

/**
 * Largest overlap that counts as caused by a hit, as a multiple of the overlap v / sqrt(k K) of a hit without load. A body that would rest at
 * s_0 = 3/4 of this overlap reaches twice of it: s_0 + sqrt(s_0^2 + 1) = 2.
 */
export const HIT_OVERLAP = 2;
