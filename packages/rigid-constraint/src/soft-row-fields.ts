/**
 * What the soft step stores in the rows of `frame-rows.ts` besides what all methods store there: the inverse of the block of two points,
 * whether the row is open, the arms of the shared friction row, and the rounding radii.
 */
import { LAMBDA_T, LANES, MASS_T, OWN, P2, TARGET } from './frame-rows.js';

/**
 * K^-1 of the two normal rows, kg: -(K^-1)_12 is stored with the row, (K^-1)_11 and (K^-1)_22 with the points, where other methods store
 * a target. All are 0 for one point, or for two that nearly coincide.
 */
export const INVERSE_12: number = OWN;
export const INVERSE_DIAGONAL: number = TARGET;
/** Not 0 if a point had a gap at the start of the step. If 0, the row counts as closed for the whole step. */
export const OPEN: number = OWN + LANES;
/** Arms of the friction row, m: those of the point, or at the midpoint of two points, which share it. */
export const RT_A: number = OWN + 2 * LANES;
export const RT_B: number = OWN + 3 * LANES;
/**
 * Part of the anchors on A and B that does not turn with the body, m: 0 for shapes that are not round, and for deep penetration. Stored
 * where other methods store the friction row of the second point.
 */
export const RHO_A: number = P2 + LAMBDA_T;
export const RHO_B: number = P2 + MASS_T;
