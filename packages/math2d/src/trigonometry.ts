/**
 * Sine, cosine, tangent and arctangent from + - * / alone.
 *
 * ECMAScript does not specify the exact results of Math.sin and similar functions. Two browsers may differ in the last bit, and simulations
 * that use these functions then diverge. The functions here give the same bits everywhere, within 1 ulp of the exact value (tan 2.5 ulp),
 * and are about as fast.
 *
 * Method and polynomial coefficients are those of fdlibm 5.3 [Ng 1993], adapted to a language without cheap access to the bits of a double:
 * where fdlibm looks at exponents, this code compares magnitudes.
 *
 *   "Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved. Permission to use, copy, modify, and
 *    distribute this software is freely granted, provided that this notice is preserved."
 *
 *   x = n pi/2 + r,  |r| <= pi/4              reduction; r is held as a sum y + tail of two doubles
 *   sin(r) = r + r^3 (S1 + S2 r^2 + ... S6 r^10)
 *   cos(r) = 1 - r^2/2 + r^4 (C1 + C2 r^2 + ... C6 r^10)
 */
import { reduceHugeAngle } from './huge-angle.js';

const S1 = -0.16666666666666632;
const S2 = 0.00833333333332249;
const S3 = -0.0001984126982985795;
const S4 = 2.7557313707070068e-6;
const S5 = -2.5050760253406863e-8;
const S6 = 1.58969099521155e-10;

const C1 = 0.0416666666666666;
const C2 = -0.001388888888887411;
const C3 = 2.480158728947673e-5;
const C4 = -2.7557314351390663e-7;
const C5 = 2.087572321298175e-9;
const C6 = -1.1359647557788195e-11;

/** Half a turn: pi, rounded to a double. */
export const PI: number = Math.PI;
/** A full turn: 2 pi, rounded to a double. */
export const TWO_PI: number = 2 * Math.PI;
/** A quarter turn: pi / 2, rounded to a double. */
export const HALF_PI: number = Math.PI / 2;

/** Sine and cosine of one angle. */
export interface SinCos {
  /** Sine, -1..1. */
  sin: number;
  /** Cosine, -1..1. */
  cos: number;
}

const QUARTER_PI: number = Math.PI / 4;
const PI_LOW = 1.2246467991473532e-16;
const TWO_OVER_PI: number = 2 / Math.PI;

// pi/2 in parts of 33 bits, each with the remainder after it: n times a 33-bit part is exact for n < 2^20
const PART1 = 1.5707963267341256;
const PART2 = 6.077100506303966e-11;
const PART3 = 2.0222662487111665e-21;
const REST3 = 8.4784276603689e-32;
const REST2: number = PART3 + REST3;
const REST1: number = PART2 + REST2;

/** 2^20 quarter turns, radians. Beyond this, n PART1 is no longer exact. */
const HUGE = 1647099;

/** 2^-27. Below this, sin x = x and cos x = 1 to the last bit. */
const TINY: number = 1 / 0x8000000;

// If the first subtraction cancels more than 16 bits, the second part of pi/2 is needed; if more than 49, the third part too.
const CANCELLED_16: number = 1 / 0x10000;
const CANCELLED_49: number = 8 * Number.EPSILON;

// A call that is not inlined allocates its numbers, and so does an assignment to a module variable; array elements are never allocated. A
// caller may be too long for the compiler to inline what it calls here, so the functions below work on arrays.

/** An angle as ANGLE + TAIL, and its sine and cosine. */
const working = new Float64Array(4);
const ANGLE = 0;
const TAIL = 1;
const SINE = 2;
const COSINE = 3;

/** Reduces |ANGLE| > pi/4 to the remainder ANGLE + TAIL. Returns the number of quarter turns modulo 4. */
function reduce(values: Float64Array): number {
  const x = values[ANGLE];
  const size = Math.abs(x);
  if (size > HUGE) {
    if (size === Infinity) {
      values[ANGLE] = NaN;
      values[TAIL] = 0;
      return 0;
    }
    const huge = reduceHugeAngle(x);
    values[ANGLE] = huge.rest;
    values[TAIL] = 0;
    return huge.quadrant;
  }
  const n = Math.floor(x * TWO_OVER_PI + 0.5);
  let r = x - n * PART1;
  let w = n * REST1;
  let y = r - w;
  if (Math.abs(y) < size * CANCELLED_16) {
    const t = r;
    w = n * PART2;
    r = t - w;
    w = n * REST2 - (t - r - w);
    y = r - w;
    if (Math.abs(y) < size * CANCELLED_49) {
      const u = r;
      w = n * PART3;
      r = u - w;
      w = n * REST3 - (u - r - w);
      y = r - w;
    }
  }
  values[ANGLE] = y;
  values[TAIL] = r - y - w;
  return n & 3;
}

