/** The common part of both backends: checks, parameters, pins, hands, clock, measurement and events. */

import { grownBounds } from './bounds.js';
import { ColliderTable, checkColliders } from './colliders.js';
import { CLOCK_SLACK, MAX_STEPS_PER_FRAME, MOST_AUTO_PINS } from './constants.js';
import {
  checkParameters,
  defaultClothParameters,
  isSameParameter,
  mergeParameters,
  type ResolvedDefinition,
} from './definition.js';
import { ClothError, requireFields, requireFunction, requireVector } from './errors.js';
import { FrameTimes } from './frame-times.js';
import { gridIndices, gridUvs } from './grid.js';
import { type Hand, HandTable, type RaySix, targetRay } from './hands.js';
import { type Push, pushOf } from './impulse.js';
import { refuseAssignments } from './parameter-names.js';
import { Rest } from './rest.js';
import { type MotionRows, motionRows, movedRay } from './rigid-motion.js';
import { createSettings, type Settings } from './settings.js';
import { constraintColorsOf, extentOf, restPositionsOf, type Sheet } from './sheet.js';
import { type ClothState, decodeSnapshot, encodeSnapshot } from './snapshot.js';
import { requireParticle } from './start.js';
import { chooseAnchors, mostAnchors } from './tethers.js';
import type {
  Cloth,
  ClothBounds,
  ClothEvent,
  ClothImpulse,
  ClothMeasurement,
  ClothParameters,
  Collider,
  Grip,
  HandTarget,
  PinForce,
  Ray,
  RigidMotion,
  Vector3,
} from './types.js';
import { copyOfVector, lengthOf } from './vectors.js';

/** Base class of both backends. A backend supplies the state and the commands on it. */
export abstract class ClothCore implements Cloth {
  static {
    refuseAssignments(ClothCore.prototype, Object.keys(defaultClothParameters));
  }

  abstract readonly backend: 'gpu' | 'cpu';
  readonly indices: Uint32Array<ArrayBuffer>;
  readonly uvs: Float32Array<ArrayBuffer>;
  measurement: ClothMeasurement;
  status: 'running' | 'lost' | 'disposed' = 'running';
  stepCount = 0;
  parameters: ClothParameters;
  pins: readonly number[];
  readonly beforeLastStep: Cloth['beforeLastStep'] = new Set();

  protected readonly definition: ResolvedDefinition;
  /** What the user asked for, and how it is solved. */
  protected readonly given: Sheet;
  protected readonly sheet: Sheet;
  protected settings: Settings;
  /** Pins that particles are tethered to. Another list when they change. */
  protected anchors: readonly number[] = [];
  protected readonly hands: HandTable = new HandTable();
  protected readonly colliderTable: ColliderTable;
  protected pendingSeconds = 0;
  /** Simulated time of the last frame, s. A hand that has moved since then counts as having moved for this time. */
  protected frameSeconds: number;
  /** The same as `pins`. Many pins may follow a body, and each is looked up in every step. */
  #pinned: ReadonlySet<number>;
  readonly #frameTimes = new FrameTimes();
  /** Whether a pin was given a target, a hand released its particle, or something pushed the cloth since the last frame. */
  #isSent = false;
  readonly #hasFixed: boolean;
  readonly #rest: Rest;
  /** The target of each pin that was given one, xyz, m. */
  readonly #targets = new Map<number, Vector3>();
  readonly #listeners = new Set<(event: ClothEvent) => void>();

  constructor(definition: ResolvedDefinition, measurement: ClothMeasurement) {
    this.definition = definition;
    const { given } = definition;
    this.given = given;
    this.sheet = definition.sheet;
    this.indices = given.isMesh ? given.triangles : gridIndices(given);
    this.uvs = given.isMesh ? given.uvs : gridUvs(given);
    this.parameters = definition.parameters;
    this.pins = Object.freeze(definition.pins);
    this.#pinned = new Set(this.pins);
    this.#tie();
    this.settings = createSettings(this.given, this.parameters, definition.stepSeconds);
    this.#rest = new Rest(definition.stepSeconds);
    this.#hasFixed = definition.inverseMass.includes(0);
    this.measurement = measurement;
    this.frameSeconds = definition.stepSeconds;
    this.sheet.reactions?.begin();
    this.sheet.limits?.begin();
    this.colliderTable = new ColliderTable(definition.fields, this.sheet.reactions);
    this.colliderTable.place(definition.colliders);
  }

  get isMesh(): boolean {
    return this.given.isMesh;
  }

  get columns(): number {
    return this.given.isMesh ? 0 : this.given.columns;
  }

  get rows(): number {
    return this.given.isMesh ? 0 : this.given.rows;
  }

  get width(): number {
    return extentOf(this.given)[0];
  }

