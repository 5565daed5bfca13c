/** Which pins tethers start from. */

import { MAX_ANCHORS, MAX_DISTANCES } from './constants.js';
import type { Sheet } from './sheet.js';

/** Most pins that tethers start from. */
export function mostAnchors(sheet: Sheet): number {
  return sheet.isMesh
    ? Math.min(Math.max(Math.floor(MAX_DISTANCES / sheet.particleCount), 2), MAX_ANCHORS)
    : MAX_ANCHORS;
}

/** All pins up to `most`, of more an even choice that keeps the first and the last. */
export function chooseAnchors(pins: readonly number[], most: number): readonly number[] {
  if (pins.length <= most) return pins;
  return Array.from(
    { length: most },
    (_, index) => pins[Math.floor((index * (pins.length - 1)) / (most - 1))],
  );
}
