/**
 * Separations of contacts at the current poses, from manifolds that were built at the placed poses. With `u` the rotation of a
 * body since it was placed, `c0` its centre then, `c` its centre now, and the anchors a = p - c0 of a point p,
 *
 *     separation = s + n . ((cB + uB aB) - (cA + uA aA))
 *
 * A refreshed contact therefore depends only on the placed and the current poses, not on the steps between. Normal and anchors do
 * not change; `refit.ts` gives the reason.
 */
import type { BodyStore } from './body-store.js';
import type { ContactStore } from './contact-store.js';
import {
  AX,
  AY,
  BASE_SEPARATION,
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
  NORMAL_VELOCITY,
  NX,
  NY,
  POINT0,
  POINT1,
  SEPARATION,
  STEP_NORMAL_IMPULSE,
  TURN_C,
  TURN_S,
} from './layout.js';

/**
 * Contacts refreshed by one call of the loop. A loop that is called often is optimised well by the JIT, whatever the size of the
 * first world.
 */
const BLOCK = 512;

/**
 * Refreshes all touching contacts.
 * @param isFirst whether this is the first call in the step, which resets the data of the step
 */
export function refreshTouching(contacts: ContactStore, bodies: BodyStore, isFirst: boolean): void {
  const count = contacts.touchingCount;
  for (let start = 0; start < count; start += BLOCK) {
    refreshBlock(contacts, bodies, start, Math.min(start + BLOCK, count), isFirst);
  }
}

/** Refreshes the contacts at the indices `start` to `end` of the list. */
function refreshBlock(
  { index, data, touching }: ContactStore,
  { pose, placed }: BodyStore,
  start: number,
  end: number,
  isFirst: boolean,
): void {
  for (let k = start; k < end; k++) {
    const slot = touching[k];
    const i = (slot * CONTACT_INDEX_STRIDE) | 0;
    const d = (slot * CONTACT_STRIDE) | 0;
    const a = (index[(i + BODY_A) | 0] * BODY_STRIDE) | 0;
    const b = (index[(i + BODY_B) | 0] * BODY_STRIDE) | 0;
    const count = index[(i + COUNT) | 0];
    refreshContact(data, d, count, pose, placed, a, b);
    if (isFirst) clearStepImpulses(data, d, count);
  }
}

/**
 * Resets the normal impulse that a contact accumulates over a step, and its approach speed. Those of a missing point are zero already.
 * @param count number of points
 */
export function clearStepImpulses(data: Float64Array, d: number, count: number): void {
  data[(d + (POINT0 + STEP_NORMAL_IMPULSE)) | 0] = 0;
  data[(d + (POINT0 + NORMAL_VELOCITY)) | 0] = 0;
  if (count < 2) return;
  data[(d + (POINT1 + STEP_NORMAL_IMPULSE)) | 0] = 0;
  data[(d + (POINT1 + NORMAL_VELOCITY)) | 0] = 0;
}

/**
 * Computes the separations of one contact; see the head of this file.
 * @param d offset of the contact in `data`
 * @param count number of its points, 1 or 2
 * @param a offset of body A in `pose` and `placed`
 * @param b offset of body B
 */
export function refreshContact(
  data: Float64Array,
  d: number,
  count: number,
  pose: Float64Array,
  placed: Float64Array,
  a: number,
  b: number,
): void {
  const nx = data[(d + NX) | 0];
  const ny = data[(d + NY) | 0];
  const cA = placed[(a + TURN_C) | 0];
  const sA = placed[(a + TURN_S) | 0];
  const cB = placed[(b + TURN_C) | 0];
  const sB = placed[(b + TURN_S) | 0];
  const shift =
    nx * (pose[(b + CX) | 0] - pose[(a + CX) | 0]) + ny * (pose[(b + CY) | 0] - pose[(a + CY) | 0]);
  // n . (u a) = (n rotated back by u) . a
  const nAx = cA * nx + sA * ny;
  const nAy = cA * ny - sA * nx;
  const nBx = cB * nx + sB * ny;
  const nBy = cB * ny - sB * nx;
  const p = (d + POINT0) | 0;
  data[(p + SEPARATION) | 0] =
    data[(p + BASE_SEPARATION) | 0] +
    shift +
    (nBx * data[(p + BX) | 0] + nBy * data[(p + BY) | 0]) -
    (nAx * data[(p + AX) | 0] + nAy * data[(p + AY) | 0]);
  if (count === 1) return;
  const q = (d + POINT1) | 0;
  data[(q + SEPARATION) | 0] =
    data[(q + BASE_SEPARATION) | 0] +
    shift +
    (nBx * data[(q + BX) | 0] + nBy * data[(q + BY) | 0]) -
    (nAx * data[(q + AX) | 0] + nAy * data[(q + AY) | 0]);
}