  get height(): number {
    return extentOf(this.given)[1];
  }

  get vertexCount(): number {
    return this.sheet.particleCount;
  }

  get colliders(): readonly Collider[] {
    return this.colliderTable.list;
  }

  get stepSeconds(): number {
    return this.definition.stepSeconds;
  }

  get alpha(): number {
    // below 0 by as much as a step was done early, see CLOCK_SLACK
    return Math.max(this.pendingSeconds / this.stepSeconds, 0);
  }

  get isAsleep(): boolean {
    return this.#rest.isAsleep && !this.#isStirred;
  }

  setParameters(change: Partial<ClothParameters>): void {
    requireFields('parameters', change, Object.keys(this.parameters));
    checkParameters(change, this.given, 'parameters');
    this.sheet.tears?.checkParameters(change, 'parameters');
    const names = Object.keys(change) as (keyof ClothParameters)[];
    const isNew = (name: keyof ClothParameters) =>
      change[name] !== undefined && !isSameParameter(change[name], this.parameters[name]);
    if (!names.some(isNew)) return;
    this.#wake();
    this.parameters = mergeParameters(this.parameters, change);
    this.settings = createSettings(this.given, this.parameters, this.definition.stepSeconds);
    if (change.tethers !== undefined) this.#tie();
    this.settingsChanged();
  }

  advance(deltaSeconds: number): number {
    this.#frameTimes.check(deltaSeconds);
    if (this.status !== 'running') return 0;
    const { stepSeconds } = this.definition;
    this.pendingSeconds += Math.max(0, deltaSeconds);
    const due = Math.floor(this.pendingSeconds / stepSeconds + CLOCK_SLACK);
    const steps = Math.min(due, MAX_STEPS_PER_FRAME);
    this.pendingSeconds = due > steps ? 0 : this.pendingSeconds - steps * stepSeconds;
    if (steps > 0) this.#run(steps);
    return steps;
  }

  step(seconds: number = this.stepSeconds): void {
    if (seconds !== this.stepSeconds)
      throw new ClothError('seconds', seconds, `${this.stepSeconds}, the cloth's stepSeconds`);
    if (this.status === 'running') this.#run(1);
  }

