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
 * because joints and other bodies may hold it, and those are known only by what they did. So each step corrects N by a share s of its error
 * e in the step before, with a from the speeds u of the point of contact along n, before and now:
 *
 *     N' = N + s e        e = M (g + a) - N        a = (u' - u) / dt
 *
 * This multiplies the error by q = 1 - s (1 + M / m'). The first step presses with s = m / (m + M) of the weight, which would make q = 0
 * if nothing held the body. On solid ground it makes q = M / (m + M): a crate of 1 kg under 80 kg would feel their weight after seconds. So
 * the share follows from what the last one did to the error [Aitken 1926],
 *
 *     s' = s / (1 - q)        q = e' / e,
 *
 * at least m / (m + M), and otherwise at most a half and at most twice the last one, because forces of other origin change e too, such as
 * those of water, which answer a step later.
 *
 * **Landing.** A character that comes down with the speed w on a body hits it with the impulse that would give both the same speed,
 *
 *     J = w / (1 / M + 1 / m),
 *
 * as a force in one step. It is what a free body gets, and never more than what one on solid ground gets, M w. The body is then expected
 * to move: u is noted less J / m.
 */
import { InputError, requireInRange, requireKnownFields, type Vec2 } from '@otedama/math2d';
import type { BodyStore } from './body-store.js';
import { BODY_STRIDE, CX, CY, FX, FY, INV_INERTIA, INV_MASS, TORQUE, VX, VY, W } from './layout.js';
import { requireMagnitude, requireNotBelow0 } from './validate.js';

/** Most that a character presses, as a multiple of its weight: a blow from below that stops within a step is spread over more of them. */
const MOST_WEIGHTS = 4;

/** How a character pressed on the dynamic body under it in the last move. */
export interface CharacterPress {
  /** Force along the inverse normal of the ground, N, >= 0. */
  readonly force: number;
  /** Speed of the point of contact along the normal of the ground, m/s, with the blow of a landing. */
  readonly speed: number;
  /** Time of the world at that move, s. */
  readonly time: number;
  /** Share of the error of the force that was corrected, 0..1. Default: the least one, of a body that nothing holds. */
  readonly share?: number;
  /** That error, N; 0 if the next one does not follow from it. Default 0. */
  readonly error?: number;
}

/** Least error from which the next share follows, as a multiple of the weight. */
const LEAST_ERROR = 0.02;
/** Largest share, unless the body is so heavy that it is more by itself. */
const MOST_SHARE = 0.5;

/**
 * The pressing character: its mass, kg, gravity along the inverse normal, m/s^2, the speed along the inverse normal at which it lands, m/s,
 * or null, the time of the world and the length of the step, s.
 */
export interface Presser {
  readonly mass: number;
  readonly gravity: number;
  readonly landing: number | null;
  readonly time: number;
  readonly dt: number;
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
  { mass, gravity, landing, time, dt }: Presser,
  before: CharacterPress | null,
  isSameBody: boolean,
): CharacterPress {
  const { pose, motion, mass: masses } = bodies;
  const o = slot * BODY_STRIDE;
  const rx = point.x - pose[o + CX];
  const ry = point.y - pose[o + CY];
  const arm = rx * n.y - ry * n.x;
  const speed = n.x * motion[o + VX] + n.y * motion[o + VY] + arm * motion[o + W];
  const yielding = masses[o + INV_MASS] + arm * arm * masses[o + INV_INERTIA];
  const least = 1 / (1 + mass * yielding);
  const passed = before === null || !isSameBody ? 0 : time - before.time;
  const acceleration = before === null || passed <= 0 ? 0 : (speed - before.speed) / passed;
  const last = before === null ? 0 : before.force;
  const error = mass * (gravity + acceleration) - last;
  const share = passed > 0 ? nextShare(before!, error, least, LEAST_ERROR * mass * gravity) : least;
  const wanted = last + share * error;
  const force = Math.min(MOST_WEIGHTS * mass * gravity, Math.max(0, wanted));
  const blow = landing === null ? 0 : Math.max(0, landing + speed) / (1 / mass + yielding);
  const fx = -(force + blow / dt) * n.x;
  const fy = -(force + blow / dt) * n.y;
  bodies.isDisturbed = true;
  masses[o + FX] += fx;
  masses[o + FY] += fy;
  masses[o + TORQUE] += rx * fy - ry * fx;
  const isFollowed = force === wanted && blow === 0;
  return { force, speed: speed - blow * yielding, time, share, error: isFollowed ? error : 0 };
}

/** The share of `error`, N, that is corrected after a move in which another share of another error was. */
function nextShare(
  { share: last, error: before = 0 }: CharacterPress,
  error: number,
  least: number,
  small: number,
): number {
  if (last === undefined || before === 0) return least;
  const q = error / before;
  const next = Math.abs(before) > small && q < 1 ? last / (1 - q) : last;
  return Math.max(least, Math.min(next, 2 * last, MOST_SHARE));
}

/** Checks the press of a state that was stored. @throws InputError */
export function requirePress(field: string, value: CharacterPress | null | undefined): CharacterPress | null {
  if (value === null || value === undefined) return null;
  requireKnownFields(value, field, ['force', 'speed', 'time', 'share', 'error']);
  const { force, speed, time, share, error = 0 } = value;
  requireNotBelow0(`${field}.force`, force);
  requireMagnitude(`${field}.speed`, speed);
  if (!Number.isFinite(time)) throw new InputError(`${field}.time`, time, 'a finite number');
  requireMagnitude(`${field}.error`, error);
  if (share === undefined) return { force, speed, time, error };
  return { force, speed, time, share: requireInRange(`${field}.share`, share, 0, 1), error };
}
