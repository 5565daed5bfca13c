/**
 * sin, cos and atan2 with the same bits on every machine: ECMAScript leaves the digits of `Math.sin` and its kin to the engine,
 * but fixes + - * / and sqrt, and only those are used here.
 *
 * sin and cos: the argument is brought to [-pi/4, pi/4] by subtracting the nearest multiple of pi/2, held in three parts of 33 bits
 * (Cody and Waite), so that the products with the quadrant are exact; there, minimax polynomials of degree 13 and 14. Up to 1e6 rad
 * the error stays within an ulp or so of the result; beyond, the digits of the argument itself no longer say where on the circle it is.
 *
 * atan2: octant reduction to |t| <= tan(pi/8) around 0, pi/4 or pi/2, then the odd polynomial of degree 23.
 *
 * Polynomials and splitting follow the scheme of fdlibm (Sun Microsystems, 1993): s_sin.c, k_sin.c, k_cos.c, e_rem_pio2.c, s_atan.c.
 */

/** pi, 2 pi and pi / 2 as the nearest doubles. */
export const PI = 3.141592653589793;
export const TWO_PI = 6.283185307179586;
export const HALF_PI = 1.5707963267948966;

/** Sine and cosine of one angle. */
export interface SinCos {
  sin: number;
  cos: number;
}

const INVERSE_HALF_PI = 0.6366197723675814;
// pi/2 in three parts; each of the first two has 33 bits, so that times a quadrant below 2^20 it is exact
const HALF_PI_1 = 1.5707963267341256;
const HALF_PI_2 = 6.077100506303966e-11;
const HALF_PI_3 = 2.0222662487111665e-21;
const HALF_PI_3_TAIL = 8.4784276603689e-32;

/** sin(x + y) for |x| <= pi/4 and a tail |y| below half an ulp of x. */
function kernelSin(x: number, y: number): number {
  const z = x * x;
  const r =
    0.00833333333332249 +
    z *
      (-0.0001984126982985795 +
        z * (0.0000027557313707070068 + z * (-2.5050760253406863e-8 + z * 1.58969099521155e-10)));
  const v = z * x;
  return x - (z * (0.5 * y - v * r) - y - v * -0.16666666666666632);
}

/** cos(x + y), likewise. */
function kernelCos(x: number, y: number): number {
  const z = x * x;
  const r =
    z *
    (0.0416666666666666 +
      z *
        (-0.001388888888887411 +
          z *
            (0.00002480158728947673 +
              z * (-2.7557314351390663e-7 + z * (2.087572321298175e-9 + z * -1.1359647557788195e-11)))));
  const half = 0.5 * z;
  const w = 1 - half;
  return w + (1 - w - half + (z * r - x * y));
}

// the reduced argument of the last call, in two parts; module state instead of an object keeps the calls free of allocation
let reduced = 0;
let tail = 0;

/** Leaves `angle` less the nearest multiple of pi/2 in `reduced + tail` and returns that multiple, 0..3. */
function reduce(angle: number): number {
  const n = Math.floor(angle * INVERSE_HALF_PI + 0.5);
  if (n === 0) {
    reduced = angle;
    tail = 0;
    return 0;
  }
  const a = angle - n * HALF_PI_1;
  const w = n * HALF_PI_2;
  const b = a - w;
  // what b lost to rounding, less the third part
  const rest = n * HALF_PI_3 - (a - b - w);
  const c = b - rest;
  reduced = c;
  tail = b - c - rest - n * HALF_PI_3_TAIL;
  return n - 4 * Math.floor(n / 4);
}

/**
 * Sine of an angle in radians; NaN for one that is not finite.
 */
export function sin(angle: number): number {
  if (angle - angle !== 0) return Number.NaN;
  const quadrant = reduce(angle);
  if (quadrant === 0) return kernelSin(reduced, tail);
  if (quadrant === 1) return kernelCos(reduced, tail);
  return quadrant === 2 ? -kernelSin(reduced, tail) : -kernelCos(reduced, tail);
}

/**
 * Cosine of an angle in radians; NaN for one that is not finite.
 */
