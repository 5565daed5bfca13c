/** Rows that bounce or report impacts, by number, and the largest normal impulses that they have had in the step. */
export class WatchedRows {
  rows: Int32Array = new Int32Array(64);
  /** N s, of the two points of row k of the list at 2 k. */
  peaks: Float64Array = new Float64Array(128);
  count = 0;

  /** Empties the list, and makes room for `count` rows. */
  reset(count: number): void {
    this.count = 0;
    if (count <= this.rows.length) return;
    this.rows = new Int32Array(2 * count);
    this.peaks = new Float64Array(4 * count);
  }

  /** Puts row `k` on the list. */
  add(k: number): void {
    const n = this.count++;
    this.rows[n] = k;
    this.peaks[2 * n] = 0;
    this.peaks[2 * n + 1] = 0;
  }
}
