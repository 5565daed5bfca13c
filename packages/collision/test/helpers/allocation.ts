/** Runs of a round; the most rounds, and the pause between two, ms. */
const RUNS = 12;
const ROUNDS = 8;
const PAUSE = 50;

/**
 * Bytes a call allocates, once it has been optimised: the least growth of the heap over several runs. Runs during which
 * the collector was at work are ignored. On a machine in use the compiler, which works beside, may be late, and what is not compiled yet
 * allocates numbers: so there is another round, after a pause, as long as every run has allocated.
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
