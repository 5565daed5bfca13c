/**
 * pnpm --filter @otedama/bench bench:methods: the five methods of Otedama on the same heap, 10 to 200 boxes that fall into a V. Each cell
 * is one method with one number of boxes, in a process of its own. Writes methods.json and the page.
 */

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { argv, execPath, stdout } from 'node:process';
import { fileURLToPath } from 'node:url';
import { loadScene, type Solver, type World } from '@otedama/rigid';
import { createSequentialImpulses, createSoftStep } from '@otedama/rigid-constraint';
import { createForceSolver, createPenaltySolver } from '@otedama/rigid-force';
import { createShapeMatching } from '@otedama/rigid-shapematch';
import { findScene } from '@otedama/scenes';
import { machineLine } from './machine.js';
import type { MethodResults, MethodRow } from './methods-report.js';
import { methodsFile, resultsFolder, writeReport } from './write.js';

/** The default solvers by the names in the results. */
export const methods: Readonly<Record<string, () => Solver>> = {
  'soft step': createSoftStep,
  'sequential impulses': createSequentialImpulses,
  'impulses as forces': createForceSolver,
  'impulses as forces, without memory': () => createForceSolver({ memory: false }),
  'penalty springs': createPenaltySolver,
  'shape matching': createShapeMatching,
};
export const COUNTS: readonly number[] = [10, 50, 100, 200];

const STEPS = 500;
const TIME_STEP = 0.02;
/** Runs of which each step has its smallest time, after half as many for the compiler. */
const RUNS = 10;

/** A heap after 10 s. `watch` is called for each step and has to call its argument, which does the step. */
function heapOf(name: string, count: number, watch: (step: () => void, k: number) => void): World {
  const solver = methods[name]();
  const world = loadScene(findScene('boxes-in-v').create({ count }), { solver, sleeping: false });
  const step = (): void => world.step(TIME_STEP);
  for (let k = 0; k < STEPS; k++) watch(step, k);
  return world;
}

/** What the heap of a method ends with. It has the same bits on every machine. */
export function endOf(name: string, count: number): Pick<MethodRow, 'kineticEnergy' | 'deepestOverlap'> {
  const { kineticEnergy, deepestOverlap } = heapOf(name, count, (step) => step()).invariants();
  return { kineticEnergy, deepestOverlap };
}

function measure(name: string, count: number): MethodRow {
  for (let run = 0; run < RUNS / 2; run++) heapOf(name, count, (step) => step());
  const least = new Float64Array(STEPS).fill(Infinity);
  for (let run = 0; run < RUNS; run++) {
    heapOf(name, count, (step, k) => {
      const start = performance.now();
      step();
      least[k] = Math.min(least[k] as number, performance.now() - start);
    });
  }
  const time = least.reduce((sum, value) => sum + value, 0) / STEPS;
  return { method: name, count, time, ...endOf(name, count) };
}

const file = fileURLToPath(import.meta.url);
if (argv[1] === file) {
  const [, , name, count] = argv;
  if (name !== undefined) stdout.write(JSON.stringify(measure(name, Number(count))));
  else {
    const rows = Object.keys(methods).flatMap((method) =>
      COUNTS.map((boxes) => {
        const options = ['--conditions=@otedama/source', '--import', 'tsx', file, method, String(boxes)];
        const row = JSON.parse(execFileSync(execPath, options, { encoding: 'utf8' })) as MethodRow;
        console.log(
          `${method.padEnd(36)} ${String(boxes).padStart(3)} boxes  ${row.time.toFixed(3)} ms/step`,
        );
        return row;
      }),
    );
    const results: MethodResults = { machine: machineLine(), rows };
    writeFileSync(methodsFile, `${JSON.stringify(results, null, 1)}\n`);
    writeReport(resultsFolder);
  }
}
