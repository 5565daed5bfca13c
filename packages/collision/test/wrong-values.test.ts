/** The queries on plain objects with wrong values of every kind, in every place, as plain JavaScript allows them. */
import { InputError } from '@otedama/math2d';
import { callsOf, functionCalls, wrongCalls } from '@otedama/tooling/wrong-values';
import { expect, it } from 'vitest';
import * as collision from '../src/index.js';

/** What is given whole: its fields are not spoilt. */
const whole = (fields: object): object => Object.freeze(Object.assign(Object.create(null), fields));

const corners = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 0, y: 1 },
];
const ball = whole({ kind: 'circle', center: { x: 0, y: 0 }, radius: 1 });
const plate = whole({ kind: 'polygon', vertices: corners, radius: 0.1 });
const core = whole(collision.convexCore(plate as collision.Shape)!);
const here = { x: 0, y: 0, c: 1, s: 0 };
const there = { x: 5, y: 0, c: 1, s: 0 };
const point = { x: 3, y: 1 };
const sweep = { localCenter: point, center1: point, center2: { x: 0, y: 0 }, angle1: 0, angle2: 0 };
const cores = [core, here, core, there];

const calls = functionCalls(collision, [
  ['castRay', [ball, here, { origin: point, translation: point, maxFraction: 1 }, { solid: true }], 3],
  [
    'castShape',
    [ball, here, plate, there, point, { maxFraction: 1, target: 0.01, ignoreInitialOverlap: false }],
    5,
  ],
  ['closestPoint', [plate, here, point, true], 3],
  ['collideShapes', [ball, here, plate, there, 0.02], 4],
  ['containsPoint', [plate, here, point]],
  ['distance', [...cores, {}], 4],
  ['penetration', [...cores, {}], 4],
  ['separation', [...cores, {}], 4],
  ['distanceToPoint', [plate, here, point]],
  ['massProperties', [plate, 2]],
  ['overlapAabb', [plate, here, { minX: -1, minY: -1, maxX: 1, maxY: 1 }]],
  ['overlapShapes', [ball, here, plate, there]],
  ['separateShapes', [ball, here, plate, there]],
  ['intersectPolygons', [corners, corners]],
  ['sweepTransform', [sweep, 0.5]],
  ['timeOfImpact', [ball, sweep, plate, sweep, { maxTime: 1, target: 0.01, tolerance: 0.001 }], 4],
  ['validateShape circle', [{ kind: 'circle', center: point, radius: 1 }]],
  ['validateShape capsule', [{ kind: 'capsule', point1: point, point2: corners[1], radius: 1 }]],
  ['validateShape polygon', [{ kind: 'polygon', vertices: corners, radius: 0.1 }]],
  ['validateShape segment', [{ kind: 'segment', point1: point, point2: corners[1] }]],
  ['validateShape halfSpace', [{ kind: 'halfSpace', position: point, normal: corners[1] }]],
]);

const allowed = [
  // shapes are checked by `validateShape` where they are made, not in each query
  /^(?!validateShape)\w+\([02]\) = (null|undefined): raw, TypeError/,
  // bodies and queries of a game are made of these, with more fields
  /^(validateShape \w+\(0\)|castRay\([23]\)|sweepTransform\(0\)|timeOfImpact\([13]\)) = unknown field: silent$/,
  // polygons that are apart leave an empty list
  /^intersectPolygons\([01]\) = list: silent$/,
  // options may be empty
  /^\w+\([345]\) = object: silent$/,
];

it('every query refuses them by name', async () => {
  const isTyped = (error: unknown): boolean => error instanceof InputError;
  expect(await wrongCalls(calls, { isTyped, allowed })).toEqual([]);
});

it('no function of the package is left out', () => {
  const walked = new Set(calls.map(({ name }) => name.split(' ')[0]));
  // what a step calls with shapes, boxes and numbers of its own checks nothing, nor do the bounds of a shape, which bare worlds load
  const kernels =
    /^(DynamicTree|GeometryStore|Manifold|PairBuffer|PairTable|ProxyBuffer)\b|^(collide|collideFace|featureId|flipManifold|separatePlaced|convexCore|shapeAabb|create(AllPairs|Grid|Sweep|Tree))$/;
  expect(callsOf(collision).filter((name) => !walked.has(name) && !kernels.test(name))).toEqual([]);
});
