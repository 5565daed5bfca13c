/**
 * The passes of the soft step, reported to a recorder (see `trace.ts`). Pass 2 s is the solve pass of substep s, 2 s + 1 its relax pass;
 * the restitution pass comes last. Visits of shocks come in between. Each has a number of its own and shifts the numbers after it.
 */

import {
  CONTACT_STRIDE,
  NORMAL_VELOCITY,
  POINT_STRIDE,
  POINT0,
  RESTITUTION,
  type SolverTrace,
  type SolverWorld,
  VX,
  VY,
  W,
} from '@otedama/rigid';
import { bounceRows } from './blows.js';
import {
  BELT,
  type FrameRows,
  I_A,
  I_B,
  LAMBDA_N,
  LAMBDA_T,
  M_A,
  M_B,
  MASS_T,
  MU,
  N_X,
  N_Y,
  normalVelocity,
  P1,
  P2,
  RN_A,
  RN_B,
  ROW_COUNT,
  ROW_INDEX_STRIDE,
  ROW_SLOT,
  rowStart,
} from './frame-rows.js';
import type { TellHit } from './simultaneous-hits.js';
import { YIELD_SPEED } from './soft-constants.js';
import type { ContactSoftness } from './soft-constraint.js';
import { solveSoftRows } from './soft-contact.js';
import { FIRM_SHARE, relaxRows } from './soft-contact-relax.js';
import { INVERSE_12, INVERSE_DIAGONAL, OPEN, RHO_A, RHO_B, RT_A, RT_B } from './soft-row-fields.js';
import { solveTraced, type TracedPass } from './trace.js';
import type { WatchedRows } from './watched-rows.js';

const RADII: readonly [number, number] = [RHO_A, RHO_B];

/** `solveSoftRows`, reported to a recorder. */
function solveSoftRowsTraced(
  rows: FrameRows,
  motion: Float64Array,
  start: number,
  end: number,
  lastReversed: number,
  inverseStep: number,
  soft: ContactSoftness,
  number: number,
  trace: SolverTrace,
): void {
  const { data, index } = rows;
  const pass: TracedPass = {
    pass: number,
    phase: 'solve',
    duration: 1 / inverseStep,
    friction: false,
    sharedArms: -1,
    radii: RADII,
    solve: (k) => solveSoftRows(data, index, motion, k, k + 1, -1, inverseStep, soft),
    aim: (aim, o, _p, gap, load) => {
      if (gap > 0) {
        aim.target = -gap * inverseStep;
        return true;
      }
      aim.target = Math.min(-soft.biasRate * gap, soft.cap);
      const isFixed = rows.data[o + M_A] * rows.data[o + M_B] === 0;
      if (isFixed && soft.impulseScale * load > soft.massScale * YIELD_SPEED) {
        aim.target -= YIELD_SPEED;
        return true;
      }
      aim.massScale = soft.massScale;
      aim.impulseScale = soft.impulseScale;
      return true;
    },
  };
  solveTraced(rows, motion, trace, pass, start, end, lastReversed);
}

/** `relaxRows` over rows `start` to `end`, in the phase `relax` or `shock`, reported to a recorder. */
function relaxRowsTraced(
  rows: FrameRows,
  motion: Float64Array,
  phase: 'relax' | 'shock',
  start: number,
  end: number,
  lastReversed: number,
  number: number,
  inverseStep: number,
  trace: SolverTrace,
): void {
  const { data, index } = rows;
  const pass: TracedPass = {
    pass: number,
    phase,
    duration: 1 / inverseStep,
    friction: true,
    comesFirst: (o, a, b) => isFirm(data, motion, o, a, b),
    sharedArms: RT_A,
    radii: RADII,
    solve: (k) => relaxRows(data, index, motion, k, k + 1, -1, inverseStep),
    aim: (aim, o, _p, gap) => {
      if (gap > 0 && data[o + OPEN] !== 0) aim.target = -gap * inverseStep;
      return true;
    },
  };
  solveTraced(rows, motion, trace, pass, start, end, lastReversed);
}

