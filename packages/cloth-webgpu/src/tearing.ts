/** The optional part that lets a cloth tear. If `tearing` is not called, a bundler drops all of it. */

import { ClothError, requireFields, requireNumber } from './errors.js';
import { gpuTears } from './gpu/tearing.js';
import { asLinks } from './links.js';
import type { TearingPart } from './tearing-part.js';
import { Tears } from './tears.js';
import type { ClothParameters, Tearing } from './types.js';

/** Options of {@link tearing}. */
export interface TearingOptions {
  /**
   * Strain above which an edge breaks, (length / length at rest - 1), a ratio in 0.001..1000. Default 0.5: half as long again. It must
   * be above the strain that the cloth has from its own weight. Without tethers that strain depends on `substeps`: see `adviseSubsteps` and
   * `measurement.largestStrain`.
   */
  readonly strain?: number;
}

/**
 * Lets a cloth tear; for `tearing` of its definition. An edge that is strained above the limit at the end of a step breaks: it and the
 * constraints across it no longer pull, and the faces beside it are removed. A tear grows by at most one edge per step at each of its tips.
 * Throws a `ClothError` if the strain is out of range.
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

/**
 * Refuses tethers. Their lengths are ways along the whole cloth, so they would hold pieces that have torn off. If they ended instead, the
 * stretch that they hide would break the edges next to the tear, and so on through the cloth; see docs/cloth.md.
 */
function checkParameters({ tethers }: Partial<ClothParameters>, field: string): void {
  if (tethers) throw new ClothError(`${field}.tethers`, tethers, 'false in a cloth that tears');
}
