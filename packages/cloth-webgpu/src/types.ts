/**
 * The public types of a cloth: its definition, the parameters that can change while it runs, and the interface that both backends share.
 *
 * Units: metres, kilograms, seconds; y up. A particle is four floats, (x, y, z, inverse mass), 16 bytes, on both
 * backends. Particle id = column + row * (columns + 1), row 0 on top; for a mesh, the index of the vertex.
 */

import type { ClothError } from './errors.js';

/** A point (m) or a vector (m/s, m/s²), y up. */
export interface Vector3 {
  /** Along the x axis. */
  readonly x: number;
  /** Along the y axis. */
  readonly y: number;
  /** Along the z axis. */
  readonly z: number;
}

/** A rotation as a quaternion: about the unit axis (x, y, z) / sin(a / 2) by the angle a, with w = cos(a / 2). */
export interface Quaternion {
  /** Along the x axis. */
  readonly x: number;
  /** Along the y axis. */
  readonly y: number;
  /** Along the z axis. */
  readonly z: number;
  /** The cosine of half the angle. */
  readonly w: number;
}

/** A rigid motion: a rotation about a point, then a translation. */
export interface RigidMotion {
  /** How far the point `about` moves, m. Default not at all. */
  readonly translation?: Vector3;
  /** The rotation. It is normalized, so its length must be above zero. Default: no rotation. */
  readonly rotation?: Quaternion;
  /** The point about which it rotates, m. Default the origin. */
  readonly about?: Vector3;
}

/** A surface made of triangles, as modelling programs and renderers store it. */
export interface TriangleMesh {
  /** Vertices, xyz interleaved, m, within ±1e30: the shape at rest. */
  readonly positions: ArrayLike<number>;
  /**
   * Vertex indices of the corners, three per triangle. An edge has at most two triangles, with the same winding. No triangle may be
   * degenerate, and every vertex belongs to some triangle.
   */
  readonly triangles: ArrayLike<number>;
  /** Texture coordinates, uv interleaved, within ±1e30. Default 0. */
  readonly uvs?: ArrayLike<number>;
}

/** The result of `weldVertices`. */
export interface WeldedMesh {
  /** The mesh in one piece, for `ClothDefinition.mesh`. */
  readonly mesh: {
    /** Vertices, xyz interleaved, m. */
    readonly positions: Float32Array<ArrayBuffer>;
    /** Vertex indices, three per triangle. */
    readonly triangles: Uint32Array<ArrayBuffer>;
    /** Texture coordinates, uv interleaved, no unit, if there were any. */
    readonly uvs?: Float32Array<ArrayBuffer>;
  };
  /** For each given vertex, its index in `mesh`, and so its particle in the cloth; 0xffffffff for a vertex that no triangle uses. */
  readonly vertexOf: Uint32Array<ArrayBuffer>;
}

/** A ray. `direction` may have any length above zero; distances along the ray are in metres. */
export interface Ray {
  /** Where the ray starts, m. */
  readonly origin: Vector3;
  readonly direction: Vector3;
}

/**
 * The target of a held particle: a point, or the pointer's ray (then at the distance at which the ray hit the cloth; if the particle was
 * taken by its id that is 0, the origin of the ray).
 */
export type HandTarget = Vector3 | Ray;

/** Which particles are pinned: a name for a common set, or a list of particle ids. */
export type PinChoice = 'topCorners' | 'topEdge' | 'none' | readonly number[];

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

/** A capsule that the cloth stays out of: a limb, a rail, a bone. */
export interface CapsuleCollider {
  readonly type: 'capsule';
  /** One end of its axis, m. */
  readonly from: Vector3;
  /** The other end, m. */
  readonly to: Vector3;
  /** Its radius, m, >= 0. */
  readonly radius: number;
  /** Coulomb friction coefficient, >= 0. Default 0.5. */
  readonly friction?: number;
}

