import { execFileSync } from 'node:child_process';
import { execPath, memoryUsage } from 'node:process';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export const HEAP_LIMIT = 64 * 1024;

// Maximum number of warm-up rounds. A function allocates the numbers it passes until it is optimized. The first world of a process
// needs eight to ten rounds of 1,000 steps until the last function is optimized. Code that allocates in the steady state allocates
// in every round.
const ROUNDS = 40;
const SAMPLES = 5;

setFlagsFromString('--expose-gc');
export const collectGarbage = runInNewContext('gc');

export function allocatedBytes(step, count) {
  const used = new Float64Array(SAMPLES + 1);
  let fewest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS && fewest >= HEAP_LIMIT; round++) {
    collectGarbage();
    used[0] = memoryUsage().heapUsed;
    for (let sample = 1; sample <= SAMPLES; sample++) {
      for (let k = 0; k < count / SAMPLES; k++) step();
      used[sample] = memoryUsage().heapUsed;
    }
    let sum = 0;
    for (let sample = 1; sample <= SAMPLES; sample++) sum += Math.max(0, used[sample] - used[sample - 1]);
    fewest = Math.min(fewest, sum);
  }
  return fewest;
}

export function runScript(url, ...words) {
  const flags = ['--no-concurrent-recompilation', '--conditions=@otedama/source', '--import', 'tsx'];
  return JSON.parse(execFileSync(execPath, [...flags, fileURLToPath(url), ...words], { encoding: 'utf8' }));
}
