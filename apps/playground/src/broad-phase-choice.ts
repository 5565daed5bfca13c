/** The broad phases that a world can use, for the settings and for links. They change how long a step takes, but not its result. */

import type { BroadPhaseName } from '@otedama/collision';

/** The broad phase of a world unless another is chosen. */
export const DEFAULT_BROAD_PHASE: BroadPhaseName = 'grid';

/** Names by title, in the order of a menu. */
export const broadPhaseNames: Readonly<Record<string, BroadPhaseName>> = {
  Grid: 'grid',
  Tree: 'tree',
  'Sweep and prune': 'sweep',
  'All pairs': 'allPairs',
};

/** The broad phase of this name; undefined if there is none, or if it is the default. */
export function findBroadPhase(name: string | null): BroadPhaseName | undefined {
  const found = Object.values(broadPhaseNames).find((known) => known === name);
  return found === DEFAULT_BROAD_PHASE ? undefined : found;
}