/** A box in any orientation that the cloth stays out of: a table, a step, a seat. The cloth's `thickness` rounds its edges. */
export interface BoxCollider {
  readonly type: 'box';
  /** Its center, m. */
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

/** Parameters that can change while the cloth runs, see {@link Cloth.setParameters}. */
export interface ClothParameters {
  /** Acceleration, m/s². Default (0, -10, 0). */
  readonly gravity: Vector3;
  /** Substeps per step, integer 1..64. Default 5. The remaining stretch falls with the square of this number, see `adviseSubsteps`. */
  readonly substeps: number;
  /** Compliance of the edges, m/N, >= 0; `Infinity` removes these constraints. Default 1e-7. */
  readonly stretchCompliance: number;
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
   * Rate at which motion relative to the motion of the whole cloth decays, 1/s, >= 0. Default 0. The whole cloth moves like its centre of
   * mass, or is at rest while something pins or holds it. So free fall and flight are not slowed, and what lies on colliders weighs no more.
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
   * Default `false`. Use `true` for a cloth that should not look like rubber.
   */
  readonly tethers: boolean | number;
  /** Minimum distance between a particle and the surface of a collider, m, 0..1e30. Default 0.01. */
  readonly thickness: number;
  /**
   * Self-collision: the minimum distance between two particles of the cloth. It applies to particles that are more than pi / 2 times this
   * distance apart at rest, so that a fold can close. Nearer ones keep at most their distance at rest, and only if a tear is between them.
   * A number gives the distance, m, from 1e-15 to 4 times the smaller spacing of the grid (or to the larger spacing, if that is more).
   * `true` takes the larger spacing, `false` switches self-collision off. In a mesh both spacings are the mean length of its edges. Default
   * `false`. With less than half the diagonal of a cell, a corner may slip through a cell. Particles that approach each other by more than
   * the distance within one substep may pass through each other.
   */
  readonly selfCollision: boolean | number;
  /** Coulomb friction coefficient of the cloth against itself, 0..10. Default 0.3. Used only with self-collision. */
  readonly selfFriction: number;
}

/** The optional tearing part of a cloth, created by `tearing`. */
export interface Tearing {
  /** Strain above which an edge breaks, (length / length at rest - 1), a ratio > 0. */
  readonly strain: number;
}

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
   * Mass per square metre at rest, kg/m², 1e-30..1e30, instead of `inverseMass`. A particle gets its share of the faces around it: a quarter of
   * each cell or a third of each triangle. Default none: `inverseMass` gives the masses.
   */
  readonly density?: number;
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
  /** Adds up what the colliders feel: `colliderReactions()`. Default none: it costs nothing. */
  readonly reactions?: Reactions;
  /**
   * Length of a step, seconds, 1e-9..1e9. Default 1/60. It never varies, because stiffness and damping depend on it. A frame does at most 4 steps,
   * so with less than 1/240 a cloth is slower than real time on a display of 60 Hz.
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

/** Axis-aligned box, metres. */
export interface ClothBounds {
  /** Corner with the smallest coordinates, m. */
  readonly min: Vector3;
  /** Corner with the largest coordinates, m. */
  readonly max: Vector3;
}

/** Measured values of the whole cloth. */
export interface ClothMeasurement {
  /** Number of steps done when it was measured. */
  readonly step: number;
  /**
   * Smallest box around all particles whose coordinates are finite, without those that have lost all their edges to `tearing`; a point at
   * the origin if there are none.
   */
  readonly bounds: ClothBounds;
  /** Largest (length / length at rest - 1), a ratio, over the edges; 0 when there are none. */
  readonly largestStrain: number;
  /** Mean of |length / length at rest - 1|, a ratio, over the edges. */
  readonly meanStrain: number;
  /** Largest speed of a free particle in the bounds, m/s. */
  readonly largestSpeed: number;
  /** Mass weighted mean velocity of the free particles, m/s. */
  readonly meanVelocity: Vector3;
  /** Particles with a coordinate or velocity that is infinite or not a number. */
  readonly nonFinite: number;
  /**
   * Number of edges that no longer pull: broken edges, and edges whose faces are all removed; 0 without `tearing`. The strain figures
   * do not include them.
   */
  readonly tornEdges: number;
}

/** What a pointer took hold of. */
export interface Grip {
  /** Id of the held particle. */
  readonly particle: number;
  /** Distance along the ray to the point that was hit, metres; 0 if the particle was taken by its id. */
  readonly distance: number;
}

/** Force on one pin. */
export interface PinForce {
  /** Id of the pinned (or held) particle. */
  readonly particle: number;
  /** Force of the cloth on whatever holds the particle, newtons, without the particle's own weight. */
  readonly force: Vector3;
}

/** Events of a cloth. */
export type ClothEvent =
  /** The device was lost; `reason` and `message` are those of the device. The cloth stands still until it is restored. */
  | { readonly type: 'deviceLost'; readonly reason: string; readonly message: string }
  /** The cloth continues from its last good state, which was taken after `step` steps. Its GPU buffers are new objects. */
  | { readonly type: 'restored'; readonly step: number }
  /** `count` particles were not finite. The cloth went back to the state after `step` steps. */
  | { readonly type: 'nonFinite'; readonly count: number; readonly step: number }
  /**
   * Edges of a cloth with `tearing` stopped pulling (as counted by `measurement.tornEdges`) in the last of `step` steps. `edges` holds two
   * particle ids per edge, the lower one first, in ascending order; its length is twice the number of edges. `positions` holds where these
   * particles are, xyz, m, three numbers for each id in `edges`. There is one event for each step in which edges tore, in the order of the
   * steps. The CPU backend sends it at the end of the frame, the GPU backend some frames after the measurement that counted the edges;
   * the positions are those after the frame that sends the event, or that was read back.
   */
  | {
      readonly type: 'torn';
      readonly step: number;
      readonly edges: Uint32Array<ArrayBuffer>;
      readonly positions: Float32Array<ArrayBuffer>;
    }
  /**
   * A parameter set by `setParameters` needs more memory than the device has; `error` says how much and for what. The parameter has its
   * previous value again and the cloth continues without the change. No step is left out.
   */
  | { readonly type: 'refused'; readonly error: ClothError }
  /** Restoring failed with `error`. The cloth stands still, unless its previous device still works. */
  | { readonly type: 'failed'; readonly error: unknown };

/**
 * A cloth, on either backend. Methods throw a `ClothError` for invalid input and then leave the cloth unchanged. Reading and measuring
 * reject with a `ClothError` if the device is lost, also during the call, or if the GPU cloth is disposed of.
 */
export interface Cloth {
  /** The backend that runs this cloth; narrows the type to {@link ClothGpu} or {@link ClothCpu}. */
  readonly backend: 'gpu' | 'cpu';
  /**
   * 'lost' while there is no device, 'disposed' after `dispose`. In both states steps, grabs and pins do nothing. A lost cloth can be
   * teleported.
   */
  readonly status: 'running' | 'lost' | 'disposed';
  /** Whether it was made from a mesh, not as a grid. */
  readonly isMesh: boolean;
  /** Number of cells along a row; 0 for a mesh. */
  readonly columns: number;
  /** Number of cells along a column; 0 for a mesh. */
  readonly rows: number;
  /** Width of the grid at rest and flat, or of a mesh at rest along x, metres. */
  readonly width: number;
  /** Height of the grid at rest and flat, or of a mesh at rest along y, metres. */
  readonly height: number;
  /** Number of particles, which is the number of vertices: (columns + 1) * (rows + 1), or those of the mesh. */
  readonly vertexCount: number;
  /**
   * Vertex indices of the triangles of the undamaged cloth. For a grid two per cell, row by row: (TL, BL, BR), (TL, BR, TR), length
   * 6 * columns * rows.
   */
  readonly indices: Uint32Array<ArrayBuffer>;
  /** Texture coordinates, uv interleaved: 0..1, (0, 0) at the top left particle, or those of the mesh. Length 2 * vertexCount. */
  readonly uvs: Float32Array<ArrayBuffer>;
  /** Length of a step, seconds. */
  readonly stepSeconds: number;
  /** Number of steps done since the start (a restored state brings its own count). */
  readonly stepCount: number;
  /** The current parameters. */
  readonly parameters: ClothParameters;
  /**
   * How far `advance` has come from the last step (0) to the next one (1), no unit. A picture between the last two steps shows before +
   * alpha (now - before), so it is one step late, and moves evenly on any display.
   */
  readonly alpha: number;
  /**
   * Functions to call before the last step of `step` or `advance`, when positions and normals are those at the start of that step, so that
   * a renderer can keep them as `before`. A GPU cloth passes the encoder of its frame, in which the function records copies of the buffers.
   * Also called, with `hasJumped` true and without an encoder, after `teleport`, `restore` and a return to an earlier state, because
   * nothing should be drawn between two places. The functions must not change the cloth. While there are none, this costs nothing.
   * `ClothMesh` of `@otedama/render-babylon` adds one for its option `interpolation`.
   */
  readonly beforeLastStep: Set<(hasJumped: boolean, encoder: GPUCommandEncoder | null) => void>;
  /** Ids of the pinned particles, ascending. */
  readonly pins: readonly number[];
  /** The colliders, as they were last given. */
  readonly colliders: readonly Collider[];
  /** The latest measurement that has arrived; before the first one, the values of the start position. */
  readonly measurement: ClothMeasurement;

