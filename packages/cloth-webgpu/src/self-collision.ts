/** The parts of self-collision that both backends share: the range of the minimum distance, and the hash of the cells. */

import { MAX_SELF_SPACINGS } from './constants.js';
import { ClothError } from './errors.js';
import type { Sheet } from './sheet.js';
import type { ClothParameters } from './types.js';

/** Refuses a minimum distance that is out of range for the sheet; `field` names the object in the message. */
export function checkSelfCollision(
  { selfCollision }: Partial<Pick<ClothParameters, 'selfCollision'>>,
  sheet: Sheet,
  field: string,
): void {
  if (selfCollision === undefined || typeof selfCollision === 'boolean') return;
  const all = spacings(sheet);
  // for any shape of cells, the distance that `true` selects is allowed as a number
  const exact = Math.min(Math.max(MAX_SELF_SPACINGS * Math.min(...all), ...all), 1e15);
  // spacings are quotients: four times 0.4 m / 8 may be one digit less than 0.2
  const most = Number(exact.toPrecision(12));
  if (typeof selfCollision === 'number' && selfCollision >= 1e-15 && selfCollision <= most) return;
  const expected = `true, false or a number in 1e-15..${most} (${MAX_SELF_SPACINGS} times the smaller spacing, or the larger one)`;
  throw new ClothError(`${field}.selfCollision`, selfCollision, expected);
}

/** The minimum distance that `choice` selects, metres; 0 for none. */
export function selfDistanceOf(sheet: Sheet, choice: boolean | number): number {
  if (typeof choice === 'number') return choice;
  const all = spacings(sheet);
  return choice && all.length > 0 ? Math.max(...all) : 0;
}

/** The spacings of a grid in the directions in which it has cells; for a mesh, the mean length of its edges. */
function spacings(sheet: Sheet): number[] {
  if (sheet.isMesh) return [sheet.meanEdge];
  const { columns, rows, spacingX, spacingY } = sheet;
  return [columns > 0 ? spacingX : 0, rows > 0 ? spacingY : 0].filter((spacing) => spacing > 0);
}

/** Number of buckets of the hash: the smallest power of two that is not below the number of particles. */
export function bucketCount(sheet: Sheet): number {
  let count = 1;
  while (count < sheet.particleCount) count *= 2;
  return count;
}

/** Factors of the hash of a cell's three indices [Teschner 2003, "Optimized Spatial Hashing"]. */
export const HASH_FACTORS = [73856093, 19349663, 83492791] as const;
