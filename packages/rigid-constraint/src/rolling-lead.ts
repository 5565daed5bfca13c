/**
 * Rolling contacts: a round corner or a circle (core centre k, radius rho) on a face (normal n). As the bodies move, the contact point
 * moves along the face and the normal turns with the face, but a row keeps its arms and its frame for a whole step. Rows built at the
 * start of the step are half a step late on average. A force that lags behind an oscillation of frequency w adds energy to it,
 *
 *     x'' = -w^2 x(t - dt/2)      energy: e^(+w^2 dt/2 t)
 *
 * A plank on a round top, a roly-poly, or a pentagon that rocks on a circle in a pile would gain a tenth to a half of its energy in a
 * second and never rest. So the row is built for where the contact will be after `lead`, with the velocities of the start of the step:
 *
 *     c' = c + lead v      n' = n turned by lead w_face      e' = e turned by lead w_round,  e = k - c_round
 *     arm of the round body  e' - n' (rho + gap/2)           arm of the other  the same point from its centre
 *
 * A lead of half a step would conserve energy. A longer lead damps the oscillation by w^2 (lead - dt/2). This replaces the losses of real
 * rolling and lets the pile sleep. A body that rolls on level ground keeps its arm, and loses nothing. Sharp corners do not roll: the
 * contact stays at the corner. Round on round gets no lead: the centre of mass lies above the contact, where a lag damps.
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

/** Result of `leadRolling`: `AX AY BX BY` as in a contact point, then the normal from A to B. */
export const led: Float64Array = new Float64Array(6);
/** Offset of the normal in `led`. */
export const LED_NX = 4;

/**
 * Writes arms and normal of a rolling contact to `led`.
 * @param c offset of the contact in `data`
 * @param a offset of body A in the arrays of `bodies`
 * @param b offset of body B
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
  // f is the body with the face, r the round one; either may be A. n points out of the face
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

  // speed at which k, and with it the contact point, moves along the face
  const speed = Math.abs(ny * (vx - wR * ey + wF * (dy + ey)) - nx * (vy + wR * ex - wF * (dx + ex)));
  let lead = ROLLING_LEAD * dt;
  if (speed * lead > ROLLING_REACH) lead = ROLLING_REACH / speed;

  // turns since the bodies were placed, so far at most `STALE_TURN`; cosine and sine by the tangent q of half the angle
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