  /**
   * Changes some parameters from the next step on. Switching `selfCollision` on takes 308 to 320 bytes per particle on a GPU. If the
   * device does not have this memory, the event 'refused' follows some frames later.
   */
  setParameters(change: Partial<ClothParameters>): void;
  /**
   * Advances the time by `deltaSeconds` (finite, >= 0): does as many whole steps as fit, at most 4. The rest of a long pause is dropped.
   * Returns the number of steps done.
   */
  advance(deltaSeconds: number): number;
  /** Does exactly one step. */
  step(): void;

  /**
   * Grabs, for pointer `pointerId`, the vertex nearest to the point where the ray hits the current shape of the cloth. The grab takes
   * effect in the next step, however late the promise resolves. It resolves with what was taken, or with null if the ray missed, or if
   * meanwhile all pointers had to let go because of a lost device, a restored state or `dispose`. At most 8 pointers can hold at once. A
   * pointer that already holds something releases it first.
   */
  grab(pointerId: number, ray: Ray): Promise<Grip | null>;
  /** Grabs one particle by its id and moves it to `target`. */
  grabParticle(pointerId: number, particle: number, target: Vector3): void;
  /**
   * Moves the pointer. The held particle moves uniformly over the substeps of the next step and is at `target` after it, or as near as
   * the tethers allow.
   */
  moveGrab(pointerId: number, target: HandTarget): void;
  /**
   * Lets go. The particle leaves with `velocity` (m/s), if given. Otherwise it leaves with the pointer's velocity over the last step,
   * or, if the pointer has moved since, with the velocity that this motion would give in the next step, whichever is faster.
   */
  release(pointerId: number, velocity?: Vector3): void;

