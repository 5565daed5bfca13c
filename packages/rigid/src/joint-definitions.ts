/**
 * Joints as users write them. `Reference` is how a body is named: a `Body` in a world, its place in a scene.
 *
 * Every joint but `grab` joins body B to body A, or to the world where A is null. Anchors are points of the body frames; where A is
 * the world, anchor A is a world point. Instead of local anchors a definition may give world points, which are taken over to the
 * bodies as they are when the joint is made. Presence switches: a motor runs if `motorSpeed` is given, limits hold if `lower` or
 * `upper` is given, a spring acts if `hertz` > 0. `enableMotor` and `enableLimit` say otherwise: numbers that wait to be switched on.
 */
import type { Vec2 } from '@otedama/math2d';

/** What all joints between bodies share. */
export interface JointBase<Reference> {
  /** Null joins B to the world. Default null. */
  readonly bodyA?: Reference | null;
  /** The second body; the joint acts on it, and against A. */
  readonly bodyB: Reference;
  /** Whether the two bodies still collide. Default false. */
  readonly collideConnected?: boolean;
  /** Reaction force, as the mean of a step, beyond which the joint breaks, N, > 0: a blow P counts as P / dt. Default: never. */
  readonly breakForce?: number;
  /** Reaction torque, likewise, beyond which the joint breaks, N m, > 0. Default: never. */
  readonly breakTorque?: number;
}

/** Points that are joined. Local points win over world points. */
export interface JointAnchors {
  /** Point of A, body frame, m. Default: the body origin; where A is the world, where anchor B is now. */
  readonly localAnchorA?: Vec2;
  /** Point of B, body frame, m. Default: the body origin. */
  readonly localAnchorB?: Vec2;
  /** Point of A as a world point, m. Default: see `localAnchorA`. */
  readonly worldAnchorA?: Vec2;
  /** Point of B as a world point, m. Default: see `localAnchorB`. */
  readonly worldAnchorB?: Vec2;
  /** One world point for both, m. */
  readonly worldAnchor?: Vec2;
}

/** A damped spring. */
export interface JointSpring {
  /**
   * Frequency at which the two bodies swing against each other on the spring where nothing else holds them, Hz, >= 0: the stiffness is
   * m (2 pi hertz)^2 with the mass m that they have against each other along it, 1 / (1 / mA + 1 / mB) and less where they turn. A car on light
   * wheels that stand on the ground is softer than that. Default 0: no spring (where the kind can be rigid: rigid).
   */
  readonly hertz?: number;
  /** 1 is critical damping, >= 0. Default 0.7. */
  readonly dampingRatio?: number;
}

/** A range the joint holds its coordinate in, m or rad. */
export interface JointLimits {
  /** Smallest value, m or rad, <= `upper`. Default: unlimited. */
  readonly lower?: number;
  /** Largest value, m or rad. Default: unlimited. */
  readonly upper?: number;
  /** Whether the limits hold; see `Joint.areLimitsEnabled`. Default: whether there are any (of angles, less than a turn apart). */
  readonly enableLimit?: boolean;
}

/** Pulls a point of a body to a world point by a damped spring of limited force, as a pointer drags a body. */
export interface GrabJointDefinition<Reference> {
  readonly kind: 'grab';
  /** The body that is pulled; must be dynamic. */
  readonly body: Reference;
  /** Point of the body that is held, body frame, m. Default (0, 0). */
  readonly localAnchor?: Vec2;
  /** World point it is pulled to, m. Default: where the anchor is now. */
  readonly target?: Vec2;
  /** Spring frequency, Hz, > 0. Default 5. */
  readonly hertz?: number;
  /** Damping ratio, >= 0; 1 is critical. Default 0.7. */
  readonly dampingRatio?: number;
  /** Largest force, N, > 0. Default: 1,000 times the mass of the body. */
  readonly maximumForce?: number;
}

/** Keeps two points at a distance: a rod; with `hertz` a spring; with limits a rod that may change its length between them. */
export interface DistanceJointDefinition<Reference>
  extends JointBase<Reference>,
    JointAnchors,
    JointSpring,
    JointLimits {
  readonly kind: 'distance';
  /** Rest length, m, >= 0. Default: the distance now. */
  readonly length?: number;
  /** Speed at which the length should change, m/s, any. Default: no motor. */
  readonly motorSpeed?: number;
  /** Whether the motor runs; see `Joint.isMotorEnabled`. Default: whether it has a speed. */
  readonly enableMotor?: boolean;
  /** Largest force of the motor, N, >= 0. Default: unlimited. */
  readonly maximumMotorForce?: number;
}

