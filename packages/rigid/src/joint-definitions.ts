/**
 * Definitions of joints. `Reference` is how a body is referred to: a `Body` in a world, its index in a scene.
 *
 * Every joint except `grab` joins body B to body A, or to the world if A is null. Anchors are points in the body frames; if A is the
 * world, anchor A is a world point. Instead of local anchors a definition may give world points, which are converted with the poses
 * of the bodies when the joint is created. A motor runs if `motorSpeed` is given, limits apply if `lower` or `upper` is given, and a
 * spring acts if `hertz` > 0. `enableMotor` and `enableLimit` override this, for motors and limits that you want to switch on later.
 */
import { requireOneOf, requireRecord, type Vec2 } from '@otedama/math2d';
import { jointKinds } from './joint-layout.js';
import { requireFunction } from './validate.js';

/** Fields that all joints between bodies share. */
export interface JointBase<Reference> {
  /**
   * The first body; null joins B to the world. Default null; a gear, pulley or filter needs a body. When a joint is created, a value of
   * undefined throws an `InputError`: it is a misspelt name.
   */
  readonly bodyA?: Reference | null;
  /** The second body. */
  readonly bodyB: Reference;
  /** Whether the two bodies still collide. Default false. */
  readonly collideConnected?: boolean;
  /**
   * Reaction force above which the joint breaks, N, > 0. It is averaged over a step, so an impulse P counts as P / dt. Default: never
   * breaks.
   */
  readonly breakForce?: number;
  /** Reaction torque above which the joint breaks, averaged over a step, N m, > 0. Default: never breaks. */
  readonly breakTorque?: number;
}

/** The points that are joined. Local points take precedence over world points. */
export interface JointAnchors {
  /** Point of A in its body frame, m. Default: the body origin. If A is the world: the current place of anchor B. */
  readonly localAnchorA?: Vec2;
  /** Point of B in its body frame, m. Default: the body origin. */
  readonly localAnchorB?: Vec2;
  /** Point of A as a world point, m. Default: see `localAnchorA`. */
  readonly worldAnchorA?: Vec2;
  /** Point of B as a world point, m. Default: see `localAnchorB`. */
  readonly worldAnchorB?: Vec2;
  /** One world point for both bodies, m. */
  readonly worldAnchor?: Vec2;
}

/** A damped spring, given by what one sees of it: how fast the joined bodies swing, and how soon they come to rest. */
export interface JointSpring {
  /**
   * Frequency at which the two bodies oscillate against each other on the spring if nothing else holds them, Hz, >= 0. The stiffness is
   * m (2 pi hertz)^2, where m is their effective mass along the spring: 1 / (1 / mA + 1 / mB), or less if they rotate. A car on light
   * wheels that stand on the ground is softer than that. For a spring on an angle, m is made of the inertias about the centres of mass: a
   * door hinged at its edge has four times as much, so it swings at half this frequency, with half the damping ratio. Default 0: no
   * spring; joints that can be rigid are then rigid.
   */
  readonly hertz?: number;
  /**
   * Damping ratio, >= 0; 1 is critical damping. The solver adds about pi hertz h, where h is the substep, s: 1/360 with the soft step, 1/60
   * with sequential impulses. So without damping, a spring of 1 Hz loses half of its amplitude in 11 or 2.1 s. Default 0.7.
   */
  readonly dampingRatio?: number;
}

/** Limits of the joint's coordinate, m or rad. Limits of an angle that are more than a turn apart are off unless you switch them on. */
export interface JointLimits {
  /** Smallest value, m or rad, <= `upper`. Default: unlimited. */
  readonly lower?: number;
  /** Largest value, m or rad. Default: unlimited. */
  readonly upper?: number;
  /** Whether the limits apply; see `Joint.areLimitsEnabled`. Default: true if any are given (angles must be less than a turn apart). */
  readonly enableLimit?: boolean;
}

