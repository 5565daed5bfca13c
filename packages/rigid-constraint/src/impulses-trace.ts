/** The passes of sequential impulses, reported to a recorder (see `trace.ts`). Expansion passes come after the others. */

import type { SolverTrace } from '@otedama/rigid';
import { solveContactRows } from './contact-kernel.js';
import { type FrameRows, MASS_N, P1, TARGET } from './frame-rows.js';
import { lockedMass } from './locked-axes.js';
import type { LockedRows } from './locked-rows.js';
import { HIGH1, HIGH2, LOW1, LOW2, solveExpansionRows } from './restitution.js';
import { solveTraced, type TracedPass } from './trace.js';

/** `solveContactRows` over all rows, reported to a recorder. */
function solveContactRowsTraced(
  rows: FrameRows,
  motion: Float64Array,
  pass: number,
  duration: number,
  trace: SolverTrace,
): void {
  solveTraced(rows, motion, trace, compression(rows, motion, pass, duration));
}

/** `solveExpansionRows` over all rows, reported to a recorder. */
function solveExpansionRowsTraced(
  rows: FrameRows,
  motion: Float64Array,
  pass: number,
  duration: number,
  trace: SolverTrace,
): void {
  const { data, index } = rows;
  solveTraced(rows, motion, trace, {
    ...compression(rows, motion, pass, duration),
    phase: 'bounce',
    solve: (k) => solveExpansionRows(data, index, motion, k, k + 1),
    aim: (aim, o, p) => {
      aim.target = data[p + TARGET];
      aim.low = data[o + (p === o + P1 ? LOW1 : LOW2)];
      aim.high = data[o + (p === o + P1 ? HIGH1 : HIGH2)];
      return true;
    },
  });
}

/** `LockedRows.solve` over its list, reported to a recorder. */
function solveLockedRowsTraced(
  rows: FrameRows,
  locked: LockedRows,
  motion: Float64Array,
  isExpansion: boolean,
  pass: number,
  duration: number,
  trace: SolverTrace,
): void {
  const { data } = rows;
  for (let n = 0; n < locked.count; n++) {
    const k = locked.rows[n];
    const again: TracedPass = {
      pass,
      phase: isExpansion ? 'bounce' : 'solve',
      duration,
      friction: false,
      sharedArms: -1,
      radii: null,
      solve: () => locked.solve(rows, motion, isExpansion, n, n + 1),
      aim: (aim, o, p) => {
        const isFirst = p === o + P1;
        aim.target = data[p + TARGET];
        aim.massScale = data[p + MASS_N] > 0 ? lockedMass(data, o, p, locked.locks[n]) / data[p + MASS_N] : 1;
        if (isExpansion) {
          aim.low = data[o + (isFirst ? LOW1 : LOW2)];
          aim.high = data[o + (isFirst ? HIGH1 : HIGH2)];
        }
        return true;
      },
    };
    solveTraced(rows, motion, trace, again, k, k + 1);
  }
}

/** A velocity pass. */
function compression(
  { data, index }: FrameRows,
  motion: Float64Array,
  pass: number,
  duration: number,
): TracedPass {
  return {
    pass,
    phase: 'solve',
    duration,
    friction: true,
    sharedArms: -1,
    radii: null,
    solve: (k) => solveContactRows(data, index, motion, k, k + 1),
    aim: (aim, _o, p) => {
      aim.target = data[p + TARGET];
      return true;
    },
  };
}

/** The passes of sequential impulses that report to a recorder. Results are bit for bit those of the passes without a recorder. */
export interface SequentialImpulsesTracing {
  /** A velocity pass over all rows; impulses in N s, durations in s. */
  readonly solveContactRows: typeof solveContactRowsTraced;
  /** An expansion pass over all rows; impulses in N s, durations in s. */
  readonly solveExpansionRows: typeof solveExpansionRowsTraced;
  /** A pass over the rows of locked bodies; impulses in N s, durations in s. */
  readonly solveLockedRows: typeof solveLockedRowsTraced;
}

/** Tracing part for a bare sequential impulses solver. */
export const sequentialImpulsesTracing: SequentialImpulsesTracing = {
  solveContactRows: solveContactRowsTraced,
  solveExpansionRows: solveExpansionRowsTraced,
  solveLockedRows: solveLockedRowsTraced,
};
