/** Targets of normal rows: the minimum normal velocity of a contact. */

import type { RestitutionRule } from './options.js';

/**
 * Speed at which Baumgarte stabilization removes penetration, m/s: (beta / dt) max(depth - slop, 0).
 * It remains in the velocities, so it adds energy; the position pass does the same without adding energy.
 * @param depth penetration, m; negative for a gap
 * @param beta share of the penetration to remove in a step, 0..1
 * @param slop penetration that is not corrected, m
 * @param dt step, s
 */
export function baumgarteSpeed(depth: number, beta: number, slop: number, dt: number): number {
  const excess = depth - slop;
  return excess > 0 ? (beta / dt) * excess : 0;
}

/**
 * Speed at which a contact must separate after a hit, m/s, or 0 without restitution.
 *
 * By Newton's law a contact that approaches at v separates at e v. With the `threshold` rule this holds for every v above the threshold,
 * and below it there is no restitution. With the `subtract` rule of the articles the threshold is subtracted from the speed, e (v -
 * threshold): restitution then starts smoothly, but returns less than e.
 *
 * @param v approach speed before solving, m/s, > 0 when approaching
 * @param e coefficient of restitution, 0..1
 */
export function bounceSpeed(v: number, e: number, threshold: number, rule: RestitutionRule): number {
  if (v <= threshold) return 0;
  return rule === 'subtract' ? e * (v - threshold) : e * v;
}

/**
 * Corrects the separation speed for the gap at which the step detects the hit.
 *
 * A hit is detected up to a step early (gap > 0) or late (gap < 0). A fall with the acceleration a then has still to gain the energy a
 * gap per kilogram, or has gained too much of it. With e times the speed at this point, the rebound would depend on how the steps happen
 * to fall. The speed at the surface follows from energy, v_s^2 = v^2 + 2 a gap. So does the speed at this point that rises as high as e
 * v_s from the surface:
 *
 *     v'^2 = e^2 v_s^2 - 2 a gap
 *
 * It is never more than v. With e = 1 it is v itself at any gap.
 * @param bounce e v (or the result of the rule), m/s
 * @param v approach speed, m/s
 * @param a approach acceleration by gravity, m/s^2
 * @param gap at the start of the step, m
 */
export function bounceSpeedAtGap(bounce: number, v: number, a: number, gap: number): number {
  const e = bounce / v;
  const squared = bounce * bounce + 2 * a * gap * (e * e - 1);
  if (squared <= 0) return 0;
  return Math.min(Math.sqrt(squared), v);
}
