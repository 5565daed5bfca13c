import { type CreateBroadPhase, createGrid, type GeometryStore } from '@otedama/collision';
import { InputError, requireBoolean, requireFinite, requireKnownFields, type Vec2 } from '@otedama/math2d';
import { Body } from './body.js';
import { BodyShape } from './body-shape.js';
import type { BodyStore } from './body-store.js';
import {
  HIT_SPEED_THRESHOLD,
  MAXIMUM_ROTATION,
  PLACEMENT_TOLERANCE,
  SPECULATIVE_DISTANCE,
} from './constants.js';
import { recordTouches } from './contact-events.js';
import type { ContactStore } from './contact-store.js';
import type { ContactView } from './contact-view.js';
import type { ContinuousPart } from './continuous.js';
import type { BodyDefinition } from './definitions.js';
import type { WorldEvents } from './events.js';
import { eventsView } from './events-view.js';
import { isInBodyPair } from './filter.js';
import { finalizePoses, haltUnsound } from './integration.js';
import type { Joint } from './joint.js';
import type { JointStore } from './joint-store.js';
import { BODY_FROZEN, BODY_STRIDE, FX, FY, TORQUE } from './layout.js';
import { addBody, clearImpulses, removeBody } from './lifecycle.js';
import { requireOwnBody } from './own-body.js';
import { refit } from './refit.js';
import type { SeamsPart } from './seams.js';
import type { ShapeStore } from './shape-store.js';
import { updateSleep, wakeAll } from './sleep.js';
import type { SoftBody } from './soft-body.js';
import type { Solver } from './solver.js';
import type { SolverTrace } from './solver-trace.js';
import type { WorldProfile, WorldStats } from './stats.js';
import {
  requireFunction,
  requireMagnitude2,
  requireNotBelow0,
  requireTimeStep,
  validateBody,
} from './validate.js';
import { type SweepingState, WorldState } from './world-state.js';

/** What a world is created from: its solver, its gravity, and settings and hooks that all have a default. */
export interface WorldDefinition {
  /** The solver. A world keeps its solver for its whole life. */
  readonly solver: Solver;
  /** Gravity, m/s^2. Default (0, -9.81). */
  readonly gravity?: Vec2;
  /**
   * A function of @otedama/collision that creates the broad phase: `createGrid` (the default), `createTree` or `createSweep`. The
   * result of a step does not depend on it.
   */
  readonly broadPhase?: CreateBroadPhase;
  /** Largest gap at which contact points are created, m, >= 0. Default 0.02. */
  readonly speculativeDistance?: number;
  /**
   * Displacement above which the geometry and the manifolds of a body are recomputed, m, >= 0; 0 recomputes them after every motion.
   * Default 0.001.
   */
  readonly placementTolerance?: number;
  /** Approach speed above which impacts are reported as `hit` events, m/s, >= 0. Default 1. */
  readonly hitSpeed?: number;
  /** Whether islands at rest fall asleep. Default true. */
  readonly sleeping?: boolean;
  /**
   * Whether continuous collision keeps fast bodies from passing through static ones, and bullets from passing through moving ones; see
   * `BodyDefinition.bullet`. Default true; for a bare world, true if it was created with the part `continuous`.
   */
  readonly continuous?: boolean;
  /** A clock in milliseconds, such as `() => performance.now()`, with which `profile` is measured. Default none. */
  readonly now?: () => number;
  /**
   * Called for each pair of shapes that come near each other and pass the filters, in a fixed order. Return false to prevent a contact, true
   * otherwise; anything else throws an `InputError` from the step. The function is called again for a pair without contact whenever one of
   * the two has moved by its margin, and not while the pair has a contact: when the answer changes, call `setFilter({})` of one of the
   * shapes. It must not change the world. To keep steps repeatable, its result must depend only on the world. Default none.
   */
  readonly contactFilter?: (shapeA: BodyShape, shapeB: BodyShape) => boolean;
  /**
   * Called in every step for each touching contact of a shape with `preSolveEvents`. Return false to switch the contact off for this step,
   * true otherwise; anything else throws an `InputError` from the step. The function may set the friction, restitution and tangent speed of
   * the contact, but nothing else. Default none.
   */
  readonly preSolve?: (contact: ContactView) => boolean;
}

/** Parts of a bare world, each with code of its own. A world without a part does not do what the part does. */
export interface WorldParts {
  /** Continuous collision for fast bodies (`continuous`), so that they do not pass through others. Default null. */
  readonly continuous?: ContinuousPart | null;
  /** Contacts at the seams of ground made of several shapes (`seams`), so that bodies do not stumble there. Default null. */
  readonly seams?: SeamsPart | null;
}

