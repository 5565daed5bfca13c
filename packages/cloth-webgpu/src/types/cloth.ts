/** A cloth as both backends offer it, what is measured of it, and its events. */

import type { ClothError } from '../errors.js';
import type { Collider } from './colliders.js';
import type { ClothParameters } from './definition.js';
import type { HandTarget, Ray, RigidMotion, Vector3 } from './geometry.js';
import type { ClothImpulse } from './impulse.js';

/** Axis-aligned box, metres. */
export interface ClothBounds {
  /** Corner with the smallest coordinates, m. */
  readonly min: Vector3;
  /** Corner with the largest coordinates, m. */
  readonly max: Vector3;
}

/** What `Cloth.measure` finds: how far the whole cloth is stretched, how fast it moves and whether it is still sound. */
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

/** The force with which a cloth pulls at what holds one of its particles: how heavy it hangs, how strongly the wind tears at it. */
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
  /**
   * Whether it is at rest and sleeps. Steps count then but compute nothing, on a GPU nothing is sent to the device, and a picture of the
   * cloth stays as it is. It falls asleep when no free particle has moved on by 5 mm per second between any of four looks within a second.
   * Whatever acts on it wakes it: a parameter or a collider that changes, a pin that is set, freed or moved, a hand, a push, a cut, a skin,
   * a gas that is let in or out, `teleport`, and `restore`, after which it is awake. The parameter `sleeping` forbids it.
   */
  readonly isAsleep: boolean;
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
   * A single frame below 0, as between `performance.now()` and the time of the first frame, counts as 0.
   * Returns the number of steps done. Throws a `ClothError` for a second frame in a row below 0 and for one of -1 s or less, and for the
   * 61st frame in a row of 2 to 50 s, which are milliseconds.
   */
  advance(deltaSeconds: number): number;
  /**
   * Does exactly one step.
   * @param seconds the length of the step, for code that steps worlds and cloths alike. It must be `stepSeconds`, which is the default:
   *   another one throws a `ClothError`. To pass the time of a frame, use `advance`
   */
  step(seconds?: number): void;

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
   * Pushes the free particles around a point: they start the next step with other velocities. Each gets a share in proportion to its mass,
   * and less with its distance from the point. No effect if none is within the radius.
   */
  applyImpulse(impulse: ClothImpulse): void;

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
   * on the lines of sight along the stroke. Resolves with the number of edges; the event 'torn' tells which. Rejects with a `ClothError`
   * without `tearing`, or if the device is lost.
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
  /**
   * A box that contains every particle that an edge still holds: the last measured one, enlarged by the motion that is possible since then.
   */
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
