/**
 * The memory that the vector kernels of a thread share, with the kernels in it. It begins with the numbers that the kernels read; then
 * come the velocities of the bodies, which are lent to it, and what `SharedVectorKernels` lays out behind them.
 */
import type { BodyStore } from '@otedama/rigid';
import { moduleBytes } from './module-text.js';
import { VECTOR_KERNELS_WASM } from './vector-kernels-wasm.js';

/** The functions of `assembly/vector-kernels.as`. Places in the memory are in bytes. */
export interface KernelExports {
  solvePairs(
    motion: number,
    index: number,
    data: number,
    start: number,
    end: number,
    lastReversed: number,
    softness: number,
  ): void;
  relaxPairs(
    motion: number,
    index: number,
    data: number,
    start: number,
    end: number,
    lastReversed: number,
  ): void;
  warmStartPairs(motion: number, index: number, data: number, start: number, end: number): void;
  driveBodies(
    motion: number,
    bodies: number,
    records: number,
    changes: number,
    start: number,
    count: number,
    work: number,
  ): number;
  repeatChanges(motion: number, bodies: number, records: number, changes: number, count: number): void;
  runSubsteps(
    motion: number,
    index: number,
    data: number,
    bodies: number,
    records: number,
    moving: number,
    end: number,
    lastReversed: number,
    count: number,
    substeps: number,
    interval: number,
    substep: number,
    body: number,
  ): number;
  moveBodies(motion: number, bodies: number, count: number): void;
  startHinges(
    motion: number,
    world: number,
    index: number,
    data: number,
    start: number,
    end: number,
    share: number,
  ): void;
  solveHinges(motion: number, world: number, index: number, data: number, start: number, end: number): void;
}

/** The parts of the host that are used. This package does not depend on the types of the host. */
interface Host {
  readonly WebAssembly: {
    readonly Memory: new (size: { readonly initial: number }) => { readonly buffer: ArrayBuffer };
    readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
    readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
  };
}

const PAGE_BYTES = 65536;
/** Doubles at the start of the memory; the `rates` of `assembly/vector-kernels.as`. */
const RATES = 16;
/** Offset of the motion of the bodies, in bytes. */
export const MOTION_AT: number = 8 * RATES;

/** The memory of a thread. `change` counts how often it was replaced by a larger one. */
export class KernelMemory {
  buffer: ArrayBuffer = new ArrayBuffer(0);
  rates: Float64Array = new Float64Array(0);
  change = 0;
  kernels: KernelExports | null = null;
  /** The bodies whose rows it contains. */
  user: object | null = null;
  /** The kernels whose step is running. */
  holder: object | null = null;
  /** The bodies whose velocities are in this memory, their motion array here, and the own one that it replaces. */
  #borrowedFrom: BodyStore | null = null;
  #lent: Float64Array = new Float64Array(0);
  #own: Float64Array = new Float64Array(0);
  readonly #host: Host;
  readonly #module: object;

  constructor(host: Host) {
    this.#host = host;
    this.#module = new host.WebAssembly.Module(moduleBytes(VECTOR_KERNELS_WASM));
    this.#replace(1);
  }

  /** Makes sure there are `bytes` bytes, in a new memory if necessary. Returns false if the allocation fails. */
  reserve(bytes: number): boolean {
    if (bytes <= this.buffer.byteLength) return true;
    try {
      this.#replace(Math.ceil((1.5 * bytes) / PAGE_BYTES));
      return true;
    } catch {
      return false;
    }
  }

  /** Moves the velocities of `bodies` to `lent`, an array of the same length in this memory. The memory must not have those of others. */
  borrow(bodies: BodyStore, lent: Float64Array): void {
    const { motion } = bodies;
    if (motion === lent) return;
    // if the memory or its layout was replaced, they come from the array that was used before, not from the own one
    if (motion !== this.#lent) this.#own = motion;
    lent.set(motion);
    bodies.motion = lent;
    this.#borrowedFrom = bodies;
    this.#lent = lent;
  }

  /** Moves the velocities back to the own array of their bodies. Does nothing if there are none. */
  giveBack(): void {
    const bodies = this.#borrowedFrom;
    this.#borrowedFrom = null;
    // bodies that were added may have given the store a longer array since
    if (bodies === null || bodies.motion !== this.#lent) return;
    this.#own.set(this.#lent);
    bodies.motion = this.#own;
  }

  #replace(pages: number): void {
    const { Instance, Memory } = this.#host.WebAssembly;
    const memory = new Memory({ initial: pages });
    this.kernels = new Instance(this.#module, { env: { memory } }).exports as KernelExports;
    this.buffer = memory.buffer;
    this.rates = new Float64Array(this.buffer, 0, RATES);
    this.change++;
  }
}

/** A memory with the kernels, or null if the host does not support them. */
export function createKernelMemory(host: unknown): KernelMemory | null {
  try {
    return new KernelMemory(host as Host);
  } catch {
    return null;
  }
}
