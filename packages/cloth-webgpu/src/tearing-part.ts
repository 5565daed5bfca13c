/** What the core of a cloth asks of the part that lets it tear, so that nothing of that part comes along where it is not used. */

import type { Source } from './gpu/kernels.js';
import type { Dispatch } from './gpu/plan.js';
import type { Stretch } from './gpu/read-back.js';
import type { ClothResources } from './gpu/resources.js';
import type { Mesh } from './mesh.js';
import type { Sheet } from './sheet.js';
import type { Tears } from './tears.js';
import type { ClothParameters, Tearing } from './types.js';

/** What `tearing` returns, seen from inside. */
export interface TearingPart extends Tearing {
  /** The sheet as links that can break. Throws a `ClothError` for parameters that do not go with it. */
  weave(sheet: Sheet, parameters: Partial<ClothParameters>): Mesh;
}

/** Tears of a sheet, and what the GPU backend does about them. */
export interface SheetTears {
  readonly state: Tears;
  readonly gpu: GpuTears;
  /** Refuses parameters that a cloth that tears cannot have; `field` names the object in the message. */
  checkParameters(parameters: Partial<ClothParameters>, field: string): void;
}

/** The kernels that come behind each step, and their tables behind those of the mesh; see gpu/tearing.wgsl.ts. */
export interface GpuTears {
  readonly dispatches: readonly Dispatch[];
  readonly sources: readonly Source[];
  readonly tables: readonly (Uint32Array | Float32Array)[];
  /** Words of all tables. */
  readonly wordCount: number;
  /** Makes the buffer that triangles are drawn from. */
  makeIndices(make: (label: string, size: number, flags: number) => GPUBuffer): GPUBuffer;
  /** Copies the triangles there as they are now. */
  recordIndices(encoder: GPUCommandEncoder, resources: ClothResources): void;
  /** Writes the tables of the mesh, whose tears these are, as they are on the CPU, and the triangles. */
  write(resources: ClothResources, mesh: Sheet): void;
  /** The broken edges. */
  stretch(resources: ClothResources): Stretch;
}
