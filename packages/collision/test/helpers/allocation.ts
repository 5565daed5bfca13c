/**
 * Bytes a call allocates, once it has been optimised: the least growth of the heap over several runs. Runs during which
 * the collector was at work are ignored.
 */
export function bytesPerCall(calls: number, run: () => void): number {
  for (let k = 0; k < 40; k++) run();
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < 12; k++) {
    const before = process.memoryUsage().heapUsed;
    run();
    const grown = process.memoryUsage().heapUsed - before;
    if (grown >= 0) least = Math.min(least, grown);
  }
  return least / calls;
}
