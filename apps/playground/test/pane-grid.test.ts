import { expect, test } from 'vitest';
import { paneCells, paneGrid } from '../src/pane-grid.js';

test('panes stand in the grid that shows the scene largest', () => {
  expect(paneGrid(1, 900, 700, 1.4)).toEqual({ columns: 1, rows: 1 });
  expect(paneGrid(2, 900, 500, 0.5)).toEqual({ columns: 2, rows: 1 });
  expect(paneGrid(2, 390, 600, 1.4), 'below each other on a phone').toEqual({ columns: 1, rows: 2 });
  expect(paneGrid(4, 900, 600, 1.4)).toEqual({ columns: 2, rows: 2 });
  expect(paneGrid(4, 1600, 300, 1), 'a wide, low canvas').toEqual({ columns: 4, rows: 1 });
  expect(paneGrid(3, 900, 600, 1.4)).toEqual({ columns: 2, rows: 2 });
});

test('every pane has a place, and no row or column is empty', () => {
  for (let count = 1; count <= 6; count++)
    for (const [width, height, aspect] of [
      [900, 600, 1.4],
      [390, 640, 1.4],
      [1600, 300, 0.4],
      [300, 1600, 2.4],
    ]) {
      const { columns, rows } = paneGrid(count, width, height, aspect);
      expect(columns * rows).toBeGreaterThanOrEqual(count);
      expect(columns * (rows - 1)).toBeLessThan(count);
      expect(columns).toBeLessThanOrEqual(count);
    }
});

test('a canvas without a size has them side by side', () => {
  expect(paneGrid(3, 0, 0, 1.4)).toEqual({ columns: 3, rows: 1 });
});

test('the panes of a shorter last row are centred, and no two overlap', () => {
  const half = { width: 0.5, height: 0.5 };
  expect(paneCells(3, { columns: 2, rows: 2 })).toEqual([
    { left: 0, top: 0, ...half },
    { left: 0.5, top: 0, ...half },
    { left: 0.25, top: 0.5, ...half },
  ]);
  for (let count = 1; count <= 7; count++)
    for (let columns = 1; columns <= count; columns++) {
      const cells = paneCells(count, { columns, rows: Math.ceil(count / columns) });
      expect(cells).toHaveLength(count);
      for (const [index, cell] of cells.entries()) {
        expect(Math.min(cell.left, cell.top)).toBeGreaterThanOrEqual(0);
        expect(Math.max(cell.left + cell.width, cell.top + cell.height)).toBeLessThan(1 + 1e-12);
        for (const other of cells.slice(0, index))
          expect(
            cell.top > other.top + 0.9 * other.height || cell.left > other.left + 0.9 * other.width,
          ).toBe(true);
      }
    }
});
