/** Everything a cloth owns on one device: buffers, kernels and bind groups. */

import { COLLIDER_FLOATS } from '../colliders.js';
import { MAX_COLLIDERS, MAX_HANDS, PARTICLE_BYTES } from '../constants.js';
import type { FieldAtlas } from '../distance-field.js';
import { ClothError } from '../errors.js';
import type { ReactionStaging } from '../reactions-part.js';
import type { Sheet } from '../sheet.js';
import type { ClothBuffers } from '../types.js';
import { ApartBuffers, memoryFor } from './apart-buffers.js';
import { ANCHORS_BYTES, anchorBytes, piecesOffset, STAGE_COMPUTE, textureUsage, usage } from './device.js';
import { Kernels } from './kernels.js';
import { MEASURE_BYTES } from './measure.wgsl.js';
import { meshWords } from './mesh.wgsl.js';
import { checkBuffers } from './options.js';
import { hasPieces, pieceWords } from './pieces.js';
import { bindsSelfCollision, type KernelName, type PlanShape, TASK_BYTES } from './plan.js';
import { measurePartCount, seekPartCount } from './reduction.js';

/** Bytes of the small buffers, as laid out in common.wgsl.ts. */
export const SETTINGS_BYTES = 256;
export const FRAME_BYTES: number = 16 + 32 * MAX_HANDS;
export const HANDS_BYTES: number = 16 * MAX_HANDS;
export const EDIT_BYTES = 64;
const COLLIDERS_BYTES: number = 4 * COLLIDER_FLOATS * MAX_COLLIDERS;

/** Usage of the buffers that are drawn from. */
const VERTEX_USAGE = usage.VERTEX | usage.STORAGE | usage.COPY_SRC | usage.COPY_DST;

/** Buffers and kernels of a cloth. The buffer of task records is not part of it, because it changes with the frame plan. */
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
  /** Read-backs of what the colliders feel, in a cloth with `reactions`. */
  readonly staging: ReactionStaging | null;
  readonly kernels: Kernels;
  /** Creates the bind group for a table of task records. */
  bindTasks(tasks: GPUBuffer): GPUBindGroup;
  /** Same for the kernels of self-collision. Creates their buffers if they do not exist yet. */
  bindSelfCollision(tasks: GPUBuffer): GPUBindGroup;
  /** The buffers of self-collision. */
  readonly apart: ApartBuffers;
  /** Destroys the buffers that the cloth created. */
  destroy(): void;
}

/**
 * Creates the buffers and compiles the kernels that are `needed` before the first frame. Rejects with an error that names the
 * unsuitable given buffer, the compile error or the missing memory.
 */
export async function createResources(
  device: GPUDevice,
  sheet: Sheet,
  shape: PlanShape,
  given: ClothBuffers,
  needed: readonly KernelName[],
  atlas: FieldAtlas,
): Promise<ClothResources> {
  const bytes = PARTICLE_BYTES * sheet.particleCount;
  checkBuffers('buffers', given);
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
  // in the order of their bindings, see common.wgsl.ts; the records of the tasks come after the settings
  const bound = {
    settings: make('settings', SETTINGS_BYTES, uniform),
    frame: make('frame', FRAME_BYTES, uniform),
    position: given.position ?? make('positions', bytes, VERTEX_USAGE),
    velocity: make('velocities', bytes, storage),
    predicted: make('predicted', bytes, storage),
    hands: make('hands', HANDS_BYTES + 16 * seekPartCount(sheet), storage),
    anchors: make('anchors', anchorBytes(sheet), storage),
    normal: given.normal ?? make('normals', bytes, VERTEX_USAGE),
    measured: make('measured', MEASURE_BYTES * measurePartCount(sheet), storage),
    edit: make('edit', EDIT_BYTES, uniform),
    colliders: make('colliders', COLLIDERS_BYTES, uniform),
  };
  const indices = sheet.tears?.gpu.makeIndices(make) ?? null;
  const staging = sheet.reactions?.gpu.makeStaging(make) ?? null;
  const fields = atlas.depth > 0 ? createFieldTexture(device, atlas) : null;
  const apart = new ApartBuffers(device, sheet);
  if (needed.some(bindsSelfCollision)) apart.make();
  const destroy = () => {
    for (const buffer of own) buffer.destroy();
    apart.drop();
    fields?.destroy();
  };
  const memoryError = await device.popErrorScope();
  if (memoryError !== null) {
    const lack = memoryFor([...own, ...apart.list], sheet);
    destroy();
    throw new ClothError('device', memoryError.message, lack);
  }

  if (sheet.isMesh) device.queue.writeBuffer(bound.anchors, ANCHORS_BYTES, meshWords(sheet));
  if (hasPieces(sheet)) device.queue.writeBuffer(bound.anchors, piecesOffset(sheet), pieceWords(sheet));
  const common = createLayout(device, COMMON_BINDINGS, fields !== null);
  let selfCollision: Layout | null = null;
  const layoutFor = (name: KernelName) => {
    if (!bindsSelfCollision(name)) return common;
    selfCollision ??= createLayout(device, SELF_COLLISION_BINDINGS, fields !== null);
    return selfCollision;
  };
  const kernels = new Kernels(device, sheet, shape, fields !== null, (name) => layoutFor(name).pipeline);
  const bind = ({ bindings, group }: Layout, tasks: GPUBuffer) => {
    const [first, ...others] = Object.values(bound);
    const buffers = [first, tasks, ...others, ...apart.list];
    const entries: GPUBindGroupEntry[] = bindings.map((binding) => {
      const buffer = buffers[binding];
      return { binding, resource: binding === 1 ? { buffer, size: TASK_BYTES } : { buffer } };
    });
    if (fields !== null) entries.push({ binding: FIELDS_BINDING, resource: fields.createView() });
    return device.createBindGroup({ label: 'cloth', layout: group, entries });
  };
  try {
    await kernels.prepare(needed);
    const bindTasks = (tasks: GPUBuffer) => bind(common, tasks);
    const bindSelfCollision = (tasks: GPUBuffer) => {
      if (apart.list.length === 0) apart.ask();
      return apart.tryOut(() => bind(layoutFor('separate'), tasks));
    };
    return {
      device,
      ...bound,
      indices,
      staging,
      kernels,
      bindTasks,
      bindSelfCollision,
      apart,
      destroy,
    };
  } catch (error) {
    destroy();
    throw error;
  }
}

