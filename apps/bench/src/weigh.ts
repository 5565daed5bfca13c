/**
 * pnpm --filter @otedama/bench bench:sizes: measures the size of every engine again, which needs no quiet machine. Writes the sizes to
 * the committed results and to the pages derived from them. The times stay those of the last run.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Size } from './results.js';
import { gzipSizes } from './sizes.js';
import { readResults, resultsFolder, writeReport } from './write.js';

const results = readResults(resultsFolder);
const sizes: Record<string, Size> = {};
for (const [engine, size] of Object.entries(results.sizes)) {
  sizes[engine] = { ...size, gzip: gzipSizes[engine]() };
  console.log(`${engine.padEnd(30)} ${size.gzip} -> ${sizes[engine].gzip} bytes`);
}
writeFileSync(join(resultsFolder, 'results.json'), `${JSON.stringify({ ...results, sizes }, null, 1)}\n`);
writeReport(resultsFolder);
