/** What a cloth is made from, and the parameters that can change while it runs. */

import type { Collider, DistanceField, Reactions } from './colliders.js';
import type { TriangleMesh, Vector3 } from './geometry.js';
import type { MotionLimits } from './limits.js';
import type { Pressure } from './pressure.js';

/** Which particles are pinned: a name for a common set, or a list of particle ids. */
export type PinChoice = 'topCorners' | 'topEdge' | 'none' | readonly number[];

/** Parameters that can change while the cloth runs, see {@link Cloth.setParameters}. */
export interface ClothParameters {
  /** Acceleration, m/s². Default (0, -10, 0). */
  readonly gravity: Vector3;
  /** Substeps per step, integer 1..64. Default 5. The remaining stretch falls with the square of this number, see `adviseSubsteps`. */
  readonly substeps: number;
  /** Compliance of the edges, m/N, >= 0; `Infinity` removes these constraints. Default 1e-7. */
  readonly stretchCompliance: number;
  /**
   * Compliance of the edges along the columns of a grid, m/N, >= 0, if it is not that along its rows: the threads of woven cloth, warp and
   * weft, differ by up to 50 times. `Infinity` removes these constraints. Default 'auto': `stretchCompliance`. A cloth of the modulus E along
   * a direction, N/m (force per width and strain), has the compliance l / E s, with edges of length l that are s apart.
   */
  readonly columnCompliance: number | 'auto';
  /**
   * Compliance of both diagonals of each cell, m/N, >= 0; `Infinity` removes these constraints. Default 1e-7. A mesh has no cells, and its
   * triangles resist shear by their edges; so only `Infinity` is allowed there, and it is the default.
   */
  readonly shearCompliance: number;
  /**
   * Compliance of the links between second neighbours, or in a mesh between the two corners opposite an edge, m/N, >= 0; `Infinity` removes
   * these constraints. Default 0.5.
   */
  readonly bendCompliance: number;
  /**
   * Flexural rigidity: the moment that bends a strip of one metre width to a curvature of 1/m, N m, 0..1e30. Default 0: the cloth bends by
   * the links of `bendCompliance`. T-shirts have about 2e-5, denim 8e-5. If it is above 0 in the definition, the cloth has hinges in place
   * of these links: with the `density` of the material it bends like the material, whatever the number of cells, and alike in every
   * direction (a mesh: if its triangles are even). Rigidities above density l^4 / 4 h^2 act like this one (l: spacing, h: length of a
   * substep), so finer cells need more substeps, see `adviseBendSubsteps`. Cannot be combined with `bendCompliance`.
   */
  readonly bendStiffness: number;
  /**
   * Largest strain of the threads: how much longer they may become along rows and columns, or along the edges of a mesh, as a ratio of their
   * length at rest. 0..1000; 0: not at all. Default `Infinity`: no limit. If it is finite in the definition, the cloth has long links, which
   * only pull, and its links between second neighbours resist stretching like edges. So it looks woven, not like rubber, also where it has
   * no pins: with 5 substeps it stretches about a twentieth as much. What remains falls with the square of the substeps.
   */
  readonly strainLimit: number;
  /**
   * Largest strain of the threads along the columns of a grid, if it is not that along its rows. 0..1000 or `Infinity`, finite only if this
   * or `strainLimit` is in the definition. Default 'auto': `strainLimit`.
   */
  readonly columnStrainLimit: number | 'auto';
  /**
   * Largest strain of both diagonals of each cell, on the bias, where woven cloth gives way by shearing. 0..1000. Default `Infinity`: no
   * limit. It needs no long links, so that it can be set at any time. A mesh has no cells: only `Infinity` is allowed there.
   */
  readonly shearStrainLimit: number;
  /**
   * Rate at which motion relative to the motion of the whole piece decays, 1/s, >= 0. Default 0. A grid is one piece; in a mesh, a piece is
   * what edges join, with all that has torn off it. A piece moves like its centre of mass, or is at rest while something pins or holds a
   * particle of it. So free fall and flight are not slowed, and what lies on colliders weighs no more.
   */
  readonly damping: number;
  /**
   * Rate at which motion relative to the air decays, 1/s, >= 0. Default 0. In still air a free cloth ends up falling at |gravity| / drag.
   */
  readonly drag: number;
  /**
   * Density of the air that pushes on the faces of the cloth, kg/m³, 0..1e30. Default 0, which switches this force off; real air has
   * 1.2, which suits a cloth of realistic mass. With u the velocity of a face relative to the wind and n its normal, the force per
   * square metre is -airDensity |u| (u . n) n. It slows a sheet that falls flat and lifts one that is inclined to the wind. It does not act
   * on a sheet that moves along its own plane.
   */
  readonly airDensity: number;
  /** Velocity of the air, m/s. Default 0. It has an effect if `drag` or `airDensity` is above 0. */
  readonly wind: Vector3;
  /**
   * Tethers: keep every particle within this factor times its rest distance from each pin; pointers cannot pull it further either. In a
   * mesh the rest distance is measured along edges, and straight across two unfolded triangles. >= 1, or `false` for none. `true` means 1.
   * Use `true` for a cloth that should not look like rubber. Default 'auto': as long as the strain limits allow, 1 + the largest of them,
   * while there are at most 8 pins (`shearStrainLimit` counts where it is finite); none if rows or columns have no limit, or in a cloth that
   * tears.
   */
  readonly tethers: boolean | number | 'auto';
  /** Minimum distance between a particle and the surface of a collider, m, 0..1e30. Default 0.01. */
  readonly thickness: number;
  /**
   * Self-collision: the minimum distance between two particles of the cloth. It applies to particles that are more than pi / 2 times this
   * distance apart at rest, so that a fold can close. Nearer ones keep at most their distance at rest, and only if they are on two pieces
   * of a mesh, or a tear is between them.
   * A number gives the distance, m, from 1e-15 to 4 times the smaller spacing of the grid (or to the larger spacing, if that is more).
   * `true` takes the larger spacing, `false` switches self-collision off. In a mesh both spacings are the mean length of its edges. Default
   * `false`. With less than half the diagonal of a cell, a corner may slip through a cell. Particles that approach each other by more than
   * the distance within one substep may pass through each other.
   */
  readonly selfCollision: boolean | number;
  /** Coulomb friction coefficient of the cloth against itself, 0..10. Default 0.3. Used only with self-collision. */
  readonly selfFriction: number;
  /**
   * Whether the cloth falls asleep when it is at rest, see `Cloth.isAsleep`. Default true. Never asleep are a cloth in a `wind` that it
   * feels, one that a pointer holds, one with `reactions`, whose colliders go on feeling its weight, and one with a `measureInterval` of 0.
   */
  readonly sleeping: boolean;
}

