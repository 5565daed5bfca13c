/** The optional part of a cloth that lets it tear. A bundler leaves all of it out where `tearing` is not called. */

import { ClothError, requireFields, requireNumber } from './errors.js';
import { gpuTears } from './gpu/tearing.js';
import { asLinks } from './links.js';
import type { TearingPart } from './tearing-part.js';
import { Tears } from './tears.js';
import type { ClothParameters, Tearing } from './types.js';

/** What {@link tearing} takes. */
export interface TearingOptions {
  /**
   * Strain above which an edge breaks, (length / length at rest - 1), a ratio in 0.001..1000. Default 0.5: half as long again. It has to be more
   * than the cloth stretches of itself: without tethers that depends on `substeps`, see `adviseSubsteps` and `measurement.largestStrain`.
   */
  readonly strain?: number;
}

/**
 * Lets a cloth tear, as `tearing` of its definition: at the end of a step an edge that is strained above the limit breaks. It no longer pulls, nor
 * does what spans it, and the faces beside it are gone. A tear runs on by one edge a step at each of its tips. Throws a `ClothError` if the
 * strain is out of range.
 */
export function tearing(options: TearingOptions = {}): Tearing {
  requireFields('tearing', options, ['strain']);
  const { strain = 0.5 } = options;
  requireNumber('tearing.strain', strain, 0.001, 1000);
  const part: TearingPart = {
    strain,
    weave(sheet, parameters) {
      checkParameters(parameters, 'definition');
      const links = asLinks(sheet);
      const state = new Tears(sheet, links, strain);
      return { ...links, tears: { state, gpu: gpuTears(state, links), checkParameters } };
    },
  };
  return Object.freeze(part);
}

/** Tethers keep a cloth from the strain at which it tears, and would hold what has come off. */
function checkParameters({ tethers }: Partial<ClothParameters>, field: string): void {
  if (tethers) throw new ClothError(`${field}.tethers`, tethers, 'false in a cloth that tears');
}
