/**
 * Anchors of a contact point at the current poses of its bodies. The manifold was computed at the last `collide`. Since then body
 * 1 was displaced by d_1 and rotated by T_1, body 2 by d_2 and T_2. For a rounded shape only the core rotates with the body. The
 * rest of its anchor, rho (the radius plus half the separation), stays along the normal n, because round shapes roll:
 *
 *     r_1 = T_1 (a_1 - rho_1 n) + rho_1 n,    r_2 = T_2 (a_2 + rho_2 n) - rho_2 n,    e = d_2 - d_1 + (r_2 - a_2) - (r_1 - a_1)
 *
 * If the whole anchor rotated, the contact point of a rolling ball would lag behind its centre and drive the ball on. On level
 * ground a ball of radius 0.1 m at 0.3 m/s was four times as fast after ten seconds (penalty springs).
 * @module
 */
import { AX, AY, BX, BY, DC, DS, DX, DY, NX, NY, RADIUS_A, RADIUS_B, SEPARATION } from './layout.js';

/** x of r_1, m. */
export const R1X = 0;
/** y of r_1, m. */
export const R1Y = 1;
/** x of r_2, m. */
export const R2X = 2;
/** y of r_2, m. */
export const R2Y = 3;
/** x of e, m: displacement of the two anchors against each other since `collide`. */
export const EX = 4;
/** y of e, m. */
export const EY = 5;

/**
 * Writes r_1, r_2 and e of a point to `out`.
 * @param data numbers of all contacts, stride `CONTACT_STRIDE`
 * @param c offset of the contact in `data`
 * @param p offset of the point in `data`
 * @param a offset of body A in `motion`
 * @param b offset of body B in `motion`
 * @param out six numbers: `R1X R1Y R2X R2Y EX EY`
 */
export function turnAnchors(
  data: Float64Array,
  c: number,
  p: number,
  motion: Float64Array,
  a: number,
  b: number,
  out: Float64Array,
): void {
  const half = 0.5 * data[p + SEPARATION];
  const radius1 = data[c + RADIUS_A];
  const radius2 = data[c + RADIUS_B];
  const rho1 = radius1 > 0 ? radius1 + half : 0;
  const rho2 = radius2 > 0 ? radius2 + half : 0;
  const ax = data[p + AX];
  const ay = data[p + AY];
  const bx = data[p + BX];
  const by = data[p + BY];
  const rho1x = rho1 * data[c + NX];
  const rho1y = rho1 * data[c + NY];
  const rho2x = rho2 * data[c + NX];
  const rho2y = rho2 * data[c + NY];
  const c1 = motion[a + DC];
  const s1 = motion[a + DS];
  const c2 = motion[b + DC];
  const s2 = motion[b + DS];
  const r1x = c1 * (ax - rho1x) - s1 * (ay - rho1y) + rho1x;
  const r1y = s1 * (ax - rho1x) + c1 * (ay - rho1y) + rho1y;
  const r2x = c2 * (bx + rho2x) - s2 * (by + rho2y) - rho2x;
  const r2y = s2 * (bx + rho2x) + c2 * (by + rho2y) - rho2y;
  out[R1X] = r1x;
  out[R1Y] = r1y;
  out[R2X] = r2x;
  out[R2Y] = r2y;
  out[EX] = motion[b + DX] - motion[a + DX] + (r2x - bx) - (r1x - ax);
  out[EY] = motion[b + DY] - motion[a + DY] + (r2y - by) - (r1y - ay);
}
