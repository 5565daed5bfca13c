/**
 * 2 x 2 matrices with square roots and polar decompositions, as shape matching needs them.
 *
 * Square roots: Sullivan, The Square Roots of 2 x 2 Matrices, MAA. Polar decomposition and shape matching: Mueller, Heidelberger, Teschner,
 * Gross, Meshless Deformations Based on Shape Matching, SIGGRAPH 2005, section 3.3.
 * @module
 */

import type { Rotation } from './rotation.js';
import { atan2, cos, sin } from './trigonometry.js';
import { normalize, type Vec2 } from './vec2.js';

/** A 2 x 2 matrix. The name of an element is m, its row, its column: `m01` is in the first row and second column. */
export interface Mat2 {
  /** First row, first column. */
  m00: number;
  /** First row, second column. */
  m01: number;
  /** Second row, first column. */
  m10: number;
  /** Second row, second column. */
  m11: number;
}

/** The matrix with the given elements, row by row, in a fresh object. */
export function create(m00: number, m01: number, m10: number, m11: number): Mat2 {
  return { m00, m01, m10, m11 };
}

/** The identity matrix, in a fresh object. */
export function identity(): Mat2 {
  return { m00: 1, m01: 0, m10: 0, m11: 1 };
}

/** Sum, entry by entry, in a fresh object. */
export function add(a: Mat2, b: Mat2): Mat2 {
  return { m00: a.m00 + b.m00, m01: a.m01 + b.m01, m10: a.m10 + b.m10, m11: a.m11 + b.m11 };
}

/** The outer product p q^T. The matrices A_pq and A_qq of shape matching are sums of such products. */
export function outerProduct(p: Vec2, q: Vec2): Mat2 {
  return { m00: p.x * q.x, m01: p.x * q.y, m10: p.y * q.x, m11: p.y * q.y };
}

/** The matrix product a b, in a fresh object: applied to a vector it is b, then a. */
export function multiply(a: Mat2, b: Mat2): Mat2 {
  return {
    m00: a.m00 * b.m00 + a.m01 * b.m10,
    m01: a.m00 * b.m01 + a.m01 * b.m11,
    m10: a.m10 * b.m00 + a.m11 * b.m10,
    m11: a.m10 * b.m01 + a.m11 * b.m11,
  };
}

/** Every entry times a factor, in a fresh object. */
export function scale(a: Mat2, factor: number): Mat2 {
  return { m00: a.m00 * factor, m01: a.m01 * factor, m10: a.m10 * factor, m11: a.m11 * factor };
}

/** The product of the matrix and the column v, in a fresh object. */
export function apply(a: Mat2, v: Vec2): Vec2 {
  return { x: a.m00 * v.x + a.m01 * v.y, y: a.m10 * v.x + a.m11 * v.y };
}

/** Rows and columns exchanged, in a fresh object. */
export function transpose(a: Mat2): Mat2 {
  return { m00: a.m00, m01: a.m10, m10: a.m01, m11: a.m11 };
}

/** m00 m11 - m01 m10: the factor by which areas grow, negative if the matrix reflects the plane. */
export function determinant(a: Mat2): number {
  return a.m00 * a.m11 - a.m01 * a.m10;
}

/** m00 + m11. */
export function trace(a: Mat2): number {
  return a.m00 + a.m11;
}

/** The inverse, or null if the determinant is 0 or the quotients overflow. */
export function inverse(a: Mat2): Mat2 | null {
  const f = 1 / determinant(a);
  const result = { m00: f * a.m11, m01: -f * a.m01, m10: -f * a.m10, m11: f * a.m00 };
  const sum = result.m00 + result.m01 + result.m10 + result.m11;
  return sum - sum === 0 ? result : null;
}

/**
 * Principal square root by Cayley-Hamilton. With X^2 = A, delta = sqrt(det A) and tau = tr X one has X^2 - tau X + delta = 0, hence
 *
 *     X = (A + delta 1) / tau,    tau = sqrt(tr A + 2 delta)
 *
 * Null if A has no real square root of this form (negative determinant, or tau = 0).
 */
export function squareRoot(a: Mat2): Mat2 | null {
  const det = determinant(a);
  if (!(det >= 0)) return null;
  const delta = Math.sqrt(det);
  const tau = Math.sqrt(trace(a) + 2 * delta);
  if (!(tau > 0)) return null;
  return { m00: (a.m00 + delta) / tau, m01: a.m01 / tau, m10: a.m10 / tau, m11: (a.m11 + delta) / tau };
}

/** Share of (tr A / 2)^2 by which rounding may leave the discriminant of a double eigenvalue below 0. */
const DOUBLE_ROUNDING = 1e-14;

