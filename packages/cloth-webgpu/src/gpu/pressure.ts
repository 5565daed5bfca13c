/** The gas of a mesh on the GPU: its kernels, and how much of it there is, which is written when it has changed. */

import type { Mesh } from '../mesh.js';
import type { Filling, GpuGas } from '../pressure-part.js';
import { gasPartCount } from './common.wgsl.js';
import { ANCHORS_BYTES } from './device.js';
import type { Source } from './kernels.js';
import { meshWordCount } from './mesh.wgsl.js';
import { gasRecords, gasWgsl, swellWgsl } from './pressure.wgsl.js';
import type { ClothResources } from './resources.js';
import { steadyWgsl } from './spin.wgsl.js';

export class GasTable implements GpuGas {
  readonly member: string;
  readonly bytes: number;
  readonly common: string;
  readonly sources: readonly Source[];
  readonly isOnePiece: boolean;
  readonly parts: number;
  readonly #offset: number;
  readonly #filling: () => Filling;
  /** What was written, and where. */
  #written: (Filling & { readonly buffer: GPUBuffer }) | null = null;

  /** `sign` is -1 for a mesh whose triangles face inwards. */
  constructor(mesh: Mesh, sign: 1 | -1, isOnePiece: boolean, filling: () => Filling) {
    const { particleCount } = mesh;
    this.parts = gasPartCount(particleCount);
    this.isOnePiece = isOnePiece;
    const records = gasRecords(this.parts, particleCount, isOnePiece);
    this.member = /* wgsl */ `, gas: array<vec4f, ${records}>`;
    this.bytes = 16 * records;
    this.common = gasWgsl(this.parts, particleCount, isOnePiece);
    const swell: Source = { names: ['swell', 'swellJoin'], code: swellWgsl(sign) };
    this.sources = isOnePiece ? [swell, { names: ['steady'], code: steadyWgsl }] : [swell];
    this.#offset = ANCHORS_BYTES + 4 * meshWordCount(mesh);
    this.#filling = filling;
  }

  write({ device, anchors: buffer }: ClothResources): void {
    const { amount, ambient } = this.#filling();
    const last = this.#written;
    if (last?.buffer === buffer && last.amount === amount && last.ambient === ambient) return;
    this.#written = { buffer, amount, ambient };
    device.queue.writeBuffer(buffer, this.#offset, Float32Array.of(amount, ambient));
  }
}
