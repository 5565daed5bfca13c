/** Uploads the limits of a cloth and its skin, from lists or from buffers. */

import { LARGEST_INPUT } from '../constants.js';
import { END, NEXT, NORMALS, START } from '../cpu/limits.js';
import type { GpuLimits } from '../limits-part.js';
import type { Sheet } from '../sheet.js';
import type { SkinBuffers } from '../skin.js';
import { COLOR_THREADS } from './colors.wgsl.js';
import { partsOffset } from './device.js';
import type { Source } from './kernels.js';
import { aimWgsl, carrySkinWgsl, limitsWgsl } from './limits.wgsl.js';
import type { Dispatch, KernelName } from './plan.js';
import type { ClothResources } from './resources.js';

export class LimitsWriter implements GpuLimits {
  readonly member: string;
  readonly common: string;
  readonly source: Source;
  readonly carry: string;
  readonly dispatches: GpuLimits['dispatches'];
  readonly bytes: number;
  /** The regions of cpu/limits.ts. */
  readonly #words: Float32Array<ArrayBuffer>;
  readonly #hasBackstop: boolean;
  /** Bytes of a region, and of what is before the first one in the buffer of the anchors. */
  readonly #size: number;
  readonly #first: number;
  /** Whether the cloth is, or was, on a device. */
  takesBuffers = false;
  #resources: ClothResources | null = null;
  /** Whether `words` have where the skin was asked to be. They do not if it came from buffers. */
  #isKnown = true;
  /** Whether the limits on the device are switched off, because the skin is not known there. */
  #isOff = false;

  constructor(sheet: Sheet, words: Float32Array<ArrayBuffer>, hasBackstop: boolean) {
    const { particleCount } = sheet;
    this.#words = words;
    this.#hasBackstop = hasBackstop;
    this.#size = 16 * particleCount;
    this.#first = partsOffset(sheet) + (sheet.gas?.gpu.bytes ?? 0);
    this.bytes = words.byteLength;
    this.member = /* wgsl */ `, skin: array<vec4f, ${words.length / 4}>`;
    this.common = limitsWgsl(hasBackstop);
    this.source = { names: ['aim'], code: aimWgsl(hasBackstop) };
    this.carry = carrySkinWgsl(hasBackstop);
    const workgroups = Math.ceil(particleCount / COLOR_THREADS);
    // task 0 is the empty one
    const dispatch = (kernel: KernelName): Dispatch => ({ kernel, task: 0, workgroups });
    this.dispatches = { aim: dispatch('aim'), carrySkin: dispatch('carrySkin') };
  }

  attach(resources: ClothResources | null): void {
    this.#resources = resources;
    if (resources === null) return;
    this.takesBuffers = true;
    this.#isOff = !this.#isKnown;
    this.writeLimits();
    if (!this.#isKnown) return;
    // `aim` fills START from END, but runs only in frames in which the skin moves
    for (const region of [START, END, NEXT]) this.#upload(region, NEXT);
  }

  /** Uploads the limits, or none while the skin is not known. Call it when they have changed. */
  writeLimits(): void {
    const limits = this.#words.slice(0, this.#size / 4);
    if (this.#isOff) for (let o = 0; o < limits.length; o += 4) limits.set([LARGEST_INPUT, 0, 0], o);
    this.#resources?.device.queue.writeBuffer(this.#resources.anchors, this.#first, limits);
  }

  /** Uploads a region of the skin, and of its normals, from region `from`. */
  #upload(region: number, from: number): void {
    if (this.#resources === null) return;
    const { device, anchors } = this.#resources;
    const words = this.#size / 4;
    for (const first of this.#hasBackstop ? [0, NORMALS] : [0])
      device.queue.writeBuffer(
        anchors,
        this.#first + this.#size * (first + region),
        this.#words,
        words * (first + from),
        words,
      );
  }

  /** Uploads a region that was written on the CPU. */
  write(region: number): void {
    this.#isKnown = true;
    for (const to of this.#regionsOf(region)) this.#upload(to, region);
  }

  /** Copies buffers into `regions`. */
  copy({ positions, normals }: SkinBuffers, regions: readonly number[]): void {
    if (this.#resources === null) return;
    const { device, anchors } = this.#resources;
    this.#isKnown = false;
    const encoder = device.createCommandEncoder({ label: 'cloth skin' });
    for (const region of regions.flatMap((one) => this.#regionsOf(one))) {
      const to = this.#first + this.#size * region;
      encoder.copyBufferToBuffer(positions, 0, anchors, to, this.#size);
      if (normals !== null)
        encoder.copyBufferToBuffer(normals, 0, anchors, to + NORMALS * this.#size, this.#size);
    }
    device.queue.submit([encoder.finish()]);
  }

  /** Where a region goes: while the limits are off, to all of them, because there is no other place to start from. */
  #regionsOf(region: number): readonly number[] {
    if (!this.#isOff) return [region];
    this.#isOff = false;
    this.writeLimits();
    return [START, END, NEXT];
  }
}
