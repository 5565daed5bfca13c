/**
 * What a cloth is to the outside: its definition, its live parameters, and the one interface of both backends.
 *
 * Units: metres, kilograms, seconds; y up. A particle is four floats, (x, y, z, inverse mass), 16 bytes, on both
 * backends; particle id = column + row * (columns + 1), row 0 on top.
 */

import type { ClothError } from './errors.js';

/** A point (metres) or a vector (metres a second, metres a second squared), y up. */
export interface Vector3 {
  /** Along the x axis. */
  readonly x: number;
  /** Along the y axis. */
  readonly y: number;
  /** Along the z axis. */
  readonly z: number;
}

/** A turn in space, as a quaternion: about the unit axis (x, y, z) / sin(a / 2) by the angle a, with w = cos(a / 2). */
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

/** A half line. `direction` may have any length above zero; distances along it are metres. */
export interface Ray {
  /** Where the ray starts, m. */
  readonly origin: Vector3;
  readonly direction: Vector3;
}

/** Where a hand wants its particle: a point, or the pointer's ray (at the distance at which it took hold). */
export type HandTarget = Vector3 | Ray;

/** Which particles hang on the world: names for the usual sets, or a list of particle ids. */
export type PinChoice = 'topCorners' | 'topEdge' | 'none' | readonly number[];

/** A half-space that the cloth stays out of: a floor, a wall. */
export interface PlaneCollider {
  readonly type: 'plane';
  /** Any point of its surface, m. */
  readonly point: Vector3;
  /** Away from it, to the cloth's side; any length above zero. */
  readonly normal: Vector3;
  /** Coulomb's coefficient, >= 0. Default 0.5. */
  readonly friction?: number;
}

/** A ball that the cloth stays out of. */
export interface SphereCollider {
  readonly type: 'sphere';
  /** Its centre, m. */
  readonly center: Vector3;
  /** Its radius, m, >= 0. */
  readonly radius: number;
  /** Coulomb's coefficient, >= 0. Default 0.5. */
  readonly friction?: number;
}

/** A round rod with half balls for ends that the cloth stays out of: a limb, a rail, a bone. */
export interface CapsuleCollider {
  readonly type: 'capsule';
  /** One end of its axis, m. */
  readonly from: Vector3;
  /** The other end, m. */
  readonly to: Vector3;
  /** Its radius, m, >= 0. */
  readonly radius: number;
  /** Coulomb's coefficient, >= 0. Default 0.5. */
  readonly friction?: number;
}

/** A box, turned any way, that the cloth stays out of: a table, a step, a seat. The cloth's `thickness` rounds its edges. */
export interface BoxCollider {
  readonly type: 'box';
  /** Its center, m. */
  readonly center: Vector3;
  /** Half its length along each of its own axes, m, >= 0. */
  readonly halfSizes: Vector3;
  /** Its turn from the axes of the world; brought to unit length, which has to be above zero. Default none. */
  readonly rotation?: Quaternion;
  /** Coulomb's coefficient, >= 0. Default 0.5. */
  readonly friction?: number;
}

/**
 * What a cloth's particles stay out of. Particles, not the cells between them: over a ball of radius R no cell of spacing l
 * shows it through where the cloth's `thickness` is at least l² / 4 R, over the edge of a box where it is at least l / 2, and over its
 * corner where it is at least 0.71 l.
 */
export type Collider = PlaneCollider | SphereCollider | CapsuleCollider | BoxCollider;

