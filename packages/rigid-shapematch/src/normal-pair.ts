/** Exact solution of the two normal unknowns of an edge contact. */

import { ROW_TOLERANCE } from './constants.js';

/** Indices of K and b in `problem`. The function takes an array, because numbers would be allocated at each call. */
export const PAIR_K11 = 0;
export const PAIR_K12 = 1;
export const PAIR_K22 = 2;
export const PAIR_B1 = 3;
export const PAIR_B2 = 4;
/** Count of numbers in a problem. */
export const PAIR_SIZE = 5;

/**
 * Solves K x = b with x >= 0. An unknown that would be negative is set to 0, and its row is dropped.
 * If the rows are dependent (coincident points, bodies that cannot turn), the first unknown is used for both.
 * @param at index in `out` of the two unknowns
 */
export function solveNormalPair(out: Float64Array, at: number, problem: Float64Array): void {
  const K11 = problem[PAIR_K11];
  const K12 = problem[PAIR_K12];
  const K22 = problem[PAIR_K22];
  const b1 = problem[PAIR_B1];
  const b2 = problem[PAIR_B2];
  const det = K11 * K22 - K12 * K12;
  if (det <= ROW_TOLERANCE * K11 * K22) {
    out[at] = Math.max(b1, b2, 0) / K11;
    out[at + 1] = 0;
    return;
  }
  const first = (K22 * b1 - K12 * b2) / det;
  const second = (K11 * b2 - K12 * b1) / det;
  if (first >= 0 && second >= 0) {
    out[at] = first;
    out[at + 1] = second;
    return;
  }
  const onlyFirst = b1 > 0 && (second < 0 || b2 <= 0);
  out[at] = onlyFirst ? b1 / K11 : 0;
  out[at + 1] = onlyFirst ? 0 : Math.max(b2, 0) / K22;
}
