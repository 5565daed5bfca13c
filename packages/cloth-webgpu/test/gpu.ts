/** Helpers shared by the GPU tests. */

import { keepPipelines } from '@otedama/tooling/gpu';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { createTunedClothGpu } from '../src/gpu/cloth-gpu.js';
import type { PlanTuning } from '../src/gpu/plan.js';
import {
  type ClothDefinition,
  type ClothGpu,
  type ClothGpuOptions,
  clothDeviceDescriptor,
} from '../src/index.js';

/** Kernels of hands, pins, pushes and teleports, which no frame waits for. */
const COMMANDS = /^cloth (take|change|seek|seekJoin|reach|carry|carrySkin|impulsePart|impulse)$/;

/**
 * A device with the limits for every plan. Fails without an adapter, because a skipped GPU test would prove nothing. It does not compile the
 * kernels of commands in advance, which would be half of the compilation for cloths that need none: the first command of a kind creates its
 * kernel, as it does where a command comes before its kernel is ready.
 */
export async function requestDevice(): Promise<GPUDevice> {
  const adapter = await navigator.gpu.requestAdapter();
  if (adapter === null) throw new Error('no WebGPU adapter');
  const device = await adapter.requestDevice(clothDeviceDescriptor(adapter));
  device.addEventListener('uncapturederror', (event) => {
    errors.push(event.error.message);
  });
  keepPipelines(device);
  const compile = device.createComputePipelineAsync.bind(device);
  device.createComputePipelineAsync = (descriptor) =>
    COMMANDS.test(descriptor.label ?? '') ? new Promise(() => {}) : compile(descriptor);
  return device;
}

/** Uncaught validation errors. A test that used the GPU ends by checking that there are none. */
export const errors: string[] = [];

/** The device that the tests of a file share, so that equal kernels are compiled once, and a maker of cloths on it. */
export interface SharedDevice {
  readonly device: GPUDevice;
  /** A cloth that lasts until the end of the file, on this device or on another one. */
  make(
    definition: ClothDefinition,
    options?: ClothGpuOptions,
    on?: GPUDevice,
    tuning?: PlanTuning,
  ): Promise<ClothGpu>;
}

/** Gives the tests of a file a device, and fails those that end with a validation error. */
export function shareDevice(): SharedDevice {
  let device: GPUDevice;
  const made: ClothGpu[] = [];
  beforeAll(async () => {
    device = await requestDevice();
  });
  afterEach(() => {
    expect(errors).toEqual([]);
  });
  afterAll(() => {
    for (const cloth of made) cloth.dispose();
    device.destroy();
  });
  return {
    get device() {
      return device;
    },
    async make(definition, options = {}, on = device, tuning = {}) {
      const cloth = await createTunedClothGpu(on, definition, options, tuning);
      made.push(cloth);
      return cloth;
    },
  };
}

/** FNV-1a over the bits of an array. */
export function hash(array: Float32Array): number {
  let value = 0x811c9dc5;
  for (const word of new Uint32Array(array.buffer, array.byteOffset, array.length))
    value = Math.imul(value ^ word, 0x01000193);
  return value >>> 0;
}

/** Largest distance of two particles with the same id, metres. NaN if a coordinate is NaN. */
export function largestDistance(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) throw new Error('lengths differ');
  let largest = 0;
  for (let o = 0; o < a.length; o += 4) {
    const squared = [0, 1, 2].reduce((sum, axis) => sum + (a[o + axis] - b[o + axis]) ** 2, 0);
    if (!(Math.sqrt(squared) <= largest)) largest = Math.sqrt(squared);
  }
  return largest;
}