/** Whether a relax pass starts the row at `o` with its friction, as both points then keep their impulses: see `soft-contact-relax.ts`. */
function isFirm(data: Float64Array, motion: Float64Array, o: number, a: number, b: number): boolean {
  const inverse11 = data[o + P1 + INVERSE_DIAGONAL];
  if (data[o + OPEN] !== 0 || inverse11 === 0) return false;
  const old1 = data[o + P1 + LAMBDA_N];
  const old2 = data[o + P2 + LAMBDA_N];
  const oldT = data[o + P1 + LAMBDA_T];
  const limit = data[o + MU] * (old1 + old2);
  const ux = motion[b + VX] - motion[a + VX];
  const uy = motion[b + VY] - motion[a + VY];
  const turning = motion[a + W] * data[o + RT_A] - motion[b + W] * data[o + RT_B];
  const ut = ux * data[o + N_Y] - uy * data[o + N_X] + turning - data[o + BELT];
  const change = Math.max(-limit, Math.min(limit, oldT - data[o + P1 + MASS_T] * ut)) - oldT;
  const turnA = data[o + I_A] * data[o + RT_A] * change;
  const turnB = data[o + I_B] * data[o + RT_B] * change;
  const e1 =
    normalVelocity(data, motion, o, o + P1, a, b) -
    (turnA * data[o + P1 + RN_A] + turnB * data[o + P1 + RN_B]);
  const e2 =
    normalVelocity(data, motion, o, o + P2, a, b) -
    (turnA * data[o + P2 + RN_A] + turnB * data[o + P2 + RN_B]);
  const loss1 = inverse11 * e1 - data[o + INVERSE_12] * e2;
  const loss2 = data[o + P2 + INVERSE_DIAGONAL] * e2 - data[o + INVERSE_12] * e1;
  return old1 - loss1 >= FIRM_SHARE * old1 && old2 - loss2 >= FIRM_SHARE * old2;
}

/** Impulses that the rows of shocks give back at the end of a substep, reported to a recorder: `work` sets the impulses of row `k`. */
function giveBackTraced(
  rows: FrameRows,
  motion: Float64Array,
  k: number,
  number: number,
  inverseStep: number,
  trace: SolverTrace,
  work: () => void,
): void {
  const pass: TracedPass = {
    pass: number,
    phase: 'return',
    duration: 1 / inverseStep,
    friction: true,
    sharedArms: RT_A,
    radii: RADII,
    isSet: true,
    solve: work,
    aim: () => true,
  };
  solveTraced(rows, motion, trace, pass, k, k + 1);
}

/**
 * `bounceRows`, reported to a recorder. Rows that do not bounce are not reported. A row that does gets the impulses of its hit, and in the
 * pass after it those that the next step starts from.
 */
function bounceRowsTraced(
  rows: FrameRows,
  watched: WatchedRows,
  world: SolverWorld,
  threshold: number,
  number: number,
  inverseStep: number,
  trace: SolverTrace,
): void {
  const { data, index } = rows;
  const { motion } = world.bodies;
  const contactData = world.contacts.data;
  for (let n = 0; n < watched.count; n++) {
    const k = watched.rows[n];
    const o = rowStart(k);
    const c = index[k * ROW_INDEX_STRIDE + ROW_SLOT] * CONTACT_STRIDE;
    const e = contactData[c + RESTITUTION];
    const points = Array.from({ length: index[k * ROW_INDEX_STRIDE + ROW_COUNT] }, (_, j) => {
      const approach = contactData[c + POINT0 + j * POINT_STRIDE + NORMAL_VELOCITY];
      return { p: o + (j === 0 ? P1 : P2), approach, total: 2 * n + j };
    });
    const isHit = points.some(({ approach, total }) => approach <= -threshold && watched.peaks[total] > 0);
    if (e === 0 || !isHit) continue;
    const pass = {
      duration: 1 / inverseStep,
      friction: true,
      sharedArms: RT_A,
      radii: RADII,
      isSet: true,
    };
    const bounce: TracedPass = {
      ...pass,
      pass: number,
      phase: 'bounce',
      solve: () => {
        bounceRows(rows, watched, world, threshold, n, n + 1);
        for (const { p, total } of points) data[p + LAMBDA_N] = watched.totals[total];
        data[o + P1 + LAMBDA_T] = watched.slides[n];
      },
      aim: (aim, _o, p) => {
        const approach = points[p === o + P1 ? 0 : 1].approach;
        if (approach <= -threshold) aim.target = -e * approach;
        return true;
      },
    };
    const keep: TracedPass = {
      ...pass,
      pass: number + 1,
      phase: 'keep',
      solve: () => {
        for (const { p } of points) data[p + LAMBDA_N] = 0;
        data[o + P1 + LAMBDA_T] = 0;
      },
      aim: () => true,
    };
    solveTraced(rows, motion, trace, bounce, k, k + 1);
    solveTraced(rows, motion, trace, keep, k, k + 1);
  }
}