/** Keeps two points from parting further than a length. */
export interface RopeJointDefinition<Reference> extends JointBase<Reference>, JointAnchors {
  readonly kind: 'rope';
  /** m, > 0. Default: the distance now. */
  readonly maximumLength?: number;
}

/** A hinge. Its angle is that of B against A less `referenceAngle`, not wrapped, rad. */
export interface RevoluteJointDefinition<Reference>
  extends JointBase<Reference>,
    JointAnchors,
    JointSpring,
    JointLimits {
  readonly kind: 'revolute';
  /** Angle of B against A where the joint angle is 0, rad, any. Default: the angle now. */
  readonly referenceAngle?: number;
  /** Joint angle the spring pulls to, rad, any. Default 0. */
  readonly springAngle?: number;
  /** Speed of rotation, rad/s, any. Default: no motor. */
  readonly motorSpeed?: number;
  /** Whether the motor runs; see `Joint.isMotorEnabled`. Default: whether it has a speed. */
  readonly enableMotor?: boolean;
  /** Largest torque of the motor, N m, >= 0. Default: unlimited. */
  readonly maximumMotorTorque?: number;
}

/** Lets anchor B slide along an axis of A without turning. Its coordinate is the shift along the axis, m. */
export interface PrismaticJointDefinition<Reference>
  extends JointBase<Reference>,
    JointAnchors,
    JointSpring,
    JointLimits {
  readonly kind: 'prismatic';
  /** Direction in the frame of A, any length > 0. Default (1, 0). */
  readonly localAxisA?: Vec2;
  /** Angle of B against A that is held, rad, any. Default: the angle now. */
  readonly referenceAngle?: number;
  /** Shift the spring pulls to, m, any. Default 0. */
  readonly springTranslation?: number;
  /** Speed along the axis, m/s, any. Default: no motor. */
  readonly motorSpeed?: number;
  /** Whether the motor runs; see `Joint.isMotorEnabled`. Default: whether it has a speed. */
  readonly enableMotor?: boolean;
  /** Largest force of the motor, N, >= 0. Default: unlimited. */
  readonly maximumMotorForce?: number;
}

/** Holds two bodies together as one; with frequencies as if by an elastic bond. */
export interface WeldJointDefinition<Reference> extends JointBase<Reference>, JointAnchors, JointSpring {
  readonly kind: 'weld';
  /** Angle of B against A that is held, rad, any. Default: the angle now. */
  readonly referenceAngle?: number;
  /** Hz, >= 0; 0 is rigid. Default: `hertz`. */
  readonly angularHertz?: number;
  /** Damping ratio of the angle, >= 0; 1 is critical. Default: `dampingRatio`. */
  readonly angularDampingRatio?: number;
}

/** A wheel: B turns freely and slides along an axis of A on a suspension spring; the motor drives its rotation. */
export interface WheelJointDefinition<Reference>
  extends JointBase<Reference>,
    JointAnchors,
    JointSpring,
    JointLimits {
  readonly kind: 'wheel';
  /** Direction of the suspension in the frame of A. Default (0, 1). */
  readonly localAxisA?: Vec2;
  /** Speed of rotation, rad/s, any. Default: no motor. */
  readonly motorSpeed?: number;
  /** Whether the motor runs; see `Joint.isMotorEnabled`. Default: whether it has a speed. */
  readonly enableMotor?: boolean;
  /** Largest torque of the motor, N m, >= 0. Default: unlimited. */
  readonly maximumMotorTorque?: number;
}

