/** The GPU backend: one compute pass and one submit a frame, on any GPUDevice. */

import { MAX_ANCHORS, NO_PARTICLE } from '../constants.js';
import { ClothCore } from '../core.js';
import { heldParticles } from '../cpu/holds.js';
import { measureState } from '../cpu/measure.js';
import { computePinForces } from '../cpu/pin-forces.js';
import { type ResolvedDefinition, resolveDefinition } from '../definition.js';
import { ClothError } from '../errors.js';
import type { Hand } from '../hands.js';
import type { ClothState } from '../snapshot.js';
import { chooseAnchors } from '../tethers.js';
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
import { checkLimits, isSoftware, usage } from './device.js';
import {
  EDIT_BY_ID,
  EDIT_MOVED,
  EDIT_PIN,
  EDIT_PLACE,
  EDIT_RELEASE,
  EDIT_UNPIN,
  EDIT_VELOCITY,
} from './hand.wgsl.js';
import { MEASURE_BYTES } from './measure.wgsl.js';
import {
  bindsSelfCollision,
  createFramePlan,
  type Dispatch,
  type FramePlan,
  isForSelfCollision,
  type KernelName,
  type PlanShape,
  type PlanTuning,
  possiblePlans,
  TASK_STRIDE,
} from './plan.js';
import { decodeHolds, decodeMeasurement, decodeState, editWords, setRay } from './records.js';
import {
  ANCHOR_WORDS,
  type ClothResources,
  createResources,
  FRAME_BYTES,
  HANDS_BYTES,
  recordReadback,
  SETTINGS_BYTES,
  type Stretch,
} from './resources.js';

/**
 * A cloth on `device`. Rejects with a `ClothError` for a definition out of range, a limit that is too low or a plan
 * that does not fit. The device and given buffers stay the caller's.
 */
export function createClothGpu(
  device: GPUDevice,
  definition: ClothDefinition = {},
  options: ClothGpuOptions = {},
): Promise<ClothGpu> {
  return createTunedClothGpu(device, definition, options, {});
}

/** As {@link createClothGpu}, with workgroups of another shape: what the benchmark finds the best shapes with. */
export async function createTunedClothGpu(
  device: GPUDevice,
  definition: ClothDefinition,
  options: ClothGpuOptions,
  tuning: PlanTuning,
): Promise<ClothGpu> {
  const cloth = new GpuCloth(resolveDefinition(definition), options, tuning);
  await cloth.attach(device, options.buffers ?? {});
  return cloth;
}

/** What belongs to one device; replaced as a whole after a loss. */
interface Attachment {
  readonly resources: ClothResources;
  readonly shape: PlanShape;
  framePlan: FramePlan;
  tasks: GPUBuffer;
  group: GPUBindGroup;
  /** What the kernels of self-collision bind, where there is any. */
  selfGroup: GPUBindGroup | null;
  planKey: string;
  /** Byte offset of every task, for setBindGroup. */
  offsets: Uint32Array<ArrayBuffer>;
}

/** A state to go back to. */
interface KeptState {
  readonly state: ClothState;
  readonly measurement: ClothMeasurement;
}

class GpuCloth extends ClothCore implements ClothGpu {
  readonly backend = 'gpu';
  readonly vertexStride = 16;

  readonly #options: ClothGpuOptions;
  readonly #tuning: PlanTuning;
  #attachment: Attachment | null = null;
  /** The last state known to be sane, and its measurement. */
  #good: KeptState;
  /** Substeps and flag of the frame uniform as last written; -1 when it has to be written again. */
  #frameSubsteps = -1;
  #frameFlies = false;
  #frameReaches = false;
  #lastMeasured = 0;
  #lastChecked = 0;
  #measuring = false;
  #checking = false;
  /** Counts devices that were attached to: of two at once the later one counts, the earlier is given up. */
  #attempt = 0;
  /** Counts restored states: what was asked of an earlier one no longer matters when it comes back. */
  #epoch = 0;

  constructor(definition: ResolvedDefinition, options: ClothGpuOptions, tuning: PlanTuning) {
    const { position, velocity, grid } = definition;
    super(definition, measureState({ position, velocity, predicted: position }, grid, 0));
    this.#options = options;
    this.#tuning = tuning;
    const start = position.slice();
    for (let o = 3; o < start.length; o += 4) start[o] = velocity[o];
    const { pins } = definition;
    const state = { stepCount: 0, pendingSeconds: 0, position: start, velocity: velocity.slice(), pins };
    this.#good = { state, measurement: this.measurement };
  }

