/**
 * The touching contacts as constraint rows, for solvers that use one response matrix per contact.
 *
 * R_1 and R_2 point from the two centres of mass to one common point, so that equal and opposite impulses there conserve angular
 * momentum. With the anchors r_1, r_2 and their separation e from `turned-anchors.ts`, and p = e + e_0 the vector from anchor 1
 * to anchor 2 (e_0 is the distance that the anchors of a refreshed manifold have moved apart since it was built):
 *
 *     gap  s = s_0 + n.e
 *     R_1 = r_1 + share p,   R_2 = r_2 - (1 - share) p,   share = (1/m_2) / (1/m_1 + 1/m_2)
 *
 * A wall does not move, so the point stays on the body (share 1). Between equal masses it is halfway. The response K of the
 * velocity along a to a unit impulse along b, both at the contact, is
 *
 *     K_ab = (1/m_1 + 1/m_2) a.b + (R_1 x a)(R_1 x b)/I_1 + (R_2 x a)(R_2 x b)/I_2
 *
 * The two points of an edge contact are on a line along the tangent t = (ny, -nx) and share one tangent row at their middle.
 * @module
 */
import {
  AX,
  AY,
  BODY_A,
  BODY_B,
  BODY_STRIDE,
  BX,
  BY,
  CONTACT_INDEX_STRIDE,
  CONTACT_STRIDE,
  COUNT,
  CX,
  CY,
  INV_INERTIA,
  INV_MASS,
  NX,
  NY,
  POINT_STRIDE,
  POINT0,
  SEPARATION,
  VX,
  VY,
  W,
} from './layout.js';
import type { SolverWorld } from './solver.js';
import { EX, EY, R1X, R1Y, R2X, R2Y, turnAnchors } from './turned-anchors.js';

/** Doubles per contact in `ContactRows.data`. */
export const ROW_STRIDE = 19;
/** 1/m of body 1, 1/kg. */
export const M1 = 0;
/** 1/I of body 1, 1/(kg m^2). */
export const I1 = 1;
/** 1/m of body 2, 1/kg. */
export const M2 = 2;
/** 1/I of body 2, 1/(kg m^2). */
export const I2 = 3;
/** R x n of body 1 at point 0, m; for point 1 add 2 to the offset. */
export const R1N = 4;
/** R x n of body 2, m; as `R1N`. */
export const R2N = 5;
/** R x t of body 1 at the middle of the points, m. */
export const R1T = 8;
/** R x t of body 2 at the middle of the points, m. */
export const R2T = 9;
/** Separation at point 0, m; for point 1 add 1 to the offset. */
export const GAP = 10;
/** Response K of the first normal row, 1/kg. */
export const K11 = 12;
/** Response of the first normal row to an impulse in the second, 1/kg. */
export const K12 = 13;
/** Response of the second normal row, 1/kg. */
export const K22 = 14;
/** Response of the first normal row to an impulse along the tangent, 1/kg. */
export const K1T = 15;
/** Response of the second normal row to an impulse along the tangent, 1/kg. */
export const K2T = 16;
/** Response of the tangent row, 1/kg. */
export const KTT = 17;
/** Scratch number for the solver within a substep, in any unit. */
export const ROW_SCRATCH = 18;

const anchors = new Float64Array(6);

/** Rows of the touching contacts, in their order. The memory grows and is reused from step to step. */
export class ContactRows {
  /** Rows, stride `ROW_STRIDE`, one record per touching contact; the constants of this file are the offsets. */
  data: Float64Array = new Float64Array(64 * ROW_STRIDE);

  /** Makes room for `count` contacts. */
  reserve(count: number): void {
    const needed = count * ROW_STRIDE;
    if (this.data.length >= needed) return;
    this.data = new Float64Array(Math.max(needed, 2 * this.data.length));
  }

