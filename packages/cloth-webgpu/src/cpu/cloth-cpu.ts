/** The CPU backend, for environments without WebGPU. It has the same interface, constraints and solving order as the kernels. */

import { ClothCore } from '../core.js';
import { type ResolvedDefinition, resolveDefinition } from '../definition.js';
import type { Hand } from '../hands.js';
import { type Hinges, hingesOf } from '../hinges.js';
import type { Push } from '../impulse.js';
import { type MotionRows, movedMeasurement, moveState } from '../rigid-motion.js';
import type { ClothState } from '../snapshot.js';
import type { ClothCpu, ClothDefinition, ClothMeasurement, Grip, PinForce, Vector3 } from '../types.js';
import { blow } from './air.js';
import { Damping } from './damping.js';
import { type Hold, heldParticles } from './holds.js';
import { push } from './impulse.js';
import { Look } from './look.js';
import { measureState } from './measure.js';
import { computeNormals } from './normals.js';
import { computePinForces } from './pin-forces.js';
import { castRay } from './ray.js';
import { SelfCollision } from './self-collision.js';
import { accelerate, finish, type HeldParticle, integrate, type Sweep, sweep, sweepOf } from './solver.js';
import type { SolverState } from './solver-state.js';
import { applyTethers } from './tethers.js';

/** Creates a cloth on the CPU backend. Throws a `ClothError` that names the field if the definition is invalid. */
export function createClothCpu(definition: ClothDefinition = {}): ClothCpu {
  return Object.seal(new CpuCloth(resolveDefinition(definition))); // `cloth.wind = ...` throws
}

/** A hold with the hand itself, by which it is found on release. */
interface CpuHold extends Hold {
  readonly hand: Hand;
}

const squaredLength = ([x, y, z]: Float32Array) => x * x + y * y + z * z;

class CpuCloth extends ClothCore implements ClothCpu {
  readonly backend = 'cpu';
  readonly positions: Float32Array<ArrayBuffer>;
  readonly normals: Float32Array<ArrayBuffer>;

  readonly #state: SolverState;
  readonly #velocities: Float32Array<ArrayBuffer>;
  readonly #hinges: Hinges;
  readonly #sweep: Sweep;
  readonly #holds: CpuHold[] = [];
  #selfCollision: SelfCollision | null = null;
  #damping: Damping | null = null;
  #look: Look | null = null;
  /** Scratch array of `limitReach`: target positions of pins and held particles. */
  #places: Float32Array | null = null;
  #good: ClothState;
  #lastMeasured = 0;
  #lastChecked = 0;

  constructor(definition: ResolvedDefinition) {
    const state: SolverState = {
      position: definition.position.slice(),
      velocity: definition.velocity.slice(),
      predicted: definition.position.slice(),
    };
    super(definition, measureState(state, definition.sheet, 0));
    this.#state = state;
    this.positions = state.position as Float32Array<ArrayBuffer>;
    this.#velocities = state.velocity as Float32Array<ArrayBuffer>;
    this.normals = new Float32Array(4 * this.sheet.particleCount);
    this.#updateNormals();
    this.#hinges = hingesOf(this.sheet);
    this.#sweep = sweepOf(this.sheet, this.#hinges);
    this.#good = this.#copyState();
  }

  get liveIndices(): Uint32Array<ArrayBuffer> {
    return this.triangles;
  }

  get indexVersion(): number {
    return this.constraintVersion;
  }