/** Pulls a point of a body to a world point with a damped spring of limited force. Use it to drag bodies with a pointer. */
export interface GrabJointDefinition<Reference> {
  readonly kind: 'grab';
  /** The body that is pulled. It must be dynamic. */
  readonly body: Reference;
  /** The point of the body that is held, in its body frame, m. Default (0, 0). */
  readonly localAnchor?: Vec2;
  /** The world point that it is pulled to, m. Default: the current place of the anchor. */
  readonly target?: Vec2;
  /** Spring frequency, Hz, > 0. Default 5. */
  readonly hertz?: number;
  /** Damping ratio, >= 0; 1 is critical. Default 0.7. */
  readonly dampingRatio?: number;
  /** Largest force, N, > 0. Default: 1,000 times the mass of the body. */
  readonly maximumForce?: number;
}

/**
 * Keeps two points at a distance, like a rod. With `hertz` it is a spring. With limits it is a rod whose length can change between
 * them, and with a motor as well it is a winch or a piston.
 */
export interface DistanceJointDefinition<Reference>
  extends JointBase<Reference>,
    JointAnchors,
    JointSpring,
    JointLimits {
  readonly kind: 'distance';
  /** Rest length, m, >= 0. Default: the current distance. */
  readonly length?: number;
  /** Speed at which the motor changes the length, m/s, any. Default: no motor. */
  readonly motorSpeed?: number;
  /** Whether the motor runs; see `Joint.isMotorEnabled`. Default: true if `motorSpeed` is given. */
  readonly enableMotor?: boolean;
  /** Largest force of the motor, N, >= 0. Default: unlimited. */
  readonly maximumMotorForce?: number;
}

/** Keeps two points within a maximum distance, like a rope. */
export interface RopeJointDefinition<Reference> extends JointBase<Reference>, JointAnchors {
  readonly kind: 'rope';
  /** Length of the rope, m, > 0. Default: the current distance, which must not be 0. */
  readonly maximumLength?: number;
}

/** A hinge. Its angle is the angle of B relative to A, minus `referenceAngle`, rad. It is not wrapped to one turn. */
export interface RevoluteJointDefinition<Reference>
  extends JointBase<Reference>,
    JointAnchors,
    JointSpring,
    JointLimits {
  readonly kind: 'revolute';
  /**
   * Angle of B relative to A at which the joint angle is 0, rad, any. Whole turns do not count: the joint starts with the angle closest to
   * its limits, among equals to 0. Default: the current angle.
   */
  readonly referenceAngle?: number;
  /** Joint angle that the spring pulls to, rad, any. Default 0. */
  readonly springAngle?: number;
  /** Angular speed of the motor, rad/s, any. Default: no motor. */
  readonly motorSpeed?: number;
  /** Whether the motor runs; see `Joint.isMotorEnabled`. Default: true if `motorSpeed` is given. */
  readonly enableMotor?: boolean;
  /** Largest torque of the motor, N m, >= 0. Default: unlimited. */
  readonly maximumMotorTorque?: number;
}

/** Lets B slide along an axis of A without rotating. The coordinate of the joint is the translation along the axis, m. */
export interface PrismaticJointDefinition<Reference>
  extends JointBase<Reference>,
    JointAnchors,
    JointSpring,
    JointLimits {
  readonly kind: 'prismatic';
  /** Direction of the axis in the frame of A, any length > 0. Default (1, 0). */
  readonly localAxisA?: Vec2;
  /** Angle of B relative to A that the joint keeps, rad, any; whole turns do not count. Default: the current angle. */
  readonly referenceAngle?: number;
  /** Translation that the spring pulls to, m, any. Default 0. */
  readonly springTranslation?: number;
  /** Speed of the motor along the axis, m/s, any. Default: no motor. */
  readonly motorSpeed?: number;
  /** Whether the motor runs; see `Joint.isMotorEnabled`. Default: true if `motorSpeed` is given. */
  readonly enableMotor?: boolean;
  /** Largest force of the motor, N, >= 0. Default: unlimited. */
  readonly maximumMotorForce?: number;
}