/** Drives B to an offset and angle against A with limited force and torque. */
export interface MotorJointDefinition<Reference> extends JointBase<Reference>, JointAnchors, JointSpring {
  readonly kind: 'motor';
  /** Frequency of the spring that drives it, Hz, >= 0; at 0 it does not drive. Default 5. */
  readonly hertz?: number;
  /** 1 is critical damping, >= 0. Default 1. */
  readonly dampingRatio?: number;
  /** Where anchor B should be, from anchor A, in the frame of A, m. Default: where it is now. */
  readonly linearOffset?: Vec2;
  /** Angle of B against A that it drives to, rad, any. Default: the angle now. */
  readonly angularOffset?: number;
  /** N, >= 0. Default 1. */
  readonly maximumForce?: number;
  /** N m, >= 0. Default 1. */
  readonly maximumTorque?: number;
}

/** Couples the rotations of two bodies: angle of A + ratio * angle of B stays as it is. */
export interface GearJointDefinition<Reference> extends JointBase<Reference> {
  readonly kind: 'gear';
  /** Ratio of the speeds, not 0. Default 1: the bodies turn against each other at the same speed. */
  readonly ratio?: number;
  /** N m, >= 0. Default: unlimited. */
  readonly maximumTorque?: number;
}

/** A cord from anchor A over two fixed points to anchor B: length A + ratio * length B stays as it is. */
export interface PulleyJointDefinition<Reference> extends JointBase<Reference>, JointAnchors {
  readonly kind: 'pulley';
  /** World point the cord runs over on the side of A, m. */
  readonly groundAnchorA: Vec2;
  /** World point on the side of B, m. */
  readonly groundAnchorB: Vec2;
  /** Ratio, > 0: B moves that much less than A. Default 1. */
  readonly ratio?: number;
}

/** Lets B turn against A one way only, past teeth it cannot go back over. */
export interface RatchetJointDefinition<Reference> extends JointBase<Reference> {
  readonly kind: 'ratchet';
  /** Angle between teeth, rad, not 0; its sign is the free direction. */
  readonly pitch: number;
  /** Angle of the first tooth, rad, any. Default 0. */
  readonly phase?: number;
  /** Torque past which it slips, N m, >= 0. Default: unlimited. */
  readonly maximumTorque?: number;
}

/** A pin of B in a straight groove of A; B turns freely. */
export interface GrooveJointDefinition<Reference> extends JointBase<Reference> {
  readonly kind: 'groove';
  /** One end of the groove, frame of A, m. */
  readonly grooveStart: Vec2;
  /** Other end of the groove, frame of A, m. */
  readonly grooveEnd: Vec2;
  /** The pin, frame of B, m. Default (0, 0). */
  readonly localAnchorB?: Vec2;
}

/** A spring between the angles of two bodies. */
export interface RotarySpringJointDefinition<Reference> extends JointBase<Reference> {
  readonly kind: 'rotarySpring';
  /** Hz, >= 0; at 0 it does not pull. Default 1. */
  readonly hertz?: number;
  /** 1 is critical damping, >= 0. Default 0.7. */
  readonly dampingRatio?: number;
  /** Angle of B against A at rest, rad, any. Default: the angle now. */
  readonly restAngle?: number;
}

/** Keeps the angle of B against A within limits, rad. */
export interface RotaryLimitJointDefinition<Reference> extends JointBase<Reference>, JointLimits {
  readonly kind: 'rotaryLimit';
}

/** Friction between two bodies, as on a table seen from above. */
export interface FrictionJointDefinition<Reference> extends JointBase<Reference>, JointAnchors {
  readonly kind: 'friction';
  /** N, >= 0. Default 1. */
  readonly maximumForce?: number;
  /** N m, >= 0. Default 1. */
  readonly maximumTorque?: number;
}

/** Two bodies that do not collide, and nothing else. */
export interface FilterJointDefinition<Reference> extends JointBase<Reference> {
  readonly kind: 'filter';
}

/** A joint between bodies, or between a body and the world. */
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

/** The same joint with its bodies named another way: from places in a scene to bodies of a world, or back. */
export function mapJointBodies<From, To>(
  definition: JointDefinition<From>,
  rename: (body: From) => To,
): JointDefinition<To> {
  if (definition.kind === 'grab') return { ...definition, body: rename(definition.body) };
  const { bodyA } = definition;
  const named = { ...definition, bodyB: rename(definition.bodyB) };
  // the kinds differ in their other fields alone, which stay as they are
  return (bodyA === null || bodyA === undefined
    ? named
    : { ...named, bodyA: rename(bodyA) }) as unknown as JointDefinition<To>;
}
