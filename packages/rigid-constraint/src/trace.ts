/**
 * Passes that report each row to a recorder. They call the same kernel as without a recorder, for one contact at a time: the same
 * operations in the same order, so the same bits. The values that a row found are computed separately, from the velocities before and the
 * impulses after the call. They do not affect the results.
 */

import { DC, DS, DX, DY, type SolverTrace, VX, VY, W } from '@otedama/rigid';
import {
  BELT,
  type FrameRows,
  GAP,
  I_A,
  I_B,
  LAMBDA_N,
  LAMBDA_T,
  M_A,
  M_B,
  MASS_N,
  MASS_T,
  MU,
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
  rowStart,
} from './frame-rows.js';

/** Target and softness of a normal row in a pass. */
export interface NormalAim {
  /** m/s. */
  target: number;
  massScale: number;
  impulseScale: number;
  /** Bounds of the accumulated impulse, N s. */
  low: number;
  high: number;
}

/** A pass over the rows, as reported to a recorder. */
export interface TracedPass {
  /** Number of the pass within the step, from 0. */
  readonly pass: number;
  readonly phase: string;
  /** Time over which an impulse acts, s. */
  readonly duration: number;
  /** Whether the pass has friction rows, which are solved before the normal rows unless `comesFirst` says otherwise. */
  readonly friction: boolean;
  /** Whether the row at `o` starts with its friction, for a method in which that depends on the row. The others end with it. */
  comesFirst?(o: number, a: number, b: number): boolean;
  /**
   * Offset, in a row of two points, of the arms on A and B of a shared friction row. The arms are as far apart as `RD_A` and `RD_B`. -1
   * if each point has its own friction row.
   */
  readonly sharedArms: number;
  /** Offsets, in a row, of the rounding radii of shapes A and B, if its gaps include them (`soft-contact.ts`); otherwise null. */
  readonly radii: readonly [number, number] | null;
  /** Whether the pass sets impulses to given values instead of solving the row. Default false. */
  readonly isSet?: boolean;
  /** Runs the kernel for row `k` alone. */
  solve(k: number): void;
  /**
   * Changes `aim`, initially a rigid row that stops approach, to the aim of a normal row in this pass. Returns false if the pass skips
   * the row.
   * @param o offset of the row in `FrameRows.data`
   * @param p offset of the point
   * @param gap m
   * @param load what the row carries without softness: (m_A + m_B) lambda - u_n, m/s
   */
  aim(aim: NormalAim, o: number, p: number, gap: number, load: number): boolean;
}

