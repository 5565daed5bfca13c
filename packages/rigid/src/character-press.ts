/**
 * How a character presses on the dynamic body that it stands on. n is the unit normal of the ground, M the mass of the character, g the
 * gravity along -n, m/s^2. Character and ground have the same acceleration a along n, so the force is not the weight, but
 *
 *     N = M (g + a).
 *
 * A raft that falls with the character carries nothing of it, and a plank that gives way carries less than the weight. a follows from N:
 * at the point of contact the body resists with a mass of m or more,
 *
 *     1 / m = 1 / m_B + (r x n)^2 / I        a = a_0 - N / m',   m' >= m,
 *
 * because joints and other bodies may hold it, and those are known only by what they did. So each step corrects N by a share of its error
 * in the step before, with a from the speeds u of the point of contact along n, before and now:
 *
 *     N' = N + m / (m + M) (M (g + a) - N)        a = (u' - u) / dt
 *
 * This multiplies the error by 1 - m / (m + M) (1 + M / m'), which is from 0, if nothing holds the body, to M / (m + M), on solid ground:
 * it never overshoots. The first step presses with m / (m + M) of the weight.
 */
import { InputError, type Vec2 } from '@otedama/math2d';
import type { BodyStore } from './body-store.js';
import { BODY_STRIDE, CX, CY, FX, FY, INV_INERTIA, INV_MASS, TORQUE, VX, VY, W } from './layout.js';
import { requireMagnitude, requireNotBelow0, requireRecord } from './validate.js';

/** Most that a character presses, as a multiple of its weight: a blow from below that stops within a step is spread over more of them. */
const MOST_WEIGHTS = 4;

/** How a character pressed on the dynamic body under it in the last move. */
export interface CharacterPress {
  /** Force along the inverse normal of the ground, N, >= 0. */
  readonly force: number;
  /** Speed of the point of contact along the normal of the ground, m/s. */
  readonly speed: number;
  /** Time of the world at that move, s. */
  readonly time: number;
}

/** The pressing character: its mass, kg, gravity along the inverse normal, m/s^2, and the time of the world, s. */
export interface Presser {
  readonly mass: number;
  readonly gravity: number;
  readonly time: number;
}

/**
 * Presses on a body at a point, as a force in the next step. An impulse at the start of the step would rock the body.
 * @param n unit normal from the body to the character
 * @param before the press of the last move, or null; it was on the same body if `isSameBody`
 */
export function pressOn(
  bodies: BodyStore,
  slot: number,
  point: Vec2,
  n: Vec2,
  { mass, gravity, time }: Presser,
  before: CharacterPress | null,
  isSameBody: boolean,
): CharacterPress {
  const { pose, motion, mass: masses } = bodies;
  const o = slot * BODY_STRIDE;
  const rx = point.x - pose[o + CX];
  const ry = point.y - pose[o + CY];
  const arm = rx * n.y - ry * n.x;
  const speed = n.x * motion[o + VX] + n.y * motion[o + VY] + arm * motion[o + W];
  const share = 1 / (1 + mass * (masses[o + INV_MASS] + arm * arm * masses[o + INV_INERTIA]));
  const passed = before === null || !isSameBody ? 0 : time - before.time;
  const acceleration = before === null || passed <= 0 ? 0 : (speed - before.speed) / passed;
  const last = before === null ? 0 : before.force;
  const wanted = last + share * (mass * (gravity + acceleration) - last);
  const force = Math.min(MOST_WEIGHTS * mass * gravity, Math.max(0, wanted));
  const fx = -force * n.x;
  const fy = -force * n.y;
  bodies.isDisturbed = true;
  masses[o + FX] += fx;
  masses[o + FY] += fy;
  masses[o + TORQUE] += rx * fy - ry * fx;
  return { force, speed, time };
}

/** Checks the press of a state that was stored. @throws InputError */
export function requirePress(field: string, value: CharacterPress | null | undefined): CharacterPress | null {
  if (value === null || value === undefined) return null;
  requireRecord(field, value);
  const { force, speed, time } = value;
  requireNotBelow0(`${field}.force`, force);
  requireMagnitude(`${field}.speed`, speed);
  if (!Number.isFinite(time)) throw new InputError(`${field}.time`, time, 'a finite number');
  return { force, speed, time };
}
