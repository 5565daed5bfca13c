/** What keeps a body awake and what does not, one reason at a time. */

import { expect, test, vi } from 'vitest';
import {
  createWorld,
  DC,
  DS,
  DX,
  DY,
  SLEEP_DELAY,
  SLEEP_SPEED,
  type Solver,
  type SolverWorld,
  VX,
  VY,
  W,
  type World,
} from '../src/index.js';
import { box, circle, floor } from './helpers/shapes.js';
import { simpleSolver } from './helpers/simple-solver.js';

const DT = 1 / 60;

function steps(world: World, count: number): void {
  for (let k = 0; k < count; k++) world.step(DT);
}

/** A solver that does not move bodies, and then calls `act`. */
function puppeteer(act: (bodies: SolverWorld['bodies']) => void): Solver {
  return {
    name: 'puppeteer',
    capabilities: simpleSolver().capabilities,
    step(world) {
      world.collide();
      act(world.bodies);
    },
  };
}

test('a body with velocity but no motion falls asleep: it is driven against an obstacle', () => {
  const solver = puppeteer(({ motion }) => {
    motion[W] = 0.5;
  });
  const world = createWorld({ solver, gravity: { x: 0, y: 0 } });
  const body = world.createBody({ shapes: [box(1, 1)] });
  steps(world, 120);
  expect(body.isAwake).toBe(false);
});

test('a body with motion but no velocity stays awake: it is pushed out of another one', () => {
  const solver = puppeteer(({ motion }) => {
    motion[DY] += 0.01;
  });
  const world = createWorld({ solver, gravity: { x: 0, y: 0 } });
  const body = world.createBody({ shapes: [box(1, 1)] });
  steps(world, 120);
  expect(body.isAwake).toBe(true);
  expect(body.position.y).toBeCloseTo(1.2, 12);
});

test.each([
  ['right and up', 1, 1, 0],
  ['right and down', 1, -1, 0],
  ['left and up', -1, 1, 0],
  ['left and down', -1, -1, 0],
  ['counter-clockwise', 0, 0, 1],
  ['clockwise', 0, 0, -1],
])('a body that creeps has the speed of its velocity, %s', (_, x, y, turn) => {
  // a point 2 m from the centre of mass is as fast with (0.6 v, 0.6 v) as with the spin 0.6 v: 1.2 v; the body moves 0.6 v dt
  const rest = (v: number): boolean => {
    const solver = puppeteer(({ motion }) => {
      motion[VX] = 0.6 * v * x;
      motion[VY] = 0.6 * v * y;
      motion[W] = 0.6 * v * turn;
      motion[DX] += 0.6 * v * DT;
    });
    const world = createWorld({ solver, gravity: { x: 0, y: 0 } });
    const body = world.createBody({ shapes: [box(Math.sqrt(8), Math.sqrt(8))] });
    steps(world, 120);
    return body.isAwake;
  };
  expect(rest(SLEEP_SPEED)).toBe(true);
  expect(rest(0.8 * SLEEP_SPEED)).toBe(false);
});

test('a body at rest falls asleep under the same solver', () => {
  const world = createWorld({ solver: puppeteer(() => {}), gravity: { x: 0, y: 0 } });
  const body = world.createBody({ shapes: [box(1, 1)] });
  steps(world, 120);
  expect(body.isAwake).toBe(false);
});

test('a body that turns without spin is as fast as its farthest point: a long one stays awake, a short one sleeps', () => {
  const angle = SLEEP_SPEED * DT;
  const solver = puppeteer(({ motion }) => {
    motion[DS] = angle;
    motion[DC] = Math.sqrt(1 - angle * angle);
  });
  for (const [length, isAwake] of [
    [4, true],
    [1, false],
  ] as const) {
    const world = createWorld({ solver, gravity: { x: 0, y: 0 } });
    const body = world.createBody({ shapes: [box(length, 0.1)] });
    steps(world, 120);
    expect(body.isAwake).toBe(isAwake);
    if (isAwake) expect(body.angle).toBeCloseTo(120 * angle, 6);
  }
});

test('kinematic ground at rest lets a body on it sleep, whichever of several it is', () => {
  const world = createWorld({ solver: simpleSolver(20), gravity: { x: 0, y: -10 } });
  const bodies = [0, 3, 6].map((x) => {
    world.createBody({ type: 'kinematic', position: { x, y: -0.5 }, shapes: [box(2, 1)] });
    return world.createBody({ position: { x, y: 0.5 }, shapes: [box(1, 1)] });
  });
  steps(world, 180);
  expect(bodies.map((body) => body.isAwake)).toEqual([false, false, false]);
});

test('moving ground keeps a body on it awake, although the body does not move', () => {
  const rest = (speed: number): boolean => {
    const world = createWorld({ solver: simpleSolver(20), gravity: { x: 0, y: -10 } });
    world.createBody({
      type: 'kinematic',
      position: { x: 0, y: -0.5 },
      linearVelocity: { x: speed, y: 0 },
      shapes: [box(100, 1, { friction: 0 })],
    });
    const body = world.createBody({ position: { x: 0, y: 0.5 }, shapes: [box(1, 1, { friction: 0 })] });
    steps(world, 180);
    expect(Math.abs(body.position.x)).toBeLessThan(1e-9);
    return body.isAwake;
  };
  expect(rest(2)).toBe(true);
  expect(rest(0)).toBe(false);
});

