import { fountain } from '@otedama/scenes';
import { expect, test } from 'vitest';
import { Simulation } from '../src/simulation.js';
import { solvers } from '../src/solvers.js';

/** Half width and depth of the basin, m, with a margin for a bag pressed into a wall. */
const BASIN = { half: 12.2, depth: 3 };

/** Height that only thrown bags reach, m. Floating bags stay at the top of the jet, at 4 m. */
const HIGH = 7;

test('no bag of the fountain starts in a mill: none overlaps anything by more than two bags side by side do', () => {
  for (const count of [60, 200]) {
    const choice = { entry: fountain, solver: solvers[0], parameters: { count }, settings: {} };
    expect(new Simulation(choice).measure().deepestOverlap).toBeLessThan(0.15);
  }
});

for (const solver of solvers) {
  test(`the fountain under ${solver.name}: half a minute on it still throws bags up, and none has left it`, () => {
    const simulation = new Simulation({ entry: fountain, solver, parameters: {}, settings: {} });
    const bags = simulation.world.bodies.filter((body) => body.type === 'dynamic');
    for (let second = 1; second <= 30; second++) {
      let thrown = 0;
      for (let step = 0; step < 60; step++) simulation.step();
      for (const { position } of bags) {
        expect(Math.abs(position.x), `at ${second} s`).toBeLessThan(BASIN.half);
        expect(position.y, `at ${second} s`).toBeGreaterThan(-BASIN.depth);
        if (position.y > HIGH) thrown++;
      }
      expect(thrown, `bags in the air at ${second} s`).toBeGreaterThan(7);
    }
    expect(bags.some((body) => !body.isAwake)).toBe(false);
  });
}
