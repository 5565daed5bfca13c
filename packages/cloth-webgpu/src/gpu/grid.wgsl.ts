/** The functions that a grid computes from rows and columns. A mesh has tables for them, see mesh.wgsl.ts. */

import type { Grid } from '../grid.js';

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

// The area share of a particle: in cells for a grid, in square metres for a mesh.
fn areaShare(i: u32) -> f32 {
  let column = i % COUNT_X;
  let row = i / COUNT_X;
  let share = select(1.0, 0.5, column == 0u || column + 1u == COUNT_X);
  return select(share, share * 0.5, row == 0u || row + 1u == COUNT_Y);
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
