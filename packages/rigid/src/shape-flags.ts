/** Bits of `ShapeStore.flags`. */

/** `ShapeStore.flags`: reports overlaps and gets no impulses. */
export const SHAPE_SENSOR = 1;
/** `ShapeStore.flags`: report contact begin and end. */
export const SHAPE_CONTACT_EVENTS = 2;
/** `ShapeStore.flags`: report impacts. */
export const SHAPE_HIT_EVENTS = 4;
/** `ShapeStore.flags`: call the pre-solve hook. */
export const SHAPE_PRE_SOLVE = 8;
/** `ShapeStore.flags`: a pair exists only if the shape itself, not just its box, overlaps the other box. */
export const SHAPE_BOX_TEST = 16;