/** Parameters that may change while the cloth runs, see {@link Cloth.setParameters}. */
export interface ClothParameters {
  /** Acceleration, m/s². Default (0, -10, 0). */
  readonly gravity: Vector3;
  /** Substeps a step, integer 1..64. Default 5. The remaining stretch falls with its square, see `adviseSubsteps`. */
  readonly substeps: number;
  /** Compliance of the grid's edges, m/N, >= 0; `Infinity` leaves them out. Default 1e-7. */
  readonly stretchCompliance: number;
  /** Compliance of both diagonals of each cell, m/N, >= 0; `Infinity` leaves them out. Default 1e-7. */
  readonly shearCompliance: number;
  /** Compliance of the links to the second neighbours, m/N, >= 0; `Infinity` leaves them out. Default 0.5. */
  readonly bendCompliance: number;
  /**
   * Rate at which motion relative to the cloth's own motion decays, 1/s, >= 0. Default 0. The cloth's own motion
   * is that of its centre of mass, or rest when something pins or holds it: free fall and flight stay as they are.
   */
  readonly damping: number;
  /** Rate of decay of motion against the air, 1/s, >= 0. Default 0. In still air a free cloth falls at |gravity| / drag. */
  readonly drag: number;
  /**
   * Density of the air that presses on the cloth's faces, kg/m³, 0..1e30. Default 0, for none; 1.2 is that of air, for a cloth whose masses are
   * those of cloth. With u its velocity against the wind and n its normal, a face feels -airDensity |u| (u . n) n a square meter: it brakes
   * a sheet that falls flat, lifts one that is inclined to the wind, and lets one that goes along its own plane pass.
   */
  readonly airDensity: number;
  /** Velocity of the air, m/s. Default 0. Felt where `drag`, by every particle alike, or `airDensity` is above 0. */
  readonly wind: Vector3;
  /**
   * Tethers: no particle gets further from a pin than this times its distance at rest, and no hand takes it further. >= 1, or `false` for none.
   * `true` is 1. Default `false`, as in the articles; a cloth that is not to look like rubber wants `true`.
   */
  readonly tethers: boolean | number;
  /** Least distance of a particle to a collider's surface, m, 0..1e30. Default 0.01. */
  readonly thickness: number;
  /**
   * Self-collision: the least distance of two particles of the cloth that are further from each other at rest than pi / 2 times it, so
   * that a fold can close. A number is that distance, m, 1e-15 to 4 times the smaller spacing of the grid (or to the larger spacing, if that
   * is more); `true` is the larger spacing, `false` none. Default `false`. Less than half a cell's diagonal lets a corner slip through a
   * cell; what comes nearer by more than the distance within a substep may pass.
   */
  readonly selfCollision: boolean | number;
  /** Coulomb's coefficient of the cloth on itself, 0..10. Default 0.3. Felt where there is self-collision. */
  readonly selfFriction: number;
}

