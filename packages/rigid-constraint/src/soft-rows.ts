/**
 * Rows of the soft step, written from the contacts. Contacts are read in memory order, and their rows are written to the places given by
 * `contact-order.ts`. Each colour is filled in order, which is as fast as writing in sequence. `kept-rows.ts` writes their impulses back.
 * The kernels write the same rows in half the time (`vector-kernels.ts`).
 *
 * Each body gets its impulse at its own anchor, even if the anchors of a refreshed manifold have drifted apart: creep under load must not
 * move the arms of that load. Rolling contacts are predicted ahead instead (`rolling-lead.ts`). Layout and letters: `frame-rows.ts`,
 * `soft-row-fields.ts`.
 */
import {
  AX,
  AY,
  BODY_A,
  BODY_B,
  BODY_STRIDE,
  BX,
  BY,
  CONTACT_EMBEDDED,
  CONTACT_FLAGS,
  CONTACT_HIT_EVENTS,
  CONTACT_INDEX_STRIDE,
  CONTACT_STRIDE,
  COUNT,
  FRICTION,
  INV_INERTIA,
  INV_MASS,
  NORMAL_IMPULSE,
  NX,
  POINT_STRIDE,
  POINT0,
  RADIUS_A,
  RADIUS_B,
  RESTITUTION,
  ROLLING,
  ROLLING_FACE,
  refreshContact,
  SEPARATION,
  type SolverWorld,
  STEP_NORMAL_IMPULSE,
  TANGENT_IMPULSE,
  TANGENT_SPEED,
} from '@otedama/rigid';
import { MAXIMUM_BLOCK_CONDITION } from './constants.js';
import type { ContactOrder } from './contact-order.js';
import type { StepEmbedded } from './embedded-bodies.js';
import {
  BELT,
  type FrameRows,
  GAP,
  I_A,
  I_B,
  LAMBDA_N,
  LAMBDA_T,
  LANES,
  M_A,
  M_B,
  MASS_N,
  MASS_T,
  MU,
  N_X,
  N_Y,
  P1,
  P2,
  RD_A,
  RD_B,
  RN_A,
  RN_B,
  ROW_A,
  ROW_B,
  ROW_COUNT,
  ROW_INDEX_STRIDE,
  ROW_SLOT,
  ROW_STRIDE,
  rowStart,
} from './frame-rows.js';
import type { KeptRows } from './kept-rows.js';
import { LED_NX, leadRolling, led } from './rolling-lead.js';
import type { StepRolling } from './rolling-resistance.js';
import { ROLLING_OVERLAP_SHARE } from './soft-constants.js';
import { INVERSE_12, INVERSE_DIAGONAL, OPEN, RHO_A, RHO_B, RT_A, RT_B } from './soft-row-fields.js';
import { BOUNCES, COUNTS_HITS, type WatchedRows } from './watched-rows.js';

/** The rows of one solver, and the lists of those that are treated in their own way. */
export interface SoftRows {
  readonly rows: FrameRows;
  readonly order: ContactOrder;
  readonly kept: KeptRows;
  readonly watched: WatchedRows;
  /** Null for a solver without rolling resistance. */
  readonly rolling: StepRolling | null;
  /** Null for a solver that treats embedded bodies as any other. */
  readonly embedded: StepEmbedded | null;
}

/**
 * Writes the rows of the touching contacts at the places `start` to `end` of `kept.fresh`, and lists the loose and the special ones.
 * @param share fraction of the stored impulses that a substep starts with
 * @param dt the step, s
 */
