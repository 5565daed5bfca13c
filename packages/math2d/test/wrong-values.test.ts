/** What is called with outlines, seeds and sizes that a user wrote, with wrong values of every kind in every place. */
import { callsOf, functionCalls, wrongCalls } from '@otedama/tooling/wrong-values';
import { expect, it } from 'vitest';
import * as math from '../src/index.js';

const square = [
  { x: 0, y: 0 },
  { x: 4, y: 0 },
  { x: 4, y: 4 },
  { x: 0, y: 4 },
];
const hole = [
  { x: 1, y: 1 },
  { x: 2, y: 1 },
  { x: 2, y: 2 },
];

const outlineCalls = functionCalls(math.outline, [
  ['containsPoint', [square, { x: 3, y: 3 }, [hole]], 2],
  ['decompose', [square, [hole]], 1],
  ['simplify', [square, 0.1]],
]);
const polygonCalls = functionCalls(math.polygon, [
  ['convexHull', [square]],
  ['rectangle', [1, 2]],
  ['regular', [1, 5, { x: 0, y: 0 }, 0.2], 2],
  ['regularSecondMomentPerMass', [1, 5]],
  ['validateConvex', [square]],
]);
const calls = [...outlineCalls, ...polygonCalls, ...functionCalls(math, [['createRandom', [1]]])];

it('every such call refuses them by name', async () => {
  const isTyped = (error: unknown): boolean => error instanceof math.InputError;
  const allowed = [
    // an outline may have no holes, and no points have no hull
    /^(containsPoint\(2\)|decompose\(1\)|convexHull\(0\)) = list: silent$/,
  ];
  expect(await wrongCalls(calls, { isTyped, allowed })).toEqual([]);
});

it('no function on outlines is left out, and of polygons only formulas for lists that `validateConvex` checked', () => {
  const left = (module: object, walked: readonly { readonly name: string }[]): string[] =>
    callsOf(module).filter((name) => !walked.some((call) => call.name === name));
  expect(left(math.outline, outlineCalls)).toEqual([]);
  expect(left(math.polygon, polygonCalls).sort()).toEqual([
    'area',
    'centroid',
    'containsPoint',
    'isConvex',
    'isCounterClockwise',
    'secondMoment',
    'secondMomentPerMass',
    'signedArea',
  ]);
});
