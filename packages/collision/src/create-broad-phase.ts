/** One call for every broad phase. */
import { AllPairs } from './all-pairs.js';
import type { BroadPhase, BroadPhaseName, ShapeTest } from './broad-phase.js';
import { Grid } from './grid.js';

/**
 * Creates a broad phase over the caller's boxes (minX, minY, maxX, maxY per proxy). `shapeTest` answers for proxies added
 * with PROXY_SHAPE_TEST; without it the boxes alone decide.
 */
export function createBroadPhase(
  name: BroadPhaseName,
  boxes: Float64Array,
  shapeTest: ShapeTest | null = null,
): BroadPhase {
  switch (name) {
    case 'allPairs':
      return new AllPairs(boxes, shapeTest);
    default:
      return new Grid(boxes, shapeTest);
  }
}
