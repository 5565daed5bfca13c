/**
 * The order of a substep, as data.
 *
 * Constraints of one colour share no particle. So a colour can run in parallel, with the result of any sequential
 * order. A particle inside a full grid has 12 constraints, so at least 12 colours are needed. These are exactly 12:
 *
 *   stretch along a line   parity of the link's first index                                  2 colours a direction
 *   bending (i, i + 2)     parity of floor(i / 2); both interleaved chains in one colour     2 colours a direction
 *   shear                  parity of the cell's column and row; both diagonals of a cell     4 colours
 *                          share no particle and belong to one colour
 *
 * A grid with a strain limit has four more, for long links:
 *
 *   (i, i + 4), only pull  parity of floor(i / 4); four interleaved chains in one colour     2 colours a direction
 *
 * The order of the colours is chosen so that consecutive colours stay within the same blocks of 2 x 2 particles
 * (neighbours, or second neighbours for bending). One thread then projects all constraints of a block, and a substep
 * needs six dispatches for its twelve colours (`substepGroups`):
 *
 *   even blocks   stretch in rows 0, stretch in columns 0, shear (0, 0)
 *                 shear (1, 0)
 *                 (long links in rows 0)
 *   bend blocks   bending in rows 0, bending in columns 0
 *                 (long links in columns 0; in columns 1)
 *                 bending in columns 1, bending in rows 1
 *                 (long links in rows 1)
 *                 shear (0, 1)
 *   odd blocks    stretch in rows 1, stretch in columns 1, shear (1, 1)
 *
 * Except for bending and long links in columns, the lines down to bending in rows 0 stay within a pair of rows (2 k, 2 k + 1), and those
 * from bending in rows 1 on within a pair (2 k - 1, 2 k). gpu/lines.wgsl.ts fuses them. A grid that bends by hinges (hinges.ts) has them in
 * the place of bending; with a strain limit, they come before bending in rows 1, which then only pulls.
 *
 * A sweep passes a load on by one link, so a chain of n links stretches in proportion to n^2. With links over 2 and over 4 edges, it is
 * passed on by 2 and by 4 as well. Edges follow them, and even out what the long ones leave between their ends.
 * The order is the same in every substep: if it changed from substep to substep, the cloth would never come to rest.
 */

import type { Grid } from './grid.js';
import type { ClothParameters } from './types.js';

/** Kinds of constraints: indices of their rest length, compliance and limit. */
export const STRETCH_ROW = 0;
export const STRETCH_COLUMN = 1;
export const SHEAR = 2;
export const BEND_ROW = 3;
export const BEND_COLUMN = 4;
export const LONG_ROW = 5;
export const LONG_COLUMN = 6;

/** Number of edges along which a long link reaches. */
export const LONG_REACH = 4;

/**
 * One colour. For u < countU and v < countV, constraint (u, v) joins particle (i, j) to (i + reachX, j + reachY), with
 *
 *   i = startX + spread(u, reachX)      j = startY + spread(v, reachY)
 *
 * and, where `cross`, also (i + reachX, j) to (i, j + reachY).
 */
export interface ConstraintPass {
  readonly kind: number;
  readonly startX: number;
  readonly startY: number;
  readonly countU: number;
  readonly countV: number;
  readonly reachX: number;
  readonly reachY: number;
  readonly cross: boolean;
}

/**
 * Where constraint number k of a colour starts along a line, if each reaches to the `reach`-th neighbour: there are `reach` constraints side
 * by side, then as many particles in which they end. Reach 0 is across the constraints: one at each particle.
 */
export const spread = (k: number, reach: number): number =>
  reach === 0 ? k : k + reach * Math.floor(k / reach);

/** How many numbers below `count` are of the form spread(k, reach), reach > 0. */
const spreadCount = (count: number, reach: number) =>
  reach * Math.floor(count / (2 * reach)) + Math.min(count % (2 * reach), reach);

/** Rest lengths by kind, metres. */
export function restLengths(grid: Grid): readonly number[] {
  const { spacingX, spacingY } = grid;
  return [
    spacingX,
    spacingY,
    Math.sqrt(spacingX * spacingX + spacingY * spacingY),
    2 * spacingX,
    2 * spacingY,
    LONG_REACH * spacingX,
    LONG_REACH * spacingY,
  ];
}

/** Compliances by kind, m/N. */
export function compliances(parameters: ClothParameters): readonly number[] {
  const { stretchCompliance, columnCompliance, shearCompliance, bendCompliance } = parameters;
  const none = Number.POSITIVE_INFINITY;
  const bends = [bendCompliance, bendCompliance];
  const column = columnCompliance === 'auto' ? stretchCompliance : columnCompliance;
  return [stretchCompliance, column, shearCompliance, ...bends, none, none];
}

/** Whether a colour has any constraints. */
export const hasConstraints = ({ countU, countV }: Pick<ConstraintPass, 'countU' | 'countV'>): boolean =>
  countU > 0 && countV > 0;

