/** The numbers that a substep needs, computed once from the sheet and the parameters, each rounded to float32. */

import { BORNE_LAYERS, FOLD_SHARE, LEAST_SHARE_OVERLAP, PUSH_SPEED, SHARE_LAYERS } from './constants.js';
import { hingeCompliances } from './hinges.js';
import { compliances, restLengths } from './schedule.js';
import { selfDistanceOf } from './self-collision.js';
import type { Sheet } from './sheet.js';
import type { ClothParameters } from './types.js';

/** The numbers that both backends read during a substep. */
export interface Settings {
  /** Substeps per step. */
  readonly substeps: number;
  /** Substep length h and its inverse, s and 1/s. */
  readonly h: number;
  readonly inverseH: number;
  /** Velocity that a substep adds, m/s: gravity h + drag wind, because v - drag (v - wind) = v - drag v + drag wind. */
  readonly pushX: number;
  readonly pushY: number;
  readonly pushZ: number;
  /** Share of the velocity that a cloth which is pinned or held loses per substep, min(damping * h, 1). */
  readonly damping: number;
  /** Share of the velocity relative to its centre of mass that a free cloth loses per step, min(damping * step, 1). */
  readonly freeDamping: number;
  /** Share of the velocity relative to the air that is lost per substep, min(drag * h, 1). */
  readonly drag: number;
  /** Density of the air times h, kg s/m³. 0 without a force of the air on the faces. */
  readonly air: number;
  /** Velocity of the air, m/s. */
  readonly windX: number;
  readonly windY: number;
  readonly windZ: number;
  /** Factor on the tethers' lengths; 0 for no tethers. */
  readonly tetherScale: number;
  /** Minimum distance between a particle and a collider, metres. */
  readonly thickness: number;
  /** Minimum distance between two particles, metres; 0 for no self-collision. */
  readonly selfDistance: number;
  /** Square of the rest distance up to which two particles may come nearer than `selfDistance`, m². */
  readonly nearSquared: number;
  /** Coulomb friction coefficient of the cloth against itself. */
  readonly selfFriction: number;
  /** Maximum distance by which layers that are pressed into each other push back in a substep, metres: B in cpu/self-collision.ts. */
  readonly bearing: number;
  /** Overlap at which the weight of a contact is half the maximum, in units of `selfDistance`: q0 in cpu/self-collision.ts. */
  readonly shareOverlap: number;
  /** Rest lengths by constraint kind, metres; 0 for a mesh, whose links have their own. */
  readonly rest: readonly number[];
  /** alpha / h^2 by kind of constraint, 1/kg, and after them by kind of hinge, without its own factor; -1 for a kind that is switched off. */
  readonly compliance: readonly number[];
  /** Most length by kind of constraint, as a factor on the length at rest; 0 for a kind without a limit. */
  readonly limit: readonly number[];
}

/** Whether constraints of a kind do anything. */
export const isOn = ({ compliance, limit }: Settings, kind: number): boolean =>
  compliance[kind] >= 0 || limit[kind] > 0;

/** The strain limits of rows, columns and diagonals. Those of a sheet without long links are infinite for rows and columns. */
function strainLimits({
  strainLimit,
  columnStrainLimit,
  shearStrainLimit,
}: ClothParameters): readonly number[] {
  return [strainLimit, columnStrainLimit === 'auto' ? strainLimit : columnStrainLimit, shearStrainLimit];
}

/** Above this, alpha / h^2 counts as infinite, because a product with it would no longer fit float32. */
const MAX_COMPLIANCE = 1e18;

/** Computes the settings for a step of `stepSeconds`. */
export function createSettings(sheet: Sheet, parameters: ClothParameters, stepSeconds: number): Settings {
  const { gravity, wind, substeps, damping, tethers, thickness, selfCollision, selfFriction } = parameters;
  const round = Math.fround;
  const h = round(stepSeconds / substeps);
  const selfDistance = round(selfDistanceOf(sheet, selfCollision));
  const drag = round(Math.min(parameters.drag * h, 1));
  const pushX = round(gravity.x * h + drag * wind.x);
  const pushY = round(gravity.y * h + drag * wind.y);
  const pushZ = round(gravity.z * h + drag * wind.z);
  const overSquare = (alpha: number) => (alpha / (h * h) < MAX_COMPLIANCE ? round(alpha / (h * h)) : -1);
  const [row, column, shear] = strainLimits(parameters).map((strain) =>
    strain < Number.POSITIVE_INFINITY ? round(1 + strain) : 0,
  );
  const tied = row > 0 && column > 0 ? Math.max(row, column, shear) : 0;
  const pushed = Math.sqrt(pushX * pushX + pushY * pushY + pushZ * pushZ);
  return {
    substeps,
    h,
    inverseH: round(1 / h),
    pushX,
    pushY,
    pushZ,
    damping: round(Math.min(damping * h, 1)),
    freeDamping: round(Math.min(damping * stepSeconds, 1)),
    drag,
    air: round(parameters.airDensity * h),
    windX: round(wind.x),
    windY: round(wind.y),
    windZ: round(wind.z),
    tetherScale: tethers === 'auto' ? tied : round(Number(tethers)),
    thickness: round(thickness),
    selfDistance,
    nearSquared: round(FOLD_SHARE * FOLD_SHARE * selfDistance * selfDistance),
    selfFriction: round(selfFriction),
    bearing: round(Math.min(BORNE_LAYERS * pushed, PUSH_SPEED) * h),
    shareOverlap: round(
      selfDistance > 0 ? Math.max((SHARE_LAYERS * pushed * h) / selfDistance, LEAST_SHARE_OVERLAP) : 1,
    ),
    rest: sheet.isMesh ? [] : restLengths(sheet).map(round),
    compliance: [...compliances(parameters), ...hingeCompliances(sheet, parameters.bendStiffness)].map(
      overSquare,
    ),
    // of a mesh, the first kind of bending links are not along the surface
    limit: [row, column, shear, sheet.isMesh ? 0 : row, column, row, column],
  };
}
