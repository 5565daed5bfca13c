/**
 * Memory layout of the world state: offsets and strides of the flat arrays.
 *
 * Every array is interleaved: record `i` of an array with stride `S` starts at `i * S`. A kernel hoists the array and reads
 * `motion[b * BODY_STRIDE + VX]`. Units are SI. `x y` pairs are in world axes unless a name says local. A record of 8 doubles
 * fits in one cache line; a contact takes four.
 */

// ── Bodies: motion (what a solver iteration touches) ────────────────────────────────────────────────────────────

/** Doubles per body in `BodyStore.motion`, `pose`, `mass` and `placed`. */
export const BODY_STRIDE = 8;

/** `motion`: velocity of the centre of mass, m/s. */
export const VX = 0;
/** `motion`: velocity of the centre of mass along y, m/s. */
export const VY = 1;
/** `motion`: angular velocity, rad/s, counter-clockwise. */
export const W = 2;
/** `motion`: displacement of the centre of mass since the pose was last finalised, m. */
export const DX = 4;
/** `motion`: displacement of the centre of mass along y since the pose was last finalised, m. */
export const DY = 5;
/** `motion`: cosine of the rotation since the pose was last finalised; 1 without rotation. */
export const DC = 6;
/** `motion`: sine of the rotation since the pose was last finalised. */
export const DS = 7;

// ── Bodies: pose ────────────────────────────────────────────────────────────────────────────────────────────────

/** `pose`: body origin, m. */
export const X = 0;
/** `pose`: body origin along y, m. */
export const Y = 1;
/** `pose`: cosine of the body angle. */
export const C = 2;
/** `pose`: sine of the body angle. */
export const S = 3;
/** `pose`: centre of mass in world axes, m. */
export const CX = 4;
/** `pose`: centre of mass in world axes along y, m. */
export const CY = 5;
/** `pose`: centre of mass in the body frame, m. */
export const LX = 6;
/** `pose`: centre of mass in the body frame along y, m. */
export const LY = 7;

// ── Bodies: mass and forces ─────────────────────────────────────────────────────────────────────────────────────

/** `mass`: 1/kg; 0 for static and kinematic bodies. */
export const INV_MASS = 0;
/**
 * `mass`: 1/(kg m^2) about the centre of mass; 0 for static, kinematic and rotation-locked bodies. For a body that is squeezed so
 * hard that a solver could not integrate its rotation, 1/2 to 1/2^15 of that; see `INERTIA_DOUBLINGS`.
 */
export const INV_INERTIA = 1;
/** `mass`: kg. */
export const MASS = 2;
/** `mass`: kg m^2 about the centre of mass, whether or not the rotation is locked. */
export const INERTIA = 3;
/** `mass`: force through the centre of mass, N; applied for the whole step, cleared after it. */
export const FX = 4;
/** `mass`: force through the centre of mass along y, N. */
export const FY = 5;
/** `mass`: torque, N m; applied for the whole step, cleared after it. */
export const TORQUE = 6;
/** `mass`: factor on gravity, 1 by default. */
export const GRAVITY_SCALE = 7;

// ── Bodies: damping and rest ────────────────────────────────────────────────────────────────────────────────────

/** Doubles per body in `BodyStore.damping`. */
export const DAMPING_STRIDE = 4;
/** `damping`: 1/s; the velocity follows v' = -d v. */
export const LINEAR_DAMPING = 0;
/** `damping`: 1/s; the angular velocity follows w' = -d w. */
export const ANGULAR_DAMPING = 1;
/** `damping`: time that the body has been at rest, s: slower than the sleep threshold, or near its placed pose. */
export const SLEEP_TIME = 2;
/** `damping`: largest distance from the centre of mass to a point of a shape, m; 1e12 with a half-space. */
export const EXTENT = 3;

// ── Bodies: placed pose ─────────────────────────────────────────────────────────────────────────────────────────

/** `placed`: origin of the pose at which world vertices, boxes and manifolds were last computed, m. */
export const PLACED_X = 0;
/** `placed`: origin along y, m. */
export const PLACED_Y = 1;
/** `placed`: cosine of the angle. */
export const PLACED_C = 2;
/** `placed`: sine of the angle. */
export const PLACED_S = 3;
/** `placed`: centre of mass at that pose, m. */
export const PLACED_CX = 4;
/** `placed`: centre of mass at that pose along y, m. */
export const PLACED_CY = 5;
/** `placed`: cosine of the rotation from the placed pose to the current one. */
export const TURN_C = 6;
/** `placed`: sine of the rotation from the placed pose to the current one. */
export const TURN_S = 7;

