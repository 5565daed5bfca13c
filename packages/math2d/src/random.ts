/**
 * Seeded random numbers, the same on every machine. The generator is sfc32 (Doty-Humphrey, PractRand) with four 32-bit words of state and a
 * period of about 2^128. For scenes and tests, not for cryptography.
 */
import { requireInteger } from './errors.js';

/** A stream of random numbers. */
export interface Random {
  /** Uniform in [0, 1), 32 bits of resolution. */
  next(): number;
  /** Uniform in [`minimum`, `maximum`). */
  uniform(minimum: number, maximum: number): number;
  /** Whole number in 0..n-1, uniform up to n / 2^32. n must be a whole number in 1..2^32 and is not checked. */
  integer(n: number): number;
  /** The four words of state, for `restore`. */
  save(): [number, number, number, number];
  /** Continues from a saved state. */
  restore(state: readonly [number, number, number, number]): void;
}

/** Number of discarded calls, so that similar seeds give unrelated streams. */
const WARM_UP = 15;

/**
 * Creates a stream of random numbers: the same numbers for the same seed, on every machine.
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