const worldFields: readonly (keyof WorldDefinition)[] = [
  'solver',
  'gravity',
  'broadPhase',
  'speculativeDistance',
  'placementTolerance',
  'hitSpeed',
  'sleeping',
  'continuous',
  'now',
  'contactFilter',
  'preSolve',
];

/** The state behind a world, for the functions of this package that take one. */
export let stateOf: (world: BareWorld) => WorldState;

/**
 * The basis of every world: bodies, steps, events and the flat state. `World` adds methods for joints, soft bodies, queries and
 * measurements. With a bare world, these are functions that take the world (`castRay(world, ...)`), and a page loads only those that
 * it calls.
 *
 * A world changes only through its own methods, those functions and its handles. Every call with invalid input throws an `InputError`
 * and leaves the world unchanged.
 */
export class BareWorld {
  static {
    stateOf = (world) => {
      if (!(world instanceof BareWorld)) throw new InputError('world', world, 'a world');
      return world.#state;
    };
  }

  readonly #state: WorldState;
  readonly #events: WorldEvents;

  constructor(definition: WorldDefinition, parts: WorldParts = {}) {
    requireKnownFields(definition, '', worldFields);
    requireKnownFields(parts, 'parts', ['continuous', 'seams']);
    const { continuous = null, seams = null } = parts;
    if (continuous !== null) requireFunction('parts.continuous.create', continuous.create);
    if (seams !== null) requireFunction('parts.seams.mend', seams.mend);
    const { solver, broadPhase = createGrid, now = noClock } = definition;
    if (typeof solver?.step !== 'function')
      throw new InputError('solver', solver, 'a solver, such as createSoftStep() makes');
    if (typeof broadPhase !== 'function') {
      throw new InputError('broadPhase', broadPhase, 'a function such as createGrid');
    }
    requireFunction('now', now);
    const isContinuous = requireBoolean('continuous', definition.continuous ?? continuous !== null);
    if (isContinuous && continuous === null) {
      throw new InputError('continuous', true, 'false without the part `continuous`');
    }
    const gravity = definition.gravity ?? { x: 0, y: -9.81 };
    requireMagnitude2('gravity', gravity);
    this.#state = new WorldState(
      {
        gravityX: gravity.x,
        gravityY: gravity.y,
        speculativeDistance: requireNotBelow0(
          'speculativeDistance',
          definition.speculativeDistance ?? SPECULATIVE_DISTANCE,
        ),
        placementTolerance: requireNotBelow0(
          'placementTolerance',
          definition.placementTolerance ?? PLACEMENT_TOLERANCE,
        ),
        hitSpeed: requireNotBelow0('hitSpeed', definition.hitSpeed ?? HIT_SPEED_THRESHOLD),
        sleeping: requireBoolean('sleeping', definition.sleeping ?? true),
        continuous: isContinuous ? continuous : null,
        seams,
        now,
        contactFilter: requireHook('contactFilter', definition.contactFilter),
        preSolve: requireHook('preSolve', definition.preSolve),
      },
      solver,
      (state) => broadPhase(state.shapes.fat, state.geometry),
    );
    this.#events = eventsView(this.#state);
    solver.attach?.(this.#state);
  }

  // ── Bodies ───────────────────────────────────────────────────────────────────────────────────────────────────

  /** Adds a body with its shapes. Throws an `InputError` with the path of the invalid field. */
  createBody(definition: BodyDefinition): Body {
    const state = this.#state;
    state.requireUnlocked('world.createBody');
    validateBody(definition, '', state.solver.capabilities);
    const slot = addBody(state, definition);
    const body = new Body(state, slot, definition);
    state.bodyHandles[slot] = body;
    let k = 0;
    for (let id = state.bodies.firstShape[slot]; id >= 0; id = state.shapes.next[id]) {
      state.shapeHandles[id] = new BodyShape(state, body, id, definition.shapes?.[k++].userData);
    }
    return body;
  }

  /** Removes a body with its shapes, contacts and joints. Their handles become invalid. */
  destroyBody(body: Body): void {
    const state = this.#state;
    state.requireUnlocked('world.destroyBody');
    requireOwnBody(state, 'body', body);
    if (state.particleOwners.has(body.id)) {
      throw new InputError('body', 'a particle of a soft body', 'a body of its own; see destroySoftBody');
    }
    state.jointUpkeep?.removeOf(body.id);
    for (const key of state.disabledPairs) if (isInBodyPair(key, body.id)) state.disabledPairs.delete(key);
    removeBody(state, body.id);
  }

