/** Arranges panes of one scene on a canvas, with the number of columns that shows the scene largest. */

/** Panes in rows of equal length; the last row may be shorter, and is then centred. */
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

/** The cell of a pane, as shares of the canvas, 0..1. */
export interface PaneCell {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The cells of `count` panes, from left to right and then from top to bottom. */
export function paneCells(count: number, { columns, rows }: PaneGrid): readonly PaneCell[] {
  return Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / columns);
    const inRow = Math.min(columns, count - row * columns);
    const column = (index % columns) + (columns - inRow) / 2;
    return { left: column / columns, top: row / rows, width: 1 / columns, height: 1 / rows };
  });
}
