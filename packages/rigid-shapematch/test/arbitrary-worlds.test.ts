import {
  arbitrarySeeds,
  playArbitraryGame,
  playArbitraryHooks,
  playArbitraryWorlds,
} from '@otedama/solver-tests';
import { describe, test } from 'vitest';
import { createShapeMatching } from '../src/index.js';

describe('arbitrary worlds stay finite and the same, restored, taken back, over any broad phase', () => {
  test.each(arbitrarySeeds)('shape matching, seed %i', (seed) => {
    playArbitraryWorlds(seed, createShapeMatching);
  });
});

describe('arbitrary games, recorded and changed in the past, are those that are played straight through', () => {
  test.each(arbitrarySeeds)('shape matching, seed %i', (seed) => {
    playArbitraryGame(seed, createShapeMatching);
  });
});

describe('arbitrary worlds, asked in their hooks and broken off by them, are those that are not, and those restored afterwards', () => {
  test.each(arbitrarySeeds)('shape matching, seed %i', (seed) => {
    playArbitraryHooks(seed, createShapeMatching);
  });
});
