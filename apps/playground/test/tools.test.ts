import { createWorld } from '@otedama/rigid';
import { expect, test } from 'vitest';
import { findSolver } from '../src/solvers.js';
import { addedBody } from '../src/tools.js';

test('bodies that are added one after another have four shapes in turn, as large as the view asks', () => {
  const shapesOf = (halfSide: number) =>
    [0, 1, 2, 3, 4].map((index) => JSON.stringify(addedBody(index, { x: 1, y: 2 }, halfSide).shapes));
  const [first, second, third, fourth, fifth] = shapesOf(10);
  expect(new Set([first, second, third, fourth]).size).toBe(4);
  expect(fifth).toBe(first);
  const world = createWorld({ solver: findSolver('soft-step').create({}) });
  const areas = [10, 20].map((halfSide) =>
    [0, 1, 2, 3].map((index) => world.createBody(addedBody(index, { x: 1, y: 2 }, halfSide)).mass),
  );
  areas[0].forEach((mass, k) => {
    expect(areas[1][k] / mass).toBeCloseTo(4, 9);
  });
});
