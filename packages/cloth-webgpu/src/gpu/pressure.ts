/** The gas of a mesh on the GPU: its kernels, and how much of it there is, which is written when it has changed. */

import { MOST_WORKGROUPS } from '../constants.js';
import type { Mesh } from '../mesh.js';
import type { Filling, GasJoin, GpuGas } from '../pressure-part.js';
import type { Shells } from '../shells.js';
import { FAN_SHARE, GATHER_THREADS, JOIN_FAN, partCount } from './common.wgsl.js';
import { ANCHORS_BYTES } from './device.js';
import type { Source } from './kernels.js';
import { meshWordCount } from './mesh.wgsl.js';
import { gasRecords, gasWgsl, type ShellTable, shellWords, swellWgsl } from './pressure.wgsl.js';
import type { ClothResources } from './resources.js';
import { steadyWgsl } from './spin.wgsl.js';

export class GasTable implements GpuGas {
  readonly member: string;
  readonly bytes: number;
  readonly common: string;
  readonly sources: readonly Source[];
  readonly shellCount: number;
  readonly parts: number;
  readonly joins: readonly GasJoin[];
  readonly #offset: number;
  readonly #filling: Filling;
  readonly #table: ShellTable;
  /** What is written before each step, 4 numbers for each shell: N, a, -1 / 6 if its triangles face inwards or else 1 / 6, 0. */
  readonly #words: Float32Array<ArrayBuffer>;
  /** The tables of shells, of a mesh with several, and their place behind the records. */
  readonly #shells: Uint32Array<ArrayBuffer>;
  readonly #shellsOffset: number;
  /** Where both were written. */
  #buffer: GPUBuffer | null = null;

  /** `signs` has -1 for a shell whose triangles face inwards. */
  constructor(mesh: Mesh, shells: Shells, signs: Int8Array, filling: Filling) {
    const { particleCount } = mesh;
    const { starts } = shells.particles;
    const table = shellTable(Array.from(signs, (_, shell) => starts[shell + 1] - starts[shell]));
    const { order, partCount } = table;
    this.#table = table;
    this.shellCount = shells.count;
    this.parts = partCount;
    this.joins = joinsOf(table);
    const records = gasRecords(table, particleCount);
    this.#shells = shellWords(table, shells);
    const hasShells = this.#shells.length > 0;
    this.member = `, gas: array<vec4f, ${records}>${hasShells ? `, shells: array<u32, ${this.#shells.length}>` : ''}`;
    this.bytes = 16 * records + this.#shells.byteLength;
    this.common = gasWgsl(table, particleCount);
    this.sources = [
      { names: ['swell', 'swellJoin'], code: swellWgsl },
      { names: ['steady'], code: steadyWgsl(shells.count === 1) },
    ];
    this.#offset = ANCHORS_BYTES + 4 * meshWordCount(mesh);
    this.#shellsOffset = this.#offset + 16 * records;
    this.#filling = filling;
    this.#words = new Float32Array(4 * shells.count);
    order.forEach((shell, k) => {
      this.#words[4 * k + 2] = signs[shell] / 6;
    });
  }

  write({ device, anchors: buffer }: ClothResources): void {
    const words = this.#words;
    const { order } = this.#table;
    let isWritten = this.#buffer === buffer;
    if (!isWritten && this.#shells.length > 0)
      device.queue.writeBuffer(buffer, this.#shellsOffset, this.#shells);
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

/** The table of shells of these numbers of particles. So many records that threads have few particles, if a dispatch allows as many. */
export function shellTable(sizes: readonly number[]): ShellTable {
  const shells = sizes.map((_, shell) => shell);
  for (let share = FAN_SHARE; ; share *= JOIN_FAN) {
    const partsOf = (shell: number) => partCount(sizes[shell], share);
    const order = [...shells].sort((a, b) => partsOf(b) - partsOf(a));
    const parts = order.map(partsOf);
    const total = parts.reduce((sum, each) => sum + each, 0);
    if (total <= GATHER_THREADS * MOST_WORKGROUPS) return { order, parts, partCount: total };
  }
}

/** The levels: at each, those shells are left that have more than one record so far. They are the first ones. */
function joinsOf({ parts }: ShellTable): GasJoin[] {
  const joins: GasJoin[] = [];
  for (let stride = 1; stride < parts[0]; stride *= JOIN_FAN) {
    const count = parts.reduce((sum, each) => (each > stride ? sum + each : sum), 0);
    joins.push({ stride, count });
  }
  return joins;
}
