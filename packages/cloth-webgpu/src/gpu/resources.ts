/** Everything a cloth owns on one device: buffers, kernels and bind groups. */

import { COLLIDER_FLOATS } from '../colliders.js';
import { MAX_COLLIDERS, MAX_HANDS, PARTICLE_BYTES } from '../constants.js';
import { ClothError } from '../errors.js';
import { describeSheet, type Sheet } from '../sheet.js';
import { tearsOf } from '../tearing-part.js';
import type { ClothBuffers } from '../types.js';
import { measurePartCount, seekPartCount } from './common.wgsl.js';
import { ANCHORS_BYTES, anchorBytes, STAGE_COMPUTE, usage } from './device.js';
import { Kernels } from './kernels.js';
import { MEASURE_BYTES } from './measure.wgsl.js';
import { meshWords } from './mesh.wgsl.js';
import { bindsSelfCollision, type KernelName, type PlanShape, TASK_BYTES } from './plan.js';
import { cellsBytes, membersBytes } from './self-collision.wgsl.js';

/** Bytes of the small buffers, as laid out in common.wgsl.ts. */
export const SETTINGS_BYTES = 176;
export const FRAME_BYTES: number = 16 + 32 * MAX_HANDS;
export const HANDS_BYTES: number = 16 * MAX_HANDS;
export const EDIT_BYTES = 64;
export const COLLIDERS_BYTES: number = 4 * COLLIDER_FLOATS * MAX_COLLIDERS;

/** Usage of the buffers that are drawn from. */
const VERTEX_USAGE = usage.VERTEX | usage.STORAGE | usage.COPY_SRC | usage.COPY_DST;

/** Buffers of a cloth; `tasks` and with it the bind group change with the plan. */
export interface ClothResources {
  readonly device: GPUDevice;
  readonly position: GPUBuffer;
  readonly velocity: GPUBuffer;
  readonly normal: GPUBuffer;
  readonly settings: GPUBuffer;
  readonly frame: GPUBuffer;
  readonly hands: GPUBuffer;
  readonly anchors: GPUBuffer;
  readonly measured: GPUBuffer;
  readonly edit: GPUBuffer;
  readonly colliders: GPUBuffer;
  /** Triangles as they are drawn, in a cloth that tears. */
  readonly indices: GPUBuffer | null;
  /** Writes the tables of a mesh as they are on the CPU. */
  writeMesh(): void;
  readonly kernels: Kernels;
  /** The bind group with a table of task records. */
  bindTasks(tasks: GPUBuffer): GPUBindGroup;
  /** The same for the kernels of self-collision, whose buffers are made where there are none yet. */
  bindSelfCollision(tasks: GPUBuffer): GPUBindGroup;
  /** While it is not known whether there is memory for the buffers just made: the answer, null where there is, or what there would have to be. */
  readonly memoryAnswer: Promise<string | null> | null;
  /** Runs commands that the device refuses where there is no memory for what they bind: only other errors then come out. */
  tryOut<T>(run: () => T): T;
  /** Gives the buffers of self-collision up. */
  dropSelfCollision(): void;
  /** Destroys the own buffers. */
  destroy(): void;
}

/**
 * Makes the buffers, and compiles the kernels that are `needed` before the first frame. Rejects with the limit, the
 * compile error or the lack of memory by name.
 */
