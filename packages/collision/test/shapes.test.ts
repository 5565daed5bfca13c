import { InputError, polygon } from '@otedama/math2d';
import { expect, test } from 'vitest';
import {
  convexCore,
  massProperties,
  overlapShapes,
  type Shape,
  shapeAabb,
  validateShape,
} from '../src/index.js';

const valid: Shape[] = [
  { kind: 'circle', radius: 1 },
  { kind: 'circle', radius: 1, center: { x: 1, y: 2 } },
  { kind: 'capsule', point1: { x: 0, y: 0 }, point2: { x: 1, y: 0 }, radius: 0.1 },
  { kind: 'polygon', vertices: polygon.rectangle(1, 2), radius: 0 },
  { kind: 'polygon', vertices: polygon.regular(1, 64) },
  { kind: 'segment', point1: { x: 0, y: 0 }, point2: { x: 1, y: 0 } },
  { kind: 'halfSpace', normal: { x: 0, y: 5 } },
  {
    kind: 'chainSegment',
    ghost1: { x: -1, y: 0 },
    point1: { x: 0, y: 0 },
    point2: { x: 1, y: 0 },
    ghost2: { x: 2, y: 0 },
  },
];

test.each(valid)('accepts $kind', (shape) => {
  expect(() => validateShape(shape, 'shapes[0]')).not.toThrow();
});

const polygonOf = (...points: [number, number][]): unknown => ({
  kind: 'polygon',
  vertices: points.map(([x, y]) => ({ x, y })),
});

test.each([
  ['a clockwise polygon', 'vertices', polygonOf([0, 0], [0, 1], [1, 1], [1, 0])],
  ['two vertices', 'vertices', polygonOf([0, 0], [1, 0])],
  ['collinear vertices', 'vertices', polygonOf([0, 0], [1, 1], [2, 2])],
  ['a straight corner', 'vertices', polygonOf([0, 0], [1, 0], [2, 0], [2, 2])],
  ['a polygon that crosses itself', 'vertices', polygonOf([0, 0], [1, 1], [1, 0], [0, 1])],
  ['a star', 'vertices', polygonOf([0, 3], [-1.8, -2.4], [2.9, 0.9], [-2.9, 0.9], [1.8, -2.4])],
  ['a reflex corner', 'vertices', polygonOf([0, 0], [4, 0], [4, 4], [3, 1])],
  ['a repeated vertex', 'vertices', polygonOf([0, 0], [1, 0], [1, 0], [0, 1])],
  ['65 vertices', 'vertices', { kind: 'polygon', vertices: new Array(65).fill({ x: 0, y: 0 }) }],
  ['NaN', 'vertices[1].y', polygonOf([0, 0], [1, Number.NaN], [0, 1])],
  ['no vertices', 'vertices', { kind: 'polygon' }],
  ['a negative rounding', 'radius', { ...valid[3], radius: -1 }],
  ['a circle of radius 0', 'radius', { kind: 'circle', radius: 0 }],
  [
    'an infinite centre',
    'center.x',
    { kind: 'circle', radius: 1, center: { x: Number.POSITIVE_INFINITY, y: 0 } },
  ],
  [
    'a capsule of length 0',
    'point2',
    { kind: 'capsule', point1: { x: 1, y: 1 }, point2: { x: 1, y: 1 }, radius: 1 },
  ],
  ['a missing point', 'point2', { kind: 'segment', point1: { x: 1, y: 1 } }],
  ['a normal without direction', 'normal', { kind: 'halfSpace', normal: { x: 0, y: 0 } }],
  [
    'a half-space at no place',
    'position.y',
    { kind: 'halfSpace', normal: { x: 0, y: 1 }, position: { x: 0, y: Number.NaN } },
  ],
  ['a ghost on its point', 'ghost2', { ...valid[7], ghost2: { x: 1, y: 0 } }],
  ['an unknown kind', 'kind', { kind: 'blob' }],
])('G22 refuses %s, naming %s', (_, field, shape) => {
  try {
    validateShape(shape as Shape, 'shapes[3]');
    expect.fail('accepted');
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    expect((error as InputError).field).toMatch(`shapes[3].${field}`);
  }
});

test('a shape that is not an object is rejected', () => {
  expect(() => validateShape(null as unknown as Shape)).toThrow(/^shape: expected an object/);
});

test('the core of a shape is its vertices and its radius', () => {
  expect(convexCore(valid[1])).toEqual({ vertices: [{ x: 1, y: 2 }], radius: 1 });
  expect(convexCore(valid[2])).toEqual({
    vertices: [
      { x: 0, y: 0 },
      { x: 1, y: 0 },
    ],
    radius: 0.1,
  });
  expect(convexCore(valid[6])).toBeNull();
});

test('functions on shapes reject an unknown kind with its name', () => {
  const still = { x: 0, y: 0, c: 1, s: 0 };
  const box = { kind: 'box', width: 1 } as unknown as Shape;
  for (const use of [
    () => massProperties(box, 1),
    () => shapeAabb(box, still),
    () => overlapShapes(valid[0], still, box, still),
  ]) {
    expect(use).toThrow(InputError);
    expect(use).toThrow(/^kind: expected 'circle', .* got "box"$/);
  }
});
