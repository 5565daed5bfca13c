/**
 * Memory layout of joints: offsets and strides of the flat arrays of `JointStore`, like `layout.ts` for bodies and contacts.
 *
 * All kinds use the same record; a kind ignores the fields that it does not need. Anchors are in body frames, relative to the
 * body origin. A joint to the world has `JOINT_BODY_A` -1, and its anchor A is a world point. What a kind puts into the fields whose
 * names do not tell it:
 *
 * - distance: `LOWER UPPER` limit the distance of the anchors, m. rope: `UPPER` is its maximum length, m.
 * - revolute: `EXTRA0` is the angle of the spring, rad. prismatic: `EXTRA0` is the translation of the spring, m.
 * - weld: `EXTRA0 EXTRA1` are frequency (Hz) and damping ratio of the angle, `HERTZ DAMPING_RATIO` those of the point.
 * - motor: `EXTRA0 EXTRA1` are the linear offset in the frame of A, m, and `LENGTH` is the angular offset, rad.
 * - gear: angle of A + `RATIO` angle of B is kept at `REFERENCE_ANGLE`, rad. `EXTRA0 EXTRA1` are the two angles at some earlier moment, not
 *   wrapped; solvers update them, as `JOINT_ANGLE`.
 * - pulley: `AXIS_X AXIS_Y` and `EXTRA0 EXTRA1` are the ground anchors of A and B, m, in the world, and `LENGTH` is the rope, m: the part
 *   of A + `RATIO` that of B. With `JOINT_LIMIT` it can go slack.
 * - ratchet: `LENGTH` is the pitch, rad, `REFERENCE_ANGLE` the phase, rad, `EXTRA0` the last tooth passed, rad. Solvers write it.
 * - groove: anchor A is its start, `EXTRA0 EXTRA1` its end, in the frame of A, m; `LOWER UPPER` are 0 and its length, m.
 * - rotarySpring: `REFERENCE_ANGLE` is the angle of rest, rad. rotaryLimit: `LOWER UPPER` limit the angle, rad.
 */

/** Integers per joint in `JointStore.index`. */
export const JOINT_INDEX_STRIDE = 4;
/** `index`: index of the kind in `jointKinds`. */
export const JOINT_KIND = 0;
/** `index`: body slot of A, -1 for the world. */
export const JOINT_BODY_A = 1;
/** `index`: body slot of B. */
export const JOINT_BODY_B = 2;
/** `index`: `JOINT_*` bits. */
export const JOINT_FLAGS = 3;

/** `index[JOINT_FLAGS]`: the two bodies collide with each other. */
export const JOINT_COLLIDE_CONNECTED = 1;
/** `index[JOINT_FLAGS]`: the limits are switched on. */
export const JOINT_LIMIT = 2;
/** `index[JOINT_FLAGS]`: the motor is switched on. */
export const JOINT_MOTOR = 4;
/** `index[JOINT_FLAGS]`: the spring is switched on. */
export const JOINT_SPRING = 8;

/** Doubles per joint in `JointStore.data`. */
export const JOINT_STRIDE = 32;
/** `data`: anchor on A, body frame (world when A is the world), m. */
export const ANCHOR_AX = 0;
/** `data`: anchor on A along y, m. */
export const ANCHOR_AY = 1;
/** `data`: anchor on B, body frame, m. */
export const ANCHOR_BX = 2;
/** `data`: anchor on B along y, m. */
export const ANCHOR_BY = 3;
/** `data`: unit axis in the frame of A. */
export const AXIS_X = 4;
/** `data`: unit axis in the frame of A along y. */
export const AXIS_Y = 5;
/** `data`: angle of B relative to A at which the joint angle is 0, rad. */
export const REFERENCE_ANGLE = 6;
/** `data`: rest length, m. */
export const LENGTH = 7;
/** `data`: spring frequency, Hz; 0 is rigid. */
export const HERTZ = 8;
/** `data`: damping ratio of the spring; 1 is critical. */
export const DAMPING_RATIO = 9;
/** `data`: lower limit, m or rad. */
export const LOWER = 10;
/** `data`: upper limit, m or rad. */
export const UPPER = 11;
/** `data`: motor speed, m/s or rad/s. */
export const MOTOR_SPEED = 12;
/** `data`: largest force of the joint, N. */
export const MAXIMUM_FORCE = 13;
/** `data`: largest torque of the joint, N m. */
export const MAXIMUM_TORQUE = 14;
/** `data`: force at which the joint breaks, N; `Number.MAX_VALUE` if it does not break. */
export const BREAK_FORCE = 15;
/** `data`: torque at which the joint breaks, N m. */
export const BREAK_TORQUE = 16;
/** Value of a limit that is none: larger than any number that the API accepts. */
export const UNLIMITED: number = Number.MAX_VALUE;
/** `data`: ratio of gears and pulleys. */
export const RATIO = 17;
/** `data`: first number with a meaning and unit that depend on the kind. */
export const EXTRA0 = 18;
/** `data`: second number with a meaning and unit that depend on the kind. */
export const EXTRA1 = 19;
/** `data`: first component of the linear impulse of the last step, N s. This and the following impulses are used for warm starting. */
export const IMPULSE_X = 20;
/** `data`: second component of the linear impulse, N s. */
export const IMPULSE_Y = 21;
/** `data`: angular impulse that holds the angle, N m s. */
export const IMPULSE_ANGULAR = 22;
/** `data`: impulse of the spring, N s or N m s. */
export const IMPULSE_SPRING = 23;
/** `data`: impulse of the motor, N s or N m s. */
export const IMPULSE_MOTOR = 24;
/** `data`: impulse of the lower limit, N s or N m s. */
export const IMPULSE_LOWER = 25;
/** `data`: impulse of the upper limit, N s or N m s. */
export const IMPULSE_UPPER = 26;
/**
 * `data`: angle of B relative to A at some earlier moment, rad, not wrapped. The angle has changed by less than half a turn since
 * then; solvers update it often enough.
 */
export const JOINT_ANGLE = 27;
/** `data`: force on B in the last substep along x, N. Solvers write this field and the next two. */
export const REACTION_X = 28;
/** `data`: force on B in the last substep along y, N. */
export const REACTION_Y = 29;
/** `data`: torque on B in the last substep, N m. */
export const REACTION_TORQUE = 30;

/** Kinds of joints; the number of a kind is its index. */
export const jointKinds = [
  'grab',
  'distance',
  'rope',
  'revolute',
  'prismatic',
  'weld',
  'wheel',
  'motor',
  'gear',
  'pulley',
  'ratchet',
  'groove',
  'rotarySpring',
  'rotaryLimit',
  'friction',
  'filter',
] as const;

/** Name of a joint kind. */
export type JointKind = (typeof jointKinds)[number];

/** `index[JOINT_KIND]` of a grab joint: A is the world, anchor A the target, B the body that is pulled. */
export const GRAB = 0;
