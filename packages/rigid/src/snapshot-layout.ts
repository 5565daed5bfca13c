/**
 * Contents of a snapshot, and what can be omitted. Everything is exact to the bit. A number that follows from others is omitted
 * only if computing it again gives exactly the same bits; a flag records this.
 *
 *     body      pose, velocity, placed pose, sleep time, forces            X Y follow from the centre of mass, the turn from both poses
 *     shape     fat box                                                    whole millimetres (1/1024 m) around the tight box
 *     contact   shapes, place in the order, impulses                       the manifold follows from the placed poses
 *     joint     its record
 *     shared    materials; type, damping and the like of bodies; geometry  once each (snapshot-records.ts)
 *     world     gravity, time, orders, free lists, pending events, ...
 *
 * Mass and extent follow from shapes, densities and type. A manifold is a pure function of the placed poses of its two bodies.
 * Where it is confined to an edge at a seam, the number of the edge is written, because it depends on the shapes nearby.
 * The exception is a contact of a body that was placed at the end of the last step. The next step builds its manifold, and only
 * its feature ids, by which its impulses are matched, are written.
 *
 * Events and counters of the last step and the pose before it are not stored, because no later step depends on them.
 * Interpolation between two steps starts at the restored pose.
 */

/** Body, first flags: the slot holds a body. */
export const PRESENT = 1;
/** The origin follows: centre of mass minus the rotated local centre. */
export const ORIGIN_FOLLOWS = 2;
/** Cosine 1, sine 0. */
export const UPRIGHT = 4;
export const NO_VELOCITY = 8;
export const NO_SPIN = 16;
/** The placed pose equals the pose. */
export const PLACED_HERE = 32;
/** The placed rotation equals the rotation. */
export const PLACED_SAME_ROTATION = 64;
/** Body, second flags: the placed origin follows from the placed centre. */
export const PLACED_ORIGIN_FOLLOWS = 1;
/** The rotation since placing follows from both poses. */
export const TURN_FOLLOWS = 2;
export const NO_SLEEP_TIME = 4;
export const NO_FORCE = 8;
/** Placed since the contacts were last updated. */
export const REPLACED = 16;
export const HAS_NAME = 32;
export const HAS_COLOR = 64;
/** The body has a single shape, whose id is one above the id of the last shape. */
export const NEXT_SHAPE = 128;

/** Shape: the fat box changed since the last search for pairs. */
export const SHAPE_MOVED = 1;
export const SHAPE_TESTED = 2;
/** Contact: begin was reported but not end; switched off by the pre-solve hook. */
export const BEGUN = 1;
export const SKIPPED = 2;
/** Two bits: number of points. */
export const POINTS_SHIFT = 2;
/** Not in the list of active contacts. */
export const AT_REST = 16;
/** Has its own coefficients, set by the pre-solve hook. */
export const OWN_MATERIAL = 32;
export const HAS_ROLLING = 64;
/** The bodies were put into each other. */
export const EMBEDDED = 128;
/** Impulses of a contact, in addition to one bit per nonzero impulse: single precision represents all of them exactly. */
export const SINGLE = 16;
/** Impulses of a contact: the contact is confined to one edge, whose number follows (`seams.ts`). */
export const CONFINED = 32;