  /** The soft bodies in order of creation, in a new array. Their particles are part of `bodies`. */
  get softBodies(): SoftBody[] {
    return [...this.#state.softBodies];
  }

  /** The bodies in order of their slots, in a new array. */
  get bodies(): Body[] {
    return this.#state.bodyHandles.filter((body) => body !== null);
  }

  /** The joints in order of their slots, in a new array. */
  get joints(): Joint[] {
    return this.#state.jointHandles.filter((joint) => joint !== null);
  }

  /**
   * Returns the body in a slot of the flat state, or null. `overlapPoint` finds what is at a point.
   * @throws InputError for a slot that is not a finite number
   */
  bodyAt(slot: number): Body | null {
    requireFinite('slot', slot);
    return this.#state.bodyHandles[slot] ?? null;
  }

  /**
   * Returns the shape with an id of the flat state, or null. `overlapPoint` finds what is at a point.
   * @throws InputError for an id that is not a finite number
   */
  shapeAt(id: number): BodyShape | null {
    requireFinite('id', id);
    return this.#state.shapeHandles[id] ?? null;
  }

  /** Gravity, m/s^2. Changing it wakes all bodies. */
  get gravity(): Readonly<Vec2> {
    return Object.freeze({ x: this.#state.gravityX, y: this.#state.gravityY });
  }
  set gravity(value: Vec2) {
    this.#state.requireUnlocked('world.gravity');
    requireMagnitude2('gravity', value);
    const { x, y } = this.gravity;
    if (value.x === x && value.y === y) return;
    this.#state.gravityX = value.x;
    this.#state.gravityY = value.y;
    wakeAll(this.#state);
  }

  // ── Stepping ──────────────────────────────────────────────────────────────────────────────────────────────────

  /**
   * Advances the world by `dt`, with one step of the solver. Use a `FrameClock` to get fixed steps from frame times: with steps of varying
   * length, tall stacks tremble and stay awake.
   * @param dt length of the step, s, > 0, at most 1; 1/60 is usual
   * @throws InputError for any other value (such as milliseconds, `step(16)`), and if it is called inside a hook
   */
  step(dt: number): void {
    const state = this.#state;
    state.requireUnlocked('world.step');
    requireTimeStep('dt', dt);
    state.requireUnvisited('world.step');
    const { now, profile } = state;
    state.isStepping = true;
    let isDone = false;
    try {
      const start = now();
      this.#beginStep(dt);
      if (state.fields.length > 0) state.bodies.isDisturbed = true;
      for (let k = 0; k < state.fields.length; k++) state.fields[k].active.apply(state, dt);
      state.trace?.begin?.(dt);
      state.solver.step(state, dt);
      const solved = now();
      profile.solve = solved - start - profile.refit - profile.pairs - profile.contacts;
      this.#settle();
      state.continuous?.sweep(state as SweepingState);
      this.#quarantine();
      this.#forgetTorn();
      state.jointUpkeep?.breakOverloaded();
      if (state.sleeping) updateSleep(state, dt);
      const settled = now();
      recordTouches(state);
      const end = now();
      profile.refit += settled - solved;
      profile.events = end - settled;
      profile.step = end - start;
      isDone = true;
    } finally {
      if (!isDone) this.#abandon();
      state.isStepping = false;
    }
    state.time += dt;
    state.stats.steps++;
  }

  /** The simulated time, s: the sum of all steps. */
  get time(): number {
    return this.#state.time;
  }

  /**
   * Whether the world cannot be changed at the moment. True inside hooks, the solver, trace recorders, filter functions of queries,
   * the visitor of `forEachBroadPhaseBox`, and `save` and `load` of a recording.
   */
  get isLocked(): boolean {
    return this.#state.isStepping || this.#state.askedBy !== null;
  }

  // ── What happened, and how it looks inside ────────────────────────────────────────────────────────────────────

  /**
   * The events of the last step. The next step reuses the arrays and objects. Read them after each step, not once per frame: a frame does
   * any number of steps.
   */
  get events(): WorldEvents {
    return this.#events;
  }

  /** Counters of the last step. It is always the same object. */
  get stats(): Readonly<WorldStats> {
    const { stats, bodies, shapes, joints, contacts } = this.#state;
    stats.bodies = bodies.count;
    stats.awakeBodies = bodies.awakeCount;
    stats.shapes = shapes.count;
    stats.joints = joints.count;
    stats.contacts = contacts.count;
    stats.touchingContacts = contacts.touchingCount;
    return stats;
  }

  /** Milliseconds of the last step by phase; zeros without a clock (`WorldDefinition.now`). It is always the same object. */
  get profile(): Readonly<WorldProfile> {
    return this.#state.profile;
  }

  /** The solver that the world was created with. */
  get solver(): Solver {
    return this.#state.solver;
  }

  /** A recorder of the solver's work, such as a `StepRecorder`. Null, the default, costs nothing. Anything else throws an `InputError`. */
  get trace(): SolverTrace | null {
    return this.#state.trace;
  }
  set trace(value: SolverTrace | null) {
    if (value !== null && typeof value?.row !== 'function')
      throw new InputError('trace', value, 'a recorder, or null');
    this.#state.trace = value;
  }

  /** Flat state, for reading: poses and velocities of all bodies by slot. */
  get bodyStore(): BodyStore {
    return this.#state.bodies;
  }

  /** Flat state, for reading: manifolds and impulses. */
  get contactStore(): ContactStore {
    return this.#state.contacts;
  }

  /** Flat state, for reading: materials, filters and boxes of shapes. */
  get shapeStore(): ShapeStore {
    return this.#state.shapes;
  }

  /** Flat state, for reading: world vertices and normals of shapes at the placed poses. */
  get geometryStore(): GeometryStore {
    return this.#state.geometry;
  }

  /** Flat state, for reading: joints. */
  get jointStore(): JointStore {
    return this.#state.joints;
  }

  /** Number of slots in the flat state: the `id` of every body is below it. */
  get slotCount(): number {
    return this.#state.bodies.slots;
  }

  // ── Inside ────────────────────────────────────────────────────────────────────────────────────────────────────

  #beginStep(dt: number): void {
    const state = this.#state;
    const { bodies, stats, profile } = state;
    state.collisions = 0;
    for (const { body } of state.events.bodySleep.items) bodies.settlePose(body.id);
    for (const { body } of state.events.bodyFrozen.items) bodies.settlePose(body.id);
    state.events.begin();
    stats.newContacts = 0;
    stats.rebuiltManifolds = 0;
    stats.refreshedManifolds = 0;
    stats.placedBodies = 0;
    stats.movedShapes = 0;
    profile.refit = 0;
    profile.pairs = 0;
    profile.contacts = 0;
    bodies.movements = 0;
    state.contacts.bouncedCount = 0;
    bodies.maximumAngularSpeed = MAXIMUM_ROTATION / dt;
    bodies.maximumTranslation = bodies.maximumLinearSpeed * dt;
    if (state.sweeps !== null) state.sweeps.duration = dt;
  }

  /** Adds the displacements of the solver to the poses. */
  #settle(): void {
    const state = this.#state;
    if (finalizePoses(state.bodies, state.stats.steps) > 0) state.stats.placedBodies += refit(state);
    state.bodies.isSettled = true;
  }

  /** Ends a step in which a hook has thrown. Completed work stays. Nothing is carried to the next step, not even forces. */
  #abandon(): void {
    this.#settle();
    this.#quarantine();
    this.#forgetTorn();
  }

  /** Clears the impulses of the bodies that exceeded the speed limits, so that the next step does not start with them. */
  #forgetTorn(): void {
    const state = this.#state;
    const { bodies } = state;
    if (!bodies.hasRestrained) return;
    bodies.hasRestrained = false;
    haltUnsound(bodies);
    const { restrained, slots } = bodies;
    for (let slot = 0; slot < slots; slot++) {
      if (restrained[slot] === 0) continue;
      restrained[slot] = 0;
      clearImpulses(state, slot);
    }
  }

