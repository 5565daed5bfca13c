/** Every call of the package with wrong values of every kind, in every place, as plain JavaScript allows them. */
import { InputError } from '@otedama/math2d';
import { callsOf, functionCalls, wrongCalls } from '@otedama/tooling/wrong-values';
import { expect, it } from 'vitest';
import * as bare from '../src/bare.js';
import * as solver from '../src/index.js';

const options = { substeps: 2, compliance: 1e-6, restitutionThreshold: 1 };
const square = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
];

const calls = [
  ...functionCalls(solver, [
    ['createShapeMatching', [options], 0],
    ['matchShape', [square, square, [1, 1, 1, 1], 0.5], 2],
    ['polygonParticles', [square, 2]],
    ['ringParticles', [2, 3, 6], 2],
  ]),
  ...functionCalls({ 'bare.createShapeMatching': bare.createShapeMatching }, [
    ['bare.createShapeMatching', [options, { softBodies: bare.softBodies, tracing: bare.tracing }], 0],
  ]),
];

const allowed = [
  // options may be empty
  /\(\d\) = object: silent$/,
  // parts are exported whole, not written by hand
  /^bare\.\w+\(1\)\.(softBodies|tracing)(\.\S+)? = .*: (silent|raw, .*)$/,
];

it('every call refuses them by name', async () => {
  const isTyped = (error: unknown): boolean => error instanceof InputError;
  expect(await wrongCalls(calls, { isTyped, allowed })).toEqual([]);
});

it('no call of the package is left out', () => {
  const walked = new Set(calls.map(({ name }) => name));
  // what a recorder reports comes whole, and the particles from the functions beside it
  expect(callsOf(solver).filter((name) => !walked.has(name))).toEqual(['pushedParticles']);
  expect(callsOf(bare).filter((name) => !walked.has(`bare.${name}`))).toEqual([]);
});
