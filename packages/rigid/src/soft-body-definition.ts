/** Definitions of soft bodies. Like the other definitions they are plain JSON, except for `userData`. */
import type { Vec2 } from '@otedama/math2d';
import type { Filter, Material } from './definitions.js';
import { copyVector } from './geometry-fields.js';

/**
 * Which deformations a soft body allows. `linear` allows stretching and shearing as a whole; `quadratic` also bending and twisting.
 * All other deformations are prevented. With `free`, every particle is pulled softly to its place in the rest shape.
 */
export type SoftBodyModes = 'linear' | 'quadratic' | 'free';

/** What a soft body collides with, by category and mask, as for shapes. */
export type SoftBodyFilter = Omit<Filter, 'group'>;

/** A soft body: a convex outline filled with particles. Its rolling resistance is a fraction of the particle radius. */
export interface SoftBodyDefinition extends Material {
  /** Outline of the rest shape in the body frame, convex and counter-clockwise, m. */
  readonly outline: readonly Vec2[];
  /** Position of the body origin in the world, m. Default (0, 0). */
  readonly position?: Vec2;
  /** Rotation of the body, rad, counter-clockwise, any. Default 0. */
  readonly angle?: number;
  /** Velocity of the centre of mass, m/s. Default (0, 0). */
  readonly linearVelocity?: Vec2;
  /** Angular velocity, rad/s, any. Default 0. */
  readonly angularVelocity?: number;
  /** Mass, kg, > 0. Default: area times density. */
  readonly mass?: number;
  /** Radius of the particles, which is half the thickness of the skin, m, > 0, for at most 10,000 particles. Default: a twelfth of the
   * square root of the area. */
  readonly particleRadius?: number;
  /** Which deformations are allowed. Default `quadratic`. */
  readonly modes?: SoftBodyModes;
  /** Compliance, m/N, >= 0: how far 1 N on the whole body displaces it from its goal shape. 0 is rigid. Default
   * 0.0005 / mass: at any size, the body oscillates at 7 Hz, and a square loses 2 cm of its height under its own weight (4 cm with
   * `free` modes). Smaller bodies need less. */
  readonly compliance?: number;
  /** Damping of deformations, 1/s, >= 0; rigid motion is not damped. Default 5. */
  readonly damping?: number;
  /** Side length of the overlapping square regions that are matched separately, m, at least 3 `particleRadius`. Default: one region,
   * the whole body. */
  readonly clusterSize?: number;
  /** Whether to preserve the area inside the outline. Default false. */
  readonly keepArea?: boolean;
  /** What it collides with. It has no `group`: that of its particles prevents collisions among them. Default: everything. */
  readonly filter?: SoftBodyFilter;
  /** Whether to report the begin and end of contacts of its particles. One shape of the pair is enough. Default true. */
  readonly contactEvents?: boolean;
  /** Whether to report impacts of its particles above the hit speed. One shape of the pair is enough. Default false. */
  readonly hitEvents?: boolean;
  /** Whether to call the world's `preSolve` hook for contacts of its particles. Default false. */
  readonly preSolveEvents?: boolean;
  /** A name of your choice. */
  readonly name?: string;
  /** Colour as red, green, blue, each 0..1: a hint for renderers. */
  readonly color?: readonly [number, number, number];
  /** Any data of yours. It is not part of a scene. */
  readonly userData?: unknown;
}

/** Returns a frozen copy of a definition, including its points, filter and colour. The user data stays the same object. */
export function copySoftBodyDefinition(definition: SoftBodyDefinition): SoftBodyDefinition {
  const { outline, position, linearVelocity, filter, color } = definition;
  return Object.freeze({
    ...definition,
    outline: Object.freeze(outline.map(copyVector)),
    ...(position === undefined ? {} : { position: copyVector(position) }),
    ...(linearVelocity === undefined ? {} : { linearVelocity: copyVector(linearVelocity) }),
    ...(filter === undefined ? {} : { filter: Object.freeze({ ...filter }) }),
    ...(color === undefined ? {} : { color: Object.freeze([color[0], color[1], color[2]] as const) }),
  });
}
