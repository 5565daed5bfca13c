import { outlines } from '@otedama/scenes';
import { expect, test } from 'vitest';
import { Simulation } from '../src/simulation.js';
import { solvers } from '../src/solvers.js';

test.each(solvers)(
  '$name: hooks hang in each other and letters stand where they were put, after 5 s',
  (solver) => {
    const simulation = new Simulation({ entry: outlines, solver, parameters: { count: 0 }, settings: {} });
    const start = [...simulation.world.bodies].map(({ position }) => ({ ...position }));
    for (let k = 0; k < 300; k++) simulation.step();
    const bodies = [...simulation.world.bodies];
    expect(bodies).toHaveLength(2 + 7 + 5);
    bodies.slice(2, 9).forEach((letter) => {
      expect(Math.abs(letter.angle)).toBeLessThan(0.01);
      expect(Math.abs(letter.position.y)).toBeLessThan(0.01);
    });
    bodies.slice(9).forEach((hook, k) => {
      // each hook sinks by the 5 cm that remain between the tips and the bends
      expect(Math.abs(hook.position.y - start[9 + k].y + 0.05 * k)).toBeLessThan(0.03 * k + 1e-9);
      expect(Math.abs(hook.position.x - start[9 + k].x)).toBeLessThan(0.05);
    });
    expect(simulation.measure().kineticEnergy).toBeLessThan(0.01);
  },
);