/** Bindings of the kernels without and with self-collision. Each list has at most 8 storage buffers, which every device supports. */
const COMMON_BINDINGS: readonly number[] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
const SELF_COLLISION_BINDINGS: readonly number[] = [0, 1, 2, 3, 4, 5, 7, 11, 12, 13, 14, 15];
const UNIFORM_BINDINGS: readonly number[] = [0, 1, 2, 10, 11];
/** Binding of the texture of distance fields, in both lists if the cloth has any. */
const FIELDS_BINDING = 16;

interface Layout {
  readonly bindings: readonly number[];
  readonly group: GPUBindGroupLayout;
  readonly pipeline: GPUPipelineLayout;
}

function createLayout(device: GPUDevice, bindings: readonly number[], hasFields: boolean): Layout {
  const entries: GPUBindGroupLayoutEntry[] = bindings.map((binding) => {
    const type: GPUBufferBindingType = UNIFORM_BINDINGS.includes(binding) ? 'uniform' : 'storage';
    return {
      binding,
      visibility: STAGE_COMPUTE,
      buffer: binding === 1 ? { type, hasDynamicOffset: true, minBindingSize: TASK_BYTES } : { type },
    };
  });
  if (hasFields)
    entries.push({
      binding: FIELDS_BINDING,
      visibility: STAGE_COMPUTE,
      texture: { sampleType: 'unfilterable-float', viewDimension: '3d' },
    });
  const group = device.createBindGroupLayout({ label: 'cloth', entries });
  const pipeline = device.createPipelineLayout({ label: 'cloth', bindGroupLayouts: [group] });
  return { bindings, group, pipeline };
}

/** The texture of the distance fields, filled. */
function createFieldTexture(
  device: GPUDevice,
  { fields, layers, width, height, depth }: FieldAtlas,
): GPUTexture {
  const texture = device.createTexture({
    label: 'cloth fields',
    dimension: '3d',
    size: [width, height, depth],
    format: 'r32float',
    usage: textureUsage.COPY_DST | textureUsage.TEXTURE_BINDING,
  });
  fields.forEach(({ counts, distances }, index) => {
    device.queue.writeTexture(
      { texture, origin: [0, 0, layers[index]] },
      distances,
      { bytesPerRow: 4 * counts.x, rowsPerImage: counts.y },
      [counts.x, counts.y, counts.z],
    );
  });
  return texture;
}

function checkGiven(field: string, buffer: GPUBuffer | undefined, bytes: number): void {
  if (buffer === undefined) return;
  if (buffer.size < bytes) throw new ClothError(`${field}.size`, buffer.size, `>= ${bytes} bytes`);
  const needed = usage.STORAGE | usage.COPY_SRC | usage.COPY_DST;
  if ((buffer.usage & needed) !== needed)
    throw new ClothError(`${field}.usage`, buffer.usage, 'STORAGE | COPY_SRC | COPY_DST');
}
