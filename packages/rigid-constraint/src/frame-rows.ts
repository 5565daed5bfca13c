/**
 * Contacts as constraint rows in the contact frame: the row layout that all methods of this package share, how a row is made from a
 * contact, and how its impulses are written back.
 *
 * Letters: n normal from A to B, t = (n.y, -n.x) tangent, r anchor from a centre of mass to the point, v, w velocity
 * and spin of a body, m, i inverse mass and inverse inertia, lambda impulse.
 *
 * The velocity of B against A at a point has the parts
 *
 *     vn = n.(v_B - v_A) + w_B (r_B x n) - w_A (r_A x n)
 *     vt = t.(v_B - v_A) - w_B (r_B . n) + w_A (r_A . n)           since r x t = -(r . n)
 *
 * so r itself is not needed: rn = r x n is the arm of the normal row and rd = r . n that of the tangent row. The Jacobian rows over
 * (v_A, w_A, v_B, w_B) are J_n = (-n, -rn_A, n, rn_B) and J_t = (-t, rd_A, t, -rd_B), and the effective masses 1 / (J M^-1 J^T) are
 *
 *     m_n = 1 / (m_A + m_B + i_A rn_A^2 + i_B rn_B^2)      m_t = 1 / (m_A + m_B + i_A rd_A^2 + i_B rd_B^2)
 *
 * or 0 if neither body can move. The same arms give the gap after the bodies have moved by d and turned by (c, s), without linearization:
 *
 *     gap = gap_0 + n.(d_B - d_A) + (c_B rd_B + s_B rn_B - rd_B) - (c_A rd_A + s_A rn_A - rd_A)
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
  FRICTION,
  INV_INERTIA,
  INV_MASS,
  NORMAL_IMPULSE,
  NX,
  NY,
  POINT_STRIDE,
  POINT0,
  SEPARATION,
  type SolverWorld,
  STEP_NORMAL_IMPULSE,
  TANGENT_IMPULSE,
  TANGENT_SPEED,
  VX,
  VY,
  W,
} from '@otedama/rigid';

/**
 * Doubles per row in `FrameRows.data`. Rows are interleaved in pairs: each number of row 2i is followed by that of row 2i + 1, so that
 * one vector register loads both. So the numbers of a row are `LANES` apart, and `rowStart` is the offset of the first.
 *
 * The offsets are written as literals, and before anything else: then a bundler puts the numbers in their places, and a kernel does not read
 * them from memory.
 */
export const ROW_STRIDE = 32;
/** Number of interleaved rows. */
export const LANES = 2;
/** Unit normal from A to B. */
export const N_X = 0;
export const N_Y = 2;
/** Coefficient of friction. */
export const MU = 4;
/** Target velocity of friction along t, m/s. */
export const BELT = 6;
/** Inverse masses and inverse inertias. */
export const M_A = 8;
export const I_A = 10;
export const M_B = 12;
export const I_B = 14;
/** Four numbers whose meaning depends on the method; sequential impulses store their 2 x 2 block there. */
export const OWN = 16;
/**
 * Offsets of point 1 and point 2. The numbers of a point are in two parts, five and five: 12 to 16 and 22 to 26 of point 1, 17 to 21 and 27
 * to 31 of point 2. What a pass without bias reads is together, so it fetches six of the eight cache lines of a pair of rows, and five of one
 * with single points. The impulses of point 1 are beside its arms, for the warm start. In a world whose rows do not fit into the fast caches,
 * such passes are limited by what they fetch.
 */
export const P1 = 24;
export const P2 = 34;
/** Point: arms of the normal row on A and B, m. */
export const RN_A = 0;
export const RN_B = 2;
/** Point: accumulated impulses of the normal row and of the tangent row, N s. */
export const LAMBDA_N = 4;
export const LAMBDA_T = 6;
/** Point: normal velocity the row must not fall below, m/s. */
export const TARGET = 8;
/** Point: effective masses of the tangent row and of the normal row. */
export const MASS_T = 20;
export const MASS_N = 22;
/** Point: gap_0 - rd_B + rd_A, m: the part of the gap formula that stays constant during the step. */
export const GAP = 24;
/** Point: arms of the tangent row on A and B, m. */
export const RD_A = 26;
export const RD_B = 28;

/** Integers per row in `FrameRows.index`. */
export const ROW_INDEX_STRIDE = 4;
/** Offsets of the two bodies in `BodyStore.motion` (slot times stride). */
export const ROW_A = 0;
export const ROW_B = 1;
/** Manifold points, 1 or 2; 0 in an empty row. */
export const ROW_COUNT = 2;
/** Contact slot of the row; -1 in an empty row. */
export const ROW_SLOT = 3;

/** Offset of row `k` in `FrameRows.data`. */
export function rowStart(k: number): number {
  return ((k >> 1) * (LANES * ROW_STRIDE) + (k & 1)) | 0;
}

