/**
 * Friction of contacts that are hit together. It comes after the blows and the end, first taken back with Lambda: at a contact with a blow
 * as in `blows.ts`,
 *
 *     lambda_t = clamp(-m_t (v_t - belt), -mu lambda_n, mu lambda_n),
 *
 * at the others what it was, within the same limits. One contact after the other it only slows down the sliding. What friction has too much
 * for an impulse that has become smaller since is taken back at once.
 */
import type { BodyStore } from '@otedama/rigid';
import {
  applyImpulse,
  BELT,
  type FrameRows,
  LAMBDA_N,
  LAMBDA_T,
  MASS_T,
  MU,
  P1,
  P2,
  ROW_A,
  ROW_B,
  ROW_INDEX_STRIDE,
  rowStart,
  tangentVelocity,
} from './frame-rows.js';
import { holdVelocities, locksOf } from './locked-axes.js';
import type { WatchedRows } from './watched-rows.js';

/**
 * Slows down the sliding of the watched row at `place`, or gives it back the friction that it had, by at most mu times its impulse.
 * @param isStruck whether it had a blow
 */
export function rub(
  place: number,
  isStruck: boolean,
  { data, index }: FrameRows,
  { rows, slides }: WatchedRows,
  bodies: BodyStore,
): void {
  const { motion } = bodies;
  const o = rowStart(rows[place]);
  const p = o + P1;
  const a = index[rows[place] * ROW_INDEX_STRIDE + ROW_A];
  const b = index[rows[place] * ROW_INDEX_STRIDE + ROW_B];
  const sliding = tangentVelocity(data, motion, o, p, a, b) - data[o + BELT];
  const wanted = isStruck ? -data[p + MASS_T] * sliding : slides[place];
  const limit = data[o + MU] * (data[p + LAMBDA_N] + data[o + P2 + LAMBDA_N]);
  const lambda = Math.max(-limit, Math.min(limit, wanted));
  data[p + LAMBDA_T] = lambda;
  slides[place] = lambda;
  applyImpulse(data, motion, o, p, a, b, 0, lambda);
  holdVelocities(motion, a, b, locksOf(bodies, a, b));
}

/** Takes back what the friction of the watched row at `place` has too much. @returns whether it had */
export function trim(
  place: number,
  { data, index }: FrameRows,
  { rows, slides }: WatchedRows,
  bodies: BodyStore,
): boolean {
  const { motion } = bodies;
  const o = rowStart(rows[place]);
  const p = o + P1;
  const limit = data[o + MU] * (data[p + LAMBDA_N] + data[o + P2 + LAMBDA_N]);
  const excess = Math.abs(data[p + LAMBDA_T]) - limit;
  if (!(excess > 0)) return false;
  const a = index[rows[place] * ROW_INDEX_STRIDE + ROW_A];
  const b = index[rows[place] * ROW_INDEX_STRIDE + ROW_B];
  const lambda = data[p + LAMBDA_T] > 0 ? limit : -limit;
  applyImpulse(data, motion, o, p, a, b, 0, lambda - data[p + LAMBDA_T]);
  holdVelocities(motion, a, b, locksOf(bodies, a, b));
  data[p + LAMBDA_T] = lambda;
  slides[place] = lambda;
  return true;
}
