/** The gas of a mesh on the GPU: its kernels, and how much of it there is, which is written when it has changed. */

import type { Mesh } from '../mesh.js';
import type { Filling, GpuGas } from '../pressure-part.js';
import { partsOffset } from './device.js';
import type { Source } from './kernels.js';
import { pieceTableOf } from './pieces.js';
import { gasRecords, gasWgsl, swellWgsl } from './pressure.wgsl.js';
import type { ClothResources } from './resources.js';
import { steadyWgsl } from './spin.wgsl.js';

export class GasTable implements GpuGas {
  readonly member: string;
  readonly bytes: number;
  readonly common: string;
  readonly sources: readonly Source[];
  readonly shellCount: number;
  readonly #offset: number;
  readonly #filling: Filling;
  /** Number of each shell in the mesh, in the order of the kernels. */
  readonly #order: readonly number[];
  /** What is written before each step, 4 numbers for each shell: N, a, -1 / 6 if its triangles face inwards or else 1 / 6, 0. */
  readonly #words: Float32Array<ArrayBuffer>;
  /** Where it was written. */
  #buffer: GPUBuffer | null = null;

  /** `signs` has -1 for a shell whose triangles face inwards. */
  constructor(mesh: Mesh, signs: Int8Array, filling: Filling) {
    const { order } = pieceTableOf(mesh);
    this.#order = order;
    this.shellCount = order.length;
    const records = gasRecords(mesh);
    this.member = `, gas: array<vec4f, ${records}>`;
    this.bytes = 16 * records;
    this.common = gasWgsl(mesh);
    this.sources = [
      { names: ['swell', 'swellJoin'], code: swellWgsl },
      { names: ['steady'], code: steadyWgsl(order.length === 1) },
    ];
    this.#offset = partsOffset(mesh);
    this.#filling = filling;
    this.#words = new Float32Array(4 * order.length);
    order.forEach((shell, k) => {
      this.#words[4 * k + 2] = signs[shell] / 6;
    });
  }

  write({ device, anchors: buffer }: ClothResources): void {
    const words = this.#words;
    const order = this.#order;
    let isWritten = this.#buffer === buffer;
    this.#buffer = buffer;
    const a = Math.fround(this.#filling.ambient);
    for (let k = 0; k < order.length; k++) {
      const N = Math.fround(this.#filling.amountIn(order[k]));
      isWritten &&= words[4 * k] === N && words[4 * k + 1] === a;
      words[4 * k] = N;
      words[4 * k + 1] = a;
    }
    if (!isWritten) device.queue.writeBuffer(buffer, this.#offset, words);
  }
}