export function cos(angle: number): number {
  if (angle - angle !== 0) return Number.NaN;
  const quadrant = reduce(angle);
  if (quadrant === 0) return kernelCos(reduced, tail);
  if (quadrant === 1) return -kernelSin(reduced, tail);
  return quadrant === 2 ? -kernelCos(reduced, tail) : kernelSin(reduced, tail);
}

/**
 * Both at once, at little more than the price of one.
 * @param angle radians
 * @param out receives the result; a fresh object by default
 */
export function sinCos(angle: number, out: SinCos = { sin: 0, cos: 1 }): SinCos {
  if (angle - angle !== 0) {
    out.sin = Number.NaN;
    out.cos = Number.NaN;
    return out;
  }
  const quadrant = reduce(angle);
  const s = kernelSin(reduced, tail);
  const c = kernelCos(reduced, tail);
  out.sin = quadrant === 0 ? s : quadrant === 1 ? c : quadrant === 2 ? -s : -c;
  out.cos = quadrant === 0 ? c : quadrant === 1 ? -s : quadrant === 2 ? -c : s;
  return out;
}

const TAN_PI_8 = 0.41421356237309503;
const QUARTER_PI = 0.7853981633974483;
// what pi/4 and pi/2 as doubles lack
const QUARTER_PI_TAIL = 3.061616997868383e-17;
const HALF_PI_TAIL = 6.123233995736766e-17;

/** atan(t) for |t| <= 7/16: t minus its odd series, economised. */
function kernelAtan(t: number): number {
  const z = t * t;
  const w = z * z;
  const even =
    z *
    (0.3333333333333293 +
      w *
        (0.14285714272503466 +
          w *
            (0.09090887133436507 +
              w * (0.06661073137387531 + w * (0.049768779946159324 + w * 0.016285820115365782)))));
  const odd =
    w *
    (-0.19999999999876483 +
      w *
        (-0.11111110405462356 +
          w * (-0.0769187620504483 + w * (-0.058335701337905735 + w * -0.036531572744216916))));
  return t * (even + odd);
}

/**
 * Angle of the vector (x, y) against the x axis, -pi..pi, radians.
 * Signed zeros and infinities give what `Math.atan2` gives: atan2(0, -1) is pi, atan2(-0, -1) is -pi, atan2(0, 0) is 0.
 */
export function atan2(y: number, x: number): number {
  if (y !== y || x !== x) return Number.NaN;
  const negativeY = y < 0 || (y === 0 && 1 / y < 0);
  const negativeX = x < 0 || (x === 0 && 1 / x < 0);
  const ay = Math.abs(y);
  const ax = Math.abs(x);
  let angle: number;
  if (ay === 0) {
    angle = 0;
  } else if (ax === 0) {
    angle = HALF_PI;
  } else if (ax === Number.POSITIVE_INFINITY || ay === Number.POSITIVE_INFINITY) {
    angle = ax === ay ? QUARTER_PI : ay > ax ? HALF_PI : 0;
  } else {
    const steep = ay > ax;
    const t = steep ? ax / ay : ay / ax;
    let small: number;
    if (t <= TAN_PI_8) {
      small = t - kernelAtan(t);
    } else {
      // atan t = pi/4 + atan((t - 1) / (t + 1)), the quotient taken before t is rounded
      const u = steep ? (ax - ay) / (ax + ay) : (ay - ax) / (ax + ay);
      small = QUARTER_PI - (kernelAtan(u) - QUARTER_PI_TAIL - u);
    }
    angle = steep ? HALF_PI - (small - HALF_PI_TAIL) : small;
  }
  if (negativeX) angle = PI - (angle - 2 * HALF_PI_TAIL);
  return negativeY ? -angle : angle;
}

/** The same angle within -pi..pi, radians. */
export function wrapAngle(angle: number): number {
  const wrapped = angle - TWO_PI * Math.floor((angle + PI) / TWO_PI);
  return wrapped > PI ? PI : wrapped < -PI ? -PI : wrapped;
}

/** `value` held to `minimum`..`maximum`. */
export function clamp(value: number, minimum: number, maximum: number): number {
  return value < minimum ? minimum : value > maximum ? maximum : value;
}