  get device(): GPUDevice {
    return this.#attached.resources.device;
  }

  get positionBuffer(): GPUBuffer {
    return this.#attached.resources.position;
  }

  get normalBuffer(): GPUBuffer {
    return this.#attached.resources.normal;
  }

  get plan(): ClothPlan {
    return this.#attached.shape.plan;
  }

  get dispatchesPerStep(): number {
    return this.#attached.framePlan.frames[0].length;
  }

  get #attached(): Attachment {
    if (this.#attachment === null) throw new ClothError('cloth', this.status, 'a cloth that is not disposed');
    return this.#attachment;
  }

  /** Builds what a frame needs on a device and writes the last good state to it. False if it was overtaken meanwhile. */
  async attach(device: GPUDevice, buffers: ClothBuffers, attempt = ++this.#attempt): Promise<boolean> {
    checkLimits(this.grid, device.limits);
    const shape = choosePlan(device, this.definition, this.#options.plan ?? 'auto', this.#tuning);
    const resources = await createResources(device, this.grid, shape, buffers, this.#frameKernels(shape));
    if (this.status === 'disposed' || attempt !== this.#attempt) {
      resources.destroy();
      return false;
    }
    this.#destroyAttachment();
    this.#attachment = { resources, shape, ...this.#buildPlan(resources, shape) };
    this.status = 'running';
    this.#frameSubsteps = -1;
    this.#writeSettings();
    this.#writeColliders();
    this.adoptState(this.#good.state);
    void device.lost.then((info) => this.#lose(device, info));
    // what does not compile here (or was cut short by a loss) says so where it is needed, as any wrong command does
    resources.kernels.prepare(this.#laterKernels(resources)).catch(() => {});
    return true;
  }

  /** Entry points of a frame as it is now; hands and measurements may follow. */
  #frameKernels(shape: PlanShape): KernelName[] {
    const { frames, normals, measure } = this.#framePlan(shape);
    const dispatches = [...frames[0]];
    if (this.definition.normals) dispatches.push(...normals);
    if (this.#flies) dispatches.push(...measure);
    return [...new Set(dispatches.map(({ kernel }) => kernel))];
  }

  /** Entry points that may be needed some time: those of self-collision only where it is on. */
  #laterKernels({ kernels }: ClothResources): readonly KernelName[] {
    const { selfDistance } = this.settings;
    return selfDistance > 0 ? kernels.names : kernels.names.filter((name) => !isForSelfCollision(name));
  }

  /** Whether damping is relative to the motion of the whole, which then has to be measured first. */
  get #flies(): boolean {
    return this.parameters.damping > 0 && !this.attached;
  }

  /** Whether tethers hold hands back, which then has to be found out before a frame. */
  get #reaches(): boolean {
    return this.settings.tetherScale > 0 && this.hands.any;
  }

  async restoreOn(device: GPUDevice, buffers: ClothBuffers = {}): Promise<void> {
    if (this.status === 'disposed') return;
    const attempt = ++this.#attempt;
    let isAttached = false;
    try {
      isAttached = await this.attach(device, buffers, attempt);
    } catch (error) {
      if (attempt === this.#attempt) this.emit({ type: 'failed', error });
      throw error;
    }
    // the device may be gone again by now
    if (isAttached && this.status === 'running') this.emit({ type: 'restored', step: this.stepCount });
  }

  async #lose(device: GPUDevice, { reason, message }: GPUDeviceLostInfo): Promise<void> {
    // told once, however often it was attached to
    if (this.status !== 'running' || this.#attachment?.resources.device !== device) return;
    this.status = 'lost';
    this.hands.clear();
    try {
      this.emit({ type: 'deviceLost', reason, message });
    } finally {
      await this.#findDevice();
    }
  }

  /** Goes on with the device that `requestDevice` gives; a listener may have disposed of the cloth. */
  async #findDevice(): Promise<void> {
    if (this.#options.requestDevice === undefined || this.#attachment === null) return;
    let next: GPUDevice;
    try {
      next = await this.#options.requestDevice();
    } catch (error) {
      this.emit({ type: 'failed', error });
      return;
    }
    // a failure has been told to the listeners
    await this.restoreOn(next).catch(() => {});
  }

  /** What the dispatches depend on: the number of substeps, the kinds of constraints that are left out, and self-collision. */
  #planKey(): string {
    const { compliance, selfDistance } = this.settings;
    return `${this.parameters.substeps} ${compliance.map((alpha) => alpha >= 0)} ${selfDistance > 0}`;
  }

  #framePlan(shape: PlanShape): FramePlan {
    return createFramePlan(this.grid, this.settings, this.parameters.substeps, shape);
  }

  #buildPlan(
    resources: ClothResources,
    shape: PlanShape,
  ): Pick<Attachment, 'framePlan' | 'tasks' | 'group' | 'selfGroup' | 'offsets' | 'planKey'> {
    const framePlan = this.#framePlan(shape);
    const { device } = resources;
    const table = new Uint32Array((framePlan.tasks.length * TASK_STRIDE) / 4);
    framePlan.tasks.forEach((task, index) => {
      table.set(task, (index * TASK_STRIDE) / 4);
    });
    const tasks = device.createBuffer({
      label: 'cloth tasks',
      size: table.byteLength,
      usage: usage.UNIFORM | usage.COPY_DST,
    });
    device.queue.writeBuffer(tasks, 0, table);
    const offsets = Uint32Array.from(framePlan.tasks, (_, index) => index * TASK_STRIDE);
    const group = resources.bindTasks(tasks);
    const selfGroup = this.settings.selfDistance > 0 ? resources.bindSelfCollision(tasks) : null;
    return { framePlan, tasks, group, selfGroup, offsets, planKey: this.#planKey() };
  }

  #writeSettings(): void {
    const { resources } = this.#attached;
    const { settings } = this;
    const words = new ArrayBuffer(SETTINGS_BYTES);
    const floats = new Float32Array(words);
    const integers = new Uint32Array(words);
    floats.set([settings.pushX, settings.pushY, settings.pushZ, settings.h]);
    floats.set([settings.inverseH, settings.damping, settings.drag, settings.tetherScale], 4);
    const anchors = chooseAnchors(this.pins);
    integers[8] = anchors.length;
    integers[9] = this.colliders.length;
    floats[10] = this.definition.stepSeconds;
    floats[11] = settings.thickness;
    settings.rest.forEach((rest, kind) => {
      floats.set([rest, settings.compliance[kind]], 12 + 4 * kind);
    });
    const { selfDistance, nearSquared, selfFriction, shareOverlap } = settings;
    if (selfDistance > 0)
      floats.set([selfDistance, nearSquared, selfFriction, 1 / (2 * selfDistance), shareOverlap], 32);
    resources.device.queue.writeBuffer(resources.settings, 0, words);
    const table = new Uint32Array(ANCHOR_WORDS * MAX_ANCHORS);
    anchors.forEach((id, index) => {
      table.set([id, id % this.grid.countX, Math.floor(id / this.grid.countX)], ANCHOR_WORDS * index);
    });
    resources.device.queue.writeBuffer(resources.anchors, 0, table);
  }

