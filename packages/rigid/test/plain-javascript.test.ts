/** Mistakes that a compiler finds and plain JavaScript does not. Each one is told, where it would change nothing or something else. */
import { describe, expect, it } from 'vitest';
import { createWorld, InputError, Recording } from '../src/index.js';
import { ghostSolver } from './helpers/simple-solver.js';

const circle = { kind: 'circle', radius: 0.5 } as const;

/** Expects an `InputError` with this message. */
function expectRefusal(call: () => unknown, message: string): void {
  expect(call).toThrow(InputError);
  expect(call).toThrow(message);
}

describe('a number where an object is meant', () => {
  const world = createWorld({ solver: ghostSolver() });
  const [shape] = world.createBody({ shapes: [circle] }).shapes;

  it.each([
    ['setMaterial', () => shape.setMaterial(0.5 as never), 'material: expected an object, got 0.5'],
    ['setMaterial without one', () => shape.setMaterial(undefined as never), 'material: expected an object'],
    ['setFilter', () => shape.setFilter(2 as never), 'filter: expected an object, got 2'],
    [
      'castRay',
      () => world.castRay({ x: 0, y: 0 }, { x: 1, y: 0 }, null as never),
      'filter: expected an object',
    ],
    ['Recording', () => new Recording(world, 30 as never), 'definition: expected an object, got 30'],
  ])('%s tells it', (_, call, message) => {
    expectRefusal(call, message);
  });
});
