import { setFlagsFromString } from 'node:v8';

// otherwise the optimizing compiler runs beside the test, and is late on a busy machine
setFlagsFromString('--no-concurrent-recompilation');

/** Runs per round and maximum number of rounds. */
const RUNS = 12;
const ROUNDS = 40;

/**
 * Bytes that a call allocates once it is optimised: the smallest growth of the heap over several runs. Runs during a garbage collection
 * are ignored. Code that is not compiled yet allocates numbers, so another round follows while every run has allocated.
 */
export function bytesPerCall(calls: number, run: () => void): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS && least >= calls / 10; round++) {
    for (let k = 0; k < RUNS; k++) {
      const before = process.memoryUsage().heapUsed;
      run();
      const grown = process.memoryUsage().heapUsed - before;
      if (grown >= 0) least = Math.min(least, grown);
    }
  }
  return least / calls;
}
