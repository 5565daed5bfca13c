/** Bodies that strokes of the pen become. */

import { type BodyDefinition, createWorld } from '@otedama/rigid';
import { sceneList } from '@otedama/scenes';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawnBody } from '../src/drawn-body.js';
import { canRun, findSolver, solvers } from '../src/solvers.js';

const PEN = 0.1;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** `turns` of a circle around (3, 4), whose radius grows by the factor `growth`. */
const arc = (radius: number, turns: number, growth = 1): Point[] => {
  const count = Math.round(48 * turns);
  return Array.from({ length: count + 1 }, (_, k) => {
    const angle = (2 * Math.PI * turns * k) / count;
    const r = radius * (1 + ((growth - 1) * k) / count);
    return { x: 3 + r * Math.cos(angle), y: 4 + r * Math.sin(angle) };
  });
};

const kindsOf = ({ shapes = [] }: BodyDefinition) => [...new Set(shapes.map(({ kind }) => kind))];

function made(definition: BodyDefinition) {
  const world = createWorld({ solver: findSolver(undefined).create({}) });
  return world.createBody(definition);
}

test('a stroke that comes back to its beginning is a solid body of that outline, with its area and centre', () => {
  const { mass, worldCenter } = made(drawnBody(arc(2, 1), PEN, false));
  // a chord that is up to the tolerance of 0.3 pen radii off leaves out at most 3 % of the disc
  expect(mass / (0.6 * Math.PI * 4)).toBeGreaterThan(0.97);
  expect(mass / (0.6 * Math.PI * 4)).toBeLessThan(1.0001);
  expect(Math.hypot(worldCenter.x - 3, worldCenter.y - 4)).toBeLessThan(0.02);
});

test('a loop may stay a little open, and may go on beyond its beginning, inside, outside or across itself', () => {
  const area = Math.PI * 4;
  for (const [stroke, least] of [
    [arc(2, 0.9), 0.95],
    [arc(2, 1.15, 1.06), 0.95],
    [arc(2, 1.15, 0.94), 0.87],
    [[{ x: 4.2, y: 3.2 }, ...arc(2, 1), { x: 4.2, y: 4.4 }], 0.95],
    [[{ x: 6, y: 3.2 }, ...arc(2, 1).slice(2, -2), { x: 6, y: 4.8 }], 0.95],
  ] as const) {
    const body = drawnBody(stroke, PEN, false);
    expect(kindsOf(body)).toEqual(['polygon']);
    const share = made(body).mass / (0.6 * area);
    expect(share).toBeGreaterThan(least);
    expect(share).toBeLessThan(1.13);
  }
});

test('ends that cross each other are cut off where they cross', () => {
  const square = [
    { x: -0.6, y: 0 },
    { x: 4, y: 0 },
    { x: 4, y: 4 },
    { x: 0, y: 4 },
    { x: 0, y: -0.6 },
  ];
  const { mass, worldCenter } = made(drawnBody(square, PEN, false));
  expect(mass).toBeCloseTo(0.6 * 16, 9);
  expect(worldCenter.x).toBeCloseTo(2, 9);
  expect(worldCenter.y).toBeCloseTo(2, 9);
});

test('a concave outline stays concave', () => {
  // a C, thick enough to be an outline: out along one arc and back along another
  const outside = arc(2, 0.75);
  const inside = arc(1.2, 0.75).reverse();
  const { mass } = made(drawnBody([...outside, ...inside], PEN, false));
  expect(mass / (0.6 * 0.75 * Math.PI * (4 - 1.44))).toBeCloseTo(1, 1);
});

test('an open stroke is a wire along it, as thick as the pen, with all corners', () => {
  const { position, shapes = [] } = drawnBody(
    [
      { x: 0, y: 0 },
      { x: 1, y: 0.01 },
      { x: 2, y: 0 },
      { x: 2, y: 3 },
      { x: 5, y: 3 },
    ],
    PEN,
    false,
  );
  const ends = shapes.map((shape) => {
    if (shape.kind !== 'capsule') throw new TypeError(shape.kind);
    expect(shape.radius).toBe(PEN);
    return [shape.point1, shape.point2].map(({ x, y }) => [x + position!.x, y + position!.y]);
  });
  expect(ends).toEqual(
    [
      [
        [0, 0],
        [2, 0],
      ],
      [
        [2, 0],
        [2, 3],
      ],
      [
        [2, 3],
        [5, 3],
      ],
    ].map((piece) => piece.map((end) => end.map((value) => expect.closeTo(value, 12)))),
  );
});

test('a figure that crosses itself twice, and a loop that encloses next to nothing, are wires', () => {
  const figureEight = Array.from({ length: 65 }, (_, k) => {
    const angle = (2 * Math.PI * k) / 64;
    return { x: 2 * Math.sin(angle), y: Math.sin(2 * angle) };
  });
  const thereAndBack = [
    { x: 0, y: 0 },
    { x: 4, y: 0 },
    { x: 0, y: 0.05 },
  ];
  expect(kindsOf(drawnBody(figureEight, PEN, false))).toEqual(['capsule']);
  expect(kindsOf(drawnBody(thereAndBack, PEN, false))).toEqual(['capsule']);
});

test('a scribble has at most 48 parts', () => {
  const scribble = Array.from({ length: 400 }, (_, k) => ({ x: 0.05 * k, y: k % 2 }));
  const { shapes = [] } = drawnBody(scribble, PEN, false);
  expect(shapes.length).toBeGreaterThan(0);
  expect(shapes.length).toBeLessThanOrEqual(48);
});

test('a stroke that is shorter than the pen is wide is a round dot', () => {
  expect(drawnBody([{ x: 2, y: -1 }], PEN, false)).toMatchObject({
    position: { x: 2, y: -1 },
    shapes: [{ kind: 'circle', radius: 0.2 }],
  });
  const [first, second] = [
    { x: 2, y: -1 },
    { x: 2.1, y: -1 },
  ];
  expect(kindsOf(drawnBody([first, second], PEN, false))).toEqual(['circle']);
});

test('every stroke whatsoever becomes a body, which is fixed if it is to be', () => {
  const coordinate = fc.double({ min: -8, max: 8, noNaN: true });
  const stroke = fc.array(fc.record({ x: coordinate, y: coordinate }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(stroke, fc.boolean(), (points, isFixed) => {
      const body = made(drawnBody(points, PEN, isFixed));
      expect(body.type).toBe(isFixed ? 'static' : 'dynamic');
      if (!isFixed) expect(body.mass).toBeGreaterThan(0);
    }),
    { seed: 2, numRuns: 300 },
  );
});

test('every solver takes wires, solids and dots', () => {
  const [scene] = sceneList.filter(({ name }) => name === 'tower');
  for (const solver of solvers) {
    expect(canRun(solver, scene)).toBe(true);
    const world = createWorld({ solver: solver.create({}) });
    for (const points of [arc(2, 1), arc(2, 0.5), [{ x: 0, y: 0 }]]) {
      world.createBody(drawnBody(points, PEN, false));
      world.createBody(drawnBody(points, PEN, true));
    }
    world.step(1 / 60);
    expect(world.stats.bodies).toBe(6);
  }
});
