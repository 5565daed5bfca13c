/** Everything a cloth owns on one device: buffers, kernels, the bind group; and reading back. */

import { COLLIDER_FLOATS } from '../colliders.js';
import { MAX_ANCHORS, MAX_COLLIDERS, MAX_HANDS, PARTICLE_BYTES } from '../constants.js';
import { ClothError } from '../errors.js';
import type { Grid } from '../grid.js';
import type { ClothBuffers } from '../types.js';
import { measurePartCount, seekPartCount } from './common.wgsl.js';
import { MAP_READ_MODE, STAGE_COMPUTE, usage } from './device.js';
import { Kernels } from './kernels.js';
import { MEASURE_BYTES } from './measure.wgsl.js';
import { type KernelName, type PlanShape, TASK_BYTES } from './plan.js';

/** Bytes of the small buffers, as laid out in common.wgsl.ts. */
export const SETTINGS_BYTES = 128;
export const FRAME_BYTES: number = 16 + 32 * MAX_HANDS;
export const HANDS_BYTES: number = 16 * MAX_HANDS;
export const ANCHOR_WORDS = 12;
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
  readonly kernels: Kernels;
  /** The bind group with a table of task records. */
  bindTasks(tasks: GPUBuffer): GPUBindGroup;
  /** Destroys the own buffers. */
  destroy(): void;
}

/**
 * Makes the buffers, and compiles the kernels that are `needed` before the first frame. Rejects with the limit, the
 * compile error or the lack of memory by name.
 */
export async function createResources(
  device: GPUDevice,
  grid: Grid,
  shape: PlanShape,
  given: ClothBuffers,
  needed: readonly KernelName[],
): Promise<ClothResources> {
  const bytes = PARTICLE_BYTES * grid.particleCount;
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
  const hands = make('hands', HANDS_BYTES + 16 * seekPartCount(grid), storage);
  const anchors = make('anchors', 4 * ANCHOR_WORDS * MAX_ANCHORS, storage);
  const measured = make('measured', MEASURE_BYTES * measurePartCount(grid), storage);
  const edit = make('edit', EDIT_BYTES, uniform);
  const colliders = make('colliders', COLLIDERS_BYTES, uniform);
  const destroy = () => {
    for (const buffer of own) buffer.destroy();
  };
  const memoryError = await device.popErrorScope();
  if (memoryError !== null) {
    destroy();
    throw new ClothError('device', memoryError.message, `memory for ${grid.columns} x ${grid.rows} cells`);
  }

  const types: readonly GPUBufferBindingType[] = [
    ...(['uniform', 'uniform', 'uniform'] as const),
    ...new Array<GPUBufferBindingType>(7).fill('storage'),
    ...(['uniform', 'uniform'] as const),
  ];
  const entries = types.map((type, binding) => ({
    binding,
    visibility: STAGE_COMPUTE,
    buffer: binding === 1 ? { type, hasDynamicOffset: true, minBindingSize: TASK_BYTES } : { type },
  }));
  const layout = device.createBindGroupLayout({ label: 'cloth', entries });
  const pipelineLayout = device.createPipelineLayout({ label: 'cloth', bindGroupLayouts: [layout] });
  const kernels = new Kernels(device, grid, shape, pipelineLayout);
  try {
    await kernels.prepare(needed);
    const bindTasks = (tasks: GPUBuffer) => {
      const buffers = [
        settings,
        tasks,
        frame,
        position,
        velocity,
        predicted,
        hands,
        anchors,
        normal,
        measured,
        edit,
        colliders,
      ];
      return device.createBindGroup({
        label: 'cloth',
        layout,
        entries: buffers.map((buffer, binding) => ({
          binding,
          resource: binding === 1 ? { buffer, size: TASK_BYTES } : { buffer },
        })),
      });
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
      kernels,
      bindTasks,
      destroy,
    };
  } catch (error) {
    destroy();
    throw error;
  }
}

function checkGiven(field: string, buffer: GPUBuffer | undefined, bytes: number): void {
  if (buffer === undefined) return;
  if (buffer.size < bytes) throw new ClothError(`${field}.size`, buffer.size, `>= ${bytes} bytes`);
  const needed = usage.STORAGE | usage.COPY_SRC | usage.COPY_DST;
  if ((buffer.usage & needed) !== needed)
    throw new ClothError(`${field}.usage`, buffer.usage, 'STORAGE | COPY_SRC | COPY_DST');
}

/** A stretch of a buffer to read. */
export interface Stretch {
  readonly buffer: GPUBuffer;
  readonly offset: number;
  readonly size: number;
}

/**
 * Records copies of the stretches into a new staging buffer; the returned function maps it once submitted, and rejects
 * with a `ClothError` if the device is lost before it is there or has no memory for it.
 */
export function recordReadback(
  device: GPUDevice,
  encoder: GPUCommandEncoder,
  stretches: readonly Stretch[],
): () => Promise<ArrayBuffer> {
  const size = stretches.reduce((sum, stretch) => sum + stretch.size, 0);
  const staging = device.createBuffer({
    label: 'cloth read-back',
    size,
    usage: usage.MAP_READ | usage.COPY_DST,
  });
  let offset = 0;
  for (const stretch of stretches) {
    encoder.copyBufferToBuffer(stretch.buffer, stretch.offset, staging, offset, stretch.size);
    offset += stretch.size;
  }
  return async () => {
    try {
      await staging.mapAsync(MAP_READ_MODE);
      return staging.getMappedRange().slice(0);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new ClothError(
        'device',
        reason,
        'one that is there, with memory, until what is read has come back',
      );
    } finally {
      staging.destroy();
    }
  };
}
