/**
 * Definitions of bodies and shapes: plain objects in which everything except the geometry of a shape is optional. The scene format uses the
 * same objects, so they are JSON, except for `userData`.
 */

import type { Shape } from '@otedama/collision';
import type { Vec2 } from '@otedama/math2d';

/** How the coefficients of two shapes combine to the one of their contact. If the two rules differ, the later one in this list is used. */
export type CombineRule = 'average' | 'geometricMean' | 'minimum' | 'multiply' | 'maximum';

/** A `static` body never moves, a `kinematic` body moves only by its velocity, and a `dynamic` body is moved by forces and contacts. */
export type BodyType = 'static' | 'kinematic' | 'dynamic';

/**
 * Which shapes collide. Two shapes of the same non-zero group always collide (group > 0) or never do (group < 0). Otherwise they
 * collide if the category of each one is in the mask of the other.
 */
export interface Filter {
  /** What the shape is: 32 bits, 0 to 0xffffffff. Negative results of bit operators, such as `1 << 31`, work too. Default 1. */
  readonly category?: number;
  /** What the shape collides with: 32 bits, as in `category`; `~COIN` means everything except coins. Default 0xffffffff, everything. */
  readonly mask?: number;
  /** Signed 32-bit integer. Values from -2^30 down are reserved for soft bodies. Default 0, no group. */
  readonly group?: number;
}

/** Surface properties and density of a shape. */
export interface Material {
  /**
   * Mass per area, kg/m^2, >= 0. Default 1, for sensors 0. Half-spaces, segments and chain segments have no mass, whatever their
   * density.
   */
  readonly density?: number;
  /** Coulomb friction coefficient, >= 0. Default 0.6, or 0 if the solver has no friction. */
  readonly friction?: number;
  /** Fraction of the approach speed that a bounce returns, 0..1. Default 0. */
  readonly restitution?: number;
  /**
   * Conveyor speed of the surface, m/s. If positive, the surface moves clockwise around the shape, so its top carries things towards +x.
   * Default 0.
   */
  readonly tangentSpeed?: number;
  /** Rolling resistance of circles, capsules and rounded polygons, as a fraction of the radius, >= 0. Default 0. */
  readonly rollingResistance?: number;
  /** How the friction of two shapes combines. Default `geometricMean`. */
  readonly frictionCombine?: CombineRule;
  /** How the restitution of two shapes combines. Default `maximum`. */
  readonly restitutionCombine?: CombineRule;
}

/**
 * A shape of a body: geometry in the body frame, material and filter. A dynamic body can have a half-space only as a sensor: it would fall,
 * with all that lies on it.
 */
export type ShapeDefinition = Shape &
  Material & {
    /** Whether the shape only reports overlaps and gets no impulses. Default false. */
    readonly sensor?: boolean;
    /** What the shape collides with. Default: everything. */
    readonly filter?: Filter;
    /** Whether to report the begin and end of contacts. One shape of the pair is enough. Default true. */
    readonly contactEvents?: boolean;
    /** Whether to report impacts above the hit speed. One shape of the pair is enough. Default false. */
    readonly hitEvents?: boolean;
    /** Whether to call the world's `preSolve` hook for contacts of this shape. Default false. */
    readonly preSolveEvents?: boolean;
    /** Any data of yours. It is not part of a scene. */
    readonly userData?: unknown;
  };

/** What `World.createBody` makes a body from. Every field has a default: without any, it is a dynamic body at the origin. */
export interface BodyDefinition {
  /** Default `dynamic`. */
  readonly type?: BodyType;
  /** Position of the body origin in the world, m. Default (0, 0). */
  readonly position?: Vec2;
  /** Rotation of the body, rad, counter-clockwise, any. Default 0. */
  readonly angle?: number;
  /** Velocity of the centre of mass, m/s; dynamic bodies reach at most 400. Default (0, 0). Ignored by static bodies. */
  readonly linearVelocity?: Vec2;
  /** Angular velocity, rad/s, counter-clockwise, any. Default 0. Ignored by static bodies. */
  readonly angularVelocity?: number;
  /**
   * Mass, kg, > 0. Replaces the mass of the shapes and scales the inertia accordingly. Default: the sum of area times density. A dynamic
   * body without shapes that have mass (only segments, sensors or density 0) does not rotate, and its default is 1 kg.
   */
  readonly mass?: number;
  /** Factor on gravity, any value; with a negative factor the body rises. Default 1. */
  readonly gravityScale?: number;
  /** Damping d of the velocity, 1/s, >= 0: v' = -d v. Default 0. */
  readonly linearDamping?: number;
  /** Damping of the angular velocity, 1/s, >= 0. Default 0. */
  readonly angularDamping?: number;
  /** Locks the rotation: the body keeps its angle and ignores any angular velocity that it is given. Default false. */
  readonly fixedRotation?: boolean;
  /**
   * Locks the displacement along the world's x axis: any velocity that the body gets there is removed again. Other bodies bounce off
   * it there as off a wall, and it bounces off slopes along y only. The solvers for forces and shape matching compute a bounce
   * without the lock and then remove its x component, so the bounce is too small. Contacts that do not bounce stop the body
   * gradually, because they use its mass along both axes. Default false.
   */
  readonly lockX?: boolean;
  /** Locks the displacement along the world's y axis; see `lockX`. Default false. */
  readonly lockY?: boolean;
  /**
   * Whether continuous collision applies to moving bodies too, not only to static ones: for small bodies that fly fast, or that fast ones
   * hit, such as balls, pucks and bullets. Bullets do not stop each other. Default false.
   */
  readonly bullet?: boolean;
  /** Raises the limit on the angular speed from an eighth of a turn per step to 1e12 rad/s. Default false. */
  readonly allowFastRotation?: boolean;
  /** Whether the body may fall asleep when it has been slower than 0.05 m/s for half a second. Default true. */
  readonly allowSleep?: boolean;
  /** Whether the body starts awake. Default true. */
  readonly awake?: boolean;
  /** Whether the body takes part in the simulation. Default true. */
  readonly enabled?: boolean;
  /** A name of your choice. It is part of a scene. */
  readonly name?: string | undefined;
  /** Colour as red, green, blue, each 0..1: a hint for renderers. */
  readonly color?: readonly [number, number, number] | undefined;
  /** Any data of yours. It is not part of a scene. */
  readonly userData?: unknown;
  /** The shapes of the body. Default: none. */
  readonly shapes?: readonly ShapeDefinition[];
}
