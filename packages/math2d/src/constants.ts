/** Tolerances of polygons and outlines. */

/** Sine of the turn at a vertex below which it lies on a straight line: the vertex adds nothing and its normals blur. */
export const COLLINEAR_SINE = 1e-9;

/** Area below which a polygon has none, in squares of its perimeter. */
export const FLAT_AREA = 1e-12;

/** Distance below which two points of an outline are one and a point lies on a line, in extents of the outline. */
export const NEAR_SHARE = 1e-12;

/** The same in units of the largest coordinate: the last two bits are what moving and turning an outline changes. */
export const NEAR_ROUNDING: number = 4 * Number.EPSILON;

/** Largest coordinate of an outline. The fourth powers that the test for circles takes stay finite by far. */
export const LARGEST_COORDINATE = 1e12;

/** Smallest extent of an outline: products of its coordinates keep all of their digits. */
export const SMALLEST_EXTENT = 1e-60;
