/** A dense list of the active slots of a store. Its order depends only on the history of the world. */

/** Fields of a store with such a list. */
export interface ActiveList {
  /** Active slots, `activeCount` of them. */
  active: Int32Array;
  activeCount: number;
  /** Position of a slot in `active`, or -1. */
  activeIndex: Int32Array;
  /** Raised when the list changes. */
  revision: number;
}

/** Adds a slot at the end of the list, or removes it by moving the last one to its place. */
export function setListed(list: ActiveList, slot: number, isActive: boolean): void {
  const position = list.activeIndex[slot];
  if (isActive === position >= 0) return;
  list.revision++;
  if (isActive) {
    list.activeIndex[slot] = list.activeCount;
    list.active[list.activeCount++] = slot;
  } else {
    const last = list.active[--list.activeCount];
    list.active[position] = last;
    list.activeIndex[last] = position;
    list.activeIndex[slot] = -1;
  }
}

/**
 * Keeps only the slots whose two bodies pass the test. Their order does not change.
 * @param index the bodies of slot k are at `index[k * stride + a]` and `index[k * stride + b]`
 */
export function keepListed(
  list: ActiveList,
  index: Int32Array,
  stride: number,
  a: number,
  b: number,
  test: (bodyA: number, bodyB: number) => boolean,
): void {
  const { active, activeIndex } = list;
  let kept = 0;
  for (let k = 0; k < list.activeCount; k++) {
    const slot = active[k];
    const i = slot * stride;
    if (test(index[i + a], index[i + b])) {
      activeIndex[slot] = kept;
      active[kept++] = slot;
    } else {
      activeIndex[slot] = -1;
    }
  }
  if (kept < list.activeCount) list.revision++;
  list.activeCount = kept;
}
