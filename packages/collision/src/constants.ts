/** Tolerances of the contact kernels. All are relative: a scene scaled by any factor gives the scaled contacts. */

/**
 * Lengths below this share of the smaller core are equal: which of two parallel faces is the reference, whether two
 * points coincide. Far below what a solver resolves (a nanometre for a body of 1 m), far above rounding.
 */
export const RELATIVE_TOLERANCE = 1e-9;

/** What rounding may do to a difference of world coordinates, as a share of their size: 8 units in the last place. */
export const COORDINATE_ROUNDING: number = 8 * 2.220446049250313e-16;
