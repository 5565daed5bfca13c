import { describe, expect, it } from 'vitest';
import {
  createWorld,
  restoreSnapshot,
  takeSnapshot,
  type World,
  type WorldDefinition,
} from '../src/index.js';
import { box, circle, floor } from './helpers/shapes.js';
import { simpleSolver } from './helpers/simple-solver.js';

function pile(more: Partial<WorldDefinition> = {}): World {
  const world = createWorld({ solver: simpleSolver(), ...more });
  world.createBody({ type: 'static', shapes: [floor()] });
  for (let k = 0; k < 40; k++) {
    world.createBody({
      position: { x: (k % 5) * 0.9 + 0.1 * (k % 3), y: 1 + 0.7 * k },
      angle: 0.3 * k,
      shapes: [k % 2 ? box(1, 0.6) : circle(0.4), ...(k % 7 ? [] : [box(0.3, 1.5)])],
    });
  }
  return world;
}

function hashes(world: World, steps: number): string[] {
  return Array.from({ length: steps }, () => {
    world.step(1 / 60);
    return world.stateHash();
  });
}

describe('snapshots', () => {
  for (const start of [0, 1, 50, 150, 400]) {
    it(`R2 after ${start} steps: 120 steps again give equal hashes at every step`, () => {
      const world = pile();
      for (let k = 0; k < start; k++) world.step(1 / 60);
      const before = world.stateHash();
      const snapshot = takeSnapshot(world);
      const straight = hashes(world, 120);
      restoreSnapshot(world, snapshot);
      expect(world.stateHash()).toBe(before);
      expect(takeSnapshot(world)).toEqual(snapshot);
      expect(hashes(world, 120)).toEqual(straight);
      const fresh = pile();
      restoreSnapshot(fresh, snapshot);
      expect(hashes(fresh, 120)).toEqual(straight);
      const empty = createWorld({ solver: simpleSolver() });
      restoreSnapshot(empty, snapshot);
      expect(hashes(empty, 120)).toEqual(straight);
    });
  }
});
