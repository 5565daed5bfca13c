/** Displacements that exist before the first `collide` of a step: `collide` applies them, and skips the search if there can be none. */

import { expect, test } from 'vitest';
import {
  BODY_STRIDE,
  type Body,
  createWorld,
  DX,
  integratePositions,
  restoreSnapshot,
  type Solver,
  type SolverWorld,
  takeSnapshot,
  VX,
  type World,
} from '../src/index.js';
import { circle } from './helpers/shapes.js';
import { simpleSolver } from './helpers/simple-solver.js';

const DT = 1 / 60;

/** A world with one ball at the origin, a solver that calls `told` before and after `collide`, and the positions of the ball in between. */
function worldOfOne(): {
  world: World;
  ball: Body;
  told: { before: (world: SolverWorld) => void; after: (world: SolverWorld) => void };
  seen: number[];
} {
  const seen: number[] = [];
  const told = { before: (_: SolverWorld) => {}, after: (_: SolverWorld) => {} };
  const solver: Solver = {
    ...simpleSolver(),
    step(world) {
      told.before(world);
      world.collide();
      seen.push(world.bodies.pose[0]);
      told.after(world);
    },
  };
  const world = createWorld({ solver, gravity: { x: 0, y: 0 }, sleeping: false });
  const ball = world.createBody({ shapes: [circle(0.5)] });
  world.step(DT);
  return { world, ball, told, seen };
}

/** Moves the ball by 0.25 m and aborts the step. */
function breakOff(world: World, told: { after: (world: SolverWorld) => void }): void {
  told.after = ({ bodies }) => {
    bodies.motion[DX] = 0.25;
    throw new Error('broken off');
  };
  expect(() => world.step(DT)).toThrow('broken off');
  told.after = () => {};
}

test('a method may integrate positions before it looks for contacts', () => {
  const { world, ball, told, seen } = worldOfOne();
  ball.linearVelocity = { x: 6, y: 0 };
  told.before = ({ bodies }) => integratePositions(bodies, DT);
  world.step(DT);
  world.step(DT);
  expect(seen[0]).toBe(0);
  expect(seen[1]).toBeCloseTo(0.1, 12);
  expect(seen[2]).toBeCloseTo(0.2, 12);
});

test('a method that writes displacements itself before it looks for contacts says so', () => {
  const { world, told, seen } = worldOfOne();
  told.before = ({ bodies }) => {
    bodies.motion[DX] = 0.25;
    bodies.isSettled = false;
  };
  world.step(DT);
  expect(seen[1]).toBe(0.25);
  // without this flag they are applied at the end of the step
  told.before = ({ bodies }) => (bodies.motion[DX] = 0.25);
  world.step(DT);
  expect(seen[2]).toBe(0.25);
  expect(world.bodyStore.pose[0]).toBe(0.5);
});

test('a second search for contacts in a step applies what has moved since the first', () => {
  const { world, told } = worldOfOne();
  told.after = (inner) => {
    inner.bodies.motion[DX] = 0.25;
    inner.collide();
    expect(inner.bodies.pose[0]).toBe(0.25);
    expect(inner.bodies.motion[DX]).toBe(0);
  };
  world.step(DT);
  expect.assertions(2);
});

test('what a step that was broken off has moved is where it is, and nothing waits for the next', () => {
  const { world, told, seen } = worldOfOne();
  breakOff(world, told);
  expect(world.bodyStore.pose[0]).toBe(0.25);
  expect(world.bodyStore.motion[DX]).toBe(0);
  world.step(DT);
  expect(seen[2]).toBe(0.25);
});

test('a snapshot of a world whose step was broken off is of what it has become', () => {
  const { world, told, seen } = worldOfOne();
  breakOff(world, told);
  restoreSnapshot(world, takeSnapshot(world));
  world.step(DT);
  expect(seen[2]).toBe(0.25);
});

test('a velocity that is not finite when a step begins is frozen in it', () => {
  const { world, ball } = worldOfOne();
  world.bodyStore.motion[ball.id * BODY_STRIDE + VX] = Number.NaN;
  world.step(DT);
  expect(world.events.bodyFrozen.map((event) => event.body)).toEqual([ball]);
  expect(ball.position).toEqual({ x: 0, y: 0 });
});
