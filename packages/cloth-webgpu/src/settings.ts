/** The numbers that a substep needs, worked out once from grid and parameters, each rounded to float32. */

import type { Grid } from './grid.js';
import { compliances, restLengths } from './schedule.js';
import type { ClothParameters } from './types.js';

/** What both backends read during a substep. */
export interface Settings {
  /** Substep length h and its inverse, s and 1/s. */
  readonly h: number;
  readonly inverseH: number;
  /** gravity * h, m/s. */
  readonly gravityX: number;
  readonly gravityY: number;
  readonly gravityZ: number;
  /** Share of the relative velocity lost a substep, min(damping * h, 1). */
  readonly damping: number;
  /** Share of the velocity lost a substep, min(drag * h, 1). */
  readonly drag: number;
  /** Factor on the tethers' lengths; 0 for no tethers. */
  readonly tetherScale: number;
  /** Least distance of a particle to a collider, metres. */
  readonly thickness: number;
  /** Lengths at rest by constraint kind, metres. */
  readonly rest: readonly number[];
  /** alpha / h^2 by constraint kind, 1/kg; -1 for a kind that is left out. */
  readonly compliance: readonly number[];
}

/** Above this, alpha / h^2 counts as infinite: it would not fit a float32 product any more. */
const MAX_COMPLIANCE = 1e18;

/** Settings for a step of `stepSeconds`. */
export function createSettings(grid: Grid, parameters: ClothParameters, stepSeconds: number): Settings {
  const { gravity, substeps, damping, drag, tethers, thickness } = parameters;
  const round = Math.fround;
  const h = round(stepSeconds / substeps);
  return {
    h,
    inverseH: round(1 / h),
    gravityX: round(gravity.x * h),
    gravityY: round(gravity.y * h),
    gravityZ: round(gravity.z * h),
    damping: round(Math.min(damping * h, 1)),
    drag: round(Math.min(drag * h, 1)),
    tetherScale: tethers === true ? 1 : tethers === false ? 0 : round(tethers),
    thickness: round(thickness),
    rest: restLengths(grid).map(round),
    compliance: compliances(parameters).map((alpha) =>
      alpha / (h * h) < MAX_COMPLIANCE ? round(alpha / (h * h)) : -1,
    ),
  };
}