  #writeColliders(): void {
    const { device, colliders } = this.#attached.resources;
    device.queue.writeBuffer(colliders, 0, this.colliderTable.words);
  }

  /** The frame's uniform, written only when it differs from the last frame's. */
  #writeFrame(steps: number, flies: boolean): void {
    const substeps = steps * this.parameters.substeps;
    const reaches = this.#reaches;
    if (substeps === this.#frameSubsteps && flies === this.#frameFlies && reaches === this.#frameReaches)
      return;
    this.#frameSubsteps = substeps;
    this.#frameFlies = flies;
    this.#frameReaches = reaches;
    const { resources } = this.#attached;
    const words = new ArrayBuffer(FRAME_BYTES);
    new Uint32Array(words).set([substeps, Number(flies), Number(reaches)]);
    for (const hand of this.hands.slots)
      if (hand !== null) setRay(new Float32Array(words), 4 + 8 * hand.slot, hand.ray);
    resources.device.queue.writeBuffer(resources.frame, 0, words);
  }

  protected runSteps(steps: number): void {
    const { resources, framePlan } = this.#attached;
    const { device } = resources;
    const flies = this.#flies;
    this.#writeFrame(steps, flies);
    this.stepCount += steps;
    const { normals, measureInterval, checkpointInterval } = this.definition;
    const checks =
      checkpointInterval > 0 && !this.#checking && this.stepCount - this.#lastChecked >= checkpointInterval;
    const measures =
      !checks &&
      measureInterval > 0 &&
      !this.#measuring &&
      (this.isMoved || this.stepCount - this.#lastMeasured >= measureInterval);

    const encoder = device.createCommandEncoder({ label: 'cloth frame' });
    const pass = encoder.beginComputePass({ label: 'cloth frame' });
    if (flies) this.#record(pass, framePlan.measure);
    if (this.#reaches) this.#record(pass, framePlan.reach);
    this.#record(pass, framePlan.frames[steps - 1]);
    if (normals) this.#record(pass, framePlan.normals);
    if (checks || measures) this.#record(pass, framePlan.measure);
    pass.end();
    if (checks) this.#recordCheckpoint(encoder);
    else if (measures) this.#recordMeasurement(encoder);
    device.queue.submit([encoder.finish()]);
    this.#afterSubmit.splice(0).forEach((run) => {
      run();
    });
  }

  /** What maps staging buffers: only allowed after the submit that fills them. */
  readonly #afterSubmit: (() => void)[] = [];

  #record(pass: GPUComputePassEncoder, dispatches: readonly Dispatch[]): void {
    const { resources, group, selfGroup, offsets } = this.#attached;
    let current: KernelName | null = null;
    let currentTask = -1;
    let currentGroup: GPUBindGroup | null = null;
    for (const { kernel, task, workgroups } of dispatches) {
      const wanted = selfGroup !== null && bindsSelfCollision(kernel) ? selfGroup : group;
      if (kernel !== current) {
        pass.setPipeline(resources.kernels.get(kernel));
        current = kernel;
      }
      if (task !== currentTask || wanted !== currentGroup) {
        pass.setBindGroup(0, wanted, offsets, task, 1);
        currentTask = task;
        currentGroup = wanted;
      }
      pass.dispatchWorkgroups(workgroups);
    }
  }

  #resultStretch(): Stretch {
    return { buffer: this.#attached.resources.measured, offset: 0, size: MEASURE_BYTES };
  }

  #stateStretches(): Stretch[] {
    const { position, velocity } = this.#attached.resources;
    const size = 16 * this.grid.particleCount;
    return [
      { buffer: position, offset: 0, size },
      { buffer: velocity, offset: 0, size },
    ];
  }

  /** Reads the measurement back when the GPU has it. */
  #recordMeasurement(encoder: GPUCommandEncoder): void {
    const { stepCount: step } = this;
    this.#measuring = true;
    this.#lastMeasured = step;
    const read = recordReadback(this.device, encoder, [this.#resultStretch()]);
    this.#whenRead(read, (bytes) => {
      this.#measuring = false;
      this.#adoptMeasurement(decodeMeasurement(bytes, this.grid, step));
    });
  }

  /** Reads the state back, to be kept if it is sane. */
  #recordCheckpoint(encoder: GPUCommandEncoder): void {
    const { stepCount: step, pendingSeconds, pins } = this;
    this.#checking = true;
    this.#lastChecked = this.#lastMeasured = step;
    const read = recordReadback(this.device, encoder, [this.#resultStretch(), ...this.#stateStretches()]);
    this.#whenRead(read, (bytes) => {
      this.#checking = false;
      const measurement = decodeMeasurement(bytes, this.grid, step);
      if (measurement.nonFinite === 0) {
        const state = { stepCount: step, pendingSeconds, pins, ...decodeState(bytes, MEASURE_BYTES) };
        this.#good = { state, measurement };
      }
      this.#adoptMeasurement(measurement);
    });
  }

  #whenRead(read: () => Promise<ArrayBuffer>, use: (bytes: ArrayBuffer) => void): void {
    const epoch = this.#epoch;
    this.#afterSubmit.push(() => {
      read().then(
        (bytes) => {
          if (epoch === this.#epoch && this.status === 'running') use(bytes);
        },
        () => {
          // a loss is reported by itself; a device without memory for the copy is asked again at the next interval
          if (epoch === this.#epoch) this.#measuring = this.#checking = false;
        },
      );
    });
  }

  #adoptMeasurement(measurement: ClothMeasurement): void {
    this.measurement = measurement;
    if (measurement.nonFinite === 0 || this.definition.checkpointInterval === 0) return;
    this.adoptState(this.#good.state);
    this.emit({ type: 'nonFinite', count: measurement.nonFinite, step: this.stepCount });
  }

  protected settingsChanged(): void {
    if (this.status !== 'running') return;
    const attachment = this.#attached;
    if (attachment.planKey !== this.#planKey()) {
      attachment.tasks.destroy();
      Object.assign(attachment, this.#buildPlan(attachment.resources, attachment.shape));
    }
    this.#writeSettings();
  }

  protected pinsChanged(): void {
    if (this.status === 'running') this.#writeSettings();
  }

  protected collidersChanged(): void {
    if (this.status === 'running') this.#writeColliders();
  }

  /** Runs one command of hand.wgsl.ts in a submit of its own, with the ray test if asked, and reads `stretches` behind it. */
  #edit(
    kernel: 'take' | 'change',
    words: ArrayBuffer,
    stretches: readonly Stretch[] = [],
    seeks = false,
  ): Promise<ArrayBuffer> | null {
    const { resources, framePlan } = this.#attached;
    const { device } = resources;
    device.queue.writeBuffer(resources.edit, 0, words);
    const encoder = device.createCommandEncoder({ label: `cloth ${kernel}` });
    const pass = encoder.beginComputePass({ label: `cloth ${kernel}` });
    if (seeks) this.#record(pass, framePlan.seek);
    this.#record(pass, [{ kernel, task: 0, workgroups: 1 }]);
    pass.end();
    const read = stretches.length > 0 ? recordReadback(device, encoder, stretches) : null;
    device.queue.submit([encoder.finish()]);
    return read?.() ?? null;
  }

  protected async takeByRay(hand: Hand): Promise<Grip | null> {
    const buffer = this.#attached.resources.hands;
    const epoch = this.#epoch;
    this.#frameSubsteps = -1;
    const words = editWords([0, hand.slot, 0, 0], hand);
    const read = this.#edit('take', words, [{ buffer, offset: 16 * hand.slot, size: 16 }], true);
    const answer = await (read as Promise<ArrayBuffer>).catch(() => null);
    // a loss, a restored state and the end let all hands go
    if (epoch !== this.#epoch || this.status !== 'running') return null;
    if (answer !== null) {
      const particle = new Uint32Array(answer)[0];
      if (particle !== NO_PARTICLE) return { particle, distance: new Float32Array(answer)[1] };
    } else if (this.hands.find(hand.pointerId) === hand) {
      // the device may hold what nobody was told of
      this.release(hand.pointerId);
    }
    this.hands.drop(hand);
    return null;
  }

  protected takeParticle(hand: Hand, particle: number): void {
    this.#frameSubsteps = -1;
    this.#edit('take', editWords([0, hand.slot, particle, EDIT_BY_ID], hand));
  }

  protected handMoved(): void {
    this.#frameSubsteps = -1;
  }

  protected releaseHand(hand: Hand, velocity: Vector3 | null): void {
    // the other hands may have moved too, and hold what this one's particle is tethered to
    if (hand.moved && this.settings.tetherScale > 0) this.#writeFrame(1, false);
    const flags = (hand.moved ? EDIT_MOVED : 0) | (velocity === null ? 0 : EDIT_VELOCITY);
    this.#edit('change', editWords([EDIT_RELEASE, hand.slot, 0, flags], hand, velocity));
  }

  protected pinParticle(particle: number, position: Vector3 | null, isNew: boolean): void {
    if (!isNew && position !== null) {
      // a pin's velocity is its place: no kernel, and no submit, for the many pins that follow a body
      const { device, velocity } = this.#attached.resources;
      device.queue.writeBuffer(
        velocity,
        16 * particle,
        new Float32Array([position.x, position.y, position.z, 0]),
      );
      return;
    }
    const flags = position === null ? 0 : EDIT_PLACE;
    this.#edit('change', editWords([EDIT_PIN, 0, particle, flags], null, position));
  }

  protected unpinParticle(particle: number, inverseMass: number): void {
    const words = editWords([EDIT_UNPIN, 0, particle, 0], null, null, inverseMass);
    this.#edit('change', words);
  }

  async #read(stretches: readonly Stretch[]): Promise<Float32Array<ArrayBuffer>> {
    if (this.status !== 'running') throw new ClothError('cloth', this.status, 'a running cloth');
    const { device } = this;
    const encoder = device.createCommandEncoder({ label: 'cloth read-back' });
    const read = recordReadback(device, encoder, stretches);
    device.queue.submit([encoder.finish()]);
    return new Float32Array(await read());
  }

  async readPositions(): Promise<Float32Array> {
    return this.#read([{ buffer: this.positionBuffer, offset: 0, size: 16 * this.grid.particleCount }]);
  }

  async readVelocities(): Promise<Float32Array> {
    const velocity = await this.#read([this.#stateStretches()[1]]);
    for (let o = 0; o < velocity.length; o += 4) {
      if (velocity[o + 3] === 0) velocity.fill(0, o, o + 3);
      velocity[o + 3] = 0;
    }
    return velocity;
  }

  async readNormals(): Promise<Float32Array> {
    return this.#read([{ buffer: this.normalBuffer, offset: 0, size: 16 * this.grid.particleCount }]);
  }

  async measure(): Promise<ClothMeasurement> {
    if (this.status !== 'running') throw new ClothError('cloth', this.status, 'a running cloth');
    const { device, stepCount: step } = this;
    const encoder = device.createCommandEncoder({ label: 'cloth measure' });
    const pass = encoder.beginComputePass({ label: 'cloth measure' });
    this.#record(pass, this.#attached.framePlan.measure);
    pass.end();
    const read = recordReadback(device, encoder, [this.#resultStretch()]);
    device.queue.submit([encoder.finish()]);
    const epoch = this.#epoch;
    const measurement = decodeMeasurement(await read(), this.grid, step);
    if (epoch === this.#epoch && this.status === 'running') this.#adoptMeasurement(measurement);
    return measurement;
  }

  async pinForces(): Promise<readonly PinForce[]> {
    const { settings, grid } = this;
    const { substeps } = this.parameters;
    const anchors = chooseAnchors(this.pins);
    // as they are now: they may move on while the copy is on its way
    const hands = this.hands.slots.filter((hand) => hand !== null).map(({ slot, ray }) => ({ slot, ray }));
    const { hands: buffer } = this.#attached.resources;
    const all = await this.#read([...this.#stateStretches(), { buffer, offset: 0, size: HANDS_BYTES }]);
    const words = 4 * grid.particleCount;
    const position = all.slice(0, words);
    const velocity = all.slice(words, 2 * words);
    const state = { position, velocity, predicted: position.slice() };
    const holds = decodeHolds(all.buffer, 8 * words, hands);
    const places = () => new Float32Array(words);
    const held = heldParticles(holds, state, grid, { anchors, tetherScale: settings.tetherScale, places });
    return computePinForces(state, grid, settings, { anchors, held, substeps });
  }

  protected async readState(): Promise<ClothState> {
    const { stepCount, pendingSeconds, pins } = this;
    const both = await this.#read(this.#stateStretches());
    return { stepCount, pendingSeconds, pins, ...decodeState(both.buffer, 0) };
  }

  protected writeState(state: ClothState): void {
    if (this.#good.state !== state) {
      const { position, velocity, stepCount } = state;
      const measurement = measureState({ position, velocity, predicted: position }, this.grid, stepCount);
      this.#good = { state, measurement };
    }
    this.measurement = this.#good.measurement;
    if (this.status !== 'running') return;
    const { resources, framePlan } = this.#attached;
    const { queue } = resources.device;
    this.#epoch++;
    this.#measuring = this.#checking = false;
    this.#lastMeasured = this.#lastChecked = state.stepCount;
    queue.writeBuffer(resources.position, 0, state.position);
    queue.writeBuffer(resources.velocity, 0, state.velocity);
    queue.writeBuffer(resources.hands, 0, new Uint32Array(HANDS_BYTES / 4).fill(NO_PARTICLE));
    if (!this.definition.normals) return;
    const encoder = resources.device.createCommandEncoder({ label: 'cloth restore' });
    const pass = encoder.beginComputePass({ label: 'cloth restore' });
    this.#record(pass, framePlan.normals);
    pass.end();
    queue.submit([encoder.finish()]);
  }

  protected releaseResources(): void {
    this.#destroyAttachment();
  }

  #destroyAttachment(): void {
    this.#attachment?.tasks.destroy();
    this.#attachment?.resources.destroy();
    this.#attachment = null;
  }
}

/** The plan asked for, or the quickest possible one; on a device emulated by the CPU the plain one. */
function choosePlan(
  device: GPUDevice,
  { grid }: ResolvedDefinition,
  wanted: ClothPlan | 'auto',
  tuning: PlanTuning,
): PlanShape {
  const { shape, plans } = possiblePlans(grid, device.limits, tuning);
  if (wanted === 'auto') return isSoftware(device) ? { ...shape, plan: 'colors' } : shape;
  if (!plans.includes(wanted))
    throw new ClothError('options.plan', wanted, `'auto', '${plans.join("', '")}' on this device`);
  return { ...shape, plan: wanted };
}
