/**
 * What the contacts of a group of hits carry beside the hits. A slab that lies on the ground does not fall while a ball falls on it. When the
 * impulses Lambda of a group are taken back, it would have fallen for the whole step: a ball with e = 1 would meet it with g t too little,
 * and lost 7 % of its energy a bounce.
 *
 * So contacts that pressed in the last step first get back what keeps them as they were at the start of this one,
 *
 *     0 <= lambda_w <= Lambda,   v_n' >= min(0, v_n0),   one of them equal,      v_n0: normal velocity before any force of the step,
 *
 * from the impulses of the last step on, which carry the same weight in a pile at rest. What approached at the start still does.
 */
import { CONTACT_STRIDE, NORMAL_IMPULSE, POINT_STRIDE, POINT0 } from '@otedama/rigid';
import {
  type FrameRows,
  LAMBDA_N,
  P1,
  P2,
  ROW_COUNT,
  ROW_INDEX_STRIDE,
  ROW_SLOT,
  rowStart,
} from './frame-rows.js';
import type { HitApproach } from './hit-approach.js';
import type { HitGroups } from './hit-groups.js';
import { HIGH, LOW, STRIDE, TARGET, WEIGHT } from './hit-points.js';
import type { WatchedRows } from './watched-rows.js';

/**
 * Lists in `active` the contacts that pressed in the last step, and bounds their impulses to those of that step.
 * @returns their number
 */
export function startWeight(
  active: Int32Array,
  { places, count }: HitGroups,
  points: Float64Array,
  { index }: FrameRows,
  { rows, totals }: WatchedRows,
  contactData: Float64Array,
): number {
  let activeCount = 0;
  for (let n = 0; n < count; n++) {
    const place = places[n];
    const ri = rows[place] * ROW_INDEX_STRIDE;
    const c = index[ri + ROW_SLOT] * CONTACT_STRIDE + POINT0 + NORMAL_IMPULSE;
    let pressed = 0;
    for (let j = 0; j < index[ri + ROW_COUNT]; j++) {
      const q = STRIDE * (2 * n + j);
      const lambda = Math.min(contactData[c + j * POINT_STRIDE], totals[2 * place + j]);
      points[q + LOW] = lambda;
      points[q + HIGH] = lambda;
      points[q + WEIGHT] = 0;
      pressed += lambda;
    }
    if (pressed > 0) active[activeCount++] = n;
  }
  return activeCount;
}

/** Frees the impulse of contact `n` for the weight of this step. */
export function freeWeight(
  n: number,
  { places }: HitGroups,
  points: Float64Array,
  { index }: FrameRows,
  { rows, totals }: WatchedRows,
  approach: HitApproach,
): void {
  const place = places[n];
  for (let j = 0; j < index[rows[place] * ROW_INDEX_STRIDE + ROW_COUNT]; j++) {
    const q = STRIDE * (2 * n + j);
    points[q + TARGET] = Math.min(0, approach.before(place, j));
    // 0 for a point that did not press
    points[q + HIGH] = points[q + LOW] > 0 ? totals[2 * place + j] : 0;
    points[q + LOW] = 0;
  }
}

/** Stores what contact `n` carries. */
export function noteWeight(
  n: number,
  { places }: HitGroups,
  points: Float64Array,
  { data }: FrameRows,
  { rows }: WatchedRows,
): void {
  const o = rowStart(rows[places[n]]);
  points[STRIDE * 2 * n + WEIGHT] = data[o + P1 + LAMBDA_N];
  points[STRIDE * (2 * n + 1) + WEIGHT] = data[o + P2 + LAMBDA_N];
}