  /** Computes the rows of all touching contacts at the current displacements. */
  prepare(world: SolverWorld): void {
    const { contacts, bodies } = world;
    const { index, touching, touchingCount } = contacts;
    const contactData = contacts.data;
    const { mass, motion, pose } = bodies;
    this.reserve(touchingCount);
    const rows = this.data;
    for (let k = 0; k < touchingCount; k++) {
      const slot = touching[k];
      const i = slot * CONTACT_INDEX_STRIDE;
      const c = slot * CONTACT_STRIDE;
      const o = k * ROW_STRIDE;
      const a = index[i + BODY_A] * BODY_STRIDE;
      const b = index[i + BODY_B] * BODY_STRIDE;
      const count = index[i + COUNT];
      const m1 = mass[a + INV_MASS];
      const i1 = mass[a + INV_INERTIA];
      const m2 = mass[b + INV_MASS];
      const i2 = mass[b + INV_INERTIA];
      const nx = contactData[c + NX];
      const ny = contactData[c + NY];
      // Both inverse masses are 0 only if a body was frozen during the step. K is then 0, and solvers skip the row.
      const share = m1 + m2 > 0 ? m2 / (m1 + m2) : 0.5;
      const cx = pose[b + CX] - pose[a + CX];
      const cy = pose[b + CY] - pose[a + CY];
      let r1t = 0;
      let r2t = 0;
      for (let point = 0; point < count; point++) {
        const p = c + POINT0 + point * POINT_STRIDE;
        turnAnchors(contactData, c, p, motion, a, b, anchors);
        const ex = anchors[EX];
        const ey = anchors[EY];
        const px = ex + cx + contactData[p + BX] - contactData[p + AX];
        const py = ey + cy + contactData[p + BY] - contactData[p + AY];
        const r1x = anchors[R1X] + share * px;
        const r1y = anchors[R1Y] + share * py;
        const r2x = anchors[R2X] - (1 - share) * px;
        const r2y = anchors[R2Y] - (1 - share) * py;
        const q = o + 2 * point;
        rows[q + R1N] = r1x * ny - r1y * nx;
        rows[q + R2N] = r2x * ny - r2y * nx;
        rows[o + GAP + point] = contactData[p + SEPARATION] + nx * ex + ny * ey;
        // t = (ny, -nx), hence R x t = -(R.n)
        r1t -= r1x * nx + r1y * ny;
        r2t -= r2x * nx + r2y * ny;
      }
      r1t /= count;
      r2t /= count;
      const r1n = rows[o + R1N];
      const r2n = rows[o + R2N];
      rows[o + M1] = m1;
      rows[o + I1] = i1;
      rows[o + M2] = m2;
      rows[o + I2] = i2;
      rows[o + R1T] = r1t;
      rows[o + R2T] = r2t;
      rows[o + K11] = m1 + m2 + i1 * r1n * r1n + i2 * r2n * r2n;
      rows[o + K1T] = i1 * r1n * r1t + i2 * r2n * r2t;
      rows[o + KTT] = m1 + m2 + i1 * r1t * r1t + i2 * r2t * r2t;
      if (count === 2) {
        const p1n = rows[o + R1N + 2];
        const p2n = rows[o + R2N + 2];
        rows[o + K12] = m1 + m2 + i1 * r1n * p1n + i2 * r2n * p2n;
        rows[o + K22] = m1 + m2 + i1 * p1n * p1n + i2 * p2n * p2n;
        rows[o + K2T] = i1 * p1n * r1t + i2 * p2n * r2t;
      } else {
        rows[o + R1N + 2] = 0;
        rows[o + R2N + 2] = 0;
      }
    }
  }
}

/**
 * Applies impulses `impulse[0]`, `impulse[1]` (N s) along n at the two points and `impulse[2]` along t at their middle: + to body
 * B, - to body A. All parameters are arrays and integers, because fractional numbers would be allocated at each call.
 * @param o offset of the contact in the rows
 * @param a offset of body A in `motion`
 * @param b offset of body B in `motion`
 * @param data numbers of all contacts, stride `CONTACT_STRIDE`, an array in the units of `layout.ts`
 * @param c offset of the contact in `data`
 */
export function applyContactImpulse(
  motion: Float64Array,
  rows: Float64Array,
  o: number,
  a: number,
  b: number,
  data: Float64Array,
  c: number,
  impulse: Float64Array,
): void {
  const nx = data[c + NX];
  const ny = data[c + NY];
  const j1 = impulse[0];
  const j2 = impulse[1];
  const jt = impulse[2];
  const px = nx * (j1 + j2) + ny * jt;
  const py = ny * (j1 + j2) - nx * jt;
  const m1 = rows[o + M1];
  const m2 = rows[o + M2];
  const L1 = rows[o + R1N] * j1 + rows[o + R1N + 2] * j2 + rows[o + R1T] * jt;
  const L2 = rows[o + R2N] * j1 + rows[o + R2N + 2] * j2 + rows[o + R2T] * jt;
  motion[a + VX] -= m1 * px;
  motion[a + VY] -= m1 * py;
  motion[a + W] -= rows[o + I1] * L1;
  motion[b + VX] += m2 * px;
  motion[b + VY] += m2 * py;
  motion[b + W] += rows[o + I2] * L2;
}