test('a rotating kinematic body keeps bodies jointed to it awake', () => {
  const rest = (angularVelocity: number): boolean => {
    const solver = simpleSolver();
    const world = createWorld({
      gravity: { x: 0, y: 0 },
      solver: { ...solver, capabilities: { ...solver.capabilities, joints: ['filter'] } },
    });
    const bodyA = world.createBody({ type: 'kinematic', angularVelocity, shapes: [circle(0.1)] });
    const bodyB = world.createBody({ position: { x: 5, y: 0 }, shapes: [circle(0.1)] });
    world.createJoint({ kind: 'filter', bodyA, bodyB });
    steps(world, 120);
    return bodyB.isAwake;
  };
  expect(rest(1)).toBe(true);
  expect(rest(0)).toBe(false);
});

test('a sensor does not merge islands', () => {
  const world = createWorld({ solver: simpleSolver(20), gravity: { x: 0, y: -10 } });
  world.createBody({ type: 'static', shapes: [floor()] });
  const still = world.createBody({ position: { x: 0, y: 0.5 }, shapes: [box(1, 1)] });
  const passing = world.createBody({
    gravityScale: 0,
    position: { x: -1, y: 5 },
    linearVelocity: { x: 0.3, y: 0 },
    shapes: [circle(20, { sensor: true })],
  });
  steps(world, 120);
  expect(passing.isAwake).toBe(true);
  expect(still.isAwake).toBe(false);
});

test('a pile falls asleep when what kept it awake is gone, although it or another body in its slot is still restless', () => {
  const world = createWorld({ solver: simpleSolver(20), gravity: { x: 0, y: -10 } });
  world.createBody({ type: 'static', shapes: [floor()] });
  const pile = [0, 1].map((k) => world.createBody({ position: { x: 0, y: 0.5 + k }, shapes: [box(1, 1)] }));
  const restless = (x: number) =>
    world.createBody({ position: { x, y: 0.5 }, allowSleep: false, shapes: [circle(0.5)] });
  const awake = () => pile.map(({ isAwake }) => isAwake);

  const visitor = restless(1);
  steps(world, 60);
  expect(awake()).toEqual([true, true]);
  visitor.position = { x: 100, y: 0.5 };
  steps(world, 70);
  expect(awake()).toEqual([false, false]);

  visitor.position = { x: 1, y: 0.5 };
  steps(world, 60);
  expect(awake()).toEqual([true, true]);
  world.destroyBody(visitor);
  expect(restless(100).id).toBe(visitor.id);
  steps(world, 70);
  expect(awake()).toEqual([false, false]);
});

test('islands that fall asleep in the same step leave the list of active contacts together', () => {
  const world = createWorld({ solver: simpleSolver(), gravity: { x: 0, y: -10 } });
  world.createBody({ type: 'static', shapes: [floor()] });
  for (let k = 0; k < 50; k++) world.createBody({ position: { x: 2 * k, y: 0.5 }, shapes: [box(1, 1)] });
  const keepActive = vi.spyOn(world.contactStore, 'keepActive');
  steps(world, 60);
  expect(world.stats.awakeBodies).toBe(0);
  expect(world.contactStore.activeCount).toBe(0);
  expect(keepActive.mock.calls.length).toBeLessThan(10);
});

/** Number of steps for which a body must have been slow; the sum of their lengths may be rounded to just below the delay. */
const DELAY_STEPS = Math.round(SLEEP_DELAY / DT);

test.each([
  [1, 0],
  [2, 0],
  [2, 1],
])('an island of %i must be slow for the whole delay again after body %i was woken', (count, woken) => {
  const world = createWorld({ solver: puppeteer(() => {}), gravity: { x: 0, y: 0 } });
  const bodies = Array.from({ length: count }, (_, x) =>
    world.createBody({ position: { x, y: 0 }, shapes: [box(1, 1)] }),
  );
  const areAwake = (): boolean[] => bodies.map(({ isAwake }) => isAwake);
  steps(world, DELAY_STEPS + 1);
  expect(areAwake()).toEqual(bodies.map(() => false));
  bodies[woken].isAwake = true;
  steps(world, DELAY_STEPS - 1);
  expect(areAwake()).toEqual(bodies.map(() => true));
  steps(world, 2);
  expect(areAwake()).toEqual(bodies.map(() => false));
});

test('a body that was fast must be slow for the whole delay: rests before do not count', () => {
  let isFast = false;
  const solver = puppeteer(({ motion }) => {
    if (isFast) motion[DY] += 0.1;
  });
  const world = createWorld({ solver, gravity: { x: 0, y: 0 } });
  const body = world.createBody({ shapes: [box(1, 1)] });
  steps(world, DELAY_STEPS - 1);
  isFast = true;
  steps(world, 1);
  isFast = false;
  steps(world, DELAY_STEPS - 1);
  expect(body.isAwake).toBe(true);
  steps(world, 2);
  expect(body.isAwake).toBe(false);
});

test('isAwake = false leaves a body awake whose island touches moving ground', () => {
  const world = createWorld({ solver: puppeteer(() => {}), gravity: { x: 0, y: 0 } });
  const lift = world.createBody({ type: 'kinematic', position: { x: 0, y: -1 }, shapes: [box(1, 1)] });
  const [lower, upper] = [0, 1].map((y) => world.createBody({ position: { x: 0, y }, shapes: [box(1, 1)] }));
  lift.linearVelocity = { x: 1e-3, y: 0 };
  steps(world, 1);
  upper.isAwake = false;
  expect([lower.isAwake, upper.isAwake]).toEqual([true, true]);
  lift.linearVelocity = { x: 0, y: 0 };
  upper.isAwake = false;
  expect([lower.isAwake, upper.isAwake]).toEqual([false, false]);
});
