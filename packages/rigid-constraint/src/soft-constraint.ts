/**
 * Softness of a constraint from a frequency and a damping ratio.
 *
 * A spring-damper on the constraint's effective mass m, c = 2 m zeta omega, k = m omega^2, integrated implicitly over a step h, turns the
 * row  lambda' = -m (Cdot + bias)  into
 *
 *     lambda' = lambda - massScale m (Cdot + biasRate C) - impulseScale lambda
 *
 *     a1 = 2 zeta + h omega,  a2 = h omega a1,  biasRate = omega / a1,  massScale = a2 / (1 + a2),  impulseScale = 1 / (1 + a2)
 *
 * It is stable for every frequency and step, and independent of mass [Catto 2011, Soft Constraints]. The headers of the rows that use it
 * call the three coefficients beta, s_m and s_i.
 */

/** Coefficients of a soft row, a constraint that yields as a damped spring does: made by `makeSoft` for one length of a step. */
export interface Softness {
  /** 1/s */
  biasRate: number;
  /** Factor on the effective mass, 0..1. */
  massScale: number;
  /** Share of the accumulated impulse that is removed, 0..1. */
  impulseScale: number;
}

/** Coefficients of a soft contact row. */
export interface ContactSoftness extends Softness {
  /** Maximum speed at which penetration is removed, m/s. */
  cap: number;
}

/**
 * Fills `out` and returns it. With a frequency of 0 the constraint has no effect.
 * @param hertz frequency, 1/s
 * @param dampingRatio 1 is critical
 * @param h step, s
 */
export function makeSoft(out: Softness, hertz: number, dampingRatio: number, h: number): Softness {
  numbers[0] = hertz;
  numbers[1] = dampingRatio;
  numbers[2] = h;
  return makeSoftFrom(out, numbers);
}

const numbers = new Float64Array(3);

/** `makeSoft` with frequency, damping ratio and step in an array, for callers where number arguments would be allocated. */
export function makeSoftFrom(out: Softness, values: Float64Array): Softness {
  const omega = 2 * Math.PI * values[0];
  const h = values[2];
  const a1 = 2 * values[1] + h * omega;
  const a2 = h * omega * a1;
  out.biasRate = 0;
  if (omega > 0) out.biasRate = omega / a1;
  out.massScale = a2 / (1 + a2);
  out.impulseScale = 1 / (1 + a2);
  return out;
}