/** The rows of a step, in the order in which they are solved. */
export class FrameRows {
  count = 0;
  capacity: number;
  /** Stride 4: `ROW_A ROW_B ROW_COUNT ROW_SLOT`. */
  index: Int32Array;
  /** Stride 32, rows in pairs: see `rowStart`. */
  data: Float64Array;
  /** Set when rows written in an earlier step were lost. Code that keeps rows reads this flag and clears it. */
  isLost = true;

  /** @param capacity initial capacity in rows, even */
  constructor(capacity = 64) {
    this.capacity = capacity;
    this.index = new Int32Array(capacity * ROW_INDEX_STRIDE);
    this.data = new Float64Array(capacity * ROW_STRIDE);
  }

  /** Makes room for `count` rows. Earlier rows are lost if the arrays are replaced. */
  reset(count: number): void {
    this.count = count;
    if (count <= this.capacity) return;
    // even, also if the adopted arrays were empty
    this.capacity = Math.max(2 * this.capacity, count + (count & 1));
    this.index = new Int32Array(this.capacity * ROW_INDEX_STRIDE);
    this.data = new Float64Array(this.capacity * ROW_STRIDE);
    this.isLost = true;
  }

  /** Uses these arrays from now on. Earlier rows are lost. */
  adopt(index: Int32Array, data: Float64Array): void {
    this.capacity = index.length / ROW_INDEX_STRIDE;
    this.index = index;
    this.data = data;
    this.isLost = true;
  }
}

/**
 * Writes rows `start` to `end` from the touching contacts at the same places of the list: frame, masses, arms, gaps, effective masses,
 * and the impulses of the last step. Targets and the numbers at `OWN` are left to the method.
 *
 * The anchors of a refreshed manifold have drifted apart, by a centimetre at most. They are merged: both bodies get their impulse at one
 * point between the two anchors, nearer to that of the lighter body, so angular momentum is conserved to rounding.
 */
export function prepareRows(rows: FrameRows, world: SolverWorld, start: number, end: number): void {
  const { index: contactIndex, data: contactData, touching } = world.contacts;
  const { mass, pose } = world.bodies;
  const { index, data } = rows;
  for (let k = start; k < end; k++) {
    const slot = touching[k];
    const ci = slot * CONTACT_INDEX_STRIDE;
    const c = slot * CONTACT_STRIDE;
    const a = contactIndex[ci + BODY_A] * BODY_STRIDE;
    const b = contactIndex[ci + BODY_B] * BODY_STRIDE;
    const count = contactIndex[ci + COUNT];
    const ri = k * ROW_INDEX_STRIDE;
    index[ri + ROW_A] = a;
    index[ri + ROW_B] = b;
    index[ri + ROW_COUNT] = count;
    index[ri + ROW_SLOT] = slot;

    const o = rowStart(k);
    const nx = contactData[c + NX];
    const ny = contactData[c + NY];
    const mA = mass[a + INV_MASS];
    const iA = mass[a + INV_INERTIA];
    const mB = mass[b + INV_MASS];
    const iB = mass[b + INV_INERTIA];
    const share = mA + mB > 0 ? mB / (mA + mB) : 0.5;
    const centersX = pose[b + CX] - pose[a + CX];
    const centersY = pose[b + CY] - pose[a + CY];
    data[o + N_X] = nx;
    data[o + N_Y] = ny;
    data[o + MU] = contactData[c + FRICTION];
    data[o + BELT] = contactData[c + TANGENT_SPEED];
    data[o + M_A] = mA;
    data[o + I_A] = iA;
    data[o + M_B] = mB;
    data[o + I_B] = iB;
    for (let j = 0; j < count; j++) {
      const p = c + POINT0 + j * POINT_STRIDE;
      const q = o + P1 + j * (P2 - P1);
      let ax = contactData[p + AX];
      let ay = contactData[p + AY];
      let bx = contactData[p + BX];
      let by = contactData[p + BY];
      const driftX = centersX + bx - ax;
      const driftY = centersY + by - ay;
      ax += share * driftX;
      ay += share * driftY;
      bx -= (1 - share) * driftX;
      by -= (1 - share) * driftY;
      const rnA = ax * ny - ay * nx;
      const rdA = ax * nx + ay * ny;
      const rnB = bx * ny - by * nx;
      const rdB = bx * nx + by * ny;
      data[q + RN_A] = rnA;
      data[q + RD_A] = rdA;
      data[q + RN_B] = rnB;
      data[q + RD_B] = rdB;
      data[q + GAP] = contactData[p + SEPARATION] - rdB + rdA;
      const kn = mA + mB + iA * rnA * rnA + iB * rnB * rnB;
      const kt = mA + mB + iA * rdA * rdA + iB * rdB * rdB;
      data[q + MASS_N] = kn > 0 ? 1 / kn : 0;
      data[q + MASS_T] = kt > 0 ? 1 / kt : 0;
      data[q + LAMBDA_N] = contactData[p + NORMAL_IMPULSE];
      data[q + LAMBDA_T] = contactData[p + TANGENT_IMPULSE];
    }
  }
}