  /**
   * Pins a particle where it is. With `position`, the particle (pinned already or not) moves there uniformly over the next step (or the
   * steps of the next `advance`). Moving a pin is cheap: pins may follow a body, all of them in every step.
   */
  setPin(particle: number, position?: Vector3): void;
  /**
   * Frees a pinned particle. It gets its own inverse mass back and starts from rest. No effect on a free particle.
   * @param particle its index
   */
  freePin(particle: number): void;

  /**
   * Moves the whole cloth at once, as if it had been there from the start: its particles, their velocities, which turn along, its pins and
   * hands with their targets, and the state to which it goes back after a failure. So nothing swings, however far it goes. Use it when a
   * character jumps to another place, or when the origin of a scene moves; a part of each step's motion makes a cloth feel less of it.
   * Colliders, gravity and wind stay as they are.
   */
  teleport(motion: RigidMotion): void;

  /**
   * Cuts a cloth with `tearing`: every edge that crosses `blade` now breaks, whatever its strain, in the first step after the promise has
   * resolved, and the faces beside it disappear. On a GPU that is one to three frames later. A blade has three corners or more, m, and
   * consists of triangles around the first one. For a sword that is swung, the corners are those of a convex polygon: where its hilt and
   * tip were at the last call, and where its tip and hilt are now. For a stroke over a picture they are the eye, and points behind the cloth
   * on the lines of sight along the stroke. Resolves with the number of edges; the event 'torn' tells which. Rejects with a `ClothError` without `tearing`, or if the device is lost.
   */
  cut(blade: readonly Vector3[]): Promise<number>;

