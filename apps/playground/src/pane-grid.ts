/** Arranges panes of one scene on a canvas, with the number of columns that shows the scene largest. */

/** Panes in rows of equal length; the last row may be shorter. */
export interface PaneGrid {
  readonly columns: number;
  readonly rows: number;
}

/**
 * Returns the grid in which `count` panes on a canvas of `width` x `height` (any unit) show a scene with the given aspect (width over
 * height) largest. If two grids are equally good, the one with fewer rows is returned.
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
