import {
  arbitrarySeeds,
  playArbitraryGame,
  playArbitraryHooks,
  playArbitraryWorlds,
} from '@otedama/solver-tests';
import { describe, test } from 'vitest';
import { createForceSolver, createPenaltySolver } from '../src/index.js';

describe('arbitrary worlds stay finite and identical after restore, rollback and with any broad phase', () => {
  test.each(arbitrarySeeds)('impulses as forces, seed %i', (seed) => {
    playArbitraryWorlds(seed, createForceSolver);
  });

  test.each(arbitrarySeeds)('penalty springs, seed %i', (seed) => {
    playArbitraryWorlds(seed, createPenaltySolver);
  });
});

describe('arbitrary games, recorded and changed in the past, equal the same games played straight through', () => {
  test.each(arbitrarySeeds)('impulses as forces, seed %i', (seed) => {
    playArbitraryGame(seed, createForceSolver);
  });

  test.each(arbitrarySeeds)('penalty springs, seed %i', (seed) => {
    playArbitraryGame(seed, createPenaltySolver);
  });
});

describe('arbitrary worlds queried and aborted in hooks equal those that are not, also after a restore', () => {
  test.each(arbitrarySeeds)('impulses as forces, seed %i', (seed) => {
    playArbitraryHooks(seed, createForceSolver);
  });

  test.each(arbitrarySeeds)('penalty springs, seed %i', (seed) => {
    playArbitraryHooks(seed, createPenaltySolver);
  });
});
