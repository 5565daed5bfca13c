/**
 * The passes of the soft step, reported to a recorder (see `trace.ts`). Pass 2 s is the solve pass of substep s, 2 s + 1 its relax pass;
 * the restitution pass comes last. Visits of shocks come in between. Each has a number of its own and shifts the numbers after it.
 */

import {
  type BodyStore,
  CONTACT_STRIDE,
  NORMAL_VELOCITY,
  POINT_STRIDE,
  POINT0,
  RESTITUTION,
  type SolverTrace,
} from '@otedama/rigid';
import {
  type FrameRows,
  MASS_N,
  P1,
  ROW_A,
  ROW_B,
  ROW_INDEX_STRIDE,
  ROW_SLOT,
  rowStart,
} from './frame-rows.js';
import { lockedMass, locksOf } from './locked-axes.js';
import type { TellHit } from './simultaneous-hits.js';
import type { ContactSoftness } from './soft-constraint.js';
import { bounceRows, OPEN, RHO_A, RHO_B, RT_A, relaxRows, solveSoftRows } from './soft-contact.js';
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
    aim: (aim, _o, _p, gap) => {
      if (gap > 0) {
        aim.target = -gap * inverseStep;
        return true;
      }
      aim.target = Math.min(-soft.biasRate * gap, soft.cap);
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

/** `bounceRows`, reported to a recorder. Points without restitution are not reported. */
function bounceRowsTraced(
  rows: FrameRows,
  watched: WatchedRows,
  contactData: Float64Array,
  bodies: BodyStore,
  threshold: number,
  number: number,
  inverseStep: number,
  trace: SolverTrace,
): void {
  const { index } = rows;
  for (let n = 0; n < watched.count; n++) {
    const k = watched.rows[n];
    const c = index[k * ROW_INDEX_STRIDE + ROW_SLOT] * CONTACT_STRIDE;
    const e = contactData[c + RESTITUTION];
    if (e === 0) continue;
    const pass = {
      pass: number,
      phase: 'bounce',
      duration: 1 / inverseStep,
      friction: false,
      sharedArms: -1,
      radii: RADII,
      solve: () => bounceRows(rows, watched, n, n + 1, contactData, bodies, threshold),
      aim: (aim: { target: number; massScale: number }, o: number, p: number) => {
        const ri = k * ROW_INDEX_STRIDE;
        const locks = locksOf(bodies, index[ri + ROW_A], index[ri + ROW_B]);
        if (locks !== 0) aim.massScale = lockedMass(rows.data, o, p, locks) / rows.data[p + MASS_N];
        const point = p === rowStart(k) + P1 ? 0 : 1;
        const approach = contactData[c + POINT0 + point * POINT_STRIDE + NORMAL_VELOCITY];
        aim.target = -e * approach;
        return approach <= -threshold && watched.peaks[2 * n + point] !== 0;
      },
    };
    solveTraced(rows, bodies.motion, trace, pass, k, k + 1);
  }
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
      friction: false,
      sharedArms: -1,
      radii: RADII,
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
  /** Impulses that the rows of shocks give back; 1/h in 1/s. */
  readonly giveBack: typeof giveBackTraced;
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
  bounceRows: bounceRowsTraced,
  tellHits,
};
