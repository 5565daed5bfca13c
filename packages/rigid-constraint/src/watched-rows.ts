import { type FrameRows, LAMBDA_N, P1, P2, rowStart } from './frame-rows.js';

/** Rows that bounce or report impacts, by number, and what normal impulses they have had in the step. */
export class WatchedRows {
  rows: Int32Array = new Int32Array(64);
  /** Largest of any pass, N s, of the two points of row k of the list at 2 k. */
  peaks: Float64Array = new Float64Array(128);
  /** Of all substeps together, N s, in the same places: the momentum that was passed on. */
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

  /** Puts row `k` on the list. */
  add(k: number): void {
    const n = this.count++;
    this.rows[n] = k;
    this.peaks[2 * n] = 0;
    this.peaks[2 * n + 1] = 0;
    this.totals[2 * n] = 0;
    this.totals[2 * n + 1] = 0;
  }

  /** Notes the impulses; called after every pass over the normal rows, after the last one of a substep with `isLast`. */
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
