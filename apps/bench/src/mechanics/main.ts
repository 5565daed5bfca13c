/**
 * pnpm --filter @otedama/bench bench:mechanics: tests every engine and writes mechanics.json, the page and the README's row. Nothing is
 * timed, so a single process is enough.
 */

import { writeFileSync } from 'node:fs';
import { exit } from 'node:process';
import { engineLoaders } from '../engines/index.js';
import { mechanicsFile, resultsFolder, writeReport } from '../write.js';
import { examineEngine } from './examine-engine.js';
import { examinations } from './index.js';
import { type Marks, passed } from './marks.js';

const marks: Marks[] = [];
for (const load of Object.values(engineLoaders)) {
  const entry = examineEngine(await load());
  marks.push(entry);
  console.log(`${entry.engine.padEnd(30)} ${passed(entry)} of ${examinations.length}`);
}
writeFileSync(mechanicsFile, `${JSON.stringify(marks, null, 1)}\n`);
writeReport(resultsFolder);
exit(0); // worker threads of a wasm build would keep the process alive
