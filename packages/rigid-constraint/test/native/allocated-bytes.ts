/** How much memory steps of a world take. */
import { memoryUsage } from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { World } from '@otedama/rigid';

setFlagsFromString('--expose-gc');
export const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes below which a thousand steps count as free of allocation. */
const LIMIT = 64 * 1024;

export function steps(world: World, count: number, dt: number): void {
  for (let k = 0; k < count; k++) world.step(dt);
}

/**
 * Bytes allocated by 1,000 steps: the sum of the increases over five samples. The fewest of up to eight rounds, since compiling takes
 * memory and code that is not compiled yet allocates numbers.
 */
export function allocatedBytes(world: World, dt: number): number {
  const samples = new Float64Array(6);
  let fewest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 8 && fewest >= LIMIT; round++) {
    collectGarbage();
    samples[0] = memoryUsage().heapUsed;
    for (let sample = 1; sample < samples.length; sample++) {
      steps(world, 200, dt);
      samples[sample] = memoryUsage().heapUsed;
    }
    let sum = 0;
    for (let k = 1; k < samples.length; k++) sum += Math.max(0, samples[k] - samples[k - 1]);
    fewest = Math.min(fewest, sum);
  }
  return fewest;
}
