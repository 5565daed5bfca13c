/**
 * pnpm --filter @otedama/bench bench [--engine a,b] [--scene x,y] [--repeat 3] [--budget 10000] [--out results]
 *
 * Every cell runs in its own process. One round measures every engine on every scene before the next round starts, so that a slow period
 * of a shared machine affects all engines equally.
 */

import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { execPath, exit } from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { engineLoaders } from './engines/index.js';
import type { Cell } from './measure.js';
import { BARE } from './names.js';
import { type Results, rowsOf, type Size } from './results.js';
import { benchScenes } from './scenes.js';
import { gzipSizes } from './sizes.js';
import { number } from './table.js';
import { resultsFolder, writeReport } from './write.js';

const { values } = parseArgs({
  options: {
    engine: { type: 'string' },
    scene: { type: 'string' },
    repeat: { type: 'string', default: '3' },
    budget: { type: 'string', default: '10000' },
    out: { type: 'string', default: resultsFolder },
  },
});
const engines = values.engine?.split(',') ?? Object.keys(engineLoaders);
const scenes = values.scene?.split(',') ?? benchScenes.map(({ id }) => id);
for (const [option, names, known] of [
  ['engine', engines, Object.keys(engineLoaders)],
  ['scene', scenes, benchScenes.map(({ id }) => id)],
] as const) {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) continue;
  console.error(`--${option} ${unknown}: expected one or more of ${known.join(',')}`);
  exit(1);
}
for (const option of ['repeat', 'budget'] as const) {
  if (Number(values[option]) > 0) continue;
  console.error(`--${option} ${values[option]}: expected a number above 0`);
  exit(1);
}
const repetitions = Number(values.repeat);

const out = resolve(values.out);

const cellFile = fileURLToPath(new URL('./cell.ts', import.meta.url));
const cells: Cell[] = [];
for (let round = 1; round <= repetitions; round++) {
  for (const scene of scenes) {
    for (const engine of engines) {
      let output: string;
      try {
        output = execFileSync(
          execPath,
          ['--conditions=@otedama/source', '--import', 'tsx', cellFile, engine, scene, values.budget],
          { encoding: 'utf8', maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'inherit'] },
        );
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

function machineLine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  return `${cpus().length} x ${model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node} (V8 ${process.versions.v8}), ${process.platform} ${process.arch}`;
}
