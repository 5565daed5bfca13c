/**
 * Hinges: the bending of a grid that has a flexural rigidity, as data. A thin sheet that does not stretch has the bending energy
 *
 *   E = D / 2  integral of (kxx^2 + kyy^2 + 2 kxy^2) dA,   D: flexural rigidity of the sheet per width, N m
 *
 * with the second derivatives k of its place x along both directions of the weave [Bergou 2006, sec. 3, for vectors]. This is the same for
 * every direction of bending, and without Poisson's effect. With the spacings a in rows and b in columns, differences give
 *
 *   kind     constraint                    second derivative   area    compliance alpha (m/N) of E = C^2 / 2 alpha
 *   row      C = |x1 - 2 x2 + x3|          C / a^2             a b     a^3 / (b D);  twice that at the grid's first and last row
 *   column   C = |x1 - 2 x2 + x3|          C / b^2             a b     b^3 / (a D);  twice that at the first and last column
 *   twist    C = |x1 - x2 + x3 - x4|       C / a b             a b     a b / 2 D     around a cell
 *
 * E is quadratic in the places, so its projection needs no square root. With the coefficients c of the particles and d = sum c x,
 *
 *   W = sum w c^2,   s = 1 / max(alpha / h^2 + W / 2, W),   x -= w c s d
 *
 * As sum c = 0 and the moment of the moves is d x d = 0, both momenta are kept.
 *
 * XPBD has W + alpha / h^2 in place of the maximum (cpu/solver.ts). But a hinge gets its multiplier lambda = -s d from its d at its turn,
 * and hinges l that follow change this d by  sum A_kl lambda_l,  A_kl = sum w c_k c_l.  A bending that is the same everywhere exerts no
 * forces, so the sum over all l, with A_kk = W, is zero, and over all others it is -W lambda. About half of the others follow. At rest,
 * a sweep with s = 1 / (W + beta) then leaves  d = -(beta + W / 2) lambda:  the sweep is softer than beta by W / 2. So
 * beta = alpha / h^2 - W / 2, which gives the maximum above. Below 0 it would be unstable; a sheet with a rigidity above that acts like
 * one with  D = density a^4 / 3 h^2,  or  density a^2 b^2 / 4 h^2  for twist.
 *
 * Of the hinge at the last of two pinned particles, the end of a clamp, only the half outside the clamp bends. It is then twice as stiff.
 * So a strip starts to bend exactly at the last pinned particle. A cell with three pinned particles is at the end of a clamp too.
 *
 * Hinges of one colour share no particle: 3 colours a direction, and 4 for twist.
 */

import type { Grid } from './grid.js';
import {
  BEND_COLUMN,
  BEND_ROW,
  type ConstraintPass,
  hasConstraints,
  passesAfterHinges,
  passesBeforeHinges,
  SHEAR,
} from './schedule.js';

/** Index of the compliance of twist. It is the kind of a cell's diagonals. */
export const TWIST: number = SHEAR;

/**
 * One colour. For u < countU and v < countV, a hinge starts at particle (startX + stepX u, startY + stepY v). Its others, b, c and d, have
 * ids that are higher by `reach`. It has C = |a - b + c - d|; the middle of a line is both b and d.
 */
export interface HingePass {
  /** BEND_ROW, BEND_COLUMN or TWIST. */
  readonly kind: number;
  readonly startX: number;
  readonly startY: number;
  readonly stepX: number;
  readonly stepY: number;
  readonly countU: number;
  readonly countV: number;
  readonly reach: readonly [b: number, c: number, d: number];
}

/** The colours in the order of a substep, without colours that have no hinges. Empty for a grid that bends by links. */
export function hingePasses({ isHinged, columns, rows, countX, countY }: Grid): HingePass[] {
  const passes: HingePass[] = [];
  if (!isHinged) return passes;
  // one colour for each start, of hinges that start at numbers below a size
  const add = (
    kind: number,
    steps: readonly number[],
    sizes: readonly number[],
    reach: HingePass['reach'],
  ) => {
    const [stepX, stepY] = steps;
    for (let startY = 0; startY < stepY; startY++)
      for (let startX = 0; startX < stepX; startX++) {
        const countU = Math.ceil((sizes[0] - startX) / stepX);
        const countV = Math.ceil((sizes[1] - startY) / stepY);
        const pass = { kind, startX, startY, stepX, stepY, countU, countV, reach };
        if (hasConstraints(pass)) passes.push(pass);
      }
  };
  add(BEND_ROW, [3, 1], [columns - 1, countY], [1, 2, 1]);
  add(BEND_COLUMN, [1, 3], [countX, rows - 1], [countX, 2 * countX, countX]);
  add(TWIST, [2, 2], [columns, rows], [1, countX + 1, countX]);
  return passes;
}

/** All colours of a substep, of links and of hinges. */
export function sweepOf(grid: Grid): (ConstraintPass | HingePass)[] {
  return [...passesBeforeHinges(grid), ...hingePasses(grid), ...passesAfterHinges(grid)];
}

/** Compliances of hinges by kind of constraint, m/N; those at the rim have twice as much. Infinite for kinds without hinges. */
export function hingeCompliances({ spacingX: a, spacingY: b }: Grid, rigidity: number): readonly number[] {
  const none = Number.POSITIVE_INFINITY;
  return [none, none, (a * b) / (2 * rigidity), (a * a * a) / (b * rigidity), (b * b * b) / (a * rigidity)];
}