export function writeSoftRows(
  rows: FrameRows,
  order: ContactOrder,
  kept: KeptRows,
  world: SolverWorld,
  start: number,
  end: number,
  share: number,
  dt: number,
): void {
  const { index: contactIndex, data: contactData, touching, kept: rowsKept } = world.contacts;
  const { mass, pose, placed } = world.bodies;
  const { index, data } = rows;
  const rowOf = order.rows;
  const { fresh, loose, special } = kept;
  let { looseCount, specialCount } = kept;
  for (let place = start; place < end; place++) {
    const n = fresh[place];
    const slot = touching[n];
    const k = rowOf[n];
    const ci = (slot * CONTACT_INDEX_STRIDE) | 0;
    const c = (slot * CONTACT_STRIDE) | 0;
    const ri = (k * ROW_INDEX_STRIDE) | 0;
    const o = rowStart(k);
    const a = (contactIndex[(ci + BODY_A) | 0] * BODY_STRIDE) | 0;
    const b = (contactIndex[(ci + BODY_B) | 0] * BODY_STRIDE) | 0;
    const points = contactIndex[(ci + COUNT) | 0];
    refreshContact(contactData, c, points, pose, placed, a, b);
    index[(ri + ROW_A) | 0] = a;
    index[(ri + ROW_B) | 0] = b;
    index[(ri + ROW_COUNT) | 0] = points;
    index[(ri + ROW_SLOT) | 0] = slot;
    if (
      (contactIndex[(ci + CONTACT_FLAGS) | 0] & (CONTACT_HIT_EVENTS | CONTACT_EMBEDDED)) !== 0 ||
      contactData[(c + RESTITUTION) | 0] > 0 ||
      contactData[(c + ROLLING) | 0] !== 0
    ) {
      special[specialCount++] = n;
    }

    // rolling contacts have their frame and arms in `led`
    const isRolling = contactData[(c + ROLLING_FACE) | 0] !== 0;
    if (isRolling) leadRolling(contactData, c, world.bodies, a, b, dt);
    const arms = isRolling ? led : contactData;
    const normal = isRolling ? LED_NX : (c + NX) | 0;
    const nx = arms[normal];
    const ny = arms[(normal + 1) | 0];
    const mA = mass[(a + INV_MASS) | 0];
    const iA = mass[(a + INV_INERTIA) | 0];
    const mB = mass[(b + INV_MASS) | 0];
    const iB = mass[(b + INV_INERTIA) | 0];
    data[(o + N_X) | 0] = nx;
    data[(o + N_Y) | 0] = ny;
    data[(o + MU) | 0] = contactData[(c + FRICTION) | 0];
    data[(o + BELT) | 0] = contactData[(c + TANGENT_SPEED) | 0];
    data[(o + M_A) | 0] = mA;
    data[(o + I_A) | 0] = iA;
    data[(o + M_B) | 0] = mB;
    data[(o + I_B) | 0] = iB;

    // part of the anchors that does not turn: the contact point is midway between the surfaces
    const gap = contactData[(c + POINT0 + SEPARATION) | 0];
    const radiusA = contactData[(c + RADIUS_A) | 0];
    const radiusB = contactData[(c + RADIUS_B) | 0];
    const rhoA = radiusA > 0 && -gap < ROLLING_OVERLAP_SHARE * radiusA ? radiusA + 0.5 * gap : 0;
    const rhoB = radiusB > 0 && -gap < ROLLING_OVERLAP_SHARE * radiusB ? radiusB + 0.5 * gap : 0;
    data[(o + RHO_A) | 0] = rhoA;
    data[(o + RHO_B) | 0] = rhoB;

    const m = mA + mB;
    let rnA = 0;
    let rnB = 0;
    let rdA = 0;
    let rdB = 0;
    let lambdaT = 0;
    let k11 = 0;
    let inverse12 = 0;
    let inverse11 = 0;
    let inverse22 = 0;
    let open = 0;
    let pressing = 0;
    for (let j = 0; j < points; j++) {
      const p = (c + POINT0 + j * POINT_STRIDE) | 0;
      const q = (o + P1 + j * (P2 - P1)) | 0;
      const arm = isRolling ? 0 : p;
      const ax = arms[(arm + AX) | 0];
      const ay = arms[(arm + AY) | 0];
      const bx = arms[(arm + BX) | 0];
      const by = arms[(arm + BY) | 0];
      const otherRdA = rdA;
      const otherRdB = rdB;
      rdA = ax * nx + ay * ny;
      rdB = bx * nx + by * ny;
      const otherA = rnA;
      const otherB = rnB;
      rnA = ax * ny - ay * nx;
      rnB = bx * ny - by * nx;
      data[(q + RN_A) | 0] = rnA;
      data[(q + RD_A) | 0] = rdA;
      data[(q + RN_B) | 0] = rnB;
      data[(q + RD_B) | 0] = rdB;
      const separation = contactData[(p + SEPARATION) | 0];
      if (separation > 0) open = 1;
      data[(q + GAP) | 0] = separation - rdB + rdA - (rhoA + rhoB);
      const kn = m + iA * rnA * rnA + iB * rnB * rnB;
      data[(q + MASS_N) | 0] = kn > 0 ? 1 / kn : 0;
      const lambda = contactData[(p + NORMAL_IMPULSE) | 0] * share;
      data[(q + LAMBDA_N) | 0] = lambda;
      pressing += lambda;
      lambdaT += contactData[(p + TANGENT_IMPULSE) | 0];
      if (j === 0) {
        k11 = kn;
      } else {
        // K^-1, or 0 if K is too badly conditioned to be inverted
        const k12 = m + iA * otherA * rnA + iB * otherB * rnB;
        const det = k11 * kn - k12 * k12;
        if (k11 * k11 < MAXIMUM_BLOCK_CONDITION * det) {
          const invDet = 1 / det;
          inverse12 = k12 * invDet;
          inverse11 = kn * invDet;
          inverse22 = k11 * invDet;
        }
        // the friction row of both points, at their midpoint
        rdA = 0.5 * (otherRdA + rdA);
        rdB = 0.5 * (otherRdB + rdB);
      }
    }
    data[(o + RT_A) | 0] = rdA;
    data[(o + RT_B) | 0] = rdB;
    const kt = m + iA * rdA * rdA + iB * rdB * rdB;
    data[(o + P1 + MASS_T) | 0] = kt > 0 ? 1 / kt : 0;
    data[(o + P1 + LAMBDA_T) | 0] = lambdaT * share;
    data[(o + INVERSE_12) | 0] = inverse12;
    data[(o + P1 + INVERSE_DIAGONAL) | 0] = inverse11;
    data[(o + P2 + INVERSE_DIAGONAL) | 0] = inverse22;
    data[(o + OPEN) | 0] = open;
    if (open !== 0 || pressing === 0) loose[looseCount++] = n;
    // not kept: arms that depend on the gap
    rowsKept[slot] = radiusA + radiusB > 0 ? -1 : k;
    if (points === 1) {
      // an old value at point 2 must not count as an impulse
      data[(o + P2 + LAMBDA_N) | 0] = 0;
    }
  }
  kept.looseCount = looseCount;
  kept.specialCount = specialCount;
}

