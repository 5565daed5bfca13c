/** Tolerances of the contact kernels. All are relative: a scene scaled by any factor gives the scaled contacts. */

/**
 * Lengths that differ by less than this share of the smaller core count as equal: to choose the reference of two parallel
 * faces, and to decide whether two points coincide. Far below what a solver resolves (a nanometre for a body of 1 m), far
 * above rounding.
 */
export const RELATIVE_TOLERANCE = 1e-9;

/** Bound of the rounding error of a difference of world coordinates, as a share of their size: 8 units in the last place. */
export const COORDINATE_ROUNDING: number = 8 * Number.EPSILON;

/**
 * Distance that rounding may leave between two touching cores, as a share of their coordinates: 4 units in the last place.
 * Below this distance GJK treats cores as touching. GJK and EPA do not continue for a smaller improvement.
 */
export const TOUCHING_ROUNDING: number = 4 * Number.EPSILON;

/**
 * Tolerance of clipping, as a share of the polygons' size. Points nearer to a clipping line count as on the line; points
 * nearer to each other count as one. Far above the rounding of a clip (about 1e-16), far below any overlap of interest.
 */
export const CLIP_TOLERANCE = 1e-12;

/**
 * Maximum gap at which a cast counts the shapes as touching, as a share of the sizes of the shapes plus the length of the
 * translation (dimensionless). Newton's method converges to within a few rounding errors; this tolerance covers them.
 */
export const CAST_TOLERANCE = 1e-12;

/**
 * How far a cast looks ahead to tell whether an initial overlap gets deeper, as a multiple of the tolerance of the cast: a motion that
 * deepens it by less than a millionth of its way counts as along the surface.
 */
export const CAST_PROBE = 1e6;

/** Maximum number of rounds of a cast. In the worst case, grazing shapes, each round halves the error. */
export const CAST_ROUNDS = 64;

/** Default tolerance of a time of impact: how much larger than the target the final gap may be, metres. A thousandth of a usual slop. */
export const IMPACT_TOLERANCE = 1e-6;

/**
 * Maximum number of rounds of a time of impact. Polygons that rotate by a radian take 9 on average; random sweeps of all
 * kinds take fewer than 200.
 */
export const IMPACT_ROUNDS = 512;
