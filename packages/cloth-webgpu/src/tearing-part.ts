/** The interface between the core of a cloth and its tearing part. The core imports only these types, so an unused part is not bundled. */

import type { Source } from './gpu/kernels.js';
import type { Dispatch } from './gpu/plan.js';
import type { Stretch } from './gpu/read-back.js';
import type { ClothResources } from './gpu/resources.js';
import type { Mesh } from './mesh.js';
import type { Sheet } from './sheet.js';
import type { Tears } from './tears.js';
import type { ClothParameters, Tearing } from './types.js';

/** The object that `tearing` returns, with its internal method. */
export interface TearingPart extends Tearing {
  /** Converts the sheet to links that can break. Throws a `ClothError` for parameters that exclude tearing. */
  weave(sheet: Sheet, parameters: Partial<ClothParameters>): Mesh;
}

/** The tears of a sheet, and their GPU part. */
export interface SheetTears {
  readonly state: Tears;
  readonly gpu: GpuTears;
  /** Throws a `ClothError` for parameters that exclude tearing; `field` names the object in the message. */
  checkParameters(parameters: Partial<ClothParameters>, field: string): void;
}

/** Kernels that run after each step, and their tables, which follow those of the mesh; see gpu/tearing.wgsl.ts. */
export interface GpuTears {
  readonly dispatches: readonly Dispatch[];
  readonly sources: readonly Source[];
  /** Functions for the common text of all kernels. */
  readonly common: string;
  readonly tables: readonly (Uint32Array | Float32Array)[];
  /** Number of words in all tables. */
  readonly wordCount: number;
  /** Creates the index buffer for drawing. */
  makeIndices(make: (label: string, size: number, flags: number) => GPUBuffer): GPUBuffer;
  /**
   * Uploads the edges that were cut, which break in step number `step`, and copies the triangles of the end of the frame to the index buffer.
   */
  record(encoder: GPUCommandEncoder, resources: ClothResources, step: number): void;
  /** Uploads the tables of the mesh from the CPU, and updates the index buffer. */
  write(resources: ClothResources, mesh: Sheet): void;
  /** Where the broken edges are in GPU memory. */
  stretch(resources: ClothResources): Stretch;
}