/** What a cloth is made from. Every field has a default; with none it is the cloth of the articles. */
export interface ClothDefinition extends Partial<ClothParameters> {
  /** Cells along a row, integer 0..2048. Default 50; 0 makes a single column of particles. */
  readonly columns?: number;
  /** Cells along a column, integer 0..2048. Default 50; 0 makes a single row of particles. */
  readonly rows?: number;
  /** Width at rest, metres, > 0. Default 2. */
  readonly width?: number;
  /** Height at rest, metres, > 0. Default 3. */
  readonly height?: number;
  /** Centre of the flat start position, metres. Default the origin. */
  readonly center?: Vector3;
  /**
   * Start position of each particle, metres, in place of the flat one about `center`. The lengths at rest are
   * those of the flat grid whatever this returns.
   * Default: flat.
   */
  readonly shape?: (column: number, row: number) => Vector3;
  /** Start velocity, m/s: one for all, or one a particle. Default rest. */
  readonly velocity?: Vector3 | ((column: number, row: number) => Vector3);
  /**
   * Unevenness of the start across its plane, as a fraction of the grid spacing, 0..1. Default 1e-4: a perfectly
   * flat sheet would stay flat for ever and never fold. Ignored where `shape` is given.
   */
  readonly ripple?: number;
  /** Inverse mass of a particle, 1/kg, finite, >= 0: one for all, or one a particle (length N). Default 1. */
  readonly inverseMass?: number | ArrayLike<number>;
  /** Indices of the particles pinned from the start, or a name for some. Default 'topCorners'. */
  readonly pins?: PinChoice;
  /** What the cloth stays out of from the start, at most 32. Default none. See {@link Cloth.setColliders}. */
  readonly colliders?: readonly Collider[];
  /** Length of a step, seconds, > 0. Default 1/60. Never varies: stiffness and damping depend on it. */
  readonly stepSeconds?: number;
  /** Whether normals are kept up to date. Default true. */
  readonly normals?: boolean;
  /** Steps between two measurements (bounds, strain, health), integer >= 0, 0 for none. Default 6. */
  readonly measureInterval?: number;
  /**
   * Steps between two kept states, integer >= 0, 0 for none. Default 30. A kept state is what a cloth goes back to
   * when a position is no longer finite or the device was lost; on the GPU backend it costs a read-back.
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

/** One look at the whole cloth. */
export interface ClothMeasurement {
  /** Steps done when it was taken. */
  readonly step: number;
  /** Smallest box around all particles whose coordinates are finite. */
  readonly bounds: ClothBounds;
  /** Largest (length / length at rest - 1) over the grid's edges; 0 when there are none. */
  readonly largestStrain: number;
  /** Mean of |length / length at rest - 1| over the grid's edges. */
  readonly meanStrain: number;
  /** Largest speed of a free particle, m/s. */
  readonly largestSpeed: number;
  /** Mass weighted mean velocity of the free particles, m/s. */
  readonly meanVelocity: Vector3;
  /** Particles with a coordinate or velocity that is infinite or not a number. */
  readonly nonFinite: number;
}

/** What a hand took hold of. */
export interface Grip {
  /** Id of the held particle. */
  readonly particle: number;
  /** Distance along the ray to the point that was hit, metres; 0 for a hand that took a particle by its id. */
  readonly distance: number;
}

/** Force on one pin. */
export interface PinForce {
  /** Id of the pinned (or held) particle. */
  readonly particle: number;
  /** Force of the cloth on what holds the particle, newtons, its own weight not included. */
  readonly force: Vector3;
}

/** What a cloth tells its listeners. */
export type ClothEvent =
  /** The device is gone, by its `reason` and `message`; the cloth stands still until it is restored. */
  | { readonly type: 'deviceLost'; readonly reason: string; readonly message: string }
  /** The cloth goes on from its last good state, taken after that number of steps, `step`. Its GPU buffers are new objects. */
  | { readonly type: 'restored'; readonly step: number }
  /** `count` particles were not finite; the cloth went back to the state after that number of steps, `step`. */
  | { readonly type: 'nonFinite'; readonly count: number; readonly step: number }
  /**
   * What `setParameters` asked for needs memory that the device has not: `error` says how much and for what. That parameter is as it was, and
   * the cloth goes on without it; no step is left out.
   */
  | { readonly type: 'refused'; readonly error: ClothError }
  /** Restoring failed with `error`; the cloth stands still, unless it still has the device that it was to leave. */
  | { readonly type: 'failed'; readonly error: unknown };

/**
 * A cloth, on either backend. Methods throw a `ClothError` for bad input and leave the cloth as it was. What is read or measured
 * rejects with one where the device is lost or the GPU cloth is disposed of, and when the device is lost on the way.
 */
export interface Cloth {
  /** Which backend runs it; narrows the type to {@link ClothGpu} or {@link ClothCpu}. */
  readonly backend: 'gpu' | 'cpu';
  /** 'lost' while the device is gone, 'disposed' at the end; then steps, hands and pins do nothing. */
  readonly status: 'running' | 'lost' | 'disposed';
  /** Number of cells along a row. */
  readonly columns: number;
  /** Number of cells along a column. */
  readonly rows: number;
  /** Width of the grid, at rest and flat, metres. */
  readonly width: number;
  /** Height of the grid, at rest and flat, metres. */
  readonly height: number;
  /** Number of particles, which is the number of vertices: (columns + 1) * (rows + 1). */
  readonly vertexCount: number;
  /** Triangles of the cells, two a cell, row by row: (TL, BL, BR), (TL, BR, TR). Length 6 * columns * rows. */
  readonly indices: Uint32Array;
  /** Texture coordinates 0..1, uv interleaved, (0, 0) at the top left particle. Length 2 * vertexCount. */
  readonly uvs: Float32Array;
  /** Length of a step, seconds. */
  readonly stepSeconds: number;
  /** Steps done since the start (a restored state brings its own count). */
  readonly stepCount: number;
  /** The parameters in force. */
  readonly parameters: ClothParameters;
  /** Ids of the pinned particles, ascending. */
  readonly pins: readonly number[];
  /** The colliders, as they were last given. */
  readonly colliders: readonly Collider[];
  /** The latest measurement that has come back; the start position's before the first one. */
  readonly measurement: ClothMeasurement;

