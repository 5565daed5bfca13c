/**
 * What a snapshot holds, and what of it need not be written. Everything is exact to the bit: a number that follows from others is left
 * out only where computing it again gives the very same bits, which a flag says.
 *
 *     body      pose, velocity, placed pose, sleep time, forces            X Y follow from the centre of mass, the turn from both poses
 *     shape     fat box                                                    whole millimetres (1/1024 m) around the tight box
 *     contact   shapes, place in the order, impulses                       the manifold follows from the placed poses
 *     joint     its record
 *     shared    materials; type, damping and the like of bodies; geometry  once each (snapshot-records.ts)
 *     world     gravity, time, orders, free lists, pending events, ...
 *
 * Mass and extent follow from shapes, densities and type. A manifold is a pure function of the placed poses of its two bodies, except
 * where a body was placed anew at the end of the last step: such a contact is built in the next step, and only its feature ids, which its
 * impulses go by, are written.
 *
 * Not kept, since no later step depends on it: events and counters of the last step, and the pose before it (drawing between two
 * steps starts at the restored pose).
 */

/** Body, first flags: there is one in this slot. */
export const PRESENT = 1;
/** Origin is centre less the turned local centre. */
export const ORIGIN_FOLLOWS = 2;
/** Cosine 1, sine 0. */
export const UPRIGHT = 4;
export const NO_VELOCITY = 8;
export const NO_SPIN = 16;
/** Placed pose is the pose. */
export const PLACED_HERE = 32;
/** Placed rotation is the rotation. */
export const PLACED_SAME_ROTATION = 64;
/** Body, second flags: placed origin follows from the placed centre. */
export const PLACED_ORIGIN_FOLLOWS = 1;
/** Turn since placing follows from both poses. */
export const TURN_FOLLOWS = 2;
export const NO_SLEEP_TIME = 4;
export const NO_FORCE = 8;
/** Placed anew since contacts were brought up to date. */
export const REPLACED = 16;
export const HAS_NAME = 32;
export const HAS_COLOR = 64;
/** The only shape has the id after the last one's. */
export const NEXT_SHAPE = 128;

/** Shape: fat box new since pairs were last looked for. */
export const SHAPE_MOVED = 1;
export const SHAPE_TESTED = 2;
/** Contact: begin was reported and end was not yet; switched off by the pre-solve hook. */
export const BEGUN = 1;
export const SKIPPED = 2;
/** Two bits: points. */
export const POINTS_SHIFT = 2;
/** Not in the list of active contacts. */
export const AT_REST = 16;
/** Coefficients of its own, set by the pre-solve hook. */
export const OWN_MATERIAL = 32;
export const HAS_ROLLING = 64;
/** Impulses of a contact, beside a bit for each that is not zero: single precision holds them all. */
export const SINGLE = 16;