/** Connects two bodies rigidly, or elastically if a frequency is given. */
export interface WeldJointDefinition<Reference> extends JointBase<Reference>, JointAnchors, JointSpring {
  readonly kind: 'weld';
  /** Angle of B relative to A that the joint keeps, rad, any; whole turns do not count. Default: the current angle. */
  readonly referenceAngle?: number;
  /** Frequency of the spring on the angle, Hz, >= 0; 0 is rigid. Default: `hertz`. */
  readonly angularHertz?: number;
  /** Damping ratio of the spring on the angle, >= 0; 1 is critical. Default: `dampingRatio`. */
  readonly angularDampingRatio?: number;
}

/** A wheel with suspension: B rotates freely and slides along an axis of A on a spring. The motor drives the rotation. */
export interface WheelJointDefinition<Reference>
  extends JointBase<Reference>,
    JointAnchors,
    JointSpring,
    JointLimits {
  readonly kind: 'wheel';
  /** Direction of the suspension in the frame of A. Default (0, 1). */
  readonly localAxisA?: Vec2;
  /** Angular speed of the motor, rad/s, any. Default: no motor. */
  readonly motorSpeed?: number;
  /** Whether the motor runs; see `Joint.isMotorEnabled`. Default: true if `motorSpeed` is given. */
  readonly enableMotor?: boolean;
  /** Largest torque of the motor, N m, >= 0. Default: unlimited. */
  readonly maximumMotorTorque?: number;
}

/**
 * Drives B to an offset and an angle relative to A, with limited force and torque. B follows a moving target with a delay of
 * dampingRatio / (pi hertz), s, and sags under a load as on a spring.
 */
export interface MotorJointDefinition<Reference> extends JointBase<Reference>, JointAnchors, JointSpring {
  readonly kind: 'motor';
  /** Frequency of the spring that drives B, Hz, >= 0; 0 switches it off. Default 5. */
  readonly hertz?: number;
  /** Damping ratio, >= 0; 1 is critical damping. Default 1. */
  readonly dampingRatio?: number;
  /**
   * Target of anchor B relative to anchor A, in the frame of A, m. For targets in world points, join B to the world with `localAnchorA`
   * (0, 0). Default: the current offset.
   */
  readonly linearOffset?: Vec2;
  /** Target angle of B relative to A, rad, any. Default: the current angle. */
  readonly angularOffset?: number;
  /** Largest force, N, >= 0. Default 1. */
  readonly maximumForce?: number;
  /** Largest torque, N m, >= 0. Default 1. */
  readonly maximumTorque?: number;
}

/** Couples the rotations of two bodies: angle of A + ratio * angle of B stays constant. */
export interface GearJointDefinition<Reference> extends JointBase<Reference> {
  readonly kind: 'gear';
  /** Ratio of the angular speeds, not 0. Default 1: the bodies rotate in opposite directions at the same speed. */
  readonly ratio?: number;
  /** Largest torque, N m, >= 0. Default: unlimited. */
  readonly maximumTorque?: number;
}

/**
 * A rope from anchor A over two fixed points to anchor B: length A + ratio * length B stays constant. Stop the bodies before they reach
 * the fixed points, where the rope has no direction.
 */
export interface PulleyJointDefinition<Reference> extends JointBase<Reference>, JointAnchors {
  readonly kind: 'pulley';
  /** World point that the rope runs over on the side of A, m. */
  readonly groundAnchorA: Vec2;
  /** World point that the rope runs over on the side of B, m. */
  readonly groundAnchorB: Vec2;
  /** Ratio, > 0: B moves by A's displacement divided by this. Default 1. */
  readonly ratio?: number;
  /**
   * Whether the rope can go slack: then it only pulls, and when B lies on the ground A moves on. Default false: it pushes as well, so that
   * A stops with B.
   */
  readonly canGoSlack?: boolean;
}

