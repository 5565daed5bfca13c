/** Constants of the world: value, unit, reason, and how they depend on each other. All lengths are for bodies about a metre in size. */

/** Overlap that solvers leave alone so that resting contacts do not flicker, m. On metre-sized bodies 5 mm is invisible. */
export const LINEAR_SLOP = 0.005;

/**
 * Largest gap at which contact points are made before shapes touch, m. Four times the slop, as Box2D v3 has it: solvers
 * then stop a body at the surface instead of pushing it out afterwards.
 */
export const SPECULATIVE_DISTANCE: number = 4 * LINEAR_SLOP;

/**
 * Overlap with a face up to which bodies that meet at a corner may pass each other along it, m. A quarter more than the slop: what slides
 * over tiles overlaps them by the slop, and solvers that push out deeper overlaps stop a little short of it.
 */
export const CORNER_WIDTH: number = 1.25 * LINEAR_SLOP;
/** Tangent of the angle to the face up to which they then move along it, no unit. */
export const CORNER_SLOPE = 0.25;

/**
 * Displacement of a body (of its centre, plus rotation times extent) before its world vertices, boxes and manifolds are computed anew, m. A
 * fifth of the slop: below what solvers resolve. Measured at 1 mm: 96 % of the manifolds of a resting pyramid and 99 % of those of a
 * settled pile are refreshed instead of rebuilt.
 */
export const PLACEMENT_TOLERANCE: number = LINEAR_SLOP / 5;

/**
 * Relative motion of two bodies up to which a contact with two points keeps its manifold, m. Half the speculative distance: a corner that
 * was too far away to be found cannot have penetrated yet.
 */
export const FACE_TOLERANCE: number = SPECULATIVE_DISTANCE / 2;

/** Rotation (its sine) up to which bodies that move together keep their manifolds. Normals are off by no more than this. */
export const STALE_TURN = 0.02;

/**
 * Speed of its fastest point, m/s, below which a stale body is compared with its neighbours in only one step out of eight (`CREEP_MASK` +
 * 1). At 60 Hz it moves at most 0.13 mm from one check to the next.
 */
export const CREEP_SPEED = 0.001;
/** Mask of the step number that selects when a creeping body is checked: one step in `CREEP_MASK` + 1, a power of two. No unit. */
export const CREEP_MASK = 7;

/** Speed of its fastest point, m/s, above which a body is placed anew without checking whether its neighbours moved along. */
export const COMPANY_SPEED = 1;

/**
 * Largest margin of the fat boxes in the broad phase, m, and for small bodies its share of their extent. 5 to 10 % of the size is the flat
 * optimum between updating boxes often and keeping pairs in vain.
 */
export const MAXIMUM_BOX_MARGIN = 0.05;
/** Margin of the fat box of a small body, as a share of its extent. */
export const BOX_MARGIN_SHARE = 0.125;

/**
 * Coordinates of fat boxes are whole multiples of 1 m divided by this, so that a snapshot stores a box in a few bytes: about a millimetre,
 * a tenth of the smallest margin. A power of 2, so that no coordinate is rounded.
 */
export const BOX_STEPS_PER_METER = 1024;

/**
 * Share of its `sweepLimit` above which the motion of a body in one part of a step makes it a candidate for sweeping. Less than 1, because
 * the difference of two poses decides, and that is rounded.
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
 * Longest step, s, sixty times the usual one. A body falls 10 m in it, so no longer step can make sense for anything that should land on
 * something. Milliseconds passed by mistake are at least 4 at any frame rate, and so are rejected.
 */
export const MAXIMUM_TIME_STEP = 1;

/** Linear speed limit, m/s, above any speed worth simulating with fixed steps. It also limits how far a body moves in a step. */
export const MAXIMUM_LINEAR_SPEED = 400;

/** Largest rotation of a body in one step, rad (an eighth of a turn), unless it allows fast rotation. */
export const MAXIMUM_ROTATION: number = Math.PI / 4;

/** Rotation per substep up to which the sine and cosine series of the position update are accurate to 1e-10, rad. */
export const SERIES_ROTATION_LIMIT = 0.8;

/** Largest number of rotations of that size per substep, no unit. A larger rotation is limited to 819 rad. */
export const MAXIMUM_TURNS = 1024;

/**
 * Largest coordinate, length, velocity, mass and force that the API accepts, in m, m/s, kg and N. Beyond it products overflow.
 */
export const MAXIMUM_MAGNITUDE = 1e12;

/**
 * Mass of shapes that counts as zero, kg. Above it, with the densities allowed, inverse mass and inertia and their products stay in range.
 */
export const LEAST_MASS = 1e-24;
