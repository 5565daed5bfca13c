import { sceneList } from '@otedama/scenes';
import { expect, test } from 'vitest';
import { Simulation } from '../src/simulation.js';
import { canRun, solverFor, solvers } from '../src/solvers.js';

for (const solver of solvers) {
  const refused = sceneList.filter((entry) => !canRun(solver, entry));
  test(`what ${solver.name} cannot do is refused by name: ${refused.map(({ name }) => name).join(', ')}`, () => {
    for (const entry of refused) {
      expect(() => new Simulation({ entry, solver, parameters: {}, settings: {} })).toThrow(
        /the solver (?:of this world can|cannot) /,
      );
      expect(canRun(solverFor(entry, solver), entry)).toBe(true);
    }
    expect(refused.length).toBeGreaterThan(0);
  });

  for (const entry of sceneList.filter((scene) => canRun(solver, scene))) {
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
