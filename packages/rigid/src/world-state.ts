/**
 * The complete state of a world, for the modules of this package. Users access it through `World`, solvers through `SolverWorld`.
 */

import {
  type BroadPhase,
  GeometryStore,
  Manifold,
  type MassProperties,
  PairBuffer,
  PairTable,
  type Shape,
} from '@otedama/collision';
import { InputError } from '@otedama/math2d';
import { keepContactsArranged } from './arrange-contacts.js';
import type { Body } from './body.js';
import type { BodyShape } from './body-shape.js';
import { BodyStore } from './body-store.js';
import { CORNER_WIDTH } from './constants.js';
import { ContactStore } from './contact-store.js';
import { clearMoved, updateContacts, updatePairs } from './contact-update.js';
import { ContactView } from './contact-view.js';
import type { ContinuousPart } from './continuous.js';
import { EventRecorder } from './events.js';
import type { HeldField } from './field.js';
import { IntList } from './int-list.js';
import { finalizePoses } from './integration.js';
import type { Joint } from './joint.js';
import { JointStore } from './joint-store.js';
import type { JointUpkeep } from './joint-upkeep.js';
import { BODY_PUT } from './layout.js';
import { refit } from './refit.js';
import type { RetiredHandles } from './retired-handles.js';
import type { SeamsPart } from './seams.js';
import { ShapeStore } from './shape-store.js';
import { SleepScratch } from './sleep.js';
import type { SoftBody } from './soft-body.js';
import type { Solver, SolverWorld } from './solver.js';
import type { SolverTrace } from './solver-trace.js';
import { emptyProfile, emptyStats, type WorldProfile, type WorldStats } from './stats.js';
import type { ContinuousScratch } from './sweep-motion.js';

/** Validated numbers of the world's options. */
export interface WorldSettings {
  readonly gravityX: number;
  readonly gravityY: number;
  readonly speculativeDistance: number;
  readonly placementTolerance: number;
  readonly hitSpeed: number;
  readonly sleeping: boolean;
  readonly continuous: ContinuousPart | null;
  readonly seams: SeamsPart | null;
  readonly now: () => number;
  readonly contactFilter: ((shapeA: BodyShape, shapeB: BodyShape) => boolean) | null;
  readonly preSolve: ((contact: ContactView) => boolean) | null;
}

/** What a handle stands for, in messages. */
type HandleKind = 'body' | 'shape' | 'joint';

/** An object of a world, for its users. */
interface Handle {
  readonly id: number;
  readonly isValid: boolean;
}

/** The state of a world with continuous collision. */
export interface SweepingState extends WorldState {
  readonly sweeps: ContinuousScratch;
}

export class WorldState implements SolverWorld, Omit<WorldSettings, 'placementTolerance'> {
  readonly bodies: BodyStore = new BodyStore();
  readonly shapes: ShapeStore = new ShapeStore();
  readonly contacts: ContactStore = new ContactStore();
  readonly joints: JointStore = new JointStore();
  readonly geometry: GeometryStore = new GeometryStore();
  readonly broadPhase: BroadPhase;
  readonly solver: Solver;
  /** Contact by pair of shapes. */
  readonly pairTable: PairTable = new PairTable();
  /** Pairs from the broad phase, and the new ones among them. */
  readonly pairs: PairBuffer = new PairBuffer();
  readonly newPairs: PairBuffer = new PairBuffer();
  readonly manifold: Manifold = new Manifold();
  /** Shapes whose fat box has changed since the last search for pairs, each once. */
  readonly moved: IntList = new IntList();
  /** Bodies that were placed since the contacts were last updated, each once. */
  readonly replacedBodies: IntList = new IntList();
  /** Slots of the bodies with `BODY_PUT`, until the contacts are updated. */
  readonly putBodies: IntList = new IntList();
  /** Scratch of the placement: bodies that are placed together. */
  readonly cluster: IntList = new IntList();
  /** Pairs of bodies that do not collide, by `bodyPairKey`. */
  readonly disabledPairs: Set<number> = new Set();
  /** Number of joints that disable the collision of two bodies, by `bodyPairKey`. */
  readonly jointedPairs: Map<number, number> = new Map();

  /** Masses that were given instead of derived from shapes, kg, by body slot. */
  readonly givenMass: Map<number, number> = new Map();

  readonly bodyHandles: (Body | null)[] = [];
  readonly shapeHandles: (BodyShape | null)[] = [];
  readonly jointHandles: (Joint | null)[] = [];
  /** Work of the world for its joints; null until there is a joint. */
  jointUpkeep: JointUpkeep | null = null;
  readonly softBodies: SoftBody[] = [];
  /** Soft body of each particle, by body slot. */
  readonly particleOwners: Map<number, SoftBody> = new Map();
  /** Forces that act on all bodies, in the order in which they were added. */
  readonly fields: HeldField[] = [];
  /** Number of soft bodies ever created; numbers their collision groups. */
  softBodyCount = 0;
  /** Handles of objects that were destroyed since a snapshot was taken; null before the first snapshot. */
  retired: RetiredHandles | null = null;
  /** Geometry of the shapes in body frames: frozen copies of the definitions. */
  readonly shapeGeometry: (Shape | null)[] = [];
  /** Mass, centre and inertia of the shapes at density 1; null where no dynamic body has needed them. */
  readonly shapeMoments: (MassProperties | null)[] = [];

