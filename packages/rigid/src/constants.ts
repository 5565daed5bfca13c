/** Constants of the world: value, unit, reason, and how they depend on each other. All lengths are for bodies about a metre in size. */

/** Penetration that solvers do not correct, so that resting contacts do not flicker, m. On metre-sized bodies 5 mm is invisible. */
export const LINEAR_SLOP = 0.005;

/**
 * Largest separation at which contact points are created before shapes touch, m. Four times the slop, as in Box2D v3. Solvers can
 * then stop a body at the surface instead of pushing it out afterwards.
 */
export const SPECULATIVE_DISTANCE: number = 4 * LINEAR_SLOP;

/**
 * Overlap with a face up to which bodies that meet at a corner may pass each other along it, m. A quarter more than the slop: a
 * body that slides over tiles overlaps them by the slop, and solvers that correct deeper penetration stop a little above it.
 */
export const CORNER_WIDTH: number = 1.25 * LINEAR_SLOP;
/** Tangent of the angle to the face up to which such a motion counts as along the face, no unit. */
export const CORNER_SLOPE = 0.25;

/**
 * Displacement of a body (of its centre, plus rotation times extent) above which its world vertices, boxes and manifolds are
 * computed again, m. A fifth of the slop: below what solvers resolve. Measured at 1 mm: 96 % of the manifolds of a resting
 * pyramid and 99 % of those of a settled pile are refreshed instead of rebuilt.
 */
export const PLACEMENT_TOLERANCE: number = LINEAR_SLOP / 5;

/**
 * Displacement from which a stale body is placed for its first contact with another one, as a multiple of the placement tolerance, no
 * unit: 2 cm. With less the contact is found in time nevertheless, and placing the bodies of a pile more often than necessary lets it
 * buckle (`refit.ts`).
 */
export const FIRST_CONTACT_TOLERANCES = 20;

/**
 * Relative motion of two bodies up to which a contact with two points keeps its manifold, m. Half the speculative distance: a corner that
 * was too far away to be found cannot have penetrated yet.
 */
export const FACE_TOLERANCE: number = SPECULATIVE_DISTANCE / 2;

/** Rotation (its sine) up to which bodies that move together keep their manifolds. Normals are off by no more than this. */
export const STALE_TURN = 0.02;

/**
 * Speed of the fastest point of a body, m/s, up to which a stale body is compared with its neighbours in only one step out of
 * eight (`CREEP_MASK` + 1). At 60 Hz it moves at most 0.13 mm from one check to the next.
 */
export const CREEP_SPEED = 0.001;
/** Mask of the step number that selects when a creeping body is checked: one step in `CREEP_MASK` + 1, a power of two. No unit. */
export const CREEP_MASK = 7;

/** Speed of the fastest point of a body, m/s, above which it is placed again without checking whether its neighbours moved with it. */
export const COMPANY_SPEED = 1;

/**
 * Largest margin of the fat boxes in the broad phase, m. Small bodies get `BOX_MARGIN_SHARE` of their extent instead. A margin of
 * 5 to 10 % of the size is in the flat optimum between updating boxes too often and keeping unnecessary pairs.
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
 * Fraction of its `sweepLimit` above which the motion of a body in one part of a step makes it a candidate for sweeping. Less
 * than 1, because the decision uses the difference of two poses, which is rounded.
 */
export const SWEEP_CANDIDATE_SHARE = 0.99;

/**
 * Overlap above which bodies that were put into each other are embedded (`CONTACT_EMBEDDED`), m. Smaller overlaps are removed as those of
 * bodies that were pressed into each other.
 */
export const EMBEDDED_DEPTH: number = 10 * LINEAR_SLOP;

/** Separation below which a contact counts as touching for begin events, m. */
export const TOUCH_DISTANCE: number = LINEAR_SLOP;

/** Approach speed from which an impact is reported as a hit event, m/s. */
export const HIT_SPEED_THRESHOLD = 1;

/**
 * Approach speed below which solvers should not apply restitution, m/s. Must exceed gravity times the step, or resting contacts
 * jitter.
 */
export const RESTITUTION_THRESHOLD = 1;

/** Speed of its fastest point up to which a body counts as at rest, m/s. */
export const SLEEP_SPEED = 0.05;
/** Time that a body must be at rest before it may sleep, s. */
export const SLEEP_DELAY = 0.5;
/**
 * Mask of the step number that selects when what keeps an island awake is looked for again: one step in `BLOCKER_MASK` + 1, a power of
 * two. No unit. At 60 Hz as long as the sleep delay, so the searches of a restless pile cost little.
 */
export const BLOCKER_MASK = 31;

/**
 * Longest step, s, sixty times the usual one. A body falls 5 to 10 m in it, so a longer step makes no sense for
 * anything that should land on something. Milliseconds passed by mistake are at least 4 at any frame rate, so they are rejected.
 */
export const MAXIMUM_TIME_STEP = 1;

/** Linear speed limit, m/s, above any speed that is useful with fixed steps. It also limits the displacement of a body in a step. */
export const MAXIMUM_LINEAR_SPEED = 400;

/** Rotation per substep up to which the sine and cosine series of the position update are accurate to 1e-10, rad. */
export const SERIES_ROTATION_LIMIT = 0.8;

/** Largest number of rotations of that size per substep, no unit. Larger rotations are clamped to 819 rad. */
export const MAXIMUM_TURNS = 1024;

/** Largest coordinate, length, velocity, mass and force that the API accepts, in m, m/s, kg and N. Above it products overflow. */
export const MAXIMUM_MAGNITUDE = 1e12;

/**
 * Mass of shapes up to which it counts as zero, kg. Above it, with the allowed densities, the inverse mass and inertia and their
 * products stay in range.
 */
export const LEAST_MASS = 1e-24;

/**
 * Largest rotation of a body in one step, rad (an eighth of a turn), unless it allows fast rotation. It is computed, so it comes last:
 * bundlers write only the constants before the first computed one in the places that use them.
 */
export const MAXIMUM_ROTATION: number = Math.PI / 4;
