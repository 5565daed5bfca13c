import { type FrameRows, LAMBDA_N, P1, P2, rowStart } from './frame-rows.js';

/** Rows with restitution or hit events, by row number, and their normal impulses in the step. */
export class WatchedRows {
  rows: Int32Array = new Int32Array(64);
  /** Largest impulse in any pass, N s, of the two points of row k of the list, at 2 k and 2 k + 1. */
  peaks: Float64Array = new Float64Array(128);
  /** Sum of the impulses of all substeps, N s, in the same places: the transferred momentum. */
  totals: Float64Array = new Float64Array(128);
  count = 0;

  /** Empties the list, and makes room for `count` rows. */
  reset(count: number): void {
    this.count = 0;
    if (count <= this.rows.length) return;
    this.rows = new Int32Array(2 * count);
    this.peaks = new Float64Array(4 * count);
    this.totals = new Float64Array(4 * count);
  }

  /** Adds row `k` to the list. */
  add(k: number): void {
    const n = this.count++;
    this.rows[n] = k;
    this.peaks[2 * n] = 0;
    this.peaks[2 * n + 1] = 0;
    this.totals[2 * n] = 0;
    this.totals[2 * n + 1] = 0;
  }

  /** Records the impulses. Called after every pass over the normal rows, with `isLast` after the last one of a substep. */
  note({ data }: FrameRows, isLast: boolean): void {
    const { rows, peaks, totals } = this;
    for (let n = 0; n < this.count; n++) {
      const o = rowStart(rows[n]);
      for (let j = 0; j < 2; j++) {
        const lambda = data[o + (j === 0 ? P1 : P2) + LAMBDA_N];
        if (lambda > peaks[2 * n + j]) peaks[2 * n + j] = lambda;
        if (isLast) totals[2 * n + j] += lambda;
      }
    }
  }
}
