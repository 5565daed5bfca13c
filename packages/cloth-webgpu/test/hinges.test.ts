/** The hinges of a grid: all of them, each once, and flat at rest. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createGrid } from '../src/grid.js';
import { gridHinges, HINGE_COLUMN, HINGE_ROW, HINGE_SHAPE, TWIST } from '../src/hinges.js';
import { restPositionsOf } from '../src/sheet.js';

test('hinges cover the grid once: they are flat at rest, share no particle within a colour, and their widths add up to it', () => {
  const size = fc.integer({ min: 0, max: 9 });
  fc.assert(
    fc.property(size, size, (columns, rows) => {
      const grid = createGrid(columns, rows, 1.5, 2, true);
      const positions = restPositionsOf(grid);
      const { ids, shapes, colors } = gridHinges(grid);
      const all = new Set<string>();
      const widths = [0, 0, 0];
      let next = 0;
      for (const { kind, first, count } of colors) {
        expect(first).toBe(next);
        next += count;
        const used = new Set<number>();
        for (let k = first; k < next; k++) {
          const corners = [...ids.subarray(4 * k, 4 * k + 4)];
          const shape = shapes.subarray(HINGE_SHAPE * k, HINGE_SHAPE * k + 6);
          all.add(`${kind} ${corners.join(' ')}`);
          for (const id of new Set(corners)) {
            expect(used.has(id)).toBe(false);
            used.add(id);
          }
          // d = sum c x is 0 in the flat sheet, and r as well
          for (let axis = 0; axis < 3; axis++)
            expect(corners.reduce((d, id, n) => d + shape[n] * positions[3 * id + axis], 0)).toBeCloseTo(
              0,
              5,
            );
          expect(Math.max(...shape.subarray(0, 4))).toBe(1);
          expect(shape[5]).toBe(0);
          widths[kind - HINGE_ROW] += 1 / shape[4];
        }
        expect(count).toBeGreaterThan(0);
      }
      expect(4 * next).toBe(ids.length);
      expect(all.size).toBe(next);
      // the first and the last of several lines have half the width of the others
      const wide = (lines: number) => Math.max(lines, 1);
      expect([HINGE_ROW, HINGE_COLUMN, TWIST].map((kind) => widths[kind - HINGE_ROW])).toEqual([
        Math.max(columns - 1, 0) * wide(rows),
        Math.max(rows - 1, 0) * wide(columns),
        columns * rows,
      ]);
    }),
    { seed: 5 },
  );
  expect(gridHinges(createGrid(5, 5, 1, 1)).ids).toHaveLength(0);
});