/** Sets SINE to sin(ANGLE + TAIL) for |ANGLE| <= pi/4. */
function takeSine(values: Float64Array): void {
  const x = values[ANGLE];
  const z = x * x;
  const v = z * x;
  const r = S2 + z * (S3 + z * (S4 + z * (S5 + z * S6)));
  values[SINE] = x - (z * (0.5 * values[TAIL] - v * r) - values[TAIL] - v * S1);
}

/** Sets COSINE to cos(ANGLE + TAIL) for |ANGLE| <= pi/4. The subtraction from 1 is split so that its rounding error is not lost. */
function takeCosine(values: Float64Array): void {
  const x = values[ANGLE];
  const z = x * x;
  const r = z * (C1 + z * (C2 + z * (C3 + z * (C4 + z * (C5 + z * C6)))));
  const half = 0.5 * z;
  const w = 1 - half;
  values[COSINE] = w + (1 - w - half + (z * r - x * values[TAIL]));
}

/** Reduces ANGLE and sets SINE and COSINE to those of the remainder. Returns the number of quarter turns modulo 4. */
function takeSineAndCosine(values: Float64Array): number {
  values[TAIL] = 0;
  const size = Math.abs(values[ANGLE]);
  const quadrant = size <= QUARTER_PI ? 0 : reduce(values);
  takeCosine(values);
  if (size < TINY) values[SINE] = values[ANGLE];
  else takeSine(values);
  return quadrant;
}

/** Sine of an angle in radians. NaN for non-finite angles. */
export function sin(angle: number): number {
  if (Math.abs(angle) < TINY) return angle;
  working[ANGLE] = angle;
  return sineAfter(0);
}

/** Cosine of an angle in radians. NaN for non-finite angles. */
export function cos(angle: number): number {
  working[ANGLE] = angle;
  return sineAfter(1);
}

/** Sine of ANGLE and a number of quarter turns: cos x = sin (x + pi/2). */
function sineAfter(quarters: number): number {
  working[TAIL] = 0;
  const quadrant = (Math.abs(working[ANGLE]) <= QUARTER_PI ? 0 : reduce(working)) + quarters;
  const isSine = (quadrant & 1) === 0;
  if (isSine) takeSine(working);
  else takeCosine(working);
  const value = isSine ? working[SINE] : working[COSINE];
  return (quadrant & 2) === 0 ? value : -value;
}

/** Tangent of an angle in radians, as sin / cos: within 2.5 ulp. NaN for non-finite angles. */
export function tan(angle: number): number {
  if (Math.abs(angle) < TINY) return angle;
  return sin(angle) / cos(angle);
}

/**
 * Cosine and sine of an angle (radians) with one reduction. The bits equal those of {@link cos} and {@link sin}.
 * Writes to `out` and returns it; without `out` it returns a fresh object.
 */
export function sinCos(angle: number, out: SinCos = { sin: 0, cos: 1 }): SinCos {
  working[ANGLE] = angle;
  const quadrant = takeSineAndCosine(working);
  if (quadrant === 0) {
    out.cos = working[COSINE];
    out.sin = working[SINE];
  } else if (quadrant === 1) {
    out.cos = -working[SINE];
    out.sin = working[COSINE];
  } else if (quadrant === 2) {
    out.cos = -working[COSINE];
    out.sin = -working[SINE];
  } else {
    out.cos = working[SINE];
    out.sin = -working[COSINE];
  }
  return out;
}

// arctan(x) = arctan(k) + arctan((x - k) / (1 + k x)) with k = 0, 1/2, 1, 3/2, infinity reduces the argument to |t| <= 7/16, where
// arctan(t) = t - t^3 (A0 + A1 t^2 + ... A10 t^20). HIGH and LOW sum to arctan(k), as PI and PI_LOW sum to pi.
const ARCTAN_HALF_HIGH = 0.4636476090008061;
const ARCTAN_HALF_LOW = 2.2698777452961687e-17;
const ARCTAN_THREE_HALVES_HIGH = 0.982793723247329;
const ARCTAN_THREE_HALVES_LOW = 1.3903311031230998e-17;

const A0 = 0.3333333333333293;
const A1 = -0.19999999999876483;
const A2 = 0.14285714272503466;
const A3 = -0.11111110405462356;
const A4 = 0.09090887133436507;
const A5 = -0.0769187620504483;
const A6 = 0.06661073137387531;
const A7 = -0.058335701337905735;
const A8 = 0.049768779946159324;
const A9 = -0.036531572744216916;
const A10 = 0.016285820115365782;

