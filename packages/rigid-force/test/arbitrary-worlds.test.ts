import {
  arbitrarySeeds,
  playArbitraryGame,
  playArbitraryHooks,
  playArbitraryWorlds,
} from '@otedama/solver-tests';
import { describe, test } from 'vitest';
import { createForceSolver, createPenaltySolver } from '../src/index.js';

describe('arbitrary worlds stay finite and the same, restored, taken back, over any broad phase', () => {
  test.each(arbitrarySeeds)('impulses as forces, seed %i', (seed) => {
    playArbitraryWorlds(seed, createForceSolver);
  });

  test.each(arbitrarySeeds)('penalty springs, seed %i', (seed) => {
    playArbitraryWorlds(seed, createPenaltySolver);
  });
});

describe('arbitrary games, recorded and changed in the past, are those that are played straight through', () => {
  test.each(arbitrarySeeds)('impulses as forces, seed %i', (seed) => {
    playArbitraryGame(seed, createForceSolver);
  });

  test.each(arbitrarySeeds)('penalty springs, seed %i', (seed) => {
    playArbitraryGame(seed, createPenaltySolver);
  });
});

describe('arbitrary worlds, asked in their hooks and broken off by them, are those that are not, and those restored afterwards', () => {
  test.each(arbitrarySeeds)('impulses as forces, seed %i', (seed) => {
    playArbitraryHooks(seed, createForceSolver);
  });

  test.each(arbitrarySeeds)('penalty springs, seed %i', (seed) => {
    playArbitraryHooks(seed, createPenaltySolver);
  });
});
