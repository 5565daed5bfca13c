/**
 * The passes of `soft-contact.ts` over two rows at once, in WebAssembly with vector registers: the same bits in about half the time.
 * `assembly/pair-kernels.as` is the source.
 *
 * The module works on a memory of its own. Rows are written anew in each step, so they live there for good; the velocities of the bodies
 * are lent to it for the length of a step, and everything else that happens within a step finds them there. One memory serves all
 * worlds of a thread, for they step one after the other: a browser gives a page only so many.
 *
 * Where WebAssembly is not allowed (a Content-Security-Policy without 'wasm-unsafe-eval') or has no vectors, there are no
 * kernels and the passes in JavaScript do the work.
 */
import { BODY_STRIDE, type BodyStore } from '@otedama/rigid';
import { type FrameRows, ROW_INDEX_STRIDE, ROW_STRIDE } from './frame-rows.js';
import { PAIR_KERNELS_WASM } from './pair-kernels-wasm.js';
import type { Softness } from './soft-constraint.js';

/** Passes over rows in pairs, for one solver. */
export interface PairKernels {
  /**
   * Gives `rows` room for `count` rows, and takes the velocities of `bodies`, until `release`; false, and nothing done, if there is not
   * enough memory.
   */
  hold(rows: FrameRows, count: number, bodies: BodyStore): boolean;
  /** Gives the velocities back. Does nothing where none are held. */
  release(): void;
  /** `warmStart` for rows `start` to `end`, both even. */
  warmStart(start: number, end: number): void;
  /** `solveSoftRows` for rows `start` to `end`, both even; 1/h in 1/s, cap in m/s. */
  solve(start: number, end: number, inverseStep: number, cap: number, soft: Softness): void;
  /** `relaxRows` for rows `start` to `end`, both even; 1/h in 1/s. */
  relax(start: number, end: number, inverseStep: number): void;
}

/** Passes in vector registers, to be given to a bare solver. */
export interface PairKernelsPart {
  /** Kernels for one solver, or null where the engine does not run them. */
  readonly create: () => PairKernels | null;
}

interface Exports {
  solvePairs(motion: number, index: number, data: number, start: number, end: number): void;
  relaxPairs(motion: number, index: number, data: number, start: number, end: number): void;
  warmStartPairs(motion: number, index: number, data: number, start: number, end: number): void;
}

/** What is used of the host, whose types this package does without. */
interface Host {
  readonly WebAssembly: {
    readonly Memory: new (size: { readonly initial: number }) => { readonly buffer: ArrayBuffer };
    readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
    readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
  };
  atob(text: string): string;
}

const PAGE_BYTES = 65536;
/** Doubles at the start of the memory: what `assembly/pair-kernels.as` calls its rates. */
const RATES = 8;
/** Where the motion of the bodies begins, in bytes. */
const MOTION_AT: number = 8 * RATES;

/** The memory of a thread; `change` counts how often it was replaced by a larger one. */
class PairMemory {
  buffer: ArrayBuffer = new ArrayBuffer(0);
  rates: Float64Array = new Float64Array(0);
  change = 0;
  kernels: Exports | null = null;
  readonly #host: Host;
  readonly #module: object;

  constructor(host: Host) {
    this.#host = host;
    this.#module = new host.WebAssembly.Module(
      Uint8Array.from(host.atob(PAIR_KERNELS_WASM), (letter) => letter.charCodeAt(0)),
    );
    this.#replace(1);
  }

  /** Makes sure of so many bytes, in a new memory if need be; false if there is none to be had. */
  reserve(bytes: number): boolean {
    if (bytes <= this.buffer.byteLength) return true;
    try {
      this.#replace(Math.ceil((1.5 * bytes) / PAGE_BYTES));
      return true;
    } catch {
      return false;
    }
  }

  #replace(pages: number): void {
    const { Instance, Memory } = this.#host.WebAssembly;
    const memory = new Memory({ initial: pages });
    this.kernels = new Instance(this.#module, { env: { memory } }).exports as Exports;
    this.buffer = memory.buffer;
    this.rates = new Float64Array(this.buffer, 0, RATES);
    this.change++;
  }
}