/**
 * Marks the special rows that have restitution or hit events, and lists those with rolling resistance and of embedded bodies. The marks of
 * all other rows that were written are removed.
 * @param isWarm whether the step starts with the impulses of the last one
 */
export function listSpecialRows(
  { rows, order, kept, watched, rolling, embedded }: SoftRows,
  world: SolverWorld,
  isWarm: boolean,
): void {
  const { index: contactIndex, data: contactData, touching, kept: rowsKept } = world.contacts;
  const { special, specialCount } = kept;
  watched.clearMarks(order, kept);
  for (let m = 0; m < specialCount; m++) {
    const n = special[m];
    const k = order.rows[n];
    const slot = touching[n];
    const flags = contactIndex[slot * CONTACT_INDEX_STRIDE + CONTACT_FLAGS];
    const c = slot * CONTACT_STRIDE;
    if ((flags & CONTACT_HIT_EVENTS) !== 0) watched.mark(k, COUNTS_HITS);
    else if (contactData[c + RESTITUTION] > 0) watched.mark(k, BOUNCES);
    if (rolling !== null && contactData[c + ROLLING] !== 0) rolling.add(rows, world, k, isWarm);
    if (embedded !== null && (flags & CONTACT_EMBEDDED) !== 0) {
      const ri = k * ROW_INDEX_STRIDE;
      // rows on this list are written anew in each step; those with rolling resistance are round, so they are anyway
      if (embedded.add(world, slot, rows.index[ri + ROW_A], rows.index[ri + ROW_B])) rowsKept[slot] = -1;
    }
  }
}

/** Writes the empty rows: no points, zeros, and the body after the last one. */
export function clearEmptyRows({ index, data }: FrameRows, order: ContactOrder, world: SolverWorld): void {
  const body = world.bodies.capacity * BODY_STRIDE;
  for (let n = 0; n < order.emptyCount; n++) {
    const k = order.empty[n];
    const ri = k * ROW_INDEX_STRIDE;
    index[ri + ROW_A] = body;
    index[ri + ROW_B] = body;
    index[ri + ROW_COUNT] = 0;
    index[ri + ROW_SLOT] = -1;
    const o = rowStart(k);
    for (let j = 0; j < ROW_STRIDE * LANES; j += LANES) data[o + j] = 0;
    // a pair of rows takes the fast path if both have a 2 x 2 block
    data[o + P1 + INVERSE_DIAGONAL] = 1;
  }
}

/** Writes the impulses of the watched rows, summed over all substeps, to their contacts, and notes those that bounced. */
export function storeWatchedRows(
  { index }: FrameRows,
  { rows: watched, totals, met, count }: WatchedRows,
  { contacts }: SolverWorld,
  substeps: number,
): void {
  const { data } = contacts;
  for (let n = 0; n < count; n++) {
    const ri = watched[n] * ROW_INDEX_STRIDE;
    const slot = index[ri + ROW_SLOT];
    const c = slot * CONTACT_STRIDE;
    let sum = 0;
    for (let j = 0; j < index[ri + ROW_COUNT]; j++) {
      const total = totals[2 * n + j];
      data[c + POINT0 + j * POINT_STRIDE + STEP_NORMAL_IMPULSE] = total;
      sum += total;
    }
    if (data[c + RESTITUTION] > 0 && sum > 0) contacts.noteBounce(slot, met[n], substeps);
  }
}
