/** Every call of the package with wrong values of every kind, in every place, as plain JavaScript allows them. */
import { InputError } from '@otedama/math2d';
import { callsOf, functionCalls, wrongCalls } from '@otedama/tooling/wrong-values';
import { expect, it } from 'vitest';
import * as solvers from '../src/index.js';

const calls = functionCalls(solvers, [
  ['createForceSolver', [{ substeps: 2, memory: true, restitutionThreshold: 1, pushOut: 0.2 }], 0],
  ['createPenaltySolver', [{ stiffness: 1e5, dampingRatio: 1, substeps: 8, restitutionThreshold: 1 }], 0],
  ['penaltyStiffnessLimit', [1, 1, 1, 0.01, 1], 4],
]);

it('every call refuses them by name', async () => {
  const isTyped = (error: unknown): boolean => error instanceof InputError;
  // options may be empty
  expect(await wrongCalls(calls, { isTyped, allowed: [/\(0\) = object: silent$/] })).toEqual([]);
});

it('no call of the package is left out', () => {
  expect(callsOf(solvers)).toEqual(expect.arrayContaining(calls.map(({ name }) => name)));
  expect(callsOf(solvers)).toHaveLength(calls.length);
});
