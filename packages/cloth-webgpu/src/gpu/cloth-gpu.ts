/** The GPU backend: one compute pass and one submit per frame, on any GPUDevice. */

import { MAX_STEPS_PER_FRAME, NO_PARTICLE } from '../constants.js';
import { ClothCore } from '../core.js';
import { heldParticles } from '../cpu/holds.js';
import { measureState } from '../cpu/measure.js';
import { computePinForces } from '../cpu/pin-forces.js';
import { type ResolvedDefinition, resolveDefinition } from '../definition.js';
import { ClothError } from '../errors.js';
import type { Hand } from '../hands.js';
import { type MotionRows, movedMeasurement } from '../rigid-motion.js';
import type { ClothState } from '../snapshot.js';
import type { TornState } from '../tear-reports.js';
import { chooseAnchors, mostAnchors } from '../tethers.js';
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
import { runCarry, runCommand, runSeek } from './commands.js';
import { checkLimits, requireDevice } from './device.js';
import {
  EDIT_BY_ID,
  EDIT_MOVED,
  EDIT_PIN,
  EDIT_PLACE,
  EDIT_RELEASE,
  EDIT_UNPIN,
  EDIT_VELOCITY,
} from './hand.wgsl.js';
import { checkOptions } from './options.js';
import {
  bindsSelfCollision,
  createFramePlan,
  type Dispatch,
  type KernelName,
  type PlanShape,
  type PlanTuning,
} from './plan.js';
import {
  handStretch,
  handsStretch,
  measuredStretch,
  particleStretch,
  readNow,
  type Stretch,
  stateStretches,
} from './read-back.js';
import { carryWords, decodeHolds, decodeMeasurement, decodeState, editWords } from './records.js';
import { type ClothResources, createResources, HANDS_BYTES } from './resources.js';
import { Succession } from './succession.js';
import { FrameUniform, writeSettings, writeWays } from './uniforms.js';
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
  readonly #watch: Watch;
  readonly #succession: Succession;
  #attachment: Attachment | null = null;
  /** The last pending allocation that was seen, and the number of steps that the device refuses if it fails. */
  #memoryAnswer: Promise<string | null> | null = null;
  #stepsOnTrial = 0;
  /** The pins whose distances along the mesh have been written to the device. */
  #tethered: readonly number[] | null = null;

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
      isRunning: () => this.status === 'running',
      adoptMeasurement: (measurement, torn) => this.#adoptMeasurement(measurement, torn),
    });
    this.#succession = new Succession(
      {
        settle: (device, buffers, isOvertaken) => this.#settle(device, buffers, isOvertaken),
        stand: (device) => this.#stand(device),
        isRunning: () => this.status === 'running',
        isDisposed: () => this.status === 'disposed',
        stepCount: () => this.stepCount,
        emit: (event) => this.emit(event),
      },
      options,
    );
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

  get indexBuffer(): GPUBuffer | null {
    return this.#attached.resources.indices;
  }

  get plan(): ClothPlan {
    return this.#attached.shape.plan;
  }

  get dispatchesPerStep(): number {
    return this.#attached.framePlan.steps[0].length;
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
      this.#frameKernels(shape),
      this.colliderTable.atlas,
    );
    if (this.status === 'disposed' || isOvertaken()) {
      resources.destroy();
      return false;
    }
    this.#attachment?.destroy();
    this.#attachment = new Attachment(resources, shape, this.#planned);
    this.status = 'running';
    this.#tethered = null;
    this.#writeSettings();
    this.#writeColliders();
    this.#awaitMemory();
    this.adoptState(this.#watch.good.state);
    // errors are ignored here: a kernel that does not compile (or a device loss) is reported when the kernel is used
    resources.kernels.prepare(this.#laterKernels(resources)).catch(() => {});
    return true;
  }

  #stand(device: GPUDevice): boolean {
    if (this.status !== 'running' || this.#attachment?.resources.device !== device) return false;
    this.status = 'lost';
    this.hands.clear();
    return true;
  }

  /** Entry points that a frame needs with the current settings. Those of hands and measurements may be compiled later. */
  #frameKernels(shape: PlanShape): KernelName[] {
    const { steps, normals, measure } = createFramePlan(this.sheet, this.settings, shape);
    const dispatches = [...steps[0]];
    if (this.definition.normals) dispatches.push(...normals);
    if (this.#measuresSteps) dispatches.push(...measure);
    return [...new Set(dispatches.map(({ kernel }) => kernel))];
  }

  /** Entry points that may be needed later. Of those that are used only with or only without self-collision, the ones in use. */
  #laterKernels({ kernels }: ClothResources): readonly KernelName[] {
    const hasContacts = this.settings.selfDistance > 0;
    // `separate` does what `finish` does otherwise
    return kernels.names.filter((name) => (hasContacts ? name !== 'finish' : !bindsSelfCollision(name)));
  }

  protected releaseResources(): void {
    this.#attachment?.destroy();
    this.#attachment = null;
  }

  // Records that the kernels read

  get #planned(): Planned {
    return { sheet: this.sheet, settings: this.settings };
  }

  protected settingsChanged(): void {
    if (this.status !== 'running') return;
    this.#attached.replan(this.#planned);
    this.#writeSettings();
    this.#awaitMemory();
  }

  /** Switches self-collision off if the device turns out to have no memory for it. */
  #awaitMemory(): void {
    const { resources } = this.#attached;
    const { answer } = resources.apart;
    if (answer === null || answer === this.#memoryAnswer) return;
    this.#memoryAnswer = answer;
    const asked = this.parameters.selfCollision;
    this.#stepsOnTrial = 0;
    void answer.then((lack) => {
      const isHere = this.status === 'running' && this.#attachment?.resources === resources;
      if (lack !== null && isHere) this.#refuseSelfCollision(asked, lack);
    });
  }

  #refuseSelfCollision(asked: boolean | number, lack: string): void {
    const steps = this.#stepsOnTrial;
    this.#stepsOnTrial = 0;
    this.setParameters({ selfCollision: false });
    this.#attached.resources.apart.drop();
    // the device refused every frame since then, so their steps are run now
    this.stepCount -= steps;
    for (let left = steps; left > 0; left -= MAX_STEPS_PER_FRAME)
      this.runSteps(Math.min(left, MAX_STEPS_PER_FRAME));
    this.emit({ type: 'refused', error: new ClothError('parameters.selfCollision', asked, lack) });
  }

  protected pinsChanged(): void {
    if (this.status === 'running') this.#writeSettings();
  }

  protected collidersChanged(): void {
    if (this.status === 'running') this.#writeColliders();
  }

  /** Pins that particles are tethered to. */
  get #anchors(): readonly number[] {
    return chooseAnchors(this.pins, mostAnchors(this.sheet));
  }

  #writeSettings(): void {
    const { resources } = this.#attached;
    const { sheet } = this;
    const anchors = this.#anchors;
    writeSettings(resources, sheet, this.settings, { colliderCount: this.colliders.length, anchors });
    if (!sheet.isMesh || this.settings.tetherScale === 0 || this.#tethered === this.pins) return;
    this.#tethered = this.pins;
    writeWays(resources, sheet, anchors);
  }

  #writeColliders(): void {
    const { device, colliders } = this.#attached.resources;
    device.queue.writeBuffer(colliders, 0, this.colliderTable.words);
  }

  #writeFrame(steps: number): void {
    const substeps = steps * this.settings.substeps;
    this.#frame.write(
      this.#attached.resources,
      { substeps, isFree: !this.attached, reaches: this.#reaches },
      this.hands.slots,
    );
  }

  // Frames

  /** Whether damping is relative to the motion of the whole cloth, which must then be measured before each step. */
  get #measuresSteps(): boolean {
    return this.settings.freeDamping > 0 && !this.attached;
  }

  /** Whether tethers may limit the hands. The kernel `reach` must then run before the frame. */
  get #reaches(): boolean {
    return this.settings.tetherScale > 0 && this.hands.any;
  }

  /** The dispatches that update the normals, if they are kept up to date. */
  get #normals(): readonly Dispatch[] {
    return this.definition.normals ? this.#attached.framePlan.normals : [];
  }

  protected runSteps(steps: number): void {
    const { resources, framePlan } = this.#attached;
    const { device } = resources;
    this.#writeFrame(steps);
    this.stepCount += steps;
    const { stepCount, pendingSeconds, pins } = this;
    const isOnTrial = this.settings.selfDistance > 0 && resources.apart.answer !== null;
    if (isOnTrial) this.#stepsOnTrial += steps;
    // nothing is read back from a frame that the device may refuse
    const duty = isOnTrial ? null : this.#watch.dutyAt(stepCount, this.isMoved);

    const { measure, reach } = framePlan;
    const opening = this.#measuresSteps ? measure : [];
    const run = () => {
      const encoder = device.createCommandEncoder({ label: 'cloth frame' });
      const lists = framePlan.steps.slice(0, steps).flatMap((step) => [opening, step]);
      if (this.#reaches) lists.unshift(reach);
      if (this.beforeLastStep.size > 0) {
        const others = lists.splice(0, lists.length - 2);
        this.#attached.recordPass(encoder, 'cloth frame', ...others, this.#normals);
        this.keepState(false, encoder);
      }
      lists.push(this.#normals, duty === null ? [] : measure);
      this.#attached.recordPass(encoder, 'cloth frame', ...lists);
      this.sheet.tears?.gpu.record(encoder, resources, stepCount - steps + 1);
      this.#watch.record(duty, encoder, resources, { stepCount, pendingSeconds, pins });
      const readReactions = isOnTrial ? undefined : this.sheet.reactions?.gpu.record(encoder, resources);
      device.queue.submit([encoder.finish()]);
      readReactions?.();
    };
    if (isOnTrial) resources.apart.tryOut(run);
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
    const words = editWords([0, hand.slot, 0, 0], hand);
    const mine = handStretch(this.#attached.resources, hand.slot);
    const answer = await runSeek(this.#attached, words, mine).catch(() => null);
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
    runCommand(this.#attached, 'take', editWords([0, hand.slot, particle, EDIT_BY_ID], hand));
  }

  protected handMoved(): void {
    this.#frame.invalidate();
  }

  protected releaseHand(hand: Hand, velocity: Vector3 | null): void {
    // other hands may have moved too, and may hold a pin that this particle is tethered to
    if (hand.moved && this.settings.tetherScale > 0) this.#writeFrame(1);
    const flags = (hand.moved ? EDIT_MOVED : 0) | (velocity === null ? 0 : EDIT_VELOCITY);
    const words = editWords([EDIT_RELEASE, hand.slot, 0, flags], hand, velocity, this.frameSeconds);
    runCommand(this.#attached, 'change', words);
  }

  protected pinParticle(particle: number, position: Vector3 | null, isNew: boolean): void {
    if (!isNew && position !== null) {
      // the velocity of a pin is its target, so a buffer write is enough: many pins may follow a body without a kernel or a submit
      const { device, velocity } = this.#attached.resources;
      device.queue.writeBuffer(
        velocity,
        16 * particle,
        new Float32Array([position.x, position.y, position.z, 0]),
      );
      return;
    }
    const flags = position === null ? 0 : EDIT_PLACE;
    runCommand(this.#attached, 'change', editWords([EDIT_PIN, 0, particle, flags], null, position));
  }

  protected unpinParticle(particle: number, inverseMass: number): void {
    const words = editWords([EDIT_UNPIN, 0, particle, 0], null, null, inverseMass);
    runCommand(this.#attached, 'change', words);
  }

  protected carry(rows: MotionRows): void {
    this.#watch.carry(rows);
    this.measurement = movedMeasurement(rows, this.measurement);
    if (this.status !== 'running') return;
    this.#frame.invalidate();
    runCarry(this.#attached, carryWords(rows), this.#normals);
  }

  // Reading back

  async #read(stretches: readonly Stretch[]): Promise<Float32Array<ArrayBuffer>> {
    if (this.status !== 'running') throw new ClothError('cloth', this.status, 'a running cloth');
    return new Float32Array(await readNow(this.device, stretches));
  }

  async readPositions(): Promise<Float32Array<ArrayBuffer>> {
    return this.#read([particleStretch(this.positionBuffer, this.sheet)]);
  }

  async readVelocities(): Promise<Float32Array<ArrayBuffer>> {
    const velocity = await this.#read([particleStretch(this.#attached.resources.velocity, this.sheet)]);
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
    if (this.status !== 'running') throw new ClothError('cloth', this.status, 'a running cloth');
    const { device, stepCount: step } = this;
    const { resources, framePlan } = this.#attached;
    this.#attached.run('cloth measure', framePlan.measure);
    const { epoch } = this.#watch;
    const since = this.#watch.attend();
    const bytes = await readNow(device, [measuredStretch(resources)]).finally(() =>
      this.#watch.arrived(since),
    );
    const measurement = decodeMeasurement(bytes, this.sheet, step);
    if (epoch === this.#watch.epoch && this.status === 'running')
      this.#adoptMeasurement(since.rows === null ? measurement : movedMeasurement(since.rows, measurement));
    return measurement;
  }

  async pinForces(): Promise<readonly PinForce[]> {
    const { settings, sheet } = this;
    const anchors = this.#anchors;
    // copied now, because hands may move before the read-back arrives
    const hands = this.hands.slots.filter((hand) => hand !== null).map(({ slot, ray }) => ({ slot, ray }));
    const { resources } = this.#attached;
    const all = await this.#read([...stateStretches(resources, sheet), handsStretch(resources)]);
    const words = 4 * sheet.particleCount;
    const position = all.slice(0, words);
    const velocity = all.slice(words, 2 * words);
    const state = { position, velocity, predicted: position.slice() };
    const handsAt = all.byteLength - HANDS_BYTES;
    const broken = new Uint32Array(all.buffer.slice(8 * words, handsAt));
    const holds = decodeHolds(all.buffer, handsAt, hands);
    const places = () => new Float32Array(words);
    const held = heldParticles(holds, state, sheet, { anchors, tetherScale: settings.tetherScale, places });
    const compute = () =>
      computePinForces(state, sheet, settings, { anchors, held, triangles: this.triangles });
    return sheet.tears?.state.during(broken, compute) ?? compute();
  }

  protected async readState(): Promise<ClothState> {
    const { stepCount, pendingSeconds, pins } = this;
    const both = await this.#read(stateStretches(this.#attached.resources, this.sheet));
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
    this.#stepsOnTrial = 0;
    this.#frame.invalidate();
    queue.writeBuffer(resources.position, 0, state.position);
    queue.writeBuffer(resources.velocity, 0, state.velocity);
    queue.writeBuffer(resources.hands, 0, new Uint32Array(HANDS_BYTES / 4).fill(NO_PARTICLE));
    tears?.gpu.write(resources, this.sheet);
    this.#attached.run('cloth restore', this.#normals);
  }
}
