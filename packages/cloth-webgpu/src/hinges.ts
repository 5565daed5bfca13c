/**
 * Hinges: the bending of a cloth that has a flexural rigidity, as data. A thin sheet that does not stretch has the bending energy
 *
 *   E = D / 2  integral of (kxx^2 + kyy^2 + 2 kxy^2) dA,   D: flexural rigidity of the sheet per width, N m
 *
 * with the second derivatives k of its place x along two perpendicular directions [Bergou 2006, sec. 3, for vectors]. This is the same for
 * every direction of bending, and without Poisson's effect. A hinge has four particles x1..x4, and bends about the line from x2 to x4:
 *
 *   C = |d| - r,   d = sum c x,   sum c = 0,   E = C^2 / 2 alpha      (r: its value at rest, 0 if it is flat then)
 *
 * In a grid with the spacings a in rows and b in columns, differences give d. The middle of a line is both x2 and x4.
 *
 *   kind     d                       second derivative   area    compliance alpha (m/N)
 *   row      x1 - 2 x2 + x3          d / a^2             a b     a^3 / (b D);  twice that at the grid's first and last row
 *   column   x1 - 2 x2 + x3          d / b^2             a b     b^3 / (a D);  twice that at the first and last column
 *   twist    x1 - x2 + x3 - x4       d / a b             a b     a b / 2 D     around a cell
 *
 * For the hinges of a mesh see mesh-hinges.ts. Where r = 0, E is quadratic in the places, so its projection needs no square root:
 *
 *   W = sum w c^2,   s = 1 / max(alpha / h^2 + W / 2, W),   x -= w c s (d - r n)
 *
 * d is then across the sheet; n is the normal at the hinge. As sum c = 0 and the moment of the moves is d x d = 0, both momenta are kept.
 *
 * XPBD has W + alpha / h^2 in place of the maximum (cpu/solver.ts). But a hinge gets its multiplier lambda = -s d from its d at its turn,
 * and hinges l that follow change this d by  sum A_kl lambda_l,  A_kl = sum w c_k c_l.  A bending that is the same everywhere exerts no
 * forces, so the sum over all l, with A_kk = W, is zero, and over all others it is -W lambda. About half of the others follow. At rest,
 * a sweep with s = 1 / (W + beta) then leaves  d = -(beta + W / 2) lambda:  the sweep is softer than beta by W / 2. So
 * beta = alpha / h^2 - W / 2, which gives the maximum above. Below 0 it would be unstable; a sheet with a rigidity above that acts like
 * one with  D = density a^4 / 3 h^2,  or  density a^2 b^2 / 4 h^2  for twist.
 *
 * Of the hinge at the last of two pinned particles, the end of a clamp, only the half outside the clamp bends. It is then twice as stiff.
 * So a strip starts to bend exactly at the last pinned particle. A hinge with three pinned particles is at the end of a clamp too.
 *
 * Hinges of one colour share no particle: 3 colours a direction of a grid, and 4 for twist.
 */

import type { Grid } from './grid.js';
import { hasConstraints } from './schedule.js';
import type { Sheet } from './sheet.js';

/** Kinds of hinges: indices of their compliance, after the kinds of links. Those of a mesh are all of the first kind. */
export const HINGE_ROW = 7;
export const HINGE_COLUMN = 8;
export const TWIST = 9;

/** Numbers of a hinge in `Hinges.shapes`. */
export const HINGE_SHAPE = 6;

/** All hinges of a cloth, by colour. */
export interface Hinges {
  /** Particles x1..x4, four ids per hinge. */
  readonly ids: Uint32Array;
  /** Per hinge: c1..c4; the factor on the compliance of its kind (a ratio in a grid, in a mesh m²); r in metres. */
  readonly shapes: Float32Array;
  readonly colors: readonly HingeColor[];
}

/** The hinges of one colour, from `first` up to, not including, `first + count`. */
export interface HingeColor {
  /** Index of their compliance. */
  readonly kind: number;
  readonly first: number;
  readonly count: number;
  readonly areHinges: true;
}

/**
 * One colour of a grid. For u < countU and v < countV, a hinge starts at particle (startX + stepX u, startY + stepY v), its x1. The others
 * have ids that are higher by `reach`.
 */
export interface HingePass {
  /** HINGE_ROW, HINGE_COLUMN or TWIST. */
  readonly kind: number;
  readonly startX: number;
  readonly startY: number;
  readonly stepX: number;
  readonly stepY: number;
  readonly countU: number;
  readonly countV: number;
  readonly reach: readonly [x2: number, x3: number, x4: number];
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
  add(HINGE_ROW, [3, 1], [columns - 1, countY], [1, 2, 1]);
  add(HINGE_COLUMN, [1, 3], [countX, rows - 1], [countX, 2 * countX, countX]);
  add(TWIST, [2, 2], [columns, rows], [1, countX + 1, countX]);
  return passes;
}

/** c1..c4 of a kind. */
export const coefficientsOf = (kind: number): readonly number[] =>
  kind === TWIST ? [1, -1, 1, -1] : [1, -2, 1, 0];

/** The hinges of a grid. */
export function gridHinges(grid: Grid): Hinges {
  const { countX } = grid;
  const ids: number[] = [];
  const shapes: number[] = [];
  const colors = hingePasses(grid).map((pass): HingeColor => {
    const { kind, startX, startY, stepX, stepY, countU, countV, reach } = pass;
    const first = ids.length / 4;
    for (let v = 0; v < countV; v++)
      for (let u = 0; u < countU; u++) {
        const id = startX + stepX * u + (startY + stepY * v) * countX;
        ids.push(id, ...reach.map((by) => id + by));
        // the first and the last of several lines have only half the width
        const [index, count] = kind === HINGE_ROW ? [v, countV] : [u, countU];
        const isRim = kind !== TWIST && count > 1 && (index === 0 || index === count - 1);
        shapes.push(...coefficientsOf(kind), isRim ? 2 : 1, 0);
      }
    return { kind, first, count: countU * countV, areHinges: true };
  });
  return { ids: Uint32Array.from(ids), shapes: Float32Array.from(shapes), colors };
}

/** The hinges of a sheet; none if it bends by links. */
export const hingesOf = (sheet: Sheet): Hinges => (sheet.isMesh ? sheet.hinges : gridHinges(sheet));

/** Compliances of hinges by kind, without the factor of each hinge: m/N, in a mesh 1/(N m). */
export function hingeCompliances(sheet: Sheet, rigidity: number): readonly number[] {
  if (sheet.isMesh) return [1 / rigidity];
  const { spacingX: a, spacingY: b } = sheet;
  return [(a * a * a) / (b * rigidity), (b * b * b) / (a * rigidity), (a * b) / (2 * rigidity)];
}
