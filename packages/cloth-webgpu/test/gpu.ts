/** Helpers shared by the GPU tests. */

import { keepPipelines } from '@otedama/tooling/gpu';
import { clothDeviceDescriptor } from '../src/index.js';

/** A device with the limits for every plan. Fails without an adapter, because a skipped GPU test would prove nothing. */
export async function requestDevice(): Promise<GPUDevice> {
  const adapter = await navigator.gpu.requestAdapter();
  if (adapter === null) throw new Error('no WebGPU adapter');
  const device = await adapter.requestDevice(clothDeviceDescriptor(adapter));
  device.addEventListener('uncapturederror', (event) => {
    errors.push(event.error.message);
  });
  keepPipelines(device);
  return device;
}

/** Uncaught validation errors. A test that used the GPU ends by checking that there are none. */
export const errors: string[] = [];

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
