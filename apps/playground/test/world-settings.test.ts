import { findScene } from '@otedama/scenes';
import { expect, test } from 'vitest';
import { Simulation } from '../src/simulation.js';
import { findSolver } from '../src/solvers.js';
import type { WorldValues } from '../src/world-settings.js';

const run = (scene: string, world: WorldValues, steps: number): Simulation => {
  const simulation = new Simulation({
    entry: findScene(scene),
    solver: findSolver('soft-step'),
    parameters: {},
    settings: {},
    world,
  });
  for (let k = 0; k < steps; k++) simulation.step();
  return simulation;
};

test('gravity, sleeping and continuous collision of a world are as chosen, and the defaults change nothing', () => {
  const plain = run('tower', {}, 60);
  const defaults = Object.fromEntries(plain.worldSettings.map((one) => [one.key, one.default]));
  expect(Object.keys(defaults)).toEqual(['gravity', 'sleeping', 'continuous']);
  expect(run('tower', defaults, 60).world.stateHash()).toBe(plain.world.stateHash());
  expect(plain.isAsleep).toBe(true);
  expect(run('tower', { sleeping: false }, 60).isAsleep).toBe(false);
  expect(run('tower', { gravity: 1.5 }, 1).world.gravity).toEqual({ x: 0, y: -1.5 });
  const { world, scene } = run('tower', { gravity: -8 }, 30);
  for (const { type, linearVelocity } of world.bodies)
    if (type === 'dynamic') expect(linearVelocity.y, 'upwards').toBeCloseTo(8 * 30 * scene.timeStep, 9);
});

test('what is no setting of a world, or no value of one, is refused by name', () => {
  expect(() => run('tower', { wind: 3 }, 0)).toThrow(/world\.wind.*gravity, sleeping, continuous/);
  expect(() => run('tower', { gravity: 'much' }, 0)).toThrow(/world\.gravity.*number/);
  expect(() => run('tower', { sleeping: 1 }, 0)).toThrow(/world\.sleeping.*boolean/);
});
