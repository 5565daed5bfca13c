/** Bits of `ShapeStore.flags`. */

/** `ShapeStore.flags`: reports overlaps, takes part in no impulse. */
export const SHAPE_SENSOR = 1;
/** `ShapeStore.flags`: contact begin and end are reported. */
export const SHAPE_CONTACT_EVENTS = 2;
/** `ShapeStore.flags`: impacts are reported. */
export const SHAPE_HIT_EVENTS = 4;
/** `ShapeStore.flags`: the pre-solve hook is asked. */
export const SHAPE_PRE_SOLVE = 8;
/** `ShapeStore.flags`: pairs exist only where the shape itself, not just its box, meets the other box. */
export const SHAPE_BOX_TEST = 16;
