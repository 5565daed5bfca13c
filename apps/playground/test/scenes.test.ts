import { sceneList } from '@otedama/scenes';
import { expect, test } from 'vitest';
import { Simulation } from '../src/simulation.js';
import { solvers } from '../src/solvers.js';

for (const solver of solvers) {
  for (const entry of sceneList) {
    test(`${entry.name} under ${solver.name}: two steps, finite, and the same again`, () => {
      const run = (): string => {
        const simulation = new Simulation({ entry, solver, parameters: {}, settings: {} });
        simulation.step();
        simulation.step();
        expect(Number.isFinite(simulation.measure().kineticEnergy)).toBe(true);
        expect(simulation.stepCount).toBe(2);
        return simulation.world.stateHash();
      };
      expect(run()).toBe(run());
    });
  }
}