  /** Clears forces. Reports the bodies that were frozen in this step and removes them from the simulation. */
  #quarantine(): void {
    const state = this.#state;
    const { bodies } = state;
    if (!bodies.isDisturbed) return;
    bodies.isDisturbed = false;
    const { mass, flags, awake } = bodies;
    for (let k = 0; k < bodies.awakeCount; ) {
      const slot = awake[k];
      const o = slot * BODY_STRIDE;
      mass[o + FX] = 0;
      mass[o + FY] = 0;
      mass[o + TORQUE] = 0;
      if ((flags[slot] & BODY_FROZEN) === 0) {
        k++;
        continue;
      }
      bodies.setAwake(slot, false);
      state.contacts.forget();
      clearImpulses(state, slot);
      state.events.bodyFrozen.next().body = state.bodyHandles[slot]!;
    }
  }
}

/** The clock of a world without one: every phase takes 0 ms. */
const noClock = (): number => 0;

/** Returns a hook of the user, or null if none is given. Its answer is checked: one that returns nothing would say no to every contact. */
function requireHook<A, B>(
  field: string,
  hook: ((a: A, b: B) => boolean) | null | undefined,
): ((a: A, b?: B) => boolean) | null {
  if (hook === undefined || hook === null) return null;
  requireFunction(field, hook);
  return (a, b) => requireBoolean(field, hook(a, b as B));
}
