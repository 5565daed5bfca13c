/**
 * Inverse matrices of the blocks of joint rows (`joint-rows.ts`):
 *
 *     K = J M^-1 J^T, for the rows J of the block and both bodies         lambda = -K^-1 (J v + b)
 *
 * It is symmetric, so a pair stores three numbers and a triple six.
 */
import { I_A, I_B, J_AW, J_BW, JOINT_ROW_STRIDE, M_A, M_B, MASS, MASS_XY, MASS_YY } from './joint-rows.js';

/** Share of the product of its diagonal below which the determinant of a matrix K counts as 0. */
const DEPENDENT = 1e-9;

/**
 * Writes the inverse of the matrix of two rows of different directions. If they are linearly dependent, it is the inverse on the range of the
 * matrix.
 */
export function setPairMass(data: Float64Array, o: number): void {
  const p = o + JOINT_ROW_STRIDE;
  const xx = data[o + MASS] > 0 ? 1 / data[o + MASS] : 0;
  const yy = data[p + MASS] > 0 ? 1 / data[p + MASS] : 0;
  // the directions are at right angles, or one row has none
  const xy =
    data[o + I_A] * data[o + J_AW] * data[p + J_AW] + data[o + I_B] * data[o + J_BW] * data[p + J_BW];
  const trace = xx + yy;
  const det = xx * yy - xy * xy;
  const isRegular = det > DEPENDENT * xx * yy;
  let f = 0;
  if (isRegular) f = 1 / det;
  else if (trace > 0) f = 1 / (trace * trace);
  data[o + MASS] = f * (isRegular ? yy : xx);
  data[o + MASS_XY] = f * (isRegular ? -xy : xy);
  data[o + MASS_YY] = f * (isRegular ? xx : yy);
}

/** Writes the inverse of the matrix of a point and an angle, by cofactors. Returns whether there is one. */
export function setTripleMass(data: Float64Array, o: number): boolean {
  const p = o + JOINT_ROW_STRIDE;
  const q = p + JOINT_ROW_STRIDE;
  const m = data[o + M_A] + data[o + M_B];
  const iA = data[o + I_A];
  const iB = data[o + I_B];
  const xA = data[o + J_AW];
  const yA = data[p + J_AW];
  const zA = data[q + J_AW];
  const xB = data[o + J_BW];
  const yB = data[p + J_BW];
  const zB = data[q + J_BW];
  const xx = m + iA * xA * xA + iB * xB * xB;
  const yy = m + iA * yA * yA + iB * yB * yB;
  const zz = iA * zA * zA + iB * zB * zB;
  const xy = iA * xA * yA + iB * xB * yB;
  const xz = iA * xA * zA + iB * xB * zB;
  const yz = iA * yA * zA + iB * yB * zB;
  const cofactorX = yy * zz - yz * yz;
  const cofactorY = xz * yz - xy * zz;
  const cofactorZ = xy * yz - xz * yy;
  const det = xx * cofactorX + xy * cofactorY + xz * cofactorZ;
  if (!(det > DEPENDENT * xx * yy * zz)) return false;
  const f = 1 / det;
  data[o + MASS] = f * cofactorX;
  data[o + MASS_XY] = f * cofactorY;
  data[o + MASS_YY] = f * (xx * zz - xz * xz);
  data[p + MASS] = f * cofactorZ;
  data[p + MASS_XY] = f * (xy * xz - xx * yz);
  data[p + MASS_YY] = f * (xx * yy - xy * xy);
  return true;
}
