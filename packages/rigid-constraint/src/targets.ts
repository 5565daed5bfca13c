/** What a normal row aims at: the velocity that the contact must not fall below. */

import type { RestitutionRule } from './options.js';

/**
 * Speed at which Baumgarte's method pushes an overlap apart, m/s: (beta / dt) max(depth - slop, 0).
 * It ends up in the velocities, so it adds energy; the position pass does the same work without.
 * @param depth overlap, m; negative for a gap
 * @param beta share of the overlap to remove in a step, 0..1
 * @param slop overlap that is left alone, m
 * @param dt step, s
 */
export function baumgarteSpeed(depth: number, beta: number, slop: number, dt: number): number {
  const excess = depth - slop;
  return excess > 0 ? (beta / dt) * excess : 0;
}

/**
 * Speed at which a contact must part after a hit, m/s, or 0 if it does not bounce.
 *
 * Newton's law asks for e v of a contact that approaches at v. With the `threshold` rule that holds for every v above
 * the threshold and nothing bounces below it; with the `subtract` rule of the articles the threshold is taken off
 * the speed, e (v - threshold), which fades in smoothly but returns less than e.
 *
 * @param v approach speed before solving, m/s, > 0 when approaching
 * @param e coefficient of restitution, 0..1
 */
export function bounceSpeed(v: number, e: number, threshold: number, rule: RestitutionRule): number {
  if (v <= threshold) return 0;
  return rule === 'subtract' ? e * (v - threshold) : e * v;
}

/**
 * Corrects a bounce for the gap at which the step finds it.
 *
 * A hit is found up to a step early (gap > 0) or late (gap < 0), while a fall under the acceleration a has still to
 * gain, or has gained too much, energy a gap per kilogram. Bouncing there with e times the speed would give a
 * rebound that depends on where the steps happen to fall. The speed at the surface follows from energy,
 * v_s^2 = v^2 + 2 a gap, and so does the speed here that rises as high as e v_s from the surface does:
 *
 *     v'^2 = e^2 v_s^2 - 2 a gap
 *
 * never more than v. With e = 1 this is v itself at any gap.
 * @param bounce e v (or what the rule made of it), m/s
 * @param v approach speed, m/s
 * @param a acceleration of approach by gravity, m/s^2
 * @param gap at the start of the step, m
 */
export function bounceSpeedAtGap(bounce: number, v: number, a: number, gap: number): number {
  const e = bounce / v;
  const squared = bounce * bounce + 2 * a * gap * (e * e - 1);
  if (squared <= 0) return 0;
  return Math.min(Math.sqrt(squared), v);
}
