/**
 * The passes of `soft-contact.ts` and `soft-contact-relax.ts` over two rows at once, those of `joints/hinge-rows.ts` over two hinges, and the
 * integration of bodies between them, in WebAssembly with vector registers; and what `kept-rows.ts` does. They give the same bits in about
 * half the time, for hinges in a quarter. The source is `assembly/vector-kernels.as`.
 *
 * The module has its own memory (`kernel-memory.ts`). Rows are stored there, and the velocities, masses and poses of the bodies and the
 * contacts are lent to it: all other code uses them there. One memory serves all worlds of a thread, because worlds step one after the
 * other and a browser limits the number of memories of a page. If another world steps in between, the arrays are given back and the kept
 * rows are lost. Masses, poses and contacts are lent only from the second of successive steps of a world on: worlds that step in turns have
 * no kept rows, and would only copy them.
 *
 * The kernels integrate bodies that are dynamic, free in all directions and subject to the general speed limits. The others are listed
 * for the functions that handle every case.
 *
 * If WebAssembly is not allowed (a Content-Security-Policy without 'wasm-unsafe-eval') or has no vector instructions, there are no
 * kernels, and the passes in JavaScript are used.
 */
import type { BodyStore, SolverWorld } from '@otedama/rigid';
import type { FrameRows } from './frame-rows.js';
import type { HingeKernels } from './joints/hinge-kernels.js';
import type { KeptRows, RowKeeper } from './kept-rows.js';
import type { ContactSoftness } from './soft-constraint.js';

/** The part of a world whose arrays the kernels use. */
export type KernelWorld = Pick<SolverWorld, 'bodies' | 'contacts'>;

/** Passes over pairs of rows and over bodies, for one solver. */
export interface VectorKernels extends HingeKernels, RowKeeper {
  /** Slots of the awake bodies that `drive`, `repeat` and `move` do not handle; the first `otherCount` are valid. */
  readonly others: Int32Array;
  /** Number of slots in `others`. */
  readonly otherCount: number;
  /**
   * Gives `rows` room for `count` rows, whose lists are `kept`, and takes arrays of a world. `release` must be called in any case.
   * Returns false and does neither if too few bodies are awake for the kernels to save time, or if there is not enough memory. Throws
   * `InputError` inside the step of another world.
   */
  hold(rows: FrameRows, kept: KeptRows, count: number, world: KernelWorld): boolean;
  /** Sets the constants of a step with substeps of h, s: gravity in m/s^2. */
  prepareBodies(bodies: BodyStore, gravityX: number, gravityY: number, h: number): void;
  /** `integratePositions` of a substep. */
  move(): void;
  /**
   * `integrateVelocities` of a substep, and optional work in the same loop: `MOVES` calls `move` first; `MEASURES` stores the velocity
   * change by contacts since the last call for `repeat`; `REPEATS` measures it and adds it again at once. `work` is a sum of these, or 0.
   */
  drive(bodies: BodyStore, work: number): void;
  /** `VelocityChange.repeat`, after a `drive` that measures. */
  repeat(): void;
  /**
   * `VelocityChange.shift`. Returns false and does nothing if the kernels do not handle the body.
   * @param slot slot of the body, an integer, 0 or more
   * @param x m/s
   * @param y m/s
   * @param w rad/s
   */
  shift(slot: number, x: number, y: number, w: number): boolean;
  /** Ends the step. The velocities stay in the memory until another world needs it. Does nothing if no step is running. */
  release(): void;
  /** `startSoftRows` for rows `start` to `end`, both even. */
  warmStart(start: number, end: number): void;
  /** `solveSoftRows` for rows `start` to `end`, both even, with an odd `lastReversed`; 1/h in 1/s. */
  solve(start: number, end: number, lastReversed: number, inverseStep: number, soft: ContactSoftness): void;
  /** `relaxRows` for rows `start` to `end`, both even, with an odd `lastReversed`; 1/h in 1/s. */
  relax(start: number, end: number, lastReversed: number, inverseStep: number): void;
  /**
   * All substeps of a step without joints, watched rows and other bodies: the same work as the functions above in one call. This saves a
   * small world 5 % of its step. Rows up to `moving` use `soft`, those up to `end` use `staticSoft`.
   */
  run(
    bodies: BodyStore,
    moving: number,
    end: number,
    lastReversed: number,
    substeps: number,
    interval: number,
    inverseStep: number,
    soft: ContactSoftness,
    staticSoft: ContactSoftness,
  ): void;
}

/** Solves rows in vector registers, with the same bits as without; the value is `vectorKernels`. */
export interface VectorKernelsPart {
  /** Kernels for one solver, or null if the engine does not support them. */
  readonly create: () => VectorKernels | null;
}

/** Work bits of `drive`. */
export const MOVES = 1;
export const MEASURES = 2;
export const REPEATS = 4;
