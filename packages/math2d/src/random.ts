/**
 * Seeded random numbers, the same on every machine: sfc32 (Doty-Humphrey, PractRand), four words of 32-bit integer state, period about
 * 2^128. For scenes and tests; not for secrets.
 */
import { requireInteger } from './errors.js';

/** A stream of random numbers. */
export interface Random {
  /** Uniform in [0, 1), 32 bits of resolution. */
  next(): number;
  /** Uniform in [`minimum`, `maximum`). */
  uniform(minimum: number, maximum: number): number;
  /** Whole number in 0..n-1, all equally likely up to n / 2^32; n a whole number, 1..2^32, unchecked. */
  integer(n: number): number;
  /** The four words of state, to go on from here later. */
  save(): [number, number, number, number];
  /** Goes on from a saved state. */
  restore(state: readonly [number, number, number, number]): void;
}

/** Calls thrown away so that similar seeds give unlike streams. */
const WARM_UP = 15;

/**
 * @param seed whole number, 0..2^32 - 1
 * @throws InputError for another seed
 */
export function createRandom(seed: number): Random {
  requireInteger('seed', seed, 0, 0xffffffff);
  let a = 0x9e3779b9;
  let b = 0x243f6a88;
  let c = seed | 0;
  let counter = 1;
  const word = (): number => {
    const t = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + t) | 0;
    return t >>> 0;
  };
  for (let i = 0; i < WARM_UP; i++) word();
  const next = (): number => word() / 4294967296;
  return {
    next,
    uniform: (minimum, maximum) => minimum + (maximum - minimum) * next(),
    integer: (n) => Math.floor(next() * n),
    save: () => [a, b, c, counter],
    restore: (state) => {
      [a, b, c, counter] = state;
    },
  };
}
