/**
 * Contacts that roll: a round corner or a circle (centre k of its core, radius rho) on a face (normal n). As the bodies move, the point of
 * contact runs along the face and its normal turns with it, but a row keeps its arms and its frame through a step. Rows made of the start
 * of the step come half a step too late on average, and a force that lags behind a swing of frequency w feeds it,
 *
 *     x'' = -w^2 x(t - dt/2)      energy: e^(+w^2 dt/2 t)
 *
 * A plank on a round top, a roly-poly or a pentagon that rocks on a circle in a pile would gain a tenth to a half of its energy in a second
 * and never rest. So the row is made of where the contact will be after `lead`, with the velocities of the start of the step:
 *
 *     c' = c + lead v      n' = n turned by lead w_face      e' = e turned by lead w_round,  e = k - c_round
 *     arm of the round body  e' - n' (rho + gap/2)           arm of the other  the same point from its centre
 *
 * Half a step would conserve the energy; beyond it the swing is damped by w^2 (lead - dt/2), which stands for the losses of real rolling and
 * lets the pile sleep. What rolls on level ground keeps its arm, and loses nothing. Sharp corners do not roll: their contact
 * stays where it is on the corner. Round on round is left alone: the centre of mass lies above the contact, where a lag calms.
 */
import {
  AX,
  BASE_SEPARATION,
  type BodyStore,
  BX,
  CX,
  CY,
  NX,
  NY,
  POINT0,
  RADIUS_A,
  RADIUS_B,
  ROLLING_FACE,
  SEPARATION,
  TURN_S,
  VX,
  VY,
  W,
} from '@otedama/rigid';
import { ROLLING_LEAD, ROLLING_REACH } from './soft-constants.js';

/** What `leadRolling` found: `AX AY BX BY` as in a contact's point, then the normal from A to B. */
export const led: Float64Array = new Float64Array(6);
/** Where the normal stands in `led`. */
export const LED_NX = 4;

/**
 * Writes arms and normal of a rolling contact to `led`.
 * @param c where the contact begins in `data`
 * @param a where body A begins in the arrays of `bodies`
 * @param b where body B begins
 * @param dt the step, s
 */
export function leadRolling(
  data: Float64Array,
  c: number,
  { motion, pose, placed }: BodyStore,
  a: number,
  b: number,
  dt: number,
): void {
  // f is the body with the face and r the round one, whichever is A, and n points out of the face
  const sign = data[c + ROLLING_FACE];
  const isFaceA = sign > 0;
  const f = isFaceA ? a : b;
  const r = isFaceA ? b : a;
  const armF = isFaceA ? AX : BX;
  const armR = isFaceA ? BX : AX;
  const p = c + POINT0;
  const rho = data[c + (isFaceA ? RADIUS_B : RADIUS_A)];
  const nx = sign * data[c + NX];
  const ny = sign * data[c + NY];
  const placedRho = rho + 0.5 * data[p + BASE_SEPARATION];
  const ex = data[p + armR] + placedRho * nx;
  const ey = data[p + armR + 1] + placedRho * ny;
  const wF = motion[f + W];
  const wR = motion[r + W];
  const vx = motion[r + VX] - motion[f + VX];
  const vy = motion[r + VY] - motion[f + VY];
  const dx = pose[r + CX] - pose[f + CX];
  const dy = pose[r + CY] - pose[f + CY];

  // the speed at which k runs along the face, and with it the point of contact
  const speed = Math.abs(ny * (vx - wR * ey + wF * (dy + ey)) - nx * (vy + wR * ex - wF * (dx + ex)));
  let lead = ROLLING_LEAD * dt;
  if (speed * lead > ROLLING_REACH) lead = ROLLING_REACH / speed;

  // turns since the bodies were placed, `STALE_TURN` at most so far; cosine and sine by the tangent q of half the angle
  const qF = 0.5 * (placed[f + TURN_S] + lead * wF);
  const qR = 0.5 * (placed[r + TURN_S] + lead * wR);
  const sF = (2 * qF) / (1 + qF * qF);
  const sR = (2 * qR) / (1 + qR * qR);
  const cF = 1 - qF * sF;
  const cR = 1 - qR * sR;
  const mx = cF * nx - sF * ny;
  const my = sF * nx + cF * ny;
  const presentRho = rho + 0.5 * data[p + SEPARATION];
  const rx = cR * ex - sR * ey - presentRho * mx;
  const ry = sR * ex + cR * ey - presentRho * my;
  led[armR] = rx;
  led[armR + 1] = ry;
  led[armF] = rx + dx + lead * vx;
  led[armF + 1] = ry + dy + lead * vy;
  led[LED_NX] = sign * mx;
  led[LED_NX + 1] = sign * my;
}
