/**
 * Sorts contacts in memory by the order in which they are visited, and by their bodies.
 *
 * A destroyed contact leaves a gap that the next new one fills, and the last contact of the active list moves to its place there.
 * After a while, successive contacts of the list, and their bodies, are far apart in memory. In a world larger than the fast
 * caches each of them is a cache miss. The order is therefore checked regularly, and contacts are sorted if many are out of
 * order. The new order goes body by body, by slot: the active contacts of each body that do not belong to an earlier one, in the
 * order of the body's list, then the resting contacts. Measured: 12 % less time per step for 4,000 bodies poured into a V, about
 * 5 % for 1,000.
 *
 * The new order follows from the lists alone. It does not depend on contact numbers, which may differ in a restored snapshot.
 */
import type { ContactStore } from './contact-store.js';
import { BODY_A, BODY_B, CONTACT_INDEX_STRIDE, CONTACT_STRIDE, SHAPE_A, SHAPE_B } from './layout.js';
import type { WorldState } from './world-state.js';

/** Number of steps between two checks of the order, a power of two. */
const LOOK_INTERVAL = 32;

/** Fraction of the active contacts that may be out of order. */
const MOST_DISORDER = 1 / 16;

/** The new number of each slot. */
let numbers = new Int32Array(64);

/** Sorts the contacts of a world if a check is due and many are out of order. */
export function keepContactsArranged(state: WorldState): void {
  if ((state.stats.steps & (LOOK_INTERVAL - 1)) !== 0) return;
  const { contacts } = state;
  if (countDisorder(contacts) > MOST_DISORDER * contacts.activeCount) arrangeContacts(state);
}

/** Counts active contacts whose first body has a lower slot than the first body of the previous contact. */
function countDisorder({ active, activeCount, index }: ContactStore): number {
  let count = 0;
  let before = 0;
  for (let k = 0; k < activeCount; k++) {
    const i = active[k] * CONTACT_INDEX_STRIDE;
    const first = Math.min(index[i + BODY_A], index[i + BODY_B]);
    if (first < before) count++;
    before = first;
  }
  return count;
}

/** Sorts and renumbers the contacts. Afterwards there are no freed slots. */
export function arrangeContacts({ contacts, bodies, pairTable }: WorldState): void {
  const { active, activeIndex, activeCount, count, slots, free, freeCount } = contacts;
  const { data, index, cachedEdge, edgeNext, edgePrevious, edgeOther } = contacts;
  const { firstEdge, slots: bodyCount } = bodies;
  if (slots > numbers.length) numbers = new Int32Array(contacts.capacity);

  // active contacts body by body, then resting contacts, then the freed slots
  let next = 0;
  let nextResting = activeCount;
  for (let body = 0; body < bodyCount; body++) {
    for (let edge = firstEdge[body]; edge >= 0; edge = edgeNext[edge]) {
      if (edgeOther[edge] < body) continue;
      const slot = edge >> 1;
      numbers[slot] = activeIndex[slot] < 0 ? nextResting++ : next++;
    }
  }
  for (let k = 0; k < freeCount; k++) numbers[free[k]] = count + k;

  renumber(edgeNext, 2 * slots);
  renumber(edgePrevious, 2 * slots);
  renumber(firstEdge, bodyCount);
  // each record moves to its place; the record found there is swapped here, until this place holds its own record
  for (let slot = 0; slot < slots; slot++) {
    for (let to = numbers[slot]; to !== slot; to = numbers[slot]) {
      swap(data, CONTACT_STRIDE, slot, to);
      swap(index, CONTACT_INDEX_STRIDE, slot, to);
      swap(cachedEdge, 1, slot, to);
      swap(edgeNext, 2, slot, to);
      swap(edgePrevious, 2, slot, to);
      swap(edgeOther, 2, slot, to);
      numbers[slot] = numbers[to];
      numbers[to] = to;
    }
  }
  for (let slot = 0; slot < count; slot++) {
    const i = slot * CONTACT_INDEX_STRIDE;
    pairTable.set(index[i + SHAPE_A], index[i + SHAPE_B], slot);
    active[slot] = slot;
    activeIndex[slot] = slot < activeCount ? slot : -1;
  }
  contacts.slots = count;
  contacts.freeCount = 0;
  contacts.forget();
}

/** Renumbers the contacts of the first `count` edges of a list. */
function renumber(edges: Int32Array, count: number): void {
  for (let k = 0; k < count; k++) {
    if (edges[k] >= 0) edges[k] = 2 * numbers[edges[k] >> 1] + (edges[k] & 1);
  }
}

/** Swaps two records of an array. */
function swap(array: Float64Array | Int32Array, stride: number, a: number, b: number): void {
  for (let i = a * stride, j = b * stride, end = i + stride; i < end; i++, j++) {
    const number = array[i];
    array[i] = array[j];
    array[j] = number;
  }
}
