// pnpm --filter @otedama/bench bench [--engine a,b] [--scene x,y] [--repeat 3] [--budget 10000] [--out results]
//
// Every cell is a process of its own; one round runs every engine on every scene before the next round begins, so that a slow
// minute of a shared machine falls on all engines alike.

import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execPath, exit } from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { engineLoaders } from './engines/index.js';
import { resultsFile, writeFrontPage } from './front-page.js';
import type { Cell } from './measure.js';
import { machineLine, markdown, rowsOf, type Sizes, svg } from './report.js';
import { benchScenes } from './scenes.js';
import { BARE, gzipSizes } from './sizes.js';

const { values } = parseArgs({
  options: {
    engine: { type: 'string' },
    scene: { type: 'string' },
    repeat: { type: 'string', default: '3' },
    budget: { type: 'string', default: '10000' },
    out: { type: 'string', default: fileURLToPath(new URL('../results', import.meta.url)) },
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
const repetitions = Number(values.repeat);

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
        `${round}/${repetitions} ${scene.padEnd(14)} ${cell.engine.padEnd(24)} ${cell.mean.toFixed(3)} ms/step  read ${cell.read.toFixed(3)}  overlap ${cell.deepestOverlap?.toFixed(4) ?? 'not finite'}  steps ${cell.steps}`,
      );
    }
  }
  writeResults(round);
}

/** Writes what there is after so many rounds: a run that is broken off keeps its whole rounds. */
function writeResults(rounds: number): void {
  const rows = rowsOf(cells);
  const sizes: Sizes = {};
  for (const cell of cells) {
    const gzip = gzipSizes[cell.engine];
    if (gzip !== undefined) {
      const before = sizes[cell.engine];
      sizes[cell.engine] = {
        gzip: before?.gzip ?? gzip(),
        load: Math.min(before?.load ?? Infinity, cell.load),
        firstSecond: Math.min(before?.firstSecond ?? Infinity, cell.firstSecond),
      };
    }
  }
  if (sizes.otedama !== undefined) sizes[BARE] = { gzip: gzipSizes[BARE]() };
  mkdirSync(values.out, { recursive: true });
  writeFileSync(join(values.out, 'results.md'), markdown(rows, sizes, rounds));
  writeFileSync(join(values.out, 'results.svg'), svg(rows));
  writeFileSync(
    join(values.out, 'results.json'),
    `${JSON.stringify({ machine: machineLine(), repetitions: rounds, rows: rows.map(({ quality, ...row }) => ({ ...row, quality: { ...quality, times: undefined } })), sizes }, null, 1)}\n`,
  );
  if (join(values.out, 'results.json') === resultsFile) writeFrontPage();
  console.log(`written to ${values.out}`);
}
