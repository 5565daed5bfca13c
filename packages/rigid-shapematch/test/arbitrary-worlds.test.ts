import {
  arbitrarySeeds,
  playArbitraryGame,
  playArbitraryHooks,
  playArbitraryWorlds,
} from '@otedama/solver-tests';
import { describe, test } from 'vitest';
import { createShapeMatching } from '../src/index.js';

describe('arbitrary worlds stay finite and identical after restore, rollback and with any broad phase', () => {
  test.each(arbitrarySeeds)('shape matching, seed %i', (seed) => {
    playArbitraryWorlds(seed, createShapeMatching);
  });
});

describe('arbitrary games, recorded and changed in the past, equal the same games played straight through', () => {
  test.each(arbitrarySeeds)('shape matching, seed %i', (seed) => {
    playArbitraryGame(seed, createShapeMatching);
  });
});

describe('arbitrary worlds queried and aborted in hooks equal those that are not, also after a restore', () => {
  test.each(arbitrarySeeds)('shape matching, seed %i', (seed) => {
    playArbitraryHooks(seed, createShapeMatching);
  });
});
