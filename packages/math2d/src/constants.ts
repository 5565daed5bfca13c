/** Tolerances of polygons and outlines. */

/**
 * A vertex counts as collinear when the sine of its turn is at most this. Such a vertex adds nothing to the shape, and the normals of its
 * two edges can hardly be told apart.
 */
export const COLLINEAR_SINE = 1e-9;

/** A polygon counts as flat when its area is at most this share of its squared perimeter. */
export const FLAT_AREA = 1e-12;

/** Distance up to which two points of an outline are merged and a point counts as on a line, as a share of the extent of the outline. */
export const NEAR_SHARE = 1e-12;

/** The same as a share of the largest coordinate. Translating and rotating an outline changes the last two bits of its coordinates. */
export const NEAR_ROUNDING: number = 4 * Number.EPSILON;

/** Largest coordinate of an outline. The in-circle test computes fourth powers of coordinates, which stay far from overflow. */
export const LARGEST_COORDINATE = 1e12;

/** Smallest extent of an outline. Products of its coordinates then keep all of their digits. */
export const SMALLEST_EXTENT = 1e-60;
