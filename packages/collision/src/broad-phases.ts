/**
 * The broad phases by function and by name. Each function brings only its own structure along, so that a bundler drops those
 * that nobody asks for; `broadPhases` brings all of them, for menus and tests that choose by name.
 */
import { AllPairs } from './all-pairs.js';
import type { BroadPhase, BroadPhaseName, CreateBroadPhase, ShapeTest } from './broad-phase.js';
import { Grid } from './grid.js';
import { SweepAndPrune } from './sweep.js';
import { Tree } from './tree.js';

/** Uniform grids on several levels: the fastest where many shapes move. See `CreateBroadPhase` for the parameters. */
export function createGrid(boxes: Float64Array, shapeTest: ShapeTest | null = null): BroadPhase {
  return new Grid(boxes, shapeTest);
}

/** Dynamic bounding volume tree: the fastest for queries and where little moves. See `CreateBroadPhase` for the parameters. */
export function createTree(boxes: Float64Array, shapeTest: ShapeTest | null = null): BroadPhase {
  return new Tree(boxes, shapeTest);
}

/** Sweep and prune along both axes, step by step: for much that moves a little. See `CreateBroadPhase` for the parameters. */
export function createSweep(boxes: Float64Array, shapeTest: ShapeTest | null = null): BroadPhase {
  return new SweepAndPrune(boxes, shapeTest);
}

/** Every box against every other: what the others are tested with. See `CreateBroadPhase` for the parameters. */
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
