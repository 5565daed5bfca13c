import { cos, createRandom, InputError, polygon, sin, type Vec2 } from '@otedama/math2d';
import { describe, expect, test } from 'vitest';
import {
  type Body,
  concave,
  createWorld,
  loadScene,
  parseScene,
  type ShapeDefinition,
  serializeScene,
  toScene,
} from '../src/index.js';
import { simpleSolver } from './helpers/simple-solver.js';

const list = (...points: [number, number][]): Vec2[] => points.map(([x, y]) => ({ x, y }));

const bodyOf = (shapes: ShapeDefinition[]): Body =>
  createWorld({ solver: simpleSolver() }).createBody({ shapes });

/** Area, centroid and second moment about it, from Green's theorem over the edges [Mirtich 1996]: without parts or triangles. */
function integrals(rings: readonly (readonly Vec2[])[]): { area: number; center: Vec2; second: number } {
  let area = 0;
  let x = 0;
  let y = 0;
  let second = 0;
  rings.forEach((ring, h) => {
    const sense = polygon.isCounterClockwise(ring) === (h === 0) ? 1 : -1;
    ring.forEach((a, k) => {
      const b = ring[(k + 1) % ring.length];
      const cross = sense * (a.x * b.y - a.y * b.x);
      area += cross / 2;
      x += (cross * (a.x + b.x)) / 6;
      y += (cross * (a.y + b.y)) / 6;
      second += (cross * (a.x * a.x + a.x * b.x + b.x * b.x + a.y * a.y + a.y * b.y + b.y * b.y)) / 12;
    });
  });
  const center = { x: x / area, y: y / area };
  return { area, center, second: second - area * (center.x * center.x + center.y * center.y) };
}

const ragged = (count: number, seed: number): Vec2[] => {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, k) => {
    const radius = random.uniform(1, 2);
    return { x: 0.3 + radius * cos((2 * Math.PI * k) / count), y: radius * sin((2 * Math.PI * k) / count) };
  });
};

describe('mass', () => {
  test.each<[string, Vec2[], Vec2[][]]>([
    ['a hook', list([0, 0], [3, 0], [3, 4], [2, 4], [2, 1], [1, 1], [1, 2], [0, 2]), []],
    ['a ragged ring of 300 corners', ragged(300, 5), []],
    ['a frame', list([0, 0], [5, 0], [5, 4], [0, 4]), [list([1, 1], [4, 1], [4, 3], [1, 3])]],
    ['a wheel of spokes', ragged(40, 2), [ragged(40, 3).map(({ x, y }) => ({ x: 0.3 * x, y: 0.3 * y }))]],
  ])('of %s, centre and inertia are those of the outline', (_, points, holes) => {
    const body = bodyOf(concave({ points, holes, density: 2.5 }));
    const { area, center, second } = integrals([points, ...holes]);
    expect(Math.abs(body.mass / (2.5 * area) - 1)).toBeLessThan(1e-9);
    expect(Math.abs(body.inertia / (2.5 * second) - 1)).toBeLessThan(1e-9);
    expect(Math.abs(body.localCenter.x - center.x)).toBeLessThan(1e-9);
    expect(Math.abs(body.localCenter.y - center.y)).toBeLessThan(1e-9);
  });
});

test('every part is made of what the outline is made of', () => {
  const points = list([0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]);
  const more = { density: 3, friction: 0.2, filter: { category: 4 }, hitEvents: true, userData: 'L' };
  const shapes = concave({ points, ...more });
  expect(shapes).toHaveLength(2);
  for (const shape of shapes) expect(shape).toMatchObject({ kind: 'polygon', ...more });
  expect(shapes.every((shape) => !('points' in shape) && !('holes' in shape))).toBe(true);
});

test('bad outlines are refused by the name of the point', () => {
  expect(() => concave({ points: list([0, 0], [1, 0]) })).toThrow(InputError);
  expect(() => concave({ points: list([0, 0], [2, 2], [2, 0], [0, 2]) })).toThrow(/^points\[0\]/);
  expect(() => concave({ points: list([0, 0], [2, 2], [Number.NaN, 0]) })).toThrow(/^points\[2\]\.x/);
  const square = list([0, 0], [2, 0], [2, 2], [0, 2]);
  expect(() => concave({ points: square, holes: [list([5, 5], [6, 5], [6, 6])] })).toThrow(/^holes\[0\]/);
});

test('a scene holds the parts, and reads back bit for bit', () => {
  const world = createWorld({ solver: simpleSolver() });
  const body = world.createBody({ name: 'hook', shapes: concave({ points: ragged(30, 9), friction: 0.4 }) });
  const again = loadScene(
    parseScene(serializeScene(toScene(world, { name: 'hook', title: 'A hook', timeStep: 1 / 60 }))),
    {
      solver: simpleSolver(),
    },
  );
  const [copy] = [...again.bodies];
  expect(copy.shapes.map(({ geometry }) => geometry)).toEqual(body.shapes.map(({ geometry }) => geometry));
  expect(copy.inertia).toBe(body.inertia);
  for (let k = 0; k < 10; k++) {
    world.step(1 / 60);
    again.step(1 / 60);
  }
  expect(again.stateHash()).toBe(world.stateHash());
});