// ── Bodies: previous pose ───────────────────────────────────────────────────────────────────────────────────────

/** Doubles per body in `BodyStore.previous`: origin x y, cosine, sine at the start of the last step (interpolation). */
export const PREVIOUS_STRIDE = 4;

// ── Bodies: type and flags ──────────────────────────────────────────────────────────────────────────────────────

/** `BodyStore.type` of a body that never moves. No unit. */
export const STATIC = 0;
/** `BodyStore.type` of a body that moves only by its velocity and pushes others with infinite mass. No unit. */
export const KINEMATIC = 1;
/** `BodyStore.type` of a body that forces and contacts move. No unit. */
export const DYNAMIC = 2;

/** `BodyStore.flags`: the slot holds a body. */
export const BODY_ALIVE = 1;
/** `BodyStore.flags`: the body takes part in the simulation. */
export const BODY_ENABLED = 2;
/** `BodyStore.flags`: rotation locked; the inverse inertia is 0. */
export const BODY_FIXED_ROTATION = 4;
/** `BodyStore.flags`: continuous collision applies to moving bodies too. */
export const BODY_BULLET = 8;
/** `BodyStore.flags`: may fall asleep. */
export const BODY_ALLOW_SLEEP = 16;
/** `BodyStore.flags`: exempt from the angular speed limit. */
export const BODY_FAST_ROTATION = 32;
/** `BodyStore.flags`: became non-finite inside a step; the body stays at its last finite pose. */
export const BODY_FROZEN = 64;
/** `BodyStore.flags`: displacement along x (world) locked. */
export const BODY_LOCK_X = 128;
/** `BodyStore.flags`: displacement along y (world) locked. */
export const BODY_LOCK_Y = 256;
/** `BodyStore.flags`: one doubling of the inertia behind `INV_INERTIA`. */
export const INERTIA_DOUBLINGS_STEP = 512;
/**
 * `BodyStore.flags`: number of times that a solver has doubled the inertia, 0 to 15 times `INERTIA_DOUBLINGS_STEP`. 0 with
 * solvers that never double it.
 */
export const INERTIA_DOUBLINGS: number = 15 * INERTIA_DOUBLINGS_STEP;
/**
 * `BodyStore.flags`: since the contacts were last updated, the body was created, teleported or enabled, or its shapes, type or filters
 * have changed. It may now overlap others by more than any motion could.
 */
export const BODY_PUT = 8192;

// ── Contacts: integers ──────────────────────────────────────────────────────────────────────────────────────────

/** Integers per contact in `ContactStore.index`. */
export const CONTACT_INDEX_STRIDE = 8;
/** `index`: id of shape A, the lower one. */
export const SHAPE_A = 0;
/** `index`: id of shape B. */
export const SHAPE_B = 1;
/** `index`: body slot of shape A. */
export const BODY_A = 2;
/** `index`: body slot of shape B. */
export const BODY_B = 3;
/** `index`: `CONTACT_*` bits. */
export const CONTACT_FLAGS = 4;
/** `index`: number of manifold points, 0 to 2. */
export const COUNT = 5;
/** `index`: feature id of the first point, stable between steps. */
export const ID0 = 6;
/** `index`: feature id of the second point. */
export const ID1 = 7;

/** `index[CONTACT_FLAGS]`: at least one of the shapes is a sensor; no impulse acts. */
export const CONTACT_SENSOR = 1;
/** `index[CONTACT_FLAGS]`: begin was reported but not end. */
export const CONTACT_BEGUN = 2;
/** `index[CONTACT_FLAGS]`: report begin and end. */
export const CONTACT_EVENTS = 4;
/** `index[CONTACT_FLAGS]`: report impacts. */
export const CONTACT_HIT_EVENTS = 8;
/** `index[CONTACT_FLAGS]`: call the pre-solve hook before every solve. */
export const CONTACT_PRE_SOLVE = 16;
/** `index[CONTACT_FLAGS]`: the pre-solve hook has switched the contact off for this step. */
export const CONTACT_SKIPPED = 32;
/**
 * `index[CONTACT_FLAGS]`: the bodies were put into each other by more than `EMBEDDED_DEPTH`, and are not yet apart. A solver that treats
 * such contacts clears it when they are; it is also cleared when the contact ends.
 */
