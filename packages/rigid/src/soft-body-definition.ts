/** Deformable bodies as users write them. Plain JSON but for `userData`, as the other definitions are. */
import type { Vec2 } from '@otedama/math2d';
import type { Material } from './definitions.js';

/**
 * Which changes of shape a soft body allows. `linear` stretches and shears as a whole, `quadratic` bends and twists too; what
 * goes beyond is held rigidly. `free` holds every particle to its place in the rest shape, softly.
 */
export type SoftBodyModes = 'linear' | 'quadratic' | 'free';

/** A deformable body: a convex outline filled with particles. */
export interface SoftBodyDefinition extends Material {
  /** Rest shape, convex, counter-clockwise, body frame, m. */
  readonly outline: readonly Vec2[];
  /** World position of the frame's origin, m. Default (0, 0). */
  readonly position?: Vec2;
  /** rad, counter-clockwise, any. Default 0. */
  readonly angle?: number;
  /** m/s. Default (0, 0). */
  readonly linearVelocity?: Vec2;
  /** rad/s, any. Default 0. */
  readonly angularVelocity?: number;
  /** kg, > 0. Default: area times density. */
  readonly mass?: number;
  /** Radius of the particles, the half thickness of the skin, m, > 0. Default: a twelfth of the square root of the area. */
  readonly particleRadius?: number;
  /** Default `quadratic`. */
  readonly modes?: SoftBodyModes;
  /** Give, m/N, >= 0: how far 1 N on the whole body displaces it from its goal shape. 0 is rigid. Default
   * 0.0005 / mass: swings of 7 Hz, and a sag of 5 mm under its own weight. */
  readonly compliance?: number;
  /** Damping of the change of shape, 1/s, >= 0; rigid motion is not damped. Default 5. */
  readonly damping?: number;
  /** Side of the overlapping square regions that are matched each by itself, m, > 0. Default: one region, the whole body. */
  readonly clusterSize?: number;
  /** Holds the area inside the outline. Default false. */
  readonly keepArea?: boolean;
  /** A name of the user's. */
  readonly name?: string;
  /** Red, green, blue, each 0..1: a hint for renderers. */
  readonly color?: readonly [number, number, number];
  /** Anything of the user's; not part of a scene. */
  readonly userData?: unknown;
}
