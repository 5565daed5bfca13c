import { jellyMattress } from '@otedama/scenes';
import { expect, test } from 'vitest';
import { Simulation } from '../src/simulation.js';
import { solverFor } from '../src/solvers.js';

test('the heaviest ball makes a hollow in the middle of the mattress, and the others roll into it', () => {
  const simulation = new Simulation({
    ...{ entry: jellyMattress, solver: solverFor(jellyMattress, null), parameters: {}, settings: {} },
  });
  const balls = simulation.world.bodies.filter(({ mass }) => [1, 4, 16].includes(mass));
  expect(balls).toHaveLength(3);
  for (let step = 0; step < 8 / simulation.scene.timeStep; step++) simulation.step();
  const [heaviest, ...others] = balls.sort((a, b) => b.mass - a.mass);
  expect(Math.abs(heaviest.position.x)).toBeLessThan(0.5);
  for (const { position } of others) {
    // beside it: the radius of all is 0.6 m
    expect(Math.abs(position.x - heaviest.position.x)).toBeLessThan(1.3);
    expect(position.y).toBeGreaterThan(heaviest.position.y);
  }
});
