/** Chooses the anchors: the pins that particles are tethered to. */

import { MAX_ANCHORS, MAX_DISTANCES } from './constants.js';
import type { Sheet } from './sheet.js';

/** Maximum number of anchors. */
export function mostAnchors(sheet: Sheet): number {
  return sheet.isMesh
    ? Math.min(Math.max(Math.floor(MAX_DISTANCES / sheet.particleCount), 2), MAX_ANCHORS)
    : MAX_ANCHORS;
}

/** Returns all pins if they are at most `most`; otherwise `most` of them, evenly chosen, with the first and the last. */
export function chooseAnchors(pins: readonly number[], most: number): readonly number[] {
  if (pins.length <= most) return pins;
  return Array.from(
    { length: most },
    (_, index) => pins[Math.floor((index * (pins.length - 1)) / (most - 1))],
  );
}