  /**
   * Changes some parameters from the next step on. Switching `selfCollision` on takes 308 to 320 bytes a particle on a GPU; a device without them
   * says so some frames later, by the event 'refused'.
   */
  setParameters(change: Partial<ClothParameters>): void;
  /**
   * Moves time on by `deltaSeconds` (finite, >= 0): as many whole steps as fit, at most 4, the rest of a long pause
   * is dropped. Returns the number of steps done.
   */
  advance(deltaSeconds: number): number;
  /** One step, exactly. */
  step(): void;

  /**
   * Takes hold, for pointer `pointerId`, of the vertex nearest to where the ray meets the cloth as it is now. The
   * hold is in force from the next step, whenever the promise comes back: with what was taken, or with null for a miss, and
   * where a loss, a restored state or the end has let all hands go meanwhile. At most 8 pointers hold at once; a
   * pointer that already holds something lets it go first.
   */
  grab(pointerId: number, ray: Ray): Promise<Grip | null>;
  /** Takes hold of one particle by its id, to be moved to `target`. */
  grabParticle(pointerId: number, particle: number, target: Vector3): void;
  /**
   * Moves the hand. The particle is there after the next step, having moved evenly over its substeps; where that is farther than
   * tethers let it, as near as they do.
   */
  moveGrab(pointerId: number, target: HandTarget): void;
  /**
   * Lets go. The particle leaves with `velocity` (m/s) if given, or else with the hand's velocity over the last step; where the hand has moved
   * since, with what would come of that in the next one, if it is more.
   */
  release(pointerId: number, velocity?: Vector3): void;

  /**
   * Pins a particle where it is, or moves it (and a pin) evenly over the next step to `position`. Moving what is pinned already costs
   * little: pins may follow a body, all of them in every step.
   */
  setPin(particle: number, position?: Vector3): void;
  /**
   * Frees a pinned particle; it gets its own inverse mass back and starts from rest. Free already: no effect.
   * @param particle its index
   */
  freePin(particle: number): void;

  /** Replaces all colliders, at most 32. They are there at once and stand still; what is inside one comes out at 1 m/s. */
  setColliders(colliders: readonly Collider[]): void;
  /**
   * Moves the colliders, evenly over the next step (or the steps of the next `advance`), to where `colliders` has them: as many as
   * there are, each of its kind. They push the cloth, and drag it along by friction as their surface moves, where a plane's motion is that of its point.
   */
  moveColliders(colliders: readonly Collider[]): void;

  /** Copy of all particles, (x, y, z, inverse mass), length 4 * vertexCount. */
  readPositions(): Promise<Float32Array>;
  /** Copy of all velocities, (x, y, z, 0), m/s; 0 for pinned particles. Length 4 * vertexCount. */
  readVelocities(): Promise<Float32Array>;
  /** Copy of all unit normals, (x, y, z, 0). Length 4 * vertexCount. */
  readNormals(): Promise<Float32Array>;
  /** Measures now. */
  measure(): Promise<ClothMeasurement>;
  /** A box that holds every particle: the last measured one, grown by what can have happened since. */
  bounds(): ClothBounds;
  /**
   * Force of the cloth on each pinned or held particle over one substep from now on, tethers and self-collision included. What `setPin` or
   * `moveGrab` has sent somewhere is under way, evenly over one step; what has come to its place, or was sent nowhere, stands. So of what is
   * pulled along ask between the call that moves it on and the step.
   */
  pinForces(): Promise<readonly PinForce[]>;

