/**
 * Reduction of angles beyond 2^20 quarter turns (1.6e6 rad) modulo a quarter turn.
 *
 * A double is m 2^e with integer m. Integer arithmetic gives its exact remainder modulo pi/2: with P = floor(2^B pi / 2),
 *
 *     m 2^(e+B) mod P   is the remainder, scaled by 2^B.
 *
 * B must be at least the sum of three terms: the 1100 bits that the largest double needs, the bits that cancel for an angle near a multiple
 * of pi/2 (at most 62 for doubles [Muller 2016, 11.3.3]), and the 53 bits of the result.
 * Big integers are slow (some 10 microseconds), but no body turns by a million radians in a step.
 */

/** Bits after the binary point of the big fixed-point numbers. */
const FRACTION_BITS = 1280n;

/** Extra bits during the summation of pi: 2 x 1300 truncated terms lose at most 12 bits. */
const GUARD_BITS = 32n;

let quarterTurn = 0n;

/** 2^bits arctan(1/k) by its power series, in integers. */
function arctanOfReciprocal(k: bigint, bits: bigint): bigint {
  let power = (1n << bits) / k;
  let sum = power;
  for (let n = 3n, sign = -1n; power > 0n; n += 2n, sign = -sign) {
    power /= k * k;
    sum += (sign * power) / n;
  }
  return sum;
}

/** floor(2^FRACTION_BITS pi / 2) by Machin's formula, pi / 4 = 4 arctan(1/5) - arctan(1/239); computed once. */
function bigQuarterTurn(): bigint {
  if (quarterTurn === 0n) {
    const bits = FRACTION_BITS + GUARD_BITS;
    const machin = 4n * arctanOfReciprocal(5n, bits) - arctanOfReciprocal(239n, bits);
    quarterTurn = (2n * machin) >> GUARD_BITS;
  }
  return quarterTurn;
}

/** `value` 2^-FRACTION_BITS as a double, rounded once. |value| < 2^(FRACTION_BITS + 1). */
function toDouble(value: bigint): number {
  const negative = value < 0n;
  const size = negative ? -value : value;
  // The 64 leading bits are enough for a double. Without dropping the others, the intermediate number would overflow.
  const dropped = BigInt(Math.max(0, size.toString(16).length * 4 - 64));
  let result = Number(size >> dropped);
  for (let k = FRACTION_BITS - dropped; k > 0n; k--) result *= 0.5;
  return negative ? -result : result;
}

/** An angle as `quadrant` quarter turns and a `rest`, |rest| <= pi/4, radians. */
export interface ReducedAngle {
  quadrant: number;
  rest: number;
}

const TWO_TO_53 = 9007199254740992;

/** Splits a finite angle (radians, at least 1 in size) into quarter turns (modulo 4) and a correctly rounded rest. */
export function reduceHugeAngle(angle: number): ReducedAngle {
  const quarter = bigQuarterTurn();
  let mantissa = Math.abs(angle);
  let exponent = 0n;
  while (mantissa >= TWO_TO_53) {
    mantissa /= 2;
    exponent++;
  }
  while (!Number.isInteger(mantissa)) {
    mantissa *= 2;
    exponent--;
  }
  const scaled = BigInt(mantissa) << (exponent + FRACTION_BITS);
  let turns = scaled / quarter;
  let rest = scaled % quarter;
  if (2n * rest > quarter) {
    rest -= quarter;
    turns += 1n;
  }
  const quadrant = Number(turns & 3n);
  return angle < 0
    ? { quadrant: (4 - quadrant) & 3, rest: -toDouble(rest) }
    : { quadrant, rest: toDouble(rest) };
}
