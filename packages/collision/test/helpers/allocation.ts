/** Runs per round, maximum number of rounds, and the pause between two rounds, ms. */
const RUNS = 12;
const ROUNDS = 200;
const PAUSE = 50;

/**
 * Bytes that a call allocates once it is optimised: the smallest growth of the heap over several runs. Runs during a garbage collection
 * are ignored. The optimising compiler runs concurrently and may be late on a busy machine; code that is not compiled yet allocates
 * numbers. Another round therefore follows after a pause while every run has allocated.
 */
export function bytesPerCall(calls: number, run: () => void): number {
  for (let k = 0; k < 40; k++) run();
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS && least >= calls / 10; round++) {
    if (round > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
    for (let k = 0; k < RUNS; k++) {
      const before = process.memoryUsage().heapUsed;
      run();
      const grown = process.memoryUsage().heapUsed - before;
      if (grown >= 0) least = Math.min(least, grown);
    }
  }
  return least / calls;
}
