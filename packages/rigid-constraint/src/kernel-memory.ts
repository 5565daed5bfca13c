/**
 * The memory that the vector kernels of a thread share, with the kernels in it. It begins with the numbers that the kernels read; then come
 * the arrays of a world that are lent to it, and what `SharedVectorKernels` lays out beside them.
 */
import type { BodyStore, ContactStore } from '@otedama/rigid';
import { Loan } from './loan.js';
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
  refreshRows(
    contacts: number,
    kept: number,
    pose: number,
    placed: number,
    index: number,
    data: number,
    places: number,
    fresh: number,
    loose: number,
    count: number,
    share: number,
  ): number;
  writeRows(
    contacts: number,
    contactIndex: number,
    kept: number,
    motion: number,
    mass: number,
    pose: number,
    placed: number,
    index: number,
    data: number,
    places: number,
    fresh: number,
    loose: number,
    special: number,
    count: number,
    share: number,
    dt: number,
  ): number;
  storeRows(
    contacts: number,
    index: number,
    data: number,
    places: number,
    count: number,
    substeps: number,
  ): void;
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

/** The arrays of a world that the kernels read and write, by their names in `BodyStore` and `ContactStore`. */
export interface LentArrays {
  readonly motion: Float64Array;
  readonly mass: Float64Array;
  readonly pose: Float64Array;
  readonly placed: Float64Array;
  readonly data: Float64Array;
  readonly index: Int32Array;
  readonly kept: Int32Array;
}

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
  readonly #motion: Loan<'motion', Float64Array> = new Loan('motion');
  readonly #mass: Loan<'mass', Float64Array> = new Loan('mass');
  readonly #pose: Loan<'pose', Float64Array> = new Loan('pose');
  readonly #placed: Loan<'placed', Float64Array> = new Loan('placed');
  readonly #data: Loan<'data', Float64Array> = new Loan('data');
  readonly #index: Loan<'index', Int32Array> = new Loan('index');
  readonly #kept: Loan<'kept', Int32Array> = new Loan('kept');
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

  /** Moves the velocities of a world to `lent`, arrays of the same lengths in this memory. It must not have those of another world. */
  borrowMotion(bodies: BodyStore, lent: LentArrays): void {
    if (bodies.motion !== lent.motion) this.#motion.lend(bodies, lent.motion);
  }

  /** As `borrowMotion`, for the other arrays. */
  borrowOthers(bodies: BodyStore, contacts: ContactStore, lent: LentArrays): void {
    if (bodies.mass !== lent.mass) this.#mass.lend(bodies, lent.mass);
    if (bodies.pose !== lent.pose) this.#pose.lend(bodies, lent.pose);
    if (bodies.placed !== lent.placed) this.#placed.lend(bodies, lent.placed);
    if (contacts.data !== lent.data) this.#data.lend(contacts, lent.data);
    if (contacts.index !== lent.index) this.#index.lend(contacts, lent.index);
    if (contacts.kept !== lent.kept) this.#kept.lend(contacts, lent.kept);
  }

  /** Moves all arrays back to those of their own. Does nothing if there are none. */
  giveBack(): void {
    this.#motion.giveBack();
    this.#mass.giveBack();
    this.#pose.giveBack();
    this.#placed.giveBack();
    this.#data.giveBack();
    this.#index.giveBack();
    this.#kept.giveBack();
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