  /** Replaces all colliders, at most 32. They are in place at once and at rest. Particles inside one are pushed out at 1 m/s. */
  setColliders(colliders: readonly Collider[]): void;
  /**
   * Moves the colliders to the places in `colliders`, uniformly over the next step (or the steps of the next `advance`). The number and the
   * kinds of the colliders must stay the same. They push the cloth and drag it along by friction. A plane's surface moves like its `point`.
   */
  moveColliders(colliders: readonly Collider[]): void;

  /** Returns a copy of all particles, (x, y, z, inverse mass), length 4 * vertexCount. */
  readPositions(): Promise<Float32Array<ArrayBuffer>>;
  /** Returns a copy of all velocities, (x, y, z, 0), m/s; 0 for pinned particles. Length 4 * vertexCount. */
  readVelocities(): Promise<Float32Array<ArrayBuffer>>;
  /** Returns a copy of all unit normals, (x, y, z, 0). Length 4 * vertexCount. */
  readNormals(): Promise<Float32Array<ArrayBuffer>>;
  /** Measures the cloth now. */
  measure(): Promise<ClothMeasurement>;
  /** A box that contains every particle that an edge still holds: the last measured one, enlarged by the motion that is possible since then. */
  bounds(): ClothBounds;
  /**
   * Force of the cloth on each pinned or held particle over one substep from now, including tethers and self-collision. A particle with
   * a new target from `setPin` or `moveGrab` counts as moving there uniformly over one step; all others count as at rest. So if you pull
   * a particle along, ask for its force after the call that moves it and before the step.
   */
  pinForces(): Promise<readonly PinForce[]>;

  /**
   * The constraints by colour, in the order of the first substep: for each colour the particle ids of its constraints, two per
   * constraint. One that no longer pulls, because of a tear, has its first particle twice. Built on each call; meant for drawing and tests.
   */
  constraintColors(): readonly Uint32Array[];

  /**
   * A count that increases whenever `constraintColors` change: with the events 'torn' and with a restored state. Without `tearing` it stays
   * 0.
   */
  readonly constraintVersion: number;

  /**
   * Returns the positions at rest, xyz interleaved, m: a flat grid around the origin, or the mesh. Length 3 * vertexCount. A new copy
   * per call.
   */
  restPositions(): Float32Array<ArrayBuffer>;

  /** Returns the whole state as bytes, with version and checksum; 32 bytes per particle. */
  snapshot(): Promise<Uint8Array<ArrayBuffer>>;
  /** Restores a state from {@link Cloth.snapshot}, bit for bit. All pointers let go. A damaged snapshot is refused. */
  restore(snapshot: Uint8Array): void;

