/**
 * Kinds of shapes as the flat kernels see them.
 *
 * The order is what pair dispatch relies on: of two kinds the higher one goes first, convex cores come before the
 * one-sided boundaries. A box is a polygon with four right angles, found when the shape is added.
 */

/** Kind of a circle in a `GeometryStore`. No unit. */
export const CIRCLE = 0;
/** Kind of a capsule in a `GeometryStore`. No unit. */
export const CAPSULE = 1;
/** Kind of a segment in a `GeometryStore`. No unit. */
export const SEGMENT = 2;
/** Kind of a convex polygon that is not a rectangle in a `GeometryStore`. No unit. */
export const POLYGON = 3;
/** Kind of a polygon that is a rectangle, found by `GeometryStore.add`: its contacts have a closed form. No unit. */
export const BOX = 4;
/** Kind of a chain segment in a `GeometryStore`. No unit. */
export const CHAIN_SEGMENT = 5;
/** Kind of a half-space in a `GeometryStore`. No unit. */
export const HALF_SPACE = 6;
