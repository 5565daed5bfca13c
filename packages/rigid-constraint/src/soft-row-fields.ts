/**
 * What the soft step stores in the rows of `frame-rows.ts` besides what all methods store there: the inverse of the block of two points,
 * whether the row is open, the arms of the shared friction row, and the rounding radii. Literals, as there.
 */
/**
 * K^-1 of the two normal rows, kg: -(K^-1)_12 is stored with the row, (K^-1)_11 and (K^-1)_22 with the points, where other methods store
 * a target. All are 0 for one point, or for two that nearly coincide.
 */
export const INVERSE_12 = 16;
export const INVERSE_DIAGONAL = 8;
/** Not 0 if a point had a gap at the start of the step. If 0, the row counts as closed for the whole step. */
export const OPEN = 18;
/** Arms of the friction row, m: those of the point, or at the midpoint of two points, which share it. */
export const RT_A = 20;
export const RT_B = 22;
/**
 * Part of the anchors on A and B that does not turn with the body, m: 0 for shapes that are not round, and for deep penetration. Stored
 * where other methods store the friction row of the second point.
 */
export const RHO_A = 40;
export const RHO_B = 54;
