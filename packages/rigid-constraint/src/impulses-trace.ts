/** The passes of sequential impulses with a recorder: see `trace.ts`. Expansion passes follow the others. */

import type { SolverTrace } from '@otedama/rigid';
import { solveContactRows } from './contact-kernel.js';
import { type FrameRows, P1, TARGET } from './frame-rows.js';
import { HIGH1, HIGH2, LOW1, LOW2, solveExpansionRows } from './restitution.js';
import { solveTraced, type TracedPass } from './trace.js';

/** `solveContactRows` over all rows, told to a recorder. */
function solveContactRowsTraced(
  rows: FrameRows,
  motion: Float64Array,
  pass: number,
  duration: number,
  trace: SolverTrace,
): void {
  solveTraced(rows, motion, trace, compression(rows, motion, pass, duration));
}

/** `solveExpansionRows` over all rows, told to a recorder. */
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
    radii: -1,
    solve: (k) => solveContactRows(data, index, motion, k, k + 1),
    aim: (aim, _o, p) => {
      aim.target = data[p + TARGET];
      return true;
    },
  };
}

/** The passes of sequential impulses that tell a recorder what they do, with the bits of the silent ones. */
export interface SequentialImpulsesTracing {
  /** A velocity pass over all rows; impulses in N s, durations in s. */
  readonly solveContactRows: typeof solveContactRowsTraced;
  /** An expansion pass over all rows; impulses in N s, durations in s. */
  readonly solveExpansionRows: typeof solveExpansionRowsTraced;
}

/** What a bare solver by sequential impulses tells a recorder with. */
export const sequentialImpulsesTracing: SequentialImpulsesTracing = {
  solveContactRows: solveContactRowsTraced,
  solveExpansionRows: solveExpansionRowsTraced,
};
