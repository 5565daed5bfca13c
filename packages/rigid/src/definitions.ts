/**
 * What users write: plain literals, everything optional but the geometry of a shape. The same literals are the scene
 * format, so they are JSON but for `userData`.
 */

import type { Shape } from '@otedama/collision';
import type { Vec2 } from '@otedama/math2d';

/** How two coefficients become the one of a contact. Of two different rules the later in this list wins. */
export type CombineRule = 'average' | 'geometricMean' | 'minimum' | 'multiply' | 'maximum';

/** `static` never moves, `kinematic` moves by its velocity alone, `dynamic` is moved by forces and contacts. */
export type BodyType = 'static' | 'kinematic' | 'dynamic';

/**
 * Which shapes meet. Two shapes of the same non-zero group always meet (group > 0) or never do (group < 0); otherwise they meet
 * if each one's category is in the other's mask.
 */
export interface Filter {
  /** What the shape is: 32 bits, 0 to 0xffffffff, or as JavaScript's operators give them, such as `1 << 31`. Default 1. */
  readonly category?: number;
  /** What it meets: 32 bits in the same way; `~COIN` is everything but coins. Default 0xffffffff, everything. */
  readonly mask?: number;
  /** Integer of 32 bits with sign; those from -2^30 down are taken by soft bodies. Default 0, no group. */
  readonly group?: number;
}

/** Surface and mass of a shape. */
export interface Material {
  /** kg/m^2, >= 0. Default 1, for sensors 0. Half-spaces, segments and chain segments have no mass whatever it is. */
  readonly density?: number;
  /** Coefficient of Coulomb friction, >= 0. Default 0.6. */
  readonly friction?: number;
  /** Share of the approach speed kept in a bounce, 0..1. Default 0. */
  readonly restitution?: number;
  /**
   * Speed of the surface along itself, m/s: the top of a body carries things towards +x when positive (clockwise around the
   * shape). Default 0.
   */
  readonly tangentSpeed?: number;
  /** Rolling resistance of circles, capsules and rounded polygons as a share of the radius, >= 0. Default 0. */
  readonly rollingResistance?: number;
  /** Default `geometricMean`. */
  readonly frictionCombine?: CombineRule;
  /** Default `maximum`. */
  readonly restitutionCombine?: CombineRule;
}

/** A shape of a body: geometry in the body frame, material, filter. */
export type ShapeDefinition = Shape &
  Material & {
    /** Detects and reports overlaps without any impulse. Default false. */
    readonly sensor?: boolean;
    /** What it collides with. Default: everything. */
    readonly filter?: Filter;
    /** Report begin and end of contacts. One shape of the pair is enough. Default true. */
    readonly contactEvents?: boolean;
    /** Report impacts above the hit speed. One shape of the pair is enough. Default false. */
    readonly hitEvents?: boolean;
    /** Ask the world's `preSolve` hook for contacts of this shape. Default false. */
    readonly preSolveEvents?: boolean;
    /** Anything of the user's; not part of a scene. */
    readonly userData?: unknown;
  };

/** A rigid body. */
export interface BodyDefinition {
  /** Default `dynamic`. */
  readonly type?: BodyType;
  /** Body origin in world axes, m. Default (0, 0). */
  readonly position?: Vec2;
  /** rad, counter-clockwise, any. Default 0. */
  readonly angle?: number;
  /** Velocity of the centre of mass, m/s. Default (0, 0). Ignored by static bodies. */
  readonly linearVelocity?: Vec2;
  /** rad/s, any. Default 0. Ignored by static bodies. */
  readonly angularVelocity?: number;
  /** kg, > 0. Replaces the mass of the shapes; the inertia is scaled along. Default: sum of area times density. */
  readonly mass?: number;
  /** Factor on gravity, any; below 0 the body rises. Default 1. */
  readonly gravityScale?: number;
  /** 1/s, >= 0: v' = -d v. Default 0. */
  readonly linearDamping?: number;
  /** 1/s, >= 0. Default 0. */
  readonly angularDamping?: number;
  /** Locks the rotation. Default false. */
  readonly fixedRotation?: boolean;
  /**
   * Locks the displacement along the world's x axis: what the body is given there is taken from it again. Things bounce off it as off a wall there,
   * and it bounces off slopes along y alone; with the methods of forces and of shape matching the bounce is that of a body without the lock, less what is
   * taken, and so too small. What does not bounce is stopped bit by bit, for its contacts reckon with its mass along both axes. Default false.
   */
  readonly lockX?: boolean;
  /** Locks the displacement along the world's y axis; see `lockX`. Default false. */
  readonly lockY?: boolean;
  /** Swept against moving bodies too, not only against static ones. Default false. */
  readonly bullet?: boolean;
  /** Not held to the angular speed limit of an eighth of a turn a step, but to 1e12 rad/s. Default false. */
  readonly allowFastRotation?: boolean;
  /** May fall asleep when at rest. Default true. */
  readonly allowSleep?: boolean;
  /** Starts awake. Default true. */
  readonly awake?: boolean;
  /** Takes part in the simulation. Default true. */
  readonly enabled?: boolean;
  /** A name of the user's, kept in scenes. */
  readonly name?: string;
  /** Red, green, blue, each 0..1: a hint for renderers. */
  readonly color?: readonly [number, number, number];
  /** Anything of the user's; not part of a scene. */
  readonly userData?: unknown;
  /** Default none. */
  readonly shapes?: readonly ShapeDefinition[];
}
