/** How panes of one scene share a canvas: in as many columns as let the scene be largest. */

/** Panes in rows of some length, the last one perhaps shorter. */
export interface PaneGrid {
  readonly columns: number;
  readonly rows: number;
}

/**
 * The grid in which `count` panes of a canvas of `width` x `height` (any unit) show a scene of some width over height largest; of two that are
 * as good, the one with fewer rows.
 */
export function paneGrid(count: number, width: number, height: number, aspect: number): PaneGrid {
  let best: PaneGrid = { columns: count, rows: 1 };
  let largest = 0;
  for (let rows = 1; rows <= count; rows++) {
    const columns = Math.ceil(count / rows);
    const size = Math.min(width / columns / aspect, height / rows);
    if (size <= largest) continue;
    largest = size;
    best = { columns, rows };
  }
  return best;
}
