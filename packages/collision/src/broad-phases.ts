/**
 * Functions that create the broad phases. Each function refers only to its own structure, so a bundler drops the unused ones.
 * `broadPhases` refers to all of them, for menus and tests that choose by name.
 */
import { AllPairs } from './all-pairs.js';
import type { BroadPhase, BroadPhaseName, CreateBroadPhase, ShapeTest } from './broad-phase.js';
import { Grid } from './grid.js';
import { SweepAndPrune } from './sweep.js';
import { Tree } from './tree.js';

/** Creates uniform grids on several levels: the fastest if many shapes move. See `CreateBroadPhase` for the parameters. */
export function createGrid(boxes: Float64Array, shapeTest: ShapeTest | null = null): BroadPhase {
  return new Grid(boxes, shapeTest);
}

/** Creates dynamic bounding volume trees: the fastest for queries, and if few shapes move. See `CreateBroadPhase` for the parameters. */
export function createTree(boxes: Float64Array, shapeTest: ShapeTest | null = null): BroadPhase {
  return new Tree(boxes, shapeTest);
}

/** Creates an incremental sweep and prune along both axes: for many shapes that move little. See `CreateBroadPhase` for the parameters. */
export function createSweep(boxes: Float64Array, shapeTest: ShapeTest | null = null): BroadPhase {
  return new SweepAndPrune(boxes, shapeTest);
}

/** Creates a broad phase that tests every pair, the reference for tests. See `CreateBroadPhase` for the parameters. */
export function createAllPairs(boxes: Float64Array, shapeTest: ShapeTest | null = null): BroadPhase {
  return new AllPairs(boxes, shapeTest);
}

/** All broad phases by name. */
export const broadPhases: Readonly<Record<BroadPhaseName, CreateBroadPhase>> = {
  grid: createGrid,
  tree: createTree,
  sweep: createSweep,
  allPairs: createAllPairs,
};
