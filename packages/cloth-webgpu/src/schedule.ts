/**
 * The order of a substep, as data.
 *
 * Constraints of one colour share no particle, so a colour can run in parallel and gives the result of any
 * sequential order. A particle inside a full grid has 12 constraints; 12 colours therefore are the fewest, and these
 * reach it:
 *
 *   stretch along a line   parity of the link's first index                                  2 colours a direction
 *   bending (i, i + 2)     parity of floor(i / 2); both interleaved chains in one colour     2 colours a direction
 *   shear                  parity of the cell's column and row; both diagonals of a cell     4 colours
 *                          share no particle and belong to one colour
 *
 * Order within a substep: everything that stays in a row, then the shear of the cells in every other pair of rows,
 * then everything that stays in a column, then the shear of the other pairs of rows. The two shear groups change
 * places from substep to substep. What stands next to each other then stays within a pair of rows, across the end
 * of a substep too, and can be fused (see gpu/lines.wgsl.ts) without a change of the order:
 *
 *   substep 0   rows  shear even | columns | shear odd
 *   substep 1                                           rows  shear odd | columns | shear even
 *   substep 2                                                                                  rows  shear even | ...
 */

import type { Grid } from './grid.js';
import type { ClothParameters } from './types.js';

/** Kinds of constraints; also the index of their length at rest and compliance. */
export const STRETCH_ROW = 0;
export const STRETCH_COLUMN = 1;
export const SHEAR = 2;
export const BEND_ROW = 3;
export const BEND_COLUMN = 4;

/**
 * One colour. For u < countU and v < countV, constraint (u, v) joins particle (i, j) to (i + reachX, j + reachY), with
 *
 *   i = startX + (pairX ? 4 floor(u / 2) + u mod 2 : stepX u)      j likewise from v
 *
 * and, where `cross`, also (i + reachX, j) to (i, j + reachY).
 */
export interface ConstraintPass {
  readonly kind: number;
  readonly startX: number;
  readonly startY: number;
  readonly stepX: number;
  readonly stepY: number;
  readonly pairX: boolean;
  readonly pairY: boolean;
  readonly countU: number;
  readonly countV: number;
  readonly reachX: number;
  readonly reachY: number;
  readonly cross: boolean;
}

/** Lengths at rest by kind, metres. */
export function restLengths(grid: Grid): readonly number[] {
  const { spacingX, spacingY } = grid;
  return [
    spacingX,
    spacingY,
    Math.sqrt(spacingX * spacingX + spacingY * spacingY),
    2 * spacingX,
    2 * spacingY,
  ];
}

/** Compliances by kind, m/N. */
export function compliances(parameters: ClothParameters): readonly number[] {
  const { stretchCompliance, shearCompliance, bendCompliance } = parameters;
  return [stretchCompliance, stretchCompliance, shearCompliance, bendCompliance, bendCompliance];
}

/** The colours in the order of substep number `substep` (its parity counts); colours without constraints left out. */
export function substepPasses(grid: Grid, substep: number): ConstraintPass[] {
  const first = substep & 1;
  const second = 1 - first;
  return [
    rowStretch(grid, 0),
    rowStretch(grid, 1),
    rowBend(grid, 0),
    rowBend(grid, 1),
    shear(grid, 0, first),
    shear(grid, 1, first),
    columnStretch(grid, 0),
    columnStretch(grid, 1),
    columnBend(grid, 0),
    columnBend(grid, 1),
    shear(grid, 0, second),
    shear(grid, 1, second),
  ].filter((pass) => pass.countU > 0 && pass.countV > 0);
}

/** Calls `visit` with the two particle ids of every constraint of a pass, in the order of the pass. */
export function forEachConstraint(
  grid: Grid,
  pass: ConstraintPass,
  visit: (first: number, second: number) => void,
): void {
  const along = (index: number, start: number, step: number, pair: boolean) =>
    start + (pair ? 4 * (index >> 1) + (index & 1) : step * index);
  for (let v = 0; v < pass.countV; v++) {
    const j = along(v, pass.startY, pass.stepY, pass.pairY);
    for (let u = 0; u < pass.countU; u++) {
      const i = along(u, pass.startX, pass.stepX, pass.pairX);
      visit(i + j * grid.countX, i + pass.reachX + (j + pass.reachY) * grid.countX);
      if (pass.cross) visit(i + pass.reachX + j * grid.countX, i + (j + pass.reachY) * grid.countX);
    }
  }
}

/** Constraints of each kind: n x n cells have 2n(n + 1) + 2n^2 + 2(n + 1)(n - 1) in all. */
export function constraintCounts(grid: Grid): readonly number[] {
  const { countX, countY, columns, rows } = grid;
  return [
    columns * countY,
    countX * rows,
    2 * columns * rows,
    Math.max(countX - 2, 0) * countY,
    countX * Math.max(countY - 2, 0),
  ];
}

/** Number of link starts of parity `colour` among `count` particles in a line. */
const stretchCount = (count: number, colour: number) => (count - colour) >> 1;

/** Number of starts i <= count - 3 with floor(i / 2) mod 2 = colour. */
function bendCount(count: number, colour: number): number {
  const starts = count - 2 - 2 * colour;
  return starts <= 0 ? 0 : 2 * (starts >> 2) + Math.min(starts & 3, 2);
}

const oneByOne = { stepX: 1, stepY: 1, pairX: false, pairY: false, startX: 0, startY: 0, cross: false };

function rowStretch(grid: Grid, colour: number): ConstraintPass {
  const countU = stretchCount(grid.countX, colour);
  return {
    ...oneByOne,
    kind: STRETCH_ROW,
    startX: colour,
    stepX: 2,
    countU,
    countV: grid.countY,
    reachX: 1,
    reachY: 0,
  };
}

function columnStretch(grid: Grid, colour: number): ConstraintPass {
  const countV = stretchCount(grid.countY, colour);
  return {
    ...oneByOne,
    kind: STRETCH_COLUMN,
    startY: colour,
    stepY: 2,
    countU: grid.countX,
    countV,
    reachX: 0,
    reachY: 1,
  };
}

function rowBend(grid: Grid, colour: number): ConstraintPass {
  const countU = bendCount(grid.countX, colour);
  return {
    ...oneByOne,
    kind: BEND_ROW,
    startX: 2 * colour,
    pairX: true,
    countU,
    countV: grid.countY,
    reachX: 2,
    reachY: 0,
  };
}

function columnBend(grid: Grid, colour: number): ConstraintPass {
  const countV = bendCount(grid.countY, colour);
  return {
    ...oneByOne,
    kind: BEND_COLUMN,
    startY: 2 * colour,
    pairY: true,
    countU: grid.countX,
    countV,
    reachX: 0,
    reachY: 2,
  };
}

function shear(grid: Grid, colourX: number, colourY: number): ConstraintPass {
  return {
    kind: SHEAR,
    startX: colourX,
    startY: colourY,
    stepX: 2,
    stepY: 2,
    pairX: false,
    pairY: false,
    countU: stretchCount(grid.countX, colourX),
    countV: stretchCount(grid.countY, colourY),
    reachX: 1,
    reachY: 1,
    cross: true,
  };
}
