/** The part of the joints in the speeds at which contacts are met. */
import { CONTACT_STRIDE, NORMAL_VELOCITY, POINT_STRIDE, POINT0 } from '@otedama/rigid';
import {
  type FrameRows,
  LAMBDA_N,
  normalVelocity,
  P1,
  P2,
  ROW_A,
  ROW_B,
  ROW_COUNT,
  ROW_INDEX_STRIDE,
  ROW_SLOT,
  rowStart,
} from '../frame-rows.js';
import type { WatchedRows } from '../watched-rows.js';

/**
 * Adds `sign` times the approach velocities of the watched rows that have no impulse yet. Called with -1 and 1, it adds what has changed
 * them in between.
 */
export function shiftApproaches(
  { data, index }: FrameRows,
  { rows: watched, count }: WatchedRows,
  contactData: Float64Array,
  motion: Float64Array,
  sign: -1 | 1,
): void {
  for (let n = 0; n < count; n++) {
    const o = rowStart(watched[n]);
    const ri = watched[n] * ROW_INDEX_STRIDE;
    const c = index[ri + ROW_SLOT] * CONTACT_STRIDE + POINT0 + NORMAL_VELOCITY;
    for (let j = 0; j < index[ri + ROW_COUNT]; j++) {
      const p = o + (j === 0 ? P1 : P2);
      if (data[p + LAMBDA_N] > 0) continue;
      contactData[c + j * POINT_STRIDE] +=
        sign * normalVelocity(data, motion, o, p, index[ri + ROW_A], index[ri + ROW_B]);
    }
  }
}