  protected runSteps(steps: number, looks: boolean): void {
    const tears = this.sheet.tears?.state;
    const { position } = this.#state;
    const { limits } = this.sheet;
    if (limits?.starts()) limits.aim(this.#velocities);
    const held = this.#heldParticles();
    let tore = false;
    this.stepCount += steps;
    for (let step = 0; step < steps; step++) {
      if (step === steps - 1 && this.beforeLastStep.size > 0) {
        if (step > 0) this.#updateNormals();
        this.keepState(false);
      }
      this.#runStep(step, steps, held);
      tore = tears?.step(position) || tore;
    }
    const { measureInterval, checkpointInterval } = this.definition;
    const checks = checkpointInterval > 0 && this.stepCount - this.#lastChecked >= checkpointInterval;
    const measures =
      measureInterval > 0 && (this.isMoved || this.stepCount - this.#lastMeasured >= measureInterval);
    if (looks) {
      this.#look ??= new Look(this.sheet);
      this.noteWay(this.stepCount, this.#look.at(position));
    }
    if (checks) this.#checkpoint();
    else if (measures) this.#measureNow();
    this.#updateNormals();
    if (tears && tore) this.emit(...tears.tell({ broken: tears.broken, position }, this.stepCount));
  }

  /** Step number `step` of the `steps` of a frame: a substep is the sequence in solver.ts. */
  #runStep(step: number, steps: number, held: readonly HeldParticle[]): void {
    const { settings, sheet } = this;
    const { substeps } = settings;
    const { position } = this.#state;
    const isDamped = settings.freeDamping > 0;
    if (isDamped) {
      this.#damping ??= new Damping(sheet);
      this.#damping.calm(this.#state, settings);
    }
    if (settings.air > 0) computeNormals(position, this.triangles, this.normals);
    const total = steps * substeps;
    for (let substep = step * substeps; substep < (step + 1) * substeps; substep++) {
      sheet.gas?.swell(this.#state, settings.h);
      accelerate(this.#state, settings, isDamped ? this.#damping : null);
      if (settings.air > 0) blow(this.#state, sheet, settings, this.normals);
      sheet.gas?.push(this.#state, settings.h);
      integrate(this.#state, settings, held, total - substep);
      sweep(position, sheet, this.#hinges, this.#sweep, settings);
      if (sheet.gas && !sheet.gas.isAlone) sheet.gas.noteSpin(this.#state, settings.h);
      if (settings.selfDistance > 0) {
        this.#selfCollision ??= new SelfCollision(sheet);
        this.#selfCollision.separate(this.#state, settings);
      }
      if (sheet.gas?.isAlone) sheet.gas.noteSpin(this.#state, settings.h);
      applyTethers(position, sheet, this.anchors, settings.tetherScale);
      finish(this.#state, settings, this.colliderTable, substep, total, sheet.limits);
    }
    sheet.gas?.removeSpin(this.#state, settings.h);
  }

  #updateNormals(): void {
    if (this.definition.normals) computeNormals(this.positions, this.triangles, this.normals);
  }

  /** The held particles and their targets, each particle once. If two hands hold one particle, the later slot wins. */
  #heldParticles(): HeldParticle[] {
    return this.#targets(this.#holds);
  }

  #targets(holds: readonly Hold[]): HeldParticle[] {
    return heldParticles(holds, this.#state, this.sheet, {
      anchors: this.anchors,
      tetherScale: this.settings.tetherScale,
      places: () => {
        this.#places ??= new Float32Array(this.positions.length);
        return this.#places;
      },
    });
  }

  /** Measures, and keeps the state as the checkpoint if all of it is finite. */
  #checkpoint(): void {
    this.#lastChecked = this.stepCount;
    if (this.#measureNow().nonFinite === 0) this.#good = this.#copyState();
  }

  /** Measures. If a particle is not finite and checkpoints are on, goes back to the last checkpoint. */
  #measureNow(): ClothMeasurement {
    this.#lastMeasured = this.stepCount;
    const measurement = measureState(this.#state, this.sheet, this.stepCount);
    this.measurement = measurement;
    const { nonFinite } = measurement;
    if (nonFinite > 0 && this.definition.checkpointInterval > 0) {
      this.adoptState(this.#good);
      this.emit({ type: 'nonFinite', count: nonFinite, step: this.stepCount });
    }
    return measurement;
  }

  #copyState(): ClothState {
    const position = this.positions.slice();
    for (let o = 3; o < position.length; o += 4) position[o] = this.#velocities[o];
    return {
      stepCount: this.stepCount,
      pendingSeconds: this.pendingSeconds,
      position,
      velocity: this.#velocities.slice(),
      pins: this.pins,
      broken: this.sheet.tears?.state.broken.slice(),
    };
  }

  protected settingsChanged(): void {}

  protected pinsChanged(): void {}

  protected collidersChanged(): void {}

  protected takeByRay(hand: Hand): Promise<Grip | null> {
    const hit = castRay(this.positions, this.triangles, hand.ray);
    if (hit === null) {
      this.hands.drop(hand);
      return Promise.resolve(null);
    }
    this.#hold({ hand, particle: hit.particle, depth: hit.distance });
    return Promise.resolve(hit);
  }

  protected takeParticle(hand: Hand, particle: number): void {
    this.#hold({ hand, particle, depth: 0 });
  }

  #hold(hold: CpuHold): void {
    // sorted by slot, the order in which the kernels process them
    this.#holds.push(hold);
    this.#holds.sort((a, b) => a.hand.slot - b.hand.slot);
    this.positions[4 * hold.particle + 3] = 0;
  }

  protected handMoved(): void {}

  protected releaseHand(hand: Hand, velocity: Vector3 | null): void {
    const index = this.#holds.findIndex((hold) => hold.hand === hand);
    if (index < 0) return;
    const [hold] = this.#holds.splice(index, 1);
    if (this.#holds.some((other) => other.particle === hold.particle)) return;
    const o = 4 * hold.particle;
    // no other hand holds this particle, so its entry is the last one
    const { target } = this.#targets([...this.#holds, hold]).at(-1) as HeldParticle;
    if (hand.moved) {
      // moved and released between two steps: the motion may cover only a part of a step, so the larger velocity is used
      const last = this.#velocities.subarray(o, o + 3);
      const next = target.map((x, axis) => (x - this.positions[o + axis]) / this.frameSeconds);
      if (squaredLength(next) > squaredLength(last)) last.set(next);
      this.positions.set(target, o);
    }
    if (velocity !== null) this.#velocities.set([velocity.x, velocity.y, velocity.z], o);
    this.positions[o + 3] = this.#velocities[o + 3];
    if (this.#velocities[o + 3] === 0) this.#velocities.set(this.positions.subarray(o, o + 3), o);
  }

  protected pinParticle(particle: number, position: Vector3 | null): void {
    const o = 4 * particle;
    const wasPin = this.#velocities[o + 3] === 0;
    if (position !== null) this.#velocities.set([position.x, position.y, position.z], o);
    else if (!wasPin) this.#velocities.set(this.positions.subarray(o, o + 3), o);
    this.positions[o + 3] = this.#velocities[o + 3] = 0;
  }

  protected unpinParticle(particle: number, inverseMass: number): void {
    const o = 4 * particle;
    this.#velocities[o + 3] = inverseMass;
    if (inverseMass !== 0) this.#velocities.fill(0, o, o + 3);
    if (!this.#holds.some((hold) => hold.particle === particle)) this.positions[o + 3] = inverseMass;
  }

  protected pushParticles(by: Push): void {
    push(this.#state, by);
  }

  protected carry(rows: MotionRows): void {
    moveState(rows, this.#state);
    moveState(rows, this.#good);
    this.sheet.limits?.carry(rows);
    this.#updateNormals();
    this.measurement = movedMeasurement(rows, this.measurement);
  }

  readPositions(): Promise<Float32Array<ArrayBuffer>> {
    return Promise.resolve(this.positions.slice());
  }

  readVelocities(): Promise<Float32Array<ArrayBuffer>> {
    const copy = this.#velocities.slice();
    for (let o = 0; o < copy.length; o += 4) {
      if (copy[o + 3] === 0) copy.fill(0, o, o + 3);
      copy[o + 3] = 0;
    }
    return Promise.resolve(copy);
  }

  readNormals(): Promise<Float32Array<ArrayBuffer>> {
    return Promise.resolve(this.normals.slice());
  }

  measure(): Promise<ClothMeasurement> {
    return Promise.resolve(this.#measureNow());
  }

  pinForces(): Promise<readonly PinForce[]> {
    const { position, velocity } = this.#state;
    const copy = { position: position.slice(), velocity: velocity.slice(), predicted: position.slice() };
    const held = this.#heldParticles();
    return Promise.resolve(
      computePinForces(copy, this.sheet, this.settings, {
        anchors: this.anchors,
        held,
        triangles: this.triangles,
      }),
    );
  }

  protected readState(): Promise<ClothState> {
    return Promise.resolve(this.#copyState());
  }

  protected writeState(state: ClothState): void {
    this.positions.set(state.position);
    this.#velocities.set(state.velocity);
    this.sheet.tears?.state.adopt(state.broken, state.stepCount);
    this.#holds.length = 0;
    this.#lastMeasured = this.#lastChecked = this.stepCount;
    this.#good = state;
    this.#updateNormals();
    this.measurement = measureState(this.#state, this.sheet, this.stepCount);
  }

  protected releaseResources(): void {
    this.#holds.length = 0;
  }
}
