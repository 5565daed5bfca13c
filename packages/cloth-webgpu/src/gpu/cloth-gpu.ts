/** The GPU backend: one compute pass and one submit per frame, on any GPUDevice. */

import { MAX_STEPS_PER_FRAME, NO_PARTICLE } from '../constants.js';
import { ClothCore } from '../core.js';
import { measureState } from '../cpu/measure.js';
import { type ResolvedDefinition, resolveDefinition } from '../definition.js';
import { ClothError } from '../errors.js';
import type { Hand } from '../hands.js';
import type { Push } from '../impulse.js';
import { type MotionRows, movedMeasurement } from '../rigid-motion.js';
import type { ClothState } from '../snapshot.js';
import type { TornState } from '../tear-reports.js';
import type {
  ClothBuffers,
  ClothDefinition,
  ClothGpu,
  ClothGpuOptions,
  ClothMeasurement,
  ClothPlan,
  Grip,
  PinForce,
  Vector3,
} from '../types.js';
import { Attachment, choosePlan, type Planned } from './attachment.js';
import { carry, movePin, pin, push, release, seek, take, unpin } from './commands.js';
import { checkLimits, requireDevice } from './device.js';
import { frameKernels, laterKernels } from './needed-kernels.js';
import { checkOptions } from './options.js';
import { hasPieces } from './pieces.js';
import { readPinForces } from './pin-forces.js';
import type { Dispatch, PlanTuning } from './plan.js';
import { particleStretch, readNow, type Stretch, stateStretches } from './read-back.js';
import { decodeState } from './records.js';
import { type ClothResources, createResources, HANDS_BYTES } from './resources.js';
import { Succession } from './succession.js';
import { FrameUniform, SettingsUniform } from './uniforms.js';
import { Watch } from './watch.js';

/**
 * Creates a cloth on `device`. Rejects with a `ClothError` if the definition is invalid, a limit of the device is too low or the plan
 * does not fit. The caller keeps ownership of the device and of given buffers.
 */
export function createClothGpu(
  device: GPUDevice,
  definition: ClothDefinition = {},
  options: ClothGpuOptions = {},
): Promise<ClothGpu> {
  return createTunedClothGpu(device, definition, options, {});
}

/** Like {@link createClothGpu}, with other workgroup shapes. The benchmark uses it to find the best shapes. */
export async function createTunedClothGpu(
  device: GPUDevice,
  definition: ClothDefinition,
  options: ClothGpuOptions,
  tuning: PlanTuning,
): Promise<ClothGpu> {
  requireDevice('device', device);
  checkOptions(options);
  const cloth = new GpuCloth(resolveDefinition(definition), options, tuning);
  await cloth.attach(device, options.buffers ?? {});
  return Object.seal(cloth);
}

class GpuCloth extends ClothCore implements ClothGpu {
  readonly backend = 'gpu';
  readonly vertexStride = 16;

  readonly #options: ClothGpuOptions;
  readonly #tuning: PlanTuning;
  readonly #frame = new FrameUniform();
  readonly #uniform = new SettingsUniform();
  readonly #watch: Watch;
  readonly #succession: Succession;
  #attachment: Attachment | null = null;
  /** The last parameter `selfCollision` that was not false. */
  #asked: boolean | number = false;

