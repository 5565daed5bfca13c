/** The interface between the core of a cloth and its motion limits. The core imports only these types, so an unused part is not bundled. */

import type { SolverState } from './cpu/solver-state.js';
import type { Source } from './gpu/kernels.js';
import type { Dispatch } from './gpu/plan.js';
import type { ClothResources } from './gpu/resources.js';
import type { MotionRows } from './rigid-motion.js';
import type { Settings } from './settings.js';
import type { Sheet } from './sheet.js';
import type { MotionLimits } from './types.js';

/** The object that `motionLimits` returns, with its internal methods. */
export interface MotionLimitsPart extends MotionLimits {
  /** Ids of the particles that follow the animation exactly. Throws a `ClothError` for lists of another length. */
  fixed(sheet: Sheet): readonly number[];
  /** Returns the sheet with limits of its own, whose skin is at `position` (stride 4). The part uses them only from `begin` on. */
  weave(sheet: Sheet, position: Float32Array): Sheet;
}

/** The limits of one cloth. */
export interface SheetLimits {
  /** The cloth is made: from now on the part moves this skin. */
  begin(): void;
  /** Whether the skin moves in the last or in the next frame. */
  readonly isMoving: boolean;
  /**
   * Call at the start of each frame; if it returns true, the skin moves in this frame: call `aim`, or run the kernel of this name.
   */
  starts(): boolean;
  /** The state has been replaced: the pins get their targets again. */
  resume(): void;
  /** On the CPU: the skin moves from where it was to where it was asked to be, and so do the pins that follow it exactly. */
  aim(velocity: Float32Array): void;
  /**
   * On the CPU, at the end of substep `substep` of the frame's `total`: puts the particle at offset `o` within its limits, and updates
   * `moved` (xyz), which is x - x* without what only pushes it out.
   */
  apply(
    state: SolverState,
    settings: Settings,
    o: number,
    substep: number,
    total: number,
    moved: Float64Array,
  ): void;
  /** Moves the skin with the whole cloth. On the GPU, the kernel 'carrySkin' does that. */
  carry(rows: MotionRows): void;
  readonly gpu: GpuLimits;
}

/** The limits on the GPU; see gpu/limits.wgsl.ts. */
export interface GpuLimits {
  /** The member of `Tables` behind the tables of a mesh. */
  readonly member: string;
  /** Function `limited`, for the common text of all kernels. */
  readonly common: string;
  /** The kernel 'aim'. */
  readonly source: Source;
  /** The kernel 'carrySkin', for the module of 'carry'. */
  readonly carry: string;
  /** Dispatches of both kernels. */
  readonly dispatches: Readonly<Record<'aim' | 'carrySkin', Dispatch>>;
  readonly bytes: number;
  /** Uploads the limits and the skin to another device; null: to none any more. */
  attach(resources: ClothResources | null): void;
}
