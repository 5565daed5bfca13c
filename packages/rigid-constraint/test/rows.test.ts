import {
  testFloating,
  testHits,
  testLoads,
  testRolling,
  testRows,
  testSensorPasses,
  testStandingCharacters,
} from '@otedama/solver-tests';
import { describe } from 'vitest';
import { createSequentialImpulses, createSoftStep } from '../src/index.js';

describe.each([
  ['soft step', createSoftStep],
  ['sequential impulses', createSequentialImpulses],
])('%s', (_, create) => {
  testRows(create);
  testFloating(create);
  testSensorPasses(create);
  testStandingCharacters(create);
  testHits(create);
  testLoads(create);
  testRolling(create);
});
