/** Gap of a contact. */
import {
  CONTACT_INDEX_STRIDE,
  CONTACT_STRIDE,
  COUNT,
  POINT_STRIDE,
  POINT0,
  SEPARATION,
  type SolverWorld,
} from '@otedama/rigid';

/** Gap of the deepest point of a contact, m; negative for penetration. */
export function gapOf({ index, data }: SolverWorld['contacts'], slot: number): number {
  const p = slot * CONTACT_STRIDE + POINT0 + SEPARATION;
  return index[slot * CONTACT_INDEX_STRIDE + COUNT] === 1
    ? data[p]
    : Math.min(data[p], data[p + POINT_STRIDE]);
}
