import { findScene } from '@otedama/scenes';
import { expect, test } from 'vitest';
import { Simulation } from '../src/simulation.js';
import { solvers } from '../src/solvers.js';

for (const solver of solvers) {
  test(`under ${solver.name} the character walks the course: stairs up and down, pushing the crate, over the hill`, () => {
    const simulation = new Simulation({ entry: findScene('course'), solver, parameters: {}, settings: {} });
    const { walker, world } = simulation;
    if (walker === null) throw new Error('nobody there');
    const crate = world.bodies.find(({ name }) => name === 'crate');
    const start = crate?.position.x ?? 0;
    let highest = 0;
    walker.direction = 1;
    for (let k = 0; k < 600; k++) {
      // it jumps over bodies that cannot be pushed up the hill
      walker.jumps = walker.mover.body.position.x > 12.5;
      simulation.step();
      highest = Math.max(highest, walker.mover.body.position.y);
      expect(walker.mover.body.position.y).toBeGreaterThan(0.85);
    }
    expect(crate?.position.x).toBeGreaterThan(start + 0.5);
    expect(highest).toBeGreaterThan(3);
    expect(walker.mover.body.position.x).toBeGreaterThan(20);
  });
}

test('it goes only where the keys say', () => {
  const [solver] = solvers;
  const simulation = new Simulation({ entry: findScene('course'), solver, parameters: {}, settings: {} });
  for (let k = 0; k < 120; k++) simulation.step();
  expect(simulation.walker?.mover.isGrounded).toBe(true);
  expect(simulation.walker?.mover.body.position.x).toBeCloseTo(-4, 6);
  expect(
    new Simulation({ entry: findScene('tower'), solver, parameters: {}, settings: {} }).walker,
  ).toBeNull();
});
