/**
 * Kinds of shapes as the flat kernels see them.
 *
 * The order is what pair dispatch relies on: of two kinds the higher one goes first, convex cores come before the
 * one-sided boundaries. A box is a polygon with four right angles, found when the shape is added.
 */
export const CIRCLE = 0;
export const CAPSULE = 1;
export const SEGMENT = 2;
export const POLYGON = 3;
export const BOX = 4;
export const CHAIN_SEGMENT = 5;
export const HALF_SPACE = 6;