/** 2^60. A steeper slope (infinite ones included) is vertical to the last bit. */
const STEEP = 0x1000000000000000;

// `followAngle` must not allocate either.
const scratch = new Float64Array(2);

/** Arctangent in [-pi/2, pi/2], radians. */
export function atan(x: number): number {
  scratch[0] = x;
  takeArctangent(scratch);
  return scratch[0];
}

/** Replaces `values[0]` by its arctangent. */
function takeArctangent(values: Float64Array): void {
  const x = values[0];
  const size = Math.abs(x);
  if (size < TINY) return;
  if (size > STEEP) {
    values[0] = HALF_PI;
    if (x < 0) values[0] = -HALF_PI;
    return;
  }
  let high = 0;
  let low = 0;
  let t = size;
  if (size >= 0.4375) {
    if (size < 0.6875) {
      high = ARCTAN_HALF_HIGH;
      low = ARCTAN_HALF_LOW;
      t = (2 * size - 1) / (2 + size);
    } else if (size < 1.1875) {
      high = QUARTER_PI;
      low = PI_LOW / 4;
      t = (size - 1) / (size + 1);
    } else if (size < 2.4375) {
      high = ARCTAN_THREE_HALVES_HIGH;
      low = ARCTAN_THREE_HALVES_LOW;
      t = (size - 1.5) / (1 + 1.5 * size);
    } else {
      high = HALF_PI;
      low = PI_LOW / 2;
      t = -1 / size;
    }
  }
  const z = t * t;
  const w = z * z;
  // separate odd and even coefficients: two short chains of multiplications instead of a long one
  const even = z * (A0 + w * (A2 + w * (A4 + w * (A6 + w * (A8 + w * A10)))));
  const odd = w * (A1 + w * (A3 + w * (A5 + w * (A7 + w * A9))));
  let value = high - (t * (even + odd) - low - t);
  if (size < 0.4375) value = t - t * (even + odd);
  if (x < 0) value = -value;
  values[0] = value;
}

/**
 * Angle of the vector (x, y) from the +x axis in [-pi, pi], radians. Signed zeros and infinities are handled as in IEEE 754 and
 * Math.atan2: atan2(0, 0) = 0, atan2(0, -0) = pi, atan2(-0, -1) = -pi.
 */
export function atan2(y: number, x: number): number {
  if (Number.isNaN(x) || Number.isNaN(y)) return NaN;
  scratch[0] = x;
  scratch[1] = y;
  takeAngle(scratch);
  return scratch[0];
}

/** Replaces `values[0]` by the angle of the vector (`values[0]`, `values[1]`). Neither may be NaN. */
function takeAngle(values: Float64Array): void {
  const x = values[0];
  const y = values[1];
  const negativeX = x < 0 || (x === 0 && 1 / x < 0);
  const negativeY = y < 0 || (y === 0 && 1 / y < 0);
  const sizeX = Math.abs(x);
  const sizeY = Math.abs(y);

  // angle of (|x|, |y|) or (-|x|, |y|), in [0, pi]
  if (sizeY === 0) {
    values[0] = 0;
    if (negativeX) values[0] = 2 * HALF_PI;
  } else if (sizeX === Infinity) {
    values[0] = 0;
    if (sizeY === Infinity) values[0] = QUARTER_PI;
    if (negativeX) values[0] = 2 * HALF_PI - values[0];
  } else if (sizeY / sizeX > STEEP) {
    values[0] = HALF_PI;
  } else {
    values[0] = sizeY / sizeX;
    takeArctangent(values);
    if (negativeX) values[0] = 2 * HALF_PI - (values[0] - PI_LOW);
  }
  if (negativeY) values[0] = -values[0];
}

/**
 * Follows an angle without wrapping. The angles of a direction, radians, differ by whole turns; the one nearest to `angles[place]` is
 * written to `angles[place]`. Never allocates.
 * @param direction x and y of the direction, of any length except 0; overwritten
 */
export function followAngle(angles: Float64Array, place: number, direction: Float64Array): void {
  takeAngle(direction);
  const turn = direction[0] - angles[place];
  angles[place] += turn - TWO_PI * Math.floor(turn / TWO_PI + 0.5);
}

/** The angle wrapped to -pi..pi, radians. Angles in that range stay exact. Whole turns are multiples of the double `TWO_PI`. */
export function wrapAngle(angle: number): number {
  if (angle >= -PI && angle <= PI) return angle;
  return clamp(angle - TWO_PI * Math.floor(angle / TWO_PI + 0.5), -PI, PI);
}

/** `value` clamped to `minimum`..`maximum`. NaN stays NaN. */
export function clamp(value: number, minimum: number, maximum: number): number {
  return Math.max(minimum, Math.min(maximum, value));
}