export const CONTACT_EMBEDDED = 64;
/**
 * `index[CONTACT_FLAGS]`: unit of the upper bits. They hold 1 plus the number of the edge to which a contact at a seam is confined, or 0; see
 * `seams.ts`. All other bits are below it.
 */
export const CONTACT_FACE = 128;

// ── Contacts: numbers ───────────────────────────────────────────────────────────────────────────────────────────

/** Doubles per contact in `ContactStore.data`. */
export const CONTACT_STRIDE = 32;
/** `data`: unit normal from A to B, world axes. */
export const NX = 0;
/** `data`: unit normal from A to B along y. */
export const NY = 1;
/** `data`: combined coefficient of friction, >= 0. */
export const FRICTION = 2;
/** `data`: combined coefficient of restitution, 0..1. */
export const RESTITUTION = 3;
/** `data`: target velocity of friction, of B relative to A along the tangent (NY, -NX), m/s; nonzero on conveyors. */
export const TANGENT_SPEED = 4;
/** `data`: rolling resistance as a length, m. The rolling torque is at most this length times the normal force. */
export const ROLLING = 5;
/** `data`: accumulated rolling impulse, N m s (warm start). A solver without rolling resistance may keep another number here. */
export const ROLLING_IMPULSE = 6;

/** `data`: offset of point 0. It has ten numbers. */
export const POINT0 = 8;
/**
 * `data`: rounding radius of shape A, m: the radius of a circle, a capsule or a rounded polygon, 0 for other shapes. A part of
 * the anchor of this length stays along the normal and does not rotate with the body, because round shapes roll.
 */
export const RADIUS_A = 18;
/** `data`: rounding radius of shape B, m. */
export const RADIUS_B = 19;
/**
 * `data`: body whose face a round corner or circle rolls on, 1 for A, -1 for B. 0 if nothing rolls: two points, sharp corners, or
 * two round corners.
 */
export const ROLLING_FACE = 20;
/** `data`: gap of an embedded contact when its solver last looked whether its bodies come apart, m; 0 before. */
export const EMBEDDED_GAP = 21;
/** `data`: offset of point 1. It comes last, so a contact with one point fetches fewer cache lines. */
export const POINT1 = 22;
/** Doubles from point 0 to point 1. */
export const POINT_STRIDE: number = POINT1 - POINT0;
/**
 * Point: vector from the centre of mass of A to the point, world axes, m, at the placed poses. The point is midway between the
 * surfaces.
 */
export const AX = 0;
/** Point: vector from the centre of mass of A to the point along y, m. */
export const AY = 1;
/** Point: vector from the centre of mass of B to the point, world axes, m, at the placed poses. */
export const BX = 2;
/** Point: vector from the centre of mass of B to the point along y, m. */
export const BY = 3;
/** Point: separation along the normal at the time of `collide`, m; negative for penetration. */
export const SEPARATION = 4;
/**
 * Point: impulse along the normal, N s, >= 0; matched by feature id in the next step. It is the force at the end of the step times the
 * whole step, also for solvers with substeps, so that it means the same with every solver.
 */
export const NORMAL_IMPULSE = 5;
/** Point: impulse along the tangent (NY, -NX) for the whole step, N s; matched by feature id in the next step. */
export const TANGENT_IMPULSE = 6;
/**
 * Point: sum of the normal impulses of all substeps of the step, N s: the momentum that was transferred (hit events). Solvers
 * write it.
 */
export const STEP_NORMAL_IMPULSE = 7;
/** Point: normal velocity of B relative to A before solving, m/s; negative for approach. Solvers write it. */
export const NORMAL_VELOCITY = 8;
/** Point: separation at the placed poses, m. */
export const BASE_SEPARATION = 9;

// ── Boxes ───────────────────────────────────────────────────────────────────────────────────────────────────────

/** Doubles per box: minimum x, minimum y, maximum x, maximum y, m. */
export const BOX_STRIDE = 4;
