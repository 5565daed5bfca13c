import { expect, test } from 'vitest';
import { createWorld, type Solver, Substeps } from '../src/index.js';
import { circle } from './helpers/shapes.js';
import { simpleSolver } from './helpers/simple-solver.js';

/** The substeps, from 0, in which a body of this speed, m/s, makes a solver with eight of them look for contacts, in each of two steps. */
function looks(speed: number): number[][] {
  const substeps = new Substeps(8);
  const found: number[][] = [];
  const solver: Solver = {
    ...simpleSolver(),
    step(world, dt) {
      const h = substeps.begin(dt);
      expect(h).toBe(dt / 8);
      const own: number[] = [];
      for (let k = 0; k < substeps.count; k++) if (substeps.collide(world, h)) own.push(k);
      found.push(own);
    },
  };
  const world = createWorld({ solver, gravity: { x: 0, y: 0 } });
  world.createBody({ linearVelocity: { x: speed, y: 0 }, shapes: [circle(0.5)] });
  world.step(1 / 60);
  world.step(1 / 60);
  return found;
}

// two bodies at 1 m/s approach each other by 4.2 mm in a substep of 1/480 s, and by 2 cm in five
test('contacts are looked for in the first substep, and whenever two bodies may have met by 2 cm since', () => {
  expect(looks(0)).toEqual([[0], [0]]);
  expect(looks(1)).toEqual([
    [0, 5],
    [0, 5],
  ]);
  expect(looks(5)).toEqual([
    [0, 1, 2, 3, 4, 5, 6, 7],
    [0, 1, 2, 3, 4, 5, 6, 7],
  ]);
});