/** The optional tearing part of a cloth, created by `tearing`. */
export interface Tearing {
  /** Strain above which an edge breaks, (length / length at rest - 1), a ratio > 0. */
  readonly strain: number;
}

/** What `createCloth` makes a cloth from. Every field has a default, see `defaultClothDefinition`. */
export interface ClothDefinition extends Partial<ClothParameters> {
  /** Triangles to make the cloth from, in place of a grid of `columns` x `rows` cells. Its lists are copied. Default none: a grid. */
  readonly mesh?: TriangleMesh;
  /** Cells along a row, integer 0..2048. Default 50; 0 makes a single column of particles. */
  readonly columns?: number;
  /** Cells along a column, integer 0..2048. Default 50; 0 makes a single row of particles. */
  readonly rows?: number;
  /** Width at rest, metres, > 0, at most 1e30. Default 2. */
  readonly width?: number;
  /** Height at rest, metres, > 0, at most 1e30. Default 3. */
  readonly height?: number;
  /** Centre of the flat start position; for a mesh, the start position of its own origin, metres. Default the origin. */
  readonly center?: Vector3;
  /**
   * Start position of each particle, metres. For a mesh it is called with the vertex index and 0. The rest lengths are those of the flat
   * grid or of the mesh, whatever this function returns. Default: a flat grid around `center`, or the mesh as it is.
   */
  readonly shape?: (column: number, row: number) => Vector3;
  /** Start velocity, m/s: one for all particles, or one for each, called like `shape`. Default: at rest. */
  readonly velocity?: Vector3 | ((column: number, row: number) => Vector3);
  /**
   * Small unevenness of the start shape, perpendicular to its plane, as a fraction of the grid spacing or of the mean edge of a mesh, 0..1.
   * Default 1e-4: a perfectly flat sheet would stay flat forever and never fold. Ignored if `shape` is given.
   */
  readonly ripple?: number;
  /** Inverse mass of a particle, 1/kg, 0..1e30: one for all, or one for each (length N). Default 1. */
  readonly inverseMass?: number | ArrayLike<number>;
  /**
   * Mass per square metre at rest, kg/m², 1e-30..1e30, instead of `inverseMass`. A particle gets its share of the faces around it: a quarter
   * of each cell or a third of each triangle. One for all, or one for each particle (length N). Default none: `inverseMass` gives the masses.
   */
  readonly density?: number | ArrayLike<number>;
  /**
   * Ids of the particles that are pinned at the start, or a name for a common set. Default 'topCorners'; 'none' for a mesh, which has no
   * top.
   */
  readonly pins?: PinChoice;
  /** Colliders at the start, at most 32. Default none. See {@link Cloth.setColliders}. */
  readonly colliders?: readonly Collider[];
  /**
   * Distance fields that colliders may use, at most 8. They are uploaded once and stay. Default: those of `colliders`. A cloth without any
   * has simpler kernels.
   */
  readonly fields?: readonly DistanceField[];
  /** Lets the cloth tear: `tearing({ strain })`. A cloth that tears has no tethers and no plan 'lines'. Default none: it never tears. */
  readonly tearing?: Tearing;
  /**
   * Fills a closed mesh with a gas: `pressure({ overpressure })`. An edge of such a mesh has two triangles. It cannot be combined with
   * `tearing`. Default none: it costs nothing.
   */
  readonly pressure?: Pressure;
  /** Adds up what the colliders feel: `colliderReactions()`. Default none: it costs nothing. */
  readonly reactions?: Reactions;
  /** Keeps the cloth near an animation, and in front of a body: `motionLimits({ maxDistance })`. Default none: it costs nothing. */
  readonly limits?: MotionLimits;
  /**
   * Length of a step, seconds, 1e-9..1; more are most likely milliseconds. Default 1/60. It never varies, because stiffness and damping
   * depend on it. A frame does at most 4 steps, so with less than 1/240 a cloth is slower than real time on a display of 60 Hz.
   */
  readonly stepSeconds?: number;
  /** Whether normals are kept up to date. Default true. */
  readonly normals?: boolean;
  /** Steps between two measurements (bounds, strain, non-finite values), integer >= 0; 0 switches them off. Default 6. */
  readonly measureInterval?: number;
  /**
   * Steps between two checkpoints, integer >= 0; 0 switches them off. Default 30. The cloth goes back to its last checkpoint when a
   * position is no longer finite or the device was lost. On the GPU backend a checkpoint costs a read-back.
   */
  readonly checkpointInterval?: number;
}
