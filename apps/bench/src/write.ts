/**
 * Writes the pages derived from results.json: results.md and results.svg beside it. For the committed results it also writes mechanics.md
 * from mechanics.json, methods.md from methods.json, and the measured part of the root README. Run alone (`pnpm --filter @otedama/bench
 * report`), it does this without measuring. A test checks that all of them are consistent.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { svg } from './chart.js';
import { writeFrontPage } from './front-page.js';
import { type Marks, mechanicsReport } from './mechanics/marks.js';
import { type MethodResults, methodsReport } from './methods-report.js';
import { markdown } from './report.js';
import type { Results } from './results.js';

/** The folder of the committed results. */
export const resultsFolder: string = fileURLToPath(new URL('../results', import.meta.url));

export const readResults = (folder: string): Results =>
  JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8')) as Results;

/** The results of every engine in the mechanics tests. */
export const mechanicsFile: string = join(resultsFolder, 'mechanics.json');

export const readMechanics = (): Marks[] => JSON.parse(readFileSync(mechanicsFile, 'utf8')) as Marks[];

/** The results of the five methods. */
export const methodsFile: string = join(resultsFolder, 'methods.json');

export const readMethods = (): MethodResults =>
  JSON.parse(readFileSync(methodsFile, 'utf8')) as MethodResults;

export function writeReport(folder: string): void {
  const results = readResults(folder);
  writeFileSync(join(folder, 'results.md'), markdown(results));
  writeFileSync(join(folder, 'results.svg'), svg(results));
  if (folder !== resultsFolder) return;
  const mechanics = readMechanics();
  writeFileSync(join(folder, 'mechanics.md'), mechanicsReport(mechanics));
  writeFileSync(join(folder, 'methods.md'), methodsReport(readMethods()));
  writeFrontPage(results, mechanics);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeReport(resultsFolder);
