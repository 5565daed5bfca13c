/**
 * Rotations of the plane as cosine and sine. They are composed with four products, need no wrapping, and are integrated without
 * trigonometry.
 * @module
 */
import { atan2, cos, sin } from './trigonometry.js';

/** Cosine and sine of an angle; c^2 + s^2 = 1 to rounding. */
export interface Rotation {
  /** Cosine of the angle. */
  c: number;
  /** Sine of the angle, positive for counter-clockwise. */
  s: number;
}

/** The rotation by the angle 0, in a fresh object. */
export function identity(): Rotation {
  return { c: 1, s: 0 };
}

/**
 * The rotation by an angle, in a fresh object.
 * @param angle radians, counter-clockwise
 */
export function fromAngle(angle: number): Rotation {
  return { c: cos(angle), s: sin(angle) };
}

/**
 * The angle of a rotation, between half a turn clockwise and half a turn counter-clockwise.
 * @returns radians, -pi..pi
 */
export function toAngle(q: Rotation): number {
  return atan2(q.s, q.c);
}

/** The rotation q followed by p (in the plane the order does not matter). */
export function multiply(p: Rotation, q: Rotation): Rotation {
  return { c: p.c * q.c - p.s * q.s, s: p.s * q.c + p.c * q.s };
}

/** The rotation by the opposite angle, in a fresh object. */
export function inverse(q: Rotation): Rotation {
  return { c: q.c, s: -q.s };
}

/** q scaled to unit length; the identity if its length is 0. */
export function normalize(q: Rotation): Rotation {
  const k = Math.sqrt(q.c * q.c + q.s * q.s);
  return k > 0 ? { c: q.c / k, s: q.s / k } : { c: 1, s: 0 };
}

/** q turned by a further angle in radians; see {@link integrateInPlace}. */
export function integrate(q: Rotation, angle: number): Rotation {
  scratch[0] = q.c;
  scratch[1] = q.s;
  integrateInPlace(scratch, 0, angle);
  return { c: scratch[0], s: scratch[1] };
}

const scratch = new Float64Array(2);

/** Larger angles are computed by `sin` and `cos` instead of the series, radians. */
const SERIES_LIMIT = 0.8;

/**
 * Turns the rotation (c, s) at `values[offset]`, `values[offset + 1]` by a small angle d, in place. It uses the power series of sine and
 * cosine to the fifth term,
 *
 *     c' = c cos d - s sin d,    s' = s cos d + c sin d,
 *
 * and one Newton step of 1/sqrt(n) at n = c'^2 + s'^2 near 1, which restores the length: (c', s') (3 - n) / 2.
 *
 * The error is at most 2e-9 rad for |d| <= 0.8 and 1e-14 rad for |d| <= 0.2, without square roots and trigonometry. For |d| > 0.8 `sin` and
 * `cos` are used. A length of 1 stays 1 to 4e-16.
 * @param angle d, radians
 */
export function integrateInPlace(values: Float64Array, offset: number, angle: number): void {
  const z = angle * angle;
  let s = angle * (1 - (z / 6) * (1 - (z / 20) * (1 - (z / 42) * (1 - z / 72))));
  let c = 1 - (z / 2) * (1 - (z / 12) * (1 - (z / 30) * (1 - (z / 56) * (1 - z / 90))));
  if (z > SERIES_LIMIT * SERIES_LIMIT) {
    s = sin(angle);
    c = cos(angle);
  }
  const qc = values[offset];
  const qs = values[offset + 1];
  const turnedC = c * qc - s * qs;
  const turnedS = s * qc + c * qs;
  const f = 1.5 - 0.5 * (turnedC * turnedC + turnedS * turnedS);
  values[offset] = turnedC * f;
  values[offset + 1] = turnedS * f;
}
