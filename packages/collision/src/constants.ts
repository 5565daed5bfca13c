/** Tolerances of the contact kernels. All are relative: a scene scaled by any factor gives the scaled contacts. */

/**
 * Lengths below this share of the smaller core are equal: which of two parallel faces is the reference, whether two
 * points coincide. Far below what a solver resolves (a nanometre for a body of 1 m), far above rounding.
 */
export const RELATIVE_TOLERANCE = 1e-9;

/** What rounding may do to a difference of world coordinates, as a share of their size: 8 units in the last place. */
export const COORDINATE_ROUNDING: number = 8 * 2.220446049250313e-16;

/**
 * What rounding leaves of the distance of two cores that touch, as a share of their coordinates: 4 units in the last
 * place. GJK calls them touching below this, and neither GJK nor EPA goes on for less.
 */
export const TOUCHING_ROUNDING: number = 4 * 2.220446049250313e-16;

/**
 * Within this share of their size from a clipping line points count as on it, and points nearer to each other as one.
 * Far above the rounding of a clip (some 1e-16), far below any overlap of interest.
 */
export const CLIP_TOLERANCE = 1e-12;

/**
 * Gap that a cast still calls touching, as a share of the shapes and the way (dimensionless). Newton's method lands on the
 * touch to a few roundings; this is what it may miss by.
 */
export const CAST_TOLERANCE = 1e-12;

/** Most rounds of a cast. Grazing shapes, the worst case, halve the error with each. */
export const CAST_ROUNDS = 64;

/** Default of the gap above its target at which a time of impact is found, metres: a thousandth of a usual slop. */
export const IMPACT_TOLERANCE = 1e-6;

/** Most rounds of a time of impact. Polygons that turn by a radian on their way take 9 on average, random sweeps of all kinds below 200. */
export const IMPACT_ROUNDS = 512;