/** Reports the visits of a shock: `next` gives the number of each pass. */
function tellShock(
  rows: FrameRows,
  motion: Float64Array,
  next: () => number,
  inverseStep: number,
  trace: SolverTrace,
): (k: number) => void {
  return (k) => relaxRowsTraced(rows, motion, 'shock', k, k + 1, -1, next(), inverseStep, trace);
}

/** Reports the impulses that the rows of a shock give back. */
function tellReturn(
  rows: FrameRows,
  motion: Float64Array,
  number: number,
  inverseStep: number,
  trace: SolverTrace,
): (k: number, work: () => void) => void {
  return (k, work) => giveBackTraced(rows, motion, k, number, inverseStep, trace, work);
}

/** Reports the rows that `SimultaneousHits` solves to a recorder. */
function tellHits(
  rows: FrameRows,
  motion: Float64Array,
  number: number,
  inverseStep: number,
  trace: SolverTrace,
): TellHit {
  return (phase, round, k, aimAt, work) => {
    let moves = false;
    const pass: TracedPass = {
      pass: number + round,
      phase,
      duration: 1 / inverseStep,
      friction: true,
      sharedArms: RT_A,
      radii: RADII,
      isSet: true,
      solve: () => {
        moves = work();
      },
      aim: (aim, o, p) => {
        aimAt(aim, p === o + P1 ? 0 : 1);
        return true;
      },
    };
    solveTraced(rows, motion, trace, pass, k, k + 1);
    return moves;
  };
}

/** The passes of the soft step that report to a recorder. Results are bit for bit those of the passes without a recorder. */
export interface SoftStepTracing {
  /** A pass with bias over some rows; 1/h in 1/s, speeds in m/s. */
  readonly solveSoftRows: typeof solveSoftRowsTraced;
  /** A pass without bias over some rows; 1/h in 1/s. */
  readonly relaxRows: typeof relaxRowsTraced;
  /** Impulses that the rows of embedded bodies give back; 1/h in 1/s. */
  readonly giveBack: typeof giveBackTraced;
  /** Reports the visits of a shock; 1/h in 1/s. */
  readonly tellShock: typeof tellShock;
  /** Reports what the rows of a shock give back; 1/h in 1/s. */
  readonly tellReturn: typeof tellReturn;
  /** The restitution pass over the watched rows; threshold in m/s. */
  readonly bounceRows: typeof bounceRowsTraced;
  /** Reports hits that are solved together; 1/h in 1/s. */
  readonly tellHits: typeof tellHits;
}

/** Tracing part for a bare soft step solver. */
export const softStepTracing: SoftStepTracing = {
  solveSoftRows: solveSoftRowsTraced,
  relaxRows: relaxRowsTraced,
  giveBack: giveBackTraced,
  tellShock,
  tellReturn,
  bounceRows: bounceRowsTraced,
  tellHits,
};
