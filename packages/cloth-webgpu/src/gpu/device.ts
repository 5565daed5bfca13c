/** WebGPU's flags as numbers (their globals are missing outside browsers), the limits that a cloth needs, and the device descriptor. */

import { MAX_ANCHORS, MAX_HANDS, PARTICLE_BYTES } from '../constants.js';
import { resolveDefinition } from '../definition.js';
import { ClothError } from '../errors.js';
import { describeSheet, type Sheet } from '../sheet.js';
import type { ClothDefinition } from '../types.js';
import { meshWordCount } from './mesh.wgsl.js';
import { pieceBytes } from './pieces.js';

/** GPUBufferUsage. */
export const usage = {
  MAP_READ: 0x01,
  COPY_SRC: 0x04,
  COPY_DST: 0x08,
  INDEX: 0x10,
  VERTEX: 0x20,
  UNIFORM: 0x40,
  STORAGE: 0x80,
} as const;

/** GPUTextureUsage. */
export const textureUsage = { COPY_DST: 0x02, TEXTURE_BINDING: 0x04 } as const;

/** GPUShaderStage.COMPUTE and GPUMapMode.READ. */
export const STAGE_COMPUTE = 0x4;
export const MAP_READ_MODE = 0x1;

/** Storage buffers that a kernel binds, at most: the number that every WebGPU device supports. */
const STORAGE_BUFFERS = 8;

/** 32-bit words of an anchor, and bytes of the table of anchors and hands. */
export const ANCHOR_WORDS = 12;
export const ANCHORS_BYTES: number = 4 * ANCHOR_WORDS * (MAX_ANCHORS + MAX_HANDS);

/** Bytes of the buffer `anchors`: the anchors, for a mesh the tables behind them, those of the pieces, and those of parts. */
export function anchorBytes(sheet: Sheet): number {
  const { gas, limits, reactions } = sheet;
  return partsOffset(sheet) + (gas?.gpu.bytes ?? 0) + (limits?.gpu.bytes ?? 0) + (reactions?.gpu.bytes ?? 0);
}

/** Where the tables of the pieces start in that buffer, and those of parts, behind the positions at the last look. */
export const piecesOffset = (sheet: Sheet): number =>
  ANCHORS_BYTES + (sheet.isMesh ? 4 * meshWordCount(sheet) : 0);
export const partsOffset = (sheet: Sheet): number =>
  piecesOffset(sheet) + pieceBytes(sheet) + PARTICLE_BYTES * sheet.particleCount;

/** The device limits that a cloth needs. */
function requiredLimits(sheet: Sheet): Readonly<Record<string, number>> {
  const bytes = PARTICLE_BYTES * sheet.particleCount;
  const tables = anchorBytes(sheet);
  return {
    maxStorageBufferBindingSize: Math.max(bytes, tables),
    // a checkpoint is read back as one buffer: measurement, positions and velocities
    maxBufferSize: Math.max(2 * bytes + 80, tables),
    maxStorageBuffersPerShaderStage: STORAGE_BUFFERS,
    maxComputeInvocationsPerWorkgroup: 256,
  };
}

/** Refuses a value that is not a device, for example an adapter or a renderer's engine. */
export function requireDevice(field: string, value: unknown): void {
  const device = value as Partial<GPUDevice> | null | undefined;
  if (typeof device?.createBuffer !== 'function' || device.limits === undefined || device.queue === undefined)
    throw new ClothError(field, value, 'a GPUDevice');
}

/** Refuses a device with a limit that is too low for the sheet. The error names the limit. */
export function checkLimits(sheet: Sheet, limits: GPUSupportedLimits): void {
  for (const [name, least] of Object.entries(requiredLimits(sheet))) {
    const value = limits[name as keyof GPUSupportedLimits] as number | undefined;
    if (value !== undefined && value < least)
      throw new ClothError(`device.limits.${name}`, value, `>= ${least} for ${describeSheet(sheet)}`);
  }
}

/**
 * Returns what to pass to `adapter.requestDevice` so that a cloth can use its fastest plan: the adapter's own limits for workgroup
 * memory and threads, and buffers large enough for `definition`. (WebGPU's default limits of 16 KiB and 256 threads are too low for the
 * plan 'whole' with a 50 x 50 cloth.) Never asks for more than the adapter has.
 */
export function clothDeviceDescriptor(
  adapter: GPUAdapter,
  definition: ClothDefinition = {},
): GPUDeviceDescriptor {
  const limits: Record<string, number> = {};
  for (const name of [
    'maxComputeWorkgroupStorageSize',
    'maxComputeInvocationsPerWorkgroup',
    'maxComputeWorkgroupSizeX',
  ] as const)
    limits[name] = adapter.limits[name];
  for (const [name, least] of Object.entries(requiredLimits(resolveDefinition(definition).sheet))) {
    const most = adapter.limits[name as keyof GPUSupportedLimits] as number;
    limits[name] = Math.max(limits[name] ?? 0, Math.min(least, most));
  }
  return { requiredLimits: limits };
}

/** Whether the device is emulated on the CPU, where barriers within a workgroup cost more than dispatches. */
export function isSoftware(device: GPUDevice): boolean {
  const info = device.adapterInfo as GPUAdapterInfo | undefined;
  if (info === undefined) return false;
  const words = `${info.vendor} ${info.architecture} ${info.device} ${info.description}`.toLowerCase();
  return info.isFallbackAdapter === true || /swiftshader|llvmpipe|lavapipe|basic render/.test(words);
}