/** Sets the impulses of rows `start` to `end` to 0: a cold start, for comparison. */
export function coolRows(rows: FrameRows, start: number, end: number): void {
  const data = rows.data;
  for (let k = start; k < end; k++) {
    const o = rowStart(k);
    data[o + P1 + LAMBDA_N] = 0;
    data[o + P1 + LAMBDA_T] = 0;
    data[o + P2 + LAMBDA_N] = 0;
    data[o + P2 + LAMBDA_T] = 0;
  }
}

/** Applies the accumulated impulses of rows `start` to `end` to the velocities (warm start). */
export function warmStart(
  data: Float64Array,
  index: Int32Array,
  motion: Float64Array,
  start: number,
  end: number,
): void {
  for (let k = start; k < end; k++) {
    const o = rowStart(k);
    const ri = k * ROW_INDEX_STRIDE;
    if (index[ri + ROW_COUNT] === 0) continue;
    const a = index[ri + ROW_A];
    const b = index[ri + ROW_B];
    let n = data[o + P1 + LAMBDA_N];
    let t = data[o + P1 + LAMBDA_T];
    // torques of the impulses about the two centres
    let torqueA = n * data[o + P1 + RN_A] - t * data[o + P1 + RD_A];
    let torqueB = n * data[o + P1 + RN_B] - t * data[o + P1 + RD_B];
    if (index[ri + ROW_COUNT] === 2) {
      const n2 = data[o + P2 + LAMBDA_N];
      const t2 = data[o + P2 + LAMBDA_T];
      n += n2;
      t += t2;
      torqueA += n2 * data[o + P2 + RN_A] - t2 * data[o + P2 + RD_A];
      torqueB += n2 * data[o + P2 + RN_B] - t2 * data[o + P2 + RD_B];
    }
    pushBodies(data, motion, o, a, b, n, t, torqueA, torqueB);
  }
}

/**
 * Applies the impulses n and t of the row at `o`, with their torques about the two centres, to the velocities of the bodies at `a` and
 * `b`.
 */
export function pushBodies(
  data: Float64Array,
  motion: Float64Array,
  o: number,
  a: number,
  b: number,
  n: number,
  t: number,
  torqueA: number,
  torqueB: number,
): void {
  const nx = data[o + N_X];
  const ny = data[o + N_Y];
  const px = n * nx + t * ny;
  const py = n * ny - t * nx;
  motion[a + VX] -= data[o + M_A] * px;
  motion[a + VY] -= data[o + M_A] * py;
  motion[a + W] -= data[o + I_A] * torqueA;
  motion[b + VX] += data[o + M_B] * px;
  motion[b + VY] += data[o + M_B] * py;
  motion[b + W] += data[o + I_B] * torqueB;
}

/** Velocity of B against A along the normal at the point at `p` of the row at `o`, m/s. */
export function normalVelocity(
  data: Float64Array,
  motion: Float64Array,
  o: number,
  p: number,
  a: number,
  b: number,
): number {
  return (
    (motion[b + VX] - motion[a + VX]) * data[o + N_X] +
    (motion[b + VY] - motion[a + VY]) * data[o + N_Y] +
    motion[b + W] * data[p + RN_B] -
    motion[a + W] * data[p + RN_A]
  );
}

/** Velocity of B against A along the tangent at the point at `p` of the row at `o`, m/s. */
export function tangentVelocity(
  data: Float64Array,
  motion: Float64Array,
  o: number,
  p: number,
  a: number,
  b: number,
): number {
  return (
    (motion[b + VX] - motion[a + VX]) * data[o + N_Y] -
    (motion[b + VY] - motion[a + VY]) * data[o + N_X] -
    motion[b + W] * data[p + RD_B] +
    motion[a + W] * data[p + RD_A]
  );
}

/** Applies the impulses n along the normal and t along the tangent at the point at `p` of the row at `o`. */
export function applyImpulse(
  data: Float64Array,
  motion: Float64Array,
  o: number,
  p: number,
  a: number,
  b: number,
  n: number,
  t: number,
): void {
  const torqueA = n * data[p + RN_A] - t * data[p + RD_A];
  const torqueB = n * data[p + RN_B] - t * data[p + RD_B];
  pushBodies(data, motion, o, a, b, n, t, torqueA, torqueB);
}

/** Writes the impulses of all rows back to their contacts. */
export function storeImpulses(rows: FrameRows, world: SolverWorld): void {
  const contactData = world.contacts.data;
  const { index, data, count } = rows;
  for (let k = 0; k < count; k++) {
    const points = index[k * ROW_INDEX_STRIDE + ROW_COUNT];
    const c = index[k * ROW_INDEX_STRIDE + ROW_SLOT] * CONTACT_STRIDE;
    for (let j = 0; j < points; j++) {
      const p = c + POINT0 + j * POINT_STRIDE;
      const q = rowStart(k) + P1 + j * (P2 - P1);
      const lambda = data[q + LAMBDA_N];
      contactData[p + NORMAL_IMPULSE] = lambda;
      contactData[p + TANGENT_IMPULSE] = data[q + LAMBDA_T];
      contactData[p + STEP_NORMAL_IMPULSE] = lambda;
    }
  }
}