  #run(steps: number): void {
    const looks = this.#rests(steps);
    try {
      if (looks === null) this.stepCount += steps;
      else {
        this.sheet.gas?.begin();
        this.runSteps(steps, looks);
      }
    } finally {
      // also if a listener has thrown
      this.#isSent = false;
      this.frameSeconds = steps * this.stepSeconds;
      for (const hand of this.hands.slots) if (hand !== null) hand.moved = false;
      if (this.colliderTable.moving) {
        this.colliderTable.arrive();
        this.collidersChanged();
      }
    }
  }

  /** Whether the cloth falls asleep before the next `steps` steps or is asleep (null), or else is to be looked at after them. */
  #rests(steps: number): boolean | null {
    const { wind, drag, airDensity, sleeping } = this.parameters;
    const isBlown = (drag > 0 || airDensity > 0) && lengthOf(wind) > 0;
    const mayRest = sleeping && !isBlown && !this.sheet.reactions && this.definition.measureInterval > 0;
    if (!mayRest || this.isMoved || this.#isStirred) this.#wake();
    if (this.#rest.isAsleep) return null;
    if (!mayRest) return false;
    const looks = this.#rest.pass(steps, this.stepCount);
    if (!this.#rest.isAsleep) return looks;
    // a picture between the last two steps would go on moving
    this.keepState(false);
    return null;
  }

  /** Whether a skin or a gas acts on the cloth in the next step, which they tell nobody. */
  get #isStirred(): boolean {
    const { limits, gas } = this.sheet;
    return limits?.isMoving === true || gas?.isChanged === true;
  }

  /** Something acts on the cloth. */
  #wake(): void {
    if (this.#rest.isAsleep) {
      const step = this.measurement.step + this.stepCount - this.#rest.since;
      this.measurement = { ...this.measurement, step };
    }
    this.#rest.wake();
  }

  /** Takes what a look after `step` steps has found: the farthest way of a particle since the last look, m. */
  protected noteWay(step: number, farthest: number): void {
    this.#rest.note(step, farthest);
  }

  grab(pointerId: number, ray: Ray): Promise<Grip | null> {
    checkPointer(pointerId);
    if (!ray?.direction) throw new ClothError('ray', ray, '{ origin, direction }');
    const six = targetRay('ray', ray);
    if (this.status !== 'running') return Promise.resolve(null);
    return this.takeByRay(this.#freshHand(pointerId, six));
  }

  grabParticle(pointerId: number, particle: number, target: Vector3): void {
    checkPointer(pointerId);
    requireParticle('particle', particle, this.sheet);
    requireVector('target', target);
    if (this.status !== 'running') return;
    this.takeParticle(this.#freshHand(pointerId, targetRay('target', target)), particle);
  }

  #freshHand(pointerId: number, ray: RaySix): Hand {
    const old = this.hands.find(pointerId);
    if (old !== null) this.#letGo(old, null);
    this.#wake();
    return this.hands.take(pointerId, ray);
  }

  moveGrab(pointerId: number, target: HandTarget): void {
    checkPointer(pointerId);
    const ray = targetRay('target', target);
    const hand = this.hands.find(pointerId);
    if (hand === null) return;
    hand.ray = ray;
    hand.moved = true;
    this.handMoved(hand);
  }

  release(pointerId: number, velocity?: Vector3): void {
    checkPointer(pointerId);
    if (velocity !== undefined) requireVector('velocity', velocity);
    const hand = this.hands.find(pointerId);
    if (hand !== null) this.#letGo(hand, velocity ?? null);
  }

  #letGo(hand: Hand, velocity: Vector3 | null): void {
    this.hands.drop(hand);
    this.#isSent = true;
    if (this.status === 'running') this.releaseHand(hand, velocity);
  }

  setPin(particle: number, position?: Vector3): void {
    requireParticle('particle', particle, this.sheet);
    if (position !== undefined) requireVector('position', position);
    if (this.status !== 'running') return;
    const isNew = !this.#pinned.has(particle);
    if (isNew) this.#changePins([...this.pins, particle].sort((a, b) => a - b));
    const isMoved = position !== undefined && !isSameParameter(position, this.#targets.get(particle));
    if (isMoved) this.#targets.set(particle, copyOfVector(position));
    if (isNew || isMoved) this.#wake();
    this.#isSent ||= isMoved;
    if (isNew || position !== undefined) this.pinParticle(particle, position ?? null, isNew);
  }

  freePin(particle: number): void {
    requireParticle('particle', particle, this.sheet);
    if (this.status !== 'running' || !this.#pinned.has(particle)) return;
    this.#changePins(this.pins.filter((pin) => pin !== particle));
    this.#targets.delete(particle);
    this.#wake();
    this.unpinParticle(particle, this.definition.inverseMass[particle]);
  }

  #changePins(pins: readonly number[]): void {
    this.pins = Object.freeze(pins);
    this.#pinned = new Set(pins);
    this.#tie();
    this.pinsChanged();
  }

  #tie(): void {
    const isTied = this.parameters.tethers !== 'auto' || this.pins.length <= MOST_AUTO_PINS;
    this.anchors = isTied ? chooseAnchors(this.pins, mostAnchors(this.sheet)) : [];
  }

  applyImpulse(impulse: ClothImpulse): void {
    const push = pushOf('impulse', impulse);
    if (this.status !== 'running') return;
    this.#isSent = true;
    this.#wake();
    this.pushParticles(push);
  }

  teleport(motion: RigidMotion): void {
    const rows = motionRows('motion', motion);
    if (this.status === 'disposed') return;
    for (const hand of this.hands.slots) if (hand !== null) hand.ray = movedRay(rows, hand.ray);
    this.#wake();
    this.#targets.clear();
    this.carry(rows);
    this.keepState(true);
  }

  setColliders(colliders: readonly Collider[]): void {
    checkColliders('colliders', colliders, this.colliderTable.atlas.fields);
    if (!this.colliderTable.place(colliders)) return;
    this.#wake();
    this.settingsChanged();
    this.collidersChanged();
  }

  moveColliders(colliders: readonly Collider[]): void {
    checkColliders('colliders', colliders, this.colliderTable.atlas.fields);
    if (!this.colliderTable.move(colliders)) return;
    this.#wake();
    this.collidersChanged();
  }

  async cut(blade: readonly Vector3[]): Promise<number> {
    const { tears } = this.sheet;
    if (!tears) throw new ClothError('definition.tearing', tears, 'tearing()');
    const count = await tears.state.cut(this, blade);
    if (count > 0) this.#wake();
    return count;
  }

  bounds(): ClothBounds {
    const { measurement, parameters, settings } = this;
    const steps = Math.min(this.stepCount, this.#rest.since) - measurement.step;
    // each collider, and self-collision, may push a particle out even if it has no speed
    const pushing = this.colliders.length + Number(settings.selfDistance > 0);
    return grownBounds(measurement, parameters, pushing, Math.max(steps, 0) * this.stepSeconds);
  }

  get constraintVersion(): number {
    return this.sheet.tears?.state.version ?? 0;
  }

  constraintColors(): readonly Uint32Array[] {
    return constraintColorsOf(this.sheet);
  }

  restPositions(): Float32Array<ArrayBuffer> {
    return restPositionsOf(this.given);
  }

  async snapshot(): Promise<Uint8Array<ArrayBuffer>> {
    return encodeSnapshot(this.given, await this.readState());
  }

  restore(snapshot: Uint8Array): void {
    const state = decodeSnapshot(this.given, snapshot, this.sheet.tears?.state.broken.length);
    if (this.status === 'disposed') return;
    this.adoptState(state);
    this.sheet.tears?.state.hush();
  }

  subscribe(listener: (event: ClothEvent) => void): () => void {
    requireFunction('listener', listener);
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  dispose(): void {
    if (this.status === 'disposed') return;
    this.status = 'disposed';
    this.hands.clear();
    this.#listeners.clear();
    this.releaseResources();
  }

  /** The triangles that are there, three particle ids each; 0, 0, 0 for one that a tear has removed. */
  protected get triangles(): Uint32Array<ArrayBuffer> {
    return this.sheet.isMesh ? this.sheet.triangles : this.indices;
  }

  /** Whether anything holds the cloth: a pin, a hand, or a particle of infinite mass. */
  protected get attached(): boolean {
    return this.pins.length > 0 || this.hands.any || this.#hasFixed;
  }

  /**
   * Whether hands (also one just released), a push, or colliders, pins or a skin that move act on it. It is then measured after every frame.
   */
  protected get isMoved(): boolean {
    const isDriven = this.colliderTable.moving || this.sheet.limits?.isMoving;
    return this.hands.any || isDriven || this.#isSent;
  }

  /** Calls every listener with each event. If any of them throw, throws the first error after all have been called. */
  protected emit(...events: readonly ClothEvent[]): void {
    const thrown: unknown[] = [];
    for (const event of events)
      for (const listener of [...this.#listeners]) {
        try {
          listener(event);
        } catch (error) {
          thrown.push(error);
        }
      }
    if (thrown.length > 0) throw thrown[0];
  }

  /** Takes over the counters and pins of a state and releases all hands. The backend then writes its arrays. */
  protected adoptState(state: ClothState): void {
    this.hands.clear();
    this.#wake();
    this.#targets.clear();
    this.stepCount = state.stepCount;
    this.pendingSeconds = state.pendingSeconds;
    this.#changePins(state.pins);
    this.sheet.reactions?.drop();
    this.sheet.limits?.resume();
    this.writeState(state);
    this.keepState(true);
  }

  /** Lets renderers keep the current state, from which they draw until the next step. */
  protected keepState(hasJumped: boolean, encoder: GPUCommandEncoder | null = null): void {
    for (const keep of this.beforeLastStep) keep(hasJumped, encoder);
  }

  abstract readPositions(): Promise<Float32Array<ArrayBuffer>>;
  abstract readVelocities(): Promise<Float32Array<ArrayBuffer>>;
  abstract readNormals(): Promise<Float32Array<ArrayBuffer>>;
  abstract measure(): Promise<ClothMeasurement>;
  abstract pinForces(): Promise<readonly PinForce[]>;

  /** Does the steps of a frame; `looks`: and looks at the cloth after them, for `noteWay`. */
  protected abstract runSteps(steps: number, looks: boolean): void;
  /** The settings, the pins or the colliders have been replaced. */
  protected abstract settingsChanged(): void;
  protected abstract pinsChanged(): void;
  protected abstract collidersChanged(): void;
  /** Lets a hand take what its ray hits, or drops the hand. */
  protected abstract takeByRay(hand: Hand): Promise<Grip | null>;
  protected abstract takeParticle(hand: Hand, particle: number): void;
  protected abstract handMoved(hand: Hand): void;
  /** Lets go of the particle of a hand, which has been dropped; null: with its own velocity. */
  protected abstract releaseHand(hand: Hand, velocity: Vector3 | null): void;
  /** Pins a particle, which is not pinned yet if `isNew`, at its place or with a target. */
  protected abstract pinParticle(particle: number, position: Vector3 | null, isNew: boolean): void;
  protected abstract unpinParticle(particle: number, inverseMass: number): void;
  /** Changes the velocities by a push. */
  protected abstract pushParticles(push: Push): void;
  /** Moves the state, the state to go back to, and the measurement. */
  protected abstract carry(rows: MotionRows): void;
  protected abstract readState(): Promise<ClothState>;
  /** Continues from a state, which also becomes the one to go back to. Called while `stepCount`, `pins` and the hands are those of it. */
  protected abstract writeState(state: ClothState): void;
  protected abstract releaseResources(): void;
}

function checkPointer(pointerId: unknown): void {
  if (typeof pointerId !== 'number' || !Number.isFinite(pointerId))
    throw new ClothError('pointerId', pointerId, 'a finite number');
}
