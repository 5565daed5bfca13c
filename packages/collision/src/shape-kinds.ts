/**
 * Kinds of shapes in a `GeometryStore`.
 *
 * Pair dispatch relies on their order: the shape of the higher kind goes first, and convex cores have lower kinds than the
 * one-sided boundaries. A box is a polygon with four right angles, recognised when the shape is added.
 */

/** Kind of a circle in a `GeometryStore`. No unit. */
export const CIRCLE = 0;
/** Kind of a capsule in a `GeometryStore`. No unit. */
export const CAPSULE = 1;
/** Kind of a segment in a `GeometryStore`. No unit. */
export const SEGMENT = 2;
/** Kind of a convex polygon that is not a rectangle in a `GeometryStore`. No unit. */
export const POLYGON = 3;
/** Kind of a rectangle, recognised by `GeometryStore.add`. The separating axes of two boxes have a closed form. No unit. */
export const BOX = 4;
/** Kind of a chain segment in a `GeometryStore`. No unit. */
export const CHAIN_SEGMENT = 5;
/** Kind of a half-space in a `GeometryStore`. No unit. */
export const HALF_SPACE = 6;
