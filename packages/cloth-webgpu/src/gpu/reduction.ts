/** Sizes of the reductions on the GPU: how many records threads sum up first, and how many of them are joined at a time. */

import { type Sheet, triangleCountOf } from '../sheet.js';

/** Number of records that one thread joins into one in a reduction, which joins the records of many threads level by level. */
export const JOIN_FAN = 32;

/** Threads of a workgroup of the reduction kernels. */
export const GATHER_THREADS = 64;

/** Maximum number of records at the start of a reduction. As many threads keep a large device busy. */
const MOST_PARTS = JOIN_FAN * JOIN_FAN * JOIN_FAN;

/** Number of items that one thread may process before more threads, and with them another level of joining, are worthwhile. */
export const PART_SHARE = 64;

/** Number of records at the start of a reduction over `items`, of which a thread has `share`: a power of JOIN_FAN. */
export function partCount(items: number, share: number = PART_SHARE): number {
  let parts = 1;
  while (parts * share < items && parts < MOST_PARTS) parts *= JOIN_FAN;
  return parts;
}

/** Number of records of a measurement. */
export function measurePartCount(sheet: Sheet): number {
  return partCount(sheet.particleCount);
}

/** Number of records of a search for the triangle that a ray hits. */
export function seekPartCount(sheet: Sheet): number {
  return partCount(triangleCountOf(sheet));
}

/** Number of items of a thread that has to find the triangles around each of them. */
export const FAN_SHARE = 8;
