/**
 * Restitution, after all substeps: a point that pressed in this step and approached faster than the threshold leaves with v_n = -e v_n0,
 * where v_n0 is the velocity at which it met the surface (`watchApproaches`). The passes have stopped it, and their friction depends on how
 * they got there. So the impulses of the contact in this step are taken back, and the hit is done again as blows, one after the other.
 *
 * A blow strikes the points that approach, at first those that were met fast enough, with Newton's law of impact,
 *
 *     0 <= lambda_i,   v_i' >= e u_i,   one of them equal,
 *
 * and then rubs, with Coulomb's law of friction,
 *
 *     lambda_t = clamp(-m_t (v_t - belt), -mu sum lambda_i, mu sum lambda_i).
 *
 * Friction may drive a point back into the surface, and one end of an edge the other one. What still approaches is struck by the next blow.
 * The first part of a blow changes the energy by sum lambda_i (v_i' - u_i) / 2 <= 0, and the second one only slows down the sliding. So with
 * e <= 1 no hit gains energy, and a sliding hit has exactly mu times its normal impulse. One blow for friction and rebound together would not
 * have this bound: when friction reverses the sliding, Newton's law gains energy [Kane and Levinson 1985].
 *
 * It is the last pass, so the bias adds nothing to it. Newton's law for the two points of an edge is solved exactly: with
 * K = J M^-1 J^T, m_i = 1 / K_ii and d_i what is missing to e u_i without impulses,
 *
 *     lambda_2 = [m_2 (d_2 - K_12 m_1 d_1) / (1 - K_12^2 m_1 m_2)]+
 *     lambda_1 = [m_1 (d_1 - K_12 lambda_2)]+,      lambda_2 = [m_2 (d_2 - K_12 lambda_1)]+
 *
 * where []+ is 0 for what is negative. If both are struck, the first step is the solution; if one is, the others take back what it has too
 * much. In rounds over the points, those of a short edge would converge so slowly that boxes gained up to 3 % of their energy in a hit.
 * Bodies with a locked axis respond as in `locked-axes.ts`.
 */
import {
  CONTACT_STRIDE,
  NORMAL_VELOCITY,
  POINT_STRIDE,
  POINT0,
  RESTITUTION,
  type SolverWorld,
} from '@otedama/rigid';
import {
  applyImpulse,
  BELT,
  type FrameRows,
  LAMBDA_N,
  LAMBDA_T,
  MASS_T,
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
  tangentVelocity,
} from './frame-rows.js';
import { holdVelocities, lockedMass, locksOf, response } from './locked-axes.js';
import { startSoftRows } from './soft-contact.js';
import type { WatchedRows } from './watched-rows.js';

/** Maximum blows of a hit. */
const BLOWS = 16;

/** Velocity of the two points of a row after the blow, m/s; negative for one that is not struck. */
const targets = new Float64Array(2);

/**
 * Bounces the watched rows `start` to `end` of the list. Those that do start the next step without impulses.
 * @param threshold m/s
 */
export function bounceRows(
  { data, index }: FrameRows,
  { rows: watched, peaks, totals, slides }: WatchedRows,
  { bodies, contacts }: SolverWorld,
  threshold: number,
  start: number,
  end: number,
): void {
  const { motion } = bodies;
  const contactData = contacts.data;
  for (let n = start; n < end; n++) {
    const k = watched[n];
    const o = rowStart(k);
    const ri = k * ROW_INDEX_STRIDE;
    const c = index[ri + ROW_SLOT] * CONTACT_STRIDE;
    const e = contactData[c + RESTITUTION];
    if (e === 0) continue;
    const a = index[ri + ROW_A];
    const b = index[ri + ROW_B];
    const locks = locksOf(bodies, a, b);
    const isDouble = index[ri + ROW_COUNT] === 2;
    for (let blow = 0; blow < BLOWS; blow++) {
      targets[1] = -1;
      for (let j = 0; j < (isDouble ? 2 : 1); j++) {
        let v = 0;
        if (blow > 0) v = normalVelocity(data, motion, o, o + P1 + j * (P2 - P1), a, b);
        else if (peaks[2 * n + j] > 0) v = contactData[c + POINT0 + j * POINT_STRIDE + NORMAL_VELOCITY];
        targets[j] = v <= -threshold ? -e * v : v < 0 && blow > 0 ? 0 : -1;
      }
      if (targets[0] < 0 && targets[1] < 0) break;
      if (blow === 0) {
        // along the arms with which the passes have applied them
        data[o + P1 + LAMBDA_N] = -totals[2 * n];
        data[o + P2 + LAMBDA_N] = -totals[2 * n + 1];
        data[o + P1 + LAMBDA_T] = -slides[n];
        startSoftRows(data, index, motion, k, k + 1);
        totals[2 * n] = 0;
        totals[2 * n + 1] = 0;
        data[o + P1 + LAMBDA_N] = 0;
        data[o + P2 + LAMBDA_N] = 0;
        slides[n] = 0;
        data[o + P1 + LAMBDA_T] = 0;
      }
      holdVelocities(motion, a, b, locks);
      const m1 = targets[0] < 0 ? 0 : lockedMass(data, o, o + P1, locks);
      const m2 = targets[1] < 0 ? 0 : lockedMass(data, o, o + P2, locks);
      const d1 = targets[0] - normalVelocity(data, motion, o, o + P1, a, b);
      // a row with one point has old numbers at the second
      const d2 = isDouble ? targets[1] - normalVelocity(data, motion, o, o + P2, a, b) : 0;
      const k12 = isDouble ? response(data, o, o + P1, o + P2, locks) : 0;
      const both = Math.max(0, (m2 * (d2 - k12 * m1 * d1)) / (1 - k12 * k12 * m1 * m2 || 1));
      const lambda1 = Math.max(0, m1 * (d1 - k12 * both));
      const lambda2 = Math.max(0, m2 * (d2 - k12 * lambda1));
      totals[2 * n] += lambda1;
      totals[2 * n + 1] += lambda2;
      applyImpulse(data, motion, o, o + P1, a, b, lambda1, 0);
      if (isDouble) applyImpulse(data, motion, o, o + P2, a, b, lambda2, 0);
      holdVelocities(motion, a, b, locks);
      // the ends of an edge lie on a line along t, so friction acts on both alike
      const limit = data[o + MU] * (lambda1 + lambda2);
      const sliding = tangentVelocity(data, motion, o, o + P1, a, b) - data[o + BELT];
      const lambda = Math.max(-limit, Math.min(limit, -data[o + P1 + MASS_T] * sliding));
      slides[n] += lambda;
      applyImpulse(data, motion, o, o + P1, a, b, 0, lambda);
      holdVelocities(motion, a, b, locks);
    }
  }
}
