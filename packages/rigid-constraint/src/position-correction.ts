/**
 * Removing penetration without changing velocities (nonlinear projection).
 *
 * After the bodies have moved with their new velocities, each pass takes the true gap of every point (formula in frame-rows.ts) and
 * applies the pseudo-impulse that removes a share beta of the penetration beyond the slop,
 *
 *     P = m_n min(beta (depth - slop), maximum)    if depth > slop
 *
 * to displacement and rotation instead of velocity: d -= m_A P n, angle -= i_A rn_A P and the opposite on B. No momentum results: in the
 * next step the penetration is gone, and so is the correction. (In gravity the lifted bodies gain potential energy; this is the price of
 * the penetration.) [Catto, Box2D 2; Cline & Pai 2003]
 */

import { DC, DS, DX, DY } from '@otedama/rigid';
import { MAXIMUM_CORRECTION, MAXIMUM_CORRECTION_TURN } from './constants.js';
import {
  GAP,
  I_A,
  I_B,
  M_A,
  M_B,
  MASS_N,
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
  rowStart,
} from './frame-rows.js';
import type { ContactTuning } from './options.js';

/**
 * One position pass over rows `start` to `end`.
 * @param motion `BodyStore.motion`
 * @returns number of points that penetrated by more than the slop
 */
export function correctPositions(
  data: Float64Array,
  index: Int32Array,
  motion: Float64Array,
  start: number,
  end: number,
  walls: ContactTuning,
  bodies: ContactTuning,
): number {
  let corrected = 0;
  for (let k = start; k < end; k++) {
    const o = rowStart(k);
    const ri = k * ROW_INDEX_STRIDE;
    const a = index[ri + ROW_A];
    const b = index[ri + ROW_B];
    const nx = data[o + N_X];
    const ny = data[o + N_Y];
    const mA = data[o + M_A];
    const mB = data[o + M_B];
    const tuning = mA === 0 || mB === 0 ? walls : bodies;
    const last = index[ri + ROW_COUNT] === 2 ? P2 : P1;
    for (let p = P1; p <= last; p += P2 - P1) {
      const q = o + p;
      const rnA = data[q + RN_A];
      const rdA = data[q + RD_A];
      const rnB = data[q + RN_B];
      const rdB = data[q + RD_B];
      const gap =
        data[q + GAP] +
        (motion[b + DX] - motion[a + DX]) * nx +
        (motion[b + DY] - motion[a + DY]) * ny +
        (motion[b + DC] * rdB + motion[b + DS] * rnB) -
        (motion[a + DC] * rdA + motion[a + DS] * rnA);
      const excess = -gap - tuning.slop;
      if (excess <= 0) continue;
      corrected++;
      const push = Math.min(tuning.correctionShare * excess, MAXIMUM_CORRECTION);
      const impulse = data[q + MASS_N] * push;
      displace(motion, a, -mA * impulse * nx, -mA * impulse * ny, -data[o + I_A] * rnA * impulse);
      displace(motion, b, mB * impulse * nx, mB * impulse * ny, data[o + I_B] * rnB * impulse);
    }
  }
  return corrected;
}

/**
 * Moves a body by (`x`, `y`) and turns it by the small angle `angle` (rad; first order, one Newton step of renormalization). The turn is
 * limited so that first order stays valid: without the limit, a body of millimetres that is pushed by centimetres at its rim would spin
 * round.
 */
function displace(motion: Float64Array, body: number, x: number, y: number, angle: number): void {
  motion[body + DX] += x;
  motion[body + DY] += y;
  if (angle === 0) return;
  const turn = Math.max(-MAXIMUM_CORRECTION_TURN, Math.min(angle, MAXIMUM_CORRECTION_TURN));
  const c = motion[body + DC];
  const s = motion[body + DS];
  const dc = c - turn * s;
  const ds = s + turn * c;
  const f = 1.5 - 0.5 * (dc * dc + ds * ds);
  motion[body + DC] = dc * f;
  motion[body + DS] = ds * f;
}
