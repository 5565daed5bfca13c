/** One call for every broad phase. */
import { AllPairs } from './all-pairs.js';
import type { BroadPhase, BroadPhaseName, ShapeTest } from './broad-phase.js';
import { Grid } from './grid.js';
import { Sweep } from './sweep.js';
import { Tree } from './tree.js';

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
    case 'grid':
      return new Grid(boxes, shapeTest);
    case 'tree':
      return new Tree(boxes, shapeTest);
    case 'sweep':
      return new Sweep(boxes, shapeTest);
    case 'allPairs':
      return new AllPairs(boxes, shapeTest);
  }
}
