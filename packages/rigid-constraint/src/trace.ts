// A velocity pass that tells a recorder what each row does: the same kernel, one contact at a call.

import { type SolverTrace, VX, VY, W } from '@otedama/rigid';
import { solveContactRows } from './contact-kernel.js';
import {
  BELT,
  type FrameRows,
  LAMBDA_N,
  LAMBDA_T,
  N_X,
  N_Y,
  P1,
  P2,
  RD_A,
  RD_B,
  RN_A,
  RN_B,
  ROW_A,
  ROW_B,
  ROW_COUNT,
  ROW_INDEX_STRIDE,
  ROW_SLOT,
  ROW_STRIDE,
  TARGET,
} from './frame-rows.js';

/** Solves all rows once; reports the error of each row as the contact found it, and its impulse as the contact left it. */
export function solveTraced(
  rows: FrameRows,
  motion: Float64Array,
  iteration: number,
  trace: SolverTrace,
): void {
  const { data, index, count } = rows;
  const errors = [0, 0, 0, 0];
  for (let k = 0; k < count; k++) {
    const o = k * ROW_STRIDE;
    const ri = k * ROW_INDEX_STRIDE;
    const a = index[ri + ROW_A];
    const b = index[ri + ROW_B];
    const nx = data[o + N_X];
    const ny = data[o + N_Y];
    const ux = motion[b + VX] - motion[a + VX];
    const uy = motion[b + VY] - motion[a + VY];
    const points = index[ri + ROW_COUNT];
    for (let j = 0; j < points; j++) {
      const q = o + (j === 0 ? P1 : P2);
      const wA = motion[a + W];
      const wB = motion[b + W];
      errors[2 * j] = ux * ny - uy * nx - wB * data[q + RD_B] + wA * data[q + RD_A] - data[o + BELT];
      errors[2 * j + 1] = ux * nx + uy * ny + wB * data[q + RN_B] - wA * data[q + RN_A] - data[q + TARGET];
    }
    solveContactRows(data, index, motion, k, k + 1);
    const slot = index[ri + ROW_SLOT];
    for (let j = 0; j < points; j++) {
      const q = o + (j === 0 ? P1 : P2);
      trace.row(iteration, 'friction', slot, j, errors[2 * j], data[o + BELT], data[q + LAMBDA_T]);
      trace.row(iteration, 'normal', slot, j, errors[2 * j + 1], data[q + TARGET], data[q + LAMBDA_N]);
    }
  }
}