  /**
   * Calls `listener` for every event until the returned function is called. If it throws, other listeners and the cloth are not affected.
   */
  subscribe(listener: (event: ClothEvent) => void): () => void;
  /** Frees the resources that the cloth created, but never a buffer or device it was given. May be called twice. */
  dispose(): void;
}

/** A cloth whose state is in GPU buffers that can be drawn directly. */
export interface ClothGpu extends Cloth {
  readonly backend: 'gpu';
  /** The current device; another one after a lost device was replaced. */
  readonly device: GPUDevice;
  /** Particles, 16 bytes each, usage VERTEX | STORAGE | COPY_SRC | COPY_DST. A new buffer after a loss. */
  readonly positionBuffer: GPUBuffer;
  /** Unit normals, 16 bytes each (w = 0), same usage. A new buffer after a loss. */
  readonly normalBuffer: GPUBuffer;
  /**
   * Vertex indices of the current triangles, u32, with 0, 0, 0 for each removed one; usage INDEX | STORAGE | COPY_SRC |
   * COPY_DST. null without `tearing`: then `indices` are always valid. A new buffer after a loss.
   */
  readonly indexBuffer: GPUBuffer | null;
  /** Bytes from one particle to the next in both buffers: 16. */
  readonly vertexStride: number;
  /** Which kernels run: one dispatch per group of colours, lines in workgroup memory, or a whole step in one workgroup. */
  readonly plan: ClothPlan;
  /** Number of dispatches in the next frame if it does one step, without normals and measurement. */
  readonly dispatchesPerStep: number;
  /**
   * Continues from the last good state on another device. If `requestDevice` was given, this is called for you. Of two calls at the same
   * time the later one counts. A failure rejects with a `ClothError` or the device's own error, and also emits the event 'failed'.
   */
  restoreOn(device: GPUDevice, buffers?: ClothBuffers): Promise<void>;
}

/** A cloth in plain JavaScript. The arrays are live views: read them after `advance`, never write. */
export interface ClothCpu extends Cloth {
  readonly backend: 'cpu';
  /** Particles, (x, y, z, inverse mass), m and 1/kg, length 4 * vertexCount; always the same array. */
  readonly positions: Float32Array<ArrayBuffer>;
  /** One unit normal per particle, (x, y, z, 0), length 4 * vertexCount; always the same array. */
  readonly normals: Float32Array<ArrayBuffer>;
  /**
   * Vertex indices of the current triangles, with 0, 0, 0 for each removed one. It is always the same array; without `tearing` it is
   * `indices`.
   */
  readonly liveIndices: Uint32Array<ArrayBuffer>;
  /** A count that increases whenever `liveIndices` change. */
  readonly indexVersion: number;
}

/**
 * How the constraints run on the GPU. All plans give the same bits on one device. 'colors': one dispatch per group of colours, 8 per
 * substep; fits every device; a mesh has one dispatch per colour. 'lines': rows and columns in workgroup memory, 3 dispatches per
 * substep; not for meshes. 'whole': a small cloth in one workgroup, 1 dispatch per step. With self-collision the plans take 12, 8 and 6
 * dispatches per substep.
 */
export type ClothPlan = 'colors' | 'lines' | 'whole';

/** Buffers provided by the caller: at least 16 bytes per particle, usage STORAGE | COPY_SRC | COPY_DST. */
export interface ClothBuffers {
  /** Receives positions and inverse masses. Default: a buffer that the cloth creates. */
  readonly position?: GPUBuffer;
  /** Receives unit normals. Default: a buffer that the cloth creates. */
  readonly normal?: GPUBuffer;
}

/** Where and how a GPU cloth runs. */
export interface ClothGpuOptions {
  /** Buffers to use instead of the cloth's own. The cloth never destroys them. Default: the cloth creates its own. */
  readonly buffers?: ClothBuffers;
  /** 'auto' (default) takes the fastest plan that the size of the cloth and the limits of the device allow. */
  readonly plan?: ClothPlan | 'auto';
  /** Called after the device was lost; returns another one to continue on. Default: none; call `restoreOn` yourself. */
  readonly requestDevice?: () => Promise<GPUDevice>;
}

/** The {@link ClothGpuOptions} and a device, or no device for the CPU backend. */
export interface ClothOptions extends ClothGpuOptions {
  /** The device to run on. Default: none, which selects the CPU backend, as does null. */
  readonly device?: GPUDevice | null | undefined;
}