/** Solves rows `start` to `end` once, those up to `lastReversed` in reverse order, and reports each. */
export function solveTraced(
  rows: FrameRows,
  motion: Float64Array,
  trace: SolverTrace,
  pass: TracedPass,
  start = 0,
  end: number = rows.count,
  lastReversed = -1,
): void {
  const { data, index } = rows;
  for (let n = start; n < end; n++) {
    const k = n <= lastReversed ? lastReversed - n : n;
    const o = rowStart(k);
    const ri = k * ROW_INDEX_STRIDE;
    if (index[ri + ROW_COUNT] === 0) continue;
    const a = index[ri + ROW_A];
    const b = index[ri + ROW_B];
    const nx = data[o + N_X];
    const ny = data[o + N_Y];
    const ux = motion[b + VX] - motion[a + VX];
    const uy = motion[b + VY] - motion[a + VY];
    const un = ux * nx + uy * ny;
    let ut = ux * ny - uy * nx;
    let wA = motion[a + W];
    let wB = motion[b + W];
    const points = Array.from({ length: index[ri + ROW_COUNT] }, (_, j) => {
      const p = o + (j === 0 ? P1 : P2);
      return {
        p,
        gap: gapAt(data, motion, a, b, o, p, roundness(data, motion, a, b, o, pass.radii)),
        normalBefore: data[p + LAMBDA_N],
        tangentBefore: data[p + LAMBDA_T],
      };
    });
    const carried = points.reduce((sum, { normalBefore }) => sum + normalBefore, 0);
    const load = (data[o + M_A] + data[o + M_B]) * carried - un;
    const aims = points.map(({ p, gap }) => {
      const aim = { target: 0, massScale: 1, impulseScale: 0, low: 0, high: Infinity };
      return pass.aim(aim, o, p, gap, load) ? aim : null;
    });
    const comesFirst = pass.comesFirst?.(o, a, b) ?? true;
    pass.solve(k);

    const shared = {
      pass: pass.pass,
      phase: pass.phase,
      slot: index[ri + ROW_SLOT],
      duration: pass.duration,
    };
    const isShared = pass.sharedArms >= 0 && points.length === 2;
    const frictionRows = isShared ? points.slice(0, 1) : points;
    const before = points.map(({ normalBefore }) => normalBefore);
    const after = points.map(({ p }) => data[p + LAMBDA_N]);
    /** Reports the friction rows within the cones of these normal impulses. */
    const tellFriction = (pressing: readonly number[]): void => {
      for (const [j, { p, gap, tangentBefore }] of frictionRows.entries()) {
        const arms = isShared ? o + pass.sharedArms : p + RD_A;
        const rdA = data[arms];
        const rdB = data[arms + (RD_B - RD_A)];
        const limit = data[o + MU] * (isShared ? pressing[0] + pressing[1] : pressing[j]);
        const velocity = ut - wB * rdB + wA * rdA;
        const impulse = data[p + LAMBDA_T];
        trace.row({
          ...shared,
          row: 'friction',
          point: isShared ? -1 : j,
          gap,
          velocity,
          target: data[o + BELT],
          mass: data[p + MASS_T],
          massScale: 1,
          impulseScale: 0,
          before: tangentBefore,
          impulse,
          low: pass.isSet ? impulse : -limit,
          high: pass.isSet ? impulse : limit,
        });
        // the following rows see the velocities after this one
        const d = impulse - tangentBefore;
        ut += (data[o + M_A] + data[o + M_B]) * d;
        wA += data[o + I_A] * rdA * d;
        wB -= data[o + I_B] * rdB * d;
      }
    };
    if (pass.friction && comesFirst) tellFriction(before);
    points.forEach(({ p, gap, normalBefore }, j) => {
      const aim = aims[j];
      if (aim === null) return;
      if (pass.isSet) aim.low = aim.high = data[p + LAMBDA_N];
      trace.row({
        ...shared,
        row: 'normal',
        point: j,
        gap,
        velocity: un + wB * data[p + RN_B] - wA * data[p + RN_A],
        mass: data[p + MASS_N],
        before: normalBefore,
        impulse: data[p + LAMBDA_N],
        ...aim,
      });
    });
    if (!pass.friction || comesFirst) continue;
    points.forEach(({ p }, j) => {
      wA -= data[o + I_A] * data[p + RN_A] * (after[j] - before[j]);
      wB += data[o + I_B] * data[p + RN_B] * (after[j] - before[j]);
    });
    tellFriction(after);
  }
}

/** Contribution to the gap of a row of the round parts of its shapes, which do not turn, m. */
function roundness(
  data: Float64Array,
  motion: Float64Array,
  a: number,
  b: number,
  o: number,
  radii: readonly [number, number] | null,
): number {
  if (radii === null) return 0;
  return motion[a + DC] * data[o + radii[0]] + motion[b + DC] * data[o + radii[1]];
}

/**
 * Gap of the point at `p` at the current displacements (formula: `frame-rows.ts`), summed in the order of the kernels. Bodies that have
 * just met have a gap of 0, to rounding.
 */
function gapAt(
  data: Float64Array,
  motion: Float64Array,
  a: number,
  b: number,
  o: number,
  p: number,
  round: number,
): number {
  return (
    data[o + N_X] * (motion[b + DX] - motion[a + DX]) +
    data[o + N_Y] * (motion[b + DY] - motion[a + DY]) +
    round +
    (motion[b + DC] * data[p + RD_B] + motion[b + DS] * data[p + RN_B]) -
    (motion[a + DC] * data[p + RD_A] + motion[a + DS] * data[p + RN_A]) +
    data[p + GAP]
  );
}
