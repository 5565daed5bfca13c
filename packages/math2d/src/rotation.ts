/**
 * Rotations of the plane as cosine and sine: composed with four products, never wrapped, and free of trigonometry while they are
 * integrated.
 */
import { atan2, cos, sin } from './trigonometry.js';

/** Cosine and sine of an angle; c^2 + s^2 = 1 to rounding. */
export interface Rotation {
  c: number;
  s: number;
}

export function identity(): Rotation {
  return { c: 1, s: 0 };
}

/** @param angle radians, counter-clockwise */
export function fromAngle(angle: number): Rotation {
  return { c: cos(angle), s: sin(angle) };
}

/** @returns radians, -pi..pi */
export function toAngle(q: Rotation): number {
  return atan2(q.s, q.c);
}

/** The rotation q followed by p (in the plane the order does not matter). */
export function multiply(p: Rotation, q: Rotation): Rotation {
  return { c: p.c * q.c - p.s * q.s, s: p.s * q.c + p.c * q.s };
}

export function inverse(q: Rotation): Rotation {
  return { c: q.c, s: -q.s };
}

/** q scaled to unit length; the identity if it has none. */
export function normalize(q: Rotation): Rotation {
  const k = Math.sqrt(q.c * q.c + q.s * q.s);
  return k > 0 ? { c: q.c / k, s: q.s / k } : { c: 1, s: 0 };
}

/**
 * q turned on by a small angle: sine and cosine by their series to the fifth term, then one Newton step of 1/sqrt towards unit
 * length. Exact to 1e-9 rad for |angle| <= 0.8, to 1e-14 for |angle| <= 0.2; no sqrt and no trigonometry.
 */
export function integrate(q: Rotation, angle: number): Rotation {
  const z = angle * angle;
  const s = angle * (1 - (z / 6) * (1 - (z / 20) * (1 - (z / 42) * (1 - z / 72))));
  const c = 1 - (z / 2) * (1 - (z / 12) * (1 - (z / 30) * (1 - (z / 56) * (1 - z / 90))));
  const turnedC = c * q.c - s * q.s;
  const turnedS = s * q.c + c * q.s;
  const f = 1.5 - 0.5 * (turnedC * turnedC + turnedS * turnedS);
  return { c: turnedC * f, s: turnedS * f };
}
