/** Reads data back from the GPU: stretches of buffers are copied into a staging buffer, which is then mapped. */

import { MAX_HANDS, PARTICLE_BYTES } from '../constants.js';
import { ClothError } from '../errors.js';
import type { Sheet } from '../sheet.js';
import { MAP_READ_MODE, usage } from './device.js';
import { MEASURE_BYTES } from './measure.wgsl.js';
import { type ClothResources, HANDS_BYTES } from './resources.js';

/** A stretch of a buffer to read: offset and size in bytes. */
export interface Stretch {
  readonly buffer: GPUBuffer;
  readonly offset: number;
  readonly size: number;
}

/**
 * Records copies of the stretches into a new staging buffer. Call the returned function after the submit: it maps the buffer and resolves
 * with the bytes. It rejects with a `ClothError` if the device is lost before that or has no memory for the buffer.
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

/** The result of a measurement. */
export function measuredStretch({ measured }: ClothResources): Stretch {
  return { buffer: measured, offset: 0, size: MEASURE_BYTES };
}

/** All of a buffer with one record per particle. */
export function particleStretch(buffer: GPUBuffer, { particleCount }: Sheet): Stretch {
  return { buffer, offset: 0, size: PARTICLE_BYTES * particleCount };
}

/** Positions, velocities and broken edges, as `decodeState` reads them. */
export function stateStretches(resources: ClothResources, sheet: Sheet): Stretch[] {
  const { position, velocity } = resources;
  const broken = sheet.tears?.gpu.stretch(resources);
  const both = [particleStretch(position, sheet), particleStretch(velocity, sheet)];
  return broken ? [...both, broken] : both;
}

/** The records of all hands. */
export function handsStretch({ hands }: ClothResources): Stretch {
  return { buffer: hands, offset: 0, size: HANDS_BYTES };
}

/** The record of one hand. */
export function handStretch({ hands }: ClothResources, slot: number): Stretch {
  return { buffer: hands, offset: (slot * HANDS_BYTES) / MAX_HANDS, size: HANDS_BYTES / MAX_HANDS };
}

/** Reads the stretches as they are now, in a submit of its own. */
export function readNow(device: GPUDevice, stretches: readonly Stretch[]): Promise<ArrayBuffer> {
  const encoder = device.createCommandEncoder({ label: 'cloth read-back' });
  const read = recordReadback(device, encoder, stretches);
  device.queue.submit([encoder.finish()]);
  return read();
}
