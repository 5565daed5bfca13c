/** Reads back what the kernels have added up for the colliders: a copy per frame, which arrives some frames later. */

import type { GpuReactions } from '../reactions-part.js';
import { MAP_READ_MODE, usage } from './device.js';
import { reactCall, reactWgsl, SUM_WORDS, unitExponent } from './reactions.wgsl.js';
import type { ClothResources } from './resources.js';

/** Number of staging buffers: frames whose sums may be on their way. If all are, the sums stay on the GPU until the next frame. */
const RING = 4;

const BYTES = 4 * SUM_WORDS;

/** The sums on the GPU, which are added to `sums` when they have been read. */
export class ReactionReader implements GpuReactions {
  readonly member: string = /* wgsl */ `, reactions: array<atomic<u32>, ${SUM_WORDS}>`;
  readonly common: string;
  readonly call: string = reactCall;
  readonly bytes: number = BYTES;
  readonly #sums: Float64Array;
  readonly #epoch: () => number;
  /** A unit of the sums on the GPU, N s or N m s. */
  readonly #unit: number;
  /** Staging buffers that are free. */
  #free: GPUBuffer[] = [];
  /** The copy of this frame, whose mapping may begin after the submit. */
  #recorded: GPUBuffer | null = null;
  /** The epoch of the oldest contact that is still in the sums on the GPU; null for none. */
  #left: number | null = null;

  constructor(sums: Float64Array, epoch: () => number, inverseMass: Float32Array) {
    this.#sums = sums;
    this.#epoch = epoch;
    const exponent = unitExponent(inverseMass);
    this.#unit = 2 ** -exponent;
    this.common = reactWgsl(exponent);
  }

  makeStaging(make: (label: string, size: number, flags: number) => GPUBuffer): void {
    const flags = usage.MAP_READ | usage.COPY_DST;
    this.#free = Array.from({ length: RING }, () => make('reactions', BYTES, flags));
    this.#left = null;
  }

  record(encoder: GPUCommandEncoder, { anchors }: ClothResources): void {
    this.#left ??= this.#epoch();
    const staging = this.#free.pop();
    if (staging === undefined) return;
    encoder.copyBufferToBuffer(anchors, anchors.size - BYTES, staging, 0, BYTES);
    encoder.clearBuffer(anchors, anchors.size - BYTES, BYTES);
    this.#recorded = staging;
  }

  submitted(): void {
    const staging = this.#recorded;
    if (staging === null) return;
    const epoch = this.#left;
    const free = this.#free;
    this.#recorded = this.#left = null;
    staging.mapAsync(MAP_READ_MODE).then(
      () => {
        if (epoch === this.#epoch()) this.#add(new Uint32Array(staging.getMappedRange()));
        staging.unmap();
        free.push(staging);
      },
      // the device was lost or the cloth disposed of
      () => {},
    );
  }

  #add(words: Uint32Array): void {
    for (let k = 0; k < this.#sums.length; k++)
      this.#sums[k] += ((words[2 * k + 1] | 0) * 2 ** 32 + words[2 * k]) * this.#unit;
  }
}
