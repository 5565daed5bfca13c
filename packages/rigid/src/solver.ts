/**
 * The seam between the world and a method of solving. The world owns bodies, contacts, joints, events and queries; a
 * solver owns the order of a step: when to integrate, when and how often to look for contacts, how to solve them.
 */
import type { BodyStore } from './body-store.js';
import type { ContactStore } from './contact-store.js';
import type { JointKind } from './joint-layout.js';
import type { JointStore } from './joint-store.js';
import type { SoftBody } from './soft-body.js';
import type { SolverTrace } from './solver-trace.js';
import type { WorldStats } from './stats.js';

/** What a method can do. A world refuses with a named error what its solver cannot. */
export interface SolverCapabilities {
  /** Bounces by the coefficient of restitution. */
  readonly restitution: boolean;
  /** Coulomb friction. */
  readonly friction: boolean;
  /** Surfaces that move along themselves (conveyors). */
  readonly tangentSpeed: boolean;
  /** Torques against the rolling of circles, capsules and rounded polygons. */
  readonly rollingResistance: boolean;
  /** Kinds of joints it solves. */
  readonly joints: readonly JointKind[];
  /** Deformable bodies. Default false. */
  readonly softBodies?: boolean;
}

/** What a solver sees of the world. Array fields of the stores may be replaced between steps: read them at the start of a step. */
export interface SolverWorld {
  /** Poses, velocities, masses. */
  readonly bodies: BodyStore;
  /** Manifolds and their impulses. */
  readonly contacts: ContactStore;
  /** Joint records and their impulses. */
  readonly joints: JointStore;
  /** Deformable bodies, in order of creation. */
  readonly softBodies: readonly SoftBody[];
  /** m/s^2. */
  readonly gravityX: number;
  /** m/s^2, along y. */
  readonly gravityY: number;
  /** Counters; `stats.steps` is how many steps were done before this one, for methods that take turns. */
  readonly stats: Readonly<WorldStats>;
  /**
   * Brings contacts up to date with the present poses: applies pending `DX DY DC DS`, places what moved, finds pairs, builds
   * or refreshes manifolds, carries impulses over by feature id and fills `contacts.touching`. As often a step as the
   * method wants, at least once. The first call of a step finds displacements that were written since the last step only if
   * `bodies.isSettled` is false, as it is after `integratePositions`.
   */
  collide(): void;
  /** Recorder of the solver's work, for teaching and tests; null when off, and then free. */
  trace: SolverTrace | null;
}

/** Own state of a solver that must survive a snapshot. Contact and joint impulses are in the stores already. */
export interface SolverState {
  /** Everything that later steps depend on, as numbers. */
  save(): Float64Array;
  /** Takes back what `save` gave. */
  restore(state: Float64Array): void;
}

/** A method of moving a world on by one step. */
export interface Solver {
  /** Short name, such as `soft-step`; the key of its settings in a scene. */
  readonly name: string;
  /** What it can do; a world refuses the rest. */
  readonly capabilities: SolverCapabilities;
  /** Called once when a world is made with it. May throw an `InputError` that names what it cannot do. */
  attach?(world: SolverWorld): void;
  /** Moves the world on by `dt` seconds. The world applies displacements, clears forces and reports events afterwards. */
  step(world: SolverWorld, dt: number): void;
  /** What it was made with, plain data: a world refuses the snapshot of one whose solver has other settings. Default: nothing. */
  readonly settings?: object;
  /** What must survive a snapshot. Default: nothing beyond the stores. */
  readonly state?: SolverState;
}
