/**
 * A recorder for teaching views and tests: what the solver did to each contact in the last step, as plain data.
 */

import { type BareWorld, stateOf } from './bare-world.js';
import {
  AX,
  AY,
  BODY_A,
  BODY_B,
  BODY_STRIDE,
  CONTACT_INDEX_STRIDE,
  CONTACT_STRIDE,
  COUNT,
  CX,
  CY,
  FRICTION,
  NX,
  NY,
  POINT_STRIDE,
  POINT0,
  RESTITUTION,
  SHAPE_A,
  SHAPE_B,
} from './layout.js';
import type { SolverTrace, TracedFit, TracedRow } from './solver-trace.js';

/** A contact of a recorded step. */
export interface RecordedContact {
  /** Id of the first shape. The two ids identify the contact, even if its slot is reused. */
  readonly shapeA: number;
  /** Id of the second shape. */
  readonly shapeB: number;
  /** Body slot of shape A. */
  readonly bodyA: number;
  /** Body slot of shape B. */
  readonly bodyB: number;
  /** Unit normal from A to B. */
  readonly normalX: number;
  /** Unit normal from A to B along y. */
  readonly normalY: number;
  /** Combined friction coefficient, >= 0. */
  readonly friction: number;
  /** Combined restitution coefficient, 0..1. */
  readonly restitution: number;
  /** Manifold points for the poses at the start of the step, m, world axes. */
  readonly points: readonly { readonly x: number; readonly y: number }[];
  /** Visits to its rows, in order. */
  readonly rows: readonly TracedRow[];
}

/** Particles of a soft body and their goals in one substep. */
export interface RecordedGoals {
  /** Number of the substep, from 0. */
  readonly substep: number;
  /** Index in `world.softBodies`. */
  readonly softBody: number;
  /** xy interleaved, m, world axes. */
  readonly particles: Float64Array;
  /** Goal positions of the particles from the fit, xy interleaved, m, world axes. */
  readonly goals: Float64Array;
}

/** A rigid body fitted to its pushed particles. */
export interface RecordedFit extends TracedFit {
  /** Id of the first shape of the contact that pushed. */
  readonly shapeA: number;
  /** Id of its second shape. */
  readonly shapeB: number;
}

/** Everything that a solver reported about one step. */
export interface StepRecord {
  /** World time at its start, s. */
  readonly time: number;
  /** Length of the step, s. */
  readonly timeStep: number;
  /** Contacts with rows, in the order of their first visit. */
  readonly contacts: readonly RecordedContact[];
  /** Soft bodies, substep by substep. */
  readonly goals: readonly RecordedGoals[];
  /** Rigid bodies under shape matching, push by push. */
  readonly fits: readonly RecordedFit[];
}

interface OpenContact extends RecordedContact {
  readonly rows: TracedRow[];
}

/**
 * Records the steps of a world until `stop` is called, and keeps the last one:
 *
 *     const recorder = new StepRecorder(world);
 *     world.step(1 / 60);
 *     for (const contact of recorder.last.contacts) console.log(contact.rows.length);
 *
 * It replaces the previous recorder of `world.trace`.
 */
export class StepRecorder implements SolverTrace {
  readonly #world: BareWorld;
  #time = 0;
  #timeStep = 0;
  #contacts: Map<string, OpenContact> = new Map();
  #goals: RecordedGoals[] = [];
  #fits: RecordedFit[] = [];
  #hasStep = false;

  /** Attaches itself to a world, in place of any other recorder. Throws an `InputError` for no world, and inside a step. */
  constructor(world: BareWorld) {
    stateOf(world);
    this.#world = world;
    world.trace = this;
  }

  /** The last step, or null before the first. */
  get last(): StepRecord | null {
    if (!this.#hasStep) return null;
    return {
      time: this.#time,
      timeStep: this.#timeStep,
      contacts: [...this.#contacts.values()],
      goals: this.#goals,
      fits: this.#fits,
    };
  }

  /** Detaches the recorder. Its record is kept. */
  stop(): void {
    if (this.#world.trace === this) this.#world.trace = null;
  }

  begin(timeStep: number): void {
    this.#hasStep = true;
    this.#time = this.#world.time;
    this.#timeStep = timeStep;
    this.#contacts = new Map();
    this.#goals = [];
    this.#fits = [];
  }

  row(row: TracedRow): void {
    const { index } = this.#world.contactStore;
    const i = row.slot * CONTACT_INDEX_STRIDE;
    const key = `${index[i + SHAPE_A]} ${index[i + SHAPE_B]}`;
    let contact = this.#contacts.get(key);
    if (contact === undefined) {
      contact = this.#open(row.slot);
      this.#contacts.set(key, contact);
    }
    contact.rows.push(row);
  }

  goals(substep: number, softBody: number, particles: Float64Array, goals: Float64Array): void {
    this.#goals.push({ substep, softBody, particles: particles.slice(), goals: goals.slice() });
  }

  fit(fit: TracedFit): void {
    const { index } = this.#world.contactStore;
    const i = fit.slot * CONTACT_INDEX_STRIDE;
    this.#fits.push({ ...fit, shapeA: index[i + SHAPE_A], shapeB: index[i + SHAPE_B] });
  }

  #open(slot: number): OpenContact {
    const { index, data } = this.#world.contactStore;
    const { pose } = this.#world.bodyStore;
    const i = slot * CONTACT_INDEX_STRIDE;
    const c = slot * CONTACT_STRIDE;
    const a = index[i + BODY_A] * BODY_STRIDE;
    const points = Array.from({ length: index[i + COUNT] }, (_, j) => {
      const p = c + POINT0 + j * POINT_STRIDE;
      return { x: pose[a + CX] + data[p + AX], y: pose[a + CY] + data[p + AY] };
    });
    return {
      shapeA: index[i + SHAPE_A],
      shapeB: index[i + SHAPE_B],
      bodyA: index[i + BODY_A],
      bodyB: index[i + BODY_B],
      normalX: data[c + NX],
      normalY: data[c + NY],
      friction: data[c + FRICTION],
      restitution: data[c + RESTITUTION],
      points,
      rows: [],
    };
  }
}
