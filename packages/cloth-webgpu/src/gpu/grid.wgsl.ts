/** The functions that a grid computes from rows and columns. A mesh has tables for them, see mesh.wgsl.ts. */

import { type Grid, quarterOfCell } from '../grid.js';

/** The part of the common text of all kernels that is specific to a grid. */
export function gridWgsl(grid: Grid): string {
  return /* wgsl */ `
const COUNT_X = ${grid.countX}u;
const COUNT_Y = ${grid.countY}u;
const SPACING = vec2f(${Math.fround(grid.spacingX)}f, ${Math.fround(grid.spacingY)}f);
const CELLS_X = max(COUNT_X - 1u, 1u);
const TRIANGLES = 2u * (COUNT_X - 1u) * (COUNT_Y - 1u);

// Square of the rest distance of two particles.
fn restSquared(i: u32, j: u32) -> f32 {
  let across = (f32(i % COUNT_X) - f32(j % COUNT_X)) * SPACING.x;
  let down = (f32(i / COUNT_X) - f32(j / COUNT_X)) * SPACING.y;
  return fma(across, across, down * down);
}

// Number of cells beside a particle with this index, in a row or column of count particles.
fn beside(index: u32, count: u32) -> u32 {
  return min(index, 1u) + min(count - 1u - index, 1u);
}

// The area share of a particle, m².
fn areaShare(i: u32) -> f32 {
  return f32(beside(i % COUNT_X, COUNT_X) * beside(i / COUNT_X, COUNT_Y)) * ${quarterOfCell(grid.spacingX, grid.spacingY)}f;
}

// Rest distance of particle i from anchor k.
fn anchorDistance(i: u32, k: u32) -> f32 {
  let across = (f32(i % COUNT_X) - f32(tables.anchors[k].column)) * SPACING.x;
  let down = (f32(i / COUNT_X) - f32(tables.anchors[k].row)) * SPACING.y;
  return sqrt(fma(across, across, down * down));
}

struct Corners { a: u32, b: u32, c: u32 }

// Triangle 2 k is (TL, BL, BR) of cell k, triangle 2 k + 1 is (TL, BR, TR).
fn corners(index: u32) -> Corners {
  let cell = index >> 1u;
  let topLeft = cell % CELLS_X + (cell / CELLS_X) * COUNT_X;
  let bottomRight = topLeft + COUNT_X + 1u;
  if ((index & 1u) == 0u) { return Corners(topLeft, topLeft + COUNT_X, bottomRight); }
  return Corners(topLeft, bottomRight, topLeft + 1u);
}
`;
}
