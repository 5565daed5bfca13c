/** Tolerances of characters. */

/** Fraction of the skin within which a cast ends. Planes up to twice as near count as touched. */
export const CAST_SHARE = 0.01;
/**
 * Fraction of a translation that may point into a plane without being blocked by it. It covers the residual of the passes over
 * the planes.
 */
export const GRAZING = 1e-3;
/** Difference, m, up to which two vertices are equally far along a direction. */
export const SAME_REACH = 1e-6;
/** Push of a plane, m, below which the passes end. Also the length below which a translation counts as zero. */
export const PLANE_TOLERANCE = 1e-9;
/** What is subtracted from the cosine of the steepest ground, so that rounding does not decide about a slope of just this angle. */
export const COSINE_ROUNDING = 1e-9;
