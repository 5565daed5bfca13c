import type { WorldState } from './world-state.js';

/** Updates the broad phase with the boxes that changed since its last search for pairs, before a query of it. */
export function takeInMoves({ moved, broadPhase }: WorldState): void {
  if (moved.count > 0) broadPhase.refresh(moved.items, moved.count);
}
