/**
 * The speed at which a point rebounds, for a hit that a step finds a little above the surface or below it.
 *
 * Let a be the acceleration by which gravity drives the surfaces together, d the gap at the start of the step h, and v the speed of
 * approach before gravity acted. In free flight, semi-implicit Euler, v_n+1 = v_n + a h, d_n+1 = d_n - h v_n+1, keeps
 *
 *   (v + a h / 2)^2 + 2 a d = V^2,     V the speed at the surface (v < 0 on the way up)
 *
 * exactly: its speeds are those of the parabola, half a step late. The body leaves within the same step, d' = d + h v', so that
 * it is on the parabola that leaves the surface at e V if
 *
 *   (v' + a h / 2)^2 + 2 a d = e^2 V^2.
 *
 * With e = 1 this is v' = v, whatever the gap. With e times the speed after gravity, a ball with e = 1 that falls from 2 m would gain a h
 * at each hit: with steps of 1/480 s it would rise to 2.6 m after a minute.
 */

import type { BodyStore } from './body-store.js';
import {
  BODY_A,
  BODY_B,
  BODY_LOCK_X,
  BODY_LOCK_Y,
  BODY_STRIDE,
  CONTACT_INDEX_STRIDE,
  CONTACT_STRIDE,
  DYNAMIC,
  GRAVITY_SCALE,
  NX,
  NY,
} from './layout.js';
import type { SolverWorld } from './solver.js';

/**
 * Speed of separation after a hit, m/s, from 0 to v.
 * @param e coefficient of restitution, 0..1
 * @param v speed of approach before gravity acted in this step, m/s, > 0
 * @param d gap at the start of the step, m; negative for an overlap
 * @param a acceleration by which gravity drives the surfaces together, m/s^2; negative if it drives them apart
 * @param h step or substep, s
 */
export function reboundSpeed(e: number, v: number, d: number, a: number, h: number): number {
  const half = 0.5 * a * h;
  const squared = e * e * (v + half) * (v + half) - 2 * a * d * (1 - e * e);
  if (squared <= 0) return 0;
  return Math.max(0, Math.min(Math.sqrt(squared) - half, v));
}

/**
 * Acceleration by which gravity drives the two bodies of a contact together, m/s^2; along a locked axis it does not.
 * @param slot number of the contact
 */
export function gravityInto(world: SolverWorld, slot: number): number {
  const { bodies, contacts, gravityX, gravityY } = world;
  const i = slot * CONTACT_INDEX_STRIDE;
  const a = contacts.index[i + BODY_A];
  const b = contacts.index[i + BODY_B];
  const { data } = contacts;
  const x = gravityX * data[slot * CONTACT_STRIDE + NX];
  const y = gravityY * data[slot * CONTACT_STRIDE + NY];
  return gravityAlong(bodies, a, x, y) - gravityAlong(bodies, b, x, y);
}

/** Acceleration of a body by gravity along the normal, with the parts x and y of free axes, m/s^2. */
function gravityAlong({ type, mass, flags }: BodyStore, body: number, x: number, y: number): number {
  if (type[body] !== DYNAMIC) return 0;
  const free = ((flags[body] & BODY_LOCK_X) === 0 ? x : 0) + ((flags[body] & BODY_LOCK_Y) === 0 ? y : 0);
  return mass[body * BODY_STRIDE + GRAVITY_SCALE] * free;
}
