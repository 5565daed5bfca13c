/** The calls of the package with wrong values of every kind, in every place, as plain JavaScript allows them. */
import { InputError } from '@otedama/math2d';
import { callsOf, functionCalls, wrongCalls } from '@otedama/tooling/wrong-values';
import { expect, it } from 'vitest';
import * as bare from '../src/bare.js';
import * as solvers from '../src/index.js';

const parts = { joints: bare.joints, rolling: bare.rolling };

const calls = [
  ...functionCalls(solvers, [
    ['createSoftStep', [solvers.defaultSoftStepSettings], 0],
    ['createSequentialImpulses', [solvers.defaultSequentialImpulseSettings], 0],
    ['createSequentialImpulses articles', [solvers.articleSequentialImpulseOptions], 0],
  ]),
  ...functionCalls({ 'bare.createSequentialImpulses': bare.createSequentialImpulses }, [
    ['bare.createSequentialImpulses', [{}, { ...parts, tracing: bare.sequentialImpulsesTracing }], 0],
  ]),
];

const allowed = [
  // objects whose fields are all optional may be empty
  / = object: silent$/,
  // a part that is null counts as left out
  /^bare\.\w+\(1\)\.(rolling|tracing) = null: silent$/,
  // parts are exported whole, not written by hand
  /^bare\.\w+\(1\)\.(joints|rolling|tracing)(\.\S+)? = (?!null).*: (silent|raw, .*)$/,
  /^bare\.\w+\(1\)\.(joints(\.\S+)?|(rolling|tracing)\.\S+) = null: (silent|raw, .*)$/,
];

it('every call refuses them by name', async () => {
  const isTyped = (error: unknown): boolean => error instanceof InputError;
  expect(await wrongCalls(calls, { isTyped, allowed })).toEqual([]);
});

it('no call of the package is left out', () => {
  const walked = new Set(calls.map(({ name }) => name.split(' ')[0]));
  // formulas that a step uses check nothing
  const formulas = /^(makeSoft|baumgarteSpeed|bounceSpeed)$/;
  expect(callsOf(solvers).filter((name) => !walked.has(name) && !formulas.test(name))).toEqual([]);
  // the bare soft step has no room for a list of its parts
  expect(callsOf(bare).filter((name) => !walked.has(`bare.${name}`))).toEqual(['createSoftStep']);
});