  /**
   * The constraints by colour, in the order of the first substep: for each colour the particle ids of its
   * constraints, two a constraint. Made on each call, for drawing and for tests.
   */
  constraintColors(): readonly Uint32Array[];

  /** The whole state as bytes, with version and checksum; 32 bytes a particle. */
  snapshot(): Promise<Uint8Array>;
  /** Goes to a state of {@link Cloth.snapshot}, bit exact. All hands let go. A damaged snapshot is refused. */
  restore(snapshot: Uint8Array): void;

  /** Calls `listener` for every event until the returned function is called. What it throws keeps neither the others nor the cloth back. */
  subscribe(listener: (event: ClothEvent) => void): () => void;
  /** Frees what the cloth made itself, never a buffer or device it was given. May be called twice. */
  dispose(): void;
}

/** A cloth whose state lives in GPU buffers that can be drawn from directly. */
export interface ClothGpu extends Cloth {
  readonly backend: 'gpu';
  /** The device in use; another one after a loss. */
  readonly device: GPUDevice;
  /** Particles, 16 bytes each, usage VERTEX | STORAGE | COPY_SRC | COPY_DST. A new buffer after a loss. */
  readonly positionBuffer: GPUBuffer;
  /** Unit normals, 16 bytes each (w = 0), same usage. A new buffer after a loss. */
  readonly normalBuffer: GPUBuffer;
  /** Bytes from one particle to the next in both buffers: 16. */
  readonly vertexStride: number;
  /** Which kernels run: one dispatch a group of colours, lines in workgroup memory, or a whole step in one workgroup. */
  readonly plan: ClothPlan;
  /** Number of dispatches of the next frame of one step, normals and measurement not counted. */
  readonly dispatchesPerStep: number;
  /**
   * Goes on from the last good state on another device. Called for you where `requestDevice` was given. Of two calls at once the
   * later one counts. A failure is an event too, and rejects with a `ClothError` or the device's own error.
   */
  restoreOn(device: GPUDevice, buffers?: ClothBuffers): Promise<void>;
}

/** A cloth in plain JavaScript. The arrays are live views: read them after `advance`, never write. */
export interface ClothCpu extends Cloth {
  readonly backend: 'cpu';
  /** Particles, (x, y, z, inverse mass), m and 1/kg, length 4 * vertexCount; always the same array. */
  readonly positions: Float32Array;
  /** One unit normal a particle, (x, y, z, 0), length 4 * vertexCount; always the same array. */
  readonly normals: Float32Array;
}

/**
 * How the constraints are run on the GPU; all three give the same bits on one device. 'colors': a dispatch for each
 * group of colours, 8 a substep, fits every device. 'lines': rows and columns in workgroup memory, 3 a substep. 'whole':
 * a small cloth in one workgroup, 1 a frame. With self-collision 11, 7 and 5 a substep.
 */
export type ClothPlan = 'colors' | 'lines' | 'whole';

/** Buffers of the caller's, in place of own ones: at least 16 bytes a particle, usage STORAGE | COPY_SRC | COPY_DST. */
export interface ClothBuffers {
  /** Places and inverse masses go here. Default: a buffer of the cloth's. */
  readonly position?: GPUBuffer;
  /** Unit normals go here. Default: a buffer of the cloth's. */
  readonly normal?: GPUBuffer;
}

/** Where and how a GPU cloth runs. */
export interface ClothGpuOptions {
  /** Buffers to use in place of own ones. The cloth never destroys them. Default: own ones. */
  readonly buffers?: ClothBuffers;
  /** 'auto' (default) takes the quickest plan that the cloth's size and the device's limits allow. */
  readonly plan?: ClothPlan | 'auto';
  /** Called after a loss; gives the device to go on with. Without it the owner calls `restoreOn`. */
  readonly requestDevice?: () => Promise<GPUDevice>;
}

/** As {@link ClothGpuOptions}, with the device, or none for the CPU backend. */
export interface ClothOptions extends ClothGpuOptions {
  /** The device to run on. Default, and with null: none, the CPU backend. */
  readonly device?: GPUDevice | null | undefined;
}
