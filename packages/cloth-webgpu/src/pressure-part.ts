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

/** What the gas of one mesh is now: its amount N = P V, Pa m³, and the pressure a around the mesh, Pa. */
export interface Filling {
  readonly amount: number;
  readonly ambient: number;
}

/** The gas of one mesh. */
export interface SheetGas {
  /** Finds the pressure of a substep of length h, s. Call it at the start of the substep. */
  swell(state: SolverState, h: number): void;
  /** Applies this pressure to the velocities v* of the substep. */
  push(state: SolverState, h: number): void;
  /** The force of the gas on a particle at this pressure, N, along x, y or z (`axis` 0, 1, 2). */
  forceOn(particle: number, axis: number): number;
  /** Call it after the constraints of a substep of length h, s, if nothing holds the mesh, and `removeSpin` at the end of the step. */
  noteSpin(state: SolverState, h: number): void;
  removeSpin(state: SolverState, h: number): void;
  readonly gpu: GpuGas;
}

/** The gas on the GPU; see gpu/pressure.wgsl.ts. */
export interface GpuGas {
  /** The member of `Tables` that follows the tables of the mesh, and its bytes. */
  readonly member: string;
  readonly bytes: number;
  /** Functions `filled` and, if it is of one piece, `noteSpin`, for the common text of all kernels. */
  readonly common: string;
  /** Kernels `swell` and `swellJoin`, which run before each substep, and `steady`, which runs after each step of a mesh of one piece. */
  readonly sources: readonly Source[];
  readonly isOnePiece: boolean;
  /** Number of records of sums that `swell` writes. */
  readonly parts: number;
  /** Writes the filling if the device does not have it yet. */
  write(resources: ClothResources): void;
}
