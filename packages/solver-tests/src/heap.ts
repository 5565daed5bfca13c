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
 * Bytes that 500 steps of a world allocate, after 1,000 steps in which it settles: the fewest of several rounds, since compiling takes
 * memory and code that is not compiled yet allocates numbers. Increases only are added up, so that a collection in between hides nothing.
 */
export function allocatedBytes(world: World): number {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  for (let k = 0; k < 1000; k++) world.step(0.02);
  let fewest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 8; round++) {
    collectGarbage();
    let sum = 0;
    for (let sample = 0; sample < 5; sample++) {
      const before = memoryUsage().heapUsed;
      for (let k = 0; k < 100; k++) world.step(0.02);
      sum += Math.max(0, memoryUsage().heapUsed - before);
    }
    fewest = Math.min(fewest, sum);
  }
  return fewest;
}

/**
 * Runs a TypeScript file in a process of its own and reads the JSON that it prints. Functions are compiled there and then: beside the program, on a
 * machine that is busy with other things, the compiler may come too late, and what it has not reached yet allocates numbers.
 */
export function runScript(url: URL, ...words: string[]): unknown {
  const flags = ['--no-concurrent-recompilation', '--conditions=@otedama/source', '--import', 'tsx'];
  const node = [...flags, fileURLToPath(url), ...words];
  return JSON.parse(execFileSync(execPath, node, { encoding: 'utf8' }));
}
