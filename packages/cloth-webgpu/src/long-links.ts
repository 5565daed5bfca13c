/**
 * The long links of a mesh, which only pull; those of a grid are in schedule.ts. A sweep passes a load on by one link, so a chain of n links
 * stretches in proportion to n^2 (`adviseSubsteps`). Links over LONG_REACH edges beside it make it a chain of n / LONG_REACH links, with as
 * many of them side by side [an idea of Kim 2012, "Long Range Attachments", between free particles].
 *
 * A long link follows a walk: from a vertex along an edge, and from each vertex on along the edge that goes straight on. If that turns by
 * more than 30 degrees, as at a border, there is none. Its length at rest is that of the walk. No way along the surface is shorter than a
 * straight line, but some are shorter than the walk: so it never holds a cloth back that keeps its rest lengths, and may have some slack.
 */

import { incidence } from './coloring.js';
import { PairTable } from './pair-table.js';
import { LONG_REACH } from './schedule.js';
import { distance } from './triangles.js';

/** Least cosine of the angle between two edges of a walk: 30 degrees. */
const LEAST_COSINE = 0.866;

/** Links by their ends, and in the same order their lengths at rest (m) and the LONG_REACH + 1 vertices along each. */
export interface LongLinks {
  readonly pairs: PairTable;
  readonly lengths: readonly number[];
  readonly ways: readonly number[];
}

/** The long links of a mesh; none if `isLimited` is false. */
export function longLinksOf(
  positions: Float32Array,
  edges: PairTable,
  particleCount: number,
  isLimited: boolean,
): LongLinks {
  const most = isLimited ? 2 * edges.count : 0;
  const pairs = new PairTable(most);
  const lengths: number[] = [];
  const ways: number[] = [];
  const { starts, items } = incidence(edges.ends.subarray(0, 2 * edges.count), particleCount);
  const otherEnd = (edge: number, id: number) => edges.ends[2 * edge] + edges.ends[2 * edge + 1] - id;
  /** The edge that leads straight on from a walk over an edge from a to b; -1 if none does. */
  const next = (a: number, b: number) => {
    let best = -1;
    let straightest = LEAST_COSINE;
    for (let k = starts[b]; k < starts[b + 1]; k++) {
      const c = otherEnd(items[k], b);
      let dot = 0;
      for (let axis = 0; axis < 3; axis++)
        dot +=
          (positions[3 * b + axis] - positions[3 * a + axis]) *
          (positions[3 * c + axis] - positions[3 * b + axis]);
      const cosine = dot / (distance(positions, a, b) * distance(positions, b, c));
      if (cosine <= straightest) continue;
      straightest = cosine;
      best = items[k];
    }
    return best;
  };
  for (let first = 0; first < most; first++) {
    const start = edges.ends[first];
    const way = [start];
    let length = 0;
    let at = start;
    for (let edge = first >> 1; edge >= 0 && way.length <= LONG_REACH; ) {
      const from = at;
      at = otherEnd(edge, from);
      way.push(at);
      length += distance(positions, from, at);
      edge = next(from, at);
    }
    const { count } = pairs;
    if (way.length <= LONG_REACH || at === start || pairs.add(start, at) < count) continue;
    lengths.push(length);
    ways.push(...way);
  }
  return { pairs, lengths, ways };
}