/**
 * Blocks of 2 x 2 particles a = (i, j), b = (i + reach, j), c = (i, j + reach), d = (i + reach, j + reach) with
 *
 *   i = startX + spread(u, reach),  u < countU      j likewise from v < countV
 *
 * and their constraints, in order: 'row' ties a to b and c to d, 'column' a to c and b to d, 'cross' a to d and b to c.
 * At the edges of the grid, a block may lack corners and the constraints of these corners.
 */
export interface BlockGroup {
  readonly startX: number;
  readonly startY: number;
  readonly reach: number;
  readonly countU: number;
  readonly countV: number;
  readonly ties: readonly BlockTie[];
}

/** One colour within the blocks of a group. */
export interface BlockTie {
  readonly along: 'row' | 'column' | 'cross';
  readonly kind: number;
}

const rowStretchTie: BlockTie = { along: 'row', kind: STRETCH_ROW };
const columnStretchTie: BlockTie = { along: 'column', kind: STRETCH_COLUMN };
const shearTie: BlockTie = { along: 'cross', kind: SHEAR };
const rowBendTie: BlockTie = { along: 'row', kind: BEND_ROW };
const columnBendTie: BlockTie = { along: 'column', kind: BEND_COLUMN };
const rowLongTie: BlockTie = { along: 'row', kind: LONG_ROW };
const columnLongTie: BlockTie = { along: 'column', kind: LONG_COLUMN };

/** The colours in the order of a substep, as groups of blocks. A hinged grid has its hinges between both lists. */
export function substepGroups({
  countX,
  countY,
  isHinged,
  isLimited,
}: Grid): readonly [early: BlockGroup[], late: BlockGroup[]] {
  /** Blocks from (startX, startY) on, of which some corner is in the grid. */
  const group = (startX: number, startY: number, reach: number, ...ties: BlockTie[]): BlockGroup[] => {
    const [countU, countV] = [spreadCount(countX - startX, reach), spreadCount(countY - startY, reach)];
    return hasConstraints({ countU, countV }) ? [{ startX, startY, reach, countU, countV, ties }] : [];
  };
  const bends = (start: number, ...ties: BlockTie[]) =>
    isHinged && !isLimited ? [] : group(start, start, 2, ...ties);
  const longs = (start: number, tie: BlockTie) => (isLimited ? group(start, start, LONG_REACH, tie) : []);
  const stretchAndShear = [rowStretchTie, columnStretchTie, shearTie];
  return [
    [
      ...group(0, 0, 1, ...stretchAndShear),
      ...group(1, 0, 1, shearTie),
      ...longs(0, rowLongTie),
      ...bends(0, rowBendTie, columnBendTie),
      ...longs(0, columnLongTie),
      ...longs(-LONG_REACH, columnLongTie),
      ...bends(-2, columnBendTie, ...(isHinged ? [] : [rowBendTie])),
    ],
    [
      ...(isHinged ? bends(-2, rowBendTie) : []),
      ...longs(-LONG_REACH, rowLongTie),
      ...group(0, 1, 1, shearTie),
      ...group(-1, -1, 1, ...stretchAndShear),
    ],
  ];
}

/** The colours of groups in their order, without colours that have no constraints. */
export function passesOf({ countX, countY }: Grid, groups: readonly BlockGroup[]): ConstraintPass[] {
  return groups
    .flatMap(({ startX, startY, reach, ties }) =>
      ties.map(({ along, kind }): ConstraintPass => {
        const x = along === 'column' ? across(countX) : neighbors(countX, startX, reach);
        const y = along === 'row' ? across(countY) : neighbors(countY, startY, reach);
        return {
          ...{ kind, startX: x.start, startY: y.start, countU: x.count, countV: y.count },
          ...{ reachX: x.reach, reachY: y.reach, cross: along === 'cross' },
        };
      }),
    )
    .filter(hasConstraints);
}

/** All colours in the order of a substep. */
export const substepPasses = (grid: Grid): ConstraintPass[] => passesOf(grid, substepGroups(grid).flat());

/** Calls `visit` with the two particle ids of every constraint of a pass, in the order of the pass. */
export function forEachConstraint(
  grid: Grid,
  pass: ConstraintPass,
  visit: (first: number, second: number) => void,
): void {
  for (let v = 0; v < pass.countV; v++) {
    const j = pass.startY + spread(v, pass.reachY);
    for (let u = 0; u < pass.countU; u++) {
      const i = pass.startX + spread(u, pass.reachX);
      visit(i + j * grid.countX, i + pass.reachX + (j + pass.reachY) * grid.countX);
      if (pass.cross) visit(i + pass.reachX + j * grid.countX, i + (j + pass.reachY) * grid.countX);
    }
  }
}

/** Where the constraints of a pass start along one direction, and how far they reach. */
interface Along {
  readonly start: number;
  readonly count: number;
  readonly reach: number;
}

/** Along `count` particles: at each one, for constraints across. */
const across = (count: number): Along => ({ start: 0, count, reach: 0 });

/** Constraints between the corners of the blocks that start at `start`, as far as both are among `count` particles. */
function neighbors(count: number, start: number, reach: number): Along {
  const first = start < 0 ? start + 2 * reach : start;
  return { start: first, count: spreadCount(Math.max(count - reach - first, 0), reach), reach };
}
