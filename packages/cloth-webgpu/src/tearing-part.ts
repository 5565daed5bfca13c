/** What the core of a cloth asks of the part that lets it tear, so that nothing of that part comes along where it is not used. */

import { ClothError } from './errors.js';
import type { Mesh } from './mesh.js';
import type { Sheet } from './sheet.js';
import type { ClothState } from './snapshot.js';
import type { Tears } from './tears.js';
import type { ClothParameters, Tearing } from './types.js';

/** Tears of a sheet, and what the GPU backend needs for them. */
export interface SheetTears {
  readonly state: Tears;
  readonly kernels: TearingKernels;
}

/** The kernels that come behind each step, and their tables behind those of the mesh; see gpu/tearing.wgsl.ts. */
export interface TearingKernels {
  readonly dispatches: readonly { readonly kernel: 'strain' | 'tear' | 'fray'; readonly threads: number }[];
  readonly code: string;
  /** Words of all tables, and the tables, of which the first is `Tears.broken`. */
  readonly wordCount: number;
  readonly tables: readonly (Uint32Array | Float32Array)[];
}

/** What `tearing` returns, seen from inside. */
export interface TearingPart extends Tearing {
  /** The sheet as links that can break. */
  weave(sheet: Sheet): Mesh;
}

/** The tears of a sheet that can have some. */
export function tearsOf(sheet: Sheet): SheetTears | undefined {
  return sheet.isMesh ? sheet.tears : undefined;
}

/** The sheet, or, with the part, the sheet as links that can break. */
export function wovenSheet(sheet: Sheet, tearing: Tearing | undefined, field: string): Sheet {
  if (tearing === undefined) return sheet;
  const part = tearing as Partial<TearingPart> | null;
  if (typeof part?.weave !== 'function') throw new ClothError(field, tearing, 'what tearing() returns');
  return part.weave(sheet);
}

/** Refuses tethers of a cloth that tears: they keep it from the strain at which it tears, and would hold what has come off. */
export function checkTethers({ tethers }: Partial<ClothParameters>, tears: boolean, field: string): void {
  if (tears && tethers) throw new ClothError(`${field}.tethers`, tethers, 'false in a cloth that tears');
}

/** The broken edges of a sheet as part of a state. */
export function brokenEdges(sheet: Sheet): Pick<ClothState, 'broken'> {
  const tears = tearsOf(sheet);
  return tears === undefined ? {} : { broken: tears.state.broken.slice() };
}

/** Takes the broken edges of a state over. */
export function adoptBroken(sheet: Sheet, { broken }: Pick<ClothState, 'broken'>): void {
  if (broken !== undefined) tearsOf(sheet)?.state.adopt(broken);
}
