/** Rows of sequential impulses with a body that has a locked axis. They are solved again after each pass, as in `locked-axes.ts`. */
import {
  applyImpulse,
  type FrameRows,
  LAMBDA_N,
  normalVelocity,
  P1,
  P2,
  ROW_A,
  ROW_B,
  ROW_COUNT,
  ROW_INDEX_STRIDE,
  rowStart,
  TARGET,
} from './frame-rows.js';
import { grown } from './grown.js';
import { holdVelocities, LOCKED_ROUNDS, lockedMass } from './locked-axes.js';
import { HIGH1, HIGH2, LOW1, LOW2 } from './restitution.js';

/** A list of rows with the locks of their bodies. */
export class LockedRows {
  rows: Int32Array = new Int32Array(16);
  /** Locks of the bodies of each row, as `locksOf` gives them. */
  locks: Int32Array = new Int32Array(16);
  count = 0;

  /** Empties the list. */
  reset(): void {
    this.count = 0;
  }

  /** Adds row `k`, whose bodies have these locks. */
  add(k: number, locks: number): void {
    if (this.count === this.rows.length) {
      this.rows = grown(this.rows);
      this.locks = grown(this.locks);
    }
    this.rows[this.count] = k;
    this.locks[this.count++] = locks;
  }

  /**
   * One pass over the normal rows `start` to `end` of the list.
   * @param isExpansion whether impulses have the limits of restitution (`restitution.ts`)
   */
  solve(
    { data, index }: FrameRows,
    motion: Float64Array,
    isExpansion: boolean,
    start: number,
    end: number,
  ): void {
    for (let n = start; n < end; n++) {
      const k = this.rows[n];
      const locks = this.locks[n];
      const o = rowStart(k);
      const ri = k * ROW_INDEX_STRIDE;
      const a = index[ri + ROW_A];
      const b = index[ri + ROW_B];
      const points = index[ri + ROW_COUNT];
      const visits = points === 1 ? 1 : points * LOCKED_ROUNDS;
      for (let visit = 0; visit < visits; visit++) {
        const isFirst = visit % points === 0;
        const p = o + (isFirst ? P1 : P2);
        const old = data[p + LAMBDA_N];
        const wanted =
          old - lockedMass(data, o, p, locks) * (normalVelocity(data, motion, o, p, a, b) - data[p + TARGET]);
        const low = isExpansion ? data[o + (isFirst ? LOW1 : LOW2)] : 0;
        const high = isExpansion ? data[o + (isFirst ? HIGH1 : HIGH2)] : Infinity;
        const lambda = Math.max(low, Math.min(high, wanted));
        data[p + LAMBDA_N] = lambda;
        applyImpulse(data, motion, o, p, a, b, lambda - old, 0);
        holdVelocities(motion, a, b, locks);
      }
    }
  }
}
