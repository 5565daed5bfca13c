/** Constants of the world: value, unit, reason, and how they hang together. All lengths are for bodies about a metre in size. */

/** Overlap that solvers leave alone so that resting contacts do not flicker, m. 5 mm on metre-sized bodies is not seen. */
export const LINEAR_SLOP = 0.005;

/**
 * Largest gap at which contact points are made before shapes touch, m. Four times the slop, as Box2D v3 has it: solvers
 * then stop a body at the surface instead of pushing it out afterwards.
 */
export const SPECULATIVE_DISTANCE: number = 4 * LINEAR_SLOP;

/**
 * Overlap at a face up to which bodies that meet at a corner may pass each other along it, m. A quarter more than the slop: what slides over
 * tiles lies that deep in them, and solvers that push out what is deeper stop a little short of it.
 */
export const CORNER_WIDTH: number = 1.25 * LINEAR_SLOP;
/** Tangent of the angle to the face up to which they then move along it, no unit. */
export const CORNER_SLOPE = 0.25;

/**
 * Displacement (of the centre, plus rotation times extent) that a body may have before its world vertices, boxes and
 * manifolds are computed anew, m. A fifth of the slop: below what solvers resolve. Measured: at 1 mm 96 % of a resting
 * pyramid's and 99 % of a settled pile's manifolds are refreshed instead of rebuilt.
 */
export const PLACEMENT_TOLERANCE: number = LINEAR_SLOP / 5;

/**
 * Motion of two bodies against each other up to which a contact of two points keeps its manifold, m. Half the speculative
 * distance: a corner that was too far off to be seen cannot yet have come through.
 */
export const FACE_TOLERANCE: number = SPECULATIVE_DISTANCE / 2;

/** Turn (its sine) up to which bodies that move together keep their manifolds: normals are off by no more. */
export const STALE_TURN = 0.02;

/**
 * Speed of its fastest point, m/s, below which a stale body is compared with its neighbours in one step out of eight
 * (`CREEP_MASK` + 1): at 60 Hz it then comes no further than 0.13 mm from one look to the next.
 */
export const CREEP_SPEED = 0.001;
/** Bits of the step's number, by which a creeping body's turn comes: one step in `CREEP_MASK` + 1, a power of two. No unit. */
export const CREEP_MASK = 7;

/** Speed of its fastest point, m/s, above which a body is placed anew without asking whether its neighbours came along. */
export const COMPANY_SPEED = 1;

/**
 * Largest margin of the fat boxes in the broad phase, m, and the share of a body's extent it is for small bodies. 5 to 10 %
 * of the size is the flat optimum between pairs that are moved and pairs that are kept in vain.
 */
export const MAXIMUM_BOX_MARGIN = 0.05;
/** Margin of the fat box of a small body, as a share of its extent. */
export const BOX_MARGIN_SHARE = 0.125;

/**
 * Fat boxes are made of whole numbers of these a metre, so that a snapshot holds one in a few bytes: a millimetre, a tenth of what a box
 * reaches beyond its shape in any case. A power of 2, so that no coordinate is rounded.
 */
export const BOX_STEPS_PER_METER = 1024;

/**
 * Share of its `sweepLimit` from which on the motion of a body in one part of a step makes it one that may have to be swept. Less than 1,
 * since what decides is the difference of two poses, which is rounded.
 */
export const SWEEP_CANDIDATE_SHARE = 0.99;

/** Gap at which a contact counts as touching for begin events, m. */
export const TOUCH_DISTANCE: number = LINEAR_SLOP;

/** Approach speed from which an impact is reported as a hit event, m/s. */
export const HIT_SPEED_THRESHOLD = 1;

/** Approach speed below which solvers should not bounce, m/s. Must exceed gravity times the step, or resting contacts buzz. */
export const RESTITUTION_THRESHOLD = 1;

/** Speed of its fastest point under which a body counts as at rest, m/s. */
export const SLEEP_SPEED = 0.05;
/** Time that a body must be slow before it may sleep, s. */
export const SLEEP_DELAY = 0.5;

/**
 * Longest step, s. Sixty times the usual one: what is let go falls 10 m in it, so nothing that shall land on something is stepped
 * any longer, and milliseconds that were meant to be seconds are at least 4 at any screen's rate.
 */
export const MAXIMUM_TIME_STEP = 1;

/** Linear speed limit, m/s. Faster than any thing worth simulating with fixed steps. Nor does a body go further in a step than that. */
export const MAXIMUM_LINEAR_SPEED = 400;

/** Largest rotation of a body in one step, rad (an eighth of a turn), unless it allows fast rotation. */
export const MAXIMUM_ROTATION: number = Math.PI / 4;

/** Rotation a substep up to which the sine and cosine series of the position update hold to 1e-10, rad. */
export const SERIES_ROTATION_LIMIT = 0.8;

/** Rotations of that size that a substep makes at most, no unit: what would turn further, 819 rad, turns by so much. */
export const MAXIMUM_TURNS = 1024;

/**
 * Largest coordinate, length, velocity, mass and force accepted at the API, in m, m/s, kg and N. Beyond it products
 * overflow.
 */
export const MAXIMUM_MAGNITUDE = 1e12;

/** Mass of shapes that counts as none, kg: with the densities there may be, inverse mass and inertia and their products stay in range above it. */
export const LEAST_MASS = 1e-24;
