/**
 * The interface between the world and a solver. The world owns bodies, contacts, joints, events and queries. A solver decides what
 * happens in a step: when to integrate, when and how often to find contacts, and how to solve them.
 */
import type { BareWorld } from './bare-world.js';
import type { BodyStore } from './body-store.js';
import type { ContactStore } from './contact-store.js';
import type { JointKind } from './joint-layout.js';
import type { JointStore } from './joint-store.js';
import type { SoftBody } from './soft-body.js';
import type { SoftBodyDefinition } from './soft-body-definition.js';
import type { SolverTrace } from './solver-trace.js';
import type { WorldStats } from './stats.js';

/** What a solver supports. If a feature is missing, the world rejects it with an error that names the feature. */
export interface SolverCapabilities {
  /** Whether bodies bounce with the restitution coefficient. */
  readonly restitution: boolean;
  /** Whether there is Coulomb friction. */
  readonly friction: boolean;
  /** Whether surfaces can move along themselves (conveyors). */
  readonly tangentSpeed: boolean;
  /** Whether there is rolling resistance for circles, capsules and rounded polygons. */
  readonly rollingResistance: boolean;
  /** The kinds of joints that it supports, each with all that its definition offers: springs, limits, motors. */
  readonly joints: readonly JointKind[];
  /**
   * The function `createSoftBody` of this package, if there are soft bodies. `World.createSoftBody` calls it, so that a page loads the code
   * of soft bodies only with a solver that has them. Default none.
   */
  readonly softBodies?: ((world: BareWorld, definition: SoftBodyDefinition) => SoftBody) | undefined;
}

/**
 * The part of a world that a solver uses. The arrays of the stores may be replaced: read them in every step, and those of the contacts
 * again after every `collide`.
 */
export interface SolverWorld {
  /** Poses, velocities, masses. */
  readonly bodies: BodyStore;
  /** Manifolds and their impulses. */
  readonly contacts: ContactStore;
  /** Joint records and their impulses. */
  readonly joints: JointStore;
  /** Soft bodies, in order of creation. */
  readonly softBodies: readonly SoftBody[];
  /** Gravity along x, m/s^2. */
  readonly gravityX: number;
  /** Gravity along y, m/s^2. */
  readonly gravityY: number;
  /** Counters; `stats.steps` is the number of steps before this one, for solvers that alternate between steps. */
  readonly stats: Readonly<WorldStats>;
  /**
   * Updates the contacts for the current poses: applies pending `DX DY DC DS`, places what moved, finds pairs, builds or refreshes
   * manifolds, transfers impulses by feature id and fills `contacts.touching`. Call it at least once per step, or as often as the
   * method needs. The first call of a step looks for displacements written since the last step only if `bodies.isSettled` is false,
   * as it is after `integratePositions`.
   * @param refreshes false if the solver calls `refreshContact` for every touching contact before it reads its separations, and sets the
   * impulses and approach speeds of the step itself. This saves fetching every contact twice. Default true.
   * @param foresees true if contacts with a gap only keep bodies from approaching further than by this gap, and this is the only call in the
   * step: moving bodies that will hit each other in the step then have a contact already, if the world has continuous collision. Default
   * false.
   */
  collide(refreshes?: boolean, foresees?: boolean): void;
  /** Recorder of the solver's work, for teaching and tests; null if tracing is off, which costs nothing. */
  trace: SolverTrace | null;
}

/** State of a solver that must survive a snapshot. Contact and joint impulses are already in the stores. */
export interface SolverState {
  /** Returns everything that affects later steps, as numbers. */
  save(): Float64Array;
  /**
   * Restores what `save` returned, before the bodies of the snapshot are restored. It may throw, so that the world stays as it is; then it
   * is called once more, with what `save` returned just before.
   */
  restore(state: Float64Array): void;
}

/** A solver: it advances a world by one step. */
export interface Solver {
  /** Short name, such as `soft-step`; the key of its settings in a scene. */
  readonly name: string;
  /** What it supports; a world rejects everything else. */
  readonly capabilities: SolverCapabilities;
  /** Called once when a world is created with it. May throw an `InputError` that names what it does not support. */
  attach?(world: SolverWorld): void;
  /** Advances the world by `dt` seconds. Afterwards the world applies displacements, clears forces and reports events. */
  step(world: SolverWorld, dt: number): void;
  /** The options it was created with, as plain data. A world rejects a snapshot from a solver with other settings. Default: none. */
  readonly settings?: object;
  /** State that must survive a snapshot. Default: none besides the stores. */
  readonly state?: SolverState;
}