/** A memory with the kernels on it, or null where the host runs none. */
export function createPairMemory(host: unknown): PairMemory | null {
  try {
    return new PairMemory(host as Host);
  } catch {
    return null;
  }
}

let shared: PairMemory | null | undefined;

/** Kernels of one solver on the memory of all. */
export class SharedPairKernels implements PairKernels {
  readonly #memory: PairMemory;
  #change = 0;
  #bodies: BodyStore | null = null;
  /** The array that `#bodies` had before, and what stands in for it. */
  #own: Float64Array = new Float64Array(0);
  #lent: Float64Array = new Float64Array(0);
  /** Where index and data begin, in bytes, and how many rows there is room for. */
  #indexAt = 0;
  #dataAt = 0;
  #capacity = 0;

  constructor(memory: PairMemory) {
    this.#memory = memory;
  }

  hold(rows: FrameRows, count: number, bodies: BodyStore): boolean {
    this.release();
    const { motion } = bodies;
    const isLaidOut =
      this.#change === this.#memory.change && count <= this.#capacity && motion.length === this.#lent.length;
    if (!isLaidOut && !this.#layOut(rows, count, motion.length)) return false;
    this.#bodies = bodies;
    this.#own = motion;
    this.#lent.set(motion);
    bodies.motion = this.#lent;
    return true;
  }

  release(): void {
    if (this.#bodies === null) return;
    this.#own.set(this.#lent);
    this.#bodies.motion = this.#own;
    this.#bodies = null;
  }

  warmStart(start: number, end: number): void {
    this.#memory.kernels!.warmStartPairs(MOTION_AT, this.#indexAt, this.#dataAt, start, end);
  }

  solve(start: number, end: number, inverseStep: number, cap: number, soft: Softness): void {
    const { rates, kernels } = this.#memory;
    rates[0] = inverseStep;
    rates[1] = cap;
    rates[2] = soft.biasRate;
    rates[3] = soft.massScale;
    rates[4] = soft.impulseScale;
    kernels!.solvePairs(MOTION_AT, this.#indexAt, this.#dataAt, start, end);
  }

  relax(start: number, end: number, inverseStep: number): void {
    const { rates, kernels } = this.#memory;
    rates[0] = inverseStep;
    kernels!.relaxPairs(MOTION_AT, this.#indexAt, this.#dataAt, start, end);
  }

  /** Motion first, with one body more, for rows that are left empty; then the index of the rows, then their data. */
  #layOut(rows: FrameRows, count: number, motionLength: number): boolean {
    const capacity = count > this.#capacity ? Math.max(64, 2 * count) : this.#capacity;
    const indexAt = MOTION_AT + 8 * (motionLength + BODY_STRIDE);
    const dataAt = indexAt + 4 * ROW_INDEX_STRIDE * capacity;
    if (!this.#memory.reserve(dataAt + 8 * ROW_STRIDE * capacity)) return false;
    const { buffer, change } = this.#memory;
    this.#change = change;
    this.#capacity = capacity;
    this.#indexAt = indexAt;
    this.#dataAt = dataAt;
    this.#lent = new Float64Array(buffer, MOTION_AT, motionLength);
    rows.adopt(
      new Int32Array(buffer, indexAt, ROW_INDEX_STRIDE * capacity),
      new Float64Array(buffer, dataAt, ROW_STRIDE * capacity),
    );
    return true;
  }
}

/** Passes over rows in vector registers, where the engine runs them. */
export const pairKernels: PairKernelsPart = {
  create() {
    if (shared === undefined) shared = createPairMemory(globalThis);
    return shared === null ? null : new SharedPairKernels(shared);
  },
};