  gravityX!: number;
  gravityY!: number;
  readonly speculativeDistance!: number;
  /** Minimum distance of the fat box from the tight box, m. With it, no speculative contact is missed. */
  readonly boxReach: number;
  readonly hitSpeed!: number;
  readonly sleeping!: boolean;
  /** Continuous collision and its scratch; null without it. */
  readonly continuous!: ContinuousPart | null;
  readonly sweeps: ContinuousScratch | null;
  /** Contacts at seams; null without it. */
  readonly seams!: SeamsPart | null;
  /** Raised each time a shape enters or leaves the simulation. */
  obstacleRevision = 0;
  readonly sleep: SleepScratch = new SleepScratch();
  readonly now!: () => number;
  readonly contactFilter!: WorldSettings['contactFilter'];
  readonly preSolve!: WorldSettings['preSolve'];

  readonly events: EventRecorder = new EventRecorder();
  readonly contactView: ContactView = new ContactView(this);
  readonly stats: WorldStats = emptyStats();
  readonly profile: WorldProfile = emptyProfile();
  trace: SolverTrace | null = null;
  /** True while `World.step` runs; changes are rejected then. */
  isStepping = false;
  /** Name of the user's function that is being called and must not change the world, or null. */
  askedBy: 'accept' | 'save' | 'load' | 'visit' | null = null;
  /** Number of iterations over the contacts that are in progress. */
  visits = 0;
  /** Number of calls of `collide` in the current step. */
  collisions = 0;
  /** Sum of the revisions of contacts and bodies for which the world is steady (`contact-update.ts`), -1 for none. */
  steadyRevision = -1;
  /** Revision of the list of touching contacts for which all contacts have begun and none reports hits, -1 for none. */
  begunRevision = -1;
  /** Simulated time, s. */
  time = 0;

  constructor(settings: WorldSettings, solver: Solver, createBroadPhase: (state: WorldState) => BroadPhase) {
    const { placementTolerance, ...fields } = settings;
    Object.assign(this, fields);
    this.manifold.cornerWidth = CORNER_WIDTH;
    this.bodies.placementTolerance = placementTolerance;
    this.boxReach = this.speculativeDistance / 2 + placementTolerance;
    this.sweeps = this.continuous?.create() ?? null;
    this.solver = solver;
    this.broadPhase = createBroadPhase(this);
  }

  collide(refreshes = true, foresees = false): void {
    const { now, profile } = this;
    const t0 = now();
    const { isSettled } = this.bodies;
    this.bodies.isSettled = false;
    if (!isSettled && finalizePoses(this.bodies, this.stats.steps) > 0)
      this.stats.placedBodies += refit(this);
    const t1 = now();
    if (this.collisions === 0) keepContactsArranged(this);
    if (foresees) this.continuous?.lookAhead(this as WorldState as SweepingState);
    updatePairs(this);
    const t2 = now();
    updateContacts(this, refreshes);
    clearMoved(this);
    this.collisions++;
    profile.refit += t1 - t0;
    profile.pairs += t2 - t1;
    profile.contacts += now() - t2;
  }

  /** Notes that a body may overlap others by more than any motion could (`BODY_PUT`). */
  markPut(slot: number): void {
    const { flags } = this.bodies;
    if ((flags[slot] & BODY_PUT) !== 0) return;
    flags[slot] |= BODY_PUT;
    this.putBodies.push(slot);
  }

  /** Adds a shape to the list of shapes for the next search for pairs. */
  markMoved(shape: number): void {
    if (this.shapes.moved[shape] !== 0) return;
    this.shapes.moved[shape] = 1;
    this.moved.push(shape);
    this.stats.movedShapes++;
  }

  /** Throws if a step runs, or a function of the user that must not change the world. */
  requireUnlocked(change: string): void {
    if (this.isStepping) throw new InputError(change, 'called inside a step', 'a call between steps');
    const { askedBy } = this;
    if (askedBy === null) return;
    throw new InputError(change, `called by ${askedBy}`, `a call when ${askedBy} has returned`);
  }

  /** Returns this state for the use of a handle. Throws if its object was destroyed. */
  live(kind: HandleKind, handle: Handle, use: string): WorldState {
    if (handle.isValid) return this;
    throw new InputError(
      `${kind}.${use}`,
      `${kind} ${handle.id}, destroyed`,
      `a ${kind} that is in its world`,
    );
  }

  /** Returns this state for a change by a handle. Throws if its object was destroyed, and when changes are not allowed. */
  change(kind: HandleKind, handle: Handle, use: string): WorldState {
    const state = this.live(kind, handle, use);
    state.requireUnlocked(`${kind}.${use}`);
    return state;
  }

  /** Throws if an iteration over the contacts is in progress, for changes that would renumber contacts. */
  requireUnvisited(change: string): void {
    if (this.visits === 0) return;
    throw new InputError(change, 'called by the visitor of forEachContact', 'a call after the visit');
  }
}