export async function createResources(
  device: GPUDevice,
  sheet: Sheet,
  shape: PlanShape,
  given: ClothBuffers,
  needed: readonly KernelName[],
): Promise<ClothResources> {
  const bytes = PARTICLE_BYTES * sheet.particleCount;
  checkGiven('buffers.position', given.position, bytes);
  checkGiven('buffers.normal', given.normal, bytes);
  const own: GPUBuffer[] = [];
  const make = (label: string, size: number, flags: number) => {
    const buffer = device.createBuffer({ label: `cloth ${label}`, size, usage: flags });
    own.push(buffer);
    return buffer;
  };
  device.pushErrorScope('out-of-memory');
  const storage = usage.STORAGE | usage.COPY_DST | usage.COPY_SRC;
  const uniform = usage.UNIFORM | usage.COPY_DST;
  const position = given.position ?? make('positions', bytes, VERTEX_USAGE);
  const normal = given.normal ?? make('normals', bytes, VERTEX_USAGE);
  const velocity = make('velocities', bytes, storage);
  const predicted = make('predicted', bytes, storage);
  const settings = make('settings', SETTINGS_BYTES, uniform);
  const frame = make('frame', FRAME_BYTES, uniform);
  const hands = make('hands', HANDS_BYTES + 16 * seekPartCount(sheet), storage);
  const anchors = make('anchors', anchorBytes(sheet), storage);
  const measured = make('measured', MEASURE_BYTES * measurePartCount(sheet), storage);
  const edit = make('edit', EDIT_BYTES, uniform);
  const colliders = make('colliders', COLLIDERS_BYTES, uniform);
  const indices = tearsOf(sheet)?.gpu.makeIndices(make) ?? null;
  /** By binding, behind the colliders: self-collision's, made when it is first needed. */
  let apart: GPUBuffer[] = [];
  const makeApart = () => {
    apart = selfCollisionSizes(sheet).map(([label, size]) => make(label, size, storage));
  };
  if (needed.some(bindsSelfCollision)) makeApart();
  const destroy = () => {
    for (const buffer of own) buffer.destroy();
  };
  const memoryError = await device.popErrorScope();
  if (memoryError !== null) {
    destroy();
    throw new ClothError('device', memoryError.message, memoryFor(bytesOf(own), sheet));
  }

  const writeMesh = () => {
    if (sheet.isMesh) device.queue.writeBuffer(anchors, ANCHORS_BYTES, meshWords(sheet));
  };
  writeMesh();
  const common = createLayout(device, COMMON_BINDINGS);
  let selfCollision: Layout | null = null;
  const layoutFor = (name: KernelName) => {
    if (!bindsSelfCollision(name)) return common;
    selfCollision ??= createLayout(device, SELF_COLLISION_BINDINGS);
    return selfCollision;
  };
  const kernels = new Kernels(device, sheet, shape, (name) => layoutFor(name).pipeline);
  const bind = ({ bindings, group }: Layout, tasks: GPUBuffer) => {
    const uniforms = [settings, tasks, frame];
    const stores = [position, velocity, predicted, hands, anchors, normal, measured];
    const buffers = [...uniforms, ...stores, edit, colliders, ...apart];
    return device.createBindGroup({
      label: 'cloth',
      layout: group,
      entries: bindings.map((binding) => {
        const buffer = buffers[binding];
        return { binding, resource: binding === 1 ? { buffer, size: TASK_BYTES } : { buffer } };
      }),
    });
  };
  try {
    await kernels.prepare(needed);
    const bindTasks = (tasks: GPUBuffer) => bind(common, tasks);
    let memoryAnswer: Promise<string | null> | null = null;
    /** The device answers later, and until then takes the buffers for what they are not, where there is no memory. */
    const askForApart = () => {
      device.pushErrorScope('out-of-memory');
      makeApart();
      const lack = memoryFor(bytesOf(apart), sheet);
      // a loss is told by itself
      const answer = device.popErrorScope().then(
        (error) => (error === null ? null : lack),
        () => null,
      );
      memoryAnswer = answer;
      void answer.then((refusal) => {
        if (refusal === null && memoryAnswer === answer) memoryAnswer = null;
      });
    };
    const tryOut = <T>(run: () => T): T => {
      if (memoryAnswer === null) return run();
      const answer = memoryAnswer;
      device.pushErrorScope('validation');
      try {
        return run();
      } finally {
        const lost = () => null;
        void Promise.all([device.popErrorScope().catch(lost), answer]).then(([error, lack]) => {
          if (error !== null && lack === null)
            throw new ClothError('device', error.message, 'one that takes the commands of a frame');
        });
      }
    };
    const bindSelfCollision = (tasks: GPUBuffer) => {
      if (apart.length === 0) askForApart();
      return tryOut(() => bind(layoutFor('separate'), tasks));
    };
    const dropSelfCollision = () => {
      for (const buffer of apart) {
        buffer.destroy();
        own.splice(own.indexOf(buffer), 1);
      }
      apart = [];
      memoryAnswer = null;
    };
    return {
      device,
      position,
      velocity,
      normal,
      settings,
      frame,
      hands,
      anchors,
      measured,
      edit,
      colliders,
      indices,
      writeMesh,
      kernels,
      bindTasks,
      bindSelfCollision,
      get memoryAnswer() {
        return memoryAnswer;
      },
      tryOut,
      dropSelfCollision,
      destroy,
    };
  } catch (error) {
    destroy();
    throw error;
  }
}

/** Bindings of all kernels but those of self-collision, and of those: as many storage buffers as every device has. */
const COMMON_BINDINGS: readonly number[] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
const SELF_COLLISION_BINDINGS: readonly number[] = [0, 1, 2, 3, 4, 5, 7, 11, 12, 13, 14, 15];
const UNIFORM_BINDINGS: readonly number[] = [0, 1, 2, 10, 11];

interface Layout {
  readonly bindings: readonly number[];
  readonly group: GPUBindGroupLayout;
  readonly pipeline: GPUPipelineLayout;
}

function createLayout(device: GPUDevice, bindings: readonly number[]): Layout {
  const entries = bindings.map((binding) => {
    const type: GPUBufferBindingType = UNIFORM_BINDINGS.includes(binding) ? 'uniform' : 'storage';
    return {
      binding,
      visibility: STAGE_COMPUTE,
      buffer: binding === 1 ? { type, hasDynamicOffset: true, minBindingSize: TASK_BYTES } : { type },
    };
  });
  const group = device.createBindGroupLayout({ label: 'cloth', entries });
  const pipeline = device.createPipelineLayout({ label: 'cloth', bindGroupLayouts: [group] });
  return { bindings, group, pipeline };
}

/** Labels and bytes of the buffers that self-collision has beside the rest. */
function selfCollisionSizes(sheet: Sheet): readonly (readonly [label: string, bytes: number])[] {
  const count = sheet.particleCount;
  return [
    ['cells', cellsBytes(sheet)],
    ['members', membersBytes(sheet)],
    ['places', 16 * count],
    ['origins', 16 * count],
  ];
}

const bytesOf = (buffers: readonly GPUBuffer[]) => buffers.reduce((sum, { size }) => sum + size, 0);

/** What a device without memory would have had to have. */
function memoryFor(bytes: number, sheet: Sheet): string {
  const cloth = `${describeSheet(sheet)}, ${sheet.particleCount} particles`;
  return `a device with ${bytes} bytes of memory to spare (${cloth}): dispose of what is not needed, or take fewer cells`;
}

function checkGiven(field: string, buffer: GPUBuffer | undefined, bytes: number): void {
  if (buffer === undefined) return;
  if (buffer.size < bytes) throw new ClothError(`${field}.size`, buffer.size, `>= ${bytes} bytes`);
  const needed = usage.STORAGE | usage.COPY_SRC | usage.COPY_DST;
  if ((buffer.usage & needed) !== needed)
    throw new ClothError(`${field}.usage`, buffer.usage, 'STORAGE | COPY_SRC | COPY_DST');
}
