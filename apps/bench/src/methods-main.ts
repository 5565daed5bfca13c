/**
 * pnpm --filter @otedama/bench bench:methods: measures every method with every number of boxes, each pair in a process of its own. Writes
 * methods.json and the page.
 */

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { execPath } from 'node:process';
import { bundle } from './bundle.js';
import { machineLine } from './machine.js';
import { COUNTS, methods } from './methods.js';
import type { MethodResults, MethodRow } from './methods-report.js';
import { methodsFile, resultsFolder, writeReport } from './write.js';

const cell = bundle('methods-cell');
const rows = Object.keys(methods).flatMap((method) =>
  COUNTS.map((count) => {
    const output = execFileSync(execPath, [cell, method, String(count)], { encoding: 'utf8' });
    const row = JSON.parse(output) as MethodRow;
    console.log(`${method.padEnd(36)} ${String(count).padStart(3)} boxes  ${row.time.toFixed(3)} ms/step`);
    return row;
  }),
);
const results: MethodResults = { machine: machineLine(), rows };
writeFileSync(methodsFile, `${JSON.stringify(results, null, 1)}\n`);
writeReport(resultsFolder);
