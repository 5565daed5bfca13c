/** Reads back what the kernels have added up for the colliders: a copy per frame, which arrives some frames later. */

import { MAX_COLLIDERS } from '../constants.js';
import type { GpuReactions, ReactionStaging } from '../reactions-part.js';
import { MAP_READ_MODE, usage } from './device.js';
import { COLLIDER_WORDS, reactCall, reactWgsl, SUMS, unitsOf } from './reactions.wgsl.js';
import type { ClothResources } from './resources.js';

/** Number of staging buffers: frames whose sums may be on their way. If all are, the sums stay on the GPU until the next frame. */
const RING = 4;

/** What 1 in the high word of a sum stands for. */
const HIGH = 4294967296;

const COLLIDER_BYTES = 4 * COLLIDER_WORDS;
const BYTES = COLLIDER_BYTES * MAX_COLLIDERS;

/** Where the sums go that have been read. */
export interface Ledger {
  /** Six numbers per collider: impulse xyz, N s, and angular impulse xyz, N m s. */
  readonly sums: Float64Array;
  /** Number of colliders. */
  readonly colliders: number;
  /** Counts how often everything so far was discarded. What was added on the GPU before that is not taken over. */
  readonly epoch: number;
}

/** The sums on the GPU, which are added to those of `ledger` when they have been read. */
export class ReactionReader implements GpuReactions {
  readonly member: string = /* wgsl */ `, reactions: array<atomic<u32>, ${COLLIDER_WORDS * MAX_COLLIDERS}>`;
  readonly common: string;
  readonly call: string = reactCall;
  readonly bytes: number = BYTES;
  readonly #ledger: Ledger;
  /** A unit of the sums on the GPU, N s or N m s. */
  readonly #unit: number;

  constructor(ledger: Ledger, inverseMass: Float32Array) {
    this.#ledger = ledger;
    const units = unitsOf(inverseMass);
    this.#unit = 1 / units;
    this.common = reactWgsl(units);
  }

  makeStaging(make: (label: string, size: number, flags: number) => GPUBuffer): ReactionStaging {
    const flags = usage.MAP_READ | usage.COPY_DST;
    return { free: Array.from({ length: RING }, () => make('reactions', BYTES, flags)), left: null };
  }

  record(encoder: GPUCommandEncoder, { anchors, staging }: ClothResources): (() => void) | undefined {
    const { colliders, epoch: now } = this.#ledger;
    if (staging === null || colliders === 0) return undefined;
    const epoch = staging.left ?? now;
    const buffer = staging.free.pop();
    staging.left = buffer === undefined ? epoch : null;
    if (buffer === undefined) return undefined;
    const first = anchors.size - BYTES;
    const bytes = COLLIDER_BYTES * colliders;
    encoder.copyBufferToBuffer(anchors, first, buffer, 0, bytes);
    encoder.clearBuffer(anchors, first, BYTES);
    return () => {
      buffer.mapAsync(MAP_READ_MODE, 0, bytes).then(
        () => {
          if (epoch === this.#ledger.epoch) this.#add(new Uint32Array(buffer.getMappedRange(0, bytes)));
          buffer.unmap();
          staging.free.push(buffer);
        },
        // the device was lost or the cloth disposed of
        () => {},
      );
    };
  }

  #add(words: Uint32Array): void {
    const { sums } = this.#ledger;
    for (let k = 0; k < words.length; k += 2) {
      const collider = Math.floor(k / COLLIDER_WORDS);
      sums[SUMS * collider + ((k / 2) % SUMS)] += ((words[k + 1] | 0) * HIGH + words[k]) * this.#unit;
    }
  }
}