/**
 * Principal square root by diagonalisation: A = P diag(l1, l2) P^-1, X = P diag(sqrt l1, sqrt l2) P^-1. Multiplied out with
 * s = sqrt(l1 l2),
 *
 *     X = [[a + s, b], [c, d + s]] / (sqrt l1 + sqrt l2)
 *
 * The eigenvectors cancel out of this formula. A diagonal A, for which the textbook's P is singular, is therefore no special case.
 * Null if an eigenvalue is negative or complex, or both are 0.
 */
export function squareRootByDiagonalization(a: Mat2): Mat2 | null {
  const half = 0.5 * trace(a);
  const discriminant = half * half - determinant(a);
  if (discriminant < -DOUBLE_ROUNDING * half * half) return null;
  const spread = Math.sqrt(Math.max(0, discriminant));
  const l2 = half + spread;
  const l1 = l2 === 0 ? 0 : half > 0 ? determinant(a) / l2 : half - spread;
  if (!(l1 >= 0) || !(l2 > 0)) return null;
  const root1 = Math.sqrt(l1);
  const root2 = Math.sqrt(l2);
  const s = root1 * root2;
  const f = 1 / (root1 + root2);
  return { m00: (a.m00 + s) * f, m01: a.m01 * f, m10: a.m10 * f, m11: (a.m11 + s) * f };
}

/**
 * The rotation of a matrix counts as undetermined when its rotating part is at most this share of its largest element (dimensionless). The
 * value is far above rounding errors and far below any deformation that still has a direction.
 */
const UNDETERMINED = 1e-12;

/** Whether A has no unique nearest rotation: the zero matrix, or a reflected uniform stretch such as diag(1, -1). */
function isUndetermined(a: Mat2): boolean {
  const size = Math.max(Math.abs(a.m00), Math.abs(a.m01), Math.abs(a.m10), Math.abs(a.m11));
  const limit = UNDETERMINED * size;
  // written so that NaN is undetermined too
  return !(Math.abs(a.m10 - a.m01) > limit || Math.abs(a.m00 + a.m11) > limit);
}

/**
 * Angle of the rotation R nearest to A (least squares), without a decomposition. R maximises
 *
 *     tr(R^T A) = cos(angle) (A_00 + A_11) + sin(angle) (A_10 - A_01),   so   angle = atan2(A_10 - A_01, A_00 + A_11).
 *
 * R is a proper rotation even if det A < 0.
 * @param previousAngle result if A has no unique nearest rotation (a reflected uniform stretch, the zero matrix, NaN), radians
 */
export function rotationAngle(a: Mat2, previousAngle = 0): number {
  return isUndetermined(a) ? previousAngle : atan2(a.m10 - a.m01, a.m00 + a.m11);
}

/** A matrix A as a product R S: a rotation R after a symmetric stretch S. */
export interface PolarDecomposition {
  /** Angle of R, radians, -pi..pi. */
  angle: number;
  /** R of A = R S: the rotation nearest to A. */
  rotation: Rotation;
  /** S = R^T A; positive definite if det A > 0. */
  stretch: Mat2;
}

/**
 * Right polar decomposition by the direct angle. S is symmetric to the last bit. For det A < 0, S has a negative eigenvalue and R stays a
 * proper rotation.
 * @param previousAngle see `rotationAngle`, radians
 */
export function polarDecomposition(a: Mat2, previousAngle = 0): PolarDecomposition {
  const angle = rotationAngle(a, previousAngle);
  let rotation: Rotation;
  if (isUndetermined(a)) {
    rotation = { c: cos(angle), s: sin(angle) };
  } else {
    // normalizing is more accurate than sine and cosine of the rounded angle
    const { x, y } = normalize({ x: a.m00 + a.m11, y: a.m10 - a.m01 });
    rotation = { c: x, s: y };
  }
  const { c, s } = rotation;
  const shear = 0.5 * (c * a.m01 + s * a.m11 + (c * a.m10 - s * a.m00));
  const stretch = { m00: c * a.m00 + s * a.m10, m01: shear, m10: shear, m11: c * a.m11 - s * a.m01 };
  return { angle, rotation, stretch };
}

/**
 * Right polar decomposition as in the literature: S = (A^T A)^(1/2), R = A S^-1. Null if A is singular. For det A < 0 the result R is a
 * reflection. Use `polarDecomposition` to get a proper rotation in that case as well.
 * @param root function for the square root, `squareRoot` by default
 */
export function polarDecompositionByRoot(
  a: Mat2,
  root: (a: Mat2) => Mat2 | null = squareRoot,
): { rotation: Mat2; stretch: Mat2 } | null {
  const stretch = root(multiply(transpose(a), a));
  const inverseStretch = stretch === null ? null : inverse(stretch);
  if (stretch === null || inverseStretch === null) return null;
  return { rotation: multiply(a, inverseStretch), stretch };
}
