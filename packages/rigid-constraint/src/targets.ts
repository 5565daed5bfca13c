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
