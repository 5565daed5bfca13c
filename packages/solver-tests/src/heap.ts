/**
 * What steps allocate. A script measures it in a process of its own, whose heap nothing else uses, and prints it; the test starts the script
 * with `runScript`. An entry of its own, since vitest cannot be imported in such a process.
 */
import { execFileSync } from 'node:child_process';
import { execPath, memoryUsage } from 'node:process';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { World } from '@otedama/rigid';

/** Bytes below which steps count as free of allocation. */
export const HEAP_LIMIT = 64 * 1024;

/**
 * Rounds in which the heap may still grow. A function allocates the numbers that it passes on until it is optimised, and the first world of
 * a process needs eight to ten rounds of 1,000 steps before the last one is; what allocates in the steady state allocates in every round.
 */
const ROUNDS = 40;
const SAMPLES = 5;

setFlagsFromString('--expose-gc');
export const collectGarbage = runInNewContext('gc') as () => void;

export function steps(world: World, count: number, timeStep: number): void {
  for (let k = 0; k < count; k++) world.step(timeStep);
}

/**
 * Bytes that `count` steps of `timeStep` seconds allocate once the program is warm: those of the first round below `HEAP_LIMIT`, else the
 * fewest of all. Increases only are added up, so that a collection in between hides nothing.
 */
export function allocatedBytes(world: World, count: number, timeStep: number): number {
  const used = new Float64Array(SAMPLES + 1);
  let fewest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS && fewest >= HEAP_LIMIT; round++) {
    collectGarbage();
    used[0] = memoryUsage().heapUsed;
    for (let sample = 1; sample <= SAMPLES; sample++) {
      steps(world, count / SAMPLES, timeStep);
      used[sample] = memoryUsage().heapUsed;
    }
    let sum = 0;
    for (let sample = 1; sample <= SAMPLES; sample++) sum += Math.max(0, used[sample] - used[sample - 1]);
    fewest = Math.min(fewest, sum);
  }
  return fewest;
}

/**
 * Runs a TypeScript file in a process of its own and reads the JSON that it prints. Functions are compiled there and then: beside the program, on a
 * machine that is busy with other things, the compiler may come too late, and what it has not reached yet allocates numbers.
 */
export function runScript<Printed>(url: URL, ...words: string[]): Printed {
  const flags = ['--no-concurrent-recompilation', '--conditions=@otedama/source', '--import', 'tsx'];
  const node = [...flags, fileURLToPath(url), ...words];
  return JSON.parse(execFileSync(execPath, node, { encoding: 'utf8' }));
}
