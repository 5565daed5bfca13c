/** The shapes that a cloth stays out of, and what they feel. */

import type { Quaternion, Vector3 } from './geometry.js';

/** A half-space that the cloth stays out of: a floor, a wall. */
export interface PlaneCollider {
  readonly type: 'plane';
  /** Any point of its surface, m. */
  readonly point: Vector3;
  /** Direction out of the half-space, towards the cloth; any length above zero. */
  readonly normal: Vector3;
  /** Coulomb friction coefficient, >= 0. Default 0.5. */
  readonly friction?: number;
}

/** A sphere that the cloth stays out of. */
export interface SphereCollider {
  readonly type: 'sphere';
  /** Its centre, m. */
  readonly center: Vector3;
  /** Its radius, m, >= 0. */
  readonly radius: number;
  /** Coulomb friction coefficient, >= 0. Default 0.5. */
  readonly friction?: number;
}

/** A capsule that the cloth stays out of: a limb, a rail, a bone. With two radii it is tapered: the convex hull of two spheres. */
export interface CapsuleCollider {
  readonly type: 'capsule';
  /** One end of its axis, m. */
  readonly from: Vector3;
  /** The other end, m. */
  readonly to: Vector3;
  /** Its radius, m, >= 0; with `toRadius` only that at `from`. */
  readonly radius: number;
  /** Its radius at `to`, m, >= 0. Default `radius`. If one end contains the other, it is a sphere. */
  readonly toRadius?: number;
  /** Coulomb friction coefficient, >= 0. Default 0.5. */
  readonly friction?: number;
}

/** A box in any orientation that the cloth stays out of: a table, a step, a seat. The cloth's `thickness` rounds its edges. */
export interface BoxCollider {
  readonly type: 'box';
  /** Its centre, m. */
  readonly center: Vector3;
  /** Half its length along each of its own axes, m, >= 0. */
  readonly halfSizes: Vector3;
  /** Its rotation from the world's axes. It is normalized, so its length must be above zero. Default: no rotation. */
  readonly rotation?: Quaternion;
  /** Coulomb friction coefficient, >= 0. Default 0.5. */
  readonly friction?: number;
}

/**
 * The signed distance to a closed surface at the nodes of a grid: see {@link bakeDistanceField}. Node (i, j, k) is at `origin` +
 * `cellSize` (i, j, k), in the field's own axes. Between nodes the distance is interpolated.
 */
export interface DistanceField {
  /** Position of node (0, 0, 0), m. */
  readonly origin: Vector3;
  /** Distance of neighbouring nodes along an axis, m, > 0. */
  readonly cellSize: number;
  /** Number of nodes along each axis, integers 2..256. */
  readonly counts: Vector3;
  /** Distance of each node, m, negative inside; node (i, j, k) at index (k `counts.y` + j) `counts.x` + i. */
  readonly distances: Float32Array<ArrayBuffer>;
}

/** How finely a mesh becomes a distance field, see {@link bakeDistanceField}. */
export interface BakeOptions {
  /** Distance of neighbouring nodes, m, > 0. Default: a 64th of the longest side of the mesh. */
  readonly cellSize?: number;
  /** Width of the grid around the mesh, m, >= 0. Best above the cloth's `thickness`. Default: three cells. */
  readonly margin?: number;
}

/** A surface of any shape that the cloth stays out of: a statue, a chair, a character's head. Its shape is a distance field. */
export interface FieldCollider {
  readonly type: 'field';
  /** One of the fields of {@link ClothDefinition.fields}. */
  readonly field: DistanceField;
  /** Where the origin of the field's own axes is, m. */
  readonly position: Vector3;
  /** Its rotation from the world's axes. It is normalized, so its length must be above zero. Default: no rotation. */
  readonly rotation?: Quaternion;
  /** Coulomb friction coefficient, >= 0. Default 0.5. */
  readonly friction?: number;
}

/**
 * A shape that the particles of a cloth stay out of. The cells between the particles are not tested. With cells of spacing l, a sphere of
 * radius R never shows through if the cloth's `thickness` is at least l² / 4 R. The edge of a box needs at least l / 2, its corner at least
 * 0.71 l.
 */
export type Collider = PlaneCollider | SphereCollider | CapsuleCollider | BoxCollider | FieldCollider;

/** What a cloth has given to a collider, see {@link Reactions}. */
export interface ColliderReaction {
  /** The impulse, N s, along the axes of the world: a force times the time for which it acts. */
  readonly impulse: Vector3;
  /**
   * The angular impulse, N m s, about the axes of the world through the collider's own place in each substep: its `center`, or the
   * `point` of a plane, `from` of a capsule, `position` of a field.
   */
  readonly angularImpulse: Vector3;
}

/** The optional part of a cloth that adds up what its colliders feel, created by `colliderReactions`. */
export interface Reactions {
  /**
   * Returns what each collider has felt since the last call, in the order of the colliders, and starts again from 0: every impulse is
   * returned once. On the CPU backend this includes the last step. On a GPU it includes the frames that have been read back, so an impulse
   * arrives some frames late. `setColliders`, `restore` and a return to an earlier state discard what has not been taken. The result is
   * overwritten by the next call. Empty before a cloth was made with this part; a part belongs to the last cloth that was made with it.
   */
  take(): readonly ColliderReaction[];
}
