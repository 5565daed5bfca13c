import {
  arbitrarySeeds,
  playArbitraryGame,
  playArbitraryHooks,
  playArbitraryWorlds,
} from '@otedama/solver-tests';
import { describe, test } from 'vitest';
import { createSequentialImpulses, createSoftStep } from '../src/index.js';
import { withoutKernels } from './without-kernels.js';

describe('arbitrary worlds stay finite and identical after restore, rollback and with any broad phase', () => {
  test.each(arbitrarySeeds)('soft step, with kernels and without, seed %i', (seed) => {
    playArbitraryWorlds(seed, createSoftStep, withoutKernels);
  });

  test.each(arbitrarySeeds)('sequential impulses, seed %i', (seed) => {
    playArbitraryWorlds(seed, createSequentialImpulses);
  });

  test('a bullet crosses a sensor in the step in which another body meets it, seed 2951', () => {
    playArbitraryWorlds(2951, createSoftStep);
  });
});

describe('arbitrary games, recorded and changed in the past, equal the same games played straight through', () => {
  test.each(arbitrarySeeds)('soft step, seed %i', (seed) => {
    playArbitraryGame(seed, createSoftStep);
  });

  test.each(arbitrarySeeds)('sequential impulses, seed %i', (seed) => {
    playArbitraryGame(seed, createSequentialImpulses);
  });
});

describe('arbitrary worlds queried and aborted in hooks equal those that are not, also after a restore', () => {
  test.each(arbitrarySeeds)('soft step, seed %i', (seed) => {
    playArbitraryHooks(seed, createSoftStep);
  });

  test.each(arbitrarySeeds)('sequential impulses, seed %i', (seed) => {
    playArbitraryHooks(seed, createSequentialImpulses);
  });
});
