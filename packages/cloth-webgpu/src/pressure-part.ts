/** The interface between the core of a cloth and the gas in it. The core imports only these types, so an unused part is not bundled. */

import type { SolverState } from './cpu/solver-state.js';
import type { Source } from './gpu/kernels.js';
import type { ClothResources } from './gpu/resources.js';
import type { Mesh } from './mesh.js';
import type { Sheet } from './sheet.js';
import type { Pressure } from './types.js';

/** The object that `pressure` returns, with its internal method. */
export interface PressurePart extends Pressure {
  /** Returns the mesh with a gas in it. Throws a `ClothError` for a sheet that is not closed. */
  weave(sheet: Sheet): Mesh;
}

/** What the gas of the shells of a mesh is now. */
export interface Filling {
  /** The pressure a around the mesh, Pa. */
  readonly ambient: number;
  /** The amount N = P V in a shell, Pa m³. */
  amountIn(shell: number): number;
  /** A count that grows whenever an amount changes. */
  version(): number;
}

/** The gas of one mesh. */
export interface SheetGas {
  /** Finds the pressures of a substep of length h, s. Call it at the start of the substep. */
  swell(state: SolverState, h: number): void;
  /** Whether an amount has changed since the last step. */
  readonly isChanged: boolean;
  /** Call at the start of a frame. */
  begin(): void;
  /** Applies these pressures to the velocities v* of the substep. */
  push(state: SolverState, h: number): void;
  /** The force of the gas on a particle at its pressure, N, along x, y or z (`axis` 0, 1, 2). */
  forceOn(particle: number, axis: number): number;
  /**
   * Call it after the constraints of a substep of length h, s: in a mesh of several shells before self-collision, by which they push each
   * other, and in one of a single shell after it. Call `removeSpin` at the end of the step.
   */
  noteSpin(state: SolverState, h: number): void;
  removeSpin(state: SolverState, h: number): void;
  /** Whether the mesh has a single shell. */
  readonly isAlone: boolean;
  readonly gpu: GpuGas;
}

/** The gas on the GPU; see gpu/pressure.wgsl.ts. */
export interface GpuGas {
  /** The members of `Tables` that follow the tables of the mesh, and their bytes. */
  readonly member: string;
  readonly bytes: number;
  /** Functions `filled` and `noteSpin`, for the common text of all kernels. */
  readonly common: string;
  /** Kernels `swell` and `swellJoin`, which run before each substep, and `steady`, which runs after each step. */
  readonly sources: readonly Source[];
  /** Number of shells: workgroups of `steady`. */
  readonly shellCount: number;
  /** Writes the fillings if the device does not have them yet. */
  write(resources: ClothResources): void;
}
