/**
 * Hits of edges of which only one point was fast enough to bounce, while the other one has pressed too. As the row is solved as a block, the
 * other point has taken a part of the hit without giving it back, which cost a turning triangle a quarter of its energy. So the impulses of the
 * step are taken back, and the points bounce one after the other until none approaches, each as a hit of its own, which gains no energy. Only
 * for edges without friction, as friction has acted according to the impulses that are taken back.
 */
import {
  type BodyStore,
  CONTACT_STRIDE,
  NORMAL_VELOCITY,
  POINT_STRIDE,
  POINT0,
  RESTITUTION,
} from '@otedama/rigid';
import {
  applyImpulse,
  type FrameRows,
  MASS_N,
  MU,
  normalVelocity,
  P1,
  P2,
  ROW_A,
  ROW_B,
  ROW_COUNT,
  ROW_INDEX_STRIDE,
  ROW_SLOT,
  rowStart,
} from './frame-rows.js';
import { locksOf } from './locked-axes.js';
import type { WatchedRows } from './watched-rows.js';

/** Visits to the points of such an edge, in turns, and the number of the visit from which on they stop. */
const CORNER_VISITS = 16;
const LAST_CORNER_BOUNCE = 8;

/**
 * Solves such hits among the watched rows, and sets the peaks of these rows to 0, so that nothing else bounces there.
 * @param threshold m/s
 */
export function bounceCorners(
  rows: FrameRows,
  { rows: watched, peaks, totals, count }: WatchedRows,
  contactData: Float64Array,
  bodies: BodyStore,
  threshold: number,
): void {
  const { index, data } = rows;
  for (let n = 0; n < count; n++) {
    const k = watched[n];
    const ri = k * ROW_INDEX_STRIDE;
    const c = index[ri + ROW_SLOT] * CONTACT_STRIDE;
    if (index[ri + ROW_COUNT] !== 2 || contactData[c + RESTITUTION] === 0 || data[rowStart(k) + MU] !== 0)
      continue;
    const v = c + POINT0 + NORMAL_VELOCITY;
    const isHit1 = peaks[2 * n] > 0 && contactData[v] <= -threshold;
    const isHit2 = peaks[2 * n + 1] > 0 && contactData[v + POINT_STRIDE] <= -threshold;
    if (isHit1 === isHit2 || !(totals[2 * n + (isHit1 ? 1 : 0)] > 0)) continue;
    if (locksOf(bodies, index[ri + ROW_A], index[ri + ROW_B]) !== 0) continue;
    bounceCorner(rows, totals, n, k, isHit1 ? 0 : 1, contactData, bodies.motion, threshold);
    peaks[2 * n] = 0;
    peaks[2 * n + 1] = 0;
  }
}

/** Solves row `k`, place `n` of the watched list, whose point `hit` was fast enough to bounce. */
function bounceCorner(
  { data, index }: FrameRows,
  totals: Float64Array,
  n: number,
  k: number,
  hit: 0 | 1,
  contactData: Float64Array,
  motion: Float64Array,
  threshold: number,
): void {
  const o = rowStart(k);
  const ri = k * ROW_INDEX_STRIDE;
  const a = index[ri + ROW_A];
  const b = index[ri + ROW_B];
  const c = index[ri + ROW_SLOT] * CONTACT_STRIDE;
  const e = contactData[c + RESTITUTION];
  for (let j = 0; j < 2; j++) {
    applyImpulse(data, motion, o, o + (j === 0 ? P1 : P2), a, b, -totals[2 * n + j], 0);
    totals[2 * n + j] = 0;
  }
  for (let visit = 0; visit < CORNER_VISITS; visit++) {
    const j = (visit & 1) === 0 ? hit : 1 - hit;
    const p = o + (j === 0 ? P1 : P2);
    const v = normalVelocity(data, motion, o, p, a, b);
    if (visit > 0 && v >= 0) continue;
    const bounce = visit < LAST_CORNER_BOUNCE && v <= -threshold ? -e * v : 0;
    const d = Math.max(0, data[p + MASS_N] * (bounce - v));
    totals[2 * n + j] += d;
    applyImpulse(data, motion, o, p, a, b, d, 0);
  }
}
