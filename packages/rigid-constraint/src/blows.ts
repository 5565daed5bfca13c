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
 * It is the last pass, so the bias adds nothing to it. The two points of an edge disturb each other by a factor of about 1/5, so a few rounds
 * over them settle both. Bodies with a locked axis respond as in `locked-axes.ts`.
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
  MASS_N,
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
import { holdVelocities, LOCKED_ROUNDS, lockedMass, locksOf } from './locked-axes.js';
import type { WatchedRows } from './watched-rows.js';

/** Maximum blows of a hit. */
const BLOWS = 16;
/** Rounds over the two points of an edge in a blow. Each round leaves 0.2^2 of the error; after eight rounds 1e-11 is left. */
const ROUNDS = 8;

/** Of the two points of a row: velocity after the blow, m/s, negative for one that is not struck; and impulse of the blow, N s. */
const targets = new Float64Array(2);
const struck = new Float64Array(2);

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
    const points = index[ri + ROW_COUNT];
    const locks = locksOf(bodies, a, b);
    for (let blow = 0; blow < BLOWS; blow++) {
      let isStruck = false;
      for (let j = 0; j < points; j++) {
        let v = 0;
        if (blow > 0) v = normalVelocity(data, motion, o, o + P1 + j * (P2 - P1), a, b);
        else if (peaks[2 * n + j] > 0) v = contactData[c + POINT0 + j * POINT_STRIDE + NORMAL_VELOCITY];
        targets[j] = v <= -threshold ? -e * v : v < 0 && blow > 0 ? 0 : -1;
        if (targets[j] >= 0) isStruck = true;
      }
      if (!isStruck) break;
      if (blow === 0) {
        for (let j = 0; j < points; j++) {
          const p = o + P1 + j * (P2 - P1);
          // half of the friction at each end of an edge is all of it at its midpoint
          applyImpulse(data, motion, o, p, a, b, -totals[2 * n + j], -slides[n] / points);
          totals[2 * n + j] = 0;
          data[p + LAMBDA_N] = 0;
        }
        slides[n] = 0;
        data[o + P1 + LAMBDA_T] = 0;
      }
      struck.fill(0);
      const rounds = points * (locks === 0 ? ROUNDS : LOCKED_ROUNDS);
      for (let visit = 0; visit < rounds; visit++) {
        holdVelocities(motion, a, b, locks);
        const j = visit % points;
        if (targets[j] < 0) continue;
        const p = o + P1 + j * (P2 - P1);
        const mass = locks === 0 ? data[p + MASS_N] : lockedMass(data, o, p, locks);
        const wanted = struck[j] - mass * (normalVelocity(data, motion, o, p, a, b) - targets[j]);
        const d = Math.max(0, wanted) - struck[j];
        struck[j] += d;
        totals[2 * n + j] += d;
        applyImpulse(data, motion, o, p, a, b, d, 0);
      }
      holdVelocities(motion, a, b, locks);
      // the ends of an edge lie on a line along t, so friction acts on both alike
      const limit = data[o + MU] * (struck[0] + struck[1]);
      const sliding = tangentVelocity(data, motion, o, o + P1, a, b) - data[o + BELT];
      const lambda = Math.max(-limit, Math.min(limit, -data[o + P1 + MASS_T] * sliding));
      slides[n] += lambda;
      applyImpulse(data, motion, o, o + P1, a, b, 0, lambda);
      holdVelocities(motion, a, b, locks);
    }
  }
}
