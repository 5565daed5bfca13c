import { cos, InputError, sin, type Vec2 } from '@otedama/math2d';
import { expect, test } from 'vitest';
import { type Body, chain, createWorld, type ShapeDefinition, type World } from '../src/index.js';
import { box, circle } from './helpers/shapes.js';
import { simpleSolver } from './helpers/simple-solver.js';

const at = (x: number, y = 0): Vec2 => ({ x, y });

test('an open chain has a segment between neighbours and ghosts straight on at its ends', () => {
  const points = [at(2), at(1), at(0, 1)];
  expect(chain({ points, friction: 0.3 })).toEqual([
    { kind: 'chainSegment', ghost1: at(3), point1: at(2), point2: at(1), ghost2: at(0, 1), friction: 0.3 },
    {
      kind: 'chainSegment',
      ghost1: at(2),
      point1: at(1),
      point2: at(0, 1),
      ghost2: at(-1, 2),
      friction: 0.3,
    },
  ]);
  // a free side on the left is the same line in reverse order
  expect(chain({ points: [...points].reverse(), freeSide: 'left' })).toEqual(chain({ points }));
});

test('a loop goes round', () => {
  const points = [at(0), at(1), at(0, 1)];
  const shapes = chain({ points, loop: true });
  expect(shapes).toHaveLength(3);
  expect(shapes[2]).toEqual({
    kind: 'chainSegment',
    ghost1: at(1),
    point1: at(0, 1),
    point2: at(0),
    ghost2: at(1),
  });
});

test('R10 an empty polyline, too few points, doubled and bad points are refused by name', () => {
  const bad =
    (points: Vec2[], more: object = {}): (() => unknown) =>
    () =>
      chain({ points, ...more });
  expect(bad([])).toThrow(InputError);
  expect(bad([])).toThrow(/points.*at least 2/);
  expect(bad([at(0)])).toThrow(/points.*at least 2/);
  expect(bad([at(0), at(1)], { loop: true })).toThrow(/at least 3 points of a loop/);
  expect(bad([at(0), at(1), at(1)])).toThrow(/points\[2\].*points\[1\]/);
  expect(bad([at(0), at(1), at(1, 1), at(0)], { loop: true })).toThrow(/points\[0\].*points\[3\]/);
  expect(bad([at(0), at(Number.NaN)])).toThrow(/points\[1\]/);
  expect(bad([at(0), at(1)], { freeSide: 'up' })).toThrow(/freeSide/);
});

/** Slides a body at 10 m/s over 60 m of ground. Returns the largest vertical speed after it has settled. */
function bumps(ground: readonly ShapeDefinition[], shape: ShapeDefinition, height: number): number {
  const world: World = createWorld({ solver: simpleSolver(), gravity: { x: 0, y: -10 } });
  world.createBody({ type: 'static', shapes: ground });
  const body: Body = world.createBody({ position: { x: 1, y: height }, shapes: [shape] });
  for (let k = 0; k < 60; k++) world.step(1 / 60);
  body.linearVelocity = { x: 10, y: 0 };
  let largest = 0;
  for (let k = 0; k < 300; k++) {
    world.step(1 / 60);
    largest = Math.max(largest, Math.abs(body.linearVelocity.y));
  }
  expect(body.position.x).toBeGreaterThan(50);
  return largest;
}

// Gravity adds g dt = 0.17 m/s per step, which contacts remove again. On smooth ground a solver may be wrong by a hundredth of that. A
// bump of 1 mm over a distance of 1 mm would deflect the 10 m/s upwards by metres per second.
const TOLERANCE = 0.01 * (10 / 60);

test.each([
  ['a box', box(1, 1, { friction: 0 }), 0.5],
  ['a flat box', box(2, 0.2, { friction: 0 }), 0.1],
  ['a ball', circle(0.3, { friction: 0 }), 0.3],
] as const)('%s slides over a long chain of short segments without a bump', (_, shape, height) => {
  const points = Array.from({ length: 281 }, (_, k) => at(k * 0.25 - 2));
  expect(bumps(chain({ points, freeSide: 'left', friction: 0 }), shape, height)).toBeLessThan(TOLERANCE);
});

test('in a round bowl made of a clockwise loop a ball rolls to and fro and stays', () => {
  const points = Array.from({ length: 90 }, (_, k) =>
    at(5 * cos((-k * Math.PI) / 45), 5 * sin((-k * Math.PI) / 45)),
  );
  const world = createWorld({ solver: simpleSolver() });
  world.createBody({ type: 'static', shapes: chain({ points, loop: true, friction: 0 }) });
  const ball = world.createBody({ position: { x: 4.4, y: -1 }, shapes: [circle(0.3, { friction: 0 })] });
  let passes = 0;
  let side = 1;
  for (let k = 0; k < 900; k++) {
    world.step(1 / 60);
    const { x, y } = ball.position;
    expect(Math.hypot(x, y)).toBeLessThan(5);
    if (x * side < -2) {
      side = -side;
      passes++;
    }
  }
  expect(passes).toBeGreaterThan(4);
});
