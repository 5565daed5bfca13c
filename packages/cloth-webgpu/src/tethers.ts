/** Which pins tethers start from. */

import { MAX_ANCHORS } from './constants.js';

/** All pins up to MAX_ANCHORS, of more an even choice that keeps the first and the last. */
export function chooseAnchors(pins: readonly number[]): readonly number[] {
  if (pins.length <= MAX_ANCHORS) return pins;
  return Array.from(
    { length: MAX_ANCHORS },
    (_, index) => pins[Math.floor((index * (pins.length - 1)) / (MAX_ANCHORS - 1))],
  );
}
