/**
 * The cloth's grid: particle id = column + row * countX, row 0 on top. Cell (column, row) has the corners
 * TL = (column, row), TR = (column + 1, row), BL = (column, row + 1), BR = (column + 1, row + 1).
 */

import { LARGEST_INPUT } from './constants.js';
import type { SheetLimits } from './limits-part.js';
import type { SheetReactions } from './reactions-part.js';

/** Sizes of a grid, all fixed for the life of a cloth. */
export interface Grid {
  readonly isMesh: false;
  /** A grid that tears is a mesh of links, see links.ts. */
  readonly tears?: undefined;
  /** A grid is not closed. */
  readonly gas?: undefined;
  /** Of a cloth whose colliders feel it. */
  readonly reactions?: SheetReactions;
  /** Of a cloth that follows an animation. */
  readonly limits?: SheetLimits;
  /** Cells along a row and along a column. */
  readonly columns: number;
  readonly rows: number;
  /** Particles along a row and along a column: one more than the cells. */
  readonly countX: number;
  readonly countY: number;
  readonly particleCount: number;
  /** Rest distance of two neighbours in a row and in a column, metres. */
  readonly spacingX: number;
  readonly spacingY: number;
  /** A particle's share of the area at rest, a quarter of each cell around it, m². */
  readonly areas: Float32Array;
  /** Whether it bends by hinges (hinges.ts) and not by links. */
  readonly isHinged: boolean;
  /** Whether its threads have a strain limit, and so long links (schedule.ts). */
  readonly isLimited: boolean;
}

/** Creates the grid of `columns` x `rows` cells (each >= 0) over `width` x `height` metres. */
export function createGrid(
  columns: number,
  rows: number,
  width: number,
  height: number,
  isHinged = false,
  isLimited = false,
): Grid {
  const countX = columns + 1;
  const countY = rows + 1;
  const particleCount = countX * countY;
  const spacingX = width / Math.max(columns, 1);
  const spacingY = height / Math.max(rows, 1);
  const quarter = quarterOfCell(spacingX, spacingY);
  // number of cells beside a particle with this index, in a row or column that ends with the particle `last`
  const beside = (index: number, last: number) => Number(index > 0) + Number(index < last);
  const areas = Float32Array.from(
    { length: particleCount },
    (_, id) => beside(id % countX, columns) * beside(Math.floor(id / countX), rows) * quarter,
  );
  return Object.freeze({
    isMesh: false,
    columns,
    rows,
    countX,
    countY,
    particleCount,
    spacingX,
    spacingY,
    areas,
    isHinged,
    isLimited,
  });
}

/** A quarter of the area of a cell at rest, m². */
export function quarterOfCell(spacingX: number, spacingY: number): number {
  return Math.fround(Math.min((spacingX * spacingY) / 4, LARGEST_INPUT));
}

/** Triangles, two per cell, row by row: (TL, BL, BR), (TL, BR, TR). Length 6 * columns * rows. */
export function gridIndices(grid: Grid): Uint32Array<ArrayBuffer> {
  const indices = new Uint32Array(6 * grid.columns * grid.rows);
  let next = 0;
  for (let row = 0; row < grid.rows; row++) {
    for (let column = 0; column < grid.columns; column++) {
      const topLeft = column + row * grid.countX;
      const bottomLeft = topLeft + grid.countX;
      indices[next++] = topLeft;
      indices[next++] = bottomLeft;
      indices[next++] = bottomLeft + 1;
      indices[next++] = topLeft;
      indices[next++] = bottomLeft + 1;
      indices[next++] = topLeft + 1;
    }
  }
  return indices;
}

/** Texture coordinates, uv interleaved, (0, 0) at the top left particle and (1, 1) at the bottom right one. */
export function gridUvs(grid: Grid): Float32Array<ArrayBuffer> {
  const uvs = new Float32Array(2 * grid.particleCount);
  for (let row = 0, id = 0; row < grid.countY; row++) {
    for (let column = 0; column < grid.countX; column++, id++) {
      uvs[2 * id] = column / Math.max(grid.columns, 1);
      uvs[2 * id + 1] = row / Math.max(grid.rows, 1);
    }
  }
  return uvs;
}