/** Lets B rotate relative to A in one direction only: it passes teeth and cannot go back over them. */
export interface RatchetJointDefinition<Reference> extends JointBase<Reference> {
  readonly kind: 'ratchet';
  /** Angle between two teeth, rad, not 0. Its sign is the free direction. */
  readonly pitch: number;
  /** Angle of the first tooth, rad, any. Default 0. */
  readonly phase?: number;
  /** Torque above which the ratchet slips, N m, >= 0. Default: unlimited. */
  readonly maximumTorque?: number;
}

/** A pin of B that slides in a straight groove of A; B rotates freely. */
export interface GrooveJointDefinition<Reference> extends JointBase<Reference> {
  readonly kind: 'groove';
  /** One end of the groove, frame of A, m. */
  readonly grooveStart: Vec2;
  /** Other end of the groove, frame of A, m. */
  readonly grooveEnd: Vec2;
  /** Position of the pin in the frame of B, m. Default (0, 0). */
  readonly localAnchorB?: Vec2;
}

/** A spring between the angles of two bodies. */
export interface RotarySpringJointDefinition<Reference> extends JointBase<Reference> {
  readonly kind: 'rotarySpring';
  /** Frequency of the spring, Hz, >= 0; 0 switches it off. Default 1. */
  readonly hertz?: number;
  /** Damping ratio, >= 0; 1 is critical damping. Default 0.7. */
  readonly dampingRatio?: number;
  /** Angle of B relative to A at rest, rad, any. Default: the current angle. */
  readonly restAngle?: number;
}

/** Keeps the angle of B relative to A within limits, rad. It starts with the angle closest to them; whole turns do not count. */
export interface RotaryLimitJointDefinition<Reference> extends JointBase<Reference>, JointLimits {
  readonly kind: 'rotaryLimit';
}

/** Friction between two bodies, as for objects on a table in a top-down game. */
export interface FrictionJointDefinition<Reference> extends JointBase<Reference>, JointAnchors {
  readonly kind: 'friction';
  /** Largest force, N, >= 0. Default 1. */
  readonly maximumForce?: number;
  /** Largest torque, N m, >= 0. Default 1. */
  readonly maximumTorque?: number;
}

/** Prevents two bodies from colliding, and does nothing else. */
export interface FilterJointDefinition<Reference> extends JointBase<Reference> {
  readonly kind: 'filter';
}

/**
 * What `World.createJoint` makes a joint from. The field `kind` says which of the sixteen it is; the page “Joints” compares them.
 * @typeParam Reference how the joint names its bodies: `Body` in a world, the index of a body in a scene
 */
export type JointDefinition<Reference> =
  | GrabJointDefinition<Reference>
  | DistanceJointDefinition<Reference>
  | RopeJointDefinition<Reference>
  | RevoluteJointDefinition<Reference>
  | PrismaticJointDefinition<Reference>
  | WeldJointDefinition<Reference>
  | WheelJointDefinition<Reference>
  | MotorJointDefinition<Reference>
  | GearJointDefinition<Reference>
  | PulleyJointDefinition<Reference>
  | RatchetJointDefinition<Reference>
  | GrooveJointDefinition<Reference>
  | RotarySpringJointDefinition<Reference>
  | RotaryLimitJointDefinition<Reference>
  | FrictionJointDefinition<Reference>
  | FilterJointDefinition<Reference>;

/**
 * Returns the same joint with other references to its bodies: from indices in a scene to bodies of a world, or back. Throws an `InputError`
 * for an unknown kind, and if `rename` is not a function; the other fields are checked when a joint is made of them.
 */
export function mapJointBodies<From, To>(
  definition: JointDefinition<From>,
  rename: (body: From) => To,
): JointDefinition<To> {
  requireRecord('', definition);
  requireOneOf('kind', definition.kind, jointKinds);
  requireFunction('rename', rename);
  if (definition.kind === 'grab') return { ...definition, body: rename(definition.body) };
  const { bodyA } = definition;
  const named = { ...definition, bodyB: rename(definition.bodyB) };
  // the kinds differ in their other fields alone, which stay as they are
  return (bodyA === null || bodyA === undefined
    ? named
    : { ...named, bodyA: rename(bodyA) }) as unknown as JointDefinition<To>;
}