  constructor(definition: ResolvedDefinition, options: ClothGpuOptions, tuning: PlanTuning) {
    const { position, velocity, sheet } = definition;
    super(definition, measureState({ position, velocity, predicted: position }, sheet, 0));
    this.#options = options;
    this.#tuning = tuning;
    const start = position.slice();
    for (let o = 3; o < start.length; o += 4) start[o] = velocity[o];
    const { pins } = definition;
    const state = { stepCount: 0, pendingSeconds: 0, position: start, velocity: velocity.slice(), pins };
    this.#watch = new Watch({ state, measurement: this.measurement }, sheet, definition, {
      status: () => this.status,
      adoptMeasurement: (measurement, torn) => this.#adoptMeasurement(measurement, torn),
      noteWay: (step, farthest) => this.noteWay(step, farthest),
    });
    this.#succession = new Succession(
      {
        settle: (device, buffers, isOvertaken) => this.#settle(device, buffers, isOvertaken),
        stand: (device) => this.#stand(device),
        status: () => this.status,
        stepCount: () => this.stepCount,
        emit: (event) => this.emit(event),
      },
      options,
    );
  }

  get device(): GPUDevice {
    return this.#resources.device;
  }

  get positionBuffer(): GPUBuffer {
    return this.#resources.position;
  }

  get normalBuffer(): GPUBuffer {
    return this.#resources.normal;
  }

  get indexBuffer(): GPUBuffer | null {
    return this.#resources.indices;
  }

  get plan(): ClothPlan {
    return this.#attached.shape.plan;
  }

  get dispatchesPerStep(): number {
    return this.#attached.framePlan.steps[0].length;
  }

  get #resources(): ClothResources {
    return this.#attached.resources;
  }

  get #attached(): Attachment {
    if (this.#attachment === null) throw new ClothError('cloth', this.status, 'a cloth that is not disposed');
    return this.#attachment;
  }

  // Devices

  /** Attaches the first device. Later devices come through `restoreOn`. */
  async attach(device: GPUDevice, buffers: ClothBuffers): Promise<void> {
    await this.#succession.attach(device, buffers);
  }

  async restoreOn(device: GPUDevice, buffers: ClothBuffers = {}): Promise<void> {
    requireDevice('device', device);
    return this.#succession.restoreOn(device, buffers);
  }

  async #settle(device: GPUDevice, buffers: ClothBuffers, isOvertaken: () => boolean): Promise<boolean> {
    checkLimits(this.sheet, device.limits);
    const shape = choosePlan(device, this.definition, this.#options.plan ?? 'auto', this.#tuning);
    const resources = await createResources(
      device,
      this.sheet,
      shape,
      buffers,
      frameKernels(this.definition, this.settings, shape, this.#sumsSteps),
      this.colliderTable.atlas,
    );
    if (this.status === 'disposed' || isOvertaken()) {
      resources.destroy();
      return false;
    }
    this.#attachment?.destroy();
    this.#attachment = new Attachment(resources, shape, this.#planned);
    this.status = 'running';
    this.#uniform.invalidate();
    resources.apart.refused = (lack, steps) => this.#refuseSelfCollision(lack, steps);
    this.#writeSettings();
    this.#writeColliders();
    this.sheet.limits?.gpu.attach(resources);
    this.adoptState(this.#watch.good.state);
    // errors are ignored here: a kernel that does not compile (or a device loss) is reported when the kernel is used
    resources.kernels.prepare(laterKernels(this.settings, resources)).catch(() => {});
    return true;
  }

  #stand(device: GPUDevice): boolean {
    if (this.status !== 'running' || this.#attachment?.resources.device !== device) return false;
    this.status = 'lost';
    this.hands.clear();
    return true;
  }

  protected releaseResources(): void {
    this.sheet.limits?.gpu.attach(null);
    this.#attachment?.destroy();
    this.#attachment = null;
  }

  // Records that the kernels read

  get #planned(): Planned {
    return { sheet: this.sheet, settings: this.settings };
  }

  protected settingsChanged(): void {
    this.#asked = this.parameters.selfCollision || this.#asked;
    if (this.status !== 'running') return;
    this.#attached.replan(this.#planned);
    this.#writeSettings();
  }

  /** The device has no memory for self-collision, and has refused the frames of the last `steps`: they are run without it. */
  #refuseSelfCollision(lack: string, steps: number): void {
    if (this.status !== 'running') return;
    this.setParameters({ selfCollision: false });
    // the skin has moved in none of the refused frames
    this.sheet.limits?.resume();
    this.stepCount -= steps;
    for (let left = steps; left > 0; left -= MAX_STEPS_PER_FRAME)
      this.runSteps(Math.min(left, MAX_STEPS_PER_FRAME), false);
    this.emit({ type: 'refused', error: new ClothError('parameters.selfCollision', this.#asked, lack) });
  }

  protected pinsChanged(): void {
    if (this.status === 'running') this.#writeSettings();
  }

  protected collidersChanged(): void {
    if (this.status === 'running') this.#writeColliders();
  }

  #writeSettings(): void {
    this.#uniform.write(this.#resources, this.sheet, this.settings, {
      colliderCount: this.colliders.length,
      anchors: this.anchors,
    });
  }

  #writeColliders(): void {
    const { device, colliders } = this.#resources;
    device.queue.writeBuffer(colliders, 0, this.colliderTable.words);
  }

  #writeFrame(steps: number): void {
    const substeps = steps * this.settings.substeps;
    this.#frame.write(
      this.#resources,
      { substeps, isFree: !this.attached, reaches: this.#reaches },
      this.hands.slots,
    );
  }

  // Frames

  /** Whether damping is relative to the motion of a piece, which must then be summed before each step. */
  get #sumsSteps(): boolean {
    return this.settings.freeDamping > 0 && (hasPieces(this.sheet) || !this.attached);
  }

  /** Whether tethers may limit the hands. The kernel `reach` must then run before the frame. */
  get #reaches(): boolean {
    return this.settings.tetherScale > 0 && this.hands.any;
  }

  /** The dispatches that update the normals, if they are kept up to date. */
  get #normals(): readonly Dispatch[] {
    return this.definition.normals ? this.#attached.framePlan.normals : [];
  }

  protected runSteps(steps: number, looks: boolean): void {
    const { resources, framePlan } = this.#attached;
    const { device } = resources;
    this.#writeFrame(steps);
    this.sheet.gas?.gpu.write(resources);
    this.stepCount += steps;
    const { stepCount, pendingSeconds, pins } = this;
    const isOnTrial = this.settings.selfDistance > 0 && resources.apart.answer !== null;
    // nothing is read back from a frame that the device may refuse
    const duty = isOnTrial ? null : this.#watch.dutyAt(stepCount, this.isMoved, looks);

    const { momenta, reach } = framePlan;
    const measure = looks ? framePlan.look : framePlan.measure;
    const { limits } = this.sheet;
    const isAimed = limits?.starts();
    const opening = this.#sumsSteps ? momenta : [];
    const run = () => {
      const encoder = device.createCommandEncoder({ label: 'cloth frame' });
      const lists = framePlan.steps.slice(0, steps).flatMap((step) => [opening, step]);
      if (this.#reaches) lists.unshift(reach);
      if (limits && isAimed) lists.unshift([limits.gpu.dispatches.aim]);
      if (this.beforeLastStep.size > 0) {
        const others = lists.splice(0, lists.length - 2);
        this.#attached.recordPass(encoder, 'cloth frame', ...others, this.#normals);
        this.keepState(false, encoder);
      }
      lists.push(this.#normals, duty === null ? [] : measure);
      this.#attached.recordPass(encoder, 'cloth frame', ...lists);
      this.sheet.tears?.gpu.record(encoder, resources, stepCount - steps + 1);
      this.#watch.record(duty, encoder, resources, { stepCount, pendingSeconds, pins }, looks);
      const readReactions = isOnTrial ? undefined : this.sheet.reactions?.gpu.record(encoder, resources);
      device.queue.submit([encoder.finish()]);
      readReactions?.();
    };
    if (isOnTrial) resources.apart.tryOut(run, steps);
    else run();
    this.#watch.submitted();
  }

  /** Takes over a measurement and, if they were read back with it, the broken edges and the positions. */
  #adoptMeasurement(measurement: ClothMeasurement, torn?: TornState): void {
    this.measurement = measurement;
    const { nonFinite, tornEdges, step } = measurement;
    if (nonFinite > 0 && this.definition.checkpointInterval > 0) {
      this.adoptState(this.#watch.good.state);
      this.emit({ type: 'nonFinite', count: nonFinite, step: this.stepCount });
      return;
    }
    const state = this.sheet.tears?.state;
    if (!state || tornEdges === state.told) return;
    this.#watch.wantsTears = !torn;
    if (torn) this.emit(...state.tell(torn, step));
  }

  // Hands and pins

  protected async takeByRay(hand: Hand): Promise<Grip | null> {
    const { epoch } = this.#watch;
    this.#frame.invalidate();
    const answer = await seek(this.#attached, hand).catch(() => null);
    // a device loss, a restored state and `dispose` release all hands
    if (epoch !== this.#watch.epoch || this.status !== 'running') return null;
    if (answer !== null) {
      const particle = new Uint32Array(answer)[0];
      if (particle !== NO_PARTICLE) return { particle, distance: new Float32Array(answer)[1] };
    } else if (this.hands.find(hand.pointerId) === hand) {
      // the read-back failed: the device may hold a particle that the caller does not know
      this.release(hand.pointerId);
    }
    this.hands.drop(hand);
    return null;
  }

  protected takeParticle(hand: Hand, particle: number): void {
    this.#frame.invalidate();
    take(this.#attached, hand, particle);
  }

  protected handMoved(): void {
    this.#frame.invalidate();
  }

  protected releaseHand(hand: Hand, velocity: Vector3 | null): void {
    // other hands may have moved too, and may hold a pin that this particle is tethered to
    if (hand.moved && this.settings.tetherScale > 0) this.#writeFrame(1);
    release(this.#attached, hand, velocity, this.frameSeconds);
  }

  protected pinParticle(particle: number, position: Vector3 | null, isNew: boolean): void {
    if (!isNew && position !== null) movePin(this.#attached, particle, position);
    else pin(this.#attached, particle, position);
  }

  protected unpinParticle(particle: number, inverseMass: number): void {
    unpin(this.#attached, particle, inverseMass);
  }

  protected pushParticles(by: Push): void {
    push(this.#attached, by);
  }

  protected carry(rows: MotionRows): void {
    this.#watch.carry(rows);
    this.sheet.limits?.carry(rows);
    this.measurement = movedMeasurement(rows, this.measurement);
    if (this.status !== 'running') return;
    this.#frame.invalidate();
    carry(this.#attached, rows, this.#normals);
  }

  // Reading back

  #requireRunning(): void {
    if (this.status !== 'running') throw new ClothError('cloth', this.status, 'a running cloth');
  }

  async #read(stretches: readonly Stretch[]): Promise<Float32Array<ArrayBuffer>> {
    this.#requireRunning();
    return new Float32Array(await readNow(this.device, stretches));
  }

  async readPositions(): Promise<Float32Array<ArrayBuffer>> {
    return this.#read([particleStretch(this.positionBuffer, this.sheet)]);
  }

  async readVelocities(): Promise<Float32Array<ArrayBuffer>> {
    const velocity = await this.#read([particleStretch(this.#resources.velocity, this.sheet)]);
    for (let o = 0; o < velocity.length; o += 4) {
      if (velocity[o + 3] === 0) velocity.fill(0, o, o + 3);
      velocity[o + 3] = 0;
    }
    return velocity;
  }

  async readNormals(): Promise<Float32Array<ArrayBuffer>> {
    return this.#read([particleStretch(this.normalBuffer, this.sheet)]);
  }

  async measure(): Promise<ClothMeasurement> {
    this.#requireRunning();
    return this.#watch.measureNow(this.#attached, this.stepCount);
  }

  async pinForces(): Promise<readonly PinForce[]> {
    this.#requireRunning();
    const { sheet, settings, triangles } = this;
    const holders = { anchors: this.anchors, hands: this.hands.slots, triangles };
    return readPinForces(this.#resources, sheet, settings, holders);
  }

  protected async readState(): Promise<ClothState> {
    const { stepCount, pendingSeconds, pins } = this;
    const both = await this.#read(stateStretches(this.#resources, this.sheet));
    return { stepCount, pendingSeconds, pins, ...decodeState(both.buffer, 0, this.sheet) };
  }

  protected writeState(state: ClothState): void {
    const tears = this.sheet.tears;
    tears?.state.adopt(state.broken, state.stepCount);
    if (this.#watch.good.state !== state) {
      const { position, velocity, stepCount } = state;
      const measurement = measureState({ position, velocity, predicted: position }, this.sheet, stepCount);
      this.#watch.good = { state, measurement };
    }
    this.measurement = this.#watch.good.measurement;
    if (this.status !== 'running') return;
    const { resources } = this.#attached;
    const { queue } = resources.device;
    this.#watch.startFrom(state.stepCount);
    resources.apart.steps = 0;
    this.#frame.invalidate();
    queue.writeBuffer(resources.position, 0, state.position);
    queue.writeBuffer(resources.velocity, 0, state.velocity);
    queue.writeBuffer(resources.hands, 0, new Uint32Array(HANDS_BYTES / 4).fill(NO_PARTICLE));
    tears?.gpu.write(resources, this.sheet);
    this.#attached.run('cloth restore', this.#normals);
  }
}
