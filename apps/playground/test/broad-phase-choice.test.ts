import { findScene } from '@otedama/scenes';
import { expect, test } from 'vitest';
import { broadPhaseNames, findBroadPhase } from '../src/broad-phase-choice.js';
import { Simulation } from '../src/simulation.js';
import { findSolver } from '../src/solvers.js';

/** Depth of the deepest box of the broad phase, and the state, after a few steps of a tower. */
function run(name: string): { deepest: number; state: string } {
  const [entry, solver] = [findScene('tower'), findSolver('soft-step')];
  const broadPhase = findBroadPhase(name);
  const { world } = new Simulation({ entry, solver, parameters: {}, settings: {}, broadPhase });
  for (let k = 0; k < 5; k++) world.step(1 / 60);
  let deepest = 0;
  world.forEachBroadPhaseBox((_boxes, _offset, depth) => {
    deepest = Math.max(deepest, depth);
  });
  return { deepest, state: world.stateHash() };
}

test('the chosen broad phase is used, and the motion is the same with each', () => {
  const runs = Object.values(broadPhaseNames).map(run);
  expect(new Set(runs.map(({ state }) => state)).size).toBe(1);
  expect(run('grid').deepest).toBe(1);
  expect(run('tree').deepest).toBeGreaterThan(1);
  expect(run('sweep').deepest).toBe(0);
});

test('a link never names the default', () => {
  expect(findBroadPhase('grid')).toBeUndefined();
  expect(findBroadPhase('octree')).toBeUndefined();
  expect(findBroadPhase(null)).toBeUndefined();
  expect(findBroadPhase('tree')).toBe('tree');
});
