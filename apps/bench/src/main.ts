/**
 * pnpm --filter @otedama/bench bench (options: `command-line.ts`)
 *
 * Every cell runs in its own process. One round measures every engine on every scene before the next round starts, so that a slow period
 * of a shared machine affects all engines equally.
 */

import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { argv, execPath, exit } from 'node:process';
import { bundle } from './bundle.js';
import { type CommandLine, readCommandLine, usage } from './command-line.js';
import { engineLoaders } from './engines/index.js';
import { machineLine } from './machine.js';
import type { Cell } from './measure.js';
import { BARE } from './names.js';
import { type Results, rowsOf, type Size } from './results.js';
import { benchScenes } from './scenes.js';
import { gzipSizes } from './sizes.js';
import { number } from './table.js';
import { resultsFolder, writeReport } from './write.js';

const known = {
  engines: Object.keys(engineLoaders),
  scenes: benchScenes.map(({ id }) => id),
  out: resultsFolder,
};
const { engines, scenes, repetitions, budget, out: folder } = listen();
const out = resolve(folder);

/** The options of the command line. Prints the help, or what is wrong with them, and ends. */
function listen(): CommandLine {
  try {
    const wanted = readCommandLine(argv.slice(2), known);
    if (wanted !== null) return wanted;
    console.log(usage(known));
    exit(0);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${usage(known)}`);
    exit(1);
  }
}

const cellFile = bundle('cell');
const cells: Cell[] = [];
for (let round = 1; round <= repetitions; round++) {
  for (const scene of scenes) {
    for (const engine of engines) {
      let output: string;
      try {
        output = execFileSync(execPath, [cellFile, engine, scene, String(budget)], {
          encoding: 'utf8',
          maxBuffer: 2 ** 28,
          stdio: ['ignore', 'pipe', 'inherit'],
        });
      } catch (error) {
        console.error(`${engine} failed on ${scene}: ${String(error).split('\n')[0]}`);
        continue;
      }
      const cell = JSON.parse(output.trim().split('\n').at(-1) ?? 'null') as Cell | null;
      if (cell === null) continue;
      cells.push(cell);
      console.log(
        `${round}/${repetitions} ${scene.padEnd(14)} ${cell.engine.padEnd(30)} ${number(rowsOf([cell])[0].best)} ms/step  read ${number(cell.read)}  steps ${cell.times.length}`,
      );
    }
  }
  writeResults(round);
}

/** Writes the results after this many rounds, so that an aborted run keeps its complete rounds. */
function writeResults(rounds: number): void {
  const sizes: Record<string, Size> = {};
  for (const cell of cells) {
    const gzip = gzipSizes[cell.engine];
    if (gzip === undefined) continue;
    const before = sizes[cell.engine];
    sizes[cell.engine] = {
      gzip: before?.gzip ?? gzip(),
      load: Math.min(before?.load ?? Infinity, cell.load),
      firstSecond: Math.min(before?.firstSecond ?? Infinity, cell.firstSecond),
    };
  }
  if (sizes.otedama !== undefined) sizes[BARE] = { gzip: gzipSizes[BARE]() };
  const results: Results = { machine: machineLine(), repetitions: rounds, rows: rowsOf(cells), sizes };
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, 'results.json'), `${JSON.stringify(results, null, 1)}\n`);
  writeReport(out);
  console.log(`written to ${out}`);
}
